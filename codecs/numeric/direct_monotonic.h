// Non-decreasing sequences: a straight line for each block of them, and packed differences from it.
//
// Format (Apache Lucene 9.0..10.x, DirectMonotonicReader and Writer), little-endian: a block holds
// 2^shift values, the last one what is left. Its metadata are 21 bytes: i64 minimum, f32 slope, i64
// offset of its packed stream in the data, u8 bits a value (0: no stream, all differences are 0).
// Value j of a block is minimum + slope * j + difference j, the product rounded to single precision
// and then towards zero, the additions modulo 2^64.
//
// Nothing here throws, allocates or locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "codecs/numeric/packed.h"

namespace touchstone::numeric {

inline constexpr std::size_t kMonotonicBlockBytes = 21;
inline constexpr unsigned kLeastMonotonicShift = 2;
inline constexpr unsigned kMostMonotonicShift = 22;

/// Blocks of `count` values, each with kMonotonicBlockBytes of metadata. Precondition: shift is
/// below 64.
constexpr std::uint64_t monotonic_blocks(std::uint64_t count, unsigned shift) {
  return count == 0 ? 0 : ((count - 1) >> shift) + 1;
}

/// A view of a sequence; metadata and data must outlive it.
class MonotonicReader {
 public:
  /// Looks at each block's metadata. Errors: malformed_metadata for a shift outside 2..22 or
  /// metadata of another size than the count asks for; unsupported_width; end_of_input and
  /// outside_of_file for streams that are not inside the data.
  static Expected<MonotonicReader> open(std::span<const std::uint8_t> metadata,
                                        std::span<const std::uint8_t> data, std::uint64_t count,
                                        unsigned shift, const Kernels& kernels = best());

  std::uint64_t count() const { return count_; }

  /// The values from `first` on. Whether they ascend is not looked at. Error:
  /// position_out_of_range, nothing written.
  Expected<void> read(std::uint64_t first, std::span<std::int64_t> out) const;

 private:
  struct Block;

  MonotonicReader(std::span<const std::uint8_t> metadata, std::span<const std::uint8_t> data,
                  std::uint64_t count, unsigned shift, const Kernels& kernels)
      : metadata_(metadata), data_(data), count_(count), shift_(shift), kernels_(&kernels) {}

  Block block(std::uint64_t index) const;
  Expected<PackedReader> differences(const Block& block) const;
  Expected<void> read_in_block(std::uint64_t first, std::span<std::int64_t> out) const;

  std::span<const std::uint8_t> metadata_;
  std::span<const std::uint8_t> data_;
  std::uint64_t count_;
  unsigned shift_;
  const Kernels* kernels_;
};

}  // namespace touchstone::numeric
