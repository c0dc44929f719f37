// Comparing bytes without the C library.
//
// A fuzzing engine hooks memcmp to learn what the code under test compares. The kit compares
// canaries and outputs all the time; by memcmp it would drown the codec's own comparisons and pay
// for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace touchstone::kit {

/// Whether [a, a + size) and [b, b + size) hold the same bytes.
inline bool same_bytes(const void* a, const void* b, std::size_t size) {
  const auto* left = static_cast<const unsigned char*>(a);
  const auto* right = static_cast<const unsigned char*>(b);
  std::uint64_t difference = 0;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::uint64_t x;
    std::uint64_t y;
    std::memcpy(&x, left + i, 8);
    std::memcpy(&y, right + i, 8);
    difference |= x ^ y;
  }
  for (; i < size; ++i) difference |= static_cast<std::uint64_t>(left[i] ^ right[i]);
  return difference == 0;
}

/// Whether all of [from, from + size) is `byte`.
inline bool all_bytes(const void* from, std::size_t size, std::uint8_t byte) {
  const auto* bytes = static_cast<const unsigned char*>(from);
  const std::uint64_t wanted = byte * std::uint64_t{0x0101010101010101};
  std::uint64_t difference = 0;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::uint64_t x;
    std::memcpy(&x, bytes + i, 8);
    difference |= x ^ wanted;
  }
  for (; i < size; ++i) difference |= static_cast<std::uint64_t>(bytes[i] ^ byte);
  return difference == 0;
}

}  // namespace touchstone::kit
