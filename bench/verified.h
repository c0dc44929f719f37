// Timing only what is right: a row's output is compared on the very buffers that are timed.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

namespace touchstone::bench {

/// Ends the process, status 1: a figure of wrong code must not exist.
[[noreturn]] inline void kill_run(const std::string& row, const char* when) {
  std::fflush(stdout);
  std::fprintf(stderr, "error: %s gives other output than the reference, %s; nothing is reported\n",
               row.c_str(), when);
  std::_Exit(1);
}

/// Times `run`, which fills `out` anew at each call and takes `items` items. Before the first
/// iteration and after the last, what stands in `out` must equal `expected`; before each of these
/// two looks it was overwritten, so that nothing left from before can pass.
template <typename T, typename Run>
void time_verified(benchmark::State& state, const std::string& row, std::size_t items,
                   std::span<T> out, std::span<const T> expected, const Run& run) {
  const auto wipe = [&] {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = i < expected.size() ? static_cast<T>(~expected[i]) : T{};
    }
  };
  const auto is_right = [&] {
    return out.size() >= expected.size() &&
           std::ranges::equal(out.first(expected.size()), expected);
  };
  wipe();
  run();
  if (!is_right()) kill_run(row, "before the first iteration");
  wipe();
  for (auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  if (!is_right()) kill_run(row, "after the last iteration");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
}

}  // namespace touchstone::bench
