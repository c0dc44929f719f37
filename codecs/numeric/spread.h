// From the values that there are to a value for each document. Internal to numeric values.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace touchstone::numeric {

/// The last `found` elements of `values` are those of the documents whose bits are set in
/// `present`, in order; gives each its place, and the others `missing`. In place from front to
/// back: as many documents are left as places, so none of those values is overwritten before it is
/// read.
inline void spread(std::span<std::uint64_t> values, std::size_t found,
                   std::span<const std::uint64_t> present, std::uint64_t missing) {
  if (found == values.size()) return;
  std::size_t from = values.size() - found;
  for (std::size_t i = 0; i < values.size(); i += 64) {
    const auto some = std::min<std::size_t>(64, values.size() - i);
    std::uint64_t bits = present[i / 64];
    if (bits == 0) {
      std::ranges::fill(values.subspan(i, some), missing);
      continue;
    }
    for (std::size_t k = i; k < i + some; ++k, bits >>= 1) {
      // Behind the last value there is nothing to load, and no bit asks for it.
      const std::uint64_t value = values[std::min(from, values.size() - 1)];
      const std::uint64_t bit = bits & 1;
      values[k] = bit != 0 ? value : missing;
      from += bit;
    }
  }
}

}  // namespace touchstone::numeric
