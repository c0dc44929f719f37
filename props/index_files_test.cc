// The metadata files of real indexes, read to their ends by the codec and by the reference, against
// what Lucene said of their fields.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codecs/index_files/commit.h"
#include "codecs/index_files/doc_values_metadata.h"
#include "codecs/index_files/field_infos.h"
#include "codecs/index_files/segment_info.h"
#include "contracts/index_metadata_golden.h"
#include "harness/hex.h"
#include "props/golden.h"
#include "props/index_bodies.h"
#include "reference/index_files.h"

namespace touchstone::props {
namespace {

using index_files::DocValuesKind;
using index_files::RecordType;
namespace truth = reference::index_files;

const std::filesystem::path kCorpus = TOUCHSTONE_CORPUS_DIR;
const std::filesystem::path kGolden = kCorpus / "golden";

FileBody golden_body(const std::string& index, const std::string& file) {
  return FileBody(kGolden / "indexes" / index / file);
}

std::string text_of(truth::Bytes body, const truth::Stretch& stretch) {
  const auto bytes = body.subspan(stretch.at, stretch.length);
  return {bytes.begin(), bytes.end()};
}

// What a golden table says of a field; and what a reader found of it.
struct Seen {
  std::uint32_t number = 0;
  int kind = 0;  ///< as in the .fnm
  std::uint64_t documents = 0;
  std::uint64_t values = 0;
  bool operator==(const Seen&) const = default;
};
using SeenFields = std::map<std::string, Seen>;

void read_table(const std::string& file, bool with_values, int kind, SeenFields& fields) {
  using Columns = std::vector<std::string_view>;
  const Columns columns =
      with_values
          ? Columns{"field", "field_number", "docs_with_value", "values", "crc32_of_values", "rule"}
          : Columns{"field", "field_number", "docs_with_value", "crc32_of_values", "rule"};
  for (const GoldenRow& row : read_golden(kGolden / file, columns)) {
    Seen& seen = fields[std::string(row.text(0))];
    seen.number = static_cast<std::uint32_t>(row.unsigned_number(1));
    seen.documents = row.unsigned_number(2);
    seen.values = with_values ? row.unsigned_number(3) : seen.documents;
    seen.kind = kind == 0 ? (row.text(0) == "numbers" ? 5 : 1) : kind;
  }
}

SeenFields told_by_lucene(const std::string& index) {
  SeenFields fields;
  read_table("index-" + index + "-fields.tsv", index == "mixed", 0, fields);
  if (index == "shapes") read_table("index-shapes-multi-fields.tsv", true, 5, fields);
  return fields;
}

// --- the codec -----------------------------------------------------------------------------------

SeenFields seen_by_codec(const std::string& index) {
  const FileBody names = golden_body(index, "_0.fnm");
  auto fields = index_files::FieldInfos::open(names.body(), names.version());
  std::map<std::uint32_t, index_files::FieldInfo> by_number;
  while (fields->left() > 0) {
    const auto field = fields->next();
    if (!field) {
      ADD_FAILURE() << name_of(field.error());
      return {};
    }
    by_number[field->number] = *field;
    if (field->doc_values != DocValuesKind::none) {
      EXPECT_EQ(field->doc_values_format, "Lucene90");
      EXPECT_EQ(field->doc_values_suffix, "0");
    }
  }
  EXPECT_TRUE(fields->finish());

  const FileBody metadata = golden_body(index, "_0_Lucene90_0.dvm");
  io::MemoryInput in(metadata.body());
  auto records = index_files::DocValuesMetadata::open(in, metadata.version());
  index_files::Record record;
  SeenFields seen;
  std::size_t met = 0;
  for (;;) {
    const auto start = records->next();
    if (!start || !*start) {
      EXPECT_TRUE(start);
      break;
    }
    const index_files::FieldInfo& info = by_number.at((*start)->field);
    EXPECT_TRUE(agree(info.doc_values, (*start)->type)) << info.name;
    EXPECT_TRUE(records->read_record(info.has_skip_index, record)) << info.name;
    met += 1;
    const bool several = (*start)->type == RecordType::sorted_numeric;
    if (!several && (*start)->type != RecordType::numeric) continue;
    const std::uint64_t values = record.entry.numeric.values;
    seen[std::string(info.name)] = {info.number, static_cast<int>(info.doc_values),
                                    several ? record.entry.documents : values, values};
  }
  EXPECT_TRUE(records->finish());
  const auto with_values = std::ranges::count_if(
      by_number, [](const auto& known) { return known.second.doc_values != DocValuesKind::none; });
  EXPECT_EQ(met, static_cast<std::size_t>(with_values));
  return seen;
}

// --- the reference -------------------------------------------------------------------------------

SeenFields seen_by_reference(const std::string& index) {
  const FileBody names = golden_body(index, "_0.fnm");
  const auto fields = truth::read_field_infos(names.body(), names.version());
  EXPECT_FALSE(fields.fault);
  std::map<std::uint32_t, truth::Field> by_number;
  for (const truth::Field& field : fields.what) by_number[field.number] = field;

  const FileBody metadata = golden_body(index, "_0_Lucene90_0.dvm");
  const auto records = truth::read_doc_values_metadata(
      metadata.body(), metadata.version(),
      [&](std::uint32_t number) { return by_number.at(number).skip_index != 0; });
  EXPECT_FALSE(records.fault);
  SeenFields seen;
  for (const truth::Record& record : records.what) {
    const truth::Field& field = by_number.at(static_cast<std::uint32_t>(record.field));
    if (record.type != 0 && record.type != 4) continue;
    const auto values = static_cast<std::uint64_t>(record.entry.values);
    seen[text_of(names.body(), field.name)] = {
        field.number, field.doc_values,
        record.type == 4 ? static_cast<std::uint64_t>(record.documents) : values, values};
  }
  return seen;
}

class GoldenIndex : public testing::TestWithParam<std::string> {};

TEST_P(GoldenIndex, NumericFieldsAreThoseThatLuceneNames) {
  const SeenFields lucene = told_by_lucene(GetParam());
  ASSERT_FALSE(lucene.empty());
  const SeenFields codec = seen_by_codec(GetParam());
  const SeenFields reference = seen_by_reference(GetParam());
  for (const auto& [name, seen] : lucene) {
    ASSERT_TRUE(codec.contains(name)) << name;
    EXPECT_EQ(codec.at(name), seen) << name;
    ASSERT_TRUE(reference.contains(name)) << name;
    EXPECT_EQ(reference.at(name), seen) << name;
  }
  EXPECT_EQ(codec, reference);
}

INSTANTIATE_TEST_SUITE_P(Indexes, GoldenIndex, testing::Values("shapes", "blocks", "9", "mixed"),
                         [](const auto& tested) { return "index_" + tested.param; });

// --- commits and segments ------------------------------------------------------------------------

struct ExpectedSegment {
  std::string index;
  std::uint32_t documents;
  bool compound;
  index_files::LuceneVersion version;
  std::string codec;
};

class GoldenSegment : public testing::TestWithParam<ExpectedSegment> {};

TEST_P(GoldenSegment, CommitAndSegmentAreReadToTheirEnds) {
  const ExpectedSegment& expected = GetParam();
  const FileBody list = golden_body(expected.index, "segments_1");
  const FileBody about = golden_body(expected.index, "_0.si");
  auto commit = index_files::Commit::open(list.body(), list.version());
  ASSERT_TRUE(commit);
  EXPECT_EQ(commit->info().written_by, expected.version);
  EXPECT_EQ(commit->info().oldest_segment, expected.version);
  EXPECT_EQ(commit->info().created_by_major, expected.version.major);
  ASSERT_EQ(commit->left(), 1U);
  const auto segment = commit->next();
  ASSERT_TRUE(segment);
  EXPECT_EQ(segment->name, "_0");
  EXPECT_EQ(segment->codec, expected.codec);
  EXPECT_TRUE(std::ranges::equal(segment->id, about.id()));
  EXPECT_EQ(segment->doc_values_generation, -1);
  EXPECT_EQ(segment->commit_id.size(), 16U);
  EXPECT_EQ(commit->finish(), 0U);

  const auto info = index_files::read_segment_info(about.body());
  ASSERT_TRUE(info);
  EXPECT_EQ(info->documents, expected.documents);
  EXPECT_EQ(info->is_compound, expected.compound);
  EXPECT_EQ(info->version, expected.version);
  EXPECT_EQ(info->diagnostics, 8U);

  const auto same_list = truth::read_commit(list.body(), list.version());
  EXPECT_FALSE(same_list.fault);
  ASSERT_EQ(same_list.what.segments.size(), 1U);
  EXPECT_EQ(text_of(list.body(), same_list.what.segments[0].codec), expected.codec);
  const auto same_segment = truth::read_segment_info(about.body());
  EXPECT_FALSE(same_segment.fault);
  EXPECT_EQ(same_segment.what.documents, static_cast<std::int32_t>(expected.documents));
  // The names are those of the files that are there.
  for (const truth::Stretch& name : same_segment.what.files) {
    const auto file = kGolden / "indexes" / expected.index / text_of(about.body(), name);
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Indexes, GoldenSegment,
    testing::Values(ExpectedSegment{"shapes", 700, false, {10, 6, 0}, "Lucene104"},
                    ExpectedSegment{"blocks", 70'000, false, {10, 6, 0}, "Lucene104"},
                    ExpectedSegment{"9", 66'500, false, {9, 12, 3}, "Lucene912"},
                    ExpectedSegment{"mixed", 3'000, false, {10, 6, 0}, "Lucene104"},
                    ExpectedSegment{"compound", 60, true, {10, 6, 0}, "Lucene104"}),
    [](const auto& tested) { return "index_" + tested.param.index; });

TEST(IndexMetadataSeeds, BodiesThatLuceneWroteAreThoseOfTheFiles) {
  for (const contracts::GoldenBody& golden : contracts::kGoldenBodies) {
    const FileBody file(kGolden / "indexes" / golden.file);
    EXPECT_EQ(file.version(), golden.version) << golden.name;
    EXPECT_TRUE(std::ranges::equal(file.body(), *kit::from_hex(golden.hex))) << golden.name;
  }
}

}  // namespace
}  // namespace touchstone::props
