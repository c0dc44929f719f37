// Hexadecimal text, as reports print it and people paste it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::kit {

/// `01 2c ff`.
std::string to_hex(std::span<const std::uint8_t> bytes);

/// The bytes of pairs of hex digits, white space ignored; nothing if it is not that.
std::optional<std::vector<std::uint8_t>> from_hex(std::string_view text);

}  // namespace touchstone::kit
