// CRC-32 bit by bit, as zlib, gzip, PNG and Lucene's codec footers mean it (reflected polynomial
// EDB88320, all ones before and after; the CRC of "123456789" is CBF43926). For checking golden
// data.
#pragma once

#include <cstdint>
#include <span>

namespace touchstone::reference {

/// The CRC of `bytes`; with the CRC of what came before, that of both together. Cost: 8 steps a
/// byte.
constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0) {
  std::uint32_t crc = ~before;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) {
      const bool lowest_is_set = (crc & 1) != 0;
      crc >>= 1;
      if (lowest_is_set) crc ^= 0xEDB8'8320;
    }
  }
  return ~crc;
}

}  // namespace touchstone::reference
