// The numeric fields of real indexes: their values by codec and reference, and the very bytes that
// Lucene wrote, out of our writer.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "codecs/index_files/doc_values_metadata.h"
#include "codecs/index_files/field_infos.h"
#include "codecs/numeric/numeric_values.h"
#include "codecs/numeric/numeric_writer.h"
#include "props/golden.h"
#include "props/index_bodies.h"
#include "reference/crc32.h"
#include "reference/doc_values.h"
#include "reference/numeric_writer.h"
#include "reference/sorted_doc_values.h"

namespace touchstone::props {
namespace {

namespace fs = std::filesystem;
using numeric::NumericEntry;
using numeric::NumericValues;
using View = std::span<const std::uint8_t>;

const fs::path kGolden = fs::path(TOUCHSTONE_CORPUS_DIR) / "golden";

// One numeric or sorted-numeric field as it stands in an index.
struct GoldenField {
  std::string name;
  bool several = false;
  numeric::SortedNumericEntry entry;
  std::vector<std::uint8_t>
      entry_bytes;  ///< of the numeric entry and all of the metadata behind it
};

struct GoldenIndex {
  // To be called first.
  void read(const std::string& index) {
    name = index;
    folder = kGolden / "indexes" / index;
    data = read_bytes(folder / "_0_Lucene90_0.dvd");
    const fs::path sets = folder / "_0_Lucene90_0.dvp";
    doc_sets = fs::exists(sets) ? read_bytes(sets) : data;
    const FileBody segment(folder / "_0.si");
    for (std::size_t i = 4; i > 0; --i) {  // behind 12 bytes of version, 1 and 12 of another
      documents = documents << 8 | segment.body()[25 + i - 1];
    }
    read_fields();
  }

  std::string name;
  fs::path folder;
  std::uint64_t documents = 0;
  std::vector<std::uint8_t> metadata;  ///< the body: entries speak of places in it
  std::vector<std::uint8_t> data;
  std::vector<std::uint8_t> doc_sets;
  std::vector<GoldenField> fields;

 private:
  void read_fields() {
    const FileBody names(folder / "_0.fnm");
    auto infos = index_files::FieldInfos::open(names.body(), names.version());
    ASSERT_TRUE(infos);
    std::map<std::uint32_t, index_files::FieldInfo> by_number;
    while (infos->left() > 0) {
      const auto info = infos->next();
      ASSERT_TRUE(info);
      by_number[info->number] = *info;
    }
    const FileBody body(folder / "_0_Lucene90_0.dvm");
    metadata.assign(body.body().begin(), body.body().end());
    io::MemoryInput in(metadata);
    auto records = index_files::DocValuesMetadata::open(in, body.version());
    ASSERT_TRUE(records);
    index_files::Record record;
    while (true) {
      const auto start = records->next();
      ASSERT_TRUE(start);
      if (!*start) break;
      const index_files::FieldInfo& info = by_number.at((*start)->field);
      const std::uint64_t skip_index_bytes =
          info.has_skip_index ? (body.version() < 2 ? 40 : 44) : 0;
      const std::uint64_t at = in.position() + skip_index_bytes;
      ASSERT_TRUE(records->read_record(info.has_skip_index, record));
      const bool several = (*start)->type == index_files::RecordType::sorted_numeric;
      if (!several && (*start)->type != index_files::RecordType::numeric) continue;
      const View rest = View(metadata).subspan(at);
      fields.push_back({std::string(info.name), several, record.entry, {rest.begin(), rest.end()}});
    }
    ASSERT_TRUE(records->finish());
  }
};

// What Lucene's reader said of a field.
struct Told {
  std::uint64_t documents;  ///< with a value
  std::uint64_t values;
  std::uint32_t crc;  ///< of the values
  bool several;       ///< of any number of values a document
};

std::map<std::string, Told> told_fields(const std::string& index) {
  std::map<std::string, Told> fields;
  const auto read = [&fields](const std::string& file, bool with_values, bool several) {
    using Columns = std::vector<std::string_view>;
    const Columns with{"field",  "field_number",    "docs_with_value",
                       "values", "crc32_of_values", "rule"};
    const Columns without{"field", "field_number", "docs_with_value", "crc32_of_values", "rule"};
    for (const GoldenRow& row : read_golden(kGolden / file, with_values ? with : without)) {
      const std::uint64_t documents = row.unsigned_number(2);
      const std::uint64_t values = with_values ? row.unsigned_number(3) : documents;
      fields[std::string(row.text(0))] = {documents, values, row.hex_number(with_values ? 4 : 3),
                                          several || values != documents};
    }
  };
  read("index-" + index + "-fields.tsv", index == "mixed", false);
  if (index == "shapes") read("index-shapes-multi-fields.tsv", true, true);
  return fields;
}

std::uint32_t crc_of(std::span<const std::int64_t> values) {
  std::vector<std::uint8_t> bytes;
  for (const std::int64_t value : values) {
    for (unsigned i = 0; i < 8; ++i) {
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> 8 * i));
    }
  }
  return reference::crc32(bytes);
}

