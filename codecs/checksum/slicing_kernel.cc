// The CRC in plain C++: four words of eight bytes a step, one table look-up for each byte.
//
// The naive form: for each byte, crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8, a chain of one
// look-up a byte. The trick: a CRC is linear, so what a byte does to it some bytes later is a
// look-up of its own ("slicing"), and words that lie four apart are strands that wait for nothing
// of each other until the end. Bytes are put together little-endian whatever the machine. Nothing
// is read but whole words inside the span and single bytes behind them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/checksum/kernels.h"
#include "codecs/checksum/polynomial.h"
#include "codecs/io/little_endian.h"

namespace touchstone::checksum::scalar {
namespace {

constexpr std::size_t kWord = 8;
constexpr std::size_t kStrands = 4;
constexpr std::size_t kStep = kWord * kStrands;

// [i][b]: what byte b, the i-th of a word, leaves in the CRC once the word has been taken and those
// up to `distance` bytes behind its start.
using WordTables = std::array<std::array<std::uint32_t, 256>, kWord>;
constexpr WordTables tables_for(std::size_t distance) {
  WordTables tables{};
  for (std::size_t i = 0; i < kWord; ++i) {
    const std::uint32_t power = x_to_the(static_cast<std::int64_t>(8 * (distance - 1 - i)));
    // A CRC is linear: single bits are enough, and cost a compiler less.
    for (std::size_t bit = 1; bit < 256; bit *= 2) {
      const std::uint32_t moved = multiply(kByteTable[bit], power);
      for (std::size_t lower = 0; lower < bit; ++lower) {
        tables[i][bit + lower] = tables[i][lower] ^ moved;
      }
    }
  }
  return tables;
}

constexpr WordTables kNextWord = tables_for(kWord);
constexpr WordTables kNextStep = tables_for(kStep);

std::uint32_t look_up(const WordTables& tables, std::uint64_t word) {
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < kWord; ++i) crc ^= tables[i][word >> (8 * i) & 0xFF];
  return crc;
}

std::uint64_t word_at(std::span<const std::uint8_t> bytes, std::size_t at) {
  return io::load_little_endian<std::uint64_t>(&bytes[at]);
}

// Takes whole steps, the last of which brings the strands together; gives how many bytes that were.
std::size_t take_steps(std::uint32_t& crc, std::span<const std::uint8_t> bytes) {
  std::array<std::uint32_t, kStrands> strands{crc};
  std::size_t at = 0;
  for (; bytes.size() - at >= 2 * kStep; at += kStep) {
    for (std::size_t k = 0; k < kStrands; ++k) {
      strands[k] = look_up(kNextStep, word_at(bytes, at + kWord * k) ^ strands[k]);
    }
  }
  crc = 0;
  for (std::size_t k = 0; k < kStrands; ++k) {
    crc = look_up(kNextWord, word_at(bytes, at + kWord * k) ^ strands[k] ^ crc);
  }
  return at + kStep;
}

}  // namespace

std::uint32_t update(std::uint32_t before, std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = ~before;
  std::size_t at = bytes.size() < 2 * kStep ? 0 : take_steps(crc, bytes);
  for (; bytes.size() - at >= kWord; at += kWord) {
    crc = look_up(kNextWord, word_at(bytes, at) ^ crc);
  }
  for (; at < bytes.size(); ++at) crc = add_byte(crc, bytes[at]);
  return ~crc;
}

}  // namespace touchstone::checksum::scalar
