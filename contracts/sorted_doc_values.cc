// Contract: sorted-numeric doc values: a field of any number of values a document out of any bytes
// of metadata, data and doc sets.
#include <algorithm>
#include <numeric>
#include <ostream>

#include "codecs/io/memory_input.h"
#include "codecs/numeric/numeric_values.h"
#include "contracts/sorted_doc_values_case.h"
#include "contracts/sorted_doc_values_reach.h"
#include "contracts/touched.h"
#include "harness/any_contract.h"

namespace touchstone::contracts {
namespace {

namespace truth = reference::sorted_doc_values;
using kit::Result;
using kit::Stage;
using numeric::SortedNumericValues;

// The buffers of one run.
struct Files {
  Files(const SortedDocValuesCase& c, Stage& stage) {
    const auto& files = files_of(c);
    metadata = stage.input(files.metadata, c.input_at);
    data = stage.input(files.data, c.input_at);
    doc_sets = c.one_file ? data : stage.input(files.doc_sets, c.input_at);
  }
  std::span<const std::uint8_t> metadata;
  std::span<const std::uint8_t> data;
  std::span<const std::uint8_t> doc_sets;
};

// Asks a field, the reference's or the codec's, what the element's type stands for.
template <typename Field, typename T>
auto ask(const Field& field, std::uint64_t first, std::span<T> out) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    return field.starts(first, out);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return field.read(first, out);
  } else {
    return field.documents(first, out);
  }
}

// What is refused writes nothing, but for starts that were read before they were seen to be wrong.
template <typename T>
Result refused(Error error, std::span<T> out, const Stage& stage) {
  Result result = Result::rejected(name_of(error));
  if (error == Error::malformed_metadata) return result;
  return result.also("bytes written", touched(out, stage.fill()));
}

template <typename Field, typename T>
Result told(const Field& field, std::uint64_t entry_bytes, std::span<T> out) {
  return Result::ok()
      .took(entry_bytes)
      .gave(out)
      .also("documents", field.documents())
      .also("values", field.values())
      .also("sparse", field.is_sparse());
}

template <typename T>
Result run_reference(const SortedDocValuesCase& c, Stage& stage) {
  const Files files(c, stage);
  const auto out = stage.output<T>(c.size, c.output_at);
  return stage.call([&] {
    const auto field =
        truth::Field::open({files.metadata, files.data, files.doc_sets}, c.before_entry);
    if (!field) return refused(field.error().error, out, stage);
    const auto asked = ask(*field, c.first, out);
    if (!asked) return refused(asked.error().error, out, stage);
    return told(*field, field->entry_bytes(), out);
  });
}

// Opens the field; gives the bytes of its entry too.
struct Opened {
  SortedNumericValues values;
  std::uint64_t entry_bytes;
};

Expected<Opened> open(const SortedDocValuesCase& c, const Files& files,
                      const numeric::Kernels& kernels) {
  io::MemoryInput in(files.metadata);
  if (auto skipped = in.skip(c.before_entry); !skipped) return std::unexpected(skipped.error());
  numeric::SortedNumericEntry entry;
  if (auto read = read_sorted_numeric_entry(in, entry); !read) {
    return std::unexpected(read.error());
  }
  auto values =
      SortedNumericValues::open(entry, files.metadata, files.data, files.doc_sets, kernels);
  if (!values) return std::unexpected(values.error());
  return Opened{*values, in.position() - c.before_entry};
}

template <typename T>
Result run_codec(const SortedDocValuesCase& c, const numeric::Kernels& kernels, Stage& stage) {
  const Files files(c, stage);
  const auto out = stage.output<T>(c.size, c.output_at);
  return stage.call([&] {
    const auto opened = open(c, files, kernels);
    if (!opened) return refused(opened.error(), out, stage);
    const auto asked = ask(opened->values, c.first, out);
    if (!asked) return refused(asked.error(), out, stage);
    return told(opened->values, opened->entry_bytes, out);
  });
}

// --- relations -----------------------------------------------------------------------------------

using Wrong = std::optional<std::string>;

