// What a call did to bytes that it had to leave alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace touchstone::contracts {

/// How many bytes of an output are no longer its fill (Stage::fill).
template <typename T>
std::uint64_t touched(std::span<T> out, std::uint8_t fill) {
  const auto is_other = [fill](std::byte byte) { return byte != std::byte{fill}; };
  return static_cast<std::uint64_t>(std::ranges::count_if(std::as_bytes(out), is_other));
}

}  // namespace touchstone::contracts
