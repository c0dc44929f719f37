// Group varint and vInt against bytes that Apache Lucene 10.6.0 wrote, and what it read from them.
//
// corpus/golden/group-varint.tsv   runs of values and their bytes
// corpus/golden/vint.tsv           single vInts, well-formed and not
// corpus/golden/index-postings     the `.doc` file of a real index: 691 postings lists
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "props/digits.h"
#include "props/golden.h"
#include "props/group_varint_subjects.h"
#include "props/print_expected.h"
#include "props/vint_subjects.h"
#include "reference/crc32.h"
#include "reference/postings.h"

namespace touchstone::props {
namespace {

const std::filesystem::path kGolden = std::filesystem::path(TOUCHSTONE_CORPUS_DIR) / "golden";

std::vector<GoldenRow> group_varint_rows() {
  constexpr std::array<std::string_view, 3> kColumns{"count", "values", "bytes"};
  return read_golden(kGolden / "group-varint.tsv", kColumns);
}

template <typename Value>
std::vector<Value> values_of(const GoldenRow& row) {
  std::vector<Value> values;
  for (const std::uint64_t value : row.unsigned_list(1)) {
    values.push_back(static_cast<Value>(value));
  }
  EXPECT_EQ(values.size(), row.unsigned_number(0)) << row.where();
  return values;
}

// Both directions of one row. A sentinel behind the exact output would show a write too far.
template <typename Value, typename Decode, typename Encode>
void check_row(const GoldenRow& row, const Decode& decode, const Encode& encode) {
  SCOPED_TRACE(row.where());
  const std::vector<Value> values = values_of<Value>(row);
  const std::vector<std::uint8_t> bytes = row.bytes(2);

  constexpr Value kSentinel = 0x5A5A5A5A;
  std::vector<Value> decoded(values.size() + 1, kSentinel);
  EXPECT_EQ(decode(bytes, std::span(decoded).first(values.size())), bytes.size());
  EXPECT_EQ(decoded.back(), kSentinel);
  decoded.pop_back();
  EXPECT_EQ(decoded, values);

  std::vector<std::uint8_t> encoded(bytes.size() + 1, 0x5A);
  EXPECT_EQ(encode(values, std::span(encoded).first(bytes.size())), bytes.size());
  EXPECT_EQ(encoded.back(), 0x5A);
  encoded.pop_back();
  EXPECT_EQ(to_hex(encoded), to_hex(bytes));
}

class GoldenGroupVarint : public testing::TestWithParam<GroupVarintSubject> {};

TEST_P(GoldenGroupVarint, EveryRunReadsAndWritesAsLuceneDoesWith32BitValues) {
  const auto rows = group_varint_rows();
  ASSERT_EQ(rows.size(), 58U);
  for (const GoldenRow& row : rows) {
    check_row<std::uint32_t>(row, GetParam().decode_32, GetParam().encode_32);
  }
}

TEST_P(GoldenGroupVarint, EveryRunReadsAndWritesAsLuceneDoesWith64BitValues) {
  const auto rows = group_varint_rows();
  ASSERT_EQ(rows.size(), 58U);
  for (const GoldenRow& row : rows) {
    check_row<std::uint64_t>(row, GetParam().decode_64, GetParam().encode_64);
  }
}

class GoldenVint : public testing::TestWithParam<VintSubject> {};

// The one exception: Lucene 10.6 drops the excess bits of an over-long vInt, or reads on behind its
// fifth byte. Ours refuses it, as Lucene 9 does. Eight rows are of that class, and no other
// differs.
TEST_P(GoldenVint, EveryFormReadsAsInLuceneExceptOverLongOnes) {
  constexpr std::array<std::string_view, 3> kColumns{"bytes", "value_or_error", "consumed"};
  const auto rows = read_golden(kGolden / "vint.tsv", kColumns);
  ASSERT_EQ(rows.size(), 19U);
  std::size_t over_long_rows = 0;
  for (const GoldenRow& row : rows) {
    SCOPED_TRACE(row.where());
    const std::vector<std::uint8_t> bytes = row.bytes(0);
    const auto decoded = GetParam().decode_vint(bytes);
    if (row.text(1) == "EOFException") {
      ASSERT_FALSE(decoded.has_value());
      EXPECT_EQ(name_of(decoded.error()), "end_of_input");
      continue;
    }
    bool over_long = bytes.size() >= 5 && (bytes[4] & 0xF0) != 0;
    for (std::size_t index = 0; over_long && index < 4; ++index) over_long = bytes[index] >= 0x80;
    if (over_long) {
      over_long_rows += 1;
      ASSERT_FALSE(decoded.has_value());
      EXPECT_EQ(name_of(decoded.error()), "malformed_vint");
      continue;
    }
    ASSERT_TRUE(decoded.has_value()) << name_of(decoded.error());
    EXPECT_EQ(static_cast<std::int32_t>(decoded->value), row.signed_number(1));
    EXPECT_EQ(decoded->consumed, row.unsigned_number(2));
  }
  EXPECT_EQ(over_long_rows, 8U);
}

// Index header: magic, length and name of the codec, version (4), id (16), length of the suffix,
// suffix.
std::size_t index_header_length(Bytes file) {
  constexpr std::string_view kCodec = "Lucene104PostingsWriterDoc";
  EXPECT_EQ(to_hex(file.first(4)), "3fd76c17");
  const std::size_t name_length = file[4];
  EXPECT_EQ(std::string(file.begin() + 5, file.begin() + 5 + file[4]), kCodec);
  const std::size_t suffix_length = file[5 + name_length + 4 + 16];
  return 5 + name_length + 4 + 16 + 1 + suffix_length;
}

// Footer: magic (4), zero (4), and the CRC of all before it as eight bytes, all of them big-endian.
void expect_sound_footer(Bytes file) {
  const std::uint32_t crc = reference::crc32(file.first(file.size() - 8));
  std::string expected =
      "c02893e8"
      "00000000"
      "00000000";
  for (int shift = 24; shift >= 0; shift -= 8) {
    const auto byte = static_cast<std::uint8_t>(crc >> shift);
    expected += to_hex(Bytes(&byte, 1));
  }
  EXPECT_EQ(to_hex(file.last(16)), expected);
}

std::uint32_t crc_of(const reference::PostingsList& list) {
  std::uint32_t crc = 0;
  for (std::size_t index = 0; index < list.documents.size(); ++index) {
    for (const std::uint32_t number : {list.documents[index], list.frequencies[index]}) {
      const std::array<std::uint8_t, 4> bytes{
          static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8),
          static_cast<std::uint8_t>(number >> 16), static_cast<std::uint8_t>(number >> 24)};
      crc = reference::crc32(bytes, crc);
    }
  }
  return crc;
}

// As the table has it: document:frequency,document:frequency,...
std::string in_words(const reference::PostingsList& list) {
  std::string words;
  for (std::size_t index = 0; index < list.documents.size(); ++index) {
    if (index > 0) words += ',';
    words += std::to_string(list.documents[index]) + ':' + std::to_string(list.frequencies[index]);
  }
  return words;
}

TEST_P(GoldenGroupVarint, EveryPostingsListOfARealIndexReadsToTheFooter) {
  constexpr std::array<std::string_view, 5> kColumns{"field", "term", "docs",
                                                     "crc32_of_ids_and_freqs", "ids_and_freqs"};
  const auto rows = read_golden(kGolden / "index-postings-terms.tsv", kColumns);
  const auto file = read_bytes(kGolden / "index-postings" / "_0_Lucene104_0.doc");
  const Bytes bytes(file);
  expect_sound_footer(bytes);

  reference::PostingsIntegers integers = reference::PostingsIntegers::of_the_reference();
  integers.decode_group_varint = GetParam().decode_32;
  const std::size_t footer = bytes.size() - 16;
  std::size_t at = index_header_length(bytes);
  std::size_t lists = 0;
  std::size_t lists_in_full = 0;
  std::size_t documents = 0;
  for (const GoldenRow& row : rows) {
    SCOPED_TRACE(row.where());
    const std::size_t count = row.unsigned_number(2);
    if (count == 1) continue;  // such a term has no list in the file
    ASSERT_TRUE(row.text(0) == "freqs" || row.text(0) == "docs");
    const auto frequencies =
        row.text(0) == "freqs" ? reference::Frequencies::stored : reference::Frequencies::absent;
    const auto list =
        reference::decode_postings(bytes.subspan(at, footer - at), count, frequencies, integers);
    ASSERT_TRUE(list.has_value()) << name_of(list.error());
    ASSERT_EQ(list->documents.size(), count);
    EXPECT_EQ(crc_of(*list), row.hex_number(3));
    if (!row.left_out(4)) {
      EXPECT_EQ(in_words(*list), row.text(4));
      lists_in_full += 1;
    }
    at += list->consumed;
    lists += 1;
    documents += count;
  }
  EXPECT_EQ(at, footer);
  EXPECT_EQ(lists, 691U);
  EXPECT_EQ(lists_in_full, 1U);
  EXPECT_EQ(documents, 24039U);
}

INSTANTIATE_TEST_SUITE_P(Subjects, GoldenGroupVarint, testing::ValuesIn(group_varint_subjects()),
                         kSubjectName);
INSTANTIATE_TEST_SUITE_P(Subjects, GoldenVint, testing::ValuesIn(vint_subjects()), kSubjectName);

}  // namespace
}  // namespace touchstone::props
