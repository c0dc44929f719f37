// The simple truth about Lucene's variable-length integers: vInt, vLong, zInt and zLong.
//
// Format (Apache Lucene 9 and 10, DataInput and DataOutput): seven bits a byte, the lowest seven
// first; bit 7 says that another byte follows. A zInt or zLong is the zigzag form (0, -1, 1, -2,
// ... become 0, 1, 2, 3, ...) written the same way.
//
//   vInt   any 32-bit pattern   1..5 bytes     zInt   any 32-bit signed value   1..5 bytes
//   vLong  0..2^63-1            1..9 bytes     zLong  any 64-bit signed value   1..10 bytes
//
// A form longer than needed (80 00 for 0) is read. An over-long one is malformed_vint: a fifth byte
// of a vInt or zInt with any of its upper four bits set, a ninth byte of a vLong with bit 7 set, a
// tenth byte of a zLong other than 00 or 01. Lucene 9 refuses the same; Lucene 10.0 .. 10.6 reads
// on. The first byte that is wrong decides; where the input ends before such a byte, it is
// end_of_input.
//
// Nothing here allocates but the append_ functions, nothing throws. Cost: one step a byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codecs/error.h"

namespace touchstone::reference {

/// A value read from the start of an input, and how many bytes it took.
template <typename T>
struct Decoded {
  T value;
  std::size_t consumed;

  friend bool operator==(const Decoded&, const Decoded&) = default;
};

/// Read one value from the start of `in`; bytes after it do not matter.
/// Errors: end_of_input, malformed_vint.
Expected<Decoded<std::uint32_t>> decode_vint(std::span<const std::uint8_t> in);
Expected<Decoded<std::uint64_t>> decode_vlong(std::span<const std::uint8_t> in);  ///< 0..2^63-1
Expected<Decoded<std::int32_t>> decode_zint(std::span<const std::uint8_t> in);
Expected<Decoded<std::int64_t>> decode_zlong(std::span<const std::uint8_t> in);

/// Write one value, in as few bytes as it needs, to the start of `out`; gives the bytes written.
/// After an error `out` is as it was.
/// Errors: value_out_of_range (a vLong above 2^63-1, which is what a negative one looks like),
/// then output_too_small.
Expected<std::size_t> encode_vint(std::uint32_t value, std::span<std::uint8_t> out);
Expected<std::size_t> encode_vlong(std::uint64_t value, std::span<std::uint8_t> out);
Expected<std::size_t> encode_zint(std::int32_t value, std::span<std::uint8_t> out);
Expected<std::size_t> encode_zlong(std::int64_t value, std::span<std::uint8_t> out);

/// How many bytes encode_vint() writes: 1..5.
std::size_t vint_length(std::uint32_t value);

/// As encode_, to the end of a vector; they give the bytes appended.
Expected<std::size_t> append_vint(std::uint32_t value, std::vector<std::uint8_t>& out);
Expected<std::size_t> append_vlong(std::uint64_t value, std::vector<std::uint8_t>& out);
Expected<std::size_t> append_zint(std::int32_t value, std::vector<std::uint8_t>& out);
Expected<std::size_t> append_zlong(std::int64_t value, std::vector<std::uint8_t>& out);

}  // namespace touchstone::reference
