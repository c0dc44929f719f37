// Seeds of the contract of metadata files: what Lucene wrote, whole and damaged; and bodies by
// rule, with each number of each put in a wrong way.
#include <algorithm>
#include <array>
#include <string>

#include "contracts/index_metadata_case.h"
#include "contracts/index_metadata_golden.h"
#include "contracts/seed_parts.h"
#include "harness/hex.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<IndexMetadataCase>;
using enum MetadataKind;

constexpr std::array<std::string_view, 4> kKindWords{"fields", "commit", "segment", "values"};

std::string_view word_of(MetadataKind kind) { return kKindWords[static_cast<std::size_t>(kind)]; }

// --- what Lucene wrote ---------------------------------------------------------------------------

IndexMetadataCase golden(const GoldenBody& body) {
  IndexMetadataCase c;
  c.kind = body.kind;
  c.version = body.version;
  c.skip_index = body.skip_index;
  c.free = true;
  c.bytes = *kit::from_hex(body.hex);
  return c;
}

void add_golden(Seeds& seeds, const GoldenBody& body) {
  const std::string name = seed_name("lucene", body.name);
  const IndexMetadataCase whole = golden(body);
  seeds.add(name, whole);
  constexpr std::size_t kCuts = 12;
  for (std::size_t i = 0; i < kCuts; ++i) {
    IndexMetadataCase c = whole;
    const std::size_t left = (whole.bytes.size() * i + 5) / kCuts;
    if (left == 0) continue;  // the same for all files of that kind and version
    c.bytes.resize(left);
    seeds.add(seed_name(name, "cut-to", left), c);
  }
  for (const int shift : {1, -1, -16}) {
    IndexMetadataCase c = whole;
    c.cut = static_cast<std::int16_t>(shift);
    seeds.add(seed_name(name, shift > 0 ? "less" : "more", shift > 0 ? shift : -shift), c);
  }
  for (const int version : {-1, 0, 1, 2, 3, 4, 9, 10, 11, 12}) {
    if (version == body.version || body.kind == segment_info) continue;
    IndexMetadataCase c = whole;
    c.version = version;
    seeds.add(seed_name(name, "as-version", version < 0 ? "minus-1" : std::to_string(version)), c);
  }
  if (body.kind != doc_values) return;
  IndexMetadataCase c = whole;
  c.skip_index = ~c.skip_index;
  seeds.add(name + "-skip-indexes-turned-round", c);
}

// --- by rule -------------------------------------------------------------------------------------

// A body, its name, and what the writer chooses.
struct Rule {
  std::string_view name;
  MetadataKind kind;
  std::int32_t version;
  std::uint64_t skip_index;
  std::vector<std::uint64_t> choices;
};

IndexMetadataCase by(const Rule& rule) {
  IndexMetadataCase c;
  c.kind = rule.kind;
  c.version = rule.version;
  c.skip_index = rule.skip_index;
  // Written so that the writer takes each as it stands (of a number below a bound: the rest).
  c.choices = rule.choices;
  for (std::uint64_t& choice : c.choices) choice *= 4;
  return c;
}

// The choices in the order of index_metadata_body.cc.
std::vector<Rule> small_rules() {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  return {
      // One field: name, number, bits, options, numeric, skip index, updated, attributes, points.
      {"points-and-updated",
       field_infos,
       2,
       0,
       {1, 5, 7, 1, 3, 1, 1, 3, 14, 2, 4, 2, 1, 3, 100, 1, 2}},
      {"parent", field_infos, 1, 0, {1, 3, 9, 16, 4, 2, 0, 2, 0, 0, 0}},
      {"oldest", field_infos, 0, 0, {1, 3, 9, 15, 4, 5, 0, 1, 2, 2, 0, 0, 0}},
      {"none", field_infos, 2, 0, {}},
      // Versions, counter, segments, oldest; a segment with an id and one with updates.
      {"two-segments", commit, 11, 0, {10, 6, 0, 10, 4, 300, 2, 10, 6, 0, 2, 8, 1, 3,
                                       5,  0, 1, 7,  6, 1,   1, 2,  2, 7, 1, 3, 8, 2,
                                       1,  2, 2, 6,  0, 0,   0, 0,  0, 0, 1, 4, 4}},
      {"no-segments", commit, 10, 0, {9, 12, 3, 9, 4, 1, 0, 1, 3, 4}},
      // Version, oldest, documents, compound, blocks, diagnostics, files, attributes, sort.
      {"compound-of-new",
       segment_info,
       0,
       0,
       {1, 6, 1, 10, 0, 0, 60, 1, 1, 1, 4, 5, 2, 6, 7, 1, 3, 3}},
      {"plain-of-old", segment_info, 0, 0, {0, 4, 0, 700, 0, 0, 0, 0}},
      {"sorted", segment_info, 0, 0, {1, 6, 0, 700, 0, 0, 0, 0, 0, 3}},
      // A record each: number, type, skip index, and the rest.
      {"numeric-table", doc_values, 3, kAll, {1, 7, 0, 8, 8, 99, 1, 70, 69, 3, 1000, 1,
                                              9, 0, 2, 1, 5, 7,  9, 2,  0,  2, 8,    10}},
      {"numeric-sparse", doc_values, 3, 0, {1, 7, 0, 2000, 0, 500, 500, 3, 1, 6, 40, 2, 900, 7000}},
      {"numeric-blocks", doc_values, 0, 0, {1, 7, 0, 70000, 1, 2, 13, 6, 1, 0, 0, 500, 400}},
      {"binary-fixed", doc_values, 1, kAll, {1, 7, 1, 8, 8, 99, 1, 70, 69, 60, 60, 1, 40, 5, 5}},
      {"binary-addresses", doc_values, 2, 0, {1, 7, 1, 60, 60, 1, 40, 5, 15, 20, 3, 20}},
      {"sorted", doc_values, 2, kAll, {1, 7, 2, 8,   8, 99, 1, 70, 69, 3, 1, 500, 1, 4, 0,
                                       1, 6, 6, 200, 2, 9,  9, 2,  2,  2, 2, 3,   8, 8}},
      {"set-single", doc_values, 3, 0, {1, 7, 3, 0, 500, 1, 1, 4, 0, 1, 6, 6, 100, 14, 9, 9}},
      {"set-several", doc_values, 3, 0, {1, 7, 3, 1, 30,  1,  200, 1, 1, 4, 0, 1, 6,
                                         6, 8, 2, 8, 100, 14, 9,   9, 2, 2, 2, 2, 10}},
      {"single", doc_values, 3, 0, {1, 7, 4, 30, 0, 0, 1, 1, 4, 0, 1, 6, 6}},
      {"several", doc_values, 3, 0, {1, 7, 4, 30, 1, 200, 1, 1, 4, 0, 1, 6, 6, 8, 1, 8}},
      {"none", doc_values, 0, 0, {}},
  };
}

