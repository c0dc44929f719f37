// The AVX-512 VBMI kernels: eight values a vector, two instructions for most of them.
//
// Format: value i takes the bits [i * width, (i + 1) * width) of one long string, least significant
// first: whole bytes, or bytes and a nibble, or less than a byte.
//
// The naive form:
//
//   for (i = 0; i < count; ++i) {
//     bit = (first + i) * width;
//     out[i] = load8(in + bit / 8) >> bit % 8 & mask;
//   }
//
// which takes six instructions a value, where a 64-byte store takes eight values a cycle.
//
// The trick: eight values take exactly `width` bytes, so one set of constants does for all vectors.
//   whole bytes   one permute moves each value's bytes to its lane and zeroes the others.
//   nibbles       a permute, then the multiply-add of IFMA: it takes the low 52 bits of a lane and
//                 keeps bits 52 and up of the product with a power of two. Placed so that foreign
//                 bits lie above bit 51, a value is cut off at both ends by this one instruction,
//                 and an offset is added on the way.
//   below a byte  eight bytes to all lanes, a shift by another number in each, a mask. With a
//                 factor, an offset or a table the lanes are not masked but looked up, in 2, 4 or
//                 16 answers that stay in registers: a permute ignores the bits above its index.
// A start inside a byte costs nothing: it is another set of constants.
//
// Safe at both edges: whole loads only while they end inside the slice; behind that each vector is
// loaded under a mask of exactly the bytes its values have, and masked bytes cannot fault. The last
// store is masked too.
#include <immintrin.h>

// Not among the features Highway names for this target, though every CPU that has them has it.
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR ",avx512ifma")
namespace touchstone::numeric::HWY_NAMESPACE {

struct alignas(64) EightConstants {
  std::array<std::uint8_t, 64> from{};     // the byte of the load that goes to each byte
  std::array<std::uint64_t, 8> numbers{};  // shift counts, or powers of two
  std::array<std::uint64_t, 8> cut{};      // of nibbles: the bits of a value, where it was put
  std::uint64_t kept = 0;                  // the bytes that are not zeroed
};

template <unsigned kWidth>
constexpr EightConstants eight_constants(unsigned phase) {
  EightConstants c;
  for (unsigned lane = 0; lane < 8; ++lane) {
    const unsigned bit = phase + lane * kWidth;
    const bool nibble = kWidth % 8 == 4 && kWidth > 8;
    const unsigned bytes = (kWidth + 7) / 8;
    // A value that ends in the middle of a byte ends at bit 52; one that starts there, at bit 48.
    const unsigned to = nibble ? (bit % 8 == 0 ? 52 - kWidth : 44 - kWidth) / 8 : 0;
    if (kWidth < 8) {
      c.numbers[lane] = bit;
      continue;
    }
    const unsigned at = 8 * to + bit % 8;
    if (nibble) c.numbers[lane] = std::uint64_t{1} << (52 - at);
    if (nibble) c.cut[lane] = ((std::uint64_t{1} << kWidth) - 1) << at;
    for (unsigned i = 0; i < bytes; ++i) {
      c.from[8 * lane + to + i] = static_cast<std::uint8_t>(bit / 8 + i);
      c.kept |= std::uint64_t{1} << (8 * lane + to + i);
    }
  }
  return c;
}

template <unsigned kWidth>
constexpr auto all_eight_constants() {
  std::array<EightConstants, 8> phases;  // most of them never met, and none large
  for (unsigned phase = 0; phase < 8; ++phase) phases[phase] = eight_constants<kWidth>(phase);
  return phases;
}

namespace {  // of this file alone: addressed without a look into a table of addresses
template <unsigned kWidth>
constexpr auto kEightConstants = all_eight_constants<kWidth>();
}  // namespace

inline __mmask64 first_bytes(std::size_t count) { return ~std::uint64_t{0} >> (64 - count); }
inline __mmask8 first_lanes(std::size_t count) { return static_cast<__mmask8>((1U << count) - 1); }

// Eight values from wherever they start.
template <unsigned kWidth>
struct Eight {
  static constexpr bool kTiny = kWidth < 8;
  static constexpr bool kNibbles = kWidth > 8 && kWidth % 8 == 4;
  // Bytes of a whole load.
  static constexpr std::size_t kLoad = kTiny || kWidth == 8 ? 8
                                       : kWidth == 16       ? 16
                                       : kWidth <= 32       ? 32
                                                            : 64;

  explicit Eight(unsigned phase) : phase_(phase) {
    const EightConstants& c = kEightConstants<kWidth>[phase];
    from_ = _mm512_load_si512(c.from.data());
    numbers_ = _mm512_load_si512(c.numbers.data());
    kept_ = c.kept;
    if constexpr (kNibbles) cut_ = _mm512_load_si512(c.cut.data());
  }

