// Seeds of the encode contract, made by rule.
#include <array>
#include <limits>
#include <string>

#include "contracts/group_varint_encode_case.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {
namespace {

using Values = std::vector<std::uint64_t>;
using Seeds = kit::Seeds<EncodeCase>;

constexpr std::uint64_t kLargestInt = std::numeric_limits<std::uint32_t>::max();
constexpr std::array<const char*, 2> kBits{"32-bit", "64-bit"};

EncodeCase writing(Values values, bool wide = false, int spare = 0) {
  EncodeCase c;
  c.wide = wide;
  for (const std::uint64_t value : values) c.beyond = c.beyond || value > kLargestInt;
  c.spare = static_cast<std::int16_t>(spare);
  c.values = std::move(values);
  return c;
}

void add_both_widths(Seeds& seeds, const std::string& name, const Values& values, int spare = 0) {
  seeds.add(seed_name(name, kBits[0]), writing(values, false, spare));
  seeds.add(seed_name(name, kBits[1]), writing(values, true, spare));
}

// Values of every length, told apart by their order: 1, 2, 3, 4 bytes, 1, 2, 3, 4 bytes, ...
Values of_all_lengths(std::size_t count) {
  Values values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back((i + 1) % 256 << (8 * (i % 4)));
  }
  return values;
}

// --- values --------------------------------------------------------------------------------------

struct Boundary {
  const char* name;
  std::uint64_t value;
};
constexpr std::array<Boundary, 11> kBoundaries{{{"0", 0},
                                                {"1", 1},
                                                {"ff", 0xFF},
                                                {"100", 0x100},
                                                {"ffff", 0xFFFF},
                                                {"10000", 0x10000},
                                                {"ffffff", 0xFFFFFF},
                                                {"1000000", 0x1000000},
                                                {"7fffffff", 0x7FFFFFFF},
                                                {"80000000", 0x80000000},
                                                {"ffffffff", 0xFFFFFFFF}}};

// At each place of a group, and behind it as a vInt. apache/lucene#13373 refused those with bit 31
// set as longs, #13978 as ints: they bear the names of these bugs.
void add_boundaries(Seeds& seeds) {
  for (const auto& [hex, value] : kBoundaries) {
    for (std::size_t place = 0; place < 5; ++place) {
      Values values(5, 3);
      values[place] = value;
      for (const bool wide : {false, true}) {
        const char* bug = value >> 31 == 0 ? "boundary" : wide ? "bug-b14-value" : "bug-b15-value";
        const std::string at = place < 4 ? seed_name("at", place) : "in-tail";
        seeds.add(seed_name(bug, hex, at, kBits[wide ? 1 : 0]), writing(values, wide));
      }
    }
  }
}

void add_top_bits(Seeds& seeds) {
  const Values s08{0x80000001, 1, 0xFFFF, 0x10000};
  seeds.add("bug-b14-s08", writing(s08, true));
  seeds.add("bug-b15-s08", writing(s08, false));
  seeds.add("bug-b14-s08-alone-in-tail", writing({0x80000000}, true));
  seeds.add("bug-b15-s08-alone-in-tail", writing({0x80000000}, false));
  seeds.add("bug-b14-all-ones", writing(Values(7, kLargestInt), true, 17));
  seeds.add("bug-b15-all-ones", writing(Values(7, kLargestInt), false, 17));
}

