// Contract: numeric doc values: a field out of any bytes of metadata, data and doc sets.
#include <algorithm>
#include <ostream>
#include <vector>

#include "codecs/io/memory_input.h"
#include "codecs/numeric/numeric_values.h"
#include "codecs/numeric/numeric_writer.h"
#include "contracts/doc_values_case.h"
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

// What is refused writes nothing, but where a list of documents leads to an index without an entry.
template <typename T>
Result told(const DocValuesCase& c, const Expected<void>& asked, std::span<T> out,
            std::uint64_t count, std::uint64_t entry_bytes, const Stage& stage) {
  if (asked) return Result::ok().took(entry_bytes).gave(out).also("values", count);
  Result result = Result::rejected(name_of(asked.error()));
  if (c.ask == Ask::documents && asked.error() == Error::no_table_entry) return result;
  const auto is_untouched = [&](std::byte byte) { return byte == std::byte{stage.fill()}; };
  return result.also("written", !std::ranges::all_of(std::as_bytes(out), is_untouched));
}

template <typename T>
Result run_reference(const DocValuesCase& c, Stage& stage) {
  namespace truth = reference::doc_values;
  const Files files(c, stage);
  const auto out = stage.output<T>(c.size, c.output_at);
  return stage.call([&] {
    const auto field = truth::Field::open({files.metadata, files.data, files.doc_sets});
    if (!field) return Result::rejected(name_of(field.error()));
    std::vector<T> found(out.size());  // it writes as it goes
    const auto asked = ask(*field, c, files, std::span(found));
    if (asked) std::ranges::copy(found, out.begin());
    return told(c, asked, out, field->count(), field->entry_bytes(), stage);
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
    if (!opened) return Result::rejected(name_of(opened.error()));
    return told(c, ask(opened->values, c, files, out), out, opened->values.count(),
                opened->entry_bytes, stage);
  });
}

constexpr std::uint64_t kMostRewritten = 20'000;
constexpr std::uint64_t kMaxDocuments = std::uint64_t{1} << 31;

// --- relations -----------------------------------------------------------------------------------

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

// --- classes -------------------------------------------------------------------------------------

enum class Reach : std::uint8_t {
  no_value,
  constant,
  packed,
  added,
  multiplied,
  table,
  table_256,
  blocks,
  several_blocks,
  dense,
  sparse_list,
  sparse_bitmap,
  sparse_full,
  several_doc_blocks,
  jumps,
  no_jumps,
  no_rank_table,
  by_rank,
  contiguous,
  scattered,
  some_missing,
  all_missing,
  ids,
  negative_minimum,
  cut_metadata,
  malformed_metadata,
  outside_of_file,
  unsupported_width,
  malformed_doc_set,
  no_table_entry,
  not_increasing,
  out_of_range,
  damaged_but_read,
};

using Marks = kit::Marks<Reach>;

void survey_packed(const DocValuesCase& c, Marks& m) {
  const bool affine = c.packed == Packed::plain;
  m.mark_if(c.packed == Packed::constant, Reach::constant);
  m.mark_if(affine && c.factor == 1 && c.minimum == 0, Reach::packed);
  m.mark_if(affine && c.factor == 1 && c.minimum != 0, Reach::added);
  m.mark_if(affine && c.factor != 1, Reach::multiplied);
  m.mark_if(c.packed == Packed::table, Reach::table);
  m.mark_if(c.packed == Packed::table && c.table_size == 256, Reach::table_256);
  m.mark_if(c.packed == Packed::blocks, Reach::blocks);
  m.mark_if(c.packed == Packed::blocks && c.count >> c.block_shift > 1, Reach::several_blocks);
  m.mark_if(c.minimum < 0, Reach::negative_minimum);
}

void survey_documents(const DocValuesCase& c, std::uint64_t values, Marks& m) {
  using Kind = reference::doc_values::Documents::Kind;
  m.mark_if(values == 0, Reach::no_value);
  m.mark_if(c.documents == Kind::all && values > 0, Reach::dense);
  if (c.documents != Kind::some || values == 0) return;
  // Documents in one block of 65536, where all are.
  const std::uint64_t last = c.first_document + values - 1 + (values - 1) / c.run * c.gap;
  const bool one_block = c.first_document / 65536 == last / 65536;
  const bool in_a_row = c.gap == 0 || values <= c.run;
  m.mark_if(!one_block, Reach::several_doc_blocks);
  m.mark_if(!one_block && c.with_jumps, Reach::jumps);
  m.mark_if(!one_block && !c.with_jumps, Reach::no_jumps);
  m.mark_if(one_block && values <= 4095, Reach::sparse_list);
  m.mark_if(one_block && values > 4095 && values < 65536, Reach::sparse_bitmap);
  m.mark_if(one_block && values > 4095 && values < 65536 && c.rank_power < 0, Reach::no_rank_table);
  m.mark_if(in_a_row && (c.first_document + 65535) / 65536 * 65536 + 65535 <= last,
            Reach::sparse_full);
}

