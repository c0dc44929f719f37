// Seeds of the doc values write contract, made by rule.
#include <array>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "contracts/doc_values_write_case.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<DocValuesWriteCase>;

constexpr std::uint32_t kBlock = 16384;
constexpr std::int64_t kWindow = std::int64_t{1} << 62;
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

// --- parts ---------------------------------------------------------------------------------------

ValuesRule few(std::uint32_t count, std::size_t distinct, std::uint64_t stretch,
               std::int64_t base = 0, std::uint64_t step = 1) {
  ValuesRule rule;
  rule.kind = ValuesRule::Kind::few;
  rule.count = count;
  rule.distinct = static_cast<std::uint16_t>(distinct);
  rule.stretch = stretch;
  rule.base = base;
  rule.step = step;
  return rule;
}

ValuesRule spread(std::uint32_t count, unsigned bits, std::int64_t base = 0,
                  std::uint64_t step = 1) {
  ValuesRule rule;
  rule.count = count;
  rule.bits = static_cast<std::uint8_t>(bits);
  rule.other_bits = rule.bits;
  rule.base = base;
  rule.step = step;
  return rule;
}

ValuesRule blocks(std::uint32_t count, unsigned bits, unsigned other_bits, std::int64_t base = 0,
                  std::uint64_t step = 1, std::uint32_t drift = 0) {
  ValuesRule rule = spread(count, bits, base, step);
  rule.other_bits = static_cast<std::uint8_t>(other_bits);
  rule.drift = drift;
  return rule;
}

ValuesRule nine_tenths(std::uint32_t count, unsigned bits, std::uint64_t step = 1) {
  ValuesRule rule = blocks(count, bits, bits / 5 * 4, -5, step);
  rule.kind = ValuesRule::Kind::nine_tenths;
  return rule;
}

ValuesRule falling(ValuesRule rule) {
  rule.falls = true;
  return rule;
}

DocumentsRule some(std::uint32_t first, std::uint32_t run, std::uint32_t gap,
                   std::uint32_t behind = 5) {
  return {
      .kind = DocumentsRule::Kind::some, .first = first, .run = run, .gap = gap, .behind = behind};
}

DocValuesWriteCase writing(ValuesRule values, DocumentsRule documents = {}) {
  DocValuesWriteCase c;
  c.values = values;
  c.documents = documents;
  c.values_at = 53;
  c.documents_at = 61;
  return c;
}

DocValuesWriteCase planned(DocValuesWriteCase c, Plan plan, ValuesRule values) {
  c.plan = plan;
  c.planned_values = values;
  return c;
}

DocValuesWriteCase planned(DocValuesWriteCase c, DocumentsRule documents) {
  c.other_documents = true;
  c.planned_documents = documents;
  return c;
}

DocValuesWriteCase with_room(DocValuesWriteCase c, int values, int documents, int entry) {
  c.spare_values = static_cast<std::int8_t>(values);
  c.spare_documents = static_cast<std::int8_t>(documents);
  c.spare_entry = static_cast<std::int8_t>(entry);
  return c;
}

// --- what is chosen ------------------------------------------------------------------------------

void add_counts(Seeds& seeds) {
  DocValuesWriteCase none = writing(spread(0, 8));
  none.documents.kind = DocumentsRule::Kind::none;
  seeds.add("count-0-no-document", none);
  for (const std::uint32_t count : {1U, 2U, 3U, 1'023U, 1'024U, 1'025U, 1'200U}) {
    for (const unsigned bits : {7U, 12U, 20U, 28U, 40U, 63U}) {
      seeds.add(seed_name("count", count, "bits", two_digits(bits)),
                writing(spread(count, bits, -3)));
    }
  }
  for (const std::uint32_t count : {kBlock - 1, kBlock, kBlock + 1, 2 * kBlock}) {
    seeds.add(seed_name("count", count, "bits-11"), writing(spread(count, 11, -3)));
    seeds.add(seed_name("count", count, "alike"), writing(few(count, 1, 0, 77)));
  }
  for (const std::int64_t value : {kLeast, -kWindow - 1, -kWindow, std::int64_t{-1},
                                   std::int64_t{0}, kWindow - 1, kWindow, kMost}) {
    seeds.add(seed_name("alike", value < 0 ? "minus" : "plus",
                        value < 0 ? 0 - static_cast<std::uint64_t>(value)
                                  : static_cast<std::uint64_t>(value)),
              writing(few(9, 1, 0, value)));
  }
}

