// CRC-32 by Boost.CRC and by zlib: two more opinions beside our own bit by bit.
//
// Either may be missing where this was built; then it is not `available`, and calling it ends the
// program.
#pragma once

#include <cstdint>
#include <span>

namespace touchstone::reference::upstream {

/// Boost.CRC's `crc_optimal`, one byte a call.
namespace boost_crc {
bool available();
std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);
}  // namespace boost_crc

/// The installed zlib's `crc32_z` and `crc32_combine`.
namespace zlib {
bool available();
std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

/// Whether zlib promises a result: the length is not negative, and the CRC of nothing is 0. (Some
/// releases never end on a negative length, some ignore a length of 0.)
constexpr bool can_combine(std::uint32_t second, std::uint64_t length) {
  return length <= INT64_MAX && (length != 0 || second == 0);
}

/// Precondition: can_combine().
std::uint32_t combine(std::uint32_t first, std::uint32_t second, std::uint64_t length);
}  // namespace zlib

}  // namespace touchstone::reference::upstream
