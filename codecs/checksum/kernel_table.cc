// The table of all kernels, one row a tier, and the choice of the best.
//
// The folding kernels are compiled here once for each of Highway's targets. Highway is used as
// headers only: the table holds its functions by name and `cpu_supports` tells which may run,
// because Highway's own dispatch would need its library.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/checksum/crc32.h"
#include "codecs/checksum/kernels.h"
#include "codecs/checksum/polynomial.h"
#include "codecs/io/little_endian.h"
#include "codecs/tier_table.h"

// All targets the compiler can make, even those below what its flags promise, so that every build
// has the same tiers. SSSE3 is left out, which promises no carry-less multiplication, and SVE,
// which has none that is wider than NEON's.
#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_WANT_AVX3_DL
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codecs/checksum/kernel_table.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

// Highway's stand-ins for a carry-less multiplication would be slower than our scalar kernel.
#if HWY_TARGET == HWY_AVX3_DL
#include "codecs/checksum/fold_512-inl.h"
#elif HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "codecs/checksum/fold_128-inl.h"
#endif

#if HWY_ONCE
namespace touchstone::checksum {
namespace {

constexpr Kernels kKernels[] = {
    {Tier::scalar, scalar::update, copy_pieces<scalar::update>},
#if HWY_TARGETS & HWY_SSE4
    {Tier::sse4, N_SSE4::update, copy_pieces<N_SSE4::update>},
#endif
#if HWY_TARGETS & HWY_AVX2
    {Tier::avx2, N_AVX2::update, copy_pieces<N_AVX2::update>},
#endif
#if HWY_TARGETS & HWY_AVX3
    {Tier::avx3, N_AVX3::update, copy_pieces<N_AVX3::update>},
#endif
#if HWY_TARGETS & HWY_AVX3_DL
    {Tier::avx3_dl, N_AVX3_DL::update, N_AVX3_DL::copy},
#endif
#if HWY_TARGETS & HWY_NEON
    {Tier::neon, N_NEON::update, copy_pieces<N_NEON::update>},
#endif
};

}  // namespace

std::span<const Kernels> kernels() { return kKernels; }

const Kernels* kernels(Tier tier) { return row_of(kernels(), tier); }

const Kernels& best() { return best_in<kKernels>(); }

}  // namespace touchstone::checksum
#endif  // HWY_ONCE
