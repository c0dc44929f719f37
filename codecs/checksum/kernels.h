// What the table of kernels and the kernels need to know of each other. Internal to the checksum.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace touchstone::checksum {

/// The kernel in plain C++, in the form that Highway gives the others: a namespace per target.
namespace scalar {
std::uint32_t update(std::uint32_t before, std::span<const std::uint8_t> bytes);
}  // namespace scalar

/// Copying for the tiers that are slower than a copy: piece by piece, each read from its copy while
/// that is in the nearest cache.
template <std::uint32_t (*update)(std::uint32_t, std::span<const std::uint8_t>)>
std::uint32_t copy_pieces(std::uint32_t crc, std::span<const std::uint8_t> bytes,
                          std::uint8_t* to) {
  constexpr std::size_t kPiece = 4096;
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), kPiece);
    std::memcpy(to, bytes.data(), size);
    crc = update(crc, {to, size});
    bytes = bytes.subspan(size);
    to += size;
  }
  return crc;
}

}  // namespace touchstone::checksum
