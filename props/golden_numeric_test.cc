// Packed integers against bytes that Apache Lucene 10.6.0 wrote, and against worked examples.
//
// corpus/golden/direct-writer.tsv   streams of each width and twenty counts, padding included
// corpus/golden/bits-required.tsv   maxima and the width Lucene takes for them
#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "props/digits.h"
#include "props/golden.h"
#include "props/guarded_bytes.h"
#include "props/numeric_subjects.h"
#include "props/print_expected.h"
#include "reference/crc32.h"

namespace touchstone::props {
namespace {

const std::filesystem::path kGolden = std::filesystem::path(TOUCHSTONE_CORPUS_DIR) / "golden";

std::vector<std::uint64_t> golden_values(std::size_t count, unsigned width) {
  std::vector<std::uint64_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = golden_value(i, width);
  return values;
}

class GoldenNumeric : public testing::TestWithParam<NumericSubject> {};

TEST_P(GoldenNumeric, EveryStreamIsWrittenAsLuceneDoesAndReadFromExactlyItsBytes) {
  constexpr std::array<std::string_view, 5> kColumns{"bits", "count", "length", "crc32", "bytes"};
  const auto rows = read_golden(kGolden / "direct-writer.tsv", kColumns);
  ASSERT_EQ(rows.size(), 280U);
  std::size_t in_full = 0;
  for (const GoldenRow& row : rows) {
    SCOPED_TRACE(row.where());
    const auto width = static_cast<unsigned>(row.unsigned_number(0));
    const std::vector<std::uint64_t> values = golden_values(row.unsigned_number(1), width);
    const auto bytes = GetParam().encode(values, width);
    ASSERT_TRUE(bytes.has_value()) << name_of(bytes.error());
    EXPECT_EQ(bytes->size(), row.unsigned_number(2));
    EXPECT_EQ(reference::crc32(*bytes), row.hex_number(3));
    if (!row.left_out(4)) {
      EXPECT_EQ(to_hex(*bytes), to_hex(row.bytes(4)));
      ++in_full;
    }
    const GuardedBytes in(*bytes);
    std::vector<std::uint64_t> back(values.size());
    ASSERT_TRUE(GetParam().read(in.bytes(), width, values.size(), 0, back));
    EXPECT_EQ(back, values);
  }
  EXPECT_GE(in_full, 200U);
}

TEST_P(GoldenNumeric, ThousandValuesOfEveryWidthHaveTheKnownChecksum) {
  struct Known {
    unsigned width;
    std::size_t bytes;
    std::uint32_t crc;
  };
  constexpr std::array<Known, 14> kKnown{{{1, 125, 0x3c5da809},
                                          {2, 250, 0x880b6711},
                                          {4, 500, 0x801161fa},
                                          {8, 1000, 0x77b6fa33},
                                          {12, 1501, 0xb4fa44ac},
                                          {16, 2000, 0x0f3a9e9b},
                                          {20, 2502, 0x06cbfc28},
                                          {24, 3001, 0x320efb13},
                                          {28, 3501, 0x5fe03400},
                                          {32, 4000, 0x2450ed5b},
                                          {40, 5003, 0x0c9079ae},
                                          {48, 6002, 0xc3a075de},
                                          {56, 7001, 0x0e2e36a1},
                                          {64, 8000, 0x4b442e10}}};
  for (const Known& known : kKnown) {
    const auto bytes = GetParam().encode(golden_values(1000, known.width), known.width);
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(bytes->size(), known.bytes) << known.width;
    EXPECT_EQ(reference::crc32(*bytes), known.crc) << known.width;
  }
}

struct Example {
  unsigned width;
  std::vector<std::uint64_t> values;
  const char* bytes;
};

std::vector<Example> examples() {
  return {
      {1, {1}, "01"},
      {1, {1, 0, 1, 1, 0, 0, 0, 1, 1}, "8d01"},
      {1, std::vector<std::uint64_t>(16, 1), "ffff"},
      {2, {3}, "03"},
      {2, {0, 1, 2, 3, 3}, "e403"},
      {2, {1, 2, 3, 0, 1, 2, 3, 0}, "3939"},
      {4, {0xF}, "0f"},
      {4, {1, 2, 3}, "2103"},
      {4, {0, 0xF, 8, 7, 0xA}, "f0780a"},
      {8, {0xFF}, "ff"},
      {8, {0x00, 0x01, 0x7F, 0x80, 0xFF}, "00017f80ff"},
      {8, {0x10, 0x20}, "1020"},
      {12, {0xABC}, "bc0a00"},
      {12, {0x123, 0xABC}, "23c1ab00"},
      {12, {0x001, 0xFFF, 0x800}, "01f0ff000800"},
      {16, {0xFFFF}, "ffff"},
      {16, {0x1234, 0x8000}, "34120080"},
      {16, {1, 2, 3}, "010002000300"},
      {20, {0xABCDE}, "debc0a0000"},
      {20, {0x12345, 0xABCDE}, "4523e1cdab0000"},
      {20, {0x00001, 0xFFFFF, 0x80000}, "0100f0ffff0000080000"},
      {24, {0xABCDEF}, "efcdab00"},
      {24, {0x123456, 0xFFFFFF}, "563412ffffff00"},
      {24, {0x000001, 0x800000}, "01000000008000"},
      {28, {0xABCDEF1}, "f1debc0a00"},
      {28, {0x1234567, 0xABCDEF1}, "67452311efcdab00"},
      {28, {1, 0xFFFFFFF, 0x8000000}, "010000f0ffffff0000000800"},
      {32, {0xFFFFFFFF}, "ffffffff"},
      {32, {0x12345678, 0x80000000}, "7856341200000080"},
      {32, {1}, "01000000"},
      {40, {0xABCDEF0123}, "2301efcdab000000"},
      {40, {1, 0xFFFFFFFFFF}, "0100000000ffffffffff000000"},
      {40, {0x8000000000}, "0000000080000000"},
      {48, {0xABCDEF012345}, "452301efcdab0000"},
      {48, {1, 0xFFFFFFFFFFFF}, "010000000000ffffffffffff0000"},
      {48, {0x800000000000}, "0000000000800000"},
      {56, {0xABCDEF01234567}, "67452301efcdab00"},
      {56, {1, 0xFFFFFFFFFFFFFF}, "01000000000000ffffffffffffff00"},
      {56, {0x80000000000000}, "0000000000008000"},
      {64, {0xFFFFFFFFFFFFFFFF}, "ffffffffffffffff"},
      {64, {1, 0x8000000000000000}, "01000000000000000000000000000080"},
      {64, {0x0123456789ABCDEF}, "efcdab8967452301"},
  };
}

TEST_P(GoldenNumeric, WorkedExamplesGoBothWays) {
  for (const Example& example : examples()) {
    SCOPED_TRACE(example.bytes);
    const auto bytes = GetParam().encode(example.values, example.width);
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(to_hex(*bytes), example.bytes);
    const GuardedBytes in(*bytes);
    const std::size_t count = example.values.size();
    std::vector<std::uint64_t> back(count);
    ASSERT_TRUE(GetParam().read(in.bytes(), example.width, count, 0, back));
    EXPECT_EQ(back, example.values);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(GetParam().get(in.bytes(), example.width, count, i), example.values[i]);
    }
    EXPECT_EQ(GetParam().get(in.bytes(), example.width, count, count),
              std::unexpected(Error::position_out_of_range));
    if (example.width > 32) continue;
    std::vector<std::uint32_t> narrow(count);
    ASSERT_TRUE(GetParam().read_u32(in.bytes(), example.width, count, 0, narrow));
    EXPECT_EQ(std::vector<std::uint64_t>(narrow.begin(), narrow.end()), example.values);
  }
}

// Headers that real writers do not choose for so few values, and what a reader makes of them.
TEST_P(GoldenNumeric, OffsetsFactorsAndTablesGiveTheKnownValues) {
  struct Known {
    unsigned width;
    numeric::Affine form;
    const char* bytes;
    std::vector<std::int64_t> values;
  };
  constexpr std::uint64_t kLowest = std::uint64_t{1} << 63;
  const std::vector<Known> all = {
      {64,
       {1, kLowest},
       "0000000000000000ffffffffffffffff0000000000000080",
       {-0x7FFFFFFFFFFFFFFF - 1, 0x7FFFFFFFFFFFFFFF, 0}},
      {64, {1, 5}, "fffffffffffffffffaffffffffffffff", {4, -1}},
      {24, {1000, 0 - std::uint64_t{100}}, "ffffff00000001000000", {16777214900, -100, 900}},
      {40,
       {1, kLowest - 1},
       "00000000000100000000000000",
       {0x7FFFFFFFFFFFFFFF, -0x7FFFFFFFFFFFFFFF - 1}},
      {32, {0x1'0000'0000, 0}, "00000080ffffffff", {-0x7FFFFFFFFFFFFFFF - 1, -4294967296}},
      {20,
       {86400000, 0 - std::uint64_t{3}},
       "ffff1f00000000080000",
       {90596879999997, 86399997, 45298483199997}},
      {2, {1000, 17}, "b4", {17, 1017, 3017, 2017}},
      {2, {86400000, 0 - std::uint64_t{172800003}}, "09", {-86400003, -3, -172800003}},
  };
  for (const Known& known : all) {
    SCOPED_TRACE(known.bytes);
    std::vector<std::uint64_t> out(known.values.size());
    ASSERT_TRUE(
        GetParam().read_affine(from_hex(known.bytes), known.width, out.size(), known.form, out));
    EXPECT_EQ(std::vector<std::int64_t>(out.begin(), out.end()), known.values);
  }
  const std::vector<std::uint64_t> table{0 - std::uint64_t{7}, 0, std::uint64_t{1} << 62};
  std::vector<std::uint64_t> out(3);
  ASSERT_TRUE(GetParam().read_table(from_hex("020001"), 8, 3, table, out));
  EXPECT_EQ(out, (std::vector<std::uint64_t>{table[2], table[0], table[1]}));
  EXPECT_EQ(GetParam().read_table(from_hex("1b"), 2, 4, table, out = {9, 9, 9, 9}),
            std::unexpected(Error::no_table_entry));
  EXPECT_EQ(out, (std::vector<std::uint64_t>{9, 9, 9, 9}));
}

TEST(GoldenWidths, EveryMaximumTakesTheWidthThatLuceneTakes) {
  constexpr std::array<std::string_view, 2> kColumns{"maximum", "bits"};
  const auto rows = read_golden(kGolden / "bits-required.tsv", kColumns);
  ASSERT_EQ(rows.size(), 190U);
  for (const GoldenRow& row : rows) {
    SCOPED_TRACE(row.where());
    const std::string_view digits = row.text(0);
    std::uint64_t maximum = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), maximum, 16);
    ASSERT_EQ(parsed.ptr, digits.data() + digits.size());
    EXPECT_EQ(numeric::bits_required(maximum), row.unsigned_number(1));
    EXPECT_EQ(reference::numeric::bits_required(maximum), row.unsigned_number(1));
  }
}

