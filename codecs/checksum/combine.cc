// The CRC of two parts out of the CRCs of each: zeros in the place of the second part are a
// multiplication of the first CRC by a power of x, and the rest is a sum.
#include <array>
#include <cstddef>
#include <cstdint>

#include "codecs/checksum/crc32.h"
#include "codecs/checksum/polynomial.h"

namespace touchstone::checksum {
namespace {

constexpr std::size_t kDigits = 8;  // of four bits: exponents are modulo 2^32 - 1

// kPowers[k][d]: x^(8 d 16^k), which is d 16^k bytes of zeros.
constexpr auto kPowers = [] {
  std::array<std::array<std::uint32_t, 16>, kDigits> powers{};
  std::uint32_t unit = x_to_the(8);
  for (auto& row : powers) {
    row[0] = x_to_the(0);
    for (std::size_t d = 1; d < row.size(); ++d) row[d] = multiply(row[d - 1], unit);
    unit = multiply(row[15], unit);
  }
  return powers;
}();

}  // namespace

std::uint32_t combine(std::uint32_t first, std::uint32_t second, std::uint64_t second_length) {
  // x^(2^32 - 1) is 1, so lengths count modulo that. Twice the halves' sum takes 64 bits to 32.
  std::uint64_t length = (second_length >> 32) + (second_length & 0xFFFF'FFFF);
  length = (length >> 32) + (length & 0xFFFF'FFFF);
  for (std::size_t k = 0; length != 0; ++k, length >>= 4) {
    if ((length & 15) != 0) first = multiply(first, kPowers[k][length & 15]);
  }
  return first ^ second;
}

}  // namespace touchstone::checksum