// The random numbers of the indexes' rules.
std::uint64_t mix(std::uint64_t number) {
  number += 0x9E37'79B9'7F4A'7C15;
  number = (number ^ number >> 30) * 0xBF58'476D'1CE4'E5B9;
  number = (number ^ number >> 27) * 0x94D0'49BB'1331'11EB;
  return number ^ number >> 31;
}

// Which documents have a value, by the rules in the tables: all, unless one of these is told.
using DocumentRule = bool (*)(std::uint64_t);
const std::map<std::string, DocumentRule> kDocumentRules{
    {"shapes/sparse", [](std::uint64_t d) { return d % 3 == 1; }},
    {"shapes/sparse_constant", [](std::uint64_t d) { return d % 7 == 0; }},
    {"shapes/one_document", [](std::uint64_t d) { return d == 350; }},
    {"blocks/sparse_bitmap",
     [](std::uint64_t d) { return mix(d + 3) % 4 == 0 && (d < 40'000 || d > 59'999); }},
    {"9/sparse", [](std::uint64_t d) { return static_cast<std::int64_t>(mix(d + 3)) % 97 == 0; }},
    {"9/bitmap", [](std::uint64_t d) { return d % 5 != 0; }},
    // Two fields of which no rule is told: only their number and order are known.
    {"mixed/skipped_sparse", nullptr},
    {"mixed/numbers", nullptr}};

void expect_told_documents(const GoldenIndex& index, const GoldenField& field,
                           const std::vector<std::int32_t>& documents) {
  const auto found = kDocumentRules.find(index.name + "/" + field.name);
  if (found != kDocumentRules.end() && found->second == nullptr) {
    EXPECT_TRUE(std::ranges::is_sorted(documents, std::ranges::less_equal()));
    ASSERT_FALSE(documents.empty());
    EXPECT_GE(documents.front(), 0);
    EXPECT_LT(static_cast<std::uint64_t>(documents.back()), index.documents);
    return;
  }
  std::vector<std::int32_t> expected;
  for (std::uint64_t document = 0; document < index.documents; ++document) {
    if (found != kDocumentRules.end() && !found->second(document)) continue;
    expected.push_back(static_cast<std::int32_t>(document));
  }
  EXPECT_EQ(documents, expected);
}

// Even documents of the one field have two values, odd ones and those of the other have one.
void expect_told_starts(const GoldenIndex& index, const GoldenField& field,
                        const std::vector<std::uint64_t>& starts) {
  const auto truth =
      reference::sorted_doc_values::Field::open({field.entry_bytes, index.data, index.doc_sets}, 0);
  ASSERT_TRUE(truth);
  std::vector<std::uint64_t> by_reference(starts.size());
  ASSERT_TRUE(truth->starts(0, by_reference));
  EXPECT_EQ(starts, by_reference);
  if (index.name != "shapes") return;
  for (std::uint64_t i = 0; i < starts.size(); ++i) {
    EXPECT_EQ(starts[i], field.name == "multi" ? i + (i + 1) / 2 : i) << "document " << i;
  }
}

void expect_several(const GoldenIndex& index, const GoldenField& field, const Told& told,
                    const numeric::Kernels& kernels, std::vector<std::int64_t>& values) {
  const auto opened = numeric::SortedNumericValues::open(field.entry, index.metadata, index.data,
                                                         index.doc_sets, kernels);
  ASSERT_TRUE(opened);
  ASSERT_EQ(opened->documents(), told.documents);
  ASSERT_EQ(opened->values(), told.values);
  std::vector<std::uint64_t> starts(told.documents + 1);
  ASSERT_TRUE(opened->starts(0, starts));
  EXPECT_EQ(starts.back(), told.values);
  expect_told_starts(index, field, starts);
  std::vector<std::int32_t> documents(told.documents);
  ASSERT_TRUE(opened->documents(0, documents));
  expect_told_documents(index, field, documents);
  ASSERT_TRUE(opened->read(0, values));
}

void expect_one_each(const GoldenIndex& index, const GoldenField& field, const Told& told,
                     const numeric::Kernels& kernels, std::vector<std::int64_t>& values) {
  const auto opened = NumericValues::open(field.entry.numeric, index.data, index.doc_sets, kernels);
  ASSERT_TRUE(opened);
  ASSERT_EQ(opened->count(), told.documents);
  std::vector<std::int32_t> documents(told.documents);
  ASSERT_TRUE(opened->documents(0, documents));
  expect_told_documents(index, field, documents);
  ASSERT_TRUE(opened->read(0, values));
}

class GoldenDocValues : public testing::TestWithParam<const char*> {};

