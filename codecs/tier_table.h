// Tables of kernels, one row a tier: finding a row, and the best for this CPU. Internal to the
// codecs.
#pragma once

#include <atomic>
#include <span>
#include <type_traits>

#include "codecs/tier.h"

namespace touchstone {

/// The row of one tier; null if it is not compiled in.
template <typename Kernels>
const Kernels* row_of(std::span<const Kernels> table, Tier tier) {
  for (const Kernels& candidate : table) {
    if (candidate.tier == tier) return &candidate;
  }
  return nullptr;
}

/// The last row that this CPU runs; the first one runs everywhere.
template <typename Kernels>
const Kernels* last_supported(std::span<const Kernels> table) {
  const Kernels* best = &table.front();
  for (const Kernels& candidate : table) {
    if (cpu_supports(candidate.tier)) best = &candidate;
  }
  return best;
}

/// The same, found out once for each table, an array that lives for ever. Threads that come here
/// first may each look, and find the same: cheaper than a lock.
template <const auto& kTable>
const auto& best_in() {
  using Kernels = std::remove_cvref_t<decltype(kTable[0])>;
  static constinit std::atomic<const Kernels*> found = nullptr;
  const Kernels* result = found.load(std::memory_order_relaxed);
  if (result == nullptr) [[unlikely]] {
    result = last_supported(std::span<const Kernels>(kTable));
    found.store(result, std::memory_order_relaxed);
  }
  return *result;
}

}  // namespace touchstone
