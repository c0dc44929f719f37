// vInt, vLong, zInt and zLong: Apache Lucene's variable-length integers.
//
// Format (Apache Lucene's DataOutput/DataInput): seven bits per byte, least significant first; bit
// 7 says that another byte follows. A vInt holds any 32 bits in 1..5 bytes, a vLong 0..2^63-1
// in 1..9. zInt and zLong are zigzag-mapped first (0, -1, 1, -2, ... become 0, 1, 2, 3, ...), so a
// zLong may take 10. Encoders write the shortest form; decoders take longer ones (`80 00` is 0).
//
// Over-long forms are malformed_vint, as in Lucene up to 9.x: a vInt or zInt whose fifth byte has
// any of its upper four bits set, a vLong whose ninth has bit 7 set, a zLong whose tenth is not 00
// or 01. (Lucene 10 drops such bits silently; no Lucene writer makes them.) The first byte from the
// left that is wrong or missing decides: an input that ends before it is end_of_input.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>

#include "codecs/error.h"
#include "codecs/io/input.h"

namespace touchstone::io {

inline constexpr std::size_t kMaxVintBytes = 5;
inline constexpr std::size_t kMaxVlongBytes = 9;
inline constexpr std::size_t kMaxZlongBytes = 10;

/// A value, and how many bytes of the input it took.
template <typename T>
struct Decoded {
  T value;
  std::size_t consumed;
};

constexpr std::uint32_t zigzag(std::int32_t value) {
  return (static_cast<std::uint32_t>(value) << 1) ^ static_cast<std::uint32_t>(value >> 31);
}
constexpr std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int32_t unzigzag(std::uint32_t value) {
  return static_cast<std::int32_t>((value >> 1) ^ (0U - (value & 1U)));
}
constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>((value >> 1) ^ (std::uint64_t{0} - (value & 1U)));
}

/// Bytes the shortest form takes. vInt 1..5, zLong 1..10; `encoded_vlong_size` wants a value that
/// is not negative.
constexpr std::size_t encoded_vint_size(std::uint32_t value) {
  return (static_cast<std::size_t>(std::bit_width(value | 1U)) + 6) / 7;
}
constexpr std::size_t encoded_vlong_size(std::int64_t value) {
  return (static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(value) | 1U)) + 6) / 7;
}
constexpr std::size_t encoded_zint_size(std::int32_t value) {
  return encoded_vint_size(zigzag(value));
}
constexpr std::size_t encoded_zlong_size(std::int64_t value) {
  return (static_cast<std::size_t>(std::bit_width(zigzag(value) | 1U)) + 6) / 7;
}

namespace detail {

/// Reads at most `kMaxBytes` bytes, the last of which may use its low `kLastBits` bits only.
template <std::size_t kMaxBytes, int kLastBits>
constexpr Expected<Decoded<std::uint64_t>> decode_sevens(std::span<const std::uint8_t> in) {
  const std::size_t limit = std::min(in.size(), kMaxBytes);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < limit; ++i) {
    const std::uint64_t byte = in[i];
    if (i == kMaxBytes - 1 && (byte >> kLastBits) != 0) {
      return std::unexpected(Error::malformed_vint);
    }
    value |= (byte & 0x7F) << (7 * i);
    if (byte < 0x80) return Decoded<std::uint64_t>{value, i + 1};
  }
  return std::unexpected(Error::end_of_input);
}

/// The same bytes, their bits mapped to the value they stand for.
template <typename To, typename From, typename Map>
constexpr Expected<Decoded<To>> mapped(const Expected<Decoded<From>>& from, Map map) {
  if (!from) return std::unexpected(from.error());
  return Decoded<To>{map(from->value), from->consumed};
}

}  // namespace detail

/// Decodes one value from the front of `in`. Errors: end_of_input, malformed_vint. A vInt is the
/// 32-bit pattern of a Java int, a vLong is never negative.
constexpr Expected<Decoded<std::uint32_t>> decode_vint(std::span<const std::uint8_t> in) {
  return detail::mapped<std::uint32_t>(
      detail::decode_sevens<kMaxVintBytes, 4>(in),
      [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits); });
}
constexpr Expected<Decoded<std::int64_t>> decode_vlong(std::span<const std::uint8_t> in) {
  return detail::mapped<std::int64_t>(
      detail::decode_sevens<kMaxVlongBytes, 7>(in),
      [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); });
}
constexpr Expected<Decoded<std::int32_t>> decode_zint(std::span<const std::uint8_t> in) {
  return detail::mapped<std::int32_t>(
      detail::decode_sevens<kMaxVintBytes, 4>(in),
      [](std::uint64_t bits) { return unzigzag(static_cast<std::uint32_t>(bits)); });
}
constexpr Expected<Decoded<std::int64_t>> decode_zlong(std::span<const std::uint8_t> in) {
  return detail::mapped<std::int64_t>(detail::decode_sevens<kMaxZlongBytes, 1>(in),
                                      [](std::uint64_t bits) { return unzigzag(bits); });
}

/// Reads one value and moves on behind it, wherever chunks end. Errors: as above, and what the
/// input itself gives (io_failure); the position is then what it was.
Expected<std::uint32_t> read_vint(Input& in);
Expected<std::int64_t> read_vlong(Input& in);
Expected<std::int32_t> read_zint(Input& in);
Expected<std::int64_t> read_zlong(Input& in);

/// Writes the shortest form to the front of `out` and gives its size. Errors, with nothing written:
/// output_too_small; before that, for a negative vLong, value_out_of_range. Bytes behind the value
/// are not touched.
Expected<std::size_t> encode_vint(std::uint32_t value, std::span<std::uint8_t> out);
Expected<std::size_t> encode_vlong(std::int64_t value, std::span<std::uint8_t> out);
Expected<std::size_t> encode_zint(std::int32_t value, std::span<std::uint8_t> out);
Expected<std::size_t> encode_zlong(std::int64_t value, std::span<std::uint8_t> out);

}  // namespace touchstone::io
