// Headers, footers and checksums against the verdicts of Apache Lucene 10.6.0.
//
// corpus/golden/codec-envelope.tsv   a file of 61 bytes and 38 damaged or odd forms of it
// corpus/golden/checksum-input.tsv   checksums of noise, read by Lucene in a mix of ways
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "props/envelope_subjects.h"
#include "props/golden.h"

namespace touchstone::props {
namespace {

const std::filesystem::path kGolden = std::filesystem::path(TOUCHSTONE_CORPUS_DIR) / "golden";

// How Lucene says what we say by an enumerator. Which of two messages comes is the order of tests.
struct Message {
  std::string_view starts;
  Error error;
  std::string_view expected;  ///< what stands before the number we say was expected
  std::string_view found;
  int base;
};
constexpr std::array kMessages{
    Message{"EOFException: ", Error::end_of_input, "", "", 0},
    Message{"CorruptIndexException: codec header mismatch: ", Error::header_magic_mismatch,
            "expected header=", "actual header=", 10},
    Message{"CorruptIndexException: codec mismatch: ", Error::codec_mismatch, "", "", 0},
    Message{"IndexFormatTooOldException: ", Error::version_too_old, "between ", "R): ", 10},
    Message{"IndexFormatTooNewException: ", Error::version_too_new, "and ", "R): ", 10},
    Message{"CorruptIndexException: file mismatch, expected id=", Error::id_mismatch, "", "", 0},
    Message{"CorruptIndexException: file mismatch, expected suffix=", Error::suffix_mismatch, "",
            "", 0},
    Message{"CorruptIndexException: misplaced codec footer (file truncated?): remaining=",
            Error::footer_truncated, "expected=", "remaining=", 10},
    Message{"CorruptIndexException: misplaced codec footer (file extended?): remaining=",
            Error::footer_not_reached, "expected=", "remaining=", 10},
    Message{"CorruptIndexException: misplaced codec footer (file truncated?): length=",
            Error::file_too_small, "footerLength==", "length=", 10},
    Message{"CorruptIndexException: codec footer mismatch (file truncated?): ",
            Error::footer_magic_mismatch, "expected footer=", "actual footer=", 10},
    Message{"CorruptIndexException: codec footer mismatch: unknown algorithmID: ",
            Error::unknown_algorithm, "", "algorithmID: ", 10},
    Message{"CorruptIndexException: Illegal CRC-32 checksum: ", Error::illegal_checksum, "",
            "checksum: ", 10},
    Message{"CorruptIndexException: checksum failed (hardware problem?) : ",
            Error::checksum_mismatch, "expected=", "actual=", 16},
};

// The number a text starts with. Lucene prints magics as signed ints.
std::int64_t number_at(std::string_view text, int base) {
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number, base);
  EXPECT_EQ(parsed.ec, std::errc{}) << text;
  return number;
}

// The number behind a word.
std::optional<std::int64_t> number_behind(std::string_view text, std::string_view word, int base) {
  const std::size_t at = text.find(word);
  if (word.empty() || at == std::string_view::npos) return std::nullopt;
  return number_at(text.substr(at + word.size()), base);
}

// Our number and Lucene's: the same, or the same 32 bits.
bool same_number(std::uint64_t ours, std::int64_t lucenes) {
  const auto wide = static_cast<std::uint64_t>(lucenes);
  return ours == wide || (lucenes < 0 && ours == (wide & 0xFFFF'FFFF));
}

void expect_number(std::string_view text, std::string_view word, int base, std::uint64_t ours) {
  if (const auto lucenes = number_behind(text, word, base)) {
    EXPECT_TRUE(same_number(ours, *lucenes)) << word << *lucenes << ", ours " << ours;
  } else {
    EXPECT_TRUE(word.empty()) << "no '" << word << "' in: " << text;
  }
}

void expect_verdict(std::string_view lucenes, const EnvelopeVerdict& ours) {
  if (lucenes.starts_with("version ")) {
    ASSERT_TRUE(ours.has_value()) << name_of(ours.error().error);
    EXPECT_EQ(*ours, number_behind(lucenes, "version ", 10));
    return;
  }
  const auto* message = std::ranges::find_if(
      kMessages, [&](const Message& m) { return lucenes.starts_with(m.starts); });
  if (message == kMessages.end()) {
    ASSERT_EQ(lucenes.size(), 8U) << "neither a checksum nor a known message: " << lucenes;
    ASSERT_TRUE(ours.has_value()) << name_of(ours.error().error);
    EXPECT_EQ(*ours, number_at(lucenes, 16));
    return;
  }
  ASSERT_FALSE(ours.has_value()) << lucenes;
  EXPECT_EQ(name_of(ours.error().error), name_of(message->error)) << lucenes;
  expect_number(lucenes, message->expected, message->base, ours.error().expected);
  expect_number(lucenes, message->found, message->base, ours.error().found);
}

class GoldenEnvelope : public testing::TestWithParam<EnvelopeSubject> {};

TEST_P(GoldenEnvelope, EveryFileIsAcceptedOrRefusedAtLucenesTest) {
  constexpr std::array<std::string_view, 6> kColumns{"case",
                                                     "file",
                                                     "check_index_header",
                                                     "check_footer",
                                                     "retrieve_checksum",
                                                     "checksum_entire_file"};
  const auto rows = read_golden(kGolden / "codec-envelope.tsv", kColumns);
  ASSERT_EQ(rows.size(), 39U);
  for (const GoldenRow& row : rows) {
    SCOPED_TRACE(row.where());
    const auto file = row.bytes(1);
    expect_verdict(row.text(2), GetParam().check_index_header(file));
    expect_verdict(row.text(3),
                   GetParam().check_footer(file, std::min<std::size_t>(45, file.size())));
    expect_verdict(row.text(4), GetParam().retrieve_checksum(file));
    expect_verdict(row.text(5), GetParam().check_whole_file(file));
  }
}

// Byte i of noise(n) is the low byte of this at n + i.
std::uint64_t mix(std::uint64_t i) {
  std::uint64_t z = i + 0x9E37'79B9'7F4A'7C15;
  z = (z ^ z >> 30) * 0xBF58'476D'1CE4'E5B9;
  z = (z ^ z >> 27) * 0x94D0'49BB'1331'11EB;
  return z ^ z >> 31;
}

TEST_P(GoldenEnvelope, NoiseReadInAMixOfWaysHasLucenesChecksum) {
  constexpr std::array<std::string_view, 3> kColumns{"length", "reads", "crc32"};
  const auto rows = read_golden(kGolden / "checksum-input.tsv", kColumns);
  ASSERT_EQ(rows.size(), 12U);
  for (const GoldenRow& row : rows) {
    SCOPED_TRACE(row.where());
    const std::uint64_t length = row.unsigned_number(0);
    ASSERT_EQ(row.text(1), "noise(" + std::to_string(length) + ")");
    std::vector<std::uint8_t> noise;
    for (std::uint64_t i = 0; i < length; ++i) {
      noise.push_back(static_cast<std::uint8_t>(mix(length + i)));
    }
    EXPECT_EQ(GetParam().read_in_a_mix(noise), row.hex_number(2));
  }
}

INSTANTIATE_TEST_SUITE_P(Subjects, GoldenEnvelope, testing::ValuesIn(envelope_subjects()),
                         kSubjectName);

}  // namespace
}  // namespace touchstone::props
