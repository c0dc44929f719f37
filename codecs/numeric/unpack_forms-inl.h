// What becomes of unpacked vectors, and with it the kernels of all tiers between plain C++ and
// AVX-512 VBMI: as they are, times a factor and plus an offset, or looked up in a table. Each form
// is a function of a vector and of a single value, which `walk` (unpack-inl.h) calls.
HWY_BEFORE_NAMESPACE();
namespace touchstone::numeric::HWY_NAMESPACE {

struct Plain {
  Vector operator()(Vector q) const { return q; }
  std::uint64_t operator()(std::uint64_t q) const { return q; }
};

// The last values come one by one: here is how.
struct AffineOfOne {
  Affine affine;
  std::uint64_t operator()(std::uint64_t q) const { return q * affine.factor + affine.offset; }
};

struct Added : AffineOfOne {
  explicit Added(Affine form) : AffineOfOne{form}, offset(hn::Set(Longs(), form.offset)) {}
  using AffineOfOne::operator();
  Vector operator()(Vector q) const { return hn::Add(q, offset); }
  Vector offset;
};

// The products of the lower halves of all lanes.
inline Vector low_product(Vector a, Vector b) {
  const hn::Repartition<std::uint32_t, Longs> halves;
  return hn::MulEven(hn::BitCast(halves, a), hn::BitCast(halves, b));
}

// Whether values, and the factor, may have more than 32 bits: a multiplication is of 32 by 32.
template <bool kLongValues, bool kLongFactor>
struct Multiplied : Added {
  explicit Multiplied(Affine form)
      : Added(form),
        factor(hn::Set(Longs(), form.factor)),
        upper(hn::Set(Longs(), form.factor >> 32)) {}
  using AffineOfOne::operator();
  Vector operator()(Vector q) const { return hn::Add(product(q), offset); }

  Vector product(Vector q) const {
    const Vector low = low_product(q, factor);
    if constexpr (!kLongValues && !kLongFactor) return low;
#if HWY_TARGET == HWY_AVX3
    return Vector{_mm512_mullo_epi64(q.raw, factor.raw)};
#endif
    Vector crossed = hn::Zero(Longs());
    if constexpr (kLongFactor) crossed = low_product(q, upper);
    if constexpr (kLongValues) {
      crossed = hn::Add(crossed, low_product(hn::ShiftRight<32>(q), factor));
    }
    return hn::Add(low, hn::ShiftLeft<32>(crossed));
  }

  Vector factor;
  Vector upper;
};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// Answers that stay in registers, where a permute looks them up. Permutes ignore the bits above
// those of their index: up to 4 bits values need not be cut out, if the answers are repeated. Not
// Highway's permutes: see `place`.
template <unsigned kWidth>
struct Answered {
  static constexpr std::size_t kMost = 16;

  explicit Answered(Table table) {
    constexpr std::size_t kUsed = kWidth < 4 ? (1U << kWidth) - 1 : kMost - 1;
    for (std::size_t i = 0; i < kMost; ++i) {
      entries[i] = (i & kUsed) < table.size() ? table[i & kUsed] : 0;
    }
    prepare();
  }
  std::uint64_t operator()(std::uint64_t q) const { return entries[q]; }

#if HWY_TARGET == HWY_AVX3
  void prepare() {
    low = _mm512_load_si512(entries);
    high = _mm512_load_si512(entries + 8);
  }
  void of_uncut(Vectors& q) const { q[0] = Vector{_mm512_permutex2var_epi64(low, q[0].raw, high)}; }
  __m512i low;
  __m512i high;
#else
  // The lower and the upper halves of all answers: permutes are of 32 bits.
  void prepare() {
    alignas(32) std::uint32_t halves[2][kMost];
    for (std::size_t i = 0; i < kMost; ++i) {
      halves[0][i] = static_cast<std::uint32_t>(entries[i]);
      halves[1][i] = static_cast<std::uint32_t>(entries[i] >> 32);
    }
    const auto load = [&](std::size_t half, std::size_t at) {
      return _mm256_load_si256(reinterpret_cast<const __m256i*>(halves[half] + at));
    };
    lower[0] = load(0, 0), lower[1] = load(0, 8);
    upper[0] = load(1, 0), upper[1] = load(1, 8);
  }
  void of_uncut(Vectors& q) const {
    if constexpr (kWidth == 1) {
      for (Vector& v : q) v = chosen(v);
      return;
    }
    // Eight numbers of 32 bits, those that stand in lanes 0 1 4 5 2 3 6 7: so that putting halves
    // together puts them in order.
    const __m256i numbers = _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(q[0].raw), _mm256_castsi256_ps(q[1].raw), 0x88));
    const __m256i below = half_of(lower, numbers);
    const __m256i above = half_of(upper, numbers);
    q[0] = Vector{_mm256_unpacklo_epi32(below, above)};
    q[1] = Vector{_mm256_unpackhi_epi32(below, above)};
  }
  // One of two: this permute takes bit 1.
  Vector chosen(Vector q) const {
    return Vector{_mm256_castpd_si256(_mm256_permutevar_pd(
        _mm256_load_pd(reinterpret_cast<const double*>(entries)), hn::Add(q, q).raw))};
  }
  static __m256i half_of(const __m256i (&halves)[2], __m256i numbers) {
    const __m256i first = _mm256_permutevar8x32_epi32(halves[0], numbers);
    if constexpr (kWidth < 4) return first;
    const __m256i second = _mm256_permutevar8x32_epi32(halves[1], numbers);
    return _mm256_castps_si256(
        _mm256_blendv_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second),
                         _mm256_castsi256_ps(_mm256_slli_epi32(numbers, 28))));
  }
  __m256i lower[2];
  __m256i upper[2];
