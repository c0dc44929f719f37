// Loads and stores of big-endian integers: the order of codec headers and footers.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace touchstone::io {

/// The integer whose most significant byte is at `from`. Reads exactly sizeof(T) bytes.
template <std::unsigned_integral T>
inline T load_big_endian(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  if constexpr (std::endian::native == std::endian::little) value = std::byteswap(value);
  return value;
}

/// Puts `value`'s most significant byte at `to`. Writes exactly sizeof(T) bytes.
template <std::unsigned_integral T>
inline void store_big_endian(std::uint8_t* to, T value) {
  if constexpr (std::endian::native == std::endian::little) value = std::byteswap(value);
  std::memcpy(to, &value, sizeof(value));
}

}  // namespace touchstone::io
