// The kernels of all tiers between plain C++ and AVX-512 VBMI: shuffle and shift.
//
// Format: value i takes the bits [i * width, (i + 1) * width) of one long string, least significant
// first.
//
// The naive form:
//
//   for (i = 0; i < count; ++i) {
//     bit = (first + i) * width;
//     out[i] = load8(in + bit / 8) >> bit % 8 & mask;
//   }
//
// The trick: eight values take exactly `width` bytes, so a step of eight values has the same
// constants everywhere. One shuffle moves the bytes (or, across 16-byte lanes, the 32-bit words)
// that hold a value to its lane; a shift by a number per lane and a mask cut it out; whole bytes
// need neither, where the shuffle zeroes the others. Values below eight bits are copied to all
// lanes by a broadcasting load and only shifted and masked.
// A start inside a byte costs nothing: it is another set of constants.
//
// Safe at both edges: a step is taken while all of its loads end inside the slice (kWindow bytes).
// The last values, and fewer than eight, are fetched one by one (`value_at`). Stores are of what is
// reported.
HWY_BEFORE_NAMESPACE();
namespace touchstone::numeric::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Longs = hn::ScalableTag<std::uint64_t>;
using Vector = hn::VFromD<Longs>;
inline constexpr std::size_t kLanes = hn::MaxLanes(Longs());
inline constexpr std::size_t kVectors = 8 / kLanes;  // of a step

// How a vector of values is made, by width.
enum class Way {
  shift,    // from one broadcast word of 64 bits
  plain,    // none: the scalar kernels are faster
  bytes,    // a shuffle of bytes, from one load of 16 bytes, in every 16-byte lane
  pairs,    // the same, from one load of 16 bytes for each lane
  words,    // a shuffle of 32-bit words
  zeroes,   // an instruction that widens
  nothing,  // a plain load
};

template <unsigned kWidth>
constexpr Way way_of() {
  if (kWidth == 64) return Way::nothing;
#if HWY_TARGET == HWY_SSSE3 || HWY_TARGET == HWY_SSE4
  if (kWidth < 4) return Way::plain;
  return Way::bytes;
#endif
  if (kWidth < 8) return Way::shift;
  if (kLanes == 2) return Way::bytes;
  if (kWidth == 8 || kWidth == 16 || kWidth == 32) return Way::zeroes;
  if (kLanes * kWidth / 8 + (kWidth % 8 == 0 ? 0 : 1) <= 16) return Way::bytes;
  return kLanes == 4 || kWidth == 56 ? Way::pairs : Way::words;
}

// Bytes of a whole load for one vector.
template <unsigned kWidth>
constexpr std::size_t load_size() {
  switch (way_of<kWidth>()) {
    case Way::shift:
      return 8;
    case Way::bytes:
      return 16;
    case Way::pairs:
      return (kLanes / 2 - 1) * kWidth / 4 + 16;
    case Way::zeroes:
      return kLanes * kWidth / 8;
    default:
      return kLanes * 8;
  }
}

// Where vector `v` of a step starts to load.
template <unsigned kWidth>
constexpr std::size_t offset_of(std::size_t v) {
  return way_of<kWidth>() == Way::shift ? 0 : v * kLanes * kWidth / 8;
}

// Bytes that a step reads.
template <unsigned kWidth>
inline constexpr std::size_t kWindow = offset_of<kWidth>(kVectors - 1) + load_size<kWidth>();

// Whether values are still to be cut out once their bytes are in place.
template <unsigned kWidth>
inline constexpr bool kCut = kWidth % 8 != 0 || way_of<kWidth>() == Way::words;

struct alignas(64) StepConstants {
  std::array<std::uint8_t, 8 * kLanes> bytes{};
  std::array<std::uint32_t, 2 * kLanes> words{};
  std::array<std::uint64_t, 8> shifts{};  // of all lanes of a step; below 8 bits, else of a vector
};

