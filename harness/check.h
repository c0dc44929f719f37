// CHECK: an assertion that no build flag removes.
#pragma once

#include <string_view>

namespace touchstone::kit {

/// Prints what was expected to hold, where, and why it matters; then aborts.
[[noreturn]] void check_failed(const char* expression, const char* file, int line,
                               std::string_view why);

}  // namespace touchstone::kit

/// Aborts unless `condition` holds, whatever NDEBUG says. `why` tells the reader what broke.
#define TOUCHSTONE_CHECK(condition, why)                                      \
  do {                                                                        \
    if (!(condition)) [[unlikely]] {                                          \
      ::touchstone::kit::check_failed(#condition, __FILE__, __LINE__, (why)); \
    }                                                                         \
  } while (false)