void add_rule(Seeds& seeds, const Rule& rule) {
  const std::string name = seed_name(word_of(rule.kind), rule.name);
  const IndexMetadataCase whole = by(rule);
  seeds.add(name, whole);
  const std::size_t numbers = numbers_of(whole);
  constexpr std::array kPlants{Plant::all_ones, Plant::huge,     Plant::top_bit,
                               Plant::one_more, Plant::one_less, Plant::over_long};
  for (std::size_t at = 0; at < numbers; ++at) {
    // Each number goes wrong in two ways, which take turns.
    for (const std::size_t turn : {at, at + 2}) {
      IndexMetadataCase c = whole;
      c.plant = kPlants[turn % kPlants.size()];
      c.plant_at = static_cast<std::uint16_t>(at);
      std::string how(name_of(c.plant));
      std::ranges::replace(how, ' ', '-');
      seeds.add(seed_name(name, "number", two_digits(at), how), c);
    }
  }
}

// Bounds that a number just keeps: as many documents as values, the largest blocks of addresses.
// Each number once in turn is one more than it may be.
void add_at_bounds(Seeds& seeds) {
  const std::array<Rule, 2> rules{
      {{"single-of-49", doc_values, 3, 0, {1, 7, 4, 49, 0, 0, 1, 1, 4, 0, 1, 6, 6}},
       {"several-in-the-largest-blocks",
        doc_values,
        3,
        0,
        {1, 7, 4, 30, 1, 200, 1, 1, 4, 0, 1, 6, 6, 8, 20, 8}}}};
  for (const Rule& rule : rules) {
    const IndexMetadataCase whole = by(rule);
    const std::size_t numbers = numbers_of(whole);
    for (std::size_t at = 0; at < numbers; ++at) {
      IndexMetadataCase c = whole;
      c.plant = Plant::one_more;
      c.plant_at = static_cast<std::uint16_t>(at);
      seeds.add(seed_name(word_of(rule.kind), rule.name, "number", two_digits(at), "one-more"), c);
    }
  }
}

// One body after the other of the same kind: three fields, three records.
void add_several(Seeds& seeds) {
  const Rule fields{
      "several", field_infos, 2, 0, {3, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 0, 1, 3, 0,
                                     0, 2, 0, 0, 0, 0, 6, 3, 0, 0, 5, 1, 0, 2, 0, 0, 0}};
  seeds.add("fields-several", by(fields));
  for (std::uint64_t first = 0; first < 5; ++first) {
    for (std::uint64_t second = 0; second < 5; ++second) {
      Rule rule{
          "two", doc_values, static_cast<std::int32_t>((first + second) % 4), 4, {2, 1, first}};
      rule.choices.insert(rule.choices.end(), 40, second);
      seeds.add(seed_name("values-of-type", first, "and-others-of", second), by(rule));
    }
  }
}

}  // namespace

void index_metadata_seeds(Seeds& seeds) {
  for (const GoldenBody& body : kGoldenBodies) add_golden(seeds, body);
  for (const Rule& rule : small_rules()) add_rule(seeds, rule);
  add_at_bounds(seeds);
  add_several(seeds);
}

}  // namespace touchstone::contracts
