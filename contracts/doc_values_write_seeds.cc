// Seeds of the doc values write contract, made by rule.
#include <array>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "contracts/doc_values_write_case.h"
#include "contracts/doc_values_write_reach.h"
#include "contracts/seed_parts.h"
#include "reference/numeric.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<DocValuesWriteCase>;
using doc_values_write::Reach;
using reference::numeric::bits_required;

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

ValuesRule in_blocks(std::uint32_t count, unsigned bits, unsigned other_bits, std::int64_t base = 0,
                     std::uint64_t step = 1, std::uint32_t drift = 0) {
  ValuesRule rule = spread(count, bits, base, step);
  rule.other_bits = static_cast<std::uint8_t>(other_bits);
  rule.drift = drift;
  return rule;
}

ValuesRule nine_tenths(std::uint32_t count, unsigned bits, std::uint64_t step = 1) {
  ValuesRule rule = in_blocks(count, bits, bits / 5 * 4, -5, step);
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
  seeds.add("count-0-no-document", none, Reach::no_values);
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
    const bool can_be = distinct <= 256;
    // As far off as makes a table narrower, and one less far.
    for (const std::uint64_t most : {1U, 2U, 3U, 4U, 15U, 16U, 255U, 256U, 4'095U, 4'096U}) {
      if (most < distinct - 1) continue;
      const std::string name = seed_name("distinct", distinct, "up-to", most);
      const auto c = writing(few(600, distinct, most - (distinct - 1), -7));
      // Of two values the factor is all of the difference.
      const bool is_table =
          can_be && distinct > 2 && bits_required(distinct - 1) < bits_required(most);
      seeds.add(name, c,
                is_table ? Reach::table : (can_be ? Reach::table_too_wide : Reach::least_negative));
    }
    seeds.add(seed_name("distinct", distinct, "far-off"),
              writing(few(600, distinct, 1ULL << 40, kLeast, 3)),
              can_be ? Reach::table : Reach::least_negative);
    seeds.add(seed_name("distinct", distinct, "falling-from-the-largest"),
              writing(falling(few(600, distinct, 1ULL << 50, kMost))),
              can_be ? Reach::table : Reach::least_kept);
    // With the factor a table is not narrower, without it would be.
    seeds.add(seed_name("distinct", distinct, "times-1000"),
              writing(few(600, distinct, 0, 5, 1000)), Reach::factor);
  }
  seeds.add("distinct-257-and-wider-than-a-table", writing(few(600, 257, 1ULL << 20)),
            Reach::too_many_for_table);
  seeds.add("distinct-2-whole-range", writing(few(10, 2, ~0ULL - 1, kLeast)), Reach::whole_range);
}