// All that is asked for in two calls, and the last of it alone, are what one call gives. The first
// call for starts ends with the one that the second begins with, as a caller would have it: so the
// two together are refused if and only if the one is.
template <typename T>
Wrong in_parts(const SortedDocValuesCase& c, const numeric::Kernels& kernels, Stage& stage) {
  if (c.size == 0) return std::nullopt;
  const Files files(c, stage);
  const auto whole = stage.output<T>(c.size, c.output_at);
  const auto parts = stage.output<T>(c.size, c.output_at);
  const auto last = stage.output<T>(1, c.output_at);
  const auto opened = stage.call([&] { return open(c, files, kernels); });
  if (!opened) return std::nullopt;
  const SortedNumericValues& field = opened->values;
  const auto one = stage.call([&] { return ask(field, c.first, whole); });
  if (!one && one.error() == Error::position_out_of_range) return std::nullopt;
  const std::size_t cut = (c.size - 1U) * (c.first % 8) / 7;
  const std::size_t shared = std::is_same_v<T, std::uint64_t> ? 1 : 0;
  const auto two = stage.call([&]() -> Expected<void> {
    auto asked = ask(field, c.first, parts.first(cut + shared));
    if (!asked) return asked;
    return ask(field, c.first + cut, parts.subspan(cut));
  });
  if (one.has_value() != two.has_value())
    return "two calls are not refused as one is, or one as two";
  if (!one) return std::nullopt;
  if (!std::ranges::equal(whole, parts)) return "two calls give something else than one";
  const auto alone = stage.call([&] { return ask(field, c.first + c.size - 1, last); });
  if (!alone || last[0] != whole.back()) return "the last one alone is another";
  return std::nullopt;
}

Wrong in_parts(const SortedDocValuesCase& c, const numeric::Kernels& kernels, Stage& stage) {
  switch (c.ask) {
    case SortedAsk::starts:
      return in_parts<std::uint64_t>(c, kernels, stage);
    case SortedAsk::values:
      return in_parts<std::int64_t>(c, kernels, stage);
    case SortedAsk::ids:
      return in_parts<std::int32_t>(c, kernels, stage);
  }
  return std::nullopt;
}

// Whether a reader must refuse what was written.
std::optional<Error> must_be_refused(const SortedDocValuesCase& c, const SortedField& drawn) {
  if (drawn.documents > drawn.values) return Error::malformed_metadata;
  const bool has_addresses = drawn.documents != drawn.values;
  if (has_addresses && (c.shift < 2 || c.shift > 22)) return Error::malformed_metadata;
  return std::nullopt;
}

numeric::NumericValues::Kind kind_of(Packed packed) {
  using Kind = numeric::NumericValues::Kind;
  switch (packed) {
    case Packed::constant:
      return Kind::constant;
    case Packed::plain:
      return Kind::packed;
    case Packed::table:
      return Kind::table;
    case Packed::blocks:
      return Kind::blocks;
  }
  return Kind::constant;
}

Wrong compare_starts(const SortedNumericValues& field, const SortedField& drawn, Stage& stage) {
  const auto starts = stage.output<std::uint64_t>(drawn.starts.size(), {});
  if (!stage.call([&] { return field.starts(0, starts); })) return "the starts are refused";
  if (!std::ranges::equal(starts, drawn.starts)) return "values start elsewhere than was drawn";
  return std::nullopt;
}

Wrong compare_values(const SortedNumericValues& field, const SortedField& drawn, Stage& stage) {
  const auto values = stage.output<std::int64_t>(drawn.values, {});
  const auto read = stage.call([&] { return field.read(0, values); });
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = drawn.value(i);
    if (!value) {
      if (read || read.error() != Error::no_table_entry) return "no entry, and not so refused";
      return std::nullopt;
    }
    if (read && values[i] != *value) return "value " + std::to_string(i) + " is not what was drawn";
  }
  if (!read) return "the values are refused";
  return std::nullopt;
}

Wrong compare_documents(const SortedNumericValues& field, const SortedField& drawn, Stage& stage) {
  std::vector<std::int32_t> expected = drawn.ids;
  if (!field.is_sparse()) {
    expected.resize(drawn.documents);
    std::iota(expected.begin(), expected.end(), 0);
  }
  const auto ids = stage.output<std::int32_t>(expected.size(), {});
  if (!stage.call([&] { return field.documents(0, ids); })) return "the documents are refused";
  if (!std::ranges::equal(ids, expected)) return "other documents than were drawn";
  return std::nullopt;
}

