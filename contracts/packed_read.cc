// Contract: reading packed integers: by range, by documents, in every form, at every tier.
#include <algorithm>
#include <array>
#include <cstring>
#include <ostream>

#include "codecs/numeric/packed.h"
#include "contracts/packed_read_case.h"
#include "harness/any_contract.h"
#include "reference/numeric.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;
using numeric::PackedReader;

// The buffers of one run.
template <typename T>
struct Buffers {
  Buffers(const PackedReadCase& c, Stage& stage)
      : stream(stage.input(stream_of(c), c.input_at)),
        table(stage.input<std::uint64_t>(table_of(c), c.input_at)),
        documents(stage.input<std::int32_t>(
            c.by_documents ? documents_of(c) : std::vector<std::int32_t>(), c.documents_at)),
        out(stage.output<T>(c.by_documents ? documents.size() : c.size, c.output_at)) {}

  std::span<const std::uint8_t> stream;
  std::span<const std::uint64_t> table;
  std::span<const std::int32_t> documents;
  std::span<T> out;
};

// Nothing is written on refusal: bytes of the output that are no longer the fill.
template <typename T>
Result told(const Expected<void>& read, std::span<T> out, std::uint8_t fill) {
  if (read) return Result::ok().gave(out);
  const auto bytes = std::as_bytes(out);
  const auto written = std::ranges::count_if(
      bytes, [fill](std::byte b) { return std::to_integer<std::uint8_t>(b) != fill; });
  return Result::rejected(name_of(read.error()))
      .also("bytes written", static_cast<std::uint64_t>(written));
}

reference::numeric::Form reference_form(const PackedReadCase& c,
                                        std::span<const std::uint64_t> table) {
  using Kind = reference::numeric::Form::Kind;
  if (c.form == ReadForm::affine) return {Kind::affine, c.factor, c.offset, {}};
  if (c.form == ReadForm::table) return {Kind::table, 1, 0, table};
  return {};
}

template <typename T>
Result run_reference(const PackedReadCase& c, Stage& stage) {
  const Buffers<T> b(c, stage);
  const reference::numeric::Stream stream{b.stream, c.width, c.claimed};
  const auto form = reference_form(c, b.table);
  const auto read = stage.call([&]() -> Expected<void> {
    if constexpr (sizeof(T) == 4) {
      return reference::numeric::read(stream, c.first, b.out);
    } else {
      if (c.by_documents) return reference::numeric::read(stream, b.documents, b.out, form);
      return reference::numeric::read(stream, c.first, b.out, form);
    }
  });
  return told(read, b.out, stage.fill());
}

// One call of the codec, for a part of the Case's range or for its documents.
template <typename Where, typename T>
Expected<void> read(const PackedReader& reader, const PackedReadCase& c, Where where,
                    std::span<T> out, std::span<const std::uint64_t> table) {
  if constexpr (sizeof(T) == 8) {
    if (c.form == ReadForm::affine) return reader.read(where, out, {c.factor, c.offset});
    if (c.form == ReadForm::table) return reader.read(where, out, table);
  }
  return reader.read(where, out);
}

template <typename T>
Result run_codec(const PackedReadCase& c, const numeric::Kernels& kernels, Stage& stage) {
  const Buffers<T> b(c, stage);
  const auto done = stage.call([&]() -> Expected<void> {
    const auto reader = PackedReader::make(b.stream, c.width, c.claimed, kernels);
    if (!reader) return std::unexpected(reader.error());
    if constexpr (sizeof(T) == 8) {
      if (c.by_documents) return read(*reader, c, b.documents, b.out, b.table);
    }
    return read(*reader, c, c.first, b.out, b.table);
  });
  return told(done, b.out, stage.fill());
}

// By range only: there are no 32-bit reads by documents.
bool is_u32(const PackedReadCase& c) { return c.form == ReadForm::plain_u32; }

// --- relations ---------------------------------------------------------------------------------

constexpr std::array<std::size_t, 8> kBatches{1, 2, 3, 7, 8, 9, 64, 129};

// The same values in batches, the first of which may be shorter: other starts, other ends.
template <typename T>
std::optional<std::string> in_batches(const PackedReadCase& c, const PackedReader& reader,
                                      const Buffers<T>& b, Stage& stage) {
  const auto parts = stage.output<T>(b.out.size(), c.output_at);
  const std::size_t batch = kBatches[c.split % kBatches.size()];
  const auto refused = stage.call([&]() -> Expected<void> {
    std::size_t at = 0;
    for (std::size_t next = 1 + c.split / 32 % batch; at < parts.size(); next = batch) {
      const std::size_t some = std::min(next, parts.size() - at);
      const auto out = parts.subspan(at, some);
      if constexpr (sizeof(T) == 8) {
        if (c.by_documents) {
          const auto documents = b.documents.subspan(at, some);
          if (auto done = read(reader, c, documents, out, b.table); !done) return done;
          at += some;
          continue;
        }
      }
      if (auto done = read(reader, c, c.first + at, out, b.table); !done) return done;
      at += some;
    }
    return {};
  });
  const char* fault = !refused                            ? " are refused"
                      : !std::ranges::equal(b.out, parts) ? " give other values than all at once"
                                                          : nullptr;
  if (fault == nullptr) return std::nullopt;
  return "batches of " + std::to_string(batch) + fault;
}

