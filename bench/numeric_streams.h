// What the numeric table works on: a million packed values of each width, read in batches into one
// output, as an aggregation does. Internal to the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/buffer.h"
#include "bench/random_bits.h"

namespace touchstone::bench {

/// Packed by the codec's writer, whose bytes a contract compares with the reference's. Made when
/// first asked for.
class PackedValues {
 public:
  static constexpr std::size_t kCount = std::size_t{1} << 20;

  static PackedValues& of_width(unsigned width);

  explicit PackedValues(unsigned width);

  /// Value `i`, without reading it.
  std::uint64_t value(std::size_t i) const { return random_bits(i, width); }

  /// The stream with its padding.
  std::span<const std::uint8_t> bytes() const { return packed_.span(); }

  unsigned width;

 private:
  Buffer<std::uint8_t> packed_;
};

/// The one output of all rows.
std::span<std::uint64_t> shared_output();

}  // namespace touchstone::bench
