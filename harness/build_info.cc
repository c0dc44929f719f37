// Who this build is. Not of the kit's library: a kit that is installed proves sources of others.
#include "harness/sanitizers.h"
#include "harness/stamp.h"
#include "touchstone_digest.h"

namespace touchstone::kit {
namespace {

// What the build was told, or, when it was told by other means, what the compiler knows.
std::string sanitizers() {
  const std::string told = TOUCHSTONE_SANITIZERS;
  if (!told.empty()) return told;
#if defined(TOUCHSTONE_SANITIZED)
  return "unnamed";
#else
  const bool in_flags = std::string_view(TOUCHSTONE_FLAGS).find("-fsanitize=") != std::string::npos;
  return in_flags ? "unnamed" : "none";
#endif
}

}  // namespace

BuildInfo this_build() {
#if defined(__OPTIMIZE__)
  constexpr bool kOptimised = true;
#else
  constexpr bool kOptimised = false;
#endif
  return {.digest = TOUCHSTONE_DIGEST,
          .compiler = TOUCHSTONE_COMPILER,
          .flags = TOUCHSTONE_FLAGS,
          .sanitizers = sanitizers(),
          .optimised = kOptimised};
}

}  // namespace touchstone::kit
