// Block mode: values in blocks of 2^shift, each with a minimum and a width of its own.
//
// Format (Apache Lucene 9.0..10.x), little-endian, back to back from the field's offset: i8 bits a
// value, i64 minimum; unless the bits are 0 (every value is the minimum): i32 bytes of the packed
// stream with its padding, and the stream. Behind the last block the jump table: i64 offset of each
// block and of the jump table itself, all from the start of the data file. A value is factor *
// packed + minimum of its block, modulo 2^64; the factor is one for all blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "codecs/numeric/numeric_entry.h"
#include "codecs/numeric/packed.h"

namespace touchstone::numeric {

/// A view of the blocks of a field.
class BlockValues {
 public:
  BlockValues() = default;

  /// The blocks of an entry in block mode. Looks at each block's head and at the jump table.
  /// Errors: outside_of_file; end_of_input where a block or the jump table is cut short;
  /// malformed_metadata where a jump does not lead to its block or a stream is longer or shorter
  /// than its values ask for; unsupported_width.
  static Expected<BlockValues> open(const NumericEntry& entry,
                                    std::span<const std::uint8_t> data_file,
                                    const Kernels& kernels);

  /// The values from `first` on. Precondition: they are below the entry's number of values.
  void read(std::uint64_t first, std::span<std::uint64_t> out) const;

  /// The values of these ranks, which ascend strictly. Precondition: as above.
  void read(std::span<const std::int32_t> ranks, std::span<std::uint64_t> out) const;

  /// How many values from `first` on are known to be alike, since their block is of one value; 0
  /// where it is packed. Precondition: as above.
  std::uint64_t alike_from(std::uint64_t first) const;

 private:
  struct Block;

  Block block(std::uint64_t index) const;
  Expected<std::size_t> check_block(std::uint64_t index, std::size_t at) const;
  std::uint64_t block_count() const { return ((count_ - 1) >> shift_) + 1; }

  std::span<const std::uint8_t> bytes_;  // of the field, blocks and jump table
  std::size_t jumps_ = 0;                // where the jump table starts in them
  std::uint64_t offset_ = 0;             // of the field, in the file
  std::uint64_t count_ = 0;
  unsigned shift_ = 0;
  std::uint64_t factor_ = 1;
  const Kernels* kernels_ = nullptr;
};

}  // namespace touchstone::numeric
