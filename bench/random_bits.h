// Numbers as good as random, the i-th without those before it.
#pragma once

#include <cstdint>

namespace touchstone::bench {

/// The top bits of a multiple of the golden ratio. Precondition: 1 to 64 bits.
constexpr std::uint64_t random_bits(std::uint64_t i, unsigned bits) {
  return (i + 1) * 0x9E37'79B9'7F4A'7C15 >> (64 - bits);
}

}  // namespace touchstone::bench