  // What lies behind the bytes loaded goes to no lane.
  static __m512i load(const std::uint8_t* from) {
    if constexpr (kTiny) {
      return _mm512_set1_epi64(static_cast<long long>(io::load_little_endian<std::uint64_t>(from)));
    } else if constexpr (kLoad == 8) {
      return _mm512_castsi128_si512(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
    } else if constexpr (kLoad == 16) {
      return _mm512_castsi128_si512(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
    } else if constexpr (kLoad == 32) {
      return _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
    } else {
      return _mm512_loadu_si512(from);
    }
  }

  // What `load` gives, but only the bytes of the first `count` values are read.
  __m512i load_first(const std::uint8_t* from, std::size_t count) const {
    const __mmask64 bytes = first_bytes((phase_ + count * kWidth + 7) / 8);
    const __m512i raw = _mm512_maskz_loadu_epi8(bytes, from);
    return kTiny ? _mm512_broadcastq_epi64(_mm512_castsi512_si128(raw)) : raw;
  }

  // Tiny values only: what is looked up; bits of other values stand above.
  __m512i indexes(__m512i raw) const { return _mm512_srlv_epi64(raw, numbers_); }

  // Nibbles only: what takes values where the permute puts them to their products with `factor`,
  // which is below 2^(48 - kWidth), so that these numbers too have 52 bits.
  __m512i powers_times(__m512i factor) const { return _mm512_mullo_epi64(numbers_, factor); }

  // The values times the factor, plus `offset`: a mask does for cutting, and costs no
  // multiplication.
  __m512i products(__m512i raw, __m512i powers, __m512i offset) const {
    const __m512i placed = _mm512_maskz_permutexvar_epi8(kept_, from_, raw);
    return _mm512_madd52hi_epu64(offset, _mm512_and_si512(placed, cut_), powers);
  }

  // The values plus `offset`, which is zero or what kAdd says is added.
  template <bool kAdd>
  __m512i values(__m512i raw, __m512i offset) const {
    if constexpr (kNibbles) {
      const __m512i placed = _mm512_maskz_permutexvar_epi8(kept_, from_, raw);
      return _mm512_madd52hi_epu64(offset, placed, numbers_);
    } else {
      const __m512i plain = values(raw);
      return kAdd ? _mm512_add_epi64(plain, offset) : plain;
    }
  }

 private:
  __m512i values(__m512i raw) const {
    if constexpr (kTiny) {
      return _mm512_and_si512(indexes(raw), _mm512_set1_epi64((1 << kWidth) - 1));
    } else if constexpr (kWidth == 8) {
      return _mm512_cvtepu8_epi64(_mm512_castsi512_si128(raw));
    } else if constexpr (kWidth == 16) {
      return _mm512_cvtepu16_epi64(_mm512_castsi512_si128(raw));
    } else if constexpr (kWidth == 32) {
      return _mm512_cvtepu32_epi64(_mm512_castsi512_si256(raw));
    } else if constexpr (kWidth == 64) {
      return raw;
    } else {
      return _mm512_maskz_permutexvar_epi8(kept_, from_, raw);
    }
  }

  __m512i from_;
  __m512i numbers_;
  __m512i cut_;
  __mmask64 kept_;
  unsigned phase_;
};

// How eight results go out: all, or the first `count`.
struct StoreU64 {
  using Element = std::uint64_t;
  static void all(Element* out, __m512i v) { _mm512_storeu_si512(out, v); }
  static void some(Element* out, __m512i v, std::size_t count) {
    _mm512_mask_storeu_epi64(out, first_lanes(count), v);
  }
};
struct StoreU32 {
  using Element = std::uint32_t;
  static void all(Element* out, __m512i v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtepi64_epi32(v));
  }
  static void some(Element* out, __m512i v, std::size_t count) {
    _mm512_mask_cvtepi64_storeu_epi32(out, first_lanes(count), v);
  }
};

// The first `count` results; the others are made of whatever stands in their lanes, which must do
// no harm.
template <unsigned kWidth, typename Store, typename Form>
HWY_INLINE void walk_last(const Eight<kWidth>& eight, __m512i raw, typename Store::Element* out,
                          std::size_t count, const Form& form) {
  if constexpr (requires { form.some(eight, raw, count); }) {
    Store::some(out, form.some(eight, raw, count), count);
  } else {
    Store::some(out, form(eight, raw), count);
  }
}

// All values by whole loads; the last store may be of fewer than eight.
template <unsigned kWidth, typename Store, typename Form>
HWY_INLINE void walk_whole(const Eight<kWidth>& eight, const std::uint8_t*& from,
                           typename Store::Element*& out, std::size_t count, const Form& form) {
  const auto take = [&](unsigned some) {
    for (unsigned i = 0; i < some; ++i) {
      Store::all(out + 8 * i, form(eight, eight.load(from + i * kWidth)));
    }
    from += some * kWidth;
    out += 8 * some;
  };
  for (const auto* end = out + count / 64 * 64; out != end;) take(8);
  if (count % 64 == 0) return;
  if ((count & 32) != 0) take(4);
  if ((count & 16) != 0) take(2);
  if ((count & 8) != 0) take(1);
  if (count % 8 != 0) {
    walk_last<kWidth, Store>(eight, eight.load(from), out, count % 8, form);
  }
}

// The same for values whose whole loads would end behind the slice.
template <unsigned kWidth, typename Store, typename Form>
HWY_INLINE void walk_masked(const Eight<kWidth>& eight, const std::uint8_t* from,
                            typename Store::Element* out, std::size_t count, const Form& form) {
  for (; count >= 8; count -= 8) {
    Store::all(out, form(eight, eight.load_first(from, 8)));
    from += kWidth;
    out += 8;
  }
  if (count > 0) {
    walk_last<kWidth, Store>(eight, eight.load_first(from, count), out, count, form);
  }
}

// The walk of all forms: `form(eight, raw)` makes eight results of a load. Inlined, so that `form`
// stays in registers: behind a reference it would be loaded again after each store.
template <unsigned kWidth, typename Store, typename Form>
HWY_INLINE void walk(Stream in, std::uint64_t first, typename Store::Element* out,
                     std::size_t count, Form form) {
  const std::uint64_t bit = first * kWidth;
  const std::uint8_t* from = in.data() + bit / 8;
  const std::size_t left = in.size() - bit / 8;
  const Eight<kWidth> eight(static_cast<unsigned>(bit % 8));
  if constexpr (requires { form.prepare(eight); }) form.prepare(eight);
  constexpr std::size_t kLoad = Eight<kWidth>::kLoad;
  if (count < 8) {
    if (count == 0) return;
    const __m512i raw = left >= kLoad ? eight.load(from) : eight.load_first(from, count);
    return walk_last<kWidth, Store>(eight, raw, out, count, form);
  }
  std::size_t whole = count;  // values that come by whole loads: all, but at the end of the slice
  if (left < (count + 7) / 8 * kWidth + (kLoad - kWidth)) [[unlikely]] {
    whole = left < kLoad ? 0 : 8 * ((left - kLoad) / kWidth + 1);  // below count: not its last load
  }
  walk_whole<kWidth, Store>(eight, from, out, whole, form);
  if (whole != count) [[unlikely]] {
    walk_masked<kWidth, Store>(eight, from, out, count - whole, form);
  }
}

struct Plain {
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    return eight.template values<false>(raw, _mm512_setzero_si512());
  }
};

struct Added {
  __m512i offset;
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    return eight.template values<true>(raw, offset);
  }
};

