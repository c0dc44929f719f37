// The scalar kernels: plain C++, the width known to the compiler, eight values a step.
//
// Format: value i takes the bits [i * width, (i + 1) * width) of one long string, least significant
// first.
//
// The naive form computes for each value where it starts, and shifts and masks what it loads there.
//
// The trick: eight values take exactly `width` bytes, so within such a step all places and shifts
// are constants. Values of less than a byte come out of one load. No step depends on another, and
// compilers make vectors of it.
//
// Safe at both edges: a step is taken while all of its eight-byte loads end inside the slice; the
// last values are fetched one by one (`value_at`). A start in the middle of a byte is taken along
// below eight bits, and else costs one such value. Stores are of single values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "codecs/io/little_endian.h"
#include "codecs/numeric/kernels.h"

namespace touchstone::numeric::scalar {

template <unsigned kWidth>
inline constexpr std::uint64_t kMaskOf = ~std::uint64_t{0} >> (64 - kWidth);

// Bytes that a step reads.
template <unsigned kWidth>
inline constexpr std::size_t kWindow = kWidth < 8 ? 8 : 7 * kWidth / 8 + 8;

template <unsigned kWidth, typename Element, typename Form>
inline void step(const std::uint8_t* from, unsigned phase, Element* out, const Form& form) {
  if constexpr (kWidth < 8) {
    const std::uint64_t word = io::load_little_endian<std::uint64_t>(from) >> phase;
    for (unsigned i = 0; i < 8; ++i) {
      out[i] = static_cast<Element>(form(word >> (i * kWidth) & kMaskOf<kWidth>));
    }
  } else {
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned bit = i * kWidth;
      const auto word = io::load_little_endian<std::uint64_t>(from + bit / 8);
      out[i] = static_cast<Element>(form(word >> (bit % 8) & kMaskOf<kWidth>));
    }
  }
}

template <unsigned kWidth, typename Element, typename Form>
void walk(Stream in, std::uint64_t first, Element* out, std::size_t count, const Form& form) {
  const auto one = [&] {
    *out++ = static_cast<Element>(form(value_at(in, kWidth, first++)));
    --count;
  };
  if (kWidth > 8 && first * kWidth % 8 != 0 && count > 0) one();
  const std::uint64_t bit = first * kWidth;
  const std::uint8_t* from = in.data() + bit / 8;
  auto left = in.data() + in.size() - from;
  constexpr auto kNeeded = static_cast<std::ptrdiff_t>(kWindow<kWidth>);
  for (; count >= 8 && left >= kNeeded; count -= 8) {
    step<kWidth>(from, static_cast<unsigned>(bit % 8), out, form);
    from += kWidth;
    left -= kWidth;
    out += 8;
    first += 8;
  }
  while (count > 0) one();
}

template <unsigned kWidth>
void unpack(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count) {
  walk<kWidth>(in, first, out, count, [](std::uint64_t value) { return value; });
}

template <unsigned kWidth>
void unpack_u32(Stream in, std::uint64_t first, std::uint32_t* out, std::size_t count) {
  walk<kWidth>(in, first, out, count, [](std::uint64_t value) { return value; });
}

template <unsigned kWidth>
void unpack_affine(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                   Affine form) {
  const auto [factor, offset] = form;
  if (factor == 1) {
    return walk<kWidth>(in, first, out, count, [=](std::uint64_t q) { return q + offset; });
  }
  walk<kWidth>(in, first, out, count, [=](std::uint64_t q) { return q * factor + offset; });
}

template <unsigned kWidth>
void unpack_table(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                  Table table) {
  const std::uint64_t* entries = table.data();
  walk<kWidth>(in, first, out, count, [=](std::uint64_t q) { return entries[q]; });
}

// Whether each document is the one before it plus 1. The last one tells most lists apart.
inline bool contiguous(const std::int32_t* documents, std::size_t count) {
  const auto first = static_cast<std::uint32_t>(documents[0]);  // any ids may come here
  if (static_cast<std::uint32_t>(documents[count - 1]) - first != count - 1) return false;
  std::uint32_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    wrong |= static_cast<std::uint32_t>(documents[i]) ^ (first + static_cast<std::uint32_t>(i));
  }
  return wrong == 0;
}

// Whether each document is above the one before it.
inline bool increasing(const std::int32_t* documents, std::size_t count) {
  std::uint32_t wrong = 0;
  for (std::size_t i = 1; i < count; ++i) wrong |= documents[i - 1] < documents[i] ? 0U : 1U;
  return wrong == 0;
}

// The documents from `i` on, whose values start at `from`.
inline void spread_rest(std::uint64_t* values, std::size_t count, std::size_t from, std::size_t i,
                        const std::uint64_t* present, std::uint64_t missing) {
  for (; i < count; ++i) {
    // Behind the last value there is nothing to load, and no bit asks for it.
    const std::uint64_t value = values[std::min(from, count - 1)];
    const std::uint64_t bit = present[i / 64] >> (i % 64) & 1;
    values[i] = bit != 0 ? value : missing;
    from += bit;
  }
}

// From the values that there are to a value for each document: see kernels.h. In place from front
// to back: as many documents are left as places, so no value is overwritten before it is read.
inline void spread(std::uint64_t* values, std::size_t count, std::size_t found,
                   const std::uint64_t* present, std::uint64_t missing) {
  if (found != count) spread_rest(values, count, count - found, 0, present, missing);
}

}  // namespace touchstone::numeric::scalar