void survey_asked(const DocValuesCase& c, const Result& truth, Marks& m) {
  if (c.size == 0) return;
  m.mark_if(c.ask == Ask::ranks, Reach::by_rank);
  m.mark_if(c.ask == Ask::ids, Reach::ids);
  if (c.ask != Ask::documents) return;
  m.mark_if(c.step == 1, Reach::contiguous);
  m.mark_if(c.step > 1, Reach::scattered);
  const auto bytes = truth.output();
  std::size_t missing = 0;
  for (std::size_t i = 0; i < c.size; ++i) {
    missing += std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(8 * i),
                          bytes.begin() + static_cast<std::ptrdiff_t>(8 * i + 8),
                          reinterpret_cast<const std::byte*>(&c.missing));
  }
  m.mark_if(missing != 0 && missing != c.size, Reach::some_missing);
  m.mark_if(missing == c.size, Reach::all_missing);
}

struct DocValues {
  using Case = DocValuesCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "doc_values";
  static constexpr std::string_view kClaim =
      "a numeric field of any metadata and data gives the values and documents of a reader that "
      "takes one value at a time, or its error, in one call as in many, also when written anew";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_doc_values_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_doc_values_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { doc_values_seeds(seeds); }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    const auto refused = [&](Error error) { return truth.status() == name_of(error); };
    m.mark_if(refused(Error::end_of_input), Reach::cut_metadata);
    m.mark_if(refused(Error::malformed_metadata), Reach::malformed_metadata);
    m.mark_if(refused(Error::outside_of_file), Reach::outside_of_file);
    m.mark_if(refused(Error::unsupported_width), Reach::unsupported_width);
    m.mark_if(refused(Error::malformed_doc_set), Reach::malformed_doc_set);
    m.mark_if(refused(Error::no_table_entry), Reach::no_table_entry);
    m.mark_if(refused(Error::documents_not_increasing), Reach::not_increasing);
    m.mark_if(refused(Error::position_out_of_range), Reach::out_of_range);
    if (!truth.is_ok()) return;
    const bool changed = std::ranges::any_of(
        c.changes, [](const Change& change) { return change.kind != Change::Kind::none; });
    m.mark_if(changed, Reach::damaged_but_read);
    if (changed) return;
    survey_packed(c, m);
    survey_documents(c, truth.observations()[0].value, m);
    survey_asked(c, truth, m);
  }

  static void declare(kit::Declaration<DocValues>& d) {
    declare_reach(d);
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

  static void declare_reach(kit::Declaration<DocValues>& d) {
    d.reach(Reach::no_value, "no document has a value");
    d.reach(Reach::constant, "all values alike");
    d.reach(Reach::packed, "values as they are packed");
    d.reach(Reach::added, "values with a minimum");
    d.reach(Reach::multiplied, "values with a factor");
    d.reach(Reach::table, "values of a table");
    d.reach(Reach::table_256, "table of 256 entries");
    d.reach(Reach::blocks, "block mode");
    d.reach(Reach::several_blocks, "block mode, several blocks");
    d.reach(Reach::dense, "every document has a value");
    d.reach(Reach::sparse_list, "sparse, documents in a list");
    d.reach(Reach::sparse_bitmap, "sparse, documents in a bitmap");
    d.reach(Reach::sparse_full, "sparse, all documents of a block");
    d.reach(Reach::several_doc_blocks, "sparse, documents in several blocks");
    d.reach(Reach::jumps, "several blocks with a jump table");
    d.reach(Reach::no_jumps, "several blocks without a jump table");
    d.reach(Reach::no_rank_table, "bitmap without ranks");
    d.reach(Reach::by_rank, "values by rank");
    d.reach(Reach::contiguous, "documents without a gap");
    d.reach(Reach::scattered, "documents with gaps");
    d.reach(Reach::some_missing, "documents with and without a value");
    d.reach(Reach::all_missing, "no document asked for has a value");
    d.reach(Reach::ids, "documents by rank");
    d.reach(Reach::negative_minimum, "minimum below 0");
    d.reach(Reach::cut_metadata, "rejected: something is cut short");
    d.reach(Reach::malformed_metadata, "rejected: metadata that contradict themselves");
    d.reach(Reach::outside_of_file, "rejected: metadata that lead out of the file");
    d.reach(Reach::unsupported_width, "rejected: a block's width");
    d.reach(Reach::malformed_doc_set, "rejected: doc set");
    d.reach(Reach::no_table_entry, "rejected: index without an entry");
    d.reach(Reach::not_increasing, "rejected: documents that do not ascend");
    d.reach(Reach::out_of_range, "rejected: values that are not there");
    d.reach(Reach::damaged_but_read, "changed bytes, and still a field");
  }
};

TOUCHSTONE_CONTRACT(DocValues)

}  // namespace
}  // namespace touchstone::contracts