void add_tables(Seeds& seeds) {
  for (const std::size_t distinct : {2U, 3U, 4U, 5U, 16U, 17U, 255U, 256U, 257U, 258U}) {
    // As far off as makes a table narrower, and one less far.
    for (const std::uint64_t most : {1U, 2U, 3U, 4U, 15U, 16U, 255U, 256U, 4'095U, 4'096U}) {
      if (most < distinct - 1) continue;
      seeds.add(seed_name("distinct", distinct, "up-to", most),
                writing(few(600, distinct, most - (distinct - 1), -7)));
    }
    seeds.add(seed_name("distinct", distinct, "far-off"),
              writing(few(600, distinct, 1ULL << 40, kLeast, 3)));
    seeds.add(seed_name("distinct", distinct, "falling-from-the-largest"),
              writing(falling(few(600, distinct, 1ULL << 50, kMost))));
    // With the factor a table is not narrower, without it would be.
    seeds.add(seed_name("distinct", distinct, "times-1000"),
              writing(few(600, distinct, 0, 5, 1000)));
  }
  seeds.add("distinct-2-whole-range", writing(few(10, 2, ~0ULL - 1, kLeast)));
}

void add_minima(Seeds& seeds) {
  // The largest is base + 127; widths change behind 255.
  for (const std::int64_t base : {-128, -10, -1, 0, 1, 2, 127, 128, 129, 4'000}) {
    seeds.add(seed_name("least", base < 0 ? "minus" : "plus", base < 0 ? -base : base, "bits-7"),
              writing(spread(200, 7, base)));
    seeds.add(
        seed_name("least", base < 0 ? "minus" : "plus", base < 0 ? -base : base, "bits-7-times-2"),
        writing(spread(200, 7, base, 2)));
  }
  seeds.add("least-minus-10-bits-8", writing(spread(300, 8, -10)));
  seeds.add("bits-63-from-1", writing(spread(300, 63, 1)));
  seeds.add("bits-62-from-1", writing(spread(300, 62, 1)));
  seeds.add("bits-64-whole-range", writing(spread(300, 64, kLeast)));
  seeds.add("bits-64-from-0", writing(spread(300, 64, 0)));
}

void add_factors(Seeds& seeds) {
  for (const std::uint64_t step : {2ULL, 3ULL, 1000ULL, 1ULL << 31, 1ULL << 50}) {
    const std::string name = seed_name("factor", step);
    seeds.add(seed_name(name, "negative"), writing(spread(500, 14, -17, step)));
    seeds.add(seed_name(name, "falling"), writing(falling(spread(500, 14, 17, step))));
    for (const int beside : {-1, 0, 1}) {
      const std::string where = beside < 0 ? "below" : beside == 0 ? "at" : "above";
      seeds.add(seed_name(name, where, "lower-bound"),
                writing(spread(500, 14, -kWindow + beside, step)));
      seeds.add(seed_name(name, where, "upper-bound"),
                writing(falling(spread(500, 14, kWindow - 1 + beside, step))));
    }
  }
  seeds.add("factor-nearly-2-to-the-63", writing(few(3, 2, 0, -kWindow, (1ULL << 63) - 1)));
  seeds.add("factor-two-values", writing(few(2, 2, 0, 5, 1'000'003)));
}

void add_blocks(Seeds& seeds) {
  for (const int off : {-1, 0, 1}) {
    const std::uint32_t count = 2 * kBlock + static_cast<std::uint32_t>(off);
    for (const unsigned bits : {20U, 40U}) {
      if (bits == 40 && off != 0) continue;
      seeds.add(seed_name("nine-tenths", count, "bits", bits), writing(nine_tenths(count, bits)));
    }
    // Divided by the factor the widths are others, and so is what blocks seem to take.
    seeds.add(seed_name("nine-tenths", count, "times-16"), writing(nine_tenths(count, 20, 16)));
  }
  for (const std::uint64_t step : {3ULL, 16ULL, 1000ULL}) {
    // 12 bits divided by the factor.
    seeds.add(seed_name("blocks-times", step), writing(blocks(kBlock + 200, 2, 12, -9, step)));
    seeds.add(seed_name("blocks-times", step, "drifting"),
              writing(blocks(2 * kBlock, 4, 7, -9, step, 100'000)));
  }
  seeds.add("one-block-if-divided", writing(blocks(2 * kBlock - 1, 16, 12, 0, 16)));
  seeds.add("one-block-if-not-divided", writing(blocks(2 * kBlock - 1, 12, 8, 0, 3)));
  seeds.add("blocks-constant-first", writing(blocks(2 * kBlock, 0, 12)));
  seeds.add("blocks-constant-last", writing(blocks(2 * kBlock, 12, 0, 4, 1, 3)));
  seeds.add("blocks-all-constant", writing(blocks(4 * kBlock, 0, 0, 4, 1, 1'000)));
  seeds.add("blocks-drifting", writing(blocks(40'000, 9, 10, -100, 1, 1'000'000)));
  seeds.add("blocks-extremes", writing(blocks(kBlock + 1, 64, 64, kLeast)));
  for (const unsigned last : {1'820U, 1'821U}) {
    // One value beside a whole block of one bit is hardly a tenth.
    seeds.add(seed_name("last-block-of", last), writing(blocks(kBlock + last, 9, 0)));
  }
  DocValuesWriteCase far = writing(blocks(40'000, 9, 10, -100, 1, 1'000'000));
  far.values_at = (1ULL << 62) - 1;
  far.documents_at = 1ULL << 62;
  seeds.add("blocks-far-into-the-file", far);
}

// --- documents -----------------------------------------------------------------------------------

void add_documents(Seeds& seeds) {
  const auto add = [&seeds](std::string name, std::uint32_t count, DocumentsRule rule) {
    seeds.add(seed_name("documents", name), writing(few(count, 1, 0, 7), rule));
  };
  add("first-alone-of-6", 1, some(0, 1, 0));
  add("first-alone-of-1", 1, some(0, 1, 0, 0));
  add("all-but-the-first", 9, some(1, 9, 0, 0));
  add("all-but-the-last", 9, some(0, 9, 0, 1));
  add("all-listed", 9, some(0, 9, 0, 0));
  for (const std::uint32_t count : {4'095U, 4'096U, 4'097U, 65'536U}) {
    add(seed_name(count, "in-a-row"), count, some(0, count, 0));
    add(seed_name(count, "in-the-fourth-block"), count, some(196'608, count, 0));
  }
  for (const std::uint32_t count : {4'095U, 4'096U, 20'000U}) {
    add(seed_name(count, "scattered"), count, some(3, 5, 9));
    add(seed_name(count, "from-the-end-of-a-block-on"), count, some(65'535, 40, 3));
  }
  add("all-but-one-of-a-block", 65'536, some(1, 65'535, 1));
  add("full-block-between-lists", 70'000, some(65'500, 70'000, 0));
  add("blocks-left-out", 40, some(65'536, 1, 300'000));
  add("one-in-each-of-many-blocks", 600, some(0, 1, 65'535));
  add("last", 1, some(2'147'483'646, 1, 0));
  add("last-two-blocks", 300, some(2'147'483'646 - 65'535 - 99, 300, 0));
  add("last-hundred-of-32767", 1'200, some(2'147'483'646 - 99, 1, 0, 0));
  add("block-32766", 5, some(32'766U << 16, 5, 0));
  add("block-32767", 5, some(32'767U << 16, 5, 0));
  add("block-32765-and-bitmap", 4'200, some(32'765U << 16, 3, 4));
  add("first-and-far-away", 2, some(0, 1, 300'000));
}

// --- refusals ------------------------------------------------------------------------------------

void add_rooms(Seeds& seeds) {
  const std::array<std::pair<std::string, ValuesRule>, 4> kinds{
      {{"alike", few(50, 1, 0, 3)},
       {"table", few(50, 5, 1'000)},
       {"one-block", spread(50, 12, -2)},
       {"blocks", blocks(kBlock + 200, 2, 12)}}};
  for (const auto& [name, values] : kinds) {
    const DocValuesWriteCase c = writing(values, some(70'000, 3, 2));
    seeds.add(seed_name("room", name, "values-one-short"), with_room(c, -1, 0, 0));
    seeds.add(seed_name("room", name, "documents-one-short"), with_room(c, 0, -1, 0));
    seeds.add(seed_name("room", name, "entry-one-short"), with_room(c, 0, 0, -1));
    seeds.add(seed_name("room", name, "to-spare"), with_room(c, 17, 17, 17));
  }
  seeds.add("room-bitmap-one-short", with_room(writing(few(5'000, 1, 0), some(1, 1, 1)), 0, -1, 0));
}

// A plan of each kind for values of each kind.
void add_stale_values(Seeds& seeds) {
  const std::uint32_t count = 2 * kBlock;
  const std::array<std::pair<std::string, ValuesRule>, 7> kinds{
      {{"alike", few(count, 1, 0, 3)},
       {"alike-others", few(count, 1, 0, 4)},
       {"table", few(count, 5, 100'000, 3)},
       {"one-block", spread(count, 11, -2)},
       {"factor", spread(count, 10, 3, 1'000)},
       {"blocks", blocks(count, 2, 12)},
       {"blocks-times-16", blocks(count, 12, 2, 5, 16)}}};
  for (const auto& [name, values] : kinds) {
    for (const auto& [plan_name, plan] : kinds) {
      if (name == plan_name) continue;
      const DocValuesWriteCase c = planned(writing(values), Plan::of_as_many, plan);
      seeds.add(seed_name("plan-of", plan_name, "for", name), with_room(c, 1, 0, 0));
    }
    ValuesRule fewer = values;
    fewer.count = 300;
    const DocValuesWriteCase c = planned(writing(fewer), Plan::of_any, values);
    seeds.add(seed_name("plan-of-more", name), c);
    seeds.add(seed_name("plan-of-fewer", name), planned(writing(values), Plan::of_any, fewer));
  }
  const auto stale = [&seeds](std::string name, ValuesRule values, ValuesRule plan) {
    seeds.add(seed_name("plan", name),
              with_room(planned(writing(values), Plan::of_as_many, plan), 1, 0, 0));
  };
  stale("one-bit-too-narrow", spread(300, 9), spread(300, 8));
  stale("wide-enough", spread(300, 8, 5), spread(300, 12, 3));
  stale("least-is-less", spread(300, 12, -4), spread(300, 12, -3));
  stale("another-factor", spread(300, 8, 0, 6), spread(300, 12, 0, 4));
  stale("a-multiple-of-the-factor", spread(300, 7, 0, 6), spread(300, 12, 0, 3));
  stale("table-without-one-of-them", few(300, 5, 100'000), few(300, 4, 100'001));
  stale("table-with-more", few(300, 4, 100'001), few(300, 5, 100'000));
  stale("below-all-of-a-table", few(300, 5, 100'000, -1), few(300, 5, 100'000, 0));
  stale("of-64-bits-takes-all", spread(300, 64, 9), spread(300, 64, kLeast));
  stale("blocks-one-byte-longer", blocks(kBlock + 201, 2, 12), blocks(kBlock + 201, 2, 16));
  stale("blocks-of-as-many-bytes", blocks(kBlock + 201, 2, 12), blocks(kBlock + 201, 2, 11, 700));
  stale("blocks-wide-one-narrow", blocks(kBlock + 201, 2, 0), blocks(kBlock + 201, 0, 2));
  stale("blocks-no-room-for-a-head", blocks(2 * kBlock, 0, 12), blocks(2 * kBlock, 0, 0, 4, 1, 3));
  // The number of values is looked at first, then the room.
  seeds.add("plan-of-more-and-one-byte-short",
            with_room(planned(writing(spread(299, 12)), Plan::of_any, spread(300, 12)), -1, 0, 0));
}

void add_stale_documents(Seeds& seeds) {
  DocumentsRule none;
  none.kind = DocumentsRule::Kind::none;
  const std::array<std::pair<std::string, DocumentsRule>, 6> kinds{
      {{"none", none},
       {"all", {}},
       {"list", some(3, 2, 1)},
       {"several-blocks", some(3, 2, 30'000)},
       {"far-away", some(1'000'000, 300, 0)},
       {"in-a-row", some(5, 300, 0)}}};
  for (const auto& [name, documents] : kinds) {
    for (const auto& [plan_name, plan] : kinds) {
      if (name == plan_name) continue;
      const DocValuesWriteCase c = planned(writing(few(300, 1, 0, 7), documents), plan);
      seeds.add(seed_name("documents-plan-of", plan_name, "for", name), with_room(c, 0, 1, 0));
    }
  }
  seeds.add("documents-plan-of-bitmap-for-two-blocks",
            planned(writing(few(5'000, 1, 0), some(60'000, 4, 1)), some(0, 4, 1)));
}

}  // namespace

void doc_values_write_seeds(Seeds& seeds) {
  add_counts(seeds);
  add_tables(seeds);
  add_minima(seeds);
  add_factors(seeds);
  add_blocks(seeds);
  add_documents(seeds);
  add_rooms(seeds);
  add_stale_values(seeds);
  add_stale_documents(seeds);
}

}  // namespace touchstone::contracts
