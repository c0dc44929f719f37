// The simple truth about non-decreasing sequences as Lucene packs them (DirectMonotonicReader and
// Writer of Apache Lucene 9.0 .. 10.x): one value at a time.
//
// Format: a block holds 2^shift values, the last what is left. Of each block 21 bytes are known:
// i64 minimum, f32 slope, i64 offset of its packed differences in the data, i8 their width. Value j
// of a block is minimum + slope * j + difference j, modulo 2^64; the product is rounded to single
// precision, then towards zero into a long. Width 0: all differences are 0 and not stored.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "codecs/error.h"

namespace touchstone::reference::direct_monotonic {

inline constexpr std::uint64_t kBlockBytes = 21;

/// Blocks of 2^shift values that `count` values need.
std::uint64_t blocks_of(std::uint64_t count, unsigned shift);

/// A claim about some bytes. Precondition: `blocks` are as long as the count asks for.
struct Sequence {
  std::span<const std::uint8_t> blocks;
  std::span<const std::uint8_t> data;
  std::uint64_t count;
  unsigned shift;
};

/// Whether all packed differences are there. Errors, block by block the first that applies:
/// outside_of_file for an offset behind the data, unsupported_width, end_of_input.
Expected<void> check(const Sequence& sequence);

/// Precondition: the sequence was checked, and has this value.
std::uint64_t value(const Sequence& sequence, std::uint64_t index);

/// How a sequence is packed: nothing here is chosen by what the values are, unless left open.
struct Form {
  unsigned shift = 16;
  std::optional<float> slope;  ///< of every block; else from its first value to its last
  unsigned least_width = 0;    ///< differences take at least so many bits; a width, or 0
};

struct Written {
  std::vector<std::uint8_t> blocks;
  std::vector<std::uint8_t> data;
};

/// Any values come back, whatever the slope: what the line misses goes into the differences.
Written write(std::span<const std::uint64_t> values, const Form& form);

/// The values 0, step, 2 * step and so on, any number of them, as lines without differences.
/// Precondition: `step` is a power of two, so that single precision loses nothing.
Written write_line(std::uint64_t count, std::uint64_t step, unsigned shift);

}  // namespace touchstone::reference::direct_monotonic
