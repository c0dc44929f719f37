// One group at a time in plain C++, without a branch: the body of the scalar kernel, and what the
// drivers use where a kernel may not go. Internal to group varint.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "codecs/group_varint/group_varint.h"
#include "codecs/group_varint/tables.h"
#include "codecs/io/little_endian.h"

namespace touchstone::group_varint {

/// The bits of a value, by its length code. Not in the function: there gcc copies it to the stack
/// at each call.
inline constexpr std::uint32_t kMask[4] = {0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF};

/// Decodes the values behind `flag` to out[0..4). Reads up to 16 bytes from `data`: the last load
/// starts at most 12 bytes in.
template <typename T>
inline void decode_values(std::size_t flag, const std::uint8_t* data, T* out) {
  const std::size_t code0 = flag >> 6;
  const std::size_t code1 = (flag >> 4) & 3;
  const std::size_t code2 = (flag >> 2) & 3;
  const std::size_t code3 = flag & 3;
  const std::uint8_t* data1 = data + 1 + code0;
  const std::uint8_t* data2 = data1 + 1 + code1;
  const std::uint8_t* data3 = data2 + 1 + code2;
  out[0] = io::load_little_endian<std::uint32_t>(data) & kMask[code0];
  out[1] = io::load_little_endian<std::uint32_t>(data1) & kMask[code1];
  out[2] = io::load_little_endian<std::uint32_t>(data2) & kMask[code2];
  out[3] = io::load_little_endian<std::uint32_t>(data3) & kMask[code3];
}

/// The same with loads that end where a value ends: reads nothing behind the group, and up to 3
/// bytes in front of its data, flag included. For the last groups of an input.
template <typename T>
inline void decode_values_backwards(std::size_t flag, const std::uint8_t* data, T* out) {
  const std::size_t code0 = flag >> 6;
  const std::size_t code1 = (flag >> 4) & 3;
  const std::size_t code2 = (flag >> 2) & 3;
  const std::size_t code3 = flag & 3;
  const std::uint8_t* end0 = data + 1 + code0;
  const std::uint8_t* end1 = end0 + 1 + code1;
  const std::uint8_t* end2 = end1 + 1 + code2;
  const std::uint8_t* end3 = end2 + 1 + code3;
  out[0] = io::load_little_endian<std::uint32_t>(end0 - 4) >> (24 - 8 * code0);
  out[1] = io::load_little_endian<std::uint32_t>(end1 - 4) >> (24 - 8 * code1);
  out[2] = io::load_little_endian<std::uint32_t>(end2 - 4) >> (24 - 8 * code2);
  out[3] = io::load_little_endian<std::uint32_t>(end3 - 4) >> (24 - 8 * code3);
}

/// A value's bytes less one: 0..3.
inline std::size_t length_code(std::uint32_t value) {
  return static_cast<std::size_t>(31 - std::countl_zero(value | 1U)) / 8;
}

/// Encodes four values, each of them encodable, and gives the group's size. Writes up to 17 bytes
/// from `out`: each store is covered, from where it has too much, by the next one.
template <typename T>
inline std::size_t encode_group(const T* values, std::uint8_t* out) {
  const auto value0 = static_cast<std::uint32_t>(values[0]);
  const auto value1 = static_cast<std::uint32_t>(values[1]);
  const auto value2 = static_cast<std::uint32_t>(values[2]);
  const auto value3 = static_cast<std::uint32_t>(values[3]);
  const std::size_t code0 = length_code(value0);
  const std::size_t code1 = length_code(value1);
  const std::size_t code2 = length_code(value2);
  const std::size_t code3 = length_code(value3);
  const std::size_t start1 = 2 + code0;
  const std::size_t start2 = start1 + 1 + code1;
  const std::size_t start3 = start2 + 1 + code2;
  out[0] = static_cast<std::uint8_t>(code0 << 6 | code1 << 4 | code2 << 2 | code3);
  io::store_little_endian(out + 1, value0);
  io::store_little_endian(out + start1, value1);
  io::store_little_endian(out + start2, value2);
  io::store_little_endian(out + start3, value3);
  return start3 + 1 + code3;
}

}  // namespace touchstone::group_varint
