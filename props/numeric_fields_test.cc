// Numeric fields: what only a caller of the API can get wrong, and several values a document.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "codecs/io/little_endian.h"
#include "codecs/numeric/numeric_values.h"

namespace touchstone::props {
namespace {

using numeric::MonotonicReader;
using numeric::NumericEntry;
using numeric::NumericValues;
using numeric::SortedNumericEntry;
using numeric::SortedNumericValues;

// One block on a line, with no packed differences.
std::array<std::uint8_t, numeric::kMonotonicBlockBytes> line(std::int64_t from, float slope) {
  std::array<std::uint8_t, numeric::kMonotonicBlockBytes> block{};
  io::store_little_endian(block.data(), static_cast<std::uint64_t>(from));
  io::store_little_endian(&block[8], std::bit_cast<std::uint32_t>(slope));
  return block;
}

TEST(Monotonic, BlocksThatMultiplyToFewBytesAreNotBelieved) {
  // 21 bytes for each of so many blocks are 5 bytes modulo 2^64.
  constexpr std::uint64_t kCount = 3'513'665'537'849'438'404;
  const std::array<std::uint8_t, 5> metadata{};
  const auto reader = MonotonicReader::open(metadata, {}, kCount, 2);
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error(), Error::malformed_metadata);
}

// Where all points of a read fit into a long they are computed without looking at each: they must
// be what they are one by one, on either side of that bound and of a block's end.
TEST(Monotonic, ManyPointsAreThoseReadOneByOne) {
  constexpr std::uint64_t kCount = (1U << 12) + 100;
  for (const float slope : {0.0F, -0.0F, 0.3F, -0.3F, 1e-40F, 16777217.0F, -3e15F, 2.25179981e15F,
                            2.2517998e15F, 4e15F, 9.3e18F, std::numeric_limits<float>::quiet_NaN(),
                            -std::numeric_limits<float>::infinity()}) {
    std::vector<std::uint8_t> metadata;
    for (const std::int64_t from : {std::int64_t{-7}, std::numeric_limits<std::int64_t>::max()}) {
      const auto block = line(from, slope);
      metadata.insert(metadata.end(), block.begin(), block.end());
    }
    const auto reader = MonotonicReader::open(metadata, {}, kCount, 12);
    ASSERT_TRUE(reader);
    for (const std::uint64_t first : {0U, 1U, 4000U, 4095U}) {
      std::vector<std::int64_t> all(kCount - first);
      ASSERT_TRUE(reader->read(first, all));
      for (std::uint64_t i = first; i < kCount; ++i) {
        // By the format: rounded to single precision, then cut off, within a long.
        const float point = slope * static_cast<float>(i % 4096);
        const long double bounded =
            std::clamp<long double>(std::trunc(static_cast<long double>(point)),
                                    -9223372036854775808.0L, 9223372036854775807.0L);
        const std::int64_t cut = std::isnan(point) ? 0 : static_cast<std::int64_t>(bounded);
        const std::uint64_t from = i < 4096 ? ~std::uint64_t{6} : ~std::uint64_t{0} >> 1;
        ASSERT_EQ(static_cast<std::uint64_t>(all[i - first]),
                  from + static_cast<std::uint64_t>(cut))
            << slope << " at " << i << " from " << first;
      }
    }
  }
}

TEST(Monotonic, SlopesBeyondALongStayInIt) {
  for (const float slope : {1e30F, -1e30F, std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()}) {
    const auto metadata = line(0, slope);
    const auto reader = MonotonicReader::open(metadata, {}, 3, 2);
    ASSERT_TRUE(reader);
    std::array<std::int64_t, 3> values{};
    ASSERT_TRUE(reader->read(0, values));
    const std::int64_t expected = slope > 0   ? std::numeric_limits<std::int64_t>::max()
                                  : slope < 0 ? std::numeric_limits<std::int64_t>::min()
                                              : 0;
    EXPECT_EQ(values[2], expected);
  }
}

TEST(NumericFields, NoDocumentHasAValue) {
  NumericEntry entry;
  entry.documents.offset = numeric::DocSetEntry::kNone;
  const auto field = NumericValues::open(entry, {}, {});
  ASSERT_TRUE(field);
  const std::array<std::int32_t, 3> documents{0, 7, 100};
  std::array<std::int64_t, 3> values{};
  ASSERT_TRUE(field->read(documents, values, -5));
  EXPECT_EQ(values, (std::array<std::int64_t, 3>{-5, -5, -5}));
  const auto one = field->get(3);
  ASSERT_TRUE(one);
  EXPECT_FALSE(*one);
}

TEST(NumericFields, AddressesMustSpanAllValues) {
  SortedNumericEntry entry;
  entry.numeric.values = 7;
  entry.documents = 1;
  entry.addresses.shift = 16;
  entry.addresses.blocks_bytes = numeric::kMonotonicBlockBytes;
  const auto open = [&](std::int64_t from, float slope) {
    return SortedNumericValues::open(entry, line(from, slope), {}, {});
  };
  EXPECT_TRUE(open(0, 7));
  for (const auto& [from, slope] : {std::pair{5, 2.0F}, std::pair{0, 6.0F}, std::pair{0, 8.0F}}) {
    const auto opened = open(from, slope);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error(), Error::malformed_metadata);
  }
}

}  // namespace
}  // namespace touchstone::props
