// The Stage: what a subject is handed, and what is seen of its run.
#include "harness/stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

using kit::Flush;
using kit::Round;
using kit::Stage;

const std::vector<std::uint8_t> kBytes{1, 2, 3, 4, 5};

TEST(Stage, AnInputIsACopyWithTheFillAround) {
  Stage stage;
  for (const Round round : {Round::first, Round::refused, Round::second}) {
    stage.begin(round, {});
    const auto in = stage.input(kBytes, {Flush::aligned, 32});
    EXPECT_TRUE(std::ranges::equal(in, kBytes));
    EXPECT_NE(in.data(), kBytes.data());
    EXPECT_EQ(peek(in.data() - 1), kit::fill_of(round));
    EXPECT_EQ(peek(in.data() + 5), kit::fill_of(round));
  }
}

TEST(Stage, TheTwoFillsDifferInEveryBit) {
  EXPECT_EQ(kit::fill_of(Round::first) ^ kit::fill_of(Round::second), 0xFF);
}

TEST(Stage, AnOutputIsFilledAndAlignedForItsElements) {
  Stage stage;
  for (std::uint8_t alignment = 0; alignment < 64; ++alignment) {
    for (const Flush flush : {Flush::right, Flush::left, Flush::aligned}) {
      stage.begin(Round::second, {.read = 0, .write = 3});
      const auto out = stage.output<std::uint64_t>(7, {flush, alignment});
      ASSERT_EQ(out.size(), 7U);
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(out.data()) % alignof(std::uint64_t), 0U);
      ASSERT_TRUE(std::ranges::all_of(out, [](auto x) { return x == 0x5555555555555555; }));
    }
  }
}

TEST(Stage, BuffersOfOneRunDoNotOverlap) {
  Stage stage;
  stage.begin(Round::first, {});
  std::vector<std::span<const std::uint8_t>> inputs;
  for (int i = 0; i < 20; ++i) {
    inputs.push_back(stage.input(std::vector<std::uint8_t>(100, static_cast<std::uint8_t>(i)), {}));
  }
  for (std::uint8_t i = 0; i < 20; ++i) {
    EXPECT_TRUE(std::ranges::all_of(inputs[i], [i](auto byte) { return byte == i; })) << int{i};
  }
}

