// The guard arena: a byte inside is there, a byte outside is not, for every size and placement.
#include "harness/guard_arena.h"

#include <gtest/gtest.h>

#include <optional>

#include "harness/trap.h"
#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

using kit::Flush;
using kit::GuardArena;

bool read_faults(const std::uint8_t* at) {
  auto body = [at] { peek(at); };
  const auto fault = kit::run_trapped(body);
  if (!fault) return false;
  EXPECT_TRUE(fault->in_guard);
  EXPECT_EQ(fault->address, reinterpret_cast<std::uintptr_t>(at));
  EXPECT_TRUE(fault->access == kit::Fault::Access::read || kRead != "read");
  return true;
}

bool write_faults(std::uint8_t* at) {
  auto body = [at] { poke(at, 1); };
  const auto fault = kit::run_trapped(body);
  if (!fault) return false;
  EXPECT_TRUE(fault->in_guard);
  EXPECT_TRUE(fault->access == kit::Fault::Access::write || kRead != "read");
  return true;
}

TEST(GuardArena, ABlockFlushRightEndsAtAGuardPage) {
  const GuardArena arena(GuardArena::room_for(200, 40));
  for (std::size_t size = 0; size <= 200; ++size) {
    for (const std::size_t slack : {0U, 1U, 8U, 40U}) {
      std::uint8_t* start = arena.place(size, slack, {Flush::right, 0}, 1);
      ASSERT_EQ(start + size + slack, arena.end());
      ASSERT_TRUE(size + slack == 0 || !read_faults(start + size + slack - 1));
      ASSERT_TRUE(size + slack == 0 || !write_faults(start + size + slack - 1));
      ASSERT_TRUE(read_faults(start + size + slack));
      ASSERT_TRUE(write_faults(start + size + slack));
    }
  }
}

TEST(GuardArena, ABlockFlushLeftStartsAtAGuardPage) {
  const GuardArena arena(GuardArena::room_for(200, 40));
  for (std::size_t size = 0; size <= 200; ++size) {
    for (const std::size_t slack : {0U, 1U, 8U, 40U}) {
      std::uint8_t* start = arena.place(size, slack, {Flush::left, 0}, 1);
      ASSERT_EQ(start - slack, arena.begin());
      ASSERT_FALSE(read_faults(start - slack));
      ASSERT_FALSE(write_faults(start - slack));
      ASSERT_TRUE(read_faults(start - slack - 1));
      ASSERT_TRUE(write_faults(start - slack - 1));
      ASSERT_FALSE(write_faults(start + size));
    }
  }
}

TEST(GuardArena, AnAlignedBlockStartsWhereAskedAndLiesInside) {
  const GuardArena arena(GuardArena::room_for(200, 40));
  for (std::uint8_t alignment = 0; alignment < 64; ++alignment) {
    for (std::size_t size = 0; size <= 200; ++size) {
      for (const std::size_t slack : {0U, 7U, 40U}) {
        std::uint8_t* start = arena.place(size, slack, {Flush::aligned, alignment}, 1);
        ASSERT_EQ(reinterpret_cast<std::uintptr_t>(start) % 64, alignment);
        ASSERT_GE(start, arena.begin());
        ASSERT_LE(start + size + slack, arena.end());
        ASSERT_GT(start + size + slack + 64, arena.end()) << "as near to the right as that allows";
      }
    }
  }
}

TEST(GuardArena, AnElementTypesAlignmentIsKeptEverywhere) {
  const GuardArena arena(GuardArena::room_for(200, 13));
  for (const std::size_t alignment : {2U, 4U, 8U}) {
    for (std::size_t count = 0; count <= 20; ++count) {
      for (const std::size_t slack : {0U, 3U, 13U}) {
        for (const kit::Placement place :
             {kit::Placement{Flush::right, 0}, {Flush::left, 0}, {Flush::aligned, 21}}) {
          std::uint8_t* start = arena.place(count * alignment, slack, place, alignment);
          ASSERT_EQ(reinterpret_cast<std::uintptr_t>(start) % alignment, 0U);
          ASSERT_GE(start, arena.begin());
          ASSERT_LE(start + count * alignment + slack, arena.end());
        }
        const std::uint8_t* start =
            arena.place(count * alignment, slack, {Flush::right, 0}, alignment);
        ASSERT_LT(static_cast<std::size_t>(arena.end() - start),
                  count * alignment + slack + alignment)
            << "rounded, but by less than an element";
      }
    }
  }
}

