// Writing packed integers: as many values as fill whole bytes by one store of eight bytes.
//
// What a store puts behind its values, the next one covers, and the last ones are zeroes that the
// padding needs anyway. Where eight bytes do not fit any more, bytes are stored one by one.
#include <algorithm>
#include <utility>

#include "codecs/numeric/packed.h"

namespace touchstone::numeric {
namespace {

// Values that are stored together, and the bytes they fill: those of less than a byte fill a word,
// nibbles go by pairs, whole bytes by ones.
constexpr unsigned together(unsigned width) {
  return width < 8 ? 64 / width : width % 8 == 0 ? 1 : 2;
}

template <unsigned kWidth>
std::uint64_t join(const std::uint64_t* values, std::size_t count) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i) word |= values[i] << (i * kWidth);
  return word;
}

template <unsigned kWidth>
void write(std::span<const std::uint64_t> values, std::span<std::uint8_t> out) {
  constexpr std::size_t kTogether = together(kWidth);
  constexpr std::size_t kBytes = kTogether * kWidth / 8;
  std::size_t i = 0;
  std::size_t at = 0;
  for (; values.size() - i >= kTogether && out.size() - at >= 8; i += kTogether, at += kBytes) {
    io::store_little_endian(out.data() + at, join<kWidth>(values.data() + i, kTogether));
  }
  for (; i < values.size(); i += kTogether, at += kBytes) {
    const std::size_t some = std::min(kTogether, values.size() - i);
    const std::uint64_t word = join<kWidth>(values.data() + i, some);
    const std::size_t bytes = std::min(out.size() - at, kBytes);
    for (std::size_t b = 0; b < bytes; ++b) {
      out[at + b] = static_cast<std::uint8_t>(word >> (8 * b));
    }
  }
  for (at = std::min(at, out.size()); at < out.size(); ++at) out[at] = 0;
}

template <std::size_t... kIndexes>
void write_by_width(std::span<const std::uint64_t> values, unsigned width,
                    std::span<std::uint8_t> out, std::index_sequence<kIndexes...>) {
  ((kWidths[kIndexes] == width ? write<kWidths[kIndexes]>(values, out) : void()), ...);
}

}  // namespace

Expected<std::size_t> encode(std::span<const std::uint64_t> values, unsigned width,
                             std::span<std::uint8_t> out) {
  if (!is_supported(width)) return std::unexpected(Error::unsupported_width);
  const std::uint64_t size = packed_size(values.size(), width);
  if (size > out.size()) return std::unexpected(Error::output_too_small);
  std::uint64_t all = 0;
  for (const std::uint64_t value : values) all |= value;
  if (static_cast<unsigned>(std::bit_width(all)) > width) {
    return std::unexpected(Error::value_out_of_range);
  }
  write_by_width(values, width, out.first(size), std::make_index_sequence<kWidths.size()>());
  return static_cast<std::size_t>(size);
}

}  // namespace touchstone::numeric