// The product below 2^52: one instruction for all. With a factor of 1 it is an addition that leaves
// the port of the permutes alone.
struct MultipliedFused {
  __m512i factor;
  __m512i offset;
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    return _mm512_madd52lo_epu64(offset, Plain{}(eight, raw), factor);
  }
};

// The same of nibbles: the multiplication that cuts them out takes the factor along.
struct MultipliedNibbles {
  __m512i factor;
  __m512i offset;
  template <unsigned kWidth>
  void prepare(const Eight<kWidth>& eight) {
    factor = eight.powers_times(factor);
  }
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    return eight.products(raw, factor, offset);
  }
};

// Both factors below 2^32: one multiplication instead of three.
struct MultipliedShort {
  __m512i factor;
  __m512i offset;
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    return _mm512_add_epi64(_mm512_mul_epu32(Plain{}(eight, raw), factor), offset);
  }
};

struct Multiplied {
  __m512i factor;
  __m512i offset;
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    return _mm512_add_epi64(_mm512_mullo_epi64(Plain{}(eight, raw), factor), offset);
  }
};

// Up to 16 answers in two registers. Indexes may have bits above those of the width: a table of 2
// or 4 answers is repeated.
struct Answered {
  __m512i low;
  __m512i high;
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    if constexpr (kWidth < 4) {
      return _mm512_permutexvar_epi64(eight.indexes(raw), low);
    } else if constexpr (kWidth == 4) {
      return _mm512_permutex2var_epi64(low, eight.indexes(raw), high);
    } else {
      return _mm512_permutex2var_epi64(low, Plain{}(eight, raw), high);
    }
  }
};

