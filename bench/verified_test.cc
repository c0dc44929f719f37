// A kernel that is wrong is not timed: not one that always is, nor one that goes wrong later.
#include "bench/verified.h"

#include <gtest/gtest.h>

#include <array>

namespace touchstone::bench {
namespace {

constexpr std::array<int, 4> kExpected{1, 2, 3, 4};

// Times `kernel(out, call)` as rows are timed, in a process of its own; gives up if that ends.
template <typename Kernel>
void time_alone(Kernel kernel) {
  std::string program = "bench";
  char* arguments[] = {program.data()};
  int count = 1;
  benchmark::Initialize(&count, arguments);
  benchmark::RegisterBenchmark("toy", [kernel](benchmark::State& state) {
    std::array<int, 4> out{};
    int call = 0;
    time_verified(state, "toy", 4, std::span<int>(out), std::span<const int>(kExpected),
                  [&] { kernel(std::span<int>(out), call++); });
  })->Iterations(10);
  benchmark::RunSpecifiedBenchmarks();
  std::_Exit(0);
}

void fill(std::span<int> out) { std::ranges::copy(kExpected, out.begin()); }

TEST(VerifiedDeathTest, TheRightOneIsTimed) {
  EXPECT_EXIT(time_alone([](std::span<int> out, int) { fill(out); }), testing::ExitedWithCode(0),
              "");
}

TEST(VerifiedDeathTest, WrongFromTheStart) {
  EXPECT_EXIT(time_alone([](std::span<int> out, int) {
                fill(out);
                out[2] = 7;
              }),
              testing::ExitedWithCode(1), "error: toy gives other output .* before the first");
}

TEST(VerifiedDeathTest, WrongOnlyLater) {
  EXPECT_EXIT(time_alone([](std::span<int> out, int call) {
                fill(out);
                if (call > 5) out[3] = 0;
              }),
              testing::ExitedWithCode(1), "error: toy gives other output .* after the last");
}

TEST(VerifiedDeathTest, LeavingWhatStoodThereBeforeIsNoWork) {
  EXPECT_EXIT(time_alone([](std::span<int> out, int call) {
                if (call == 0) fill(out);
              }),
              testing::ExitedWithCode(1), "after the last");
}

}  // namespace
}  // namespace touchstone::bench
