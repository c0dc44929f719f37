// The inner loops of packed integers: a table of functions for each tier, fourteen widths in each.
//
// A kernel is told where the stream is and which of its values are wanted. It checks nothing: its
// callers have made sure that all of these values lie inside the stream.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/io/little_endian.h"
#include "codecs/tier.h"

namespace touchstone::numeric {

/// The bytes of a stream: its values, and whatever stands behind them in the slice. No kernel reads
/// a byte outside.
using Stream = std::span<const std::uint8_t>;

/// What each packed value is an index into.
using Table = std::span<const std::uint64_t>;

/// value = packed * factor + offset, modulo 2^64.
struct Affine {
  std::uint64_t factor = 1;
  std::uint64_t offset = 0;
  bool operator==(const Affine&) const = default;
};

/// The numbers of bits a value can take.
inline constexpr std::array<unsigned, 14> kWidths{1,  2,  4,  8,  12, 16, 20,
                                                  24, 28, 32, 40, 48, 56, 64};

/// Where `width` stands in kWidths; kWidths.size() if it does not.
constexpr std::size_t width_index(unsigned width) {
  constexpr auto kIndexes = [] {
    std::array<std::uint8_t, 65> indexes{};
    indexes.fill(kWidths.size());
    for (std::size_t i = 0; i < kWidths.size(); ++i) {
      indexes[kWidths[i]] = static_cast<std::uint8_t>(i);
    }
    return indexes;
  }();
  return width < kIndexes.size() ? kIndexes[width] : kWidths.size();
}

/// The kernels of one width. Each writes exactly `count` elements.
struct WidthKernels {
  /// The values [first, first + count), as they are.
  void (*unpack)(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count);
  /// The same to 32 bits; cut off above that.
  void (*unpack_u32)(Stream in, std::uint64_t first, std::uint32_t* out, std::size_t count);
  void (*unpack_affine)(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                        Affine form);
  /// Each value must be an index of the table.
  void (*unpack_table)(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                       Table table);
  /// Whether all of these values are below `limit`.
  bool (*all_below)(Stream in, std::uint64_t first, std::size_t count, std::uint64_t limit);
  /// The values of these documents, which ascend.
  void (*gather)(Stream in, const std::int32_t* documents, std::uint64_t* out, std::size_t count);
};

/// The kernels of one tier.
struct Kernels {
  Tier tier;
  std::array<WidthKernels, kWidths.size()> widths;
  /// Whether each document is the one before it plus 1. At least one document.
  bool (*contiguous)(const std::int32_t* documents, std::size_t count);
  /// Whether each document is above the one before it. At least one document.
  bool (*increasing)(const std::int32_t* documents, std::size_t count);
  /// How many of the first `bits` bits of a bitmap are set: little-endian words of 64.
  std::uint32_t (*count_bits)(const std::uint8_t* words, std::size_t bits);
  /// Of ascending documents, all of one block, which are in its bitmap: see DocSetBlock::rank_all,
  /// which calls this with the word of the first of them, and the documents before that word.
  std::size_t (*rank_bits)(const std::uint8_t* words, std::int32_t before,
                           std::span<const std::int32_t> documents, std::int32_t* ranks,
                           std::uint64_t* present, std::size_t to);
  /// From the values that there are to a value for each document: the last `found` of the `count`
  /// values are those of the documents whose bits are set in `present`, in order; each goes to its
  /// place, and `missing` to the others.
  void (*spread)(std::uint64_t* values, std::size_t count, std::size_t found,
                 const std::uint64_t* present, std::uint64_t missing);
};

/// All tiers compiled in, worst first, whether or not this CPU runs them (ask `cpu_supports`).
std::span<const Kernels> kernels();

/// The kernels of one tier; null if it is not compiled in.
const Kernels* kernels(Tier tier);

/// The best kernels this CPU runs. Found out once.
const Kernels& best();

/// The value at `index` of a stream that ends with less than eight bytes behind its start: the last
/// values, and all values of short streams. Reads the value's own bytes.
std::uint64_t last_value_at(Stream in, unsigned width, std::uint64_t index);

/// The value at `index`. One load of eight bytes holds any value whole: byte widths start in a
/// byte's lowest bit, and the others end before bit 4 + 28.
inline std::uint64_t value_at(Stream in, unsigned width, std::uint64_t index) {
  const std::uint64_t bit = index * width;
  const std::uint64_t at = bit / 8;
  if (in.size() < 8 || at > in.size() - 8) [[unlikely]]
    return last_value_at(in, width, index);
  return io::load_little_endian<std::uint64_t>(in.data() + at) >> (bit % 8) &
         ~std::uint64_t{0} >> (64 - width);
}

}  // namespace touchstone::numeric