#endif
  alignas(8 * kLanes) std::uint64_t entries[kMost];
};

#if HWY_TARGET == HWY_AVX3
struct LookedUp {
  std::uint64_t operator()(std::uint64_t q) const { return table[q]; }
  Vector operator()(Vector q) const { return Vector{_mm512_i64gather_epi64(q.raw, table, 8)}; }
  const std::uint64_t* table;
};
#endif

// Widths of which all values are looked up rather than multiplied.
template <unsigned kWidth>
inline constexpr bool kAnswersAll = kWidth <= (HWY_TARGET == HWY_AVX3 ? 4 : 2);
#else
template <unsigned kWidth>
inline constexpr bool kAnswersAll = false;
#endif

template <unsigned kWidth>
void unpack(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count) {
  if constexpr (way_of<kWidth>() == Way::scalar)
    return scalar::unpack<kWidth>(in, first, out, count);
  walk<kWidth>(in, first, out, count, Plain{});
}

template <unsigned kWidth>
void unpack_u32(Stream in, std::uint64_t first, std::uint32_t* out, std::size_t count) {
  if constexpr (way_of<kWidth>() == Way::scalar)
    return scalar::unpack_u32<kWidth>(in, first, out, count);
  walk<kWidth>(in, first, out, count, Plain{});
}

template <unsigned kWidth>
void unpack_affine(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                   Affine form) {
  if constexpr (way_of<kWidth>() == Way::scalar)
    return scalar::unpack_affine<kWidth>(in, first, out, count, form);
  if (form.factor == 1) return walk<kWidth>(in, first, out, count, Added(form));
  if constexpr (kAnswersAll<kWidth>) {
    std::array<std::uint64_t, 1U << kWidth> results;
    for (std::size_t q = 0; q < results.size(); ++q) results[q] = AffineOfOne{form}(q);
    return walk<kWidth>(in, first, out, count, Answered<kWidth>(results));
  }
  if (form.factor >> 32 == 0) {
    walk<kWidth>(in, first, out, count, Multiplied<(kWidth > 32), false>(form));
  } else {
    walk<kWidth>(in, first, out, count, Multiplied<(kWidth > 32), true>(form));
  }
}

// Of more answers than registers hold the look-up takes longer than all else: only a gather helps.
template <unsigned kWidth>
void unpack_table(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                  Table table) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  if (kWidth <= 4 || (kWidth == 8 && table.size() <= Answered<kWidth>::kMost)) {
    return walk<kWidth>(in, first, out, count, Answered<kWidth>(table));
  }
#endif
#if HWY_TARGET == HWY_AVX3
  return walk<kWidth>(in, first, out, count, LookedUp{table.data()});
#else
  scalar::unpack_table<kWidth>(in, first, out, count, table);
#endif
}

}  // namespace touchstone::numeric::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