struct AnsweredBy32 {
  Answered lower;
  Answered upper;
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    const __m512i index = Plain{}(eight, raw);
    const __mmask8 is_upper = _mm512_test_epi64_mask(index, _mm512_set1_epi64(16));
    return _mm512_mask_mov_epi64(_mm512_permutex2var_epi64(lower.low, index, lower.high), is_upper,
                                 _mm512_permutex2var_epi64(upper.low, index, upper.high));
  }
};

struct LookedUp {
  const std::uint64_t* table;
  template <unsigned kWidth>
  __m512i operator()(const Eight<kWidth>& eight, __m512i raw) const {
    return _mm512_i64gather_epi64(Plain{}(eight, raw), table, 8);
  }
  // What stands in the other lanes need not be an index of the table.
  template <unsigned kWidth>
  __m512i some(const Eight<kWidth>& eight, __m512i raw, std::size_t count) const {
    return _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), first_lanes(count),
                                       Plain{}(eight, raw), table, 8);
  }
};

inline __m512i broadcast(std::uint64_t value) {
  return _mm512_set1_epi64(static_cast<long long>(value));
}

template <unsigned kWidth>
void unpack(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count) {
  walk<kWidth, StoreU64>(in, first, out, count, Plain{});
}

template <unsigned kWidth>
void unpack_u32(Stream in, std::uint64_t first, std::uint32_t* out, std::size_t count) {
  walk<kWidth, StoreU32>(in, first, out, count, Plain{});
}

template <unsigned kWidth>
void unpack_affine(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                   Affine form) {
  const __m512i factor = broadcast(form.factor);
  const __m512i offset = broadcast(form.offset);
  if constexpr (kWidth < 8) {
    const auto answer = [&](__m512i index) {
      return _mm512_add_epi64(_mm512_mullo_epi64(index, factor), offset);
    };
    const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i low = _mm512_and_si512(lanes, broadcast((1U << kWidth) - 1));
    const __m512i high = _mm512_add_epi64(lanes, broadcast(8));
    walk<kWidth, StoreU64>(in, first, out, count, Answered{answer(low), answer(high)});
  } else if (form.factor == 1 && (kWidth % 8 != 0 || kWidth > 48)) {
    walk<kWidth, StoreU64>(in, first, out, count, Added{offset});
  } else if (Eight<kWidth>::kNibbles && form.factor >> (kWidth < 48 ? 48 - kWidth : 0) == 0) {
    if constexpr (Eight<kWidth>::kNibbles) {
      walk<kWidth, StoreU64>(in, first, out, count, MultipliedNibbles{factor, offset});
    }
  } else if (kWidth < 52 && form.factor >> (kWidth < 52 ? 52 - kWidth : 0) == 0) {
    walk<kWidth, StoreU64>(in, first, out, count, MultipliedFused{factor, offset});
  } else if (kWidth <= 32 && form.factor >> 32 == 0) {
    walk<kWidth, StoreU64>(in, first, out, count, MultipliedShort{factor, offset});
  } else {
    walk<kWidth, StoreU64>(in, first, out, count, Multiplied{factor, offset});
  }
}

// The entries [first, first + 16) of a table, as far as there are any.
inline Answered answers(Table table, std::size_t first) {
  const auto load = [&](std::size_t at) {
    if (at >= table.size()) return _mm512_setzero_si512();
    const std::size_t held = std::min<std::size_t>(table.size() - at, 8);
    return _mm512_maskz_loadu_epi64(first_lanes(held), table.data() + at);
  };
  return {load(first), load(first + 8)};
}

template <unsigned kWidth>
void unpack_table(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                  Table table) {
  if constexpr (kWidth < 4) {
    const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i repeated = _mm512_and_si512(lanes, broadcast((1U << kWidth) - 1));
    const __m512i low = _mm512_permutexvar_epi64(repeated, answers(table, 0).low);
    walk<kWidth, StoreU64>(in, first, out, count, Answered{low, low});
  } else if (kWidth == 4 || (kWidth == 8 && table.size() <= 16)) {
    walk<kWidth, StoreU64>(in, first, out, count, answers(table, 0));
  } else if (kWidth == 8 && table.size() <= 32) {
    walk<kWidth, StoreU64>(in, first, out, count,
                           AnsweredBy32{answers(table, 0), answers(table, 16)});
  } else {
    walk<kWidth, StoreU64>(in, first, out, count, LookedUp{table.data()});
  }
}

}  // namespace touchstone::numeric::HWY_NAMESPACE
HWY_POP_ATTRIBUTES
