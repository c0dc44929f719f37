// Contract: numeric doc values: a field out of any bytes of metadata, data and doc sets.
#include <algorithm>
#include <limits>
#include <ostream>

#include "codecs/io/memory_input.h"
#include "codecs/numeric/numeric_values.h"
#include "codecs/numeric/numeric_writer.h"
#include "contracts/doc_values_case.h"
#include "contracts/doc_values_reach.h"
#include "contracts/touched.h"
#include "harness/any_contract.h"
#include "reference/doc_values.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;
using numeric::NumericValues;

// The buffers of one run.
struct Files {
  Files(const DocValuesCase& c, Stage& stage) {
    const auto& files = files_of(c);
    metadata = stage.input(files.metadata, c.input_at);
    data = stage.input(files.data, c.input_at);
    doc_sets = stage.input(files.doc_sets, c.input_at);
    documents = stage.input<std::int32_t>(
        c.ask == Ask::documents ? documents_asked(c) : std::vector<std::int32_t>(), {});
  }
  std::span<const std::uint8_t> metadata;
  std::span<const std::uint8_t> data;
  std::span<const std::uint8_t> doc_sets;
  std::span<const std::int32_t> documents;
};

// Asks a field, the reference's or the codec's, what the Case asks.
template <typename Field, typename T>
Expected<void> ask(const Field& field, const DocValuesCase& c, const Files& files,
                   std::span<T> out) {
  if constexpr (sizeof(T) == 4) {
    return field.documents(c.first, out);
  } else {
    return c.ask == Ask::ranks ? field.read(c.first, out)
                               : field.read(files.documents, out, c.missing);
  }
}

// Nothing is written on refusal, but for indexes of documents that have no entry: bytes of the
// output that are no longer the fill.
template <typename T>
Result refused(Error error, const DocValuesCase& c, std::span<T> out, std::uint8_t fill) {
  Result result = Result::rejected(name_of(error));
  if (error == Error::no_table_entry && c.ask == Ask::documents) return result;
  return result.also("bytes written", touched(out, fill));
}

template <typename T>
Result accepted(std::span<T> out, std::uint64_t count, std::uint64_t entry_bytes) {
  return Result::ok().took(entry_bytes).gave(out).also("values", count);
}

template <typename T>
Result run_reference(const DocValuesCase& c, Stage& stage) {
  namespace truth = reference::doc_values;
  const Files files(c, stage);
  const auto out = stage.output<T>(c.size, c.output_at);
  return stage.call([&] {
    const auto field = truth::Field::open({files.metadata, files.data, files.doc_sets});
    if (!field) return refused(field.error(), c, out, stage.fill());
    const auto asked = ask(*field, c, files, out);
    if (!asked) return refused(asked.error(), c, out, stage.fill());
    return accepted(out, field->count(), field->entry_bytes());
  });
}

// Opens the field; gives the bytes of its entry too.
struct Opened {
  NumericValues values;
  std::uint64_t entry_bytes;
};

Expected<Opened> open(const Files& files, const numeric::Kernels& kernels) {
  io::MemoryInput in(files.metadata);
  numeric::NumericEntry entry;
  if (auto read = read_numeric_entry(in, entry); !read) return std::unexpected(read.error());
  auto values = NumericValues::open(entry, files.data, files.doc_sets, kernels);
  if (!values) return std::unexpected(values.error());
  return Opened{*values, in.position()};
}

template <typename T>
Result run_codec(const DocValuesCase& c, const numeric::Kernels& kernels, Stage& stage) {
  const Files files(c, stage);
  const auto out = stage.output<T>(c.size, c.output_at);
  return stage.call([&] {
    const auto opened = open(files, kernels);
    if (!opened) return refused(opened.error(), c, out, stage.fill());
    const auto asked = ask(opened->values, c, files, out);
    if (!asked) return refused(asked.error(), c, out, stage.fill());
    return accepted(out, opened->values.count(), opened->entry_bytes);
  });
}

constexpr std::uint64_t kMostRewritten = 20'000;
constexpr std::uint64_t kMaxDocuments = std::uint64_t{1} << 31;

// --- relations -----------------------------------------------------------------------------------

// Negative documents, of which no list says anything.
std::optional<std::string> alone_refused(const NumericValues& field, Stage& stage) {
  for (const std::int32_t document : {-1, std::numeric_limits<std::int32_t>::min()}) {
    const auto one = stage.call([&] { return field.get(document); });
    if (one || one.error() != Error::documents_not_increasing) {
      return "document " + std::to_string(document) + " alone is not refused for being negative";
    }
  }
  return std::nullopt;
}

