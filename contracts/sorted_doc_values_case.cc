#include "contracts/sorted_doc_values_case.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <ostream>
#include <string_view>

#include "reference/vint.h"

namespace touchstone::contracts {
namespace {

namespace truth = reference::sorted_doc_values;
using Kind = reference::doc_values::Documents::Kind;
using What = Claim::What;

constexpr std::uint32_t kMostListed = 9'000;
constexpr std::uint64_t kMostValues = 16'000;
constexpr std::uint64_t kMostPackedBits = 130'000;
constexpr std::uint64_t kMostEvenBlocks = 1'024;
constexpr std::uint64_t kLastDocument = 2'147'483'646;
// Behind it a jump table has more entries than 16 bits can say.
constexpr std::uint64_t kLastWithJumps = 32'766 * 65'536 - 1;
constexpr std::size_t kMostCounts = 12;
constexpr std::uint8_t kMostOfADocument = 40;
constexpr std::uint16_t kMostAsked = 1'200;

// Mostly those that are allowed, and small, so that a field has several blocks.
constexpr std::array<std::uint8_t, 32> kShifts{2,  2,  2,  2,  3,  3,  3,  4,  4,  5,  6,
                                               7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 16,
                                               16, 17, 18, 19, 20, 21, 22, 1,  23, 0};

// Mostly the largest, so that there may be many documents.
constexpr std::array<std::uint8_t, 16> kEvenShifts{22, 22, 22, 22, 22, 22, 21, 20,
                                                   16, 12, 8,  3,  2,  1,  23, 24};

std::uint8_t count_of(const SortedDocValuesCase& c, std::size_t document) {
  const auto& counts = c.list.counts;
  if (counts.empty()) return 1;
  if (!c.list.is_level) return counts[document % counts.size()];
  const unsigned of_first = counts[document / 2 % counts.size()] % 3U;
  return static_cast<std::uint8_t>(document % 2 == 0 ? of_first : 2 - of_first);
}

std::uint64_t values_of(const SortedDocValuesCase& c) {
  if (c.even) return std::uint64_t{c.count} << c.each_log;
  std::uint64_t values = 0;
  for (std::size_t i = 0; i < c.count; ++i) values += count_of(c, i);
  return values;
}

std::uint64_t most_values(const SortedDocValuesCase& c) {
  if (c.packed() == Packed::constant) return kMostValues;
  if (c.list.packed != Packed::blocks) return std::min(kMostValues, kMostPackedBits / c.list.width);
  return std::min(kMostValues, std::uint64_t{10} << c.list.block_shift);
}

std::uint64_t last_document(const SortedDocValuesCase& c) {
  if (c.count == 0) return 0;
  const std::uint64_t last = c.count - 1;
  return c.list.first_document + last + last / c.list.run * c.list.gap;
}

// As many as can be asked for.
std::uint64_t things_of(const SortedDocValuesCase& c) {
  switch (c.ask) {
    case SortedAsk::starts:
      return std::uint64_t{c.count} + 1;
    case SortedAsk::values:
      return values_of(c);
    case SortedAsk::ids:
      return c.count;
  }
  return 0;
}

void limit_question(SortedDocValuesCase& c) {
  if (c.within == Within::anywhere) return;
  std::uint64_t there = things_of(c);
  if (c.within == Within::one_more) {
    c.size = static_cast<std::uint16_t>(std::min<std::uint64_t>(c.size, there + 1));
    c.first = there + 1 - c.size;
    return;
  }
  if (c.within != Within::inside && c.ask == SortedAsk::starts) {
    const std::uint64_t per_block = std::uint64_t{1} << c.shift;
    const std::uint64_t block = c.claim.block % ((c.count >> c.shift) + 1U) * per_block;
    there = std::min(there, block + per_block);
    c.first = std::min(block + c.first % per_block, there - 1);
    if (c.within == Within::into_claimed) c.first = block == 0 ? 0 : block - 1;
  }
  c.first %= c.ask == SortedAsk::starts ? there : there + 1;
  c.size = static_cast<std::uint16_t>(std::min<std::uint64_t>(c.size, there - c.first));
}

// Fields that are quickly made.
void limit(SortedDocValuesCase& c) {
  if (c.even) {
    c.count =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(c.count, kMostEvenBlocks << c.shift));
  } else {
    if (c.list.documents == Kind::none) c.count = 0;
    while (values_of(c) > most_values(c)) c.count /= 2;
    while (c.list.documents == Kind::some && last_document(c) > kLastDocument) c.count /= 2;
    const bool has_many_blocks = last_document(c) > kLastWithJumps;
    if (c.list.documents == Kind::some && has_many_blocks) c.list.with_jumps = false;
  }
  limit_question(c);
}

// --- draw ----------------------------------------------------------------------------------------

template <typename T>
void draw_any(kit::Draw& d, T& number) {
  d.edgy(number, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

void draw_counts(kit::Draw& d, SortedDocValuesCase& c) {
  d.one_of(c.even, std::array{false, false, false, false, true});
  if (c.even) {
    c.list = {};
    d.edgy(c.count, std::uint32_t{0}, std::uint32_t{2'147'483'647});
    d.one_of(c.shift, kEvenShifts);
    d.edgy(c.each_log, std::uint8_t{0}, std::uint8_t{32});
    return;
  }
  c.each_log = 1;
  d.edgy(c.count, std::uint32_t{0}, kMostListed);
  d.one_of(c.shift, kShifts);
  d.edgy(c.list.most_each, std::uint8_t{1}, kMostOfADocument);
  d.flag(c.list.has_empty);
  d.list(c.list.counts, kMostCounts, [&](kit::Draw& in, std::uint8_t& count) {
    in.uniform(count, static_cast<std::uint8_t>(c.list.has_empty ? 0 : 1), c.list.most_each);
  });
  d.one_of(c.list.is_level, std::array{false, false, false, false, false, true});
}

void draw_documents(kit::Draw& d, ListedField& list) {
  d.one_of(list.documents, std::array{Kind::all, Kind::all, Kind::some, Kind::some, Kind::none});
  d.edgy(list.first_document, std::uint32_t{0}, static_cast<std::uint32_t>(kLastDocument));
  d.edgy(list.run, std::uint32_t{1}, kMostListed);
  d.edgy(list.gap, std::uint32_t{0}, std::uint32_t{300'000});
  d.one_of(list.rank_power, std::array<std::int8_t, 5>{9, 9, 7, 15, -1});
  d.flag(list.with_jumps);
}

void draw_packing(kit::Draw& d, ListedField& list) {
  using enum Packed;
  d.one_of(list.least_width, std::array<std::uint8_t, 18>{0, 0, 0, 0, 1, 2, 4, 8, 12, 16, 20, 24,
                                                          28, 32, 40, 48, 56, 64});
  d.one_of(list.own_slope, std::array{false, false, true});
  draw_any(d, list.slope_bits);
  if (!list.own_slope) list.slope_bits = 0;
  d.one_of(list.packed, std::array{plain, plain, table, blocks, constant});
  d.one_of(list.width, kWidths);
  d.uniform(list.block_shift, std::uint8_t{1}, std::uint8_t{12});
  draw_any(d, list.factor);
  d.edgy(list.table_size, std::uint16_t{1}, std::uint16_t{256});
  d.flag(list.small);
}

void draw_claim(kit::Draw& d, Claim& claim) {
  using enum Claim::What;
  d.one_of(claim.what,
           std::array{values,        documents,   set_offset,    offset,        shift,
                      long_shift,    length,      block_minimum, block_minimum, block_minimum,
                      block_minimum, block_slope, block_slope,   block_slope,   block_offset,
                      block_width,   difference,  difference,    difference,    difference});
  d.flag(claim.is_added);
  d.edgy(claim.block, std::uint16_t{0}, std::uint16_t{1'500});
  draw_any(d, claim.number);
}

bool is_changed(const SortedDocValuesCase& c) {
  return std::ranges::any_of(
      c.changes, [](const ByteChange& change) { return change.kind != ByteChange::Kind::none; });
}

// Mostly none or one kind of it, so that a claim is not lost behind a field in ruins.
void draw_damage(kit::Draw& d, SortedDocValuesCase& c) {
  enum class Damage : std::uint8_t { none, claim, changes, both };
  using enum Damage;
  const bool claims = c.claim.what != What::none;
  Damage damage = claims ? (is_changed(c) ? both : claim) : (is_changed(c) ? changes : none);
  d.one_of(damage, std::array{none, none, none, claim, claim, changes, changes, both});
  if (damage == claim || damage == both) {
    draw_claim(d, c.claim);
  } else {
    c.claim = {};
  }
  for (ByteChange& change : c.changes) {
    if (damage == changes || damage == both) {
      draw_byte_change(d, change);
    } else {
      change = {};
    }
  }
}

}  // namespace

void draw_sorted_doc_values_case(kit::Draw& d, SortedDocValuesCase& c) {
  using enum SortedAsk;
  using enum Within;
  d.one_of(c.ask, std::array{starts, starts, values, ids});
  d.edgy(c.size, std::uint16_t{0}, kMostAsked);
  d.one_of(c.within, std::array{inside, inside, inside, inside, inside, claimed, into_claimed,
                                one_more, anywhere});
  draw_any(d, c.first);
  draw_counts(d, c);
  draw_damage(d, c);
  draw_any(d, c.minimum);
  if (!c.even) {
    draw_documents(d, c.list);
    draw_packing(d, c.list);
  }
  d.flag(c.one_file);
  for (std::uint8_t* before :
       {&c.before_entry, &c.before_set, &c.before_values, &c.before_addresses}) {
    d.uniform(*before, std::uint8_t{0}, std::uint8_t{70});
  }
  d.placement(c.input_at);
  d.placement(c.output_at);
  limit(c);
}

bool SortedDocValuesCase::is_as_written() const {
  return claim.what == What::none && !is_changed(*this);
}

// --- the field -----------------------------------------------------------------------------------

namespace {

SortedField make_field(const SortedDocValuesCase& c) {
  SortedField field;
  field.documents = c.count;
  field.values = values_of(c);
  field.packing = packing_of(
      {c.packed(), c.list.width, c.list.block_shift, c.minimum, c.list.factor, c.list.table_size});
  if (c.even) return field;
  field.starts.push_back(0);
  for (std::size_t i = 0; i < c.count; ++i) {
    field.counts.push_back(count_of(c, i));
    // With as many values as documents, each has one: the format knows nothing else then.
    field.starts.push_back(field.values == c.count ? i + 1 : field.starts[i] + field.counts[i]);
  }
  const bool has_indexes = c.list.packed == Packed::table && c.list.small;
  field.packed = mixed_values(field.values, has_indexes ? c.list.table_size : 0);
  if (c.list.documents == Kind::some) {
    field.ids = ids_in_runs(c.count, c.list.first_document, c.list.run, c.list.gap);
  }
  return field;
}

void store(std::vector<std::uint8_t>& bytes, std::size_t at, std::size_t size, const Claim& claim) {
  std::uint64_t number = 0;
  if (claim.is_added) {
    for (std::size_t i = size; i > 0; --i) number = number << 8 | bytes[at + i - 1];
  }
  number += claim.number;
  for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<std::uint8_t>(number >> 8 * i);
}

// In place of the shift, which took one byte.
void store_shift(std::vector<std::uint8_t>& bytes, std::size_t at, const Claim& claim) {
  std::vector<std::uint8_t> vint;
  if (claim.what == What::long_shift) {
    vint.assign(2 + claim.number % 5, 0x80);
    vint.front() |= bytes[at];
    vint.back() = 0;
  } else {
    const std::uint64_t before = claim.is_added ? bytes[at] : 0;
    (void)reference::append_vint(static_cast<std::uint32_t>(before + claim.number), vint);
  }
  const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  bytes.insert(bytes.erase(place), vint.begin(), vint.end());
}

void make(const Claim& claim, truth::Written& files) {
  const truth::Places& places = files.places;
  std::vector<std::uint8_t>& bytes = files.metadata;
  if (claim.what == What::values) store(bytes, places.values, 8, claim);
  if (claim.what == What::documents) store(bytes, places.documents, 4, claim);
  if (claim.what == What::set_offset) {
    const Claim meaning{.what = What::set_offset, .number = std::uint64_t{0} - claim.number % 4};
    store(bytes, places.set_offset, 8, meaning);
  }
  if (!places.has_addresses) return;
  constexpr std::uint64_t kBlockBytes = reference::direct_monotonic::kBlockBytes;
  const std::size_t block =
      places.blocks + kBlockBytes * (claim.block % (places.blocks_bytes / kBlockBytes));
  switch (claim.what) {
    case What::offset:
      return store(bytes, places.offset, 8, claim);
    case What::shift:
    case What::long_shift:
      return store_shift(bytes, places.shift, claim);
    case What::length:
      return store(bytes, places.length, 8, claim);
    case What::block_minimum:
      return store(bytes, block, 8, claim);
    case What::block_slope:
      return store(bytes, block + 8, 4, claim);
    case What::block_offset:
      return store(bytes, block + 12, 8, claim);
    case What::block_width:
      return store(bytes, block + 20, 1, claim);
    case What::difference:
      if (places.data_bytes == 0) return;
      return store(files.data, places.data + claim.block % places.data_bytes, 1, claim);
    case What::none:
    case What::values:
    case What::documents:
    case What::set_offset:
      return;
  }
}

truth::Written make_files(const SortedDocValuesCase& c, const SortedField& field) {
  truth::Form form{.packing = field.packing,
                   .documents = {.kind = c.list.documents,
                                 .ids = field.ids,
                                 .rank_power = c.list.rank_power,
                                 .with_jumps = c.list.with_jumps},
                   .addresses = {.shift = c.shift, .slope = {}, .least_width = c.list.least_width},
                   .one_file = c.one_file,
                   .before_entry = c.before_entry,
                   .before_set = c.before_set,
                   .before_values = c.before_values,
                   .before_addresses = c.before_addresses};
  if (c.list.own_slope) form.addresses.slope = std::bit_cast<float>(c.list.slope_bits);
  truth::Written files = c.even ? truth::write_even(c.count, std::uint64_t{1} << c.each_log, form)
                                : truth::write(field.packed, field.counts, form);
  make(c.claim, files);
  for (const ByteChange& change : c.changes) {
    make(change, change.file == 0                 ? files.metadata
                 : change.file == 1 || c.one_file ? files.data
                                                  : files.doc_sets);
  }
  return files;
}

// Each subject asks for them, twice: made once a Case.
struct Made {
  SortedDocValuesCase c;
  SortedField field = make_field(c);
  truth::Written files = make_files(c, field);
};

const Made& made_of(const SortedDocValuesCase& c) {
  static Made made{};
  if (c != made.c) made = Made{.c = c};
  return made;
}

}  // namespace

std::optional<std::int64_t> SortedField::value(std::uint64_t rank) const {
  std::uint64_t minimum = static_cast<std::uint64_t>(packing.minimum);
  unsigned width = packing.width;
  if (packing.block_shift) {
    const std::uint64_t block = rank >> *packing.block_shift;
    width = packing.block_widths[block % packing.block_widths.size()];
    minimum += block;
  }
  if (width == 0) return static_cast<std::int64_t>(minimum);
  const std::uint64_t low = packed[rank] & ~std::uint64_t{0} >> (64 - width);
  if (packing.table.empty()) {
    return static_cast<std::int64_t>(low * static_cast<std::uint64_t>(packing.factor) + minimum);
  }
  if (low >= packing.table.size()) return std::nullopt;
  return packing.table[low];
}

const SortedField& field_of(const SortedDocValuesCase& c) { return made_of(c).field; }
const truth::Written& files_of(const SortedDocValuesCase& c) { return made_of(c).files; }

// --- in words ------------------------------------------------------------------------------------

namespace {

void describe_claim(const Claim& claim, std::ostream& out) {
  if (claim.what == What::none) return;
  constexpr std::array<std::string_view, 13> kNames{"",
                                                    "values",
                                                    "documents",
                                                    "set's offset, minus",
                                                    "addresses' offset",
                                                    "shift",
                                                    "shift, longer",
                                                    "length",
                                                    "minimum",
                                                    "slope",
                                                    "offset",
                                                    "width",
                                                    "byte of the addresses"};
  out << "\nthen " << kNames[static_cast<std::size_t>(claim.what)];
  if (claim.what >= What::block_minimum) out << ' ' << claim.block;
  out << (claim.is_added ? " and " : " is ") << claim.number;
}

void describe_shape(const SortedDocValuesCase& c, std::ostream& out) {
  constexpr std::array<std::string_view, 4> kPacked{"constant", "packed", "table", "blocks"};
  constexpr std::array<std::string_view, 3> kDocuments{"all", "none", "some"};
  if (c.even) {
    out << c.count << " documents with 2^" << unsigned{c.each_log} << " values each, all "
        << c.minimum;
    return;
  }
  out << c.count << " documents with ";
  for (const std::uint8_t count : c.list.counts) out << unsigned{count} << ", ";
  out << (c.list.counts.empty() ? "one value" : "and so on, values") << " each"
      << (c.list.is_level ? ", levelled" : "") << "\n"
      << kPacked[static_cast<std::size_t>(c.list.packed)] << ", " << unsigned{c.list.width}
      << " bits, minimum " << c.minimum << ", factor " << c.list.factor << ", table of "
      << c.list.table_size << ", blocks of 2^" << unsigned{c.list.block_shift}
      << (c.list.small ? ", small" : "")
      << "\ndocuments: " << kDocuments[static_cast<std::size_t>(c.list.documents)] << ", from "
      << c.list.first_document << ", runs of " << c.list.run << ", gaps of " << c.list.gap
      << ", rank power " << int{c.list.rank_power} << (c.list.with_jumps ? "" : ", no jump table");
}

}  // namespace

void describe_sorted_doc_values_case(const SortedDocValuesCase& c, std::ostream& out) {
  constexpr std::array<std::string_view, 5> kWithin{
      ", all there", ", one too many", "", ", of the claim's block", ", into the claim's block"};
  constexpr std::array<std::string_view, 3> kAsked{"starts", "values", "documents"};
  describe_shape(c, out);
  out << "\naddresses in blocks of 2^" << unsigned{c.shift} << ", of at least "
      << unsigned{c.list.least_width} << " bits";
  if (c.list.own_slope) out << ", slope " << std::bit_cast<float>(c.list.slope_bits);
  out << "\nentry, set, values and addresses behind " << unsigned{c.before_entry} << ", "
      << unsigned{c.before_set} << ", " << unsigned{c.before_values} << " and "
      << unsigned{c.before_addresses} << " bytes, " << (c.one_file ? "one file" : "two files");
  describe_claim(c.claim, out);
  for (const ByteChange& change : c.changes) describe_byte_change(change, out);
  out << "\nasked for " << c.size << ' ' << kAsked[static_cast<std::size_t>(c.ask)] << " from rank "
      << c.first << kWithin[static_cast<std::size_t>(c.within)] << "\nfiles placed " << c.input_at
      << ", output placed " << c.output_at;
}

}  // namespace touchstone::contracts