// Sizes near the largest count there can be: they saturate, and no reader believes them.
TEST(GoldenWidths, SizesSaturateInsteadOfWrapping) {
  constexpr std::uint64_t kTop = ~std::uint64_t{0};
  EXPECT_EQ(numeric::packed_size(0, 40), 3U);
  EXPECT_EQ(numeric::packed_size(5, 20), 15U);
  EXPECT_EQ(numeric::packed_size(kTop, 1), kTop / 8 + 1);
  EXPECT_EQ(numeric::data_size(kTop, 4), (kTop / 2) + 1);
  EXPECT_EQ(numeric::data_size(kTop / 8, 64), kTop - 7);
  EXPECT_EQ(numeric::data_size(kTop / 8 + 1, 64), kTop);
  EXPECT_EQ(numeric::packed_size(kTop, 64), kTop);
  EXPECT_EQ(numeric::packed_size(kTop, 56), kTop);
  EXPECT_EQ(numeric::packed_size(std::uint64_t{1} << 63, 12), (std::uint64_t{3} << 62) + 1);
  EXPECT_EQ(numeric::packed_size(std::uint64_t{1} << 63, 16), kTop);
  const std::array<std::uint8_t, 16> bytes{};
  for (const unsigned width : numeric::kWidths) {
    for (const std::uint64_t count : {kTop, kTop / 2 + 1, kTop / 2, kTop / 8 + 1, kTop / 64 + 1}) {
      const auto reader = numeric::PackedReader::make(bytes, width, count);
      ASSERT_FALSE(reader.has_value()) << width << ' ' << count;
      EXPECT_EQ(reader.error(), Error::end_of_input);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Subjects, GoldenNumeric, testing::ValuesIn(numeric_subjects()),
                         kSubjectName);

}  // namespace
}  // namespace touchstone::props