TEST(GuardArena, ABlockThatDoesNotFitIsRefused) {
  const GuardArena arena(1);
  const std::size_t most = arena.capacity() - 64;
  EXPECT_NE(arena.place(most, 0, {}, 1), nullptr);
  EXPECT_DEATH(arena.place(most, 1, {}, 1), "larger than its guard arena");
}

TEST(GuardArena, ItsMemoryIsKeptAndItsGuardsKnownAsLongAsItLives) {
  std::uintptr_t guard = 0;
  {
    const GuardArena arena(100);
    const GuardArena other(100);
    guard = reinterpret_cast<std::uintptr_t>(arena.end());
    EXPECT_TRUE(kit::is_guard_address(guard));
    EXPECT_TRUE(kit::is_guard_address(reinterpret_cast<std::uintptr_t>(arena.begin()) - 1));
    EXPECT_TRUE(kit::is_guard_address(reinterpret_cast<std::uintptr_t>(other.end())));
    EXPECT_FALSE(kit::is_guard_address(reinterpret_cast<std::uintptr_t>(arena.begin())));
    EXPECT_FALSE(kit::is_guard_address(reinterpret_cast<std::uintptr_t>(&arena)));
    arena.begin()[0] = 42;
    EXPECT_EQ(arena.place(1, 0, {Flush::left, 0}, 1)[0], 42);
  }
  EXPECT_FALSE(kit::is_guard_address(guard));
}

TEST(GuardArena, ArenasGoInAnyOrder) {
  auto first = std::make_unique<GuardArena>(1);
  auto second = std::make_unique<GuardArena>(1);
  auto third = std::make_unique<GuardArena>(1);
  const auto guard_of = [](const auto& arena) {
    return reinterpret_cast<std::uintptr_t>(arena->end());
  };
  const std::uintptr_t of_second = guard_of(second);
  second.reset();
  EXPECT_FALSE(kit::is_guard_address(of_second));
  EXPECT_TRUE(kit::is_guard_address(guard_of(first)));
  EXPECT_TRUE(kit::is_guard_address(guard_of(third)));
  first.reset();
  EXPECT_TRUE(kit::is_guard_address(guard_of(third)));
}

TEST(Trap, WhatIsNoFaultPassesThrough) {
  int runs = 0;
  auto body = [&] { ++runs; };
  EXPECT_FALSE(kit::run_trapped(body).has_value());
  auto thrower = [] { throw std::string("through"); };
  EXPECT_THROW(kit::run_trapped(thrower), std::string);
  EXPECT_FALSE(kit::run_trapped(body).has_value()) << "usable again after an exception";
  EXPECT_EQ(runs, 2);
}

TEST(Trap, ManyFaultsInARowAreAllCaught) {
  const GuardArena arena(1);
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(read_faults(arena.end()));
}

TEST(Trap, NestedTrapsAreRefused) {
  auto inner = [] {};
  auto outer = [&] { kit::run_trapped(inner); };
  EXPECT_DEATH(kit::run_trapped(outer), "must not be nested");
}

TEST(Trap, AFaultOutsideOfATrapStillEndsTheProcess) {
  const GuardArena arena(1);
  auto nothing = [] {};
  kit::run_trapped(nothing);
  EXPECT_DEATH(peek(arena.end()), "");
}

TEST(Trap, OtherFatalSignalsAreCaughtUnlessASanitizerExplainsThem) {
  auto illegal = [] { __builtin_trap(); };
  if (kSanitized) {
    EXPECT_DEATH(kit::run_trapped(illegal), "");
    return;
  }
  const auto fault = kit::run_trapped(illegal);
  ASSERT_TRUE(fault.has_value());
  EXPECT_FALSE(fault->in_guard);
}

}  // namespace
}  // namespace touchstone::props
