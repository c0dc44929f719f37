// What the machine allows: the same bytes read, the same bytes written, and nothing done with them.
#pragma once

#include <cstdint>
#include <span>

namespace touchstone::bench {

/// The byte with which touch() fills its output.
inline constexpr std::uint8_t kLimitFill = 0x5A;

/// Loads each byte of `in` and stores to each byte of `out`, with the widest vectors of this CPU.
/// A decoder or encoder between two such buffers can hardly be faster. Gives all of `in` xor-ed, so
/// that no load can be left out.
std::uint8_t touch(std::span<const std::uint8_t> in, std::span<std::uint8_t> out);

}  // namespace touchstone::bench
