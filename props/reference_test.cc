// The reference against worked examples: what no golden file covers.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "props/digits.h"
#include "props/print_expected.h"
#include "reference/crc32.h"
#include "reference/group_varint.h"
#include "reference/postings.h"
#include "reference/vint.h"

namespace touchstone::reference {
namespace {

using props::from_hex;
using props::to_hex;

constexpr auto kEnd = std::unexpected(Error::end_of_input);
constexpr auto kMalformed = std::unexpected(Error::malformed_vint);

// The value and its bytes: written so, appended so, read so, and every cut of it ends too early.
template <typename T, typename Encode, typename Append, typename Decode>
void check_example(T value, const std::string& hex, Encode encode, Append append, Decode decode) {
  SCOPED_TRACE(hex);
  const auto bytes = from_hex(hex);
  std::vector<std::uint8_t> out(bytes.size());
  EXPECT_EQ(encode(value, std::span(out)), bytes.size());
  EXPECT_EQ(to_hex(out), hex);
  EXPECT_EQ(append(value, out), bytes.size());
  EXPECT_EQ(to_hex(out), hex + hex);
  const auto decoded = decode(std::span<const std::uint8_t>(out));
  ASSERT_TRUE(decoded.has_value()) << name_of(decoded.error());
  EXPECT_EQ(decoded->value, value);
  EXPECT_EQ(decoded->consumed, bytes.size());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto cut = decode(std::span(bytes).first(size));
    ASSERT_FALSE(cut.has_value());
    EXPECT_EQ(cut.error(), Error::end_of_input);
    std::vector<std::uint8_t> short_out(size, 0xEE);
    EXPECT_EQ(encode(value, std::span(short_out)), std::unexpected(Error::output_too_small));
    EXPECT_EQ(short_out, std::vector<std::uint8_t>(size, 0xEE));
  }
}

TEST(ReferenceVint, WorkedExamples) {
  const std::pair<std::uint32_t, const char*> examples[] = {{0, "00"},
                                                            {127, "7f"},
                                                            {128, "8001"},
                                                            {300, "ac02"},
                                                            {16384, "808001"},
                                                            {0xFFFFFFFF, "ffffffff0f"},
                                                            {0x0FFFFFFF, "ffffff7f"},
                                                            {0x10000000, "8080808001"},
                                                            {0x80000000, "8080808008"}};
  for (const auto& [value, hex] : examples) {
    check_example(value, hex, encode_vint, append_vint, decode_vint);
    EXPECT_EQ(vint_length(value), from_hex(hex).size());
  }
}

TEST(ReferenceVlong, WorkedExamples) {
  const std::pair<std::uint64_t, const char*> examples[] = {
      {0, "00"},
      {1ULL << 31, "8080808008"},
      {1ULL << 32, "8080808010"},
      {1ULL << 35, "808080808001"},
      {1ULL << 56, "808080808080808001"},
      {0x7FFFFFFFFFFFFFFF, "ffffffffffffffff7f"}};
  for (const auto& [value, hex] : examples) {
    check_example(value, hex, encode_vlong, append_vlong, decode_vlong);
  }
}

TEST(ReferenceZint, WorkedExamples) {
  const std::pair<std::int32_t, const char*> examples[] = {
      {0, "00"},
      {-1, "01"},
      {1, "02"},
      {-64, "7f"},
      {64, "8001"},
      {std::numeric_limits<std::int32_t>::max(), "feffffff0f"},
      {std::numeric_limits<std::int32_t>::min(), "ffffffff0f"}};
  for (const auto& [value, hex] : examples) {
    check_example(value, hex, encode_zint, append_zint, decode_zint);
  }
}

TEST(ReferenceZlong, WorkedExamples) {
  const std::pair<std::int64_t, const char*> examples[] = {
      {0, "00"},
      {-1, "01"},
      {64, "8001"},
      {std::numeric_limits<std::int64_t>::max(), "feffffffffffffffff01"},
      {std::numeric_limits<std::int64_t>::min(), "ffffffffffffffffff01"}};
  for (const auto& [value, hex] : examples) {
    check_example(value, hex, encode_zlong, append_zlong, decode_zlong);
  }
}

TEST(ReferenceVlong, ANegativeOneIsOutOfRangeBeforeItLacksRoom) {
  std::vector<std::uint8_t> out;
  EXPECT_EQ(encode_vlong(1ULL << 63, out), std::unexpected(Error::value_out_of_range));
  EXPECT_EQ(append_vlong(~0ULL, out), std::unexpected(Error::value_out_of_range));
  EXPECT_TRUE(out.empty());
}

TEST(ReferenceVint, ExcessBitsInTheFifthByteAreMalformed) {
  for (unsigned fifth = 0; fifth < 256; ++fifth) {
    const std::array<std::uint8_t, 6> bytes{
        0xFF, 0xFF, 0xFF, 0xFF, static_cast<std::uint8_t>(fifth), 0x00};
    if (fifth < 0x10) {
      EXPECT_EQ(decode_vint(bytes), (Decoded<std::uint32_t>{0x0FFFFFFF | (fifth << 28), 5}));
      EXPECT_TRUE(decode_zint(bytes).has_value());
    } else {
      EXPECT_EQ(decode_vint(bytes), kMalformed);
      EXPECT_EQ(decode_zint(bytes), kMalformed);
    }
  }
}

TEST(ReferenceVlong, ANinthByteThatGoesOnIsMalformed) {
  EXPECT_EQ(decode_vlong(from_hex("808080808080808080")), kMalformed);
  EXPECT_EQ(decode_vlong(from_hex("ffffffffffffffffff01")), kMalformed);
  EXPECT_EQ(decode_vlong(from_hex("8080808080808080")), kEnd);
  EXPECT_EQ(decode_vlong(from_hex("808080808080808000")), (Decoded<std::uint64_t>{0, 9}));
}

TEST(ReferenceZlong, ATenthByteOtherThan00And01IsMalformed) {
  EXPECT_EQ(decode_zlong(from_hex("80808080808080808000")), (Decoded<std::int64_t>{0, 10}));
  EXPECT_EQ(decode_zlong(from_hex("80808080808080808001")), (Decoded<std::int64_t>{1LL << 62, 10}));
  EXPECT_EQ(decode_zlong(from_hex("80808080808080808002")), kMalformed);
  EXPECT_EQ(decode_zlong(from_hex("80808080808080808081")), kMalformed);
  EXPECT_EQ(decode_zlong(from_hex("808080808080808080")), kEnd);
}

TEST(ReferenceGroupVarint, PartsOfARunLieEndToEnd) {
  using group_varint::Part;
  const auto run = from_hex(
      "1b012c01701101002d3101"
      "ff00000000111111112222222233333333"
      "05"
      "8001");
  std::vector<Part> parts;
  const auto note = [&](const Part& part) { parts.push_back(part); };
  EXPECT_EQ(group_varint::for_each_part(run, 10, note), 31U);
  EXPECT_EQ(parts, (std::vector<Part>{{Part::Kind::group, 0, 0, 11},
                                      {Part::Kind::group, 4, 11, 17},
                                      {Part::Kind::tail_vint, 8, 28, 1},
                                      {Part::Kind::tail_vint, 9, 29, 2}}));
  EXPECT_EQ(group_varint::for_each_part(run, 11, note), kEnd);
  EXPECT_EQ(group_varint::for_each_part(run, ~std::size_t{0}, note), kEnd);
}

TEST(ReferencePostings, TheDocumentBeforeTheFirstIsMinusOne) {
  // Gaps 1, 2, 3, 4: documents 0, 2, 5, 9; the second and the third have frequencies of their own.
  const auto with = from_hex(
      "0003040609"
      "07"
      "8001");
  EXPECT_EQ(decode_postings(with, 4, Frequencies::stored),
            (PostingsList{{0, 2, 5, 9}, {1, 7, 128, 1}, 8}));
  const auto without = from_hex("0001020304");
  EXPECT_EQ(decode_postings(without, 4, Frequencies::absent),
            (PostingsList{{0, 2, 5, 9}, {1, 1, 1, 1}, 5}));
  EXPECT_EQ(decode_postings(std::span(with).first(7), 4, Frequencies::stored), kEnd);
  EXPECT_EQ(decode_postings(with, 256, Frequencies::stored),
            std::unexpected(Error::invalid_argument));
}

TEST(ReferenceCrc32, CheckValueOfThePolynomial) {
  const auto text = from_hex("313233343536373839");
  EXPECT_EQ(crc32(text), 0xCBF43926);
  EXPECT_EQ(crc32(std::span(text).subspan(4), crc32(std::span(text).first(4))), 0xCBF43926);
  EXPECT_EQ(crc32({}), 0U);
}

}  // namespace
}  // namespace touchstone::reference
