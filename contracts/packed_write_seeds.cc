// Seeds of the packed write contract, made by rule.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "contracts/packed_write_case.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<PackedWriteCase>;
using Values = std::vector<std::uint64_t>;

using Sizes = std::initializer_list<std::size_t>;

constexpr std::array<unsigned, 14> kWidths{1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64};

std::uint64_t largest(unsigned width) { return ~std::uint64_t{0} >> (64 - width); }

PackedWriteCase writing(unsigned width, Values values, int spare = 0) {
  PackedWriteCase c;
  c.width = static_cast<std::uint8_t>(width);
  c.spare = static_cast<std::int16_t>(spare);
  for (const std::uint64_t value : values) {
    if (width == 0 || width > 64 || value <= largest(width)) continue;
    c.beyond = value <= largest(width + 1) ? std::max<std::uint8_t>(c.beyond, 1) : 64;
  }
  c.values = std::move(values);
  return c;
}

// Told apart by their order, the top bits of the width in use.
Values numbered(unsigned width, std::size_t count) {
  Values values;
  for (std::size_t i = 1; i <= count; ++i) {
    values.push_back(i * 0x9E37'79B9'7F4A'7C15 >> (64 - width));
  }
  return values;
}

std::string width_name(unsigned width) { return seed_name("width", two_digits(width)); }

void add_counts(Seeds& seeds) {
  for (const unsigned width : kWidths) {
    for (const std::size_t count : Sizes{0, 1, 2, 3, 7, 8, 9, 16, 17, 64, 65, 129}) {
      seeds.add(seed_name(width_name(width), "count", count),
                writing(width, numbered(width, count)));
    }
    seeds.add(seed_name(width_name(width), "all-ones"), writing(width, Values(15, largest(width))));
    seeds.add(seed_name(width_name(width), "zeros"), writing(width, Values(15, 0)));
    PackedWriteCase often = writing(width, numbered(width, 199), 8);
    often.copies = 3;
    seeds.add(seed_name(width_name(width), "three-times-199"), often);
  }
}

void add_rooms(Seeds& seeds) {
  for (const unsigned width : kWidths) {
    const Values values = numbered(width, 19);
    seeds.add(seed_name(width_name(width), "room-one-short"), writing(width, values, -1));
    seeds.add(seed_name(width_name(width), "room-none-for-padding"), writing(width, values, -4));
    for (const int spare : {1, 3, 7, 8, 9}) {
      seeds.add(seed_name(width_name(width), "room-and", spare), writing(width, values, spare));
    }
  }
}

void add_too_wide(Seeds& seeds) {
  for (const unsigned width : kWidths) {
    if (width == 64) continue;
    for (const std::size_t place : Sizes{0, 8, 16}) {
      Values values = numbered(width, 17);
      values[place] = largest(width) + 1;
      seeds.add(seed_name(width_name(width), "one-bit-too-wide-at", place), writing(width, values));
    }
    Values all = numbered(width, 9);
    all[4] = ~std::uint64_t{0};
    seeds.add(seed_name(width_name(width), "minus-1"), writing(width, all));
    seeds.add(seed_name(width_name(width), "minus-1-and-no-room"), writing(width, all, -2));
  }
}

void add_public_bugs(Seeds& seeds) {
  // fast-pack/FrameOfReference#3: a range of 2^33 measured in 32 bits.
  seeds.add("bug-b02-s02", writing(40, {0, 5, 8589934592, 1}));
  seeds.add("bug-b02-s02-at-32-bits", writing(32, {0, 5, 8589934592, 1}));
  // quickwit-oss/bitpacking#17: the first of 128 needs all 32 bits.
  Values s03(128, 0);
  s03[0] = 0x8000'0000;
  seeds.add("bug-b03-s03", writing(32, s03));
  // apache/arrow-rs#1416: what a longer call left behind came up in a shorter one.
  seeds.add("bug-b09-s09-long", writing(40, numbered(40, 128)));
  seeds.add("bug-b09-s09-short", writing(40, {1, 2, 3, 4, 5}));
  // ClickHouse/ClickHouse#116820: any number was taken for a width.
  for (const unsigned width : {0U, 3U, 9U, 33U, 63U, 65U, 127U, 128U, 200U, 255U}) {
    seeds.add(seed_name("bug-b12-s10-width", width), writing(width, {1}));
  }
  // fast-pack/FastPFOR 7e4710c: padding that was never set.
  for (const unsigned width : kWidths) {
    seeds.add(seed_name("bug-b22-padding", width_name(width)),
              writing(width, {largest(width)}, 12));
  }
}

}  // namespace

void packed_write_seeds(Seeds& seeds) {
  add_counts(seeds);
  add_rooms(seeds);
  add_too_wide(seeds);
  add_public_bugs(seeds);
}

}  // namespace touchstone::contracts
