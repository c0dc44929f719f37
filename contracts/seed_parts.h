// What the files of seeds share: names out of words and numbers, and inputs in one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "contracts/placed_input.h"

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

/// A number in two digits, so that names sort.
inline std::string two_digits(std::size_t number) {
  std::string digits(number < 10 ? 1 : 0, '0');
  return digits += std::to_string(number);
}

/// An input of this kind; `step` is the size of its pages or of its buffer.
inline Source source_of(SourceKind kind, std::size_t step = 1) {
  Source source;
  source.kind = kind;
  source.step = static_cast<std::uint16_t>(step);
  return source;
}

/// The same as a slice of a larger input.
inline Source sliced(Source source, std::size_t before, std::size_t behind) {
  source.before = static_cast<std::uint16_t>(before);
  source.behind = static_cast<std::uint16_t>(behind);
  return source;
}

}  // namespace touchstone::contracts
