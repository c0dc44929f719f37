// The table of all packed-integer kernels, one row a tier, and the choice of the best.
//
// The vector kernels are compiled here once for each of Highway's targets. Highway is used as
// headers only: the table holds its functions by name and `cpu_supports` tells which may run,
// because Highway's own dispatch would need its library.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "codecs/io/little_endian.h"
#include "codecs/numeric/kernels.h"
#include "codecs/numeric/scalar-inl.h"
#include "codecs/tier_table.h"

// All targets the compiler can make, even those below what its flags promise, so that every build
// has the same tiers. SVE is left out: its vectors have no fixed size.
#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_WANT_AVX3_DL
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codecs/numeric/kernel_table.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

// Highway's stand-ins for machines without vectors would be slower than our scalar kernels.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#define TOUCHSTONE_NUMERIC_TIER HWY_NAMESPACE
#if HWY_TARGET == HWY_AVX3_DL
#include "codecs/numeric/unpack_vbmi-inl.h"
#else
#include "codecs/numeric/unpack-inl.h"
#include "codecs/numeric/unpack_forms-inl.h"
#endif
#include "codecs/numeric/lists-inl.h"
#include "codecs/numeric/spread-inl.h"
HWY_BEFORE_NAMESPACE();
#include "codecs/numeric/bitmap-inl.h"
#include "codecs/numeric/plain-inl.h"
HWY_AFTER_NAMESPACE();
#undef TOUCHSTONE_NUMERIC_TIER
#endif

#if HWY_ONCE
#define TOUCHSTONE_NUMERIC_TIER scalar
#include "codecs/numeric/bitmap-inl.h"
#include "codecs/numeric/plain-inl.h"
#undef TOUCHSTONE_NUMERIC_TIER

namespace touchstone::numeric {
namespace {

#define TOUCHSTONE_WIDTH(target, width)                                              \
  WidthKernels {                                                                     \
    target::unpack<width>, target::unpack_u32<width>, target::unpack_affine<width>,  \
        target::unpack_table<width>, target::all_below<width>, target::gather<width> \
  }
#define TOUCHSTONE_KERNELS(tier, target)                                                      \
  {Tier::tier,                                                                                \
   {TOUCHSTONE_WIDTH(target, 1), TOUCHSTONE_WIDTH(target, 2), TOUCHSTONE_WIDTH(target, 4),    \
    TOUCHSTONE_WIDTH(target, 8), TOUCHSTONE_WIDTH(target, 12), TOUCHSTONE_WIDTH(target, 16),  \
    TOUCHSTONE_WIDTH(target, 20), TOUCHSTONE_WIDTH(target, 24), TOUCHSTONE_WIDTH(target, 28), \
    TOUCHSTONE_WIDTH(target, 32), TOUCHSTONE_WIDTH(target, 40), TOUCHSTONE_WIDTH(target, 48), \
    TOUCHSTONE_WIDTH(target, 56), TOUCHSTONE_WIDTH(target, 64)},                              \
   target::contiguous,                                                                        \
   target::increasing,                                                                        \
   target::count_bits,                                                                        \
   target::rank_bits,                                                                         \
   target::spread}

constexpr Kernels kKernels[] = {
    TOUCHSTONE_KERNELS(scalar, scalar),
#if HWY_TARGETS & HWY_SSSE3
    TOUCHSTONE_KERNELS(ssse3, N_SSSE3),
#endif
#if HWY_TARGETS & HWY_SSE4
    TOUCHSTONE_KERNELS(sse4, N_SSE4),
#endif
#if HWY_TARGETS & HWY_AVX2
    TOUCHSTONE_KERNELS(avx2, N_AVX2),
#endif
#if HWY_TARGETS & HWY_AVX3
    TOUCHSTONE_KERNELS(avx3, N_AVX3),
#endif
#if HWY_TARGETS & HWY_AVX3_DL
    TOUCHSTONE_KERNELS(avx3_dl, N_AVX3_DL),
#endif
#if HWY_TARGETS & HWY_NEON
    TOUCHSTONE_KERNELS(neon, N_NEON),
#endif
};

#undef TOUCHSTONE_KERNELS
#undef TOUCHSTONE_WIDTH

}  // namespace

std::span<const Kernels> kernels() { return kKernels; }

const Kernels* kernels(Tier tier) { return row_of(kernels(), tier); }

const Kernels& best() { return best_in<kKernels>(); }

}  // namespace touchstone::numeric
#endif  // HWY_ONCE
