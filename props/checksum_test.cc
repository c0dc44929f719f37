// CRC-32 against known answers, and what no other test can reach: messages beyond 4 GiB, and which
// kernel is taken.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "codecs/checksum/crc32.h"
#include "props/checksum_subjects.h"
#include "props/digits.h"
#include "reference/crc32_combine.h"

namespace touchstone::props {
namespace {

class ChecksumKnownAnswers : public testing::TestWithParam<ChecksumSubject> {
 protected:
  static std::uint32_t crc_of(Bytes bytes, std::uint32_t before = 0) {
    return GetParam().crc32(bytes, before);
  }
  static std::uint32_t crc_of_hex(const char* hex) { return crc_of(from_hex(hex)); }
};

TEST_P(ChecksumKnownAnswers, CheckValueIsZlibsAndNotThatOfCrc32c) {
  EXPECT_EQ(crc_of_hex("313233343536373839"), 0xCBF4'3926U);
  EXPECT_NE(crc_of_hex("313233343536373839"), 0xE306'9283U);
}

TEST_P(ChecksumKnownAnswers, NothingChangesNothing) {
  EXPECT_EQ(crc_of({}), 0U);
  EXPECT_EQ(crc_of({}, 0xFFFF'FFFF), 0xFFFF'FFFFU);
  EXPECT_EQ(crc_of({}, 0xCBF4'3926), 0xCBF4'3926U);
}

// Behind any message its own CRC leaves the same register, the published residue.
TEST_P(ChecksumKnownAnswers, OwnCrcBehindAMessageLeavesTheResidue) {
  for (std::size_t size = 0; size < 700; size += 37) {
    std::vector<std::uint8_t> message(size, 0x5A);
    const std::uint32_t crc = crc_of(message);
    for (int shift = 0; shift < 32; shift += 8) {
      message.push_back(static_cast<std::uint8_t>(crc >> shift));
    }
    EXPECT_EQ(~crc_of(message), 0xDEBB'20E3U) << size << " bytes";
  }
}

TEST_P(ChecksumKnownAnswers, ValuesAsLuceneDigestsThem) {
  EXPECT_EQ(crc_of_hex("010203"), 0x55BC'801DU) << "three bytes";
  EXPECT_EQ(crc_of_hex("feff"), 0xE6E4'3141U) << "the short -2";
  EXPECT_EQ(crc_of_hex("176cd73f"), 0xD558'FC9BU) << "the int 3FD76C17";
  EXPECT_EQ(crc_of_hex("3fd76c17"), 0x4B51'B532U) << "the same in the other order";
  EXPECT_EQ(crc_of_hex("0807060504030201"), 0xA5CC'ED25U) << "the long 0102030405060708";
  EXPECT_EQ(crc_of_hex("0102030405060708"), 0x3FCA'88C5U) << "the same in the other order";
  EXPECT_EQ(crc_of_hex("000000000000000001000000000000"
                       "00ffffffffffffffff"),
            0x49CF'5BC4U)
      << "the longs 0, 1, -1";
}

TEST_P(ChecksumKnownAnswers, Zeros) {
  EXPECT_EQ(crc_of(std::vector<std::uint8_t>(1024)), 0xEFB5'AF2EU);
  EXPECT_EQ(crc_of(std::vector<std::uint8_t>(1025)), 0x0E3B'57EDU);
  EXPECT_EQ(crc_of(std::vector<std::uint8_t>(1 << 20)), 0xA738'EA1CU);
}

// A whole file of the format: header, payload, footer magic and algorithm.
TEST_P(ChecksumKnownAnswers, BodyOfASmallFile) {
  EXPECT_EQ(crc_of_hex("3fd76c170c4c7563656e65393044656d6f00000003000102030405060708090a0b0c0d0e0f"
                       "02616268656c6c6fc02893e800000000"),
            0xCB42'6DE9U);
}

INSTANTIATE_TEST_SUITE_P(Subjects, ChecksumKnownAnswers, testing::ValuesIn(checksum_subjects()),
                         kSubjectName);

// Address space without memory: it reads as zeros, and only the pages that are written exist.
class ZerosBeyond4GiB {
 public:
  static constexpr std::size_t kSize = (std::size_t{1} << 32) + (1 << 20);
  ZerosBeyond4GiB()
      : start_(mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~ZerosBeyond4GiB() { munmap(start_, kSize); }
  ZerosBeyond4GiB(const ZerosBeyond4GiB&) = delete;
  ZerosBeyond4GiB& operator=(const ZerosBeyond4GiB&) = delete;

  bool mapped() const { return start_ != MAP_FAILED; }
  std::span<std::uint8_t> bytes() const { return {static_cast<std::uint8_t*>(start_), kSize}; }

 private:
  void* start_;
};

std::uint32_t crc_of_zeros(std::uint64_t size) {
  return ~reference::crc32_combine(0xFFFF'FFFF, 0, size);
}

// A size cut to 32 bits would leave out everything but the last bytes.
TEST(Checksum, SizesBeyond4GiBAreTakenWhole) {
  const ZerosBeyond4GiB zeros;
  ASSERT_TRUE(zeros.mapped()) << "no 4 GiB of address space: lift `ulimit -v`";
  const std::vector<std::uint8_t> text = from_hex("313233343536373839");
  constexpr std::size_t kBefore = (std::size_t{1} << 32) + 1027;
  std::ranges::copy(text, zeros.bytes().begin() + kBefore);
  const std::uint32_t expected =
      reference::crc32_combine(crc_of_zeros(kBefore - 3), 0xCBF4'3926, text.size());
  for (const ChecksumSubject& subject : checksum_tiers()) {
    EXPECT_EQ(subject.crc32(zeros.bytes().subspan(3, kBefore - 3 + text.size()), 0), expected)
        << subject.name;
  }
}

TEST(Checksum, BestKernelsAreThoseOfTheLastTierThatTheCpuRuns) {
  const auto all = checksum::kernels();
  ASSERT_EQ(all[0].tier, Tier::scalar);
  Tier expected = Tier::scalar;
  for (const checksum::Kernels& k : all) {
    EXPECT_EQ(checksum::kernels(k.tier), &k);
    if (cpu_supports(k.tier)) expected = k.tier;
  }
  EXPECT_EQ(checksum::best().tier, expected);
  EXPECT_EQ(checksum::crc32(from_hex("313233343536373839")), 0xCBF4'3926U);
}

// ssse3 promises no carry-less multiplication.
TEST(Checksum, NoKernelForATierWithoutItsInstructions) {
  EXPECT_EQ(checksum::kernels(Tier::ssse3), nullptr);
}

#if defined(__x86_64__)
TEST(Checksum, EveryVectorTierOfThisArchitectureIsCompiledIn) {
  for (const Tier tier : {Tier::sse4, Tier::avx2, Tier::avx3, Tier::avx3_dl}) {
    EXPECT_NE(checksum::kernels(tier), nullptr) << name_of(tier);
  }
}
#elif defined(__aarch64__)
TEST(Checksum, EveryVectorTierOfThisArchitectureIsCompiledIn) {
  EXPECT_NE(checksum::kernels(Tier::neon), nullptr);
}
#endif

}  // namespace
}  // namespace touchstone::props
