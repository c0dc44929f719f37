// Columns of real tables and logs, written as Lucene would and read back at every tier and by the
// reference: what generated values never look like.
#include <gtest/gtest.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "codecs/numeric/numeric_values.h"
#include "codecs/numeric/numeric_writer.h"
#include "props/golden.h"
#include "reference/doc_values.h"

namespace touchstone::props {
namespace {

using numeric::NumericEntry;
using numeric::NumericValues;
using Kind = NumericValues::Kind;

struct Column {
  const char* name;
  std::size_t rows;
  Kind kind;       ///< what the writer makes of it
  unsigned width;  ///< bits a value
};

// A number a line.
std::vector<std::int64_t> read_column(const std::string& name) {
  const auto file =
      std::filesystem::path(TOUCHSTONE_CORPUS_DIR) / "golden" / "columns" / (name + ".txt");
  const std::vector<std::uint8_t> bytes = read_bytes(file);
  const std::string text(bytes.begin(), bytes.end());
  std::vector<std::int64_t> values;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::int64_t value = 0;
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc() || read.ptr == end || *read.ptr != '\n') {
      throw GoldenError(file.string() + ": a line is no number");
    }
    values.push_back(value);
    at = read.ptr + 1;
  }
  return values;
}

class RealColumns : public testing::TestWithParam<Column> {};

TEST_P(RealColumns, AreWrittenAndReadByAll) {
  const Column& column = GetParam();
  const std::vector<std::int64_t> values = read_column(column.name);
  ASSERT_EQ(values.size(), column.rows);
  const NumericEntry entry = numeric::plan_values(values, 0);
  EXPECT_EQ(entry.bits_per_value, column.width);
  std::vector<std::uint8_t> data(entry.length);
  ASSERT_EQ(numeric::write_values(entry, values, data), entry.length);
  std::vector<std::uint8_t> metadata(3000);
  io::MemoryOutput out(metadata);
  ASSERT_TRUE(numeric::write_numeric_entry(out, entry));

  const auto truth = reference::doc_values::Field::open({out.bytes(), data, {}});
  ASSERT_TRUE(truth);
  std::vector<std::int64_t> read(values.size());
  ASSERT_TRUE(truth->read(0, read));
  EXPECT_EQ(read, values);

  std::vector<std::int32_t> documents;
  std::vector<std::int64_t> wanted;
  for (std::size_t i = 0; i < values.size(); i += 1 + i % 3) {
    documents.push_back(static_cast<std::int32_t>(i));
    wanted.push_back(values[i]);
  }
  for (const numeric::Kernels& kernels : numeric::kernels()) {
    if (!cpu_supports(kernels.tier)) continue;
    SCOPED_TRACE(name_of(kernels.tier));
    const auto field = NumericValues::open(entry, data, {}, kernels);
    ASSERT_TRUE(field);
    EXPECT_EQ(field->kind(), column.kind);
    read.assign(values.size(), 0);
    ASSERT_TRUE(field->read(0, read));
    EXPECT_EQ(read, values);
    std::vector<std::int64_t> some(documents.size());
    ASSERT_TRUE(field->read(documents, some, -1));
    EXPECT_EQ(some, wanted);
  }
}

INSTANTIATE_TEST_SUITE_P(Columns, RealColumns,
                         testing::Values(Column{"log-times", 3000, Kind::table, 8},
                                         Column{"log-actions", 3000, Kind::packed, 4},
                                         Column{"package-sizes", 790, Kind::packed, 20},
                                         Column{"file-sizes", 4000, Kind::packed, 20}),
                         [](const auto& tested) {
                           std::string name = tested.param.name;
                           for (char& letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

}  // namespace
}  // namespace touchstone::props