TEST_P(GoldenDocValues, ReferenceAndCodecReadTheKnownValues) {
  GoldenIndex index;
  ASSERT_NO_FATAL_FAILURE(index.read(GetParam()));
  const auto fields = told_fields(GetParam());
  ASSERT_EQ(index.fields.size(), fields.size());
  for (const GoldenField& field : index.fields) {
    SCOPED_TRACE(field.name);
    const Told& told = fields.at(field.name);
    ASSERT_EQ(field.several, told.several);
    const auto truth = reference::doc_values::Field::open(
        {field.entry_bytes, index.data, index.doc_sets}, !field.several);
    ASSERT_TRUE(truth);
    ASSERT_EQ(truth->count(), told.values);
    std::vector<std::int64_t> values(told.values);
    ASSERT_TRUE(truth->read(0, values));
    EXPECT_EQ(crc_of(values), told.crc);
    for (const numeric::Kernels& kernels : numeric::kernels()) {
      if (!cpu_supports(kernels.tier)) continue;
      SCOPED_TRACE(name_of(kernels.tier));
      std::vector<std::int64_t> by_codec(values.size());
      if (field.several) {
        ASSERT_NO_FATAL_FAILURE(expect_several(index, field, told, kernels, by_codec));
      } else {
        ASSERT_NO_FATAL_FAILURE(expect_one_each(index, field, told, kernels, by_codec));
      }
      EXPECT_EQ(by_codec, values);
    }
  }
}

bool starts_with(View bytes, View front) {
  return bytes.size() >= front.size() && std::ranges::equal(bytes.first(front.size()), front);
}

// The contract of the writer believes the reference: it chooses and writes what Lucene did.
void expect_reference_writes(const GoldenIndex& index, const GoldenField& field,
                             const std::vector<std::int64_t>& values,
                             const std::vector<std::int32_t>& documents) {
  namespace truth = reference::doc_values;
  const NumericEntry& theirs = field.entry.numeric;
  const auto sets_at =
      static_cast<std::uint64_t>(std::max<std::int64_t>(theirs.documents.offset, 0));
  const auto chosen = truth::choose(values, theirs.offset);
  const auto chosen_documents = truth::choose(documents, index.documents, sets_at);
  EXPECT_TRUE(starts_with(field.entry_bytes, truth::entry_of(chosen, chosen_documents)));
  const auto data = truth::pack(chosen, values);
  ASSERT_TRUE(data);
  ASSERT_EQ(data->size(), theirs.length);
  EXPECT_TRUE(starts_with(View(index.data).subspan(theirs.offset), *data));
  const auto set = truth::pack(chosen_documents, documents);
  ASSERT_TRUE(set);
  ASSERT_EQ(set->size(), static_cast<std::size_t>(theirs.documents.length));
  EXPECT_TRUE(starts_with(View(index.doc_sets).subspan(sets_at), *set));
}

// Entry, values and documents, byte for byte.
TEST_P(GoldenDocValues, WriterWritesTheVeryBytes) {
  GoldenIndex index;
  ASSERT_NO_FATAL_FAILURE(index.read(GetParam()));
  const auto told = told_fields(GetParam());
  std::size_t written = 0;
  for (const GoldenField& field : index.fields) {
    if (field.several) continue;
    SCOPED_TRACE(field.name);
    const NumericEntry& theirs = field.entry.numeric;
    const auto values = NumericValues::open(theirs, index.data, index.doc_sets);
    ASSERT_TRUE(values);
    std::vector<std::int64_t> all(values->count());
    std::vector<std::int32_t> documents(values->count());
    ASSERT_TRUE(values->read(0, all));
    ASSERT_TRUE(values->documents(0, documents));

    ASSERT_NO_FATAL_FAILURE(expect_reference_writes(index, field, all, documents));

    NumericEntry ours = numeric::plan_values(all, theirs.offset);
    ours.documents = numeric::plan_documents(
        documents, index.documents,
        static_cast<std::uint64_t>(std::max<std::int64_t>(theirs.documents.offset, 0)));
    std::vector<std::uint8_t> entry(3000);
    io::MemoryOutput out(entry);
    ASSERT_TRUE(numeric::write_numeric_entry(out, ours));
    ASSERT_LE(out.bytes().size(), field.entry_bytes.size());
    EXPECT_TRUE(
        std::ranges::equal(out.bytes(), std::span(field.entry_bytes).first(out.bytes().size())));

    std::vector<std::uint8_t> packed(ours.length);
    ASSERT_EQ(numeric::write_values(ours, all, packed), ours.length);
    EXPECT_TRUE(std::ranges::equal(packed, View(index.data).subspan(theirs.offset, theirs.length)));
    if (ours.documents.is_stored()) {
      const auto length = static_cast<std::size_t>(ours.documents.length);
      std::vector<std::uint8_t> set(length);
      ASSERT_EQ(numeric::write_documents(ours.documents, documents, set), length);
      EXPECT_TRUE(std::ranges::equal(
          set,
          View(index.doc_sets).subspan(static_cast<std::size_t>(theirs.documents.offset), length)));
    }
    ++written;
  }
  const auto one_each =
      std::ranges::count_if(told, [](const auto& field) { return !field.second.several; });
  EXPECT_EQ(written, static_cast<std::size_t>(one_each));
}

INSTANTIATE_TEST_SUITE_P(Indexes, GoldenDocValues,
                         testing::Values("shapes", "blocks", "9", "mixed"),
                         [](const auto& tested) { return std::string("index_") + tested.param; });

}  // namespace
}  // namespace touchstone::props
