// What the CPU can do, asked of the compiler's own runtime so that nothing needs to be linked.
#include "codecs/tier.h"

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace touchstone {
namespace {

#if defined(__x86_64__)

// The features below are those the Highway target of the same name compiles for; a CPU that lacks
// any of them must not be given that tier. `__builtin_cpu_supports` also asks the operating system
// (XCR0) whether the wide registers are saved.
bool has_ssse3() { return __builtin_cpu_supports("ssse3"); }

bool has_sse4() {
  return has_ssse3() && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
         __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes") &&
         __builtin_cpu_supports("popcnt");
}

bool has_avx2() {
  return has_sse4() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("f16c");
}

bool has_avx3() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd");
}

bool has_avx3_dl() {
  return has_avx3() && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vnni") &&
         __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq") &&
         __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("vaes") &&
         __builtin_cpu_supports("gfni") &&
         __builtin_cpu_supports("avx512ifma");  // not Highway's: packed integers use it
}

bool detect(Tier tier) {
  switch (tier) {
    case Tier::scalar:
      return true;
    case Tier::ssse3:
      return has_ssse3();
    case Tier::sse4:
      return has_sse4();
    case Tier::avx2:
      return has_avx2();
    case Tier::avx3:
      return has_avx3();
    case Tier::avx3_dl:
      return has_avx3_dl();
    case Tier::neon:
      return false;
  }
  return false;
}

#elif defined(__aarch64__)

// NEON itself is part of every AArch64 CPU, but Highway compiles that target for AES and the
// carry-less multiplication too, which a few CPUs lack.
bool has_neon() {
#if defined(__linux__)
  constexpr unsigned long kNeeded = HWCAP_AES | HWCAP_PMULL;
  return (getauxval(AT_HWCAP) & kNeeded) == kNeeded;
#else
  return true;
#endif
}

bool detect(Tier tier) { return tier == Tier::scalar || (tier == Tier::neon && has_neon()); }

#else

bool detect(Tier tier) { return tier == Tier::scalar; }

#endif

}  // namespace

bool cpu_supports(Tier tier) { return detect(tier); }

}  // namespace touchstone
