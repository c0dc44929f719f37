#include "harness/check.h"

#include <cstdio>
#include <cstdlib>

namespace touchstone::kit {

void check_failed(const char* expression, const char* file, int line, std::string_view why) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%d: CHECK failed: %s\n  %.*s\n", file, line, expression,
               static_cast<int>(why.size()), why.data());
  std::abort();
}

}  // namespace touchstone::kit
