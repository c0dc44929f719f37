// The allocation meter sees every way of asking for memory, and nothing where nothing is asked for.
#include "harness/allocation_meter.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace touchstone::props {
namespace {

struct alignas(128) Wide {
  std::array<char, 128> bytes;
};

// How many allocations `ask` makes.
template <typename F>
std::uint64_t count(F ask) {
  const std::uint64_t before = kit::allocations_so_far();
  ask();
  return kit::allocations_so_far() - before;
}

template <typename T>
void keep(T* block) {
  asm volatile("" : : "r"(block) : "memory");
}

TEST(AllocationMeter, EveryWayOfAskingForMemoryCounts) {
  std::array<void*, 6> blocks{};
  EXPECT_EQ(count([&] { keep(blocks[0] = std::malloc(5)); }), 1U) << "malloc";
  EXPECT_EQ(count([&] { keep(blocks[1] = std::calloc(5, 3)); }), 1U) << "calloc";
  EXPECT_EQ(count([&] { keep(blocks[2] = std::aligned_alloc(64, 128)); }), 1U) << "aligned_alloc";
  EXPECT_EQ(count([&] { EXPECT_EQ(posix_memalign(&blocks[3], 64, 100), 0); }), 1U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks[2]) % 64, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks[3]) % 64, 0U);
  EXPECT_GE(count([&] { keep(blocks[0] = std::realloc(blocks[0], 100'000)); }), 1U) << "realloc";
  EXPECT_GE(count([&] { keep(blocks[4] = reallocarray(nullptr, 10, 10)); }), 1U) << "reallocarray";
  for (void* block : blocks) std::free(block);
}

TEST(AllocationMeter, EveryFormOfNewCountsOnce) {
  int* one = nullptr;
  int* many = nullptr;
  Wide* wide = nullptr;
  void* raw = nullptr;
  EXPECT_EQ(count([&] { keep(one = new int(1)); }), 1U) << "new";
  EXPECT_EQ(count([&] { keep(many = new int[5]); }), 1U) << "new[]";
  EXPECT_EQ(count([&] { keep(wide = new Wide); }), 1U) << "aligned new";
  EXPECT_EQ(count([&] { keep(raw = ::operator new(8, std::nothrow)); }), 1U) << "nothrow new";
  delete one;
  delete[] many;
  delete wide;
  ::operator delete(raw);
}

TEST(AllocationMeter, ContainersCount) {
  EXPECT_EQ(count([] { keep(std::vector<int>(3).data()); }), 1U);
  EXPECT_EQ(count([] { keep(std::string(100, 'x').data()); }), 1U);
  EXPECT_EQ(count([] { keep(std::make_shared<int>(3).get()); }), 1U);
}

TEST(AllocationMeter, WhereNothingIsAskedForNothingCounts) {
  std::vector<int> reserved;
  reserved.reserve(10);
  int* block = new int(1);
  EXPECT_EQ(count([] {}), 0U);
  EXPECT_EQ(count([&] { reserved.push_back(1); }), 0U);
  EXPECT_EQ(count([&] { delete block; }), 0U) << "giving memory back";
  EXPECT_EQ(count([] { keep(std::string(5, 'x').data()); }), 0U) << "a short string has none";
}

TEST(AllocationMeter, TheCheckOfTheMeterItselfPasses) { kit::check_allocation_meter(); }

}  // namespace
}  // namespace touchstone::props
