// Which error a group-varint run gives: from left to right, first come, first served. Every
// implementation must give the same one; what has been written by then only the reference promises.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "props/digits.h"
#include "props/group_varint_subjects.h"
#include "props/print_expected.h"

namespace touchstone::props {
namespace {

constexpr auto kEnd = std::unexpected(Error::end_of_input);
constexpr auto kMalformed = std::unexpected(Error::malformed_vint);
constexpr auto kRange = std::unexpected(Error::value_out_of_range);
constexpr auto kRoom = std::unexpected(Error::output_too_small);

class GroupVarintErrors : public testing::TestWithParam<GroupVarintSubject> {
 protected:
  static Expected<std::size_t> decode(const std::string& hex, std::size_t count) {
    std::vector<std::uint32_t> ints(count);
    std::vector<std::uint64_t> longs(count);
    const auto of_ints = GetParam().decode_32(from_hex(hex), ints);
    const auto of_longs = GetParam().decode_64(from_hex(hex), longs);
    EXPECT_EQ(of_ints, of_longs);
    return of_ints;
  }

  // Whatever an encode does with its room, what lies behind stays as it was.
  static void expect_behind(Bytes out, std::size_t room) {
    for (std::size_t at = room; at < out.size(); ++at) EXPECT_EQ(out[at], 0xEE) << "byte " << at;
  }
};

TEST_P(GroupVarintErrors, NoValuesTakeNoBytes) {
  EXPECT_EQ(decode("", 0), 0U);
  EXPECT_EQ(decode("ffff", 0), 0U);
  std::vector<std::uint8_t> nowhere;
  EXPECT_EQ(GetParam().encode_32({}, nowhere), 0U);
  EXPECT_EQ(GetParam().encode_64({}, nowhere), 0U);
}

TEST_P(GroupVarintErrors, BytesBehindTheRunDoNotMatter) {
  EXPECT_EQ(decode("0001020304ffffffffff", 4), 5U);
  EXPECT_EQ(decode("000102030405ffffffffff", 5), 6U);
  EXPECT_EQ(decode("000102030405060780", 7), 8U);
}

TEST_P(GroupVarintErrors, WiderFormsThanNeededAreRead) {
  const auto bytes = from_hex("ff000000000100000002000000030000008100");
  std::vector<std::uint32_t> out(5);
  EXPECT_EQ(GetParam().decode_32(bytes, out), 19U);
  EXPECT_EQ(out, (std::vector<std::uint32_t>{0, 1, 2, 3, 1}));
}

TEST_P(GroupVarintErrors, FirstWrongByteFromTheLeftDecides) {
  EXPECT_EQ(decode("", 1), kEnd);
  EXPECT_EQ(decode("", 4), kEnd);
  EXPECT_EQ(decode("80808080", 1), kEnd);
  EXPECT_EQ(decode("8080808010", 1), kMalformed);
  EXPECT_EQ(decode("8080808080", 1), kMalformed);
  EXPECT_EQ(decode("808080800f", 1), 5U);
  EXPECT_EQ(decode("8080808010", 2), kMalformed) << "before the second value's end of input";
  EXPECT_EQ(decode("018080808010", 2), kMalformed);
  EXPECT_EQ(decode("0180808080", 2), kEnd);
  EXPECT_EQ(decode("0001020304ffffffffff", 5), kMalformed);
  EXPECT_EQ(decode("0001020304ffffffff", 5), kEnd);
  EXPECT_EQ(decode("0001020304ffffffffff", 8), kEnd) << "a second group is no vInt";
  EXPECT_EQ(decode("00010203040001020304", 9), kEnd) << "the vInt behind two groups";
}

TEST_P(GroupVarintErrors, EveryCutOfARunIsEndOfInput) {
  const std::string run =
      "1b012c01701101002d3101"
      "ff00000000111111112222222233333333"
      "05808001";
  EXPECT_EQ(decode(run, 10), run.size() / 2);
  for (std::size_t size = 0; size < run.size() / 2; ++size) {
    EXPECT_EQ(decode(run.substr(0, 2 * size), 10), kEnd) << size << " bytes";
  }
}

TEST_P(GroupVarintErrors, AGroupThatDoesNotFitIsNotBegun) {
  const std::vector<std::uint32_t> values{1, 2, 3, 4, 1, 300, 70000, 20000000};
  for (std::size_t room = 0; room <= 16; ++room) {
    SCOPED_TRACE(std::to_string(room) + " bytes of room");
    std::vector<std::uint8_t> out(16, 0xEE);
    const auto result = GetParam().encode_32(values, std::span(out).first(room));
    if (room == 16) {
      EXPECT_EQ(result, 16U);
      continue;
    }
    EXPECT_EQ(result, kRoom);
    const std::string untouched = "eeeeeeeeeeeeeeeeeeeeee";
    expect_behind(out, room);
    if (!GetParam().leaves_what_it_refuses) continue;
    EXPECT_EQ(to_hex(out), (room >= 5 ? "0001020304" : "eeeeeeeeee") + untouched);
  }
}

TEST_P(GroupVarintErrors, AVintThatDoesNotFitIsNotBegun) {
  const std::vector<std::uint64_t> values{5, 16384};
  for (std::size_t room = 0; room <= 3; ++room) {
    std::vector<std::uint8_t> out(4, 0xEE);
    EXPECT_EQ(GetParam().encode_64(values, std::span(out).first(room)), kRoom);
    expect_behind(out, room);
    if (!GetParam().leaves_what_it_refuses) continue;
    EXPECT_EQ(to_hex(out), room >= 1 ? "05eeeeee" : "eeeeeeee");
  }
}

TEST_P(GroupVarintErrors, AllFourValuesAreLookedAtBeforeTheRoom) {
  constexpr std::uint64_t kTooLarge = 0x1'0000'0000;
  std::vector<std::uint8_t> nowhere;
  EXPECT_EQ(GetParam().encode_64(std::vector<std::uint64_t>{1, 2, 3, kTooLarge}, nowhere), kRange);
  EXPECT_EQ(GetParam().encode_64(std::vector<std::uint64_t>{kTooLarge}, nowhere), kRange);
  // One value behind the other where there are no groups: the first finds no room.
  EXPECT_EQ(GetParam().encode_64(std::vector<std::uint64_t>{1, kTooLarge}, nowhere), kRoom);
  // And one group behind the other.
  EXPECT_EQ(GetParam().encode_64(std::vector<std::uint64_t>{1, 2, 3, 4, kTooLarge}, nowhere),
            kRoom);
}

TEST_P(GroupVarintErrors, AGroupWithAValueOutOfRangeIsNotBegun) {
  for (std::size_t place = 4; place < 8; ++place) {
    std::vector<std::uint64_t> values{1, 2, 3, 4, 5, 6, 7, 8};
    values[place] = 0xFFFF'FFFF'FFFF'FFFF;  // -1 as a long
    std::vector<std::uint8_t> out(10, 0xEE);
    EXPECT_EQ(GetParam().encode_64(values, out), kRange);
    if (!GetParam().leaves_what_it_refuses) continue;
    EXPECT_EQ(to_hex(out), "0001020304eeeeeeeeee");
  }
}

INSTANTIATE_TEST_SUITE_P(Subjects, GroupVarintErrors, testing::ValuesIn(group_varint_subjects()),
                         kSubjectName);

}  // namespace
}  // namespace touchstone::props
