// The CRC in plain C++: eight bytes a step, one table look-up for each.
//
// The naive form: for each byte, crc = table[0][(crc ^ byte) & 0xFF] ^ crc >> 8, a chain of one
// look-up a byte. The trick ("slicing by eight"): a CRC is linear, so what a byte does to it k
// bytes later is a look-up of its own, table[k]; eight of them wait for nothing but the CRC from
// eight bytes before. Bytes are put together little-endian whatever the machine. Nothing is read
// but whole steps inside the span and single bytes behind them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/checksum/kernels.h"
#include "codecs/io/little_endian.h"

namespace touchstone::checksum::scalar {
namespace {

constexpr std::size_t kSlices = 8;

// kTables[k][b]: the CRC of byte b and k zeros behind it, without the ones before and after.
constexpr auto kTables = [] {
  std::array<std::array<std::uint32_t, 256>, kSlices> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB8'8320U : 0U);
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < kSlices; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = before >> 8 ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}();

std::uint32_t look_up(std::uint64_t bytes) {
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < kSlices; ++i) {
    crc ^= kTables[kSlices - 1 - i][bytes >> (8 * i) & 0xFF];
  }
  return crc;
}

}  // namespace

std::uint32_t update(std::uint32_t before, std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = ~before;
  std::size_t at = 0;
  for (; bytes.size() - at >= kSlices; at += kSlices) {
    crc = look_up(io::load_little_endian<std::uint64_t>(&bytes[at]) ^ crc);
  }
  for (; at < bytes.size(); ++at) crc = kTables[0][(crc ^ bytes[at]) & 0xFF] ^ crc >> 8;
  return ~crc;
}

}  // namespace touchstone::checksum::scalar
