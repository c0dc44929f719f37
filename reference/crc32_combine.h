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

/// The CRC of two parts end to end, the second of `length` bytes; for every value of 64 bits, and
/// for a `second` that no part of that length has. Cost: up to 64 products of matrices.
constexpr std::uint32_t crc32_combine(std::uint32_t first, std::uint32_t second,
                                      std::uint64_t length) {
  BitMatrix zeros = one_zero_byte();  // 1, 2, 4, ... bytes of them
  for (; length != 0; length >>= 1) {
    if ((length & 1) != 0) first = image_of(zeros, first);
    BitMatrix twice{};
    for (std::size_t i = 0; i < twice.size(); ++i) twice[i] = image_of(zeros, zeros[i]);
    zeros = twice;
  }
  return first ^ second;
}

}  // namespace touchstone::reference
