#include "contracts/packed_read_reach.h"

#include <array>
#include <cstring>
#include <vector>

#include "codecs/error.h"
#include "codecs/numeric/packed.h"
#include "reference/numeric.h"

namespace touchstone::contracts {
namespace {

using Reach = PackedReadReach;
using Marks = kit::Marks<Reach>;

void survey_refusal(const PackedReadCase& c, Error error, Marks& m) {
  const std::vector<std::int32_t> documents =
      c.by_documents ? documents_of(c) : std::vector<std::int32_t>();
  switch (error) {
    case Error::unsupported_width:
      m.mark(numeric::is_supported(c.width) ? Reach::u32_too_wide : Reach::bad_width);
      break;
    case Error::end_of_input:
      m.mark(c.claimed > 0xFFFF ? Reach::huge_claim : Reach::cut);
      break;
    case Error::position_out_of_range:
      m.mark(c.by_documents ? Reach::document_past_the_end : Reach::past_the_end);
      m.mark_if(!c.by_documents && c.first + c.size < c.first, Reach::wrapping_range);
      break;
    case Error::no_table_entry:
      m.mark(Reach::no_entry);
      m.mark_if(c.content == Content::lone && c.width <= 8 && c.alone % 2 != 0,
                Reach::one_odd_no_entry);
      break;
    case Error::documents_not_increasing:
      m.mark(documents.front() < 0 ? Reach::negative : Reach::not_increasing);
      break;
    default:
      break;
  }
}

void survey_slice(const PackedReadCase& c, std::uint64_t end, Marks& m) {
  const auto padding = static_cast<int>(numeric::padding(c.width));
  const std::size_t slice = stream_of(c).size();
  m.mark_if(end == c.count, Reach::to_the_end);
  m.mark_if(end == c.count && c.behind == padding && padding > 0, Reach::exact_padding);
  m.mark_if(end == c.count && c.behind == 0 && padding > 0, Reach::no_padding);
  m.mark_if(c.behind >= 64, Reach::in_front_of_more);
  m.mark_if(slice < 8, Reach::short_slice);
}

void survey_documents(const PackedReadCase& c, Marks& m) {
  const auto documents = documents_of(c);
  m.mark_if(documents.empty(), Reach::documents_none);
  m.mark_if(documents.size() == 1, Reach::documents_one);
  if (documents.size() < 3) return;
  const auto span = static_cast<std::size_t>(documents.back() - documents.front()) + 1;
  m.mark_if(span == documents.size(), Reach::documents_range);
  if (span == documents.size()) return;
  m.mark_if(c.lie == Lie::one_gap, Reach::documents_gap);
  m.mark_if(c.lie == Lie::strided, Reach::documents_strided);
  m.mark_if(c.lie == Lie::scattered, Reach::documents_scattered);
}

void survey_range(const PackedReadCase& c, Marks& m) {
  const bool starts_inside = c.first * c.width % 8 != 0;
  m.mark_if(c.size > 0 && starts_inside && c.width > 8, Reach::odd_start);
  m.mark_if(c.size > 0 && starts_inside && c.width < 8, Reach::start_in_byte);
  m.mark_if(c.size == 0, Reach::nothing_asked);
  m.mark_if(c.size == 1, Reach::one_value);
  m.mark_if(c.size > 1 && c.size < 8, Reach::below_a_step);
  m.mark_if(c.size >= 8 && c.size % 8 == 0, Reach::whole_steps);
  m.mark_if(c.size > 8 && c.size % 8 != 0, Reach::a_step_and_some);
  m.mark_if(c.size >= 1000, Reach::many);
}

// Whether a product of values asked for takes more than 64 bits.
bool product_wraps(const PackedReadCase& c) {
  const std::vector<std::uint8_t> bytes = stream_of(c);
  const std::vector<std::int32_t> documents =
      c.by_documents ? documents_of(c) : std::vector<std::int32_t>();
  const std::size_t count = c.by_documents ? documents.size() : c.size;
  for (std::size_t i = 0; i < count; ++i) {
    const auto index = c.by_documents ? static_cast<std::uint64_t>(documents[i]) : c.first + i;
    const auto value = reference::numeric::get({bytes, c.width, c.claimed}, index);
    if (value && *value != 0 && c.factor > ~std::uint64_t{0} / *value) return true;
  }
  return false;
}

void survey_form(const PackedReadCase& c, const kit::Result& truth, Marks& m) {
  const bool long_enough = truth.produced() >= 8;
  if (c.form == ReadForm::affine && long_enough) {
    m.mark_if(c.factor == 0, Reach::factor_zero);
    m.mark_if(c.factor == 1 && c.offset != 0, Reach::added);
    m.mark_if(c.factor > 1 && c.factor >> 32 == 0, Reach::multiplied_short);
    m.mark_if(c.factor >> 32 != 0, Reach::multiplied_long);
    m.mark_if(c.factor > 1 && product_wraps(c), Reach::affine_wraps);
  }
  if (c.form == ReadForm::table && long_enough) {
    m.mark_if(c.width <= 8 && c.entries == 1U << c.width, Reach::table_exact);
    m.mark_if(c.width > 8 || c.entries < 1U << c.width, Reach::table_partial);
    m.mark_if(c.width == 8 && c.entries >= 256, Reach::table_256);
  }
}

void survey_values(const PackedReadCase& c, const kit::Result& truth, Marks& m) {
  const auto out = truth.output();
  std::uint64_t all = 0;
  for (std::size_t at = 0; at + truth.element_bytes() <= out.size(); at += truth.element_bytes()) {
    std::uint64_t wide = 0;
    std::uint32_t narrow = 0;
    if (truth.element_bytes() == 8) std::memcpy(&wide, out.data() + at, 8);
    if (truth.element_bytes() == 4) std::memcpy(&narrow, out.data() + at, 4);
    all |= wide | narrow;
  }
  if (c.form != ReadForm::plain && c.form != ReadForm::plain_u32) return;
  const bool top = all >> (c.width - 1) % 64 != 0;
  m.mark_if(top && c.width >= 28, Reach::top_bit);
  m.mark_if(truth.element_bytes() == 4 && truth.produced() > 0, Reach::u32);
  m.mark_if(truth.element_bytes() == 4 && c.width == 32 && top, Reach::u32_top_bit);
}

}  // namespace

void survey_packed_read(const PackedReadCase& c, const kit::Result& truth, Marks& m) {
  if (!truth.is_ok()) {
    for (const Error error :
         {Error::unsupported_width, Error::end_of_input, Error::position_out_of_range,
          Error::no_table_entry, Error::documents_not_increasing}) {
      if (truth.status() == name_of(error)) survey_refusal(c, error, m);
    }
    return;
  }
  if (truth.produced() > 0) m.mark(reach_of_width(c.width));
  if (c.by_documents) {
    const auto documents = documents_of(c);
    survey_documents(c, m);
    survey_slice(c, documents.empty() ? 0 : static_cast<std::uint64_t>(documents.back()) + 1, m);
  } else {
    survey_range(c, m);
    survey_slice(c, c.size == 0 ? 0 : c.first + c.size, m);
  }
  survey_form(c, truth, m);
  survey_values(c, truth, m);
}

PackedReadReach reach_of_width(unsigned width) {
  return static_cast<Reach>(static_cast<std::size_t>(Reach::first_width) +
                            numeric::width_index(width));
}

std::string words_of(PackedReadReach reach) {
  static constexpr std::array kWords{
      "range that starts at a nibble, above 8 bits",
      "range that starts inside a byte, below 8 bits",
      "empty range",
      "range of one value",
      "range of 2 to 7 values",
      "range of a multiple of 8 values",
      "range of more than 8 values, no multiple of 8",
      "range of 1000 and more values",
      "last value of the stream",
      "last value, and exactly the format's padding behind it",
      "last value, and its padding missing",
      "64 and more bytes behind the stream",
      "slice of fewer than 8 bytes",
      "value of 28 and more bits with its top bit set",
      "values in 32-bit elements",
      "bit 31 set in a 32-bit element",
      "affine: offset alone",
      "affine: factor of up to 32 bits",
      "affine: factor of more than 32 bits",
      "affine: product that wraps",
      "affine: factor 0",
      "table with an entry for each value of the width",
      "table with fewer entries than the width has values",
      "table of 256 entries at 8 bits",
      "documents in a row",
      "documents with one gap",
      "documents in equal steps",
      "documents scattered",
      "no document",
      "one document",
      "rejected: no such width",
      "rejected: slice cut inside the values",
      "rejected: count near a power of two that bits leave",
      "rejected: range past the end",
      "rejected: range that wraps",
      "rejected: 32-bit elements above 32 bits",
      "rejected: no such table entry",
      "rejected: one table index without an entry, at an odd place of a byte or word",
      "rejected: documents not increasing",
      "rejected: negative document",
      "rejected: document past the end",
  };
  constexpr auto kWidths = static_cast<std::size_t>(Reach::last_width) + 1;
  static_assert(kWidths == numeric::kWidths.size());
  static_assert(kWidths + kWords.size() == static_cast<std::size_t>(kLastPackedReadReach) + 1);
  const auto number = static_cast<std::size_t>(reach);
  if (number < kWidths) return "values of width " + std::to_string(numeric::kWidths[number]);
  return kWords[number - kWidths];
}

}  // namespace touchstone::contracts
