// Numeric fields: what only a caller of the API can get wrong, and several values a document.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <limits>

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
