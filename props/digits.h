// Hex as test expectations are written: digits alone, nothing between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/hex.h"

namespace touchstone::props {

/// `012cff`.
inline std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string digits = kit::to_hex(bytes);
  std::erase(digits, ' ');
  return digits;
}

/// The bytes of an expectation; a mistyped one throws, so that it cannot pass for no bytes.
inline std::vector<std::uint8_t> from_hex(std::string_view digits) {
  const auto bytes = kit::from_hex(digits);
  if (!bytes) throw std::invalid_argument("not pairs of hex digits: " + std::string(digits));
  return *bytes;
}

}  // namespace touchstone::props
