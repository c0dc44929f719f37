// Loads and stores of little-endian integers at any address, on any machine.
//
// A memcpy of a constant size is one instruction for every compiler we build with, and unlike a
// cast it is right at odd addresses; the byte swap disappears on a little-endian machine.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace touchstone::io {

/// The integer whose least significant byte is at `from`. Reads exactly sizeof(T) bytes.
template <std::unsigned_integral T>
inline T load_little_endian(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  if constexpr (std::endian::native == std::endian::big) value = std::byteswap(value);
  return value;
}

/// Puts `value`'s least significant byte at `to`. Writes exactly sizeof(T) bytes.
template <std::unsigned_integral T>
inline void store_little_endian(std::uint8_t* to, T value) {
  if constexpr (std::endian::native == std::endian::big) value = std::byteswap(value);
  std::memcpy(to, &value, sizeof(value));
}

}  // namespace touchstone::io
