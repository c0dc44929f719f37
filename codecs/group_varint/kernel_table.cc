// The table of all kernels, one row a tier, and the choice of the best.
//
// The shuffle kernels are compiled here once for each of Highway's targets. Highway is used as
// headers only: the table holds its functions by name and `cpu_supports` tells which may run,
// because Highway's own dispatch would need its library.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "codecs/group_varint/kernels.h"
#include "codecs/group_varint/tables.h"
#include "codecs/tier_table.h"

// All targets the compiler can make, even those below what its flags promise, so that every build
// has the same tiers. SVE is left out: it would add nothing to shuffles of 16 bytes.
#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_WANT_AVX3_DL
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codecs/group_varint/kernel_table.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

// Highway's stand-ins for machines without vectors would be slower than our scalar kernel.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "codecs/group_varint/shuffle_decode-inl.h"
#include "codecs/group_varint/shuffle_encode-inl.h"
#endif

#if HWY_ONCE
namespace touchstone::group_varint {
namespace {

#define TOUCHSTONE_KERNELS(tier, target)                                                   \
  {Tier::tier, target::decode_groups<std::uint32_t>, target::decode_groups<std::uint64_t>, \
   target::encode_groups<std::uint32_t>, target::encode_groups<std::uint64_t>}

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

}  // namespace

std::span<const Kernels> kernels() { return kKernels; }

const Kernels* kernels(Tier tier) { return row_of(kernels(), tier); }

const Kernels& best() { return best_in<kKernels>(); }

}  // namespace touchstone::group_varint
#endif  // HWY_ONCE
