// The simple truth about Lucene's packed integers, the form of numeric doc values: bit by bit.
//
// Format (Apache Lucene 9.0 .. 10.x, DirectWriter): all values have the same number of bits, one of
// fourteen widths. They make one string of bits, each value's least significant bit first; bit k of
// the string is bit k mod 8 of byte k / 8. Then come 0 to 3 bytes of zero, by the width. The stream
// says neither its width nor how many values it has.
//
// Every byte is valid; only what is asked for can be wrong. A call that is refused writes nothing.
// Cost: one step a bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codecs/error.h"

namespace touchstone::reference::numeric {

bool is_width(unsigned bits);

/// The narrowest width with room for `maximum`.
unsigned bits_required(std::uint64_t maximum);

/// Zero bytes that the format appends for this width; 0 for what is no width.
std::size_t padding(unsigned width);

/// A claim about some bytes: that they start with `count` values of `width` bits.
/// Everything below refuses it with unsupported_width, or with end_of_input if they do not.
struct Stream {
  std::span<const std::uint8_t> bytes;
  unsigned width;
  std::uint64_t count;
};

Expected<void> check(const Stream& stream);

/// Error: position_out_of_range.
Expected<std::uint64_t> get(const Stream& stream, std::uint64_t index);

/// What becomes of a packed value.
struct Form {
  enum class Kind : std::uint8_t { plain, affine, table } kind = Kind::plain;
  std::uint64_t factor = 1;  ///< affine: value * factor + offset modulo 2^64
  std::uint64_t offset = 0;
  std::span<const std::uint64_t> table = {};  ///< table: table[value]
};

/// The values from `first` on, one for each element of `out`.
/// Errors, the first that applies: unsupported_width for 32-bit elements and more than 32 bits,
/// position_out_of_range, no_table_entry.
Expected<void> read(const Stream& stream, std::uint64_t first, std::span<std::uint64_t> out,
                    const Form& form = {});
Expected<void> read(const Stream& stream, std::uint64_t first, std::span<std::uint32_t> out);

/// The values with these indexes. Errors, the first that applies: invalid_argument for lists of
/// different lengths, documents_not_increasing (a negative one too), position_out_of_range,
/// no_table_entry.
Expected<void> read(const Stream& stream, std::span<const std::int32_t> documents,
                    std::span<std::uint64_t> out, const Form& form = {});

/// The whole stream of `values` with its padding. Errors: unsupported_width, value_out_of_range.
Expected<std::vector<std::uint8_t>> encode(std::span<const std::uint64_t> values, unsigned width);

}  // namespace touchstone::reference::numeric
