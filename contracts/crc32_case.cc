#include "contracts/crc32_case.h"

#include <iomanip>
#include <ostream>

#include "harness/hex.h"

namespace touchstone::contracts {

std::span<const std::uint8_t> message_of(const Crc32Case& c) {
  static std::vector<std::uint8_t> message;
  message.assign(c.bytes.begin(), c.bytes.end());
  for (std::size_t i = c.bytes.size(); i < c.size(); ++i) {
    message.push_back(static_cast<std::uint8_t>(167 * i + 13));
  }
  return message;
}

void draw_crc32_case(kit::Draw& d, Crc32Case& c) {
  d.edgy(c.before, std::uint32_t{0}, ~std::uint32_t{0});
  d.list(c.pieces, 8, [](kit::Draw& each, std::uint16_t& piece) {
    each.edgy(piece, std::uint16_t{0}, std::uint16_t{600});
  });
  d.placement(c.at);
  d.edgy(c.more, std::uint16_t{0}, kMostMoreBytes);
  d.rest(c.bytes, kMostGivenBytes);
}

void describe_crc32_case(const Crc32Case& c, std::ostream& out) {
  out << c.size() << " bytes placed " << c.at << ", behind a CRC of " << std::hex
      << std::setfill('0') << std::setw(8) << c.before << std::dec
      << "\nbytes: " << kit::to_hex(c.bytes);
  if (c.more != 0) out << " and " << c.more << " by rule";
  out << "\nin pieces of:";
  for_each_piece(c, [&](std::size_t, std::size_t size) { out << ' ' << size; });
}

}  // namespace touchstone::contracts
