// Names come out of damaged files, and from whoever names a folder: how a message may print them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::tools {

namespace internal {

/// The bytes of the character that a text starts with, if it is one of UTF-8 that no terminal takes
/// for a command; otherwise 0. (Overlong forms and surrogates pass: they harm nobody.)
inline std::size_t harmless_bytes(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = at(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  const std::size_t bytes = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (bytes == 0 || first > 0xF4 || bytes > text.size()) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if (at(i) >> 6 != 2) return 0;
  }
  // U+0080 to U+009F are control characters, U+009B among them, which starts the same as ESC [.
  return first == 0xC2 && at(1) < 0xA0 ? 0 : bytes;
}

}  // namespace internal

/// The name, with control characters and what is not UTF-8 as `\x0a`.
inline std::string printable(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  while (!name.empty()) {
    const std::size_t bytes = internal::harmless_bytes(name);
    if (bytes == 0) {
      const auto code = static_cast<std::uint8_t>(name[0]);
      text += "\\x";
      text += kDigits[code >> 4];
      text += kDigits[code & 15];
    }
    text += name.substr(0, bytes);
    name.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return text;
}

/// A path; of an empty one, that it is.
inline std::string printable_path(const std::string& path) {
  return path.empty() ? "''" : printable(path);
}

}  // namespace touchstone::tools
