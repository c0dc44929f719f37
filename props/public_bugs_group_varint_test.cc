// Inputs on which published group-varint and variable-byte codecs went wrong, with the right
// answers. Every test is named after the failure it prevents and says whose failure that was.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "props/digits.h"
#include "props/group_varint_subjects.h"
#include "props/guarded_bytes.h"
#include "props/print_expected.h"
#include "props/vint_subjects.h"
#include "reference/crc32.h"

namespace touchstone::props {
namespace {

class PublicBugsGroupVarint : public testing::TestWithParam<GroupVarintSubject> {};

template <typename T>
std::string_view error_of(const Expected<T>& result) {
  return result ? "none" : name_of(result.error());
}

std::string encode_32(const GroupVarintSubject& subject, const std::vector<std::uint32_t>& values) {
  std::vector<std::uint8_t> out(5 * values.size() + 17);
  const auto size = subject.encode_32(values, out);
  return size ? to_hex(Bytes(out).first(*size)) : std::string(name_of(size.error()));
}

std::string encode_64(const GroupVarintSubject& subject, const std::vector<std::uint64_t>& values) {
  std::vector<std::uint8_t> out(5 * values.size() + 17);
  const auto size = subject.encode_64(values, out);
  return size ? to_hex(Bytes(out).first(*size)) : std::string(name_of(size.error()));
}

// apache/lucene#13373, #13376: a value with bit 31 set looked larger than the largest int, and the
// writer of longs threw in the middle of a merge.
TEST_P(PublicBugsGroupVarint, WriterOfLongsRefusesNoValueWithBit31Set) {
  EXPECT_EQ(encode_64(GetParam(), {0x80000001, 1, 0xFFFF, 0x10000}), "c60100008001ffff000001");
  EXPECT_EQ(encode_64(GetParam(), {0x80000000}), "8080808008") << "the same behind the groups";
  EXPECT_EQ(encode_64(GetParam(), {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}),
            "ffffffffffffffffffffffffffffffffff");
}

// apache/lucene#13978, #13979: the writer of ints used the check that is meant for longs.
TEST_P(PublicBugsGroupVarint, WriterOfIntsRefusesNoValueWithBit31Set) {
  EXPECT_EQ(encode_32(GetParam(), {0x80000001, 1, 0xFFFF, 0x10000}), "c60100008001ffff000001");
  EXPECT_EQ(encode_32(GetParam(), {0x80000000}), "8080808008") << "the same behind the groups";
  EXPECT_EQ(encode_32(GetParam(), {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}),
            "ffffffffffffffffffffffffffffffffff");
}

// The check that was wrong above must not be missing either: a long that is no int has no encoding.
TEST_P(PublicBugsGroupVarint, WriterOfLongsDropsNoBitsAbove31) {
  for (std::size_t place = 0; place < 5; ++place) {
    for (const std::uint64_t value : {0x1'0000'0000ULL, 0xFFFF'FFFF'FFFF'FFFFULL}) {
      std::vector<std::uint64_t> values(5, 1);
      values[place] = value;
      EXPECT_EQ(encode_64(GetParam(), values), "value_out_of_range") << "place " << place;
    }
  }
}

// apache/lucene#12841: a signed mask made 4-byte values with bit 31 set negative longs, on the fast
// path only. The bytes stand alone (slow path) and with sixteen bytes behind them (fast path).
TEST_P(PublicBugsGroupVarint, ReaderExtendsNoSignIntoLongs) {
  for (const std::string& behind : {std::string(), std::string(32, 'f')}) {
    const auto group = from_hex("c60100008001ffff000001" + behind);
    std::array<std::uint64_t, 4> longs{};
    EXPECT_EQ(GetParam().decode_64(group, longs), 11U);
    EXPECT_EQ(longs, (std::array<std::uint64_t, 4>{0x80000001, 1, 0xFFFF, 0x10000}));
    std::array<std::uint32_t, 4> ints{};
    EXPECT_EQ(GetParam().decode_32(group, ints), 11U);
    EXPECT_EQ(static_cast<std::int32_t>(ints[0]), -2147483647);
    EXPECT_EQ(ints, (std::array<std::uint32_t, 4>{0x80000001, 1, 0xFFFF, 0x10000}));

    const auto tail = from_hex("8080808008" + behind);
    std::array<std::uint64_t, 1> last{};
    EXPECT_EQ(GetParam().decode_64(tail, last), 5U);
    EXPECT_EQ(last[0], 0x80000000U);
  }
}

// fast-pack/streamvbyte#42, FastPFOR 846f8da: vector loads read past the coded bytes, or the loop
// condition counted the flag wrongly. Each of the 256 groups ends right before an unreadable page.
TEST_P(PublicBugsGroupVarint, ReaderOfAnyFlagTouchesNothingBehindTheGroup) {
  std::uint32_t crc_of_32 = 0;
  std::uint32_t crc_of_64 = 0;
  for (unsigned flag = 0; flag < 256; ++flag) {
    SCOPED_TRACE("flag " + std::to_string(flag));
    const std::size_t size = 5 + flag / 64 + flag / 16 % 4 + flag / 4 % 4 + flag % 4;
    std::vector<std::uint8_t> group(size);
    std::iota(group.begin(), group.end(), std::uint8_t{0});  // 01 02 03 ... behind the flag
    group[0] = static_cast<std::uint8_t>(flag);
    const GuardedBytes in(group);

    std::array<std::uint32_t, 4> ints{};
    std::array<std::uint64_t, 4> longs{};
    ASSERT_EQ(GetParam().decode_32(in.bytes(), ints), size);
    ASSERT_EQ(GetParam().decode_64(in.bytes(), longs), size);
    for (std::size_t index = 0; index < 4; ++index) {
      for (int shift = 0; shift < 32; shift += 8) {
        const auto of_int = static_cast<std::uint8_t>(ints[index] >> shift);
        const auto of_long = static_cast<std::uint8_t>(longs[index] >> shift);
        crc_of_32 = reference::crc32(Bytes(&of_int, 1), crc_of_32);
        crc_of_64 = reference::crc32(Bytes(&of_long, 1), crc_of_64);
      }
      EXPECT_EQ(longs[index] >> 32, 0U);
    }
  }
  EXPECT_EQ(crc_of_32, 0xBA9B9963U);
  EXPECT_EQ(crc_of_64, 0xBA9B9963U);
}

// The same for a group cut short anywhere: the flag promises bytes that are not there.
TEST_P(PublicBugsGroupVarint, ReaderOfACutGroupTouchesNothingBehindTheCut) {
  for (unsigned flag = 0; flag < 256; ++flag) {
    const std::size_t size = 5 + flag / 64 + flag / 16 % 4 + flag / 4 % 4 + flag % 4;
    for (std::size_t cut = 0; cut < size; ++cut) {
      std::vector<std::uint8_t> group(cut, 0xFF);
      if (cut > 0) group[0] = static_cast<std::uint8_t>(flag);
      const GuardedBytes in(group);
      std::array<std::uint32_t, 4> out{};
      ASSERT_EQ(GetParam().decode_32(in.bytes(), out), std::unexpected(Error::end_of_input))
          << "flag " << flag << " with " << cut << " bytes";
    }
  }
}

// FastPFOR 846f8da: the loop for whole vectors left two groups, the step behind it took one. Every
// short length, flush against unreadable pages on both sides and both ways.
TEST_P(PublicBugsGroupVarint, NoLengthLosesItsLastGroups) {
  for (std::size_t count = 0; count <= 70; ++count) {
    SCOPED_TRACE(std::to_string(count) + " values");
    std::vector<std::uint32_t> values(count);
    for (std::size_t index = 0; index < count; ++index) {
      values[index] =
          static_cast<std::uint32_t>(0x9E3779B97F4A7C15ULL * (index + 1) >> 32) >> (index * 7 % 32);
    }
    const std::vector<std::uint8_t> room(reference::group_varint::encoded_size(values));
    const GuardedBytes encoded(room);
    ASSERT_EQ(GetParam().encode_32(values, encoded.bytes()), room.size());
    for (const auto flush : {kit::Flush::left, kit::Flush::right}) {
      const GuardedBytes in(encoded.bytes(), flush);
      std::vector<std::uint32_t> decoded(count);
      ASSERT_EQ(GetParam().decode_32(in.bytes(), decoded), room.size());
      ASSERT_EQ(decoded, values);
    }
  }
}

// fast-pack/streamvbyte#73: the reader trusted a count larger than the bytes allow, and its later
// validator read one byte too many for a count of 4.
TEST_P(PublicBugsGroupVarint, CountOfFourInOneByteIsRefused) {
  const std::array<std::uint8_t, 1> flag{0x00};
  const GuardedBytes in(flag);
  std::array<std::uint32_t, 4> ints{};
  EXPECT_EQ(GetParam().decode_32(in.bytes(), ints), std::unexpected(Error::end_of_input));
  std::array<std::uint64_t, 4> longs{};
  EXPECT_EQ(GetParam().decode_64(in.bytes(), longs), std::unexpected(Error::end_of_input));
}

// The same bug's other half: (count + 3) / 4 of a count just below 2^32 wrapped to next to nothing.
// The output is address space of which only the first pages exist, so nothing large is allocated.
TEST_P(PublicBugsGroupVarint, CountNear2To32IsRefusedAndDoesNotWrap) {
  constexpr std::size_t kLargest = 0xFFFFFFFF;
  constexpr std::size_t kReadyBytes = 1 << 20;
  void* const reserved = mmap(nullptr, kLargest * sizeof(std::uint32_t), PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(reserved, MAP_FAILED) << "no 16 GiB of address space to reserve: lift `ulimit -v`";
  ASSERT_EQ(mprotect(reserved, kReadyBytes, PROT_READ | PROT_WRITE), 0);
  for (const std::size_t count : {kLargest, kLargest - 1, kLargest - 2, kLargest - 3}) {
    for (const char* const hex : {"", "00", "0001020304", "000102030400010203"}) {
      const GuardedBytes in(from_hex(hex));
      const std::span out(static_cast<std::uint32_t*>(reserved), count);
      EXPECT_EQ(GetParam().decode_32(in.bytes(), out), std::unexpected(Error::end_of_input))
          << "count " << count << " in " << hex;
    }
  }
  munmap(reserved, kLargest * sizeof(std::uint32_t));
}

// apache/lucene#13373 in each place of a group, both ways and in both widths: the flag gives the
// value four bytes there, and no other place is touched by its top bit.
TEST_P(PublicBugsGroupVarint, Bit31IsKeptInEveryPlaceOfAGroup) {
  constexpr std::array<std::string_view, 4> kBytes = {"c000000080010101", "3001000000800101",
                                                      "0c01010000008001", "0301010100000080"};
  for (std::size_t place = 0; place < 4; ++place) {
    std::vector<std::uint32_t> ints(4, 1);
    ints[place] = 0x80000000;
    const std::vector<std::uint64_t> longs(ints.begin(), ints.end());
    EXPECT_EQ(encode_32(GetParam(), ints), kBytes[place]);
    EXPECT_EQ(encode_64(GetParam(), longs), kBytes[place]);
    std::vector<std::uint32_t> ints_back(4);
    std::vector<std::uint64_t> longs_back(4);
    EXPECT_EQ(GetParam().decode_32(from_hex(kBytes[place]), ints_back), 8u);
    EXPECT_EQ(GetParam().decode_64(from_hex(kBytes[place]), longs_back), 8u);
    EXPECT_EQ(ints_back, ints) << "place " << place;
    EXPECT_EQ(longs_back, longs) << "place " << place;
  }
}

// fast-pack/streamvbyte#69: the scalar tail of the writer stored four bytes for a value of one,
// through an int pointer at any address. Outputs of exactly the right size, at every address
// modulo 16.
TEST_P(PublicBugsGroupVarint, WriterOfATailStoresNoMoreThanItsBytes) {
  for (std::size_t shift = 0; shift < 16; ++shift) {
    std::array<std::uint8_t, 64> memory;
    memory.fill(0xA5);
    const std::array<std::uint32_t, 7> values = {1, 2, 3, 4, 5, 6, 7};
    const std::span<std::uint8_t> out(memory.data() + shift, 8);
    ASSERT_EQ(GetParam().encode_32(values, out), 8u);
    EXPECT_EQ(to_hex(out), "0001020304050607");
    for (std::size_t i = 0; i < memory.size(); ++i) {
      if (i >= shift && i < shift + 8) continue;
      ASSERT_EQ(memory[i], 0xA5) << "byte " << i << " was stored to";
    }
  }
}

// fast-pack/FastPFOR 846f8da, the reader: 17 to 21 bytes left, the first group whole, the second
// whole, cut, or followed by bytes that are nobody's.
TEST_P(PublicBugsGroupVarint, ReaderWithSeventeenToTwentyOneBytesLeftTakesWhatIsWhole) {
  const std::string two_groups =
      "05"
      "01"
      "02"
      "0300"
      "0400"
      "15"
      "05"
      "0600"
      "0700"
      "0800";
  ASSERT_EQ(two_groups.size() / 2, 15u);
  const std::vector<std::uint32_t> values = {1, 2, 3, 4, 5, 6, 7, 8};
  for (std::size_t behind = 2; behind <= 6; ++behind) {
    const auto bytes = from_hex(two_groups + std::string(2 * behind, 'e'));
    std::vector<std::uint32_t> out(8);
    EXPECT_EQ(GetParam().decode_32(bytes, out), 15u);
    EXPECT_EQ(out, values) << behind << " bytes behind the groups";
    std::vector<std::uint32_t> three_groups(12);
    const auto cut = GetParam().decode_32(bytes, three_groups);
    EXPECT_EQ(error_of(cut), "end_of_input") << "the third group is cut";
  }
}

// fast-pack/FastPFOR 7e4710c, the bytes themselves: nothing lies between the groups or behind them.
TEST_P(PublicBugsGroupVarint, WriterPutsNoPaddingAnywhere) {
  const std::string bytes =
      "1b012c01701101002d3101"
      "0000000000"
      "05ac02";
  EXPECT_EQ(encode_32(GetParam(), {1, 300, 70000, 20000000, 0, 0, 0, 0, 5, 300}), bytes);
  EXPECT_EQ(encode_64(GetParam(), {1, 300, 70000, 20000000, 0, 0, 0, 0, 5, 300}), bytes);
}

// fast-pack/FastPFOR 7e4710c: bytes the writer never set made equal inputs give different streams.
TEST_P(PublicBugsGroupVarint, WriterLeavesNoByteUnset) {
  const std::vector<std::uint32_t> values{1, 300, 70000, 20000000, 0, 0, 0, 0, 5, 300};
  std::vector<std::uint8_t> zeros(64, 0x00);
  std::vector<std::uint8_t> ones(64, 0xFF);
  const auto size = GetParam().encode_32(values, zeros);
  ASSERT_EQ(size, 19U);
  ASSERT_EQ(GetParam().encode_32(values, ones), size);
  EXPECT_EQ(to_hex(Bytes(zeros).first(*size)), to_hex(Bytes(ones).first(*size)));
}

class PublicBugsVint : public testing::TestWithParam<VintSubject> {};

// ravendb/ravendb#23598: the fast path for longs was a copy of the one for ints and kept 32 bits;
// the slow path, taken at the edge of a 4 KB buffer, was right. So: at every offset of a window,
// with 0 to 16 bytes behind, and across every edge, the same bytes are the same value.
TEST_P(PublicBugsVint, LongsAreTheSameInTheMiddleOfAWindowAndAcrossItsEdge) {
  struct Example {
    const char* hex;
    std::uint64_t value;
  };
  constexpr std::array<Example, 3> kExamples{{
      {"8080808008", 0x8000'0000},
      {"808080808001", 0x8'0000'0000},
      {"ffffffffffffffff7f", 0x7FFF'FFFF'FFFF'FFFF},
  }};
  constexpr std::size_t kWindow = 32;
  for (const Example& example : kExamples) {
    const std::vector<std::uint8_t> value = from_hex(example.hex);
    for (std::size_t position = 0; position <= kWindow; ++position) {
      for (std::size_t behind = 0; behind <= 16; ++behind) {
        std::vector<std::uint8_t> stream(position, 0x80);
        stream.insert(stream.end(), value.begin(), value.end());
        stream.insert(stream.end(), behind, 0xFF);
        const GuardedBytes in(stream);
        const auto decoded = GetParam().decode_vlong(in.bytes(), position, kWindow);
        ASSERT_TRUE(decoded.has_value()) << name_of(decoded.error());
        ASSERT_EQ(decoded->value, example.value)
            << "at " << position << ", " << behind << " behind";
        ASSERT_EQ(decoded->consumed, value.size());
      }
    }
  }
}

// Netflix/hollow#536, and the same loop in others: the end of the input was taken for a byte whose
// continuation bit is set.
TEST_P(PublicBugsVint, EndInsideAValueEndsTheReading) {
  const std::vector<std::uint8_t> endless(9, 0x80);
  for (std::size_t length = 0; length <= 8; ++length) {
    const GuardedBytes in(Bytes(endless).first(length));
    const auto vlong = GetParam().decode_vlong(in.bytes(), 0, 4);
    EXPECT_EQ(error_of(vlong), "end_of_input") << length << " bytes";
    if (length > 4) continue;
    const auto vint = GetParam().decode_vint(in.bytes());
    EXPECT_EQ(error_of(vint), "end_of_input") << length << " bytes";
  }
}

INSTANTIATE_TEST_SUITE_P(Subjects, PublicBugsGroupVarint,
                         testing::ValuesIn(group_varint_subjects()), kSubjectName);
INSTANTIATE_TEST_SUITE_P(Subjects, PublicBugsVint, testing::ValuesIn(vint_subjects()),
                         kSubjectName);

}  // namespace
}  // namespace touchstone::props
