// Inputs on which published readers and writers of packed integers went wrong, with the right
// answers. Every test is named after the failure it prevents and says whose failure that was.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "harness/allocation_meter.h"
#include "props/digits.h"
#include "props/guarded_bytes.h"
#include "props/numeric_subjects.h"
#include "props/print_expected.h"
#include "reference/crc32.h"

namespace touchstone::props {
namespace {

class PublicBugsNumeric : public testing::TestWithParam<NumericSubject> {};

// apache/lucene#389: ordinals were read outside their slice, which three bytes of padding hid. With
// the padding the format grants, and with none, a guard page behind it.
TEST_P(PublicBugsNumeric, NothingIsReadBehindTheSlice) {
  const std::vector<std::uint64_t> values{0xFFFFF, 0, 0x80000, 1, 0xABCDE};
  const auto bytes = GetParam().encode(values, 20);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(to_hex(*bytes), "ffff0f00000000180000debc0a0000");
  for (const std::size_t size : {std::size_t{15}, std::size_t{13}}) {
    const GuardedBytes in(Bytes(*bytes).first(size));
    std::vector<std::uint64_t> back(5);
    ASSERT_TRUE(GetParam().read(in.bytes(), 20, 5, 0, back));
    EXPECT_EQ(back, values) << size << " bytes";
  }
  const GuardedBytes cut(Bytes(*bytes).first(12));
  std::vector<std::uint64_t> back(5, 7);
  EXPECT_EQ(GetParam().read(cut.bytes(), 20, 5, 0, back), std::unexpected(Error::end_of_input));
  EXPECT_EQ(back, std::vector<std::uint64_t>(5, 7));
}

// fast-pack/FrameOfReference#3: a range of 2^33 measured by its low 32 bits, which are 0.
TEST_P(PublicBugsNumeric, RangeWithItsLowHalfZeroIsMeasuredWhole) {
  EXPECT_EQ(numeric::bits_required(8589934592), 40U);
  EXPECT_EQ(reference::numeric::bits_required(8589934592), 40U);
  const std::vector<std::uint64_t> deltas{0, 5, 8589934592, 1};
  const auto bytes = GetParam().encode(deltas, 40);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(to_hex(*bytes), "0000000000050000000000000000020100000000000000");
  std::vector<std::uint64_t> back(4);
  ASSERT_TRUE(GetParam().read_affine(*bytes, 40, 4, {1, 0 - std::uint64_t{3}}, back));
  EXPECT_EQ(std::vector<std::int64_t>(back.begin(), back.end()),
            (std::vector<std::int64_t>{-3, 2, 8589934589, -2}));
  EXPECT_EQ(GetParam().encode(deltas, 32), std::unexpected(Error::value_out_of_range));
}

// quickwit-oss/bitpacking#17: width 32 did not come back where the first value alone needed it.
TEST_P(PublicBugsNumeric, FirstOf128ValuesMayAloneNeedAll32Bits) {
  std::vector<std::uint64_t> values(128, 0);
  values[0] = 0x8000'0000;
  const auto bytes = GetParam().encode(values, 32);
  ASSERT_TRUE(bytes.has_value());
  ASSERT_EQ(bytes->size(), 512U);
  EXPECT_EQ(to_hex(Bytes(*bytes).first(4)), "00000080");
  std::vector<std::uint64_t> back(128);
  ASSERT_TRUE(GetParam().read(*bytes, 32, 128, 0, back));
  EXPECT_EQ(back, values);
}

// apache/lucene#389 (reads behind the slice) and facebookincubator/velox#4328 (stores behind the
// output), swept: each width, 0 to 130 values, an input that ends at a guard page and an output of
// exactly as many elements with a canary behind it.
TEST_P(PublicBugsNumeric, SweepOfWidthsAndCountsReadsAndStoresNothingElse) {
  std::size_t total = 0;
  std::uint32_t crc = 0;
  for (const unsigned width : numeric::kWidths) {
    for (std::size_t count = 0; count <= 130; ++count) {
      std::vector<std::uint64_t> values(count);
      for (std::size_t i = 0; i < count; ++i) values[i] = golden_value(i + 1, width);
      const auto bytes = GetParam().encode(values, width);
      ASSERT_TRUE(bytes.has_value());
      total += bytes->size();
      crc = reference::crc32(*bytes, crc);
      const GuardedBytes in(*bytes);
      constexpr std::uint64_t kCanary = 0x5A5A'5A5A'5A5A'5A5A;
      std::vector<std::uint64_t> back(count + 8, kCanary);
      ASSERT_TRUE(GetParam().read(in.bytes(), width, count, 0, std::span(back).first(count)));
      for (std::size_t i = 0; i < back.size(); ++i) {
        ASSERT_EQ(back[i], i < count ? values[i] : kCanary)
            << "width " << width << ", " << count << " values, element " << i;
      }
    }
  }
  EXPECT_EQ(total, 379531U);
  EXPECT_EQ(crc, 0x71ceef68U);
}

// dotabuff/manta#13: the top bits were lost where a value starts inside a byte. All ones, from each
// of the eight values that a byte can start with.
TEST_P(PublicBugsNumeric, TopBitsAreKeptAtEveryStart) {
  for (const unsigned width : numeric::kWidths) {
    const std::vector<std::uint64_t> ones(77, ~std::uint64_t{0} >> (64 - width));
    const auto bytes = GetParam().encode(ones, width);
    ASSERT_TRUE(bytes.has_value());
    const GuardedBytes in(*bytes);
    for (std::size_t first = 0; first < 9; ++first) {
      std::vector<std::uint64_t> back(77 - first);
      ASSERT_TRUE(GetParam().read(in.bytes(), width, 77, first, back));
      EXPECT_EQ(back, std::vector<std::uint64_t>(back.size(), ones[0]))
          << "width " << width << ", from " << first;
    }
  }
}

// apache/arrow-rs#1416: bytes of a longer call came up in a shorter one.
TEST_P(PublicBugsNumeric, WriterKeepsNothingOfTheCallBefore) {
  std::vector<std::uint64_t> many(128);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = golden_value(i, 40);
  ASSERT_TRUE(GetParam().encode(many, 40).has_value());
  const std::vector<std::uint64_t> few{1, 2, 3, 4, 5};
  const auto bytes = GetParam().encode(few, 40);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(to_hex(*bytes), "01000000000200000000030000000004000000000500000000000000");
}

// apache/arrow#15052: asked for one value at a time, a reader gave zeros.
TEST_P(PublicBugsNumeric, OneValueAtATimeIsTheSame) {
  for (const unsigned width : numeric::kWidths) {
    std::vector<std::uint64_t> values(50);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = golden_value(i + 1, width);
    const auto bytes = GetParam().encode(values, width);
    ASSERT_TRUE(bytes.has_value());
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::vector<std::uint64_t> one(1);
      ASSERT_TRUE(GetParam().read(*bytes, width, 50, i, one));
      EXPECT_EQ(one[0], values[i]);
    }
  }
}

// ClickHouse/ClickHouse#116820: a width out of the file became a shift count.
TEST_P(PublicBugsNumeric, WidthsThatDoNotExistAreRefused) {
  const std::vector<std::uint8_t> bytes(4096, 0xFF);
  for (const unsigned width : {0U, 3U, 5U, 9U, 33U, 57U, 63U, 65U, 127U, 128U, 200U, 255U}) {
    std::vector<std::uint64_t> out(4, 7);
    EXPECT_EQ(GetParam().read(bytes, width, 4, 0, out), std::unexpected(Error::unsupported_width));
    EXPECT_EQ(out, std::vector<std::uint64_t>(4, 7));
    const std::vector<std::uint64_t> zero{0};
    EXPECT_EQ(GetParam().encode(zero, width), std::unexpected(Error::unsupported_width));
  }
}

// elastic/elasticsearch#141089: each call at 40, 48 and 56 bits made a buffer.
TEST(PublicBugsNumericCalls, ThousandBlocksAllocateNothing) {
  const std::vector<std::uint8_t> bytes(128 * 7 + 3, 0x5A);
  for (const numeric::Kernels& kernels : numeric::kernels()) {
    if (!cpu_supports(kernels.tier)) continue;
    for (const unsigned width : {40U, 48U, 56U}) {
      std::vector<std::uint64_t> out(128);
      const auto reader = numeric::PackedReader::make(bytes, width, 128, kernels);
      ASSERT_TRUE(reader.has_value());
      const std::uint64_t before = kit::allocations_so_far();
      for (int block = 0; block < 1000; ++block) ASSERT_TRUE(reader->read(0, out));
      EXPECT_EQ(kit::allocations_so_far(), before) << name_of(kernels.tier) << ' ' << width;
    }
  }
}

// apache/lucene#13373 and a port that shifted with sign: bit 31 is no sign, nor is bit 63 carried.
TEST_P(PublicBugsNumeric, Bit31IsNoSign) {
  const std::vector<std::uint8_t> bytes = from_hex("00000080ffffff7fffffffff00000000");
  const std::vector<std::uint64_t> values{2147483648, 2147483647, 4294967295, 0};
  std::vector<std::uint64_t> longs(4);
  ASSERT_TRUE(GetParam().read(bytes, 32, 4, 0, longs));
  EXPECT_EQ(longs, values);
  std::vector<std::uint32_t> ints(4);
  ASSERT_TRUE(GetParam().read_u32(bytes, 32, 4, 0, ints));
  EXPECT_EQ(std::vector<std::uint64_t>(ints.begin(), ints.end()), values);
}

INSTANTIATE_TEST_SUITE_P(Subjects, PublicBugsNumeric, testing::ValuesIn(numeric_subjects()),
                         kSubjectName);

}  // namespace
}  // namespace touchstone::props
