// Inputs on which published CRC-32 code went wrong, with the right answers. Every test is named
// after the failure it prevents and says whose failure that was. (What only an unoptimised build
// shows, or one for other CPUs, the same tests show when built so.)
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "codecs/checksum/crc32.h"
#include "props/checksum_subjects.h"
#include "props/digits.h"
#include "props/guarded_bytes.h"
#include "reference/crc32.h"
#include "reference/crc32_combine.h"

namespace touchstone::props {
namespace {

class PublicBugsChecksum : public testing::TestWithParam<ChecksumSubject> {};

std::vector<std::uint8_t> ramp(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(167 * i + 13);
  return bytes;
}

std::uint32_t digest(std::uint32_t crc, std::uint32_t before) {
  std::array<std::uint8_t, 4> bytes{};
  for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(crc >> (8 * i));
  return reference::crc32(bytes, before);
}

// borgbackup/borg#10149, zlib-ng 41443570: 4 to 15 bytes, and tails, were loaded as 16; the surplus
// was masked, so for ten years only an unmapped next page told.
TEST_P(PublicBugsChecksum, ShortInputsAndTailsReadNothingOutside) {
  for (std::size_t size = 0; size <= 600; ++size) {
    const auto bytes = ramp(size);
    const std::uint32_t expected = reference::crc32(bytes, 0x9AE0'DAAF);
    for (const auto flush : {kit::Flush::right, kit::Flush::left}) {
      const GuardedBytes in(bytes, flush);
      ASSERT_EQ(GetParam().crc32(in.bytes(), 0x9AE0'DAAF), expected) << size << " bytes";
    }
    if (size == 70 && !GetParam().is_codec) return;
  }
}

// zlib-ng#215: word steps used the instruction for one byte, in the main loop and where the address
// was being aligned. zlib-rs#407: braids were wrong when compiled for other CPUs.
TEST_P(PublicBugsChecksum, EveryByteOfAWordCountsAtEveryAddressAndSize) {
  constexpr std::size_t kLongest = 1100;
  const auto bytes = ramp(kLongest);
  const std::size_t addresses = GetParam().is_codec ? 64 : 1;
  for (std::size_t address = 0; address < addresses; ++address) {
    alignas(64) std::array<std::uint8_t, kLongest + 64> memory{};
    std::copy(bytes.begin(), bytes.end(), memory.begin() + static_cast<std::ptrdiff_t>(address));
    std::uint32_t from_zeros = 0;
    std::uint32_t from_ones = 0;
    for (std::size_t size = 0; size <= kLongest; ++size) {
      const Bytes message = Bytes(memory).subspan(address, size);
      from_zeros = digest(GetParam().crc32(message, 0), from_zeros);
      from_ones = digest(GetParam().crc32(message, 0xFFFF'FFFF), from_ones);
    }
    ASSERT_EQ(from_zeros, 0xC569'36C6U) << "start address " << address << " modulo 64";
    ASSERT_EQ(from_ones, 0x0CBF'A00EU) << "start address " << address << " modulo 64";
  }
}

// zlib-ng#1262: a CRC with bit 31 set went through a signed type of 64 bits, and its upper half got
// into the result.
TEST_P(PublicBugsChecksum, InitialValueOfAWiderTypeCountsWithItsLow32Bits) {
  const auto digits = from_hex("313233343536373839");
  for (const std::uint64_t wide : {0x9AE0'DAAFULL, 0xFFFF'FFFF'9AE0'DAAFULL}) {
    EXPECT_EQ(GetParam().crc32(digits, static_cast<std::uint32_t>(wide)), 0xD869'8DFDU);
  }
  const auto sign_extended = static_cast<std::int64_t>(static_cast<std::int32_t>(0x9AE0'DAAF));
  EXPECT_EQ(GetParam().crc32(digits, static_cast<std::uint32_t>(sign_extended)), 0xD869'8DFDU);
}

// libdeflate#403: the upper lanes of a widened vector were whatever was in the register. The CRC in
// front is what is widened; before each call the registers hold another message's.
TEST_P(PublicBugsChecksum, NothingOfAnEarlierCallIsInTheResult) {
  const auto ones = std::vector<std::uint8_t>(2048, 0xFF);
  const auto bytes = ramp(700);
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    const Bytes message = Bytes(bytes).first(size);
    (void)GetParam().crc32(ones, 0x1234'5678);
    ASSERT_EQ(GetParam().crc32(message, 0xFFFF'FFFF), reference::crc32(message, 0xFFFF'FFFF))
        << size << " bytes";
  }
}

INSTANTIATE_TEST_SUITE_P(Subjects, PublicBugsChecksum, testing::ValuesIn(checksum_subjects()),
                         kSubjectName);

// madler/zlib#904, #659, zlib-ng#2398: endless for a negative length, and a check for length 0 that
// was lost in one release.
TEST(PublicBugsChecksumCombine, LengthsAtTheEdges) {
  constexpr std::uint32_t kFirst = 0xCBF4'3926;
  EXPECT_EQ(checksum::combine(kFirst, reference::crc32(from_hex("61626364656667")), 7),
            0xA2CA'AFFFU);
  const std::array<std::pair<std::uint64_t, std::uint32_t>, 5> lengths{{
      {0, 0xCBF4'3926},
      {1, 0xD2C6'71C4},
      {0x7FFF'FFFF, 0x0958'AAAB},
      {0x8000'0000, 0x410D'22CA},
      {0x1'0000'0005, 0xE93A'C48D},
  }};
  for (const auto& [length, expected] : lengths) {
    EXPECT_EQ(checksum::combine(kFirst, 0, length), expected) << length;
    EXPECT_EQ(reference::crc32_combine(kFirst, 0, length), expected) << length;
    if (reference::upstream::zlib::available()) {
      EXPECT_EQ(reference::upstream::zlib::combine(kFirst, 0, length), expected) << length;
    }
  }
}

// A negative length is the large number that its bits are, and takes no longer than any other.
TEST(PublicBugsChecksumCombine, NegativeLengthsEnd) {
  for (const std::int64_t length : {std::int64_t{-1}, std::int64_t{-7}, INT64_MIN}) {
    const auto bits = static_cast<std::uint64_t>(length);
    EXPECT_EQ(checksum::combine(0xCBF4'3926, 0x8000'0001, bits),
              reference::crc32_combine(0xCBF4'3926, 0x8000'0001, bits))
        << length;
  }
}

TEST(PublicBugsChecksumCombine, PartsOfNoBytesChangeNothing) {
  for (const std::uint32_t crc : {0U, 1U, 0x8000'0000U, 0xCBF4'3926U, 0xFFFF'FFFFU}) {
    EXPECT_EQ(checksum::combine(crc, 0, 0), crc) << "on the right";
    EXPECT_EQ(checksum::combine(0, crc, 9), crc) << "on the left";
  }
}

// zlib-ng#1262, the other half: the combined CRC of parts whose CRCs have bit 31 set.
TEST(PublicBugsChecksumCombine, Bit31IsNotExtended) {
  const auto whole = ramp(1000);
  std::size_t high = 0;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    const Bytes left = Bytes(whole).first(cut);
    const Bytes right = Bytes(whole).subspan(cut);
    const std::uint32_t a = checksum::crc32(left);
    const std::uint32_t b = checksum::crc32(right);
    high += (a & b) >> 31;
    ASSERT_EQ(checksum::combine(a, b, right.size()), checksum::crc32(whole)) << cut;
  }
  EXPECT_GT(high, 100U) << "cuts with bit 31 set on both sides";
}

// intel/isa-l#402: the choice was made of registers that no longer held the CPU's features, so a
// tier could be taken whose lower ones the CPU lacks.
TEST(PublicBugsChecksumTiers, ATierThatRunsHasAllBelowIt) {
#if defined(__x86_64__)
  constexpr std::array kUpwards{Tier::scalar, Tier::ssse3, Tier::sse4,
                                Tier::avx2,   Tier::avx3,  Tier::avx3_dl};
  for (std::size_t i = 1; i < kUpwards.size(); ++i) {
    EXPECT_TRUE(!cpu_supports(kUpwards[i]) || cpu_supports(kUpwards[i - 1]))
        << name_of(kUpwards[i]);
  }
  EXPECT_FALSE(cpu_supports(Tier::neon));
#endif
  EXPECT_TRUE(cpu_supports(checksum::best().tier));
}

}  // namespace
}  // namespace touchstone::props
