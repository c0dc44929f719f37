// Names of seeds: words and numbers joined by hyphens.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace touchstone::contracts {

namespace internal {
template <typename Part>
std::string word_of(const Part& part) {
  if constexpr (std::is_arithmetic_v<Part>) {
    return std::to_string(part);
  } else {
    return std::string(std::string_view(part));
  }
}
}  // namespace internal

/// seed_name("vint", 3, "bytes") is "vint-3-bytes".
template <typename First, typename... More>
std::string seed_name(const First& first, const More&... more) {
  std::string name = internal::word_of(first);
  ((name += '-' + internal::word_of(more)), ...);
  return name;
}

}  // namespace touchstone::contracts
