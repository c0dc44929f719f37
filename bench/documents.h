// Lists of documents, as queries give them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/random_bits.h"

namespace touchstone::bench {

/// Ascending documents below `count`: each `step` behind the one before; with a step of 0 by gaps
/// of 1 to 40, as good as random.
struct Documents {
  Documents(std::size_t step, std::size_t count) {
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; next < count; ++i) {
      ids.push_back(static_cast<std::int32_t>(next));
      next += step == 0 ? 1 + random_bits(i, 64) % 40 : step;
    }
  }

  std::span<const std::int32_t> some(std::size_t first, std::size_t size) const {
    return std::span(ids).subspan(first, size);
  }

  std::vector<std::int32_t> ids;
};

}  // namespace touchstone::bench
