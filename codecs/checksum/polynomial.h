// Arithmetic of polynomials modulo the CRC's own, all at compile time, and the constants that the
// kernels fold with. Nothing here is pasted: every constant is derived from EDB88320. Internal to
// the checksum.
//
// A polynomial of degree below 32 is kept as the CRC keeps it, reflected: bit 31 - i is the
// coefficient of x^i, so that 8000'0000 is 1 and 4000'0000 is x.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace touchstone::checksum {

/// The polynomial without its leading x^32, reflected.
inline constexpr std::uint32_t kPolynomial = 0xEDB8'8320;

constexpr std::uint32_t times_x(std::uint32_t a) {
  return a >> 1 ^ ((a & 1) != 0 ? kPolynomial : 0U);
}

/// a b modulo the polynomial. Cost: 32 steps without a branch.
constexpr std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
  std::uint32_t product = 0;
  for (int i = 0; i < 32; ++i) {
    product ^= a & (0U - (b >> 31));
    b <<= 1;
    a = a >> 1 ^ (kPolynomial & (0U - (a & 1)));
  }
  return product;
}

/// x^n modulo the polynomial, for negative n too: the powers of x repeat after 2^32 - 1.
constexpr std::uint32_t x_to_the(std::int64_t n) {
  constexpr std::int64_t kOrder = 0xFFFF'FFFF;
  n %= kOrder;
  if (n < 0) n += kOrder;
  std::uint32_t power = 0x8000'0000;
  for (std::uint32_t square = 0x4000'0000; n != 0; n >>= 1, square = multiply(square, square)) {
    if ((n & 1) != 0) power = multiply(power, square);
  }
  return power;
}

/// A factor for the carry-less multiplication of reflected numbers of 64 bits, by which a product
/// read as 128 bits is that of x^n. The multiplication itself adds a factor x: a product of 64 by
/// 64 bits has 127, and they lie at the low end, where the high degrees are.
constexpr std::uint64_t factor(std::int64_t n) { return std::uint64_t{x_to_the(n - 1)} << 32; }

/// What moves 128 bits of message `bits` on: a factor for the first 64 of them, which stand 64
/// higher, and one for the other 64.
struct FoldFactors {
  std::uint64_t first;
  std::uint64_t second;
};
constexpr FoldFactors fold_factors(std::int64_t bits) { return {factor(bits + 64), factor(bits)}; }

/// Factors for blocks of 16 bytes with up to 31 blocks behind them, the furthest first: from any
/// place on they fit a vector of several blocks. To a block with none behind it they do nothing but
/// shorten it.
inline constexpr std::size_t kFoldBlocks = 32;
alignas(64) inline constexpr auto kFoldTable = [] {
  std::array<FoldFactors, kFoldBlocks> table{};
  for (std::size_t i = 0; i < kFoldBlocks; ++i) {
    table[i] = fold_factors(static_cast<std::int64_t>(128 * (kFoldBlocks - 1 - i)));
  }
  return table;
}();

/// The factors for a vector whose last block has `behind` blocks behind it, `width` blocks in all.
constexpr const FoldFactors* factors_behind(std::size_t behind, std::size_t width) {
  return &kFoldTable[kFoldBlocks - behind - width];
}

/// The largest message whose CRC in front is brought in at the end, by one multiplication, rather
/// than into its first bytes.
inline constexpr std::size_t kMostShort = 256;

/// By message size n: the factor that takes a CRC, as the low 32 of 64 bits, over n bytes to where
/// `kInverse` reduces it. (There the CRC stands x^32 too high, and the reduction multiplies by x^32
/// once more.)
inline constexpr auto kBeforeFactors = [] {
  std::array<std::uint64_t, kMostShort + 1> factors{};
  std::uint32_t power = x_to_the(-65);
  for (std::uint64_t& f : factors) {
    f = std::uint64_t{power} << 32;
    for (int bit = 0; bit < 8; ++bit) power = times_x(power);
  }
  return factors;
}();

/// The whole polynomial, reflected: bit 0 is x^32.
inline constexpr std::uint64_t kWholePolynomial = std::uint64_t{kPolynomial} << 1 | 1;

/// 1 / kWholePolynomial as a power series in the reflected direction, 128 terms. A message of 128
/// bits times this is the quotient of message x^32 by the polynomial; the bits which the quotient
/// times the polynomial has beyond 128 are the remainder, the CRC.
struct Inverse {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};
inline constexpr Inverse kInverse = [] {
  Inverse inverse;
  std::uint64_t window = 1;  // what is still to be cancelled, from bit i on
  for (int i = 0; i < 128; ++i, window >>= 1) {
    if ((window & 1) == 0) continue;
    window ^= kWholePolynomial;
    (i < 64 ? inverse.low : inverse.high) |= std::uint64_t{1} << (i % 64);
  }
  return inverse;
}();

/// kByteTable[b]: the CRC of byte b, without the ones before and after.
inline constexpr auto kByteTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = times_x(crc);
    table[byte] = crc;
  }
  return table;
}();

/// The CRC one byte on.
constexpr std::uint32_t add_byte(std::uint32_t crc, std::uint8_t byte) {
  return kByteTable[(crc ^ byte) & 0xFF] ^ crc >> 8;
}

}  // namespace touchstone::checksum