// Each value fetched alone is what the plain bulk read gives.
template <typename T>
std::optional<std::string> one_by_one(const PackedReadCase& c, const PackedReader& reader,
                                      const Buffers<T>& b, Stage& stage) {
  if (c.form == ReadForm::affine || c.form == ReadForm::table) return std::nullopt;
  const auto index = [&](std::size_t i) {
    return c.by_documents ? static_cast<std::uint64_t>(b.documents[i]) : c.first + i;
  };
  for (std::size_t i = 0; i < b.out.size(); ++i) {
    const auto value = stage.call([&] { return reader.get(index(i)); });
    if (!value) return "value " + std::to_string(index(i)) + " alone is refused";
    if (*value != b.out[i]) return "value " + std::to_string(index(i)) + " alone is another";
  }
  const auto behind = stage.call([&] { return reader.get(reader.count()); });
  if (behind) return "there is a value behind the last";
  return std::nullopt;
}

template <typename T>
std::optional<std::string> relate(const PackedReadCase& c, const numeric::Kernels& kernels,
                                  Stage& stage) {
  const Buffers<T> b(c, stage);
  const auto reader =
      stage.call([&] { return PackedReader::make(b.stream, c.width, c.claimed, kernels); });
  if (!reader) return std::nullopt;
  const auto whole = stage.call([&]() -> Expected<void> {
    if constexpr (sizeof(T) == 8) {
      if (c.by_documents) return read(*reader, c, b.documents, b.out, b.table);
    }
    return read(*reader, c, c.first, b.out, b.table);
  });
  if (!whole) return std::nullopt;
  if (auto fault = in_batches(c, *reader, b, stage)) return fault;
  return one_by_one(c, *reader, b, stage);
}

// --- classes -----------------------------------------------------------------------------------

enum class Reach : std::uint8_t {
  first_width,  // and the other thirteen
  last_width = first_width + 13,
  odd_start,
  start_in_byte,
  nothing_asked,
  one_value,
  below_a_step,
  whole_steps,
  a_step_and_some,
  many,
  to_the_end,
  exact_padding,
  no_padding,
  in_front_of_more,
  short_slice,
  top_bit,
  u32,
  u32_top_bit,
  added,
  multiplied_short,
  multiplied_long,
  affine_wraps,
  factor_zero,
  table_exact,
  table_partial,
  table_256,
  documents_range,
  documents_gap,
  documents_strided,
  documents_scattered,
  documents_none,
  documents_one,
  bad_width,
  cut,
  huge_claim,
  past_the_end,
  wrapping_range,
  u32_too_wide,
  no_entry,
  not_increasing,
  negative,
  document_past_the_end,
};

using Marks = kit::Marks<Reach>;

Reach reach_of_width(std::size_t index) {
  return static_cast<Reach>(static_cast<std::size_t>(Reach::first_width) + index);
}

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

void survey_form(const PackedReadCase& c, Marks& m) {
  const bool long_enough = c.size >= 8;
  if (c.form == ReadForm::affine && long_enough) {
    m.mark_if(c.factor == 0, Reach::factor_zero);
    m.mark_if(c.factor == 1 && c.offset != 0, Reach::added);
    m.mark_if(c.factor > 1 && c.factor >> 32 == 0, Reach::multiplied_short);
    m.mark_if(c.factor >> 32 != 0, Reach::multiplied_long);
    m.mark_if(c.width == 64 && c.factor > 1 && c.content != Content::zeros, Reach::affine_wraps);
  }
  if (c.form == ReadForm::table && long_enough) {
    m.mark_if(c.width <= 8 && c.entries == 1U << c.width, Reach::table_exact);
    m.mark_if(c.width > 8 || c.entries < 1U << c.width, Reach::table_partial);
    m.mark_if(c.width == 8 && c.entries >= 256, Reach::table_256);
  }
}

