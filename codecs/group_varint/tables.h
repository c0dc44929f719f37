// What a flag byte says, worked out once by the compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "codecs/group_varint/group_varint.h"

namespace touchstone::group_varint {

/// Bytes of value `index` (0..3) of a group; the first value's length is in the two most
/// significant bits of the flag, less one.
constexpr std::size_t value_bytes(std::size_t flag, std::size_t index) {
  return ((flag >> (6 - 2 * index)) & 3) + 1;
}

/// Bytes of the whole group, flag included: 5..17.
inline constexpr auto kGroupBytes = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t flag = 0; flag < 256; ++flag) {
    std::size_t bytes = 1;
    for (std::size_t index = 0; index < 4; ++index) bytes += value_bytes(flag, index);
    table[flag] = static_cast<std::uint8_t>(bytes);
  }
  return table;
}();

/// A byte shuffle for each flag.
using ShuffleTable = std::array<std::array<std::uint8_t, 16>, 256>;

/// For a shuffle, an index with its top bit set makes a zero byte.
inline constexpr std::uint8_t kZeroByte = 0x80;

/// From the bytes behind the flag to four 32-bit values.
constexpr ShuffleTable make_spread_table() {
  ShuffleTable table{};
  for (std::size_t flag = 0; flag < 256; ++flag) {
    std::size_t from = 0;
    for (std::size_t index = 0; index < 4; ++index) {
      for (std::size_t byte = 0; byte < 4; ++byte) {
        const bool present = byte < value_bytes(flag, index);
        table[flag][4 * index + byte] = present ? static_cast<std::uint8_t>(from++) : kZeroByte;
      }
    }
  }
  return table;
}

/// From four 32-bit values to the bytes behind the flag; zeros behind those.
constexpr ShuffleTable make_gather_table() {
  ShuffleTable table{};
  for (std::size_t flag = 0; flag < 256; ++flag) {
    std::size_t to = 0;
    for (std::size_t index = 0; index < 4; ++index) {
      for (std::size_t byte = 0; byte < value_bytes(flag, index); ++byte) {
        table[flag][to++] = static_cast<std::uint8_t>(4 * index + byte);
      }
    }
    while (to < 16) table[flag][to++] = kZeroByte;
  }
  return table;
}

/// first, first + 1, ...: the numbers of a vector's lanes, as bytes, shifted.
template <std::size_t kLanes>
constexpr std::array<std::uint8_t, kLanes> make_lanes(int first) {
  std::array<std::uint8_t, kLanes> lanes{};
  for (std::uint8_t& lane : lanes) lane = static_cast<std::uint8_t>(first++);
  return lanes;
}

inline constexpr ShuffleTable kSpread = make_spread_table();
inline constexpr ShuffleTable kGather = make_gather_table();

}  // namespace touchstone::group_varint
