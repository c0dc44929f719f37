#include "contracts/doc_values_case.h"

#include <algorithm>
#include <limits>
#include <ostream>
#include <string_view>

namespace touchstone::contracts {
namespace {

namespace truth = reference::doc_values;
using Kind = truth::Documents::Kind;

constexpr std::uint32_t kMostValues = 70'000;
constexpr std::uint32_t kMostPackedBytes = 40'000;
constexpr std::uint32_t kMostListed = 9'000;
constexpr std::uint16_t kMostAsked = 1'200;
constexpr std::size_t kCountAt = 19;  // in the metadata
constexpr std::uint64_t kInBlock = 65'536;
constexpr std::uint64_t kLargestDocument = 2'147'483'647;
// Ranks around the largest document there is: kNearby from a multiple of it on.
constexpr std::uint64_t kNearby = 1'300;
constexpr std::uint64_t kNearLargest = kLargestDocument / kNearby * kNearby;

std::uint64_t first_held(const DocValuesCase& c) {
  return c.blocks_apart == 0 ? c.first_document : c.first_document / kInBlock * kInBlock;
}

// From the start of one run of documents to the next.
std::uint64_t period_of(const DocValuesCase& c) {
  const std::uint64_t apart = c.blocks_apart * kInBlock;
  return apart >= c.run ? apart : std::uint64_t{c.run} + c.gap;
}

std::uint64_t runs_held(const DocValuesCase& c) {
  const std::uint64_t whole = (std::uint64_t{c.count} + c.run - 1) / c.run;
  return std::min(whole, (kLargestDocument - first_held(c)) / period_of(c) + 1);
}

bool asks_sparse_documents(const DocValuesCase& c) {
  return c.inside && c.documents == Kind::some && c.ask == Ask::documents;
}

// Long fields only where they are made quickly: few bits a value, documents in long runs.
void limit(DocValuesCase& c) {
  if (c.packed == Packed::blocks) {
    c.count = std::min(c.count, c.block_shift < 12 ? 10U << c.block_shift : 50'000U);
  } else if (c.packed != Packed::constant) {
    c.count = std::min(c.count, kMostPackedBytes * 8 / c.width);
  }
  if (!c.is_added) c.minimum = 0;
  if (!c.is_multiplied) c.factor = 1;
  if (c.documents == Kind::none) c.count = 0;
  if (c.documents != Kind::all) c.more = 0;
  if (c.documents == Kind::some && c.run < 64) c.count = std::min(c.count, kMostListed);
  if (!c.inside) return;
  if (c.more != 0) {
    c.first = kNearLargest + c.first % kNearby;
    return;
  }
  if (asks_sparse_documents(c)) {
    c.run_asked = c.count == 0 ? 0 : static_cast<std::uint32_t>(c.run_asked % runs_held(c));
    c.first = c.run_asked != 0 || c.lead != 0 ? 0 : c.first % (std::uint64_t{c.count} + 100);
    return;
  }
  c.first %= std::uint64_t{c.count} + 1;
  const std::uint64_t left = c.count - c.first;
  c.size = static_cast<std::uint16_t>(
      std::min<std::uint64_t>(c.size, c.ask == Ask::documents ? left / c.step : left));
}

void draw_change(kit::Draw& d, DocValuesCase& c, Change& change) {
  using enum Change::Kind;
  constexpr std::array kKinds{none,
                              none,
                              none,
                              none,
                              put,
                              put,
                              put,
                              cut,
                              append,
                              shorten,
                              lengthen,
                              block_end_lost,
                              block_end_grown,
                              block_head,
                              block_head,
                              block_head,
                              jump_more,
                              jump_less,
                              rank_power,
                              set_head,
                              set_head,
                              table_size};
  d.one_of(change.kind, kKinds);
  if (change.kind == none) {
    change = {};
    return;
  }
  if (const auto file = only_file_of(change.kind)) {
    change.file = *file;
  } else {
    d.uniform(change.file, std::uint8_t{0}, std::uint8_t{2});
  }
  d.flag(change.from_end);
  d.edgy(change.at, std::uint16_t{0}, std::uint16_t{20'000});
  d.edgy(change.byte, std::uint8_t{0}, std::uint8_t{255});
  if (!applies(change, c)) change = {};
}

// True once in `often` Cases; version 1 tossed a coin.
void draw_seldom(kit::Draw& d, bool& x, std::uint8_t often) {
  if (d.version() == 1) return d.flag(x);
  std::uint8_t kind = x ? 0 : 1;
  d.uniform(kind, std::uint8_t{0}, static_cast<std::uint8_t>(often - 1));
  x = kind == 0;
}

void draw_step(kit::Draw& d, DocValuesCase& c) {
  bool in_a_row = d.version() >= 2 && c.step == 1;
  if (d.version() >= 2) d.flag(in_a_row);
  if (in_a_row) {
    c.step = 1;
  } else {
    d.edgy(c.step, std::uint8_t{1}, std::uint8_t{255});
  }
}

// More than half of the fields stay as they were written.
void draw_changes(kit::Draw& d, DocValuesCase& c) {
  if (d.version() >= 2) {
    bool is_changed = std::ranges::any_of(
        c.changes, [](const Change& change) { return change.kind != Change::Kind::none; });
    d.flag(is_changed);
    if (!is_changed) c.changes = {};
    if (!is_changed) return;
  }
  for (Change& change : c.changes) draw_change(d, c, change);
}

// Documents around the start of a run, which may be far behind the first.
void draw_run_asked(kit::Draw& d, DocValuesCase& c) {
  bool at_run = asks_sparse_documents(c) && (c.run_asked != 0 || c.lead != 0);
  if (d.version() >= 2 && asks_sparse_documents(c)) d.flag(at_run);
  if (at_run) {
    d.edgy(c.run_asked, std::uint32_t{0}, kMostValues);
    d.edgy(c.lead, std::uint16_t{0}, kMostAsked);
  } else {
    c.run_asked = 0;
    c.lead = 0;
  }
}

std::string_view name_of_file(std::uint8_t file) {
  constexpr std::array<std::string_view, 3> kNames{"metadata", "data", "doc sets"};
  return kNames[file];
}

void describe_change(const Change& change, std::ostream& out) {
  if (change.kind == Change::Kind::none) return;
  constexpr std::array<std::string_view, 14> kNames{"",
                                                    "put",
                                                    "cut",
                                                    "append",
                                                    "shorten",
                                                    "lengthen",
                                                    "lose end",
                                                    "grow the end",
                                                    "put in a head",
                                                    "add a jump at",
                                                    "drop a jump",
                                                    "rank power",
                                                    "put in front",
                                                    "table size"};
  out << "\nthen in the " << name_of_file(change.file) << ": "
      << kNames[static_cast<std::size_t>(change.kind)] << " byte " << unsigned{change.byte}
      << " at " << change.at << (change.from_end ? " from the end" : "");
}

}  // namespace

void draw_doc_values_case(kit::Draw& d, DocValuesCase& c) {
  using enum Packed;
  d.one_of(c.packed, std::array{plain, plain, table, blocks, blocks, constant});
  d.one_of(c.width, kWidths);
  d.uniform(c.block_shift, std::uint8_t{1}, std::uint8_t{14});
  d.edgy(c.count, std::uint32_t{0}, kMostValues);
  if (d.version() >= 2 && c.packed == constant) {
    d.one_of(c.more, std::array<std::uint64_t, 7>{0, 0, 0, 0x7FFF'FE00, 0x8000'0000, 0x1'0000'0000,
                                                  1ULL << 62});
  } else {
    c.more = 0;
  }
  d.flag(c.is_added);
  d.flag(c.is_multiplied);
  d.edgy(c.minimum, std::numeric_limits<std::int64_t>::min(),
         std::numeric_limits<std::int64_t>::max());
  d.edgy(c.factor, std::numeric_limits<std::int64_t>::min(),
         std::numeric_limits<std::int64_t>::max());
  d.edgy(c.table_size, std::uint16_t{1}, std::uint16_t{256});
  d.flag(c.small);
  d.uniform(c.data_before, std::uint8_t{0}, std::uint8_t{70});
  d.uniform(c.sets_before, std::uint8_t{0}, std::uint8_t{70});
  d.one_of(c.documents, std::array{Kind::all, Kind::some, Kind::some, Kind::none, Kind::all,
                                   Kind::some, Kind::all, Kind::some});
  d.edgy(c.first_document, std::uint32_t{0}, std::uint32_t{2'147'483'646});
  d.edgy(c.run, std::uint32_t{1}, std::uint32_t{70'000});
  d.edgy(c.gap, std::uint32_t{0}, std::uint32_t{300'000});
  if (d.version() >= 2) {
    d.one_of(c.blocks_apart, std::array<std::uint8_t, 8>{0, 0, 0, 2, 1, 2, 3, 5});
  } else {
    c.blocks_apart = 0;
  }
  d.one_of(c.rank_power, std::array<std::int8_t, 5>{9, 9, 7, 15, -1});
  d.flag(c.with_jumps);
  draw_changes(d, c);
  d.one_of(c.ask, std::array{Ask::ranks, Ask::documents, Ask::documents, Ask::ids});
  bool outside = !c.inside;
  draw_seldom(d, outside, 8);
  c.inside = !outside;
  d.edgy(c.first, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
  draw_run_asked(d, c);
  d.edgy(c.size, std::uint16_t{0}, kMostAsked);
  draw_step(d, c);
  draw_seldom(d, c.repeated, 16);
  d.edgy(c.missing, std::numeric_limits<std::int64_t>::min(),
         std::numeric_limits<std::int64_t>::max());
  d.placement(c.input_at);
  d.placement(c.output_at);
  limit(c);
}

namespace {

truth::Written write_files(const DocValuesCase& c) {
  truth::Documents documents{
      .kind = c.documents, .ids = {}, .rank_power = c.rank_power, .with_jumps = c.with_jumps};
  std::size_t count = c.count;
  if (c.documents == Kind::some) {
    documents.ids = documents_held(c);
    count = documents.ids.size();
  }
  const std::uint64_t below = c.table_size * std::uint64_t{c.packed == Packed::table ? 1U : 4U};
  const auto packed = mixed_values(count, c.small ? below : 0);
  const auto packing =
      packing_of({c.packed, c.width, c.block_shift, c.minimum, c.factor, c.table_size});
  truth::Written files = truth::write(packed, packing, documents, c.data_before, c.sets_before);
  for (std::size_t i = 0; c.more != 0 && i < 8; ++i) {
    files.metadata[kCountAt + i] = static_cast<std::uint8_t>((count + c.more) >> 8 * i);
  }
  make_changes(c, files);
  return files;
}

}  // namespace

// Each subject asks for them, twice: made once a Case.
const truth::Written& files_of(const DocValuesCase& c) {
  static DocValuesCase last;
  static truth::Written files = write_files(last);
  if (c != last) {
    files = write_files(c);
    last = c;
  }
  return files;
}

std::vector<std::int32_t> documents_held(const DocValuesCase& c) {
  std::vector<std::int32_t> documents;
  documents.reserve(c.count);
  std::uint64_t document = first_held(c);
  while (documents.size() < c.count && document < kLargestDocument) {
    documents.push_back(static_cast<std::int32_t>(document));
    document += documents.size() % c.run == 0 ? period_of(c) - c.run + 1 : 1;
  }
  return documents;
}

std::vector<std::int32_t> documents_asked(const DocValuesCase& c) {
  std::vector<std::int32_t> documents(c.size);
  std::uint64_t start = c.first;
  if (c.inside && c.documents == Kind::some) {
    start += first_held(c) + c.run_asked * period_of(c);
    start -= std::min<std::uint64_t>(start, c.lead);
  }
  auto document = static_cast<std::uint32_t>(start);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    documents[i] = static_cast<std::int32_t>(document);
    if (!c.repeated || i != documents.size() / 2) document += c.step;
  }
  return documents;
}

void describe_doc_values_case(const DocValuesCase& c, std::ostream& out) {
  constexpr std::array<std::string_view, 4> kPacked{"constant", "packed", "table", "blocks"};
  constexpr std::array<std::string_view, 3> kDocuments{"all documents", "no document",
                                                       "some documents"};
  constexpr std::array<std::string_view, 3> kAsked{"values from rank ", "values from document ",
                                                   "documents from rank "};
  out << c.count << " values";
  if (c.more != 0) out << ", claimed " << c.more << " more";
  out << ", " << kPacked[static_cast<std::size_t>(c.packed)] << ", " << unsigned{c.width}
      << " bits, minimum " << c.minimum << ", factor " << c.factor << ", table of " << c.table_size
      << ", blocks of 2^" << unsigned{c.block_shift} << (c.small ? ", small" : "") << "\nof "
      << kDocuments[static_cast<std::size_t>(c.documents)] << ": from " << c.first_document
      << ", runs of " << c.run << ", gaps of " << c.gap << ", " << unsigned{c.blocks_apart}
      << " blocks apart"
      << ", rank power " << int{c.rank_power} << (c.with_jumps ? "" : ", no jump table")
      << "\nbehind " << unsigned{c.data_before} << " and " << unsigned{c.sets_before} << " bytes";
  for (const Change& change : c.changes) describe_change(change, out);
  out << "\nasked for " << c.size << " " << kAsked[static_cast<std::size_t>(c.ask)] << c.first;
  if (c.run_asked != 0 || c.lead != 0) {
    out << " and from run " << c.run_asked << ", " << c.lead << " before";
  }
  out << ", step " << unsigned{c.step} << (c.inside ? ", inside" : "")
      << (c.repeated ? ", one twice" : "") << ", missing is " << c.missing << "\nfiles placed "
      << c.input_at << ", output " << c.output_at;
}

}  // namespace touchstone::contracts
