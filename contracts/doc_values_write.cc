// Contract: writing numeric doc values: what Lucene's writer chooses, and its very bytes.
#include <algorithm>
#include <ostream>
#include <vector>

#include "codecs/io/memory_input.h"
#include "codecs/io/output.h"
#include "codecs/numeric/numeric_values.h"
#include "codecs/numeric/numeric_writer.h"
#include "contracts/doc_values_write_case.h"
#include "contracts/doc_values_write_reach.h"
#include "contracts/touched.h"
#include "harness/any_contract.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;
using Written = Expected<std::size_t>;
using Room = std::span<std::uint8_t>;

// The buffers of one run. How large the outputs are follows from the truth, so that a size that was
// foretold wrongly shows.
struct Buffers {
  Buffers(const DocValuesWriteCase& c, Stage& stage) {
    const DocValuesWriteTruth& t = truth_of(c);
    values = stage.input<std::int64_t>(t.values, c.input_at);
    documents = stage.input<std::int32_t>(t.documents, c.input_at);
    planned_values = stage.input<std::int64_t>(t.planned_values, c.input_at);
    planned_documents = stage.input<std::int32_t>(t.planned_documents, c.input_at);
    const auto output = [&](std::uint64_t size, std::int8_t spare) {
      return stage.output<std::uint8_t>(room_for(size, spare), c.output_at);
    };
    data = output(t.plan.length, c.spare_values);
    doc_set = output(static_cast<std::uint64_t>(t.documents_plan.length), c.spare_documents);
    entry = output(t.entry.size(), c.spare_entry);
  }
  std::span<const std::int64_t> values;
  std::span<const std::int32_t> documents;
  std::span<const std::int64_t> planned_values;
  std::span<const std::int32_t> planned_documents;
  Room data;
  Room doc_set;
  Room entry;
};

struct Calls {
  Written values = 0;
  Written documents = 0;
  Written entry = 0;
};

// --- what a caller sees --------------------------------------------------------------------------

// 0, or which error it was.
std::uint64_t number_of(const Written& written) {
  return written ? 0 : 1 + static_cast<std::uint64_t>(written.error());
}

std::uint64_t touched_from(Room room, std::size_t from, std::uint8_t fill) {
  return touched(room.subspan(std::min(from, room.size())), fill);
}

// From where on the output must be as it was. Only values that a plan turns out not to be of may
// leave something behind.
std::size_t end_of_values(const DocValuesWriteTruth& t, const Written& written, Room room) {
  if (written) return *written;
  const bool is_found_out_late = t.values.size() == t.plan.count && room.size() >= t.plan.length;
  return is_found_out_late ? t.plan.length : 0;
}

Result told(const DocValuesWriteCase& c, const Calls& calls, const Buffers& buffers, Stage& stage) {
  const std::array<const Written*, 3> all{&calls.values, &calls.documents, &calls.entry};
  const std::array<Room, 3> rooms{buffers.data, buffers.doc_set, buffers.entry};
  Result result = Result::ok();
  std::size_t size = 0;
  for (std::size_t i = all.size(); i-- > 0;) {
    if (!*all[i]) result = Result::rejected(name_of(all[i]->error()));
    // Not to be believed, or it would be this contract that reads past the output.
    if (all[i]->value_or(0) > rooms[i].size()) return Result::rejected("claims more than there is");
    size += all[i]->value_or(0);
  }
  const auto bytes = stage.output<std::uint8_t>(size, {});
  auto to = bytes.begin();
  for (std::size_t i = 0; i < all.size(); ++i) {
    to = std::ranges::copy(rooms[i].first(all[i]->value_or(0)), to).out;
  }
  const std::size_t values_end = end_of_values(truth_of(c), calls.values, buffers.data);
  return result.gave(bytes)
      .also("values", number_of(calls.values))
      .also("documents", number_of(calls.documents))
      .also("entry", number_of(calls.entry))
      .also("bytes touched behind values", touched_from(buffers.data, values_end, stage.fill()))
      .also("bytes touched behind documents",
            touched_from(buffers.doc_set, calls.documents.value_or(0), stage.fill()))
      .also("bytes touched behind the entry",
            touched_from(buffers.entry, calls.entry.value_or(0), stage.fill()));
}

// --- reference and codec -------------------------------------------------------------------------

Written put(const std::vector<std::uint8_t>& bytes, Room room) {
  if (bytes.size() > room.size()) return std::unexpected(Error::output_too_small);
  std::ranges::copy(bytes, room.begin());
  return bytes.size();
}

Calls write_truth(const DocValuesWriteTruth& t, const Buffers& to) {
  Calls calls;
  const Written refused = std::unexpected(Error::invalid_argument);
  const bool has_room = to.data.size() >= t.plan.length;
  if (t.values.size() == t.plan.count && !has_room) {
    calls.values = std::unexpected(Error::output_too_small);
  } else {
    calls.values = t.data ? put(*t.data, to.data) : refused;
  }
  calls.documents = t.doc_set ? put(*t.doc_set, to.doc_set) : refused;
  calls.entry = put(t.entry, to.entry);
  return calls;
}

