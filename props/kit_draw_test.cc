// Draw: same bytes, same Case; recorder, bytes and RapidCheck are three views of one function; and
// the edges are really leaned towards.
#include "harness/draw.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace touchstone::props {
namespace {

using kit::ByteDraw;
using kit::Recorder;
using Bytes = std::vector<std::uint8_t>;

template <typename F>
Bytes recorded(F draw) {
  Recorder recorder(1);
  draw(recorder);
  return recorder.take();
}

TEST(Draw, NoBytesDrawTheLowestOfEverything) {
  ByteDraw d({}, 1);
  std::int32_t number = 77;
  bool flag = true;
  int option = 0;
  kit::Placement place{kit::Flush::aligned, 5};
  std::vector<std::uint16_t> list{1, 2};
  Bytes rest{1, 2};
  d.uniform(number, -5, 5);
  d.flag(flag);
  d.one_of(option, std::array{4, 6});
  d.placement(place);
  d.list(list, 10, [](kit::Draw& draw, std::uint16_t& x) { draw.uniform(x, {}, {}); });
  d.rest(rest, 10);
  EXPECT_EQ(number, -5);
  EXPECT_FALSE(flag);
  EXPECT_EQ(option, 4);
  EXPECT_EQ(place, kit::Placement{});
  EXPECT_TRUE(list.empty());
  EXPECT_TRUE(rest.empty());
}

template <typename T>
std::size_t width(T lo, T hi) {
  T x = lo;
  return recorded([&](kit::Draw& d) { d.uniform(x, lo, hi); }).size() - 1;
}

TEST(Draw, HowManyBytesAChoiceTakesIsFixedByItsBound) {
  EXPECT_EQ(width<std::uint64_t>(3, 3), 0U);
  EXPECT_EQ(width<std::uint64_t>(0, 1), 1U);
  EXPECT_EQ(width<std::uint64_t>(0, 255), 1U);
  EXPECT_EQ(width<std::uint64_t>(0, 256), 2U);
  EXPECT_EQ(width<std::uint64_t>(1000, 1255), 1U) << "the range counts, not the numbers";
  EXPECT_EQ(width<std::uint64_t>(0, 65535), 2U);
  EXPECT_EQ(width<std::uint64_t>(0, 65536), 4U);
  EXPECT_EQ(width<std::uint64_t>(0, 0xFFFFFFFF), 4U);
  EXPECT_EQ(width<std::uint64_t>(0, 0x100000000), 8U);
  EXPECT_EQ(width<std::int64_t>(std::numeric_limits<std::int64_t>::min(),
                                std::numeric_limits<std::int64_t>::max()),
            8U);
  EXPECT_EQ(width<std::int8_t>(-128, 127), 1U);
}

TEST(Draw, ChoicesAreLittleEndianAndWrapIntoTheirRange) {
  const Bytes bytes{0x34, 0x12, 103, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 9};
  ByteDraw d(bytes, 1);
  std::uint16_t a = 0;
  std::int8_t b = 0;
  std::uint64_t c = 0;
  std::uint32_t cut = 0;
  d.uniform(a, std::uint16_t{0}, std::uint16_t{0xFFFF});
  d.uniform(b, std::int8_t{-50}, std::int8_t{49});
  d.uniform(c, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
  d.uniform(cut, 0U, 0xFFFFFFFFU);
  EXPECT_EQ(a, 0x1234);
  EXPECT_EQ(b, -47) << "103 modulo 100 values, from -50";
  EXPECT_EQ(c, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(cut, 9U) << "bytes that are missing at the end are zeros";
}

TEST(Draw, AFieldOutsideOfWhatCanBeDrawnCannotBeRecorded) {
  const auto record = [](auto draw) { recorded(draw); };
  std::uint8_t high = 11;
  EXPECT_THROW(record([&](kit::Draw& d) { d.uniform(high, std::uint8_t{0}, std::uint8_t{10}); }),
               kit::Undrawable);
  std::int32_t low = -6;
  EXPECT_THROW(record([&](kit::Draw& d) { d.edgy(low, -5, 5); }), kit::Undrawable);
  int none_of = 5;
  EXPECT_THROW(record([&](kit::Draw& d) { d.one_of(none_of, std::array{4, 6}); }), kit::Undrawable);
  std::vector<bool> unused;
  std::vector<std::uint8_t> list(11);
  const auto any = [](kit::Draw& d, std::uint8_t& x) {
    d.edgy(x, std::uint8_t{0}, std::uint8_t{9});
  };
  EXPECT_THROW(record([&](kit::Draw& d) { d.list(list, 10, any); }), kit::Undrawable);
  list.assign(10, 10);
  EXPECT_THROW(record([&](kit::Draw& d) { d.list(list, 10, any); }), kit::Undrawable);
  Bytes rest(11);
  EXPECT_THROW(record([&](kit::Draw& d) { d.rest(rest, 10); }), kit::Undrawable);
  kit::Placement place{kit::Flush::aligned, 64};
  EXPECT_THROW(record([&](kit::Draw& d) { d.placement(place); }), kit::Undrawable);
}

TEST(Draw, NothingIsDrawnAfterTheRest) {
  const auto draw_on = [](auto more) {
    Bytes rest;
    ByteDraw d({}, 1);
    d.rest(rest, 10);
    more(d);
  };
  EXPECT_DEATH(draw_on([](kit::Draw& d) {
                 bool flag = false;
                 d.flag(flag);
               }),
               "goes on after rest");
  EXPECT_DEATH(draw_on([](kit::Draw& d) {
                 Bytes more;
                 d.rest(more, 10);
               }),
               "goes on after rest");
}

// Noise, the same in every run.
Bytes noise(std::size_t size, std::uint64_t seed) {
  Bytes bytes(size);
  seed *= 0x9E3779B97F4A7C15;
  for (std::uint8_t& byte : bytes) {
    seed += 0xD1342543DE82EF95;
    std::uint64_t mixed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    byte = static_cast<std::uint8_t>(mixed >> 56);
  }
  return bytes;
}

template <typename T>
class DrawEdges : public testing::Test {
 protected:
  static constexpr int kDraws = 20000;

  // The share of draws for which `is_edge` holds.
  template <typename Draw, typename Edge>
  static double share(Draw draw, Edge is_edge) {
    int hits = 0;
    for (std::uint64_t i = 0; i < kDraws; ++i) {
      const Bytes bytes = noise(32, i);
      ByteDraw d(bytes, 1);
      T x{};
      draw(d, x);
      hits += is_edge(x) ? 1 : 0;
    }
    return static_cast<double>(hits) / kDraws;
  }
};

using Integers = testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t,
                                std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(DrawEdges, Integers);

// Powers of two and their neighbours, counted from zero either way.
template <typename T>
bool near_power(T x) {
  using U = std::make_unsigned_t<T>;
  const auto up = static_cast<U>(x);
  const auto down = static_cast<U>(0 - up);
  for (const std::uint64_t distance : {std::uint64_t{up}, std::uint64_t{down}}) {
    for (const std::uint64_t at : {distance - 1, distance, distance + 1}) {
      if ((at & (at - 1)) == 0) return true;
    }
  }
  return false;
}

TYPED_TEST(DrawEdges, TheFullRangeLeansTowardsPowersOfTwoAndItsBounds) {
  using T = TypeParam;
  constexpr T kLow = std::numeric_limits<T>::min();
  constexpr T kHigh = std::numeric_limits<T>::max();
  const auto edgy = [](kit::Draw& d, T& x) { d.edgy(x, kLow, kHigh); };
  const auto uniform = [](kit::Draw& d, T& x) { d.uniform(x, kLow, kHigh); };
  EXPECT_GT(this->share(edgy, near_power<T>), 0.4);
  if (sizeof(T) > 1) {
    EXPECT_LT(this->share(uniform, near_power<T>), 0.05) << "the measure is no trivial one";
  }
  for (const T edge : {kLow, static_cast<T>(kLow + 1), kHigh, T{0}, T{1}, static_cast<T>(-1)}) {
    EXPECT_GT(this->share(edgy, [edge](T x) { return x == edge; }), 0.0005) << +edge;
  }
  if (sizeof(T) > 2) {
    EXPECT_LT(this->share(uniform, [](T x) { return x == 0; }), 0.0005);
  }
}

// Lengths are counted from the low bound: for signed numbers, those of the bits less the sign.
TYPED_TEST(DrawEdges, EveryBitLengthIsDrawn) {
  using T = TypeParam;
  constexpr T kLow = std::numeric_limits<T>::min();
  const auto edgy = [](kit::Draw& d, T& x) { d.edgy(x, kLow, std::numeric_limits<T>::max()); };
  for (std::size_t length = 0; length <= 8 * sizeof(T); ++length) {
    const auto of_length = [length](T x) {
      const auto offset = static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(kLow);
      return static_cast<std::size_t>(std::bit_width(offset)) == length;
    };
    EXPECT_GT(this->share(edgy, of_length), 0.002) << length << " bits";
  }
}

TYPED_TEST(DrawEdges, ANarrowRangeIsKeptAndItsBoundsAreFrequent) {
  using T = TypeParam;
  constexpr T kLow = std::numeric_limits<T>::is_signed ? static_cast<T>(-20) : T{3};
  constexpr T kHigh = 100;
  const auto edgy = [](kit::Draw& d, T& x) { d.edgy(x, kLow, kHigh); };
  EXPECT_EQ(this->share(edgy, [](T x) { return x >= kLow && x <= kHigh; }), 1.0);
  EXPECT_GT(this->share(edgy, [](T x) { return x == kLow; }), 0.02);
  EXPECT_GT(this->share(edgy, [](T x) { return x == kHigh; }), 0.02);
}

TEST(Draw, AnOptionListedTwiceComesTwiceAsOften) {
  int hits = 0;
  for (std::uint64_t i = 0; i < 9000; ++i) {
    const Bytes bytes = noise(1, i);
    ByteDraw d(bytes, 1);
    char x = 'x';
    d.one_of(x, std::array{'a', 'b', 'b'});
    hits += x == 'b' ? 1 : 0;
  }
  EXPECT_NEAR(hits, 6000, 300);
}

TEST(Draw, EveryPlacementIsDrawn) {
  std::array<int, 3> flush{};
  std::array<int, 64> alignment{};
  for (std::uint64_t i = 0; i < 9000; ++i) {
    const Bytes bytes = noise(2, i);
    ByteDraw d(bytes, 1);
    kit::Placement place;
    d.placement(place);
    ++flush[static_cast<std::size_t>(place.flush)];
    if (place.flush == kit::Flush::aligned) ++alignment.at(place.alignment);
  }
  for (const int count : flush) EXPECT_GT(count, 1500);
  for (const int count : alignment) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace touchstone::props