// What must be refused: at each place, in groups and in the tail.
void add_out_of_range(Seeds& seeds) {
  constexpr std::array<Boundary, 3> kBeyond{{{"2-to-32", 0x1'0000'0000},
                                             {"2-to-63", 0x8000'0000'0000'0000},
                                             {"minus-1", 0xFFFF'FFFF'FFFF'FFFF}}};
  for (const auto& [name, value] : kBeyond) {
    for (std::size_t place = 0; place < 11; ++place) {
      Values values = of_all_lengths(11);
      values[place] = value;
      const std::string at = place < 8 ? seed_name("at", place) : seed_name("in-tail", place - 8);
      seeds.add(seed_name("beyond", name, at), writing(values, true));
    }
  }
  const Values late{1, 2, 3, 4, 5, 6, 7, 0x1'0000'0000};
  seeds.add("beyond-behind-an-output-too-small", writing(late, true, -9));
  seeds.add("beyond-in-the-group-that-has-no-room", writing(late, true, -1));
  Values first = late;
  std::swap(first.front(), first.back());
  seeds.add("beyond-before-an-output-too-small", writing(first, true, -7));
}

// --- room ----------------------------------------------------------------------------------------

// The way of a group turns on how many bytes of output are left: exactly enough, one short, and 1
// to 17 more than enough.
void add_rooms(Seeds& seeds) {
  for (int spare = -1; spare <= 18; ++spare) {
    const std::string room = spare < 0 ? "room-one-short"
                             : spare == 0
                                 ? "room-exact"
                                 : seed_name("room-and", two_digits(static_cast<unsigned>(spare)));
    seeds.add(seed_name(room, "longest-group"),
              writing(Values(4, 0x01020304), spare % 2 != 0, spare));
    seeds.add(seed_name(room, "shortest-groups"),
              writing({9, 8, 7, 6, 5, 4, 3, 2}, spare % 2 == 0, spare));
    seeds.add(seed_name(room, "with-a-tail"), writing(of_all_lengths(11), spare % 3 == 0, spare));
  }
  add_both_widths(seeds, "room-none", {1, 2, 3, 4}, -5);
  add_both_widths(seeds, "room-none-for-a-tail", {1}, -1);
  add_both_widths(seeds, "room-for-the-flag-alone", {1, 2, 3, 4}, -4);
  add_both_widths(seeds, "room-one-short-in-the-tail", {1, 2, 3, 4, 0x80}, -1);
  add_both_widths(seeds, "no-values", {});
  add_both_widths(seeds, "no-values-much-room", {}, 17);
}

// --- published bugs ------------------------------------------------------------------------------

// fast-pack/streamvbyte#69: the tail stored four bytes through an int at odd addresses, for values
// of one byte too.
void add_stores_in_the_tail(Seeds& seeds) {
  for (std::size_t count = 1; count <= 17; ++count) {
    if (count % 8 == 0) continue;
    EncodeCase c = writing(Values(count, 1 + count % 2), count % 2 != 0);
    c.output_at = {.flush = kit::Flush::aligned,
                   .alignment = static_cast<std::uint8_t>(count * 5 % 64)};
    seeds.add(seed_name("bug-b18-count", two_digits(count)), c);
  }
}

// FastPFOR 846f8da: every short length, so that every number of groups is left behind a fast loop.
void add_short_lengths(Seeds& seeds) {
  for (std::size_t count = 1; count <= 36; ++count) {
    seeds.add(seed_name("bug-b20-length", two_digits(count)),
              writing(of_all_lengths(count), count % 2 == 0));
  }
}

// FastPFOR 7e4710c: bytes that were never set behind a coded length that is no multiple of four.
void add_bytes_never_set(Seeds& seeds) {
  const Values values{1, 300, 70000, 20000000, 0, 0, 0, 0, 5, 300};
  add_both_widths(seeds, "bug-b22-exact", values);
  add_both_widths(seeds, "bug-b22-spare-1", values, 1);
  add_both_widths(seeds, "bug-b22-spare-20", values, 20);
}

void add_long_lists(Seeds& seeds) {
  for (const std::size_t count : {127U, 128U, 129U, 255U, 256U, 300U}) {
    add_both_widths(seeds, seed_name("values", count), of_all_lengths(count));
  }
  add_both_widths(seeds, "values-300-one-short", of_all_lengths(300), -1);
  add_both_widths(seeds, "values-256-spare-40", of_all_lengths(256), 40);
}

}  // namespace

void encode_seeds(Seeds& seeds) {
  add_boundaries(seeds);
  add_top_bits(seeds);
  add_out_of_range(seeds);
  add_rooms(seeds);
  add_stores_in_the_tail(seeds);
  add_short_lengths(seeds);
  add_bytes_never_set(seeds);
  add_long_lists(seeds);
}

}  // namespace touchstone::contracts
