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
  explicit GoldenIndex(const std::string& name) : folder(kGolden / "indexes" / name) {
    data = read_bytes(folder / "_0_Lucene90_0.dvd");
    const fs::path sets = folder / "_0_Lucene90_0.dvp";
    doc_sets = fs::exists(sets) ? read_bytes(sets) : data;
    read_fields();
  }

  fs::path folder;
  std::vector<std::uint8_t> metadata;  ///< the body: entries speak of places in it
  std::vector<std::uint8_t> data;
  std::vector<std::uint8_t> doc_sets;
  std::vector<GoldenField> fields;

 private:
  void read_fields() {
    const FileBody names(folder / "_0.fnm");
    auto infos = index_files::FieldInfos::open(names.body(), names.version());
    std::map<std::uint32_t, index_files::FieldInfo> by_number;
    while (infos->left() > 0) {
      const auto info = infos->next();
      by_number[info->number] = *info;
    }
    const FileBody body(folder / "_0_Lucene90_0.dvm");
    metadata.assign(body.body().begin(), body.body().end());
    io::MemoryInput in(metadata);
    auto records = index_files::DocValuesMetadata::open(in, body.version());
    index_files::Record record;
    while (true) {
      const auto start = records->next();
      if (!start || !*start) break;
      const index_files::FieldInfo& info = by_number.at((*start)->field);
      const std::uint64_t skip_index_bytes =
          info.has_skip_index ? (body.version() < 2 ? 40 : 44) : 0;
      const std::uint64_t at = in.position() + skip_index_bytes;
      if (!records->read_record(info.has_skip_index, record)) break;
      const bool several = (*start)->type == index_files::RecordType::sorted_numeric;
      if (!several && (*start)->type != index_files::RecordType::numeric) continue;
      const View rest = View(metadata).subspan(at);
      fields.push_back({std::string(info.name), several, record.entry, {rest.begin(), rest.end()}});
    }
  }
};

std::map<std::string, std::uint32_t> told_crcs(const std::string& index) {
  std::map<std::string, std::uint32_t> crcs;
  const auto read = [&crcs](const std::string& file, bool with_values) {
    using Columns = std::vector<std::string_view>;
    const Columns with{"field",  "field_number",    "docs_with_value",
                       "values", "crc32_of_values", "rule"};
    const Columns without{"field", "field_number", "docs_with_value", "crc32_of_values", "rule"};
    for (const GoldenRow& row : read_golden(kGolden / file, with_values ? with : without)) {
      crcs[std::string(row.text(0))] = row.hex_number(with_values ? 4 : 3);
    }
  };
  read("index-" + index + "-fields.tsv", index == "mixed");
  if (index == "shapes") read("index-shapes-multi-fields.tsv", true);
  return crcs;
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

class GoldenDocValues : public testing::TestWithParam<const char*> {};

TEST_P(GoldenDocValues, ReferenceAndCodecReadTheKnownValues) {
  const GoldenIndex index(GetParam());
  const auto told = told_crcs(GetParam());
  ASSERT_EQ(index.fields.size(), told.size());
  for (const GoldenField& field : index.fields) {
    SCOPED_TRACE(field.name);
    const auto truth = reference::doc_values::Field::open(
        {field.entry_bytes, index.data, index.doc_sets}, !field.several);
    ASSERT_TRUE(truth);
    std::vector<std::int64_t> values(truth->count());
    ASSERT_TRUE(truth->read(0, values));
    EXPECT_EQ(crc_of(values), told.at(field.name));
    for (const numeric::Kernels& kernels : numeric::kernels()) {
      if (!cpu_supports(kernels.tier)) continue;
      std::vector<std::int64_t> by_codec(values.size());
      if (field.several) {
        const auto opened = numeric::SortedNumericValues::open(field.entry, index.metadata,
                                                               index.data, index.doc_sets, kernels);
        ASSERT_TRUE(opened);
        std::vector<std::uint64_t> starts(opened->documents() + 1);
        ASSERT_TRUE(opened->starts(0, starts));
        EXPECT_EQ(starts.back(), opened->values());
        ASSERT_TRUE(opened->read(0, by_codec));
      } else {
        const auto opened =
            NumericValues::open(field.entry.numeric, index.data, index.doc_sets, kernels);
        ASSERT_TRUE(opened);
        ASSERT_TRUE(opened->read(0, by_codec));
      }
      EXPECT_EQ(by_codec, values) << name_of(kernels.tier);
    }
  }
}

// Entry, values and documents, byte for byte.
TEST_P(GoldenDocValues, WriterWritesTheVeryBytes) {
  const GoldenIndex index(GetParam());
  const FileBody segment(index.folder / "_0.si");
  std::uint64_t documents_of_segment = 0;  // behind 12 bytes of version, 1 and 12 of another
  for (std::size_t i = 4; i > 0; --i) {
    documents_of_segment = documents_of_segment << 8 | segment.body()[25 + i - 1];
  }
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

    NumericEntry ours = numeric::plan_values(all, theirs.offset);
    ours.documents = numeric::plan_documents(
        documents, documents_of_segment,
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
  EXPECT_GE(written, 2U);
}

INSTANTIATE_TEST_SUITE_P(Indexes, GoldenDocValues,
                         testing::Values("shapes", "blocks", "9", "mixed"),
                         [](const auto& tested) { return std::string("index_") + tested.param; });

}  // namespace
}  // namespace touchstone::props
