// Names come out of damaged files: how a message may print them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::tools {

/// The name, with its control characters as `\x0a`. UTF-8 passes.
inline std::string printable(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char letter : name) {
    const auto code = static_cast<std::uint8_t>(letter);
    if (code >= 0x20 && code != 0x7F) {
      text += letter;
    } else {
      text += "\\x";
      text += kDigits[code >> 4];
      text += kDigits[code & 15];
    }
  }
  return text;
}

}  // namespace touchstone::tools
