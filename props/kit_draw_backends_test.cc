// One Case with a field of every kind, through all three backends of Draw.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "harness/draw_rapidcheck.h"

namespace touchstone::props {
namespace {

struct Everything {
  bool flag = false;
  std::uint8_t small = 0;
  std::int32_t full_int = 0;
  std::uint64_t full_long = 0;
  std::int64_t signed_long = 0;
  std::int16_t narrow = 0;
  std::uint32_t dependent = 0;
  char option = 'a';
  kit::Placement place;
  std::vector<std::int32_t> list;
  std::vector<std::uint8_t> rest;
  bool operator==(const Everything&) const = default;
};

template <typename T>
void any(kit::Draw& d, T& x) {
  d.edgy(x, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

void draw(kit::Draw& d, Everything& c) {
  d.flag(c.flag);
  d.uniform(c.small, std::uint8_t{10}, std::uint8_t{200});
  any(d, c.full_int);
  any(d, c.full_long);
  any(d, c.signed_long);
  d.edgy(c.narrow, std::int16_t{-300}, std::int16_t{5000});
  d.edgy(c.dependent, 0U, std::uint32_t{c.small});
  d.one_of(c.option, std::array{'a', 'b', 'b', 'a', 'c'});
  d.placement(c.place);
  d.list(c.list, 40, [](kit::Draw& draw_element, std::int32_t& x) { any(draw_element, x); });
  d.rest(c.rest, 100);
}

Everything from_bytes(const std::vector<std::uint8_t>& bytes) {
  Everything c;
  kit::ByteDraw d(bytes, 1);
  draw(d, c);
  return c;
}

std::vector<std::uint8_t> record(Everything& c) {
  kit::Recorder recorder(1);
  draw(recorder, c);
  return recorder.take();
}

// Runs a property as gtest's: a failure is told, and so is a search that gave up.
template <typename Property>
void expect_property(int cases, Property property) {
  rc::detail::TestParams params;
  params.seed = 7;
  params.maxSuccess = cases;
  rc::detail::TestListenerAdapter quiet;
  const auto result =
      rc::detail::checkTestable(property, rc::detail::TestMetadata(), params, quiet);
  rc::detail::SuccessResult success;
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  EXPECT_TRUE(result.match(success)) << text.str();
}

TEST(DrawBackends, ACaseByRapidCheckIsRecordedAndDrawnBackTheSame) {
  expect_property(3000, [] {
    Everything c;
    kit::RapidCheckDraw d(1);
    draw(d, c);
    const Everything before = c;
    const auto bytes = record(c);
    RC_ASSERT(c == before);
    RC_ASSERT(bytes[0] == 1);
    const std::vector<std::uint8_t> body(bytes.begin() + 1, bytes.end());
    Everything again = from_bytes(body);
    RC_ASSERT(again == c);
    RC_ASSERT(record(again) == bytes);
  });
}

TEST(DrawBackends, SameBytesDrawTheSameCaseAndItIsRecordedOnce) {
  expect_property(3000, [] {
    const auto bytes = *rc::gen::arbitrary<std::vector<std::uint8_t>>();
    Everything c = from_bytes(bytes);
    RC_ASSERT(c == from_bytes(bytes));
    const auto canonical = record(c);
    Everything again = from_bytes({canonical.begin() + 1, canonical.end()});
    RC_ASSERT(again == c);
    RC_ASSERT(record(again) == canonical);
  });
}

TEST(DrawBackends, RapidCheckReachesEveryKindOfField) {
  Everything seen;
  int lists = 0;
  int options = 0;
  expect_property(500, [&] {
    Everything c;
    kit::RapidCheckDraw d(1);
    draw(d, c);
    seen.flag = seen.flag || c.flag;
    seen.full_int = std::min(seen.full_int, c.full_int);
    seen.full_long = std::max(seen.full_long, c.full_long);
    lists += c.list.size() > 20 ? 1 : 0;
    options += c.option == 'c' ? 1 : 0;
    if (c.rest.size() > seen.rest.size()) seen.rest = c.rest;
  });
  EXPECT_TRUE(seen.flag);
  EXPECT_EQ(seen.full_int, std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(seen.full_long, std::numeric_limits<std::uint64_t>::max());
  EXPECT_GT(lists, 10);
  EXPECT_GT(options, 50);
  EXPECT_GT(seen.rest.size(), 80U);
}

// The last failing Case of a search for one that `fails` describes: RapidCheck shrinks greedily.
template <typename Fails>
Everything smallest(Fails fails) {
  Everything last;
  bool found = false;
  const auto property = [&] {
    Everything c;
    kit::RapidCheckDraw d(1);
    draw(d, c);
    if (!fails(c)) return;
    found = true;
    last = c;
    RC_FAIL("fails");
  };
  rc::detail::TestParams params;
  params.seed = 11;
  params.maxSuccess = 2000;
  rc::detail::TestListenerAdapter quiet;
  rc::detail::checkTestable(property, rc::detail::TestMetadata(), params, quiet);
  EXPECT_TRUE(found) << "no Case failed";
  return last;
}

TEST(DrawBackends, ShrinkingFindsTheSmallestFailingCase) {
  // What no field that matters needs: everything at its lowest.
  const Everything lowest = from_bytes({});

  Everything want = lowest;
  want.rest = {0, 0, 0};
  EXPECT_EQ(smallest([](const Everything& c) { return c.rest.size() >= 3; }), want);

  want = lowest;
  want.small = 77;
  EXPECT_EQ(smallest([](const Everything& c) { return c.small >= 77; }), want);

  const Everything with_byte = smallest([](const Everything& c) {
    return std::ranges::find(c.rest, std::uint8_t{0x80}) != c.rest.end();
  });
  EXPECT_EQ(with_byte.rest, std::vector<std::uint8_t>{0x80});

  const Everything with_list = smallest([](const Everything& c) { return c.list.size() >= 4; });
  EXPECT_EQ(with_list.list.size(), 4U);

  const Everything aligned =
      smallest([](const Everything& c) { return c.place.flush == kit::Flush::aligned; });
  EXPECT_EQ(aligned.place, (kit::Placement{kit::Flush::aligned, 0}));
  EXPECT_TRUE(aligned.rest.empty());
}

}  // namespace
}  // namespace touchstone::props
