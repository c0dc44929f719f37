// The codec of the example: zigzag of an array, four lines that could still be wrong in several
// ways.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Maps 0, -1, 1, -2, ... to 0, 1, 2, 3, ...; returns how many values were mapped: all of them, or
/// none when `out` is shorter than `in`.
inline std::size_t zigzag_encode(std::span<const std::int32_t> in, std::span<std::uint32_t> out) {
  if (out.size() < in.size()) return 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i] = (static_cast<std::uint32_t>(in[i]) << 1) ^ static_cast<std::uint32_t>(in[i] >> 31);
  }
  return in.size();
}
