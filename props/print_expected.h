// Lets GoogleTest print a result as its value or as the name of its error, not as raw bytes.
#pragma once

#include <gtest/gtest.h>

#include <ostream>

#include "codecs/error.h"

namespace touchstone {

inline void PrintTo(Error error, std::ostream* out) { *out << name_of(error); }

template <typename T>
void PrintTo(const Expected<T>& result, std::ostream* out) {
  if (result) {
    *out << testing::PrintToString(*result);
  } else {
    *out << name_of(result.error());
  }
}

}  // namespace touchstone