void survey_values(const PackedReadCase& c, const Result& truth, Marks& m) {
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

struct PackedRead {
  using Case = PackedReadCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "packed_read";
  static constexpr std::string_view kClaim =
      "packed integers of any width, read from any value on, by range or by documents, plain, "
      "affine or by table, are those of a bit-by-bit reader; what it refuses is refused for the "
      "same reason with nothing written; no byte outside the slice is read, nothing is allocated";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_packed_read_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_packed_read_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { packed_read_seeds(seeds); }

  // The same with a value more than there is; for one Case in four.
  static bool spoil(Case& c) {
    if (c.split % 4 != 0 || c.by_documents || c.first > c.count) return false;
    c.size = static_cast<std::uint16_t>(c.count - c.first + 1);
    return true;
  }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    if (!truth.is_ok()) {
      for (const Error error :
           {Error::unsupported_width, Error::end_of_input, Error::position_out_of_range,
            Error::no_table_entry, Error::documents_not_increasing}) {
        if (truth.status() == name_of(error)) survey_refusal(c, error, m);
      }
      return;
    }
    if (truth.produced() > 0) m.mark(reach_of_width(numeric::width_index(c.width)));
    if (c.by_documents) {
      const auto documents = documents_of(c);
      survey_documents(c, m);
      survey_slice(c, documents.empty() ? 0 : static_cast<std::uint64_t>(documents.back()) + 1, m);
    } else {
      survey_range(c, m);
      survey_slice(c, c.size == 0 ? 0 : c.first + c.size, m);
    }
    survey_form(c, m);
    survey_values(c, truth, m);
  }

  static void declare(kit::Declaration<PackedRead>& d) {
    declare_reach(d);
    declare_refusals(d);
    d.reference("reference::numeric::read", [](const Case& c, Stage& stage) {
      return is_u32(c) ? run_reference<std::uint32_t>(c, stage)
                       : run_reference<std::uint64_t>(c, stage);
    });
    const std::size_t tiers = numeric::kernels().size();
    for (std::size_t i = 0; i < tiers; ++i) {
      const numeric::Kernels& k = numeric::kernels()[i];
      const kit::SubjectInfo info{.name = "numeric::PackedReader::read",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      d.subject(info, [&k](const Case& c, Stage& stage) {
        return is_u32(c) ? run_codec<std::uint32_t>(c, k, stage)
                         : run_codec<std::uint64_t>(c, k, stage);
      });
      // The tiers take turns, by the Case.
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> std::optional<std::string> {
        if (c.split % tiers != i) return std::nullopt;
        return is_u32(c) ? relate<std::uint32_t>(c, k, stage) : relate<std::uint64_t>(c, k, stage);
      });
    }
  }

  static void declare_reach(kit::Declaration<PackedRead>& d) {
    for (std::size_t i = 0; i < numeric::kWidths.size(); ++i) {
      d.reach(reach_of_width(i), "values of width " + std::to_string(numeric::kWidths[i]));
    }
    d.reach(Reach::odd_start, "range that starts at a nibble, above 8 bits");
    d.reach(Reach::start_in_byte, "range that starts inside a byte, below 8 bits");
    d.reach(Reach::nothing_asked, "empty range");
    d.reach(Reach::one_value, "range of one value");
    d.reach(Reach::below_a_step, "range of 2 to 7 values");
    d.reach(Reach::whole_steps, "range of a multiple of 8 values");
    d.reach(Reach::a_step_and_some, "range of more than 8 values, no multiple of 8");
    d.reach(Reach::many, "range of 1000 and more values");
    d.reach(Reach::to_the_end, "last value of the stream");
    d.reach(Reach::exact_padding, "last value, and exactly the format's padding behind it");
    d.reach(Reach::no_padding, "last value, and its padding missing");
    d.reach(Reach::in_front_of_more, "64 and more bytes behind the stream");
    d.reach(Reach::short_slice, "slice of fewer than 8 bytes");
    d.reach(Reach::top_bit, "value of 28 and more bits with its top bit set");
    d.reach(Reach::u32, "values in 32-bit elements");
    d.reach(Reach::u32_top_bit, "bit 31 set in a 32-bit element");
    d.reach(Reach::added, "affine: offset alone");
    d.reach(Reach::multiplied_short, "affine: factor of up to 32 bits");
    d.reach(Reach::multiplied_long, "affine: factor of more than 32 bits");
    d.reach(Reach::affine_wraps, "affine: product of 64-bit values that may wrap");
    d.reach(Reach::factor_zero, "affine: factor 0");
    d.reach(Reach::table_exact, "table with an entry for each value of the width");
    d.reach(Reach::table_partial, "table with fewer entries than the width has values");
    d.reach(Reach::table_256, "table of 256 entries at 8 bits");
    d.reach(Reach::documents_range, "documents in a row");
    d.reach(Reach::documents_gap, "documents with one gap");
    d.reach(Reach::documents_strided, "documents in equal steps");
    d.reach(Reach::documents_scattered, "documents scattered");
    d.reach(Reach::documents_none, "no document");
    d.reach(Reach::documents_one, "one document");
  }

  static void declare_refusals(kit::Declaration<PackedRead>& d) {
    d.reach(Reach::bad_width, "rejected: no such width");
    d.reach(Reach::cut, "rejected: slice cut inside the values");
    d.reach(Reach::huge_claim, "rejected: count near a power of two that bits leave");
    d.reach(Reach::past_the_end, "rejected: range past the end");
    d.reach(Reach::wrapping_range, "rejected: range that wraps");
    d.reach(Reach::u32_too_wide, "rejected: 32-bit elements above 32 bits");
    d.reach(Reach::no_entry, "rejected: no such table entry");
    d.reach(Reach::not_increasing, "rejected: documents not increasing");
    d.reach(Reach::negative, "rejected: negative document");
    d.reach(Reach::document_past_the_end, "rejected: document past the end");
  }
};

TOUCHSTONE_CONTRACT(PackedRead)

}  // namespace
}  // namespace touchstone::contracts
