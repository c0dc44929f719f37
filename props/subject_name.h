// What the subjects of parameterised tests have in common.
#pragma once

#include <cctype>
#include <cstdint>
#include <span>
#include <string>

namespace touchstone::props {

using Bytes = std::span<const std::uint8_t>;

/// What GoogleTest makes of a subject in a test's name: letters, digits and _.
inline constexpr auto kSubjectName = [](const auto& info) {
  std::string name = info.param.name;
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
};

}  // namespace touchstone::props