// Each value fetched alone, and the documents in two calls, are what one call gives.
std::optional<std::string> relate(const DocValuesCase& c, const numeric::Kernels& kernels,
                                  Stage& stage) {
  if (c.ask != Ask::documents) return std::nullopt;
  const Files files(c, stage);
  const auto whole = stage.output<std::int64_t>(c.size, c.output_at);
  const auto parts = stage.output<std::int64_t>(c.size, c.output_at);
  const auto opened = stage.call([&] { return open(files, kernels); });
  if (!opened) return std::nullopt;
  const NumericValues& field = opened->values;
  if (auto fault = alone_refused(field, stage)) return fault;
  if (!stage.call([&] { return field.read(files.documents, whole, c.missing); })) {
    return std::nullopt;
  }
  const std::size_t cut = files.documents.size() * c.step / 256;
  const auto refused = stage.call([&]() -> Expected<void> {
    auto read = field.read(files.documents.first(cut), parts.first(cut), c.missing);
    if (!read) return read;
    return field.read(files.documents.subspan(cut), parts.subspan(cut), c.missing);
  });
  if (!refused) return "in two calls it is refused";
  if (!std::ranges::equal(whole, parts)) return "two calls give other values than one";
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const auto one = stage.call([&] { return field.get(files.documents[i]); });
    if (!one) return "document " + std::to_string(files.documents[i]) + " alone is refused";
    if (one->value_or(c.missing) != whole[i]) {
      return "document " + std::to_string(files.documents[i]) + " alone has another value";
    }
  }
  return std::nullopt;
}

// What the writer makes of the field's values and documents is that field again.
std::optional<std::string> rewritten(const DocValuesCase& c, const numeric::Kernels& kernels,
                                     Stage& stage) {
  const Files files(c, stage);
  const auto opened = stage.call([&] { return open(files, kernels); });
  if (!opened || opened->values.count() > kMostRewritten) return std::nullopt;
  const NumericValues& field = opened->values;
  const auto values = stage.output<std::int64_t>(field.count(), {});
  const auto documents = stage.output<std::int32_t>(field.count(), {});
  const auto read = stage.call([&] { return field.read(0, values); });
  if (!read || !stage.call([&] { return field.documents(0, documents); })) return std::nullopt;

  numeric::NumericEntry entry = stage.call([&] {
    numeric::NumericEntry planned = numeric::plan_values(values, c.data_before);
    planned.documents =
        numeric::plan_documents(documents, field.is_sparse() ? kMaxDocuments : field.count(), 0);
    return planned;
  });
  const auto data = stage.output<std::uint8_t>(c.data_before + entry.length, c.output_at);
  const auto sets =
      stage.output<std::uint8_t>(static_cast<std::size_t>(entry.documents.length), c.output_at);
  const bool written = stage.call([&] {
    return numeric::write_values(entry, values, data.subspan(c.data_before)) == entry.length &&
           numeric::write_documents(entry.documents, documents, sets) == sets.size();
  });
  if (!written) return "the writer does not fill what it planned";
  const auto again = stage.output<std::int64_t>(values.size(), {});
  const auto ids = stage.output<std::int32_t>(values.size(), {});
  const auto refused = stage.call([&]() -> Expected<void> {
    const auto back = NumericValues::open(entry, data, sets, kernels);
    if (!back) return std::unexpected(back.error());
    if (auto done = back->documents(0, ids); !done) return done;
    return back->read(0, again);
  });
  if (!refused) return "what was written is refused: " + std::string(name_of(refused.error()));
  if (!std::ranges::equal(values, again)) return "what was written has other values";
  if (!std::ranges::equal(documents, ids)) return "what was written has other documents";
  return std::nullopt;
}

struct DocValues {
  using Case = DocValuesCase;
  using Reach = DocValuesReach;
  static constexpr std::string_view kName = "doc_values";
  static constexpr std::string_view kClaim =
      "a numeric field of any metadata and data gives the values and documents of a reader that "
      "takes one value at a time, or its error, in one call as in many, also when written anew";
  static constexpr std::uint8_t kVersion = 2;

  static void draw(kit::Draw& d, Case& c) { draw_doc_values_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_doc_values_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { doc_values_seeds(seeds); }

  static void survey(const Case& c, const Result& truth, kit::Marks<Reach>& m) {
    survey_doc_values(c, truth, m);
  }

  static void declare(kit::Declaration<DocValues>& d) {
    for (std::size_t i = 0; i <= static_cast<std::size_t>(kLastDocValuesReach); ++i) {
      d.reach(static_cast<Reach>(i), words_of(static_cast<Reach>(i)));
    }
    d.reference("reference::doc_values", [](const Case& c, Stage& stage) {
      return c.ask == Ask::ids ? run_reference<std::int32_t>(c, stage)
                               : run_reference<std::int64_t>(c, stage);
    });
    const std::size_t tiers = numeric::kernels().size();
    for (std::size_t i = 0; i < tiers; ++i) {
      const numeric::Kernels& k = numeric::kernels()[i];
      const kit::SubjectInfo info{.name = "numeric::NumericValues",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      d.subject(info, [&k](const Case& c, Stage& stage) {
        return c.ask == Ask::ids ? run_codec<std::int32_t>(c, k, stage)
                                 : run_codec<std::int64_t>(c, k, stage);
      });
      // The tiers take turns, by the Case.
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> std::optional<std::string> {
        if ((c.count + c.size + c.step + c.width) % tiers != i) return std::nullopt;
        return relate(c, k, stage);
      });
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> std::optional<std::string> {
        if ((c.count + c.width) % tiers != i) return std::nullopt;
        return rewritten(c, k, stage);
      });
    }
  }
};

TOUCHSTONE_CONTRACT(DocValues)

}  // namespace
}  // namespace touchstone::contracts