// Where the field's last documents start, of one too long to be looked at as a whole.
Wrong compare_even(const SortedDocValuesCase& c, const SortedNumericValues& field, Stage& stage) {
  const std::uint64_t some = std::min<std::uint64_t>(c.count + std::uint64_t{1}, 50);
  const std::uint64_t first = c.count + std::uint64_t{1} - some;
  const auto starts = stage.output<std::uint64_t>(some, {});
  if (!stage.call([&] { return field.starts(first, starts); })) return "the starts are refused";
  for (std::uint64_t i = 0; i < some; ++i) {
    if (starts[i] != (first + i) << c.each_log) return "an even start is another";
  }
  return std::nullopt;
}

// What was drawn comes back, with no reference in between; what no field can be is refused.
Wrong as_drawn(const SortedDocValuesCase& c, const numeric::Kernels& kernels, Stage& stage) {
  if (!c.is_as_written()) return std::nullopt;
  const SortedField& drawn = field_of(c);
  const Files files(c, stage);
  const auto opened = stage.call([&] { return open(c, files, kernels); });
  if (const auto error = must_be_refused(c, drawn)) {
    return opened || opened.error() != *error ? Wrong("no field, and not so refused")
                                              : std::nullopt;
  }
  if (!opened) return "what was written is refused: " + std::string(name_of(opened.error()));
  const SortedNumericValues& field = opened->values;
  if (field.documents() != drawn.documents) return "another number of documents";
  if (field.values() != drawn.values) return "another number of values";
  if (field.is_sparse() != (c.list.documents == reference::doc_values::Documents::Kind::some)) {
    return "sparse or not is wrong";
  }
  if (field.kind() != kind_of(c.packed())) return "packed in another way";
  if (c.packed() == Packed::constant && field.constant() != c.minimum) return "another constant";
  if (c.even) return compare_even(c, field, stage);
  if (auto wrong = compare_starts(field, drawn, stage)) return wrong;
  if (auto wrong = compare_values(field, drawn, stage)) return wrong;
  return compare_documents(field, drawn, stage);
}

// --- the contract --------------------------------------------------------------------------------

template <typename Run>
Result by_type(const SortedDocValuesCase& c, Run run) {
  switch (c.ask) {
    case SortedAsk::starts:
      return run(std::uint64_t{});
    case SortedAsk::values:
      return run(std::int64_t{});
    case SortedAsk::ids:
      return run(std::int32_t{});
  }
  return Result::ok();
}

struct SortedDocValues {
  using Case = SortedDocValuesCase;
  using Reach = SortedReach;
  static constexpr std::string_view kName = "sorted_doc_values";
  static constexpr std::string_view kClaim =
      "a sorted-numeric field of any metadata and data gives the starts, values and documents of a "
      "reader that takes one at a time, or its error, in one call as in many; what is refused "
      "writes nothing";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_sorted_doc_values_case(d, c); }
  static void describe(const Case& c, std::ostream& out) {
    describe_sorted_doc_values_case(c, out);
  }
  static void seeds(kit::Seeds<Case>& seeds) { sorted_doc_values_seeds(seeds); }
  static void survey(const Case& c, const Result& truth, kit::Marks<Reach>& marks) {
    survey_sorted_doc_values(c, truth, marks);
  }

  static void declare(kit::Declaration<SortedDocValues>& d) {
    for (const auto& [reach, name] : kSortedReachNames) d.reach(reach, std::string(name));
    d.reference("reference::sorted_doc_values", [](const Case& c, Stage& stage) {
      return by_type(c, [&](auto type) { return run_reference<decltype(type)>(c, stage); });
    });
    const std::size_t tiers = numeric::kernels().size();
    for (std::size_t i = 0; i < tiers; ++i) {
      const numeric::Kernels& k = numeric::kernels()[i];
      const kit::SubjectInfo info{.name = "numeric::SortedNumericValues",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      d.subject(info, [&k](const Case& c, Stage& stage) {
        return by_type(c, [&](auto type) { return run_codec<decltype(type)>(c, k, stage); });
      });
      // The tiers take turns, by the Case.
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> Wrong {
        return (c.count + c.size + c.list.width) % tiers == i ? in_parts(c, k, stage)
                                                              : std::nullopt;
      });
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> Wrong {
        return (c.count + c.shift) % tiers == i ? as_drawn(c, k, stage) : std::nullopt;
      });
    }
  }
};

TOUCHSTONE_CONTRACT(SortedDocValues)

}  // namespace
}  // namespace touchstone::contracts