void add_minima(Seeds& seeds) {
  // The largest is base + 127; widths change behind 255.
  for (const std::int64_t base : {-128, -10, -1, 0, 1, 2, 127, 128, 129, 4'000}) {
    const std::string name =
        seed_name("least", base < 0 ? "minus" : "plus", base < 0 ? -base : base, "bits-7");
    const DocValuesWriteCase c = writing(spread(200, 7, base));
    if (base == 0) {
      seeds.add(name, c);
    } else {
      seeds.add(name, c,
                base < 0      ? Reach::least_negative
                : base <= 128 ? Reach::least_dropped
                              : Reach::least_kept);
    }
    seeds.add(seed_name(name, "times-2"), writing(spread(200, 7, base, 2)), Reach::factor);
  }
  seeds.add("least-minus-10-bits-8", writing(spread(300, 8, -10)), Reach::least_negative);
  seeds.add("bits-63-from-1", writing(spread(300, 63, 1)), Reach::least_negative);
  seeds.add("bits-62-from-1", writing(spread(300, 62, 1)), Reach::least_dropped);
  seeds.add("bits-64-whole-range", writing(spread(300, 64, kLeast)), Reach::whole_range);
  seeds.add("bits-64-from-0", writing(spread(300, 64, 0)), Reach::least_negative);
}

void add_factors(Seeds& seeds) {
  for (const std::uint64_t step : {2ULL, 3ULL, 1000ULL, 1ULL << 31, 1ULL << 40}) {
    const std::string name = seed_name("factor", step);
    const bool is_small = step <= 1'000;
    seeds.add(seed_name(name, "negative"), writing(spread(500, 14, -17, step)), Reach::factor);
    seeds.add(seed_name(name, "falling"), writing(falling(spread(500, 14, 17, step))),
              Reach::factor);
    for (const int beside : {-1, 0, 1}) {
      const std::string where = beside < 0 ? "below" : beside == 0 ? "at" : "above";
      seeds.add(seed_name(name, where, "lower-bound"),
                writing(spread(500, 14, -kWindow + beside, step)),
                beside > 0    ? Reach::factor
                : beside == 0 ? Reach::factor_at_lower_bound
                : is_small    ? Reach::no_factor_below
                              : Reach::least_negative);
      const DocValuesWriteCase upper =
          writing(falling(spread(500, 14, kWindow - 1 + beside, step)));
      seeds.add(seed_name(name, where, "upper-bound"), upper,
                beside < 0    ? Reach::factor
                : beside == 0 ? Reach::factor_at_upper_bound
                : is_small    ? Reach::no_factor_above
                              : Reach::least_kept);
    }
  }
  seeds.add("factor-nearly-2-to-the-63", writing(few(3, 2, 0, -kWindow, (1ULL << 63) - 1)),
            Reach::factor_at_lower_bound);
  seeds.add("factor-two-values", writing(few(2, 2, 0, 5, 1'000'003)), Reach::factor);
}

void add_blocks(Seeds& seeds) {
  for (const int off : {-1, 0, 1}) {
    const std::uint32_t count = 2 * kBlock + static_cast<std::uint32_t>(off);
    const Reach decision = off < 0    ? Reach::more_than_nine_tenths
                           : off == 0 ? Reach::nine_tenths_exactly
                                      : Reach::nine_tenths_nearly;
    for (const unsigned bits : {20U, 40U}) {
      if (bits == 40 && off != 0) continue;
      seeds.add(seed_name("nine-tenths", count, "bits", bits), writing(nine_tenths(count, bits)),
                decision);
    }
    // Divided by the factor the widths are others, and so is what blocks seem to take.
    seeds.add(seed_name("nine-tenths", count, "times-16"), writing(nine_tenths(count, 20, 16)),
              Reach::factor);
  }
  for (const std::uint64_t step : {3ULL, 16ULL, 1000ULL}) {
    // 12 bits divided by the factor.
    seeds.add(seed_name("blocks-times", step), writing(in_blocks(kBlock + 200, 12, 2, -9, step)),
              Reach::factor);
    seeds.add(seed_name("blocks-times", step, "drifting"),
              writing(in_blocks(2 * kBlock, 8, 12, -9, step, 100'000)), Reach::blocks_with_factor);
  }
  seeds.add("one-block-if-divided", writing(in_blocks(2 * kBlock - 1, 16, 12, 0, 16)),
            Reach::factor);
  seeds.add("blocks-if-not-divided", writing(in_blocks(2 * kBlock - 1, 12, 8, 0, 3)),
            Reach::blocks_with_factor);
  seeds.add("blocks-constant-first", writing(in_blocks(2 * kBlock, 0, 12)), Reach::constant_block);
  seeds.add("blocks-constant-last", writing(in_blocks(2 * kBlock, 12, 0, 4, 1, 3)),
            Reach::constant_block);
  seeds.add("blocks-all-constant", writing(in_blocks(2 * kBlock, 0, 0, 4, 1, 1'000)),
            Reach::constant_block);
  seeds.add("blocks-drifting", writing(in_blocks(40'000, 9, 10, -100, 1, 1'000'000)),
            Reach::last_block_short);
  seeds.add("blocks-drifting-whole", writing(in_blocks(2 * kBlock, 9, 10, -100, 1, 1'000'000)),
            Reach::last_block_whole);
  seeds.add("one-block-of-extremes", writing(in_blocks(kBlock + 1, 64, 64, kLeast)),
            Reach::one_value_more_than_a_block);
  for (const unsigned last : {1'820U, 1'821U}) {
    // A last block of no bits is less than a tenth of all, or more.
    seeds.add(seed_name("last-block-of", last), writing(in_blocks(kBlock + last, 9, 0)),
              last == 1'820 ? Reach::more_than_nine_tenths : Reach::nine_tenths_nearly);
  }
  DocValuesWriteCase far = writing(in_blocks(40'000, 9, 10, -100, 1, 1'000'000));
  far.values_at = (1ULL << 62) - 1;
  far.documents_at = 1ULL << 62;
  seeds.add("blocks-far-into-the-file", far, Reach::far_into_files);
}

// --- documents -----------------------------------------------------------------------------------

void add_documents(Seeds& seeds) {
  const auto add = [&seeds](std::string name, std::uint32_t count, DocumentsRule rule,
                            Reach reach) {
    seeds.add(seed_name("documents", name), writing(few(count, 1, 0, 7), rule), reach);
  };
  using enum Reach;
  add("first-alone-of-6", 1, some(0, 1, 0), first_doc_block_alone);
  add("first-alone-of-1", 1, some(0, 1, 0, 0), all_documents);
  add("all-but-the-first", 9, some(1, 9, 0, 0), first_doc_block_alone);
  add("all-but-the-last", 9, some(0, 9, 0, 1), first_doc_block_alone);
  add("all-listed", 9, some(0, 9, 0, 0), all_documents);
  for (const std::uint32_t count : {4'095U, 4'096U, 4'097U, 65'536U}) {
    const Reach reach = count == 4'095   ? listed_4095
                        : count == 4'096 ? bitmap_of_4096
                        : count < 65'536 ? bitmap
                                         : full_block;
    add(seed_name(count, "in-a-row"), count, some(0, count, 0), reach);
    add(seed_name(count, "in-the-fourth-block"), count, some(196'608, count, 0), reach);
  }
  for (const std::uint32_t count : {4'095U, 4'096U, 20'000U}) {
    add(seed_name(count, "scattered"), count, some(3, 5, 9), count == 4'095 ? listed_4095 : bitmap);
    add(seed_name(count, "from-the-end-of-a-block-on"), count, some(65'535, 40, 3),
        several_doc_blocks);
  }
  add("all-but-one-of-a-block", 65'536, some(1, 65'535, 1), bitmap);
  add("full-block-between-lists", 70'000, some(65'500, 70'000, 0), full_block);
  add("blocks-left-out", 40, some(65'536, 1, 300'000), blocks_left_out);
  add("one-in-each-of-many-blocks", 600, some(0, 1, 65'535), several_doc_blocks);
  add("last", 1, some(2'147'483'646, 1, 0), last_document);
  add("last-two-blocks", 65'536, some(2'147'483'646 - 65'535, 70'000, 0), last_document);
  add("last-hundred-of-32767", 1'200, some(2'147'483'646 - 99, 1, 0, 0), last_document);
  add("block-32766", 5, some(32'766U << 16, 5, 0), blocks_left_out);
  add("block-32767", 5, some(32'767U << 16, 5, 0), blocks_left_out);
  add("block-32765-and-bitmap", 4'200, some(32'765U << 16, 3, 4), bitmap);
  add("first-and-far-away", 2, some(0, 1, 300'000), several_doc_blocks);
}

// --- refusals ------------------------------------------------------------------------------------

void add_rooms(Seeds& seeds) {
  const std::array<std::pair<std::string, ValuesRule>, 4> kinds{
      {{"alike", few(50, 1, 0, 3)},
       {"table", few(50, 5, 1'000)},
       {"one-block", spread(50, 12, -2)},
       {"blocks", in_blocks(kBlock * 2, 2, 12, 0, 1, 5)}}};
  using enum Reach;
  for (const auto& [name, values] : kinds) {
    const DocValuesWriteCase c = writing(values, some(70'000, 3, 2));
    const bool has_bytes = name != "alike";
    seeds.add(seed_name("room", name, "values-one-short"), with_room(c, -1, 0, 0),
              has_bytes ? values_one_byte_short : constant);
    seeds.add(seed_name("room", name, "documents-one-short"), with_room(c, 0, -1, 0),
              documents_one_byte_short);
    seeds.add(seed_name("room", name, "entry-one-short"), with_room(c, 0, 0, -1),
              entry_one_byte_short);
    seeds.add(seed_name("room", name, "to-spare"), with_room(c, 17, 17, 17),
              has_bytes ? room_to_spare : constant);
  }
  seeds.add("room-bitmap-one-short", with_room(writing(few(5'000, 1, 0), some(1, 1, 1)), 0, -1, 0),
            documents_one_byte_short);
}

// A plan of each kind for values of each kind.
void add_stale_values(Seeds& seeds) {
  using enum Reach;
  const std::uint32_t count = 2 * kBlock;
  struct Kind {
    std::string name;
    ValuesRule rule;
    Reach reach;
  };
  const std::array<Kind, 7> kinds{
      {{"alike", few(count, 1, 0, 3), stale_constant},
       {"alike-others", few(count, 1, 0, 4), stale_constant},
       {"table", few(count, 5, 100'000, 3), stale_table},
       {"one-block", spread(count, 11, -2), stale_one_block},
       {"factor", spread(count, 10, 3, 1'000), stale_one_block},
       {"blocks", in_blocks(count, 2, 12, 0, 1, 5), stale_blocks},
       {"blocks-times-16", in_blocks(count, 12, 2, 5, 16), stale_blocks}}};
  for (const Kind& values : kinds) {
    for (const Kind& plan : kinds) {
      if (values.name == plan.name) continue;
      // Three of the plans happen to have room for values that are all 3, two for all 4.
      const bool fits =
          values.reach == stale_constant && (plan.name == "one-block" || plan.name == "table" ||
                                             (plan.name == "factor" && values.name == "alike"));
      const DocValuesWriteCase c = planned(writing(values.rule), Plan::of_as_many, plan.rule);
      seeds.add(seed_name("plan-of", plan.name, "for", values.name), with_room(c, 1, 0, 0),
                fits ? stale_but_fits : plan.reach);
    }
    ValuesRule fewer = values.rule;
    fewer.count = 300;
    seeds.add(seed_name("plan-of-more", values.name),
              planned(writing(fewer), Plan::of_any, values.rule), other_count);
    seeds.add(seed_name("plan-of-fewer", values.name),
              planned(writing(values.rule), Plan::of_any, fewer), other_count);
  }
}

// A plan of the same kind, for values beside those that it was made for.
void add_stale_by_a_little(Seeds& seeds) {
  using enum Reach;
  const auto stale = [&seeds](std::string name, ValuesRule values, ValuesRule plan, Reach reach) {
    seeds.add(seed_name("plan", name),
              with_room(planned(writing(values), Plan::of_as_many, plan), 1, 0, 0), reach);
  };
  stale("one-bit-too-narrow", spread(300, 9), spread(300, 8), stale_one_block);
  stale("wide-enough", spread(300, 8, 5), spread(300, 12, 3), stale_but_fits);
  stale("least-is-less", spread(300, 12, -4), spread(300, 12, -3), stale_one_block);
  stale("another-factor", spread(300, 8, 0, 6), spread(300, 12, 0, 4), stale_one_block);
  stale("a-multiple-of-the-factor", spread(300, 7, 0, 6), spread(300, 12, 0, 3), stale_but_fits);
  stale("table-without-one-of-them", few(300, 5, 100'000), few(300, 4, 100'001), stale_table);
  stale("table-with-more", few(300, 4, 100'001), few(300, 5, 100'000), stale_but_fits);
  stale("below-all-of-a-table", few(300, 5, 100'000, -1), few(300, 5, 100'000, 0), stale_table);
  stale("of-64-bits-takes-all", spread(300, 64, 9), spread(300, 64, kLeast), stale_but_fits);
  const std::uint32_t whole = 2 * kBlock;
  stale("blocks-longer", in_blocks(whole, 2, 12), in_blocks(whole, 2, 16), stale_blocks);
  stale("blocks-shorter", in_blocks(whole, 2, 16), in_blocks(whole, 2, 12), stale_blocks);
  stale("blocks-of-as-many-bytes", in_blocks(whole, 2, 12), in_blocks(whole, 2, 11, 700),
        stale_but_fits);
  stale("blocks-wide-one-narrow", in_blocks(whole, 2, 0, 0, 1, 9), in_blocks(whole, 0, 12),
        stale_blocks);
  stale("blocks-no-room-for-a-head", in_blocks(whole, 12, 2), in_blocks(whole, 12, 0),
        stale_blocks);
  // The number of values is looked at first, then the room.
  seeds.add("plan-of-more-and-one-byte-short",
            with_room(planned(writing(spread(299, 12)), Plan::of_any, spread(300, 12)), -1, 0, 0),
            other_count);
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
  // Lists of as many documents in the first block have one plan.
  const auto one_list = [](const std::string& name) {
    return name == "all" || name == "list" || name == "in-a-row";
  };
  for (const auto& [name, documents] : kinds) {
    for (const auto& [plan_name, plan] : kinds) {
      if (name == plan_name) continue;
      const DocValuesWriteCase c = planned(writing(few(300, 1, 0, 7), documents), plan);
      seeds.add(seed_name("documents-plan-of", plan_name, "for", name), with_room(c, 0, 1, 0),
                plan_name == "none"                     ? Reach::stale_no_document
                : plan_name == "all"                    ? Reach::stale_all_documents
                : one_list(name) && one_list(plan_name) ? Reach::constant
                                                        : Reach::stale_set);
    }
  }
  seeds.add("documents-plan-of-bitmap-for-two-blocks",
            planned(writing(few(5'000, 1, 0), some(60'000, 4, 1)), some(0, 4, 1)),
            Reach::stale_set);
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
  add_stale_by_a_little(seeds);
  add_stale_documents(seeds);
}

}  // namespace touchstone::contracts
