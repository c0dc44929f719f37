#include "harness/hex.h"

namespace touchstone::kit {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::optional<std::uint8_t> digit(char c) {
  if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  const std::size_t at = kDigits.find(c);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint8_t>(at);
}

}  // namespace

std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    if (!text.empty()) text += ' ';
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> from_hex(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  bool half = false;  // the last byte has its high digit only
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') continue;
    const auto value = digit(c);
    if (!value) return std::nullopt;
    if (half) {
      bytes.back() = static_cast<std::uint8_t>(bytes.back() | *value);
    } else {
      bytes.push_back(static_cast<std::uint8_t>(*value << 4));
    }
    half = !half;
  }
  if (half) return std::nullopt;
  return bytes;
}

}  // namespace touchstone::kit
