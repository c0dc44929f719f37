// Where a buffer lies in the guard arena: part of a Case, because a fault may depend on it.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string_view>

namespace touchstone::kit {

/// Which unmapped neighbour a buffer touches.
enum class Flush : std::uint8_t {
  right,    ///< the buffer's last byte is the last before an unmapped page: over-reads fault
  left,     ///< the buffer's first byte is the first after an unmapped page: under-reads fault
  aligned,  ///< the buffer starts at a chosen address modulo 64, as near to the right as that
            ///< allows
};

struct Placement {
  Flush flush = Flush::right;
  std::uint8_t alignment = 0;  ///< 0..63, the start address modulo 64; only for Flush::aligned

  bool operator==(const Placement&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Placement& place);

}  // namespace touchstone::kit
