// Minimising, and judging an input in a process of its own.
#include "harness/minimise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <vector>

#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes large() {
  Bytes bytes(300);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
  return bytes;
}

TEST(Minimise, FindsTheSmallestForSimplePredicates) {
  EXPECT_EQ(kit::minimise(large(), [](const Bytes& b) { return b.size() >= 10; }),
            (Bytes{1, 0, 0, 0, 0, 0, 0, 0, 0, 0}))
      << "the version byte stays what it was";
  EXPECT_EQ(kit::minimise(
                large(),
                [](const Bytes& b) { return std::ranges::find(b, std::uint8_t{77}) != b.end(); }),
            (Bytes{1, 77}));
  EXPECT_EQ(kit::minimise(large(),
                          [](const Bytes& b) {
                            return std::ranges::any_of(b, [](std::uint8_t x) { return x >= 100; });
                          }),
            (Bytes{1, 100}));
}

TEST(Minimise, KeepsTheVersionByteAndWhatCannotShrink) {
  const auto always = [](const Bytes&) { return true; };
  EXPECT_EQ(kit::minimise(large(), always), Bytes{1});
  EXPECT_EQ(kit::minimise({}, always), Bytes{});
  EXPECT_EQ(kit::minimise({9}, always), Bytes{9});
  const Bytes stubborn = large();
  EXPECT_EQ(kit::minimise(stubborn, [&](const Bytes& b) { return b == stubborn; }), stubborn);
}

TEST(Minimise, NeverGivesWhatDoesNotFail) {
  // Fails for odd sizes only: many steps lead astray.
  const auto fails = [](const Bytes& b) { return b.size() % 2 == 1 && b.size() > 20; };
  Bytes odd = large();
  odd.pop_back();
  EXPECT_TRUE(fails(kit::minimise(odd, fails)));
}

TEST(Minimise, KeepsToItsBudget) {
  for (const std::size_t budget : {0U, 1U, 17U, 500U}) {
    std::size_t calls = 0;
    const auto fails = [&](const Bytes& b) {
      ++calls;
      return b.size() > 100;
    };
    const Bytes small = kit::minimise(large(), fails, budget);
    EXPECT_LE(calls, budget);
    EXPECT_GT(small.size(), 100U);
  }
}

TEST(Minimise, IsDeterministic) {
  const auto sequence = [] {
    std::vector<Bytes> tried;
    kit::minimise(large(), [&](const Bytes& b) {
      tried.push_back(b);
      return b.size() > 7 && b[3] > 2;
    });
    return tried;
  };
  EXPECT_EQ(sequence(), sequence());
}

TEST(CheckInChild, TellsThreeEndingsApart) {
  const kit::AnyContract* broken = kit::find_contract("broken_toy");
  ASSERT_NE(broken, nullptr);
  EXPECT_EQ(kit::check_in_child(*broken, {1, 5, 0x10}), kit::Ending::clean);
  EXPECT_EQ(kit::check_in_child(*broken, {1, 5, 0xF1}), kit::Ending::divergence);
  EXPECT_EQ(kit::check_in_child(*broken, {1, 5, 'D', 'I', 'E'}), kit::Ending::death);
}

TEST(CheckInChild, AHangIsADeath) {
  const auto endless = toy_with([](ToyInput, ToyOutput) -> ToyAnswer {
    for (;;) asm volatile("");
  });
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(kit::check_in_child(*endless, {2, 0, 0}, 1), kit::Ending::death);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
}

}  // namespace
}  // namespace touchstone::props
