#include "contracts/sorted_doc_values_reach.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace touchstone::contracts {
namespace {

namespace truth = reference::sorted_doc_values;
using Kind = reference::doc_values::Documents::Kind;
using Marks = kit::Marks<SortedReach>;

constexpr std::size_t kBlockBytes = reference::direct_monotonic::kBlockBytes;

// --- refused -------------------------------------------------------------------------------------

// What the reference finds wrong, once more and in detail.
struct Fault {
  truth::Part part = truth::Part::question;
  bool behind_the_first = false;  ///< of the starts asked for, the first alone is given
};

Fault fault_of(const SortedDocValuesCase& c) {
  const truth::Written& files = files_of(c);
  const auto field = truth::Field::open(
      {files.metadata, files.data, c.one_file ? files.data : files.doc_sets}, c.before_entry);
  if (!field) return {field.error().part};
  if (c.ask != SortedAsk::starts) return {};
  std::vector<std::uint64_t> starts(c.size);
  const auto asked = field->starts(c.first, starts);
  if (asked) return {};
  const bool first_is_given = c.size > 1 && field->starts(c.first, std::span(starts).first(1));
  return {asked.error().part, first_is_given};
}

void survey_refused(const SortedDocValuesCase& c, const kit::Result& truth, Marks& m) {
  using truth::Part;
  const auto is = [&](Error error) { return truth.status() == name_of(error); };
  const Fault fault = fault_of(c);
  const Part part = fault.part;
  const bool entry = part == Part::numeric_entry || part == Part::addresses_entry;
  m.mark_if(entry && is(Error::end_of_input), SortedReach::cut_entry);
  m.mark_if(part == Part::numeric_entry && is(Error::malformed_metadata),
            SortedReach::malformed_numeric_entry);
  m.mark_if(part == Part::documents, SortedReach::more_documents_than_values);
  m.mark_if(part == Part::shift && c.is_as_written() && c.shift < 2, SortedReach::small_shift);
  m.mark_if(part == Part::shift && c.is_as_written() && c.shift > 22, SortedReach::large_shift);
  m.mark_if(is(Error::malformed_vint), SortedReach::malformed_shift);
  m.mark_if(part == Part::addresses_entry && is(Error::malformed_metadata),
            SortedReach::negative_addresses);
  m.mark_if(part == Part::field && !is(Error::malformed_doc_set), SortedReach::values_refused);
  m.mark_if(part == Part::field && is(Error::malformed_doc_set), SortedReach::set_refused);
  m.mark_if(part == Part::set_size, SortedReach::set_size);
  m.mark_if(part == Part::addresses && is(Error::outside_of_file), SortedReach::addresses_outside);
  m.mark_if(part == Part::addresses && is(Error::unsupported_width), SortedReach::address_width);
  m.mark_if(part == Part::addresses && is(Error::end_of_input), SortedReach::addresses_cut);
  m.mark_if(part == Part::first_address, SortedReach::first_address);
  m.mark_if(part == Part::last_address, SortedReach::last_address);
  m.mark_if(part == Part::order, SortedReach::descending);
  m.mark_if(part == Part::beyond, SortedReach::beyond);
  m.mark_if(part == Part::beyond && fault.behind_the_first, SortedReach::from_inside_to_beyond);
  if (part != Part::question) return;
  m.mark_if(is(Error::invalid_argument), SortedReach::no_room);
  m.mark_if(is(Error::no_table_entry), SortedReach::no_table_entry);
  if (!is(Error::position_out_of_range)) return;
  m.mark_if(c.ask == SortedAsk::starts, SortedReach::starts_out_of_range);
  m.mark_if(c.ask == SortedAsk::values, SortedReach::values_out_of_range);
  m.mark_if(c.ask == SortedAsk::ids, SortedReach::ids_out_of_range);
  const bool one_more = c.within == Within::one_more;
  const bool has_addresses = files_of(c).places.has_addresses;
  m.mark_if(one_more && has_addresses, SortedReach::one_too_many);
  m.mark_if(one_more && !has_addresses && c.ask == SortedAsk::starts,
            SortedReach::one_start_too_many);
  m.mark_if(c.first + c.size < c.first, SortedReach::wraps);
}

// --- as it was written ---------------------------------------------------------------------------

void survey_counts(const SortedDocValuesCase& c, const SortedField& field, Marks& m) {
  const bool one_each = field.values == field.documents;
  m.mark_if(field.documents == 0, SortedReach::no_document);
  m.mark_if(field.documents > 0 && one_each, SortedReach::single_valued);
  m.mark_if(!one_each, SortedReach::several_valued);
  m.mark_if(c.count >> 16 == 0x7FFF, SortedReach::most_documents);
  m.mark_if(field.values >> 62 != 0, SortedReach::most_values);
  const bool has_none = std::ranges::find(field.counts, 0U) != field.counts.end();
  m.mark_if(has_none && !one_each, SortedReach::without_values);
  m.mark_if(has_none && one_each, SortedReach::as_many_but_not_one_each);
}

void survey_values(const SortedDocValuesCase& c, Marks& m) {
  m.mark_if(c.packed() == Packed::constant, SortedReach::constant);
  m.mark_if(c.packed() == Packed::plain, SortedReach::plain);
  m.mark_if(c.packed() == Packed::table, SortedReach::table);
  m.mark_if(c.packed() == Packed::blocks, SortedReach::blocks);
}

void survey_documents(const SortedDocValuesCase& c, const SortedField& field, Marks& m) {
  if (field.documents == field.values) return;
  m.mark_if(c.list.documents == Kind::all, SortedReach::dense);
  if (c.list.documents != Kind::some || field.ids.empty()) return;
  const bool one_block = field.ids.front() / 65536 == field.ids.back() / 65536;
  m.mark_if(one_block && field.ids.size() <= 4095, SortedReach::sparse_list);
  m.mark_if(one_block && field.ids.size() > 4095, SortedReach::sparse_bitmap);
  m.mark_if(!one_block, SortedReach::several_doc_blocks);
  m.mark_if(c.one_file, SortedReach::set_in_data_file);
  m.mark_if(!c.one_file, SortedReach::set_in_own_file);
}

// Whether the line's values are others where the product is not rounded to single precision.
bool is_rounded(float slope, std::uint64_t first, std::uint64_t end) {
  if (!(std::abs(slope) < 0x1p40F)) return false;
  for (std::uint64_t j = first; j < end; ++j) {
    const double exact = static_cast<double>(slope) * static_cast<double>(j);
    if (std::trunc(exact) != std::trunc(static_cast<float>(exact))) return true;
  }
  return false;
}

void survey_lines(const SortedDocValuesCase& c, std::span<const std::uint8_t> blocks, Marks& m) {
  unsigned widest = 0;
  for (std::size_t at = 0; at < blocks.size(); at += kBlockBytes) {
    widest = std::max<unsigned>(widest, blocks[at + 20]);
  }
  m.mark_if(widest == 0, SortedReach::no_differences);
  m.mark_if(widest > 0 && widest <= 8, SortedReach::narrow_differences);
  m.mark_if(widest > 32, SortedReach::wide_differences);
  m.mark_if(widest == 64, SortedReach::differences_of_64);
  if (c.ask != SortedAsk::starts || c.size < 2) return;
  const std::size_t at = kBlockBytes * (c.first >> c.shift);
  std::uint32_t bits = 0;
  for (std::size_t i = 4; i > 0; --i) bits = bits << 8 | blocks[at + 8 + i - 1];
  const auto slope = std::bit_cast<float>(bits);
  const std::uint64_t first = c.first % (std::uint64_t{1} << c.shift);
  const std::uint64_t end = std::min(first + c.size, std::uint64_t{1} << c.shift);
  m.mark_if(is_rounded(slope, first, end), SortedReach::rounded_line);
  m.mark_if(slope <= -1 && end > first + 1, SortedReach::falling_line);
  m.mark_if(std::abs(slope) >= 0x1p63F && end > 1, SortedReach::line_beyond_a_long);
  m.mark_if(std::isnan(slope), SortedReach::line_of_no_number);
}

void survey_addresses(const SortedDocValuesCase& c, Marks& m) {
  const truth::Written& files = files_of(c);
  if (!files.places.has_addresses) return;
  const std::uint64_t count = std::uint64_t{c.count} + 1;
  const std::uint64_t per_block = std::uint64_t{1} << c.shift;
  m.mark_if(count <= per_block, SortedReach::one_address_block);
  m.mark_if(count > per_block, SortedReach::several_address_blocks);
  m.mark_if(count > per_block && count % per_block == 1, SortedReach::last_block_of_one);
  m.mark_if(c.before_entry > 0 && c.before_values > 0 && c.before_addresses > 0,
            SortedReach::behind_something);
  survey_lines(c, std::span(files.metadata).subspan(files.places.blocks, files.places.blocks_bytes),
               m);
  if (c.ask != SortedAsk::starts || c.size == 0) return;
  m.mark_if(c.first == 0 && c.size == count && c.size > 2, SortedReach::all_starts);
  m.mark_if(c.first == c.count && c.size == 1, SortedReach::last_start);
  m.mark_if(c.first >> c.shift != (c.first + c.size - 1) >> c.shift,
            SortedReach::starts_across_blocks);
  m.mark_if(c.even && (c.first + c.size - 1) << c.each_log >> 32 != 0,
            SortedReach::starts_above_32_bits);
}

}  // namespace

void survey_sorted_doc_values(const SortedDocValuesCase& c, const kit::Result& truth, Marks& m) {
  if (!truth.is_ok()) return survey_refused(c, truth, m);
  m.mark_if(!c.is_as_written(), SortedReach::damaged_but_read);
  m.mark_if(c.claim.what == Claim::What::long_shift && files_of(c).places.has_addresses,
            SortedReach::long_shift);
  if (!c.is_as_written()) return;
  const SortedField& field = field_of(c);
  survey_counts(c, field, m);
  survey_addresses(c, m);
  m.mark_if(c.size == 0, SortedReach::nothing);
  m.mark_if(c.ask == SortedAsk::ids && c.size > 0, SortedReach::ids);
  if (field.values == 0) return;
  survey_documents(c, field, m);
  if (c.ask != SortedAsk::values || c.size == 0) return;
  survey_values(c, m);
  m.mark_if(field.values != field.documents, SortedReach::values_of_several);
}

}  // namespace touchstone::contracts
