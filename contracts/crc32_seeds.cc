// Seeds of the contract of CRC-32, made by rule.
#include <array>
#include <string>
#include <utility>

#include "contracts/crc32_case.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<Crc32Case>;

// The message is 167 i + 13 all through: no file needs to hold it.
Crc32Case of_size(std::size_t size, std::uint32_t before = 0) {
  Crc32Case c;
  c.more = static_cast<std::uint16_t>(size);
  c.before = before;
  return c;
}

kit::Placement at_address(std::size_t modulo_64) {
  return {.flush = kit::Flush::aligned, .alignment = static_cast<std::uint8_t>(modulo_64)};
}

constexpr kit::Placement kBehindPage{.flush = kit::Flush::left, .alignment = 0};

std::vector<std::uint8_t> digits() { return {'1', '2', '3', '4', '5', '6', '7', '8', '9'}; }

// borgbackup/borg#10149, zlib-ng 41443570: short inputs were loaded as 16 bytes and the surplus
// masked; only an unmapped page tells. Up to two blocks, at either page.
void add_short_at_pages(Seeds& seeds) {
  for (std::size_t size = 0; size <= 33; ++size) {
    const std::uint32_t before =
        size % 3 == 0 ? 0 : 0x9AE0'DAAFU + static_cast<std::uint32_t>(size);
    Crc32Case c = of_size(size, before);
    seeds.add(seed_name("bug-b27-size", two_digits(size), "ends-at-a-page"), c);
    c.at = kBehindPage;
    seeds.add(seed_name("bug-b27-size", two_digits(size), "starts-at-a-page"), c);
  }
}

// zlib-ng#215: word steps counted one byte; wrong by start address modulo 8 and by size.
void add_words_at_addresses(Seeds& seeds) {
  for (std::size_t address = 0; address < 8; ++address) {
    for (const std::size_t size : {8U, 12U, 13U, 20U, 39U, 64U}) {
      Crc32Case c = of_size(size);
      c.at = at_address(address);
      seeds.add(seed_name("bug-b29-s20-address", address, "size", size), c);
    }
  }
}

// trifectatechfoundation/zlib-rs#407: parts of 32 and 64 bytes of one message.
void add_braids(Seeds& seeds) {
  for (const std::uint16_t part : {std::uint16_t{32}, std::uint16_t{64}}) {
    for (std::size_t parts = 1; parts <= 5; ++parts) {
      Crc32Case c = of_size(part * parts);
      c.pieces.assign(parts, part);
      seeds.add(seed_name("bug-b28-s20", parts, "parts-of", part), c);
    }
  }
}

// ebiggers/libdeflate#403: upper lanes of a widened CRC were foreign. Messages whose first vector
// is a partial one, behind CRCs that are all bits.
void add_widened(Seeds& seeds) {
  for (const std::size_t first : {1U, 2U, 3U, 4U, 5U, 15U, 16U, 17U, 63U, 64U}) {
    seeds.add(seed_name("bug-b33-first-vector-of", two_digits(first)),
              of_size(512 + first, 0xFFFF'FFFF));
    seeds.add(seed_name("bug-b33-first-vector-of", two_digits(first), "alone"),
              of_size(first, 0x5555'5555));
  }
}

// zlib-ng#1262: an initial value with bit 31 set went through a signed 64-bit type.
void add_high_initial_values(Seeds& seeds) {
  for (const auto& [name, before] : {std::pair{"9ae0daaf", 0x9AE0'DAAFU},
                                     {"80000000", 0x8000'0000U},
                                     {"ffffffff", 0xFFFF'FFFFU},
                                     {"debb20e3", 0xDEBB'20E3U}}) {
    Crc32Case c;
    c.bytes = digits();
    c.before = before;
    c.pieces = {4};
    seeds.add(seed_name("bug-b31-s24-behind", name), c);
    Crc32Case longer = of_size(1000, before);
    longer.pieces = {1, 2, 500};
    seeds.add(seed_name("bug-b31-s24-behind", name, "long"), longer);
  }
}

// The sizes at which a kernel takes another way, one below and one above.
void add_borders(Seeds& seeds) {
  for (const std::size_t border :
       {64U, 128U, 192U, 256U, 320U, 384U, 448U, 512U, 576U, 768U, 1024U, 2048U, 4096U}) {
    for (const std::size_t size : {border - 1, border, border + 1}) {
      Crc32Case c = of_size(size > kMostMoreBytes ? kMostMoreBytes : size, 0xCBF4'3926);
      if (size > kMostMoreBytes) c.bytes = {0x2A};
      c.at = size % 2 == 0 ? kit::Placement{} : at_address(size % 63);
      c.pieces = {static_cast<std::uint16_t>(size % 600), 0, 1};
      seeds.add(seed_name("size", size), c);
    }
  }
  for (std::size_t blocks = 0; blocks < 8; ++blocks) {
    seeds.add(seed_name("blocks-behind-rounds", blocks), of_size(384 + 16 * blocks + 2, 1));
  }
}

void add_addresses(Seeds& seeds) {
  for (std::size_t address = 0; address < 64; ++address) {
    Crc32Case c = of_size(300 + 7 * address % 64, static_cast<std::uint32_t>(address));
    c.at = at_address(address);
    c.pieces = {static_cast<std::uint16_t>(address), static_cast<std::uint16_t>(64 - address)};
    seeds.add(seed_name("address", two_digits(address)), c);
  }
}

void add_cuts(Seeds& seeds) {
  for (std::uint16_t cut = 0; cut <= 9; ++cut) {
    Crc32Case c;
    c.bytes = digits();
    c.pieces = {cut};
    seeds.add(seed_name("check-value-cut-after", cut), c);
  }
  Crc32Case single;
  single.bytes = digits();
  single.pieces.assign(8, 1);
  seeds.add("check-value-byte-by-byte", single);
  Crc32Case empty = of_size(0, 0xCBF4'3926);
  empty.pieces = {0, 0, 0, 0};
  seeds.add("nothing-in-five-pieces", empty);
}

void add_contents(Seeds& seeds) {
  for (const std::size_t size : {3U, 16U, 100U, 300U, 1024U}) {
    Crc32Case zeros;
    zeros.bytes.assign(size, 0x00);
    seeds.add(seed_name("zeros", size), zeros);
    zeros.before = 0xFFFF'FFFF;
    seeds.add(seed_name("zeros", size, "behind-ones"), zeros);
    Crc32Case ones;
    ones.bytes.assign(size, 0xFF);
    seeds.add(seed_name("ones", size), ones);
  }
  // Its own CRC behind a message, little-endian: the residue.
  Crc32Case residue;
  residue.bytes = digits();
  for (const unsigned byte : {0x26U, 0x39U, 0xF4U, 0xCBU}) {
    residue.bytes.push_back(static_cast<std::uint8_t>(byte));
  }
  seeds.add("check-value-behind-itself", residue);
}

}  // namespace

void crc32_seeds(Seeds& seeds) {
  add_short_at_pages(seeds);
  add_words_at_addresses(seeds);
  add_braids(seeds);
  add_widened(seeds);
  add_high_initial_values(seeds);
  add_borders(seeds);
  add_addresses(seeds);
  add_cuts(seeds);
  add_contents(seeds);
}

}  // namespace touchstone::contracts