numeric::NumericEntry plan(const DocValuesWriteCase& c, const Buffers& b, std::uint64_t of) {
  numeric::NumericEntry entry = numeric::plan_values(b.planned_values, c.values_at);
  entry.documents = numeric::plan_documents(b.planned_documents, of, c.documents_at);
  return entry;
}

Written write_entry(const numeric::NumericEntry& entry, Room room) {
  io::MemoryOutput out(room);
  const auto written = numeric::write_numeric_entry(out, entry);
  if (!written) return std::unexpected(written.error());
  return out.bytes().size();
}

Calls write(const numeric::NumericEntry& entry, const Buffers& b) {
  return {.values = numeric::write_values(entry, b.values, b.data),
          .documents = numeric::write_documents(entry.documents, b.documents, b.doc_set),
          .entry = write_entry(entry, b.entry)};
}

Calls run_codec(const DocValuesWriteCase& c, const Buffers& buffers, Stage& stage) {
  const std::uint64_t of = truth_of(c).of;
  return stage.call([&] { return write(plan(c, buffers, of), buffers); });
}

// --- relation ------------------------------------------------------------------------------------

constexpr std::uint64_t kMostBefore = 100;

// The bytes are read back to the same values and documents: by an entry that is read back too.
std::optional<std::string> round_trip(const DocValuesWriteCase& c, const numeric::Kernels& kernels,
                                      Stage& stage) {
  if (c.values_at > kMostBefore || c.documents_at > kMostBefore) return std::nullopt;
  Buffers b(c, stage);
  const Room data = stage.output<std::uint8_t>(c.values_at + b.data.size(), c.output_at);
  const Room doc_set = stage.output<std::uint8_t>(c.documents_at + b.doc_set.size(), c.output_at);
  b.data = data.subspan(c.values_at);
  b.doc_set = doc_set.subspan(c.documents_at);
  const Calls calls = run_codec(c, b, stage);
  if (!calls.values || !calls.documents || !calls.entry) return std::nullopt;
  const auto values = stage.output<std::int64_t>(b.values.size(), {});
  const auto documents = stage.output<std::int32_t>(b.documents.size(), {});
  const auto read = stage.call([&]() -> Expected<void> {
    io::MemoryInput in(b.entry);
    numeric::NumericEntry entry;
    if (auto done = read_numeric_entry(in, entry); !done) return done;
    const auto field = numeric::NumericValues::open(entry, data, doc_set, kernels);
    if (!field) return std::unexpected(field.error());
    if (field->count() != values.size()) return std::unexpected(Error::malformed_metadata);
    if (auto done = field->documents(0, documents); !done) return done;
    return field->read(0, values);
  });
  if (!read) return "what was written is refused: " + std::string(name_of(read.error()));
  if (!std::ranges::equal(values, b.values)) return "what was written has other values";
  if (!std::ranges::equal(documents, b.documents)) return "what was written has other documents";
  return std::nullopt;
}

struct DocValuesWrite {
  using Case = DocValuesWriteCase;
  using Reach = doc_values_write::Reach;
  static constexpr std::string_view kName = "doc_values_write";
  static constexpr std::string_view kClaim =
      "numeric fields are written as Lucene's writer chooses, entry, values and documents, byte by "
      "byte, into exactly as many as planned, with none touched behind; what a plan was not made "
      "for, or has no room, is refused; what was written is read back";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_doc_values_write_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_doc_values_write_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { doc_values_write_seeds(seeds); }
  static void survey(const Case& c, const Result&, kit::Marks<Reach>& m) {
    doc_values_write::survey(c, m);
  }

  static void declare(kit::Declaration<DocValuesWrite>& d) {
    doc_values_write::name_classes(
        [&d](Reach reach, std::string name) { d.reach(reach, std::move(name)); });
    d.reference("reference::doc_values::choose", [](const Case& c, Stage& stage) {
      const Buffers buffers(c, stage);
      const Calls calls = stage.call([&] { return write_truth(truth_of(c), buffers); });
      return told(c, calls, buffers, stage);
    });
    d.subject({.name = "numeric::write_values"}, [](const Case& c, Stage& stage) {
      const Buffers buffers(c, stage);
      return told(c, run_codec(c, buffers, stage), buffers, stage);
    });
    const std::size_t tiers = numeric::kernels().size();
    for (std::size_t i = 0; i < tiers; ++i) {
      const numeric::Kernels& k = numeric::kernels()[i];
      const kit::SubjectInfo info{.name = "numeric::NumericValues of numeric::write_values",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      // The tiers take turns, by the Case.
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> std::optional<std::string> {
        const std::size_t turn = c.values.count + c.values.bits + c.values.distinct + c.values_at;
        if (c.plan != Plan::own || c.other_documents || turn % tiers != i) return std::nullopt;
        return round_trip(c, k, stage);
      });
    }
  }
};

TOUCHSTONE_CONTRACT(DocValuesWrite)

}  // namespace
}  // namespace touchstone::contracts
