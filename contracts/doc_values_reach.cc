#include "contracts/doc_values_reach.h"

#include <algorithm>
#include <array>

#include "codecs/error.h"
#include "reference/doc_values.h"

namespace touchstone::contracts {
namespace {

using Kind = reference::doc_values::Documents::Kind;
using Reach = DocValuesReach;
using Marks = kit::Marks<Reach>;
using Documents = std::vector<std::int32_t>;

std::int32_t upper_half(std::int32_t document) { return document / 65536; }

// Which file ends too early. The reference says so if only that one is as it is.
Reach cut_file(const DocValuesCase& c) {
  auto files = files_of(c);
  constexpr std::size_t kTableSizeAt = 27;
  constexpr std::size_t kFixed = 72;
  if (files.metadata.size() < kFixed) return Reach::cut_metadata;
  const std::size_t entries =
      files.metadata[kTableSizeAt + 3] >= 0x80
          ? 0
          : files.metadata[kTableSizeAt] + std::size_t{256} * files.metadata[kTableSizeAt + 1];
  if (files.metadata.size() < kFixed + 8 * entries) return Reach::cut_metadata;
  // With no doc set spoken of, are the values all there?
  std::fill_n(files.metadata.begin(), 8, std::uint8_t{0xFF});
  const auto values = reference::doc_values::Field::open({files.metadata, files.data, {}});
  return values ? Reach::cut_doc_set : Reach::cut_values;
}

void survey_refusal(const DocValuesCase& c, std::string_view status, Marks& m) {
  const auto is = [status](Error error) { return status == name_of(error); };
  if (is(Error::end_of_input)) m.mark(cut_file(c));
  m.mark_if(is(Error::malformed_metadata), Reach::malformed_metadata);
  m.mark_if(is(Error::outside_of_file), Reach::outside_of_file);
  m.mark_if(is(Error::unsupported_width), Reach::unsupported_width);
  m.mark_if(is(Error::malformed_doc_set), Reach::malformed_doc_set);
  m.mark_if(is(Error::no_table_entry), Reach::no_table_entry);
  m.mark_if(is(Error::documents_not_increasing), Reach::not_increasing);
  m.mark_if(is(Error::position_out_of_range), Reach::out_of_range);
}

// How values are packed, some of which are read.
void survey_packed(const DocValuesCase& c, Marks& m) {
  const bool affine = c.packed == Packed::plain;
  m.mark_if(c.packed == Packed::constant, Reach::constant);
  m.mark_if(affine && c.factor == 1 && c.minimum == 0, Reach::packed);
  m.mark_if(affine && c.factor == 1 && c.minimum != 0, Reach::added);
  m.mark_if(affine && c.factor != 1, Reach::multiplied);
  m.mark_if(c.packed == Packed::table, Reach::table);
  m.mark_if(c.packed == Packed::table && c.table_size == 256, Reach::table_256);
  m.mark_if(c.packed == Packed::blocks, Reach::blocks);
  m.mark_if(c.packed == Packed::blocks && (c.count - 1) >> c.block_shift != 0,
            Reach::several_blocks);
  m.mark_if(c.packed != Packed::table && c.minimum < 0, Reach::negative_minimum);
}

// How the documents of a sparse field are kept, some of which are looked for.
void survey_held(const DocValuesCase& c, const Documents& held, Marks& m) {
  const bool one_block = upper_half(held.front()) == upper_half(held.back());
  const bool is_bitmap = one_block && held.size() > 4095 && held.size() < 65536;
  m.mark_if(!one_block, Reach::several_doc_blocks);
  m.mark_if(!one_block && c.with_jumps, Reach::jumps);
  m.mark_if(!one_block && !c.with_jumps, Reach::no_jumps);
  m.mark_if(one_block && held.size() <= 4095, Reach::sparse_list);
  m.mark_if(is_bitmap, Reach::sparse_bitmap);
  m.mark_if(is_bitmap && c.rank_power < 0, Reach::no_rank_table);
  // 65536 documents in a row, the first of which is the first of a block.
  for (std::size_t i = 0; i + 65535 < held.size(); ++i) {
    if (held[i] % 65536 != 0 || held[i + 65535] != held[i] + 65535) continue;
    m.mark(Reach::sparse_full);
    break;
  }
}

// Of the documents asked for, how many have a value.
std::size_t count_found(const DocValuesCase& c, const Documents& held, const Documents& asked) {
  if (c.documents != Kind::some) return c.documents == Kind::all ? asked.size() : 0;
  return static_cast<std::size_t>(std::ranges::count_if(asked, [&held](std::int32_t document) {
    return std::ranges::binary_search(held, document);
  }));
}

// Whether documents are asked for from a block that holds none, behind one that holds some.
bool starts_in_absent_block(const Documents& held, const Documents& asked) {
  const auto behind = std::ranges::lower_bound(held, asked.front());
  return behind != held.begin() && behind != held.end() &&
         upper_half(*(behind - 1)) < upper_half(asked.front()) &&
         upper_half(*behind) > upper_half(asked.front());
}

void survey_documents(const DocValuesCase& c, const Documents& held, Marks& m) {
  const Documents asked = documents_asked(c);
  const std::size_t found = count_found(c, held, asked);
  m.mark_if(c.step == 1, Reach::contiguous);
  m.mark_if(c.step > 1, Reach::scattered);
  m.mark_if(found != 0 && found != asked.size(), Reach::some_missing);
  m.mark_if(found == 0, Reach::all_missing);
  m.mark_if(c.step == 1 && found != 0 && starts_in_absent_block(held, asked),
            Reach::from_absent_block);
  if (found != 0) survey_packed(c, m);
}

}  // namespace

void survey_doc_values(const DocValuesCase& c, const kit::Result& truth, Marks& m) {
  if (!truth.is_ok()) return survey_refusal(c, truth.status(), m);
  const bool changed = std::ranges::any_of(
      c.changes, [](const Change& change) { return change.kind != Change::Kind::none; });
  m.mark_if(changed, Reach::damaged_but_read);
  if (changed) return;
  m.mark_if(c.size == 0, Reach::nothing_asked);
  if (c.size == 0) return;

  const Documents held = c.documents == Kind::some ? documents_held(c) : Documents();
  const std::uint64_t values = truth.observations()[0].value;
  m.mark_if(values == 0, Reach::no_value);
  m.mark_if(c.documents == Kind::all, Reach::dense);
  m.mark_if(c.ask == Ask::ids, Reach::ids);
  m.mark_if(c.ask == Ask::ids && values > std::uint64_t{1} << 31, Reach::ids_of_huge_count);
  m.mark_if(c.ask == Ask::ranks, Reach::by_rank);
  if (c.ask == Ask::ranks) return survey_packed(c, m);
  if (!held.empty()) survey_held(c, held, m);
  if (c.ask == Ask::documents) survey_documents(c, held, m);
}

const char* words_of(DocValuesReach reach) {
  static constexpr std::array kWords{
      "no document has a value",
      "all values alike",
      "values as they are packed",
      "values with a minimum",
      "values with a factor",
      "values of a table",
      "table of 256 entries",
      "block mode",
      "block mode, several blocks",
      "every document has a value",
      "sparse, documents in a list",
      "sparse, documents in a bitmap",
      "sparse, all documents of a block",
      "sparse, documents in several blocks",
      "several blocks with a jump table",
      "several blocks without a jump table",
      "bitmap without ranks",
      "documents from a block that has none on, into one that has some",
      "values by rank",
      "documents without a gap",
      "documents with gaps",
      "documents with and without a value",
      "no document asked for has a value",
      "documents by rank",
      "documents by rank, of more values than there can be documents",
      "minimum below 0",
      "nothing is asked for",
      "rejected: metadata cut short",
      "rejected: values cut short",
      "rejected: doc set cut short",
      "rejected: metadata that contradict themselves",
      "rejected: metadata that lead out of the file",
      "rejected: a block's width",
      "rejected: doc set",
      "rejected: index without an entry",
      "rejected: documents that do not ascend",
      "rejected: values that are not there",
      "changed bytes, and still a field",
  };
  static_assert(kWords.size() == static_cast<std::size_t>(kLastDocValuesReach) + 1);
  return kWords[static_cast<std::size_t>(reach)];
}

}  // namespace touchstone::contracts
