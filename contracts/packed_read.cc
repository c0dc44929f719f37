// Contract: reading packed integers: by range, by documents, in every form, at every tier.
#include <algorithm>
#include <array>
#include <ostream>

#include "codecs/numeric/packed.h"
#include "contracts/packed_read_case.h"
#include "contracts/packed_read_reach.h"
#include "contracts/touched.h"
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
  return Result::rejected(name_of(read.error())).also("bytes written", touched(out, fill));
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

struct PackedRead {
  using Case = PackedReadCase;
  using Reach = PackedReadReach;
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

  static void survey(const Case& c, const Result& truth, kit::Marks<Reach>& m) {
    survey_packed_read(c, truth, m);
  }

  static void declare(kit::Declaration<PackedRead>& d) {
    for (std::size_t i = 0; i <= static_cast<std::size_t>(kLastPackedReadReach); ++i) {
      d.reach(static_cast<Reach>(i), words_of(static_cast<Reach>(i)));
    }
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
};

TOUCHSTONE_CONTRACT(PackedRead)

}  // namespace
}  // namespace touchstone::contracts