template <unsigned kWidth>
constexpr StepConstants step_constants(unsigned phase) {
  StepConstants c;
  constexpr Way kWay = way_of<kWidth>();
  for (unsigned lane = 0; lane < 8; ++lane) {
    const unsigned bit = phase + lane * kWidth;
    c.shifts[lane] = kWay == Way::shift ? bit : kWay == Way::words ? bit % 32 : bit % 8;
#if HWY_TARGET == HWY_SSSE3 || HWY_TARGET == HWY_SSE4
    c.shifts[lane] = bit % 8 == 0 ? 16 : 1;  // see `shift`
#endif
    if (kWay == Way::shift || lane >= kLanes) continue;
    // In `pairs` each 16-byte lane has a load of its own, at its first value.
    const unsigned start = kWay == Way::pairs ? bit - lane / 2 * 2 * kWidth : bit;
    for (unsigned i = 0; i < 8; ++i) {
      const bool taken = i < (start % 8 + kWidth + 7) / 8;
      c.bytes[8 * lane + i] = taken ? static_cast<std::uint8_t>(start / 8 + i) : 0x80;
    }
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned word = bit / 32 + i;
      c.words[2 * lane + i] = word < 2 * kLanes ? word : bit / 32;  // no value ends behind the load
    }
  }
  return c;
}

template <unsigned kWidth>
inline constexpr std::array<StepConstants, 2> kStepConstants{step_constants<kWidth>(0),
                                                             step_constants<kWidth>(4)};

template <unsigned kWidth>
class Step {
 public:
  explicit Step(unsigned phase) {
    const StepConstants& c = kStepConstants<kWidth>[kWay == Way::shift ? 0 : phase / 4];
    const hn::Repartition<std::uint8_t, Longs> bytes;
    bytes_ = hn::Load(bytes, c.bytes.data());
#if HWY_TARGET == HWY_AVX3
    words_ = _mm512_load_si512(c.words.data());
#endif
    for (std::size_t v = 0; v < kVectors; ++v) {
      const auto shifts =
          hn::Load(Longs(), c.shifts.data() + (kWay == Way::shift ? v * kLanes : 0));
      shifts_[v] = kWay == Way::shift ? hn::Add(shifts, hn::Set(Longs(), phase)) : shifts;
    }
  }

  // Vector `v` of the step that starts at `from`.
  Vector values(const std::uint8_t* from, std::size_t v) const {
    const Vector placed = place(from + offset_of<kWidth>(v));
    if constexpr (!kCut<kWidth>) return placed;
    const std::size_t constants = kWay == Way::shift ? v : 0;
    return hn::And(shift(placed, constants), hn::Set(Longs(), ~std::uint64_t{0} >> (64 - kWidth)));
  }

 private:
  static constexpr Way kWay = way_of<kWidth>();

  Vector shift(Vector placed, std::size_t constants) const {
#if HWY_TARGET == HWY_SSSE3 || HWY_TARGET == HWY_SSE4
    // No shift by a number per lane: what starts a byte is multiplied by 16, then both by 4 bits.
    return hn::ShiftRight<4>(
        hn::MulEven(hn::BitCast(hn::Repartition<std::uint32_t, Longs>(), placed),
                    hn::BitCast(hn::Repartition<std::uint32_t, Longs>(), shifts_[constants])));
#else
    return hn::Shr(placed, shifts_[constants]);
#endif
  }

  Vector place(const std::uint8_t* from) const {
    const Longs longs;
    const hn::Repartition<std::uint8_t, Longs> bytes;
    if constexpr (kWay == Way::nothing) {
      return hn::BitCast(longs, hn::LoadU(bytes, from));
    } else if constexpr (kWay == Way::shift) {
      return hn::Set(longs, io::load_little_endian<std::uint64_t>(from));
    } else if constexpr (kWay == Way::bytes) {
#if HWY_MAX_BYTES > 16 && HWY_TARGET <= HWY_AVX2
      const auto loaded = hn::LoadDup128(bytes, from);
#else
      const auto loaded = hn::LoadU(bytes, from);
#endif
      return hn::BitCast(longs, hn::TableLookupBytes(loaded, bytes_));
    } else if constexpr (kWay == Way::pairs) {
      return hn::BitCast(longs, hn::TableLookupBytes(load_pairs(from), bytes_));
#if HWY_TARGET == HWY_AVX3  // not Highway's: under a sanitizer that asks for its library
    } else if constexpr (kWay == Way::words) {
      return Vector{_mm512_permutexvar_epi32(words_, _mm512_loadu_si512(from))};
#endif
    } else {
      return widen(from);
    }
  }

