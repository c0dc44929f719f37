// Seeds of the packed read contract, made by rule.
#include <array>
#include <initializer_list>
#include <set>
#include <string>

#include "contracts/packed_read_reach.h"
#include "contracts/seed_parts.h"
#include "reference/numeric.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<PackedReadCase>;
using Reach = PackedReadReach;

using Sizes = std::initializer_list<std::size_t>;

constexpr std::array<unsigned, 14> kWidths{1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64};

// All of a stream of `count` values, with the padding of the format.
PackedReadCase whole(unsigned width, std::size_t count, Content content = Content::noise) {
  PackedReadCase c;
  c.width = static_cast<std::uint8_t>(width);
  c.count = static_cast<std::uint16_t>(count);
  c.claimed = count;
  c.size = c.count;
  c.behind = static_cast<std::int8_t>(reference::numeric::padding(width));
  c.content = content;
  c.split = static_cast<std::uint8_t>(count * 37 + width);
  return c;
}

PackedReadCase part(PackedReadCase c, std::size_t first, std::size_t size) {
  c.first = first;
  c.size = static_cast<std::uint16_t>(size);
  return c;
}

PackedReadCase given(unsigned width, std::size_t count, std::vector<std::uint8_t> bytes) {
  PackedReadCase c = whole(width, count, Content::given);
  c.bytes = std::move(bytes);
  return c;
}

std::string width_name(unsigned width) { return seed_name("width", two_digits(width)); }

// --- sizes ---------------------------------------------------------------------------------------

void add_counts(Seeds& seeds) {
  for (const unsigned width : kWidths) {
    for (const std::size_t count :
         Sizes{0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000}) {
      seeds.add(seed_name(width_name(width), "count", count), whole(width, count),
                count == 0 ? Reach::nothing_asked : reach_of_width(width));
    }
    seeds.add(seed_name(width_name(width), "all-ones"), whole(width, 33, Content::ones),
              width >= 28 ? Reach::top_bit : reach_of_width(width));
    seeds.add(seed_name(width_name(width), "alternating"), whole(width, 40, Content::alternating),
              reach_of_width(width));
    if (width > 32) continue;
    PackedReadCase narrow = whole(width, 131, Content::ones);
    narrow.form = ReadForm::plain_u32;
    seeds.add(seed_name(width_name(width), "all-ones-into-32-bits"), narrow,
              width == 32 ? Reach::u32_top_bit : Reach::u32);
  }
}

// Windows: inside, with an odd start, ending on the last value, one longer than a step.
void add_windows(Seeds& seeds) {
  for (const unsigned width : kWidths) {
    const std::string name = seed_name(width_name(width), "window");
    for (const std::size_t first : Sizes{1, 2, 3, 5, 7}) {
      const bool inside = first * width % 8 != 0;
      seeds.add(seed_name(name, "from", first), part(whole(width, 200), first, 65),
                !inside     ? Reach::a_step_and_some
                : width < 8 ? Reach::start_in_byte
                            : Reach::odd_start);
    }
    seeds.add(seed_name(name, "odd-to-the-end"), part(whole(width, 130), 65, 65),
              Reach::to_the_end);
    seeds.add(seed_name(name, "of-9-at-the-end"), part(whole(width, 130), 121, 9),
              Reach::to_the_end);
    seeds.add(seed_name(name, "of-1-at-the-end"), part(whole(width, 130), 129, 1),
              Reach::one_value);
    seeds.add(seed_name(name, "of-0-behind-the-end"), part(whole(width, 130), 130, 0),
              Reach::nothing_asked);
  }
}

