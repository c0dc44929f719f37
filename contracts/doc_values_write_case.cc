#include "contracts/doc_values_write_case.h"

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>
#include <string_view>

#include "contracts/field_parts.h"

namespace touchstone::contracts {
namespace {

constexpr std::uint32_t kBlock = 16384;
constexpr std::uint32_t kMostValues = 1'200;
constexpr std::uint32_t kInDocBlock = 65'536;
constexpr std::uint32_t kLongestRun = 70'000;
constexpr std::uint32_t kLastDocument = 2'147'483'646;
constexpr std::uint64_t kHighestOffset = std::uint64_t{1} << 62;

// Where the factor ends, and where numbers do.
constexpr std::int64_t kWindow = std::int64_t{1} << 62;
constexpr std::array<std::int64_t, 8> kBases{-kWindow - 1,
                                             -kWindow,
                                             kWindow - 1,
                                             kWindow,
                                             std::numeric_limits<std::int64_t>::min(),
                                             std::numeric_limits<std::int64_t>::max(),
                                             1,
                                             128};
constexpr std::array<std::uint16_t, 12> kDistinct{1, 2, 3, 4, 5, 16, 17, 18, 255, 256, 257, 258};
constexpr std::array<std::uint32_t, 14> kCounts{4'095,  4'095,  4'096,  4'096,  16'384,
                                                16'384, 16'384, 16'384, 16'385, 32'768,
                                                40'000, 65'536, 65'536, 70'000};

template <typename T, std::size_t N>
bool is_in(const std::array<T, N>& options, T value) {
  return std::ranges::find(options, value) != options.end();
}

void draw_count(kit::Draw& d, std::uint32_t& count) {
  std::uint8_t rarity = is_in(kCounts, count) ? 0 : count > kMostValues ? 1 : 2;
  d.uniform(rarity, std::uint8_t{0}, std::uint8_t{15});
  if (rarity == 0) {
    d.one_of(count, kCounts);
  } else if (rarity == 1) {
    d.uniform(count, std::uint32_t{0}, 2 * kBlock);
  } else {
    d.edgy(count, std::uint32_t{0}, kMostValues);
  }
}

// Long fields only of few bits a value, so that a Case takes milliseconds.
void limit(std::uint32_t& count, const ValuesRule& rule) {
  const bool is_wide =
      rule.kind != ValuesRule::Kind::few && (rule.bits > 20 || rule.other_bits > 20);
  if (is_wide) count = std::min(count, kBlock + 1);
}

}  // namespace

namespace {

// Values whose factor hangs on the first of them.
void draw_window(kit::Draw& d, ValuesRule& rule) {
  constexpr std::array kWindows{-kWindow - 1, -kWindow, kWindow - 1, kWindow};
  d.one_of(rule.base, kWindows);
  rule.falls = rule.base > 0;
  d.uniform(rule.step, std::uint64_t{2}, std::uint64_t{1'000});
  d.uniform(rule.bits, std::uint8_t{9}, std::uint8_t{30});
  d.uniform(rule.count, std::uint32_t{1}, kMostValues);
  rule.other_bits = rule.bits;
  rule.drift = 0;
}

void draw_values(kit::Draw& d, ValuesRule& rule) {
  using enum ValuesRule::Kind;
  d.one_of(rule.kind, std::array{few, spread, few, spread, few, spread, few, spread, few, spread,
                                 spread, spread, window, nine_tenths});
  // What is not drawn is what it was in the beginning, whatever Case this was before.
  if (rule.kind == few) rule.bits = rule.other_bits = 8;
  if (rule.kind != few) rule.distinct = 1;
  if (rule.kind != few) rule.stretch = 0;
  if (rule.kind == window) return draw_window(d, rule);
  bool is_based = is_in(kBases, rule.base);
  d.flag(is_based);
  if (is_based) {
    d.one_of(rule.base, kBases);
  } else {
    d.edgy(rule.base, std::numeric_limits<std::int64_t>::min(),
           std::numeric_limits<std::int64_t>::max());
  }
  d.flag(rule.falls);
  constexpr std::array<std::uint64_t, 4> kMostSteps{1, 1, 1'000,
                                                    std::numeric_limits<std::uint64_t>::max()};
  std::uint64_t most = kMostSteps[rule.step <= 1 ? 0 : rule.step <= 1'000 ? 2 : 3];
  d.one_of(most, kMostSteps);
  d.edgy(rule.step, std::uint64_t{1}, most);
  d.edgy(rule.drift, std::uint32_t{0}, std::numeric_limits<std::uint32_t>::max());
  if (rule.kind == nine_tenths) {
    // 20 and 16 bits or 40 and 32; or half as many, so that there are blocks whatever the step is.
    d.one_of(rule.bits, std::array<std::uint8_t, 2>{20, 40});
    bool is_near = rule.other_bits == rule.bits / 5 * 4;
    d.flag(is_near);
    rule.other_bits = static_cast<std::uint8_t>(is_near ? rule.bits / 5 * 4 : rule.bits / 2);
    d.uniform(rule.count, 2 * kBlock - 1, 2 * kBlock + 1);
    rule.drift = 0;
    return;
  }
  draw_count(d, rule.count);
  if (rule.kind == few) {
    d.one_of(rule.distinct, kDistinct);
    d.edgy(rule.stretch, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
  } else {
    d.edgy(rule.bits, std::uint8_t{0}, std::uint8_t{64});
    d.edgy(rule.other_bits, std::uint8_t{0}, std::uint8_t{64});
    limit(rule.count, rule);
  }
}

// In one run, all of a block among them.
void draw_full_block(kit::Draw& d, DocumentsRule& rule, std::uint32_t count) {
  std::uint32_t before = (kInDocBlock - rule.first % kInDocBlock) % kInDocBlock;
  std::uint32_t block = (rule.first + before) / kInDocBlock;
  d.edgy(before, std::uint32_t{0}, count - kInDocBlock);
  d.edgy(block, std::uint32_t{0}, kLastDocument / kInDocBlock - 1);
  rule.first = block == 0 ? 0 : block * kInDocBlock - before;
  rule.run = kLongestRun;
}

void draw_runs(kit::Draw& d, DocumentsRule& rule) {
  std::uint32_t block = rule.first / kInDocBlock;
  std::uint32_t inside = rule.first % kInDocBlock;
  d.edgy(block, std::uint32_t{0}, kLastDocument / kInDocBlock);
  d.edgy(inside, std::uint32_t{0}, kInDocBlock - 1);
  rule.first = std::min(block * kInDocBlock + inside, kLastDocument);
  bool is_long = rule.run == kLongestRun;
  d.flag(is_long);
  if (is_long) {
    rule.run = kLongestRun;
  } else {
    d.edgy(rule.run, std::uint32_t{1}, kLongestRun);
  }
}

void draw_documents(kit::Draw& d, DocumentsRule& rule, std::uint32_t count) {
  using enum DocumentsRule::Kind;
  d.one_of(rule.kind, std::array{all, some, some, some, some, none});
  if (rule.kind != some) {
    rule = {.kind = rule.kind};
    return;
  }
  bool is_full = count >= kInDocBlock && rule.run == kLongestRun &&
                 (kInDocBlock - rule.first % kInDocBlock) % kInDocBlock <= count - kInDocBlock &&
                 rule.first <= kLastDocument - 2 * kInDocBlock;
  if (count >= kInDocBlock) {
    d.flag(is_full);
  } else {
    is_full = false;
  }
  if (is_full) {
    draw_full_block(d, rule, count);
  } else {
    draw_runs(d, rule);
  }
  d.edgy(rule.gap, std::uint32_t{0}, std::uint32_t{300'000});
  d.edgy(rule.behind, std::uint32_t{0}, std::uint32_t{300'000});
}

void draw_spare(kit::Draw& d, std::int8_t& spare) {
  constexpr std::array<std::int8_t, 8> kSpares{0, 0, 0, 0, -1, -1, 1, 17};
  d.one_of(spare, kSpares);
}

}  // namespace

void draw_doc_values_write_case(kit::Draw& d, DocValuesWriteCase& c) {
  draw_values(d, c.values);
  draw_documents(d, c.documents, c.values.count);
  using enum Plan;
  d.one_of(c.plan, std::array{own, own, own, own, of_as_many, of_as_many, of_as_many, of_any});
  if (c.plan == own) {
    c.planned_values = {};
  } else {
    draw_values(d, c.planned_values);  // its count means nothing where there are as many
    if (c.values.kind != ValuesRule::Kind::nine_tenths) limit(c.values.count, c.planned_values);
  }
  d.flag(c.other_documents);
  if (c.other_documents) {
    draw_documents(d, c.planned_documents, c.values.count);
  } else {
    c.planned_documents = {};
  }
  bool is_far = c.values_at > 100 || c.documents_at > 100;
  d.flag(is_far);
  d.edgy(c.values_at, std::uint64_t{0}, is_far ? kHighestOffset : 100);
  d.edgy(c.documents_at, std::uint64_t{0}, is_far ? kHighestOffset : 100);
  bool is_exact = c.spare_values == 0 && c.spare_documents == 0 && c.spare_entry == 0;
  d.flag(is_exact);
  if (is_exact) {
    c.spare_values = c.spare_documents = c.spare_entry = 0;
  } else {
    draw_spare(d, c.spare_values);
    draw_spare(d, c.spare_documents);
    draw_spare(d, c.spare_entry);
  }
  d.placement(c.input_at);
  d.placement(c.output_at);
}

// --- the words -----------------------------------------------------------------------------------

namespace {

void describe(const ValuesRule& rule, std::ostream& out) {
  out << rule.count << " values, " << rule.base << (rule.falls ? " - " : " + ") << rule.step
      << " * n, n ";
  if (rule.kind == ValuesRule::Kind::few) {
    out << "one of " << rule.distinct << ", the last " << rule.stretch << " further off";
  } else {
    out << "of " << unsigned{rule.bits} << " bits, of " << unsigned{rule.other_bits}
        << " in every other block, " << rule.drift << " more from block to block";
  }
}

void describe(const DocumentsRule& rule, std::ostream& out) {
  constexpr std::array<std::string_view, 3> kKinds{"all documents", "some documents",
                                                   "no document"};
  out << kKinds[static_cast<std::size_t>(rule.kind)];
  if (rule.kind != DocumentsRule::Kind::some) return;
  out << ": from " << rule.first << ", runs of " << rule.run << ", gaps of " << rule.gap << ", "
      << rule.behind << " behind the last";
}

}  // namespace

void describe_doc_values_write_case(const DocValuesWriteCase& c, std::ostream& out) {
  describe(c.values, out);
  out << "\nof ";
  describe(c.documents, out);
  if (c.plan != Plan::own) {
    out << "\nby a plan for ";
    describe(c.planned_values, out);
  }
  if (c.other_documents) {
    out << "\nby a plan for ";
    describe(c.planned_documents, out);
  }
  out << "\nvalues at " << c.values_at << ", documents at " << c.documents_at
      << "\nroom to spare: " << int{c.spare_values} << " behind values, " << int{c.spare_documents}
      << " behind documents, " << int{c.spare_entry} << " behind the entry\ninputs placed "
      << c.input_at << ", outputs " << c.output_at;
}

// --- what it speaks of ---------------------------------------------------------------------------

namespace {

// For spread values: the first of a block is as far off as can be, the last not at all, so that
// widths are what the rule says.
std::uint64_t number_of(const ValuesRule& rule, std::uint32_t i) {
  if (rule.kind == ValuesRule::Kind::few) {
    const std::uint32_t n = i * std::uint32_t{7'919} % rule.distinct;
    return n == rule.distinct - 1U ? n + rule.stretch : n;
  }
  const std::uint32_t block = i / kBlock;
  const unsigned bits = block % 2 == 0 ? rule.bits : rule.other_bits;
  const std::uint64_t most = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
  const std::uint64_t from = std::uint64_t{block} * rule.drift;
  if (i + 1 == rule.count || i % kBlock == kBlock - 1) return from;
  return from + (i % kBlock == 0 ? most : mixed(i) & most);
}

std::vector<std::int64_t> values_of(const ValuesRule& rule, std::size_t count) {
  std::vector<std::int64_t> values;
  values.reserve(count);
  const auto base = static_cast<std::uint64_t>(rule.base);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t distance = rule.step * number_of(rule, i);
    values.push_back(static_cast<std::int64_t>(rule.falls ? base - distance : base + distance));
  }
  return values;
}

std::vector<std::int32_t> documents_of(const DocumentsRule& rule, std::uint32_t count) {
  using enum DocumentsRule::Kind;
  if (rule.kind == none) return {};
  if (rule.kind == all) return ids_in_runs(count, 0, 1, 0);
  return ids_in_runs(count, rule.first, rule.run, rule.gap);
}

std::uint64_t segment_of(const DocumentsRule& rule, std::span<const std::int32_t> documents) {
  if (rule.kind == DocumentsRule::Kind::all) return documents.size();
  const std::uint64_t last =
      documents.empty() ? 0 : static_cast<std::uint64_t>(documents.back()) + 1;
  return last + rule.behind;
}

DocValuesWriteTruth find_out(const DocValuesWriteCase& c) {
  DocValuesWriteTruth t;
  t.documents = documents_of(c.documents, c.values.count);
  t.values = values_of(c.values, t.documents.size());
  // Those of another plan are as many: of_as_many is about values, whatever documents there are.
  t.planned_documents =
      c.other_documents ? documents_of(c.planned_documents, c.values.count) : t.documents;
  t.planned_values = t.values;
  if (c.plan != Plan::own) {
    const bool as_many = c.plan == Plan::of_as_many;
    t.planned_values =
        values_of(c.planned_values, as_many ? t.values.size() : c.planned_values.count);
  }
  t.of = segment_of(c.other_documents ? c.planned_documents : c.documents, t.planned_documents);
  t.plan = reference::doc_values::choose(t.planned_values, c.values_at);
  t.documents_plan = reference::doc_values::choose(t.planned_documents, t.of, c.documents_at);
  if (t.values.size() == t.plan.count) t.data = reference::doc_values::pack(t.plan, t.values);
  t.doc_set = reference::doc_values::pack(t.documents_plan, t.documents);
  t.entry = reference::doc_values::entry_of(t.plan, t.documents_plan);
  return t;
}

}  // namespace

// Each subject asks for it, twice: found out once a Case.
const DocValuesWriteTruth& truth_of(const DocValuesWriteCase& c) {
  static DocValuesWriteCase last;
  static DocValuesWriteTruth truth = find_out(last);
  if (c != last) {
    truth = find_out(c);
    last = c;
  }
  return truth;
}

std::size_t room_for(std::uint64_t size, std::int8_t spare) {
  const std::int64_t room = static_cast<std::int64_t>(size) + spare;
  return static_cast<std::size_t>(std::max<std::int64_t>(0, room));
}

}  // namespace touchstone::contracts