  // 16 bytes from where each pair of values starts.
  static auto load_pairs(const std::uint8_t* from) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    const auto pair = [from](std::size_t i) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i * kWidth / 4));
    };
#endif
#if HWY_TARGET == HWY_AVX2
    return hn::Vec256<std::uint8_t>{
        _mm256_inserti128_si256(_mm256_castsi128_si256(pair(0)), pair(1), 1)};
#elif HWY_TARGET == HWY_AVX3
    __m512i all = _mm512_zextsi128_si512(pair(0));
    all = _mm512_inserti64x2(all, pair(1), 1);
    all = _mm512_inserti64x2(all, pair(2), 2);
    return hn::Vec512<std::uint8_t>{_mm512_inserti64x2(all, pair(3), 3)};
#else
    return hn::LoadU(hn::Repartition<std::uint8_t, Longs>(), from);
#endif
  }

  static Vector widen(const std::uint8_t* from) {
#if HWY_TARGET == HWY_AVX2
    if constexpr (kWidth == 8) {
      return Vector{_mm256_cvtepu8_epi64(_mm_loadu_si32(from))};
    } else if constexpr (kWidth == 16) {
      return Vector{_mm256_cvtepu16_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)))};
    } else {
      return Vector{_mm256_cvtepu32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)))};
    }
#elif HWY_TARGET == HWY_AVX3
    if constexpr (kWidth == 8) {
      return Vector{_mm512_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)))};
    } else if constexpr (kWidth == 16) {
      return Vector{_mm512_cvtepu16_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)))};
    } else {
      return Vector{
          _mm512_cvtepu32_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)))};
    }
#else
    return hn::BitCast(Longs(), hn::LoadU(hn::Repartition<std::uint8_t, Longs>(), from));
#endif
  }

  hn::VFromD<hn::Repartition<std::uint8_t, Longs>> bytes_;
#if HWY_TARGET == HWY_AVX3
  __m512i words_;
#endif
  Vector shifts_[kVectors];
};

// Eight results to anywhere.
template <unsigned kWidth, typename Form>
inline void take_step(const Step<kWidth>& step, const std::uint8_t* from, std::uint64_t* out,
                      const Form& form) {
  for (std::size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(form(step.values(from, v)), Longs(), out + v * kLanes);
  }
}

template <unsigned kWidth, typename Form>
inline void take_step(const Step<kWidth>& step, const std::uint8_t* from, std::uint32_t* out,
                      const Form& form) {
  alignas(64) std::uint64_t values[8];
  take_step(step, from, values, form);
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<std::uint32_t>(values[i]);
}

// The walk of all forms: `form` is done to each vector, and to each of the last values. Inlined, so
// that `form` stays in registers: behind a reference it would be loaded again after each store.
template <unsigned kWidth, typename Element, typename Form>
HWY_INLINE void walk(Stream in, std::uint64_t first, Element* out, std::size_t count,
                     const Form form) {
  constexpr auto kStep = static_cast<std::ptrdiff_t>(kWidth);
  constexpr auto kNeeded = static_cast<std::ptrdiff_t>(kWindow<kWidth>);
  std::size_t at = 0;
  if (count >= 8) {
    const std::uint64_t bit = first * kWidth;
    const Step<kWidth> step(static_cast<unsigned>(bit % 8));
    const std::uint8_t* from = in.data() + bit / 8;
    auto left = in.data() + in.size() - from;
    for (; count - at >= 32 && left >= 3 * kStep + kNeeded; at += 32) {
      for (std::size_t i = 0; i < 4; ++i) {
        take_step(step, from + i * kWidth, out + at + 8 * i, form);
      }
      from += 4 * kStep;
      left -= 4 * kStep;
    }
    for (; count - at >= 8 && left >= kNeeded; at += 8) {
      take_step(step, from, out + at, form);
      from += kStep;
      left -= kStep;
    }
  }
  for (; at < count; ++at) {
    out[at] = static_cast<Element>(form(value_at(in, kWidth, first + at)));
  }
}

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