// From the whole window of the widest load down to nothing behind the last value.
void add_slice_ends(Seeds& seeds) {
  for (const unsigned width : kWidths) {
    for (const int behind : {0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64}) {
      PackedReadCase c = part(whole(width, 48), 3, 45);
      c.behind = static_cast<std::int8_t>(behind);
      const auto padding = static_cast<int>(reference::numeric::padding(width));
      const Reach reach = behind >= 64                       ? Reach::in_front_of_more
                          : padding > 0 && behind == 0       ? Reach::no_padding
                          : padding > 0 && behind == padding ? Reach::exact_padding
                                                             : Reach::to_the_end;
      seeds.add(seed_name(width_name(width), "behind", two_digits(static_cast<unsigned>(behind))),
                c, reach);
    }
    PackedReadCase left = whole(width, 77);
    left.input_at.flush = left.output_at.flush = kit::Flush::left;
    seeds.add(seed_name(width_name(width), "at-the-left-guard"), left, Reach::to_the_end);
  }
}

// --- forms ---------------------------------------------------------------------------------------

PackedReadCase affine(PackedReadCase c, std::uint64_t factor, std::uint64_t offset) {
  c.form = ReadForm::affine;
  c.factor = factor;
  c.offset = offset;
  return c;
}

PackedReadCase by_table(PackedReadCase c, std::size_t entries) {
  c.form = ReadForm::table;
  c.entries = static_cast<std::uint16_t>(entries);
  return c;
}

// Of many values; of few the width is all there is to say.
Reach reach_of_factor(std::uint64_t factor) {
  if (factor <= 1) return factor == 0 ? Reach::factor_zero : Reach::added;
  return factor >> 32 == 0 ? Reach::multiplied_short : Reach::multiplied_long;
}

// Nibbles have products of 48 bits cut out and multiplied in one; neighbours must not show in them.
void add_nibble_factors(Seeds& seeds, unsigned width) {
  const std::uint64_t power = std::uint64_t{1} << (48 - width);
  for (const std::size_t first : Sizes{0, 1}) {
    const PackedReadCase ones = part(whole(width, 80, Content::ones), first, 79);
    const PackedReadCase noise = part(whole(width, 80), first, 79);
    const std::string name = seed_name(width_name(width), "from", first);
    seeds.add(seed_name(name, "all-ones-products-below-2-to-48"), affine(ones, power - 1, 5),
              reach_of_factor(power - 1));
    seeds.add(seed_name(name, "all-ones-products-above-2-to-48"), affine(ones, power, 5),
              reach_of_factor(power));
    seeds.add(seed_name(name, "noise-products-below-2-to-48"), affine(noise, power - 1, 5),
              reach_of_factor(power - 1));
    seeds.add(seed_name(name, "noise-products-below-2-to-47"), affine(noise, power / 2 - 1, 5),
              reach_of_factor(power / 2 - 1));
  }
}

