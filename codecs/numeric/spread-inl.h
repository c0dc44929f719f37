// From the values that there are to a value for each document, in the kernels that have vectors.
//
// The naive form (scalar-inl.h) asks each document's bit whether it takes the next value.
//
// The trick: AVX-512 expands eight values from memory into the lanes of a mask; AVX2 moves four
// into place by a permute that the mask chooses. Other tiers gain nothing.
//
// Safe in place: from front to back as many documents are left as places, so no value is
// overwritten before it is read. Safe at the end: what is read ends with the last value.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
#include <immintrin.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace touchstone::numeric::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL

inline void spread(std::uint64_t* values, std::size_t count, std::size_t found,
                   const std::uint64_t* present, std::uint64_t missing) {
  if (found == count) return;
  const std::uint64_t* from = values + (count - found);
  const __m512i absent = _mm512_set1_epi64(static_cast<long long>(missing));
  for (std::size_t i = 0; i < count; i += 8) {
    const auto bits = static_cast<std::uint8_t>(present[i / 64] >> (i % 64));
    const __m512i result = _mm512_mask_expandloadu_epi64(absent, bits, from);
    from += std::popcount(bits);
    if (count - i >= 8) [[likely]] {
      _mm512_storeu_si512(values + i, result);
    } else {
      _mm512_mask_storeu_epi64(values + i, static_cast<__mmask8>((1U << (count - i)) - 1), result);
    }
  }
}

#elif HWY_TARGET == HWY_AVX2

// For each set of four documents: the halves of the value each takes, and which take one.
struct alignas(32) Expansion {
  std::uint32_t from[16][8];
  std::uint64_t taken[16][4];
};
constexpr Expansion expansion() {
  Expansion e{};
  for (unsigned set = 0; set < 16; ++set) {
    unsigned next = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
      if ((set >> lane & 1) == 0) continue;
      e.from[set][2 * lane] = 2 * next;
      e.from[set][2 * lane + 1] = 2 * next + 1;
      e.taken[set][lane] = ~std::uint64_t{0};
      ++next;
    }
  }
  return e;
}
namespace {
constexpr Expansion kExpansion = expansion();
}

inline void spread(std::uint64_t* values, std::size_t count, std::size_t found,
                   const std::uint64_t* present, std::uint64_t missing) {
  if (found == count) return;
  const auto load = [](const auto* from) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
  };
  const __m256i absent = _mm256_set1_epi64x(static_cast<long long>(missing));
  std::size_t from = count - found;
  std::size_t i = 0;
  for (; from + 4 <= count && i + 4 <= count; i += 4) {
    const std::size_t set = present[i / 64] >> (i % 64) & 15;
    const __m256i next = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + from));
    const __m256i placed = _mm256_permutevar8x32_epi32(next, load(kExpansion.from[set]));
    const __m256i result = _mm256_blendv_epi8(absent, placed, load(kExpansion.taken[set]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(values + i), result);
    from += static_cast<std::size_t>(std::popcount(set));
  }
  scalar::spread_rest(values, count, from, i, present, missing);
}

#else

using scalar::spread;

#endif

}  // namespace touchstone::numeric::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