// Both factors below 2^32.
struct MultipliedShort : Added {
  explicit MultipliedShort(Affine form) : Added(form), factor(hn::Set(Longs(), form.factor)) {}
  using AffineOfOne::operator();
  Vector operator()(Vector q) const { return hn::Add(low_product(q, factor), offset); }
  Vector factor;
};

struct Multiplied : MultipliedShort {
  using AffineOfOne::operator();
  using MultipliedShort::MultipliedShort;
  Vector operator()(Vector q) const {
    const Vector crossed = hn::Add(low_product(q, hn::ShiftRight<32>(factor)),
                                   low_product(hn::ShiftRight<32>(q), factor));
    return hn::Add(hn::Add(low_product(q, factor), hn::ShiftLeft<32>(crossed)), offset);
  }
};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// Answers that fit into registers: a permute looks them up. Not Highway's, see `place`.
template <unsigned kWidth>
struct Answered {
  static constexpr bool kFits = kWidth <= (HWY_TARGET == HWY_AVX3 ? 4 : 2);

  explicit Answered(Table table) {
    std::copy_n(table.data(), std::min(table.size(), std::size(entries)), entries);
    for (std::size_t i = 0; i < std::size(registers); ++i) {
      registers[i] = hn::Load(Longs(), entries + i % (std::size(entries) / kLanes) * kLanes);
    }
  }
  std::uint64_t operator()(std::uint64_t q) const { return entries[q]; }
  Vector operator()(Vector q) const {
#if HWY_TARGET == HWY_AVX3
    return Vector{_mm512_permutex2var_epi64(registers[0].raw, q.raw, registers[1].raw)};
#else
    // The halves of the answer, by the numbers 2q and 2q + 1.
    const __m256i twice = _mm256_shuffle_epi32(hn::Add(q, q).raw, 0xA0);
    const Vector numbers = hn::Add(Vector{twice}, hn::Set(Longs(), 0x1'0000'0000));
    return Vector{_mm256_permutevar8x32_epi32(registers[0].raw, numbers.raw)};
#endif
  }

  alignas(64) std::uint64_t entries[std::max<std::size_t>(kLanes, std::size_t{1} << kWidth)]{};
  Vector registers[2];
};
#endif

template <unsigned kWidth>
void unpack(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count) {
  if constexpr (way_of<kWidth>() == Way::plain)
    return scalar::unpack<kWidth>(in, first, out, count);
  walk<kWidth>(in, first, out, count, Plain{});
}

template <unsigned kWidth>
void unpack_u32(Stream in, std::uint64_t first, std::uint32_t* out, std::size_t count) {
  if constexpr (way_of<kWidth>() == Way::plain)
    return scalar::unpack_u32<kWidth>(in, first, out, count);
  walk<kWidth>(in, first, out, count, Plain{});
}

template <unsigned kWidth>
void unpack_affine(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                   Affine form) {
  if constexpr (way_of<kWidth>() == Way::plain)
    return scalar::unpack_affine<kWidth>(in, first, out, count, form);
  if (form.factor == 1) {
    walk<kWidth>(in, first, out, count, Added(form));
  } else if (kWidth <= 32 && form.factor >> 32 == 0) {
    walk<kWidth>(in, first, out, count, MultipliedShort(form));
  } else {
    walk<kWidth>(in, first, out, count, Multiplied(form));
  }
}

// Of more answers the look-up takes longer than all else, and no vector helps with it.
template <unsigned kWidth>
void unpack_table(Stream in, std::uint64_t first, std::uint64_t* out, std::size_t count,
                  Table table) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  if constexpr (kWidth <= 4 && Answered<std::min(kWidth, 4U)>::kFits) {
    return walk<kWidth>(in, first, out, count, Answered<kWidth>(table));
  }
#endif
  scalar::unpack_table<kWidth>(in, first, out, count, table);
}

}  // namespace touchstone::numeric::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
