// The Case of the contract of CRC-32, its drawing, its words and its seeds.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

#include "harness/contract.h"

namespace touchstone::contracts {

struct Crc32Case {
  std::uint32_t before = 0;           ///< the CRC of what came before the message
  std::vector<std::uint16_t> pieces;  ///< sizes of the pieces it is cut into; the last has the rest
  kit::Placement at;
  std::uint16_t more = 0;           ///< bytes behind `bytes` by rule, so that short files are long
  std::vector<std::uint8_t> bytes;  ///< how the message starts

  bool operator==(const Crc32Case&) const = default;

  std::size_t size() const { return bytes.size() + more; }
};

inline constexpr std::uint16_t kMostGivenBytes = 4096;
inline constexpr std::uint16_t kMostMoreBytes = 4096;

/// `bytes`, and then `more` bytes of which the i-th of the message is 167 i + 13 modulo 256. Lives
/// until the next call.
std::span<const std::uint8_t> message_of(const Crc32Case& c);

/// Calls visit(offset, size) for each piece; there is at least one, and pieces may be empty.
template <typename Visit>
void for_each_piece(const Crc32Case& c, Visit visit) {
  std::size_t at = 0;
  for (const std::uint16_t piece : c.pieces) {
    const std::size_t size = piece < c.size() - at ? piece : c.size() - at;
    visit(at, size);
    at += size;
  }
  visit(at, c.size() - at);
}

void draw_crc32_case(kit::Draw& d, Crc32Case& c);
void describe_crc32_case(const Crc32Case& c, std::ostream& out);
void crc32_seeds(kit::Seeds<Crc32Case>& seeds);

}  // namespace touchstone::contracts
