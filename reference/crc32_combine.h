// The CRC-32 of two parts out of their CRCs, by matrices over bits: what one zero byte does to a
// CRC is linear, and so is what n of them do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "reference/crc32.h"

namespace touchstone::reference {

/// A linear map of 32 bits: column i is what it makes of bit i.
using BitMatrix = std::array<std::uint32_t, 32>;

constexpr std::uint32_t image_of(const BitMatrix& map, std::uint32_t bits) {
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < map.size(); ++i) {
    if ((bits >> i & 1) != 0) result ^= map[i];
  }
  return result;
}

/// What a zero byte makes of a CRC whose ones before and after are left out.
constexpr BitMatrix one_zero_byte() {
  constexpr std::array<std::uint8_t, 1> kZero{};
  BitMatrix map{};
  for (std::size_t i = 0; i < map.size(); ++i) map[i] = ~crc32(kZero, ~(std::uint32_t{1} << i));
  return map;
}

/// Entry k: the same of 2^k zero bytes.
inline constexpr std::array<BitMatrix, 64> kZeroBytes = [] {
  std::array<BitMatrix, 64> maps{one_zero_byte()};
  for (std::size_t k = 1; k < maps.size(); ++k) {
    for (std::size_t i = 0; i < maps[k].size(); ++i) {
      maps[k][i] = image_of(maps[k - 1], maps[k - 1][i]);
    }
  }
  return maps;
}();

/// The CRC of two parts end to end, the second of `length` bytes; for every value of 64 bits, and
/// for a `second` that no part of that length has. Cost: a map for each bit of the length.
constexpr std::uint32_t crc32_combine(std::uint32_t first, std::uint32_t second,
                                      std::uint64_t length) {
  for (const BitMatrix& zeros : kZeroBytes) {
    if ((length & 1) != 0) first = image_of(zeros, first);
    length >>= 1;
  }
  return first ^ second;
}

}  // namespace touchstone::reference
