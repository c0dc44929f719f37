// Lets GoogleTest print a result as its value or as the name of its error, not as raw bytes.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <type_traits>

#include "codecs/error.h"

namespace touchstone {

inline void PrintTo(Error error, std::ostream* out) { *out << name_of(error); }

template <typename T>
void PrintTo(const Expected<T>& result, std::ostream* out) {
  if (!result) {
    *out << name_of(result.error());
  } else if constexpr (std::is_void_v<T>) {
    *out << "no error";
  } else {
    *out << testing::PrintToString(*result);
  }
}

}  // namespace touchstone
