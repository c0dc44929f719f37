// What the group-varint table works on: short runs of values, back to back as in a postings file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bench/buffer.h"

namespace touchstone::bench {

/// How many bytes each value takes, every number of them as often as the others.
struct Mix {
  std::string_view name;
  unsigned fewest;
  unsigned most;
};

/// Always as many values, in runs of `run_values`: each iteration of a row takes all of them, so
/// rows and run lengths compare by the value. Branch predictors learn less by heart this way.
struct Runs {
  static constexpr std::size_t kValues = 4096;

  Runs(const Mix& mix, std::size_t run_values);

  std::size_t count() const { return kValues / run_values; }
  std::span<const std::uint32_t> values_of(std::size_t run) const {
    return values.span().subspan(run * run_values, run_values);
  }
  /// From the start of a run to the end of all, as a reader in the middle of a file has it.
  std::span<const std::uint8_t> from(std::size_t run) const {
    return encoded.span().first(size).subspan(starts[run]);
  }
  std::span<const std::uint8_t> bytes() const { return encoded.span().first(size); }
  std::span<const std::uint8_t> bytes_of(std::size_t run) const {
    return bytes().subspan(starts[run], starts[run + 1] - starts[run]);
  }

  std::size_t run_values;
  Buffer<std::uint32_t> values;
  Buffer<std::uint8_t> encoded;  ///< by the reference
  std::size_t size = 0;          ///< bytes of `encoded` that are in use
  std::vector<std::size_t>
      starts;  ///< of each run in `encoded`, as a term dictionary knows them, and of their end
};

}  // namespace touchstone::bench