void add_affine(Seeds& seeds) {
  struct Form {
    const char* name;
    std::uint64_t factor;
    std::uint64_t offset;
  };
  constexpr std::array<Form, 6> kForms{{{"offset-minus-100", 1, 0 - std::uint64_t{100}},
                                        {"factor-1000", 1000, 0 - std::uint64_t{100}},
                                        {"factor-a-day", 86'400'000, 0 - std::uint64_t{3}},
                                        {"factor-2-to-32", 0x1'0000'0000, 0},
                                        {"factor-of-64-bits", 0x9E37'79B9'7F4A'7C15, 1},
                                        {"factor-0", 0, 42}}};
  for (const unsigned width : kWidths) {
    for (const Form& form : kForms) {
      seeds.add(
          seed_name(width_name(width), form.name),
          affine(part(whole(width, 70), 3, 67), form.factor, form.offset),
          width == 64 && form.factor > 1 ? Reach::affine_wraps : reach_of_factor(form.factor));
    }
    // Where vector kernels go from one multiplication to the next: products of 52 bits, and
    // factors of 32.
    const PackedReadCase ones = whole(width, 19, Content::ones);
    for (const unsigned bits :
         std::set<unsigned>{32, width < 52 ? 52 - width : 1, width < 52 ? 53 - width : 2}) {
      const std::uint64_t power = std::uint64_t{1} << bits;
      seeds.add(seed_name(width_name(width), "all-ones-factor-below-2-to", two_digits(bits)),
                affine(ones, power - 1, 5), reach_of_factor(power - 1));
      seeds.add(seed_name(width_name(width), "all-ones-factor-2-to", two_digits(bits)),
                affine(ones, power, 5), reach_of_factor(power));
    }
    if (width % 8 == 4 && width > 8) add_nibble_factors(seeds, width);
    if (width <= 2) continue;  // that was it
    seeds.add(seed_name(width_name(width), "all-ones-factor-2-to-51"),
              affine(whole(width, 19, Content::ones), std::uint64_t{1} << 51, 5),
              width > 13 ? Reach::affine_wraps : Reach::multiplied_long);
  }
  constexpr std::uint64_t kLowest = std::uint64_t{1} << 63;
  seeds.add("wrap-from-the-lowest-long", affine(whole(64, 17), 1, kLowest), Reach::added);
  seeds.add("wrap-to-4-and-minus-1",
            affine(given(64, 2,
                         {255, 255, 255, 255, 255, 255, 255, 255, 250, 255, 255, 255, 255, 255, 255,
                          255}),
                   1, 5),
            reach_of_width(64));
  seeds.add("wrap-from-the-highest-long", affine(given(40, 2, {0, 0, 0, 0, 0, 1}), 1, kLowest - 1),
            reach_of_width(40));
}

// Values below the table's size but for one, which is that size.
PackedReadCase lone(unsigned width, std::size_t entries, std::size_t alone, std::size_t first = 0,
                    std::size_t count = 150) {
  PackedReadCase c = part(whole(width, count, Content::lone), first, count - first);
  c.bound = static_cast<std::uint16_t>(entries);
  c.alone = static_cast<std::uint16_t>(alone);
  return by_table(c, entries);
}

void add_tables(Seeds& seeds) {
  for (const unsigned width : {1U, 2U, 4U, 8U}) {
    const std::size_t all = std::size_t{1} << width;
    for (std::size_t entries = all; entries > 0; entries -= std::max<std::size_t>(1, all / 4)) {
      PackedReadCase c = by_table(whole(width, 150, Content::small), entries);
      c.bound = static_cast<std::uint16_t>(std::min(entries, all));
      seeds.add(seed_name("table-of", entries, width_name(width)), c,
                entries == all ? Reach::table_exact : Reach::table_partial);
    }
    PackedReadCase half = by_table(whole(width, 150, Content::small), all / 2);
    half.bound = static_cast<std::uint16_t>(all);
    seeds.add(seed_name("table-of-half", width_name(width), "and-many-beyond"), half,
              Reach::no_entry);
    seeds.add(seed_name("table-of-0", width_name(width)),
              by_table(whole(width, 9, Content::zeros), 0), Reach::no_entry);
  }
  for (const std::size_t entries : Sizes{15, 16, 17, 31, 32, 33, 255, 256, 257}) {
    PackedReadCase c = by_table(part(whole(8, 300, Content::small), 1, 299), entries);
    c.bound = static_cast<std::uint16_t>(entries);
    seeds.add(seed_name("table-of", entries, "at-8-bits"), c,
              entries >= 256 ? Reach::table_256 : Reach::table_partial);
  }
  for (const unsigned width : {12U, 20U, 32U, 64U}) {
    PackedReadCase c = by_table(whole(width, 300, Content::small), 200);
    c.bound = 200;
    seeds.add(seed_name("table-of-200", width_name(width)), c, Reach::table_partial);
  }
  // Behind the last value asked for, in its last byte, the beginning of one that the table lacks.
  seeds.add("table-of-3-beyond-in-the-last-byte-12",
            by_table(part(given(12, 4, {1, 0x20, 0, 0, 0xF0, 0}), 0, 3), 3), reach_of_width(12));
  seeds.add("table-of-3-beyond-in-the-last-byte-20",
            by_table(part(given(20, 4, {1, 0, 0x20, 0, 0, 0, 0, 0xF0, 0, 0}), 0, 3), 3),
            reach_of_width(20));
  // A single value, whose look-up is apart: held by the table, and not.
  for (const std::size_t first : Sizes{3, 5}) {
    const PackedReadCase one = part(given(8, 9, {0, 1, 2, 3, 4, 5, 6, 7, 8}), first, 1);
    seeds.add(seed_name("table-of-5-one-value-at", first), by_table(one, 5),
              first < 5 ? Reach::one_value : Reach::no_entry);
    seeds.add(seed_name("factor-1000-one-value-at", first), affine(one, 1000, 3), Reach::one_value);
  }
}

// The one that is too large as the only one. Up to 8 bits whole words are looked at, whose even and
// odd values go apart, and what is in front of and behind them; above 256 values at a time.
void add_lone_offenders(Seeds& seeds) {
  struct Table {
    unsigned width;
    std::size_t entries;
  };
  constexpr std::array<Table, 9> kTables{
      {{1, 1}, {2, 1}, {2, 2}, {2, 3}, {4, 1}, {4, 9}, {4, 15}, {8, 1}, {8, 200}}};
  for (const auto& [width, entries] : kTables) {
    for (const std::size_t first : Sizes{0, 1, 3}) {
      for (const std::size_t place : Sizes{1, 3, 66, 67, 149}) {
        const Reach reach = place < first    ? Reach::table_partial
                            : place % 2 == 0 ? Reach::no_entry
                                             : Reach::one_odd_no_entry;
        seeds.add(seed_name(width_name(width), "table-of", entries, "one-beyond-at", place, "from",
                            first),
                  lone(width, entries, place, first), reach);
      }
    }
  }
  for (const unsigned width : {12U, 20U, 32U, 64U}) {
    for (const std::size_t place : Sizes{3, 4, 255, 256, 258, 259, 299}) {
      seeds.add(seed_name(width_name(width), "table-of-200-one-beyond-at", place),
                lone(width, 200, place, 3, 300), Reach::no_entry);
    }
  }
  // Of scattered documents: a table that lacks the last index alone.
  for (const unsigned width : {1U, 2U, 4U, 8U}) {
    for (const Lie lie : {Lie::contiguous, Lie::strided}) {
      PackedReadCase c = lone(width, (std::size_t{1} << width) - 1, 66);
      c.by_documents = true;
      c.lie = lie;
      c.stride = 3;
      c.size = lie == Lie::strided ? 50 : 150;
      seeds.add(seed_name(width_name(width), "table-without-the-last-index",
                          lie == Lie::strided ? "every-third" : "in-a-row"),
                c, Reach::no_entry);
    }
  }
}

// --- documents -----------------------------------------------------------------------------------

PackedReadCase listed(unsigned width, Lie lie, std::size_t first, std::size_t size,
                      unsigned stride = 1, std::size_t place = 0) {
  PackedReadCase c = part(whole(width, 600), first, size);
  c.by_documents = true;
  c.lie = lie;
  c.stride = static_cast<std::uint8_t>(stride);
  c.place = static_cast<std::uint16_t>(place);
  return c;
}

void add_documents(Seeds& seeds) {
  for (const unsigned width : kWidths) {
    const std::string name = width_name(width);
    seeds.add(seed_name(name, "documents-in-a-row"), listed(width, Lie::contiguous, 3, 100),
              Reach::documents_range);
    seeds.add(seed_name(name, "documents-gap-in-front"), listed(width, Lie::one_gap, 0, 99, 1, 0),
              Reach::documents_gap);
    seeds.add(seed_name(name, "documents-gap-inside"), listed(width, Lie::one_gap, 1, 99, 5, 50),
              Reach::documents_gap);
    seeds.add(seed_name(name, "documents-gap-at-the-end"),
              listed(width, Lie::one_gap, 1, 99, 1, 97), Reach::documents_gap);
    seeds.add(seed_name(name, "documents-every-third"), listed(width, Lie::strided, 0, 200, 3),
              Reach::documents_strided);
    seeds.add(seed_name(name, "documents-scattered"), listed(width, Lie::scattered, 5, 600, 9),
              Reach::documents_scattered);
    seeds.add(seed_name(name, "documents-one"), listed(width, Lie::contiguous, 599, 1),
              Reach::documents_one);
  }
  seeds.add("documents-none", listed(16, Lie::contiguous, 0, 0), Reach::documents_none);
  seeds.add("documents-affine", affine(listed(20, Lie::scattered, 0, 90, 7), 1000, 7),
            Reach::multiplied_short);
  seeds.add("documents-in-a-row-affine", affine(listed(20, Lie::contiguous, 1, 90), 1000, 7),
            Reach::multiplied_short);
  PackedReadCase looked_up = by_table(listed(8, Lie::scattered, 0, 90, 7), 200);
  looked_up.content = Content::small;
  looked_up.bound = 200;
  seeds.add("documents-by-table", looked_up, Reach::table_partial);
  looked_up.bound = 201;
  looked_up.size = 600;
  looked_up.stride = 2;
  seeds.add("documents-by-table-one-beyond", looked_up, Reach::no_entry);
}

void add_bad_documents(Seeds& seeds) {
  struct Fault {
    const char* name;
    ListFault fault;
    Reach reach;
  };
  constexpr std::array<Fault, 5> kFaults{
      {{"negative", ListFault::negative, Reach::negative},
       {"repeated", ListFault::repeated, Reach::not_increasing},
       {"falling", ListFault::falling, Reach::not_increasing},
       {"past-the-end", ListFault::past_the_end, Reach::document_past_the_end},
       {"wrapping-at-2-to-31", ListFault::wrapping, Reach::not_increasing}}};
  for (const auto& [name, fault, reach] : kFaults) {
    for (const std::size_t place : Sizes{1, 17, 63, 99}) {
      if (fault == ListFault::wrapping && place == 99) continue;  // that ends with the largest id
      for (const Lie lie : {Lie::contiguous, Lie::strided}) {
        PackedReadCase c = listed(24, lie, 2, 100, 3, place);
        c.fault = fault;
        seeds.add(seed_name("documents", name, "at", place,
                            lie == Lie::contiguous ? "in-a-row" : "every-third"),
                  c, reach);
      }
    }
  }
  // Just past the end: with a gap, and alone.
  for (const unsigned width : kWidths) {
    PackedReadCase c = listed(width, Lie::one_gap, 400, 100, 1, 7);
    c.fault = ListFault::past_the_end;
    seeds.add(seed_name(width_name(width), "documents-past-the-end-by-one"), c,
              Reach::document_past_the_end);
    c = listed(width, Lie::contiguous, 599, 1);
    c.fault = ListFault::past_the_end;
    seeds.add(seed_name(width_name(width), "document-alone-past-the-end-by-one"), c,
              Reach::document_past_the_end);
  }
}

// --- what is refused ---------------------------------------------------------------------------

void add_refusals(Seeds& seeds) {
  constexpr std::uint64_t kTop = ~std::uint64_t{0};
  for (const unsigned width : kWidths) {
    PackedReadCase cut = whole(width, 41);
    cut.behind = -1;
    seeds.add(seed_name(width_name(width), "one-byte-short"), cut, Reach::cut);
    seeds.add(seed_name(width_name(width), "one-value-past-the-end"), part(whole(width, 41), 1, 41),
              Reach::past_the_end);
    PackedReadCase more = whole(width, 41);
    more.claimed = 42;
    more.behind = 0;
    seeds.add(seed_name(width_name(width), "claims-one-more"), more,
              width < 8 ? reach_of_width(width) : Reach::cut);
    // A product with the width that 64 bits do not hold, or just so.
    for (const std::uint64_t claimed : {kTop, kTop / 2 + 1, kTop / 8, kTop / 64 + 1}) {
      PackedReadCase huge = whole(width, 4);
      huge.claimed = claimed;
      seeds.add(seed_name(width_name(width), "claims", claimed), huge, Reach::huge_claim);
    }
    if (width <= 32) continue;
    PackedReadCase narrow = whole(width, 9);
    narrow.form = ReadForm::plain_u32;
    seeds.add(seed_name(width_name(width), "into-32-bits"), narrow, Reach::u32_too_wide);
  }
  for (const std::uint64_t first : {kTop, kTop - 1, kTop - 7, kTop / 2 + 1}) {
    seeds.add(seed_name("range-from", first), part(whole(12, 50), first, 2),
              first + 2 < first ? Reach::wrapping_range : Reach::past_the_end);
    seeds.add(seed_name("empty-range-from", first), part(whole(12, 50), first, 0),
              Reach::past_the_end);
  }
}

// --- published bugs ------------------------------------------------------------------------------

void add_public_bugs(Seeds& seeds) {
  // apache/lucene#389: values read outside their slice, where the padding hid it.
  const std::vector<std::uint8_t> s01{0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0x18, 0, 0, 0xDE, 0xBC, 0x0A};
  seeds.add("bug-b01-s01-with-padding", given(20, 5, s01), Reach::exact_padding);
  PackedReadCase stripped = given(20, 5, s01);
  stripped.behind = 0;
  seeds.add("bug-b01-s01-padding-stripped", stripped, Reach::no_padding);
  // fast-pack/FrameOfReference#3: 34 bits of which the low 32 are 0.
  seeds.add("bug-b02-s02",
            affine(given(40, 4, {0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1}), 1,
                   0 - std::uint64_t{3}),
            reach_of_width(40));
  // quickwit-oss/bitpacking#17: the first of 128 needs all 32 bits.
  seeds.add("bug-b03-s03", given(32, 128, {0, 0, 0, 0x80}), Reach::top_bit);
  // facebookincubator/velox#4328: whole vectors were stored behind the last value.
  // dotabuff/manta#13: the top bits of a value that starts inside a byte were lost.
  for (const unsigned width : kWidths) {
    for (const std::size_t size : Sizes{1, 3, 5, 7, 9, 11, 13, 15, 17, 31, 33}) {
      seeds.add(seed_name("bug-b05-output-of", two_digits(size), width_name(width)),
                part(whole(width, 40, Content::ones), 2, size), reach_of_width(width));
    }
    for (std::size_t phase = 1; phase < 8; ++phase) {
      seeds.add(seed_name("bug-b07-from", phase, width_name(width)),
                part(whole(width, 40, Content::ones), phase, 32), reach_of_width(width));
    }
  }
  // apache/arrow#15052: one value at a time gave zeros.
  for (const unsigned width : kWidths) {
    PackedReadCase ones = whole(width, 40);
    ones.split = static_cast<std::uint8_t>(8 * (width % 7));
    seeds.add(seed_name("bug-b10-one-at-a-time", width_name(width)), ones, reach_of_width(width));
  }
  // ClickHouse/ClickHouse#116820: a width out of the stream was a shift count.
  for (const unsigned width : {0U, 3U, 9U, 33U, 57U, 63U, 65U, 127U, 128U, 200U, 255U}) {
    seeds.add(seed_name("bug-b12-s10-width", width), whole(width, 5), Reach::bad_width);
  }
  // elastic/elasticsearch#141089: a buffer was made for each call.
  for (const unsigned width : {40U, 48U, 56U}) {
    seeds.add(seed_name("bug-b13-s11", width_name(width)), part(whole(width, 1280), 128, 1024),
              Reach::many);
  }
  // apache/lucene#13373: bit 31 is not a sign.
  const std::vector<std::uint8_t> s08{0,    0,    0,    0x80, 0xFF, 0xFF, 0xFF, 0x7F,
                                      0xFF, 0xFF, 0xFF, 0xFF, 0,    0,    0,    0};
  seeds.add("bug-b14-s08-64-bit", given(32, 4, s08), Reach::top_bit);
  PackedReadCase narrow = given(32, 4, s08);
  narrow.form = ReadForm::plain_u32;
  seeds.add("bug-b14-s08-32-bit", narrow, Reach::u32_top_bit);
}

}  // namespace

void packed_read_seeds(Seeds& seeds) {
  add_counts(seeds);
  add_windows(seeds);
  add_slice_ends(seeds);
  add_affine(seeds);
  add_tables(seeds);
  add_lone_offenders(seeds);
  add_documents(seeds);
  add_bad_documents(seeds);
  add_refusals(seeds);
  add_public_bugs(seeds);
}

}  // namespace touchstone::contracts