TEST(Stage, ABufferLargerThanAnyBeforeStillEndsAtAGuardPage) {
  Stage stage;
  for (const std::size_t size : {std::size_t{10}, std::size_t{5000}, std::size_t{300'000}}) {
    stage.begin(Round::first, {});
    const auto in = stage.input(std::vector<std::uint8_t>(size, 9), {});
    EXPECT_NO_THROW(stage.call([&] { peek(in.data() + size - 1); }));
    EXPECT_THROW(stage.call([&] { peek(in.data() + size); }), kit::Faulted);
  }
}

TEST(Stage, ACallGivesItsResultAndCounts) {
  Stage stage;
  stage.begin(Round::first, {});
  EXPECT_EQ(stage.calls(), 0U);
  EXPECT_EQ(stage.call([] { return 42; }), 42);
  int runs = 0;
  stage.call([&] { ++runs; });
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(stage.calls(), 2U);
  stage.begin(Round::first, {});
  EXPECT_EQ(stage.calls(), 0U);
}

TEST(Stage, OnlyAllocationsInsideOfCallsAreCounted) {
  Stage stage;
  kit::Outcome outcome;
  auto allocate = [] {
    void* volatile block = std::malloc(8);
    std::free(block);
  };
  stage.begin(Round::first, {});
  allocate();
  stage.call([] {});
  stage.finish(kit::Result::ok(), outcome);
  EXPECT_EQ(outcome.allocations, 0U);
  stage.begin(Round::first, {});
  stage.call(allocate);
  stage.call(allocate);
  stage.finish(kit::Result::ok(), outcome);
  EXPECT_EQ(outcome.allocations, 2U);
}

TEST(Stage, TheOutcomeOutlivesTheRun) {
  Stage stage;
  kit::Outcome outcome;
  stage.begin(Round::first, {});
  const auto out = stage.output<std::uint16_t>(2, {});
  stage.call([&] {
    out[0] = 1;
    out[1] = 0xFFFF;
  });
  stage.finish(kit::Result::ok().gave(out), outcome);
  stage.begin(Round::second, {});
  stage.output<std::uint16_t>(2, {});
  kit::Outcome expected;
  const std::vector<std::uint16_t> values{1, 0xFFFF};
  const auto bytes = std::as_bytes(std::span(values));
  EXPECT_TRUE(std::ranges::equal(outcome.output, bytes));
}

TEST(Stage, DamageOfAnyBufferIsSeen) {
  Stage stage;
  kit::Outcome outcome;
  for (std::size_t damaged = 0; damaged < 5; ++damaged) {
    stage.begin(Round::first, {});
    std::vector<std::span<std::uint8_t>> outputs;
    for (int i = 0; i < 5; ++i) outputs.push_back(stage.output<std::uint8_t>(10, {Flush::left, 0}));
    stage.call([&] { poke(outputs[damaged].data() + 10, 0); });
    stage.finish(kit::Result::ok(), outcome);
    ASSERT_TRUE(outcome.damage.has_value()) << "buffer " << damaged;
    EXPECT_EQ(outcome.damage->buffer, "output");
    EXPECT_EQ(outcome.damage->offset, 10);
  }
  stage.begin(Round::first, {});
  stage.output<std::uint8_t>(10, {Flush::left, 0});
  stage.call([] {});
  stage.finish(kit::Result::ok(), outcome);
  EXPECT_FALSE(outcome.damage.has_value()) << "an earlier run's damage must not stick";
}

TEST(Stage, EveryByteOfTheCanaryIsWatched) {
  Stage stage;
  kit::Outcome outcome;
  for (const std::ptrdiff_t at : {-64, -63, -2, -1, 10, 11, 12, 73}) {
    for (const std::uint8_t value : std::array<std::uint8_t, 4>{0x00, 0xFF, 0x55, 0xAB}) {
      stage.begin(Round::first, {});
      // Before the one and behind the other there is room for the whole canary.
      const auto out = stage.output<std::uint8_t>(10, {Flush::aligned, 0});
      const auto low = stage.output<std::uint8_t>(10, {Flush::left, 0});
      stage.call([&] { poke((at < 0 ? out : low).data() + at, value); });
      stage.finish(kit::Result::ok(), outcome);
      ASSERT_TRUE(outcome.damage.has_value()) << "byte " << at;
      EXPECT_EQ(outcome.damage->offset, at);
    }
  }
}

// Surroundings that were found clean are not painted again: that must never hide a write.
TEST(Stage, ASlotThatIsUsedAgainIsWatchedAsCloselyAsANewOne) {
  Stage stage;
  kit::Outcome outcome;
  const auto run = [&](Flush flush, std::size_t size, std::ptrdiff_t write, kit::Slack slack) {
    stage.begin(Round::first, slack);
    const auto first = stage.output<std::uint8_t>(size, {flush, 9});
    const auto in = stage.input(kBytes, {flush, 9});
    stage.call([&] {
      if (write != 0) poke(first.data() + write, 0x77);
      peek(in.data());
    });
    stage.finish(kit::Result::ok(), outcome);
    return outcome.damage.has_value();
  };
  for (const Flush flush : {Flush::left, Flush::aligned}) {
    for (int again = 0; again < 3; ++again) {
      ASSERT_FALSE(run(flush, 10, 0, {}));
      ASSERT_TRUE(run(flush, 10, 10, {})) << "after a clean run";
      ASSERT_FALSE(run(flush, 10, 0, {})) << "the damage before must be painted over";
      ASSERT_FALSE(run(flush, 10, 12, {.read = 0, .write = 8})) << "slack may be written";
      ASSERT_FALSE(run(flush, 10, 0, {})) << "and is no damage to the run that follows";
      ASSERT_TRUE(run(flush, 10, 12, {})) << "which has no slack";
      ASSERT_FALSE(run(flush, 12, 0, {}));
      ASSERT_TRUE(run(flush, 12, 12, {}));
      ASSERT_FALSE(run(flush, 10, 11, {.read = 0, .write = 2}));
      ASSERT_TRUE(run(flush, 10, 12, {.read = 0, .write = 2}));
    }
  }
}

TEST(Stage, SlackStartsEveryRunWithTheFill) {
  Stage stage;
  kit::Outcome outcome;
  for (int run = 0; run < 3; ++run) {
    stage.begin(Round::second, {.read = 8, .write = 8});
    const auto in = stage.input(kBytes, {});
    const auto out = stage.output<std::uint8_t>(10, {});
    EXPECT_EQ(peek(in.data() + 12), kit::fill_of(Round::second));
    EXPECT_EQ(peek(out.data() + 17), kit::fill_of(Round::second)) << "run " << run;
    stage.call([&] { poke(out.data() + 17, 1); });
    stage.finish(kit::Result::ok(), outcome);
  }
}

TEST(Stage, ARunThatFaultsLeavesNoSurroundingsTakenForClean) {
  Stage stage;
  kit::Outcome outcome;
  const kit::Placement left{Flush::left, 0};
  const auto begin = [&] {
    stage.begin(Round::first, {});
    return stage.output<std::uint8_t>(10, left);
  };
  begin();
  stage.call([] {});
  stage.finish(kit::Result::ok(), outcome);
  const auto out = begin();
  EXPECT_THROW(stage.call([&] { poke(out.data() + 10, 1), poke(out.data() - 1, 1); }),
               kit::Faulted);
  begin();
  stage.call([] {});
  stage.finish(kit::Result::ok(), outcome);
  EXPECT_FALSE(outcome.damage.has_value()) << "the stain is the faulted run's";
}

TEST(Stage, SlackLargerThanAPageIsThereInEveryPlacement) {
  kit::Outcome outcome;
  for (const std::size_t slack : {std::size_t{1}, std::size_t{100}, std::size_t{5000}}) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{10}, std::size_t{4000}}) {
      for (const Flush flush : {Flush::right, Flush::left, Flush::aligned}) {
        Stage stage;  // a new one: its arenas are no larger than they need to be
        stage.begin(Round::first, {.read = slack, .write = slack});
        const auto in = stage.input(std::vector<std::uint8_t>(size, 1), {flush, 1});
        const auto out = stage.output<std::uint8_t>(size, {flush, 1});
        ASSERT_NO_THROW(stage.call([&] {
          peek(in.data() + size + slack - 1);
          poke(out.data() + size + slack - 1, 0x77);
        }));
        stage.finish(kit::Result::ok(), outcome);
        ASSERT_FALSE(outcome.damage.has_value());
      }
    }
  }
}

TEST(Stage, AnInputOfWiderElementsIsAlignedCopiedAndWatched) {
  Stage stage;
  kit::Outcome outcome;
  const std::vector<std::uint64_t> values{1, 2, 3};
  for (std::uint8_t alignment = 0; alignment < 64; ++alignment) {
    stage.begin(Round::first, {});
    const auto in = stage.input<std::uint64_t>(values, {Flush::aligned, alignment});
    ASSERT_TRUE(std::ranges::equal(in, values));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(in.data()) % alignof(std::uint64_t), 0U);
    stage.call([&] { poke(reinterpret_cast<const std::uint8_t*>(in.data() + 2), 9); });
    stage.finish(kit::Result::ok(), outcome);
    ASSERT_TRUE(outcome.damage.has_value());
    ASSERT_EQ(outcome.damage->offset, 16);
  }
}

}  // namespace
}  // namespace touchstone::props
