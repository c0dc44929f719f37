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
  if (c.documents == Kind::some && c.run < 64) c.count = std::min(c.count, kMostListed);
  if (!c.inside) return;
  const bool sparse_documents = c.documents == Kind::some && c.ask == Ask::documents;
  c.first %= std::uint64_t{c.count} + (sparse_documents ? 100 : 1);
  if (sparse_documents) return;
  const std::uint64_t left = c.count - c.first;
  c.size = static_cast<std::uint16_t>(
      std::min<std::uint64_t>(c.size, c.ask == Ask::documents ? left / c.step : left));
}

}  // namespace

void draw_doc_values_case(kit::Draw& d, DocValuesCase& c) {
  using enum Packed;
  d.one_of(c.packed, std::array{plain, plain, table, blocks, blocks, constant});
  d.one_of(c.width, kWidths);
  d.uniform(c.block_shift, std::uint8_t{1}, std::uint8_t{14});
  d.edgy(c.count, std::uint32_t{0}, kMostValues);
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
  d.one_of(c.documents, std::array{Kind::all, Kind::some, Kind::some, Kind::none});
  d.edgy(c.first_document, std::uint32_t{0}, std::uint32_t{2'147'483'646});
  d.edgy(c.run, std::uint32_t{1}, std::uint32_t{70'000});
  d.edgy(c.gap, std::uint32_t{0}, std::uint32_t{300'000});
  d.one_of(c.rank_power, std::array<std::int8_t, 5>{9, 9, 7, 15, -1});
  d.flag(c.with_jumps);
  for (Change& change : c.changes) draw_change(d, change);
  d.one_of(c.ask, std::array{Ask::ranks, Ask::documents, Ask::documents, Ask::ids});
  d.flag(c.inside);
  d.edgy(c.first, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
  d.edgy(c.size, std::uint16_t{0}, kMostAsked);
  d.edgy(c.step, std::uint8_t{1}, std::uint8_t{255});
  d.flag(c.repeated);
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
    documents.ids = ids_in_runs(c.count, c.first_document, c.run, c.gap);
    count = documents.ids.size();
  }
  const std::uint64_t below = c.table_size * std::uint64_t{c.packed == Packed::table ? 1U : 4U};
  const auto packed = mixed_values(count, c.small ? below : 0);
  const auto packing =
      packing_of({c.packed, c.width, c.block_shift, c.minimum, c.factor, c.table_size});
  truth::Written files = truth::write(packed, packing, documents, c.data_before, c.sets_before);
  for (const Change& change : c.changes) {
    make(change, change.file == 0   ? files.metadata
                 : change.file == 1 ? files.data
                                    : files.doc_sets);
  }
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

std::vector<std::int32_t> documents_asked(const DocValuesCase& c) {
  std::vector<std::int32_t> documents(c.size);
  const bool from_first = c.inside && c.documents == Kind::some;
  auto document = static_cast<std::uint32_t>(c.first + (from_first ? c.first_document : 0));
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
  out << c.count << " values, " << kPacked[static_cast<std::size_t>(c.packed)] << ", "
      << unsigned{c.width} << " bits, minimum " << c.minimum << ", factor " << c.factor
      << ", table of " << c.table_size << ", blocks of 2^" << unsigned{c.block_shift}
      << (c.small ? ", small" : "") << "\nof " << kDocuments[static_cast<std::size_t>(c.documents)]
      << ": from " << c.first_document << ", runs of " << c.run << ", gaps of " << c.gap
      << ", rank power " << int{c.rank_power} << (c.with_jumps ? "" : ", no jump table")
      << "\nbehind " << unsigned{c.data_before} << " and " << unsigned{c.sets_before} << " bytes";
  for (const Change& change : c.changes) describe_change(change, out);
  out << "\nasked for " << c.size << " " << kAsked[static_cast<std::size_t>(c.ask)] << c.first
      << ", step " << unsigned{c.step} << (c.inside ? ", inside" : "")
      << (c.repeated ? ", one twice" : "") << ", missing is " << c.missing << "\nfiles placed "
      << c.input_at << ", output " << c.output_at;
}

}  // namespace touchstone::contracts
