// How all tiers between plain C++ and AVX-512 VBMI unpack: shuffle and shift.
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
// lanes by a broadcasting load and only shifted and masked. One load serves as many vectors as it
// covers: up to 40 instructions for 32 values, the machine takes six at a time, so each counts.
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
using Vectors = Vector[kVectors];  // not std::array, whose members are no functions of this target

// How a vector of values is made, by width.
enum class Way {
  shift,   // from one broadcast word of 64 bits
  scalar,  // none: the scalar kernels are faster
  bytes,   // a shuffle of bytes, from one load of 16 bytes, in every 16-byte lane
  shared,  // the same, from one load for the whole step
  pairs,   // the same, from one load of 16 bytes for each lane
  words,   // a shuffle of 32-bit words
  zeroes,  // an instruction that widens
  loads,   // a load, and nothing else
};

template <unsigned kWidth>
constexpr Way way_of() {
  if (kWidth == 64) return Way::loads;
#if HWY_TARGET == HWY_SSSE3 || HWY_TARGET == HWY_SSE4
  if (kWidth < 4) return Way::scalar;
  return Way::bytes;
#endif
  if (kWidth < 8) return Way::shift;
  if (kLanes < 8 && kWidth <= 16) return Way::shared;
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
    case Way::shared:
      return 16;
    case Way::pairs:
      return (kLanes / 2 - 1) * kWidth / 4 + 16;
    case Way::zeroes:
      return kLanes * kWidth / 8;
    default:
      return kLanes * 8;
  }
}

// Whether all vectors of a step come out of one load, each by constants of its own.
template <unsigned kWidth>
inline constexpr bool kOneLoad = way_of<kWidth>() == Way::shift || way_of<kWidth>() == Way::shared;

// Where vector `v` of a step starts to load.
template <unsigned kWidth>
constexpr std::size_t offset_of(std::size_t v) {
  return kOneLoad<kWidth> ? 0 : v * kLanes * kWidth / 8;
}

// Bytes that a step reads.
template <unsigned kWidth>
inline constexpr std::size_t kWindow = offset_of<kWidth>(kVectors - 1) + load_size<kWidth>();

// Whether values are still to be cut out once their bytes are in place.
template <unsigned kWidth>
inline constexpr bool kCut = kWidth % 8 != 0 || way_of<kWidth>() == Way::words;

struct alignas(64) StepConstants {
  std::array<std::uint8_t, 64> bytes{};  // of all lanes of a step
  std::array<std::uint32_t, 2 * kLanes> words{};
  std::array<std::uint64_t, 8> shifts{};
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
    if (kWay == Way::shift || (kWay != Way::shared && lane >= kLanes)) continue;
    // In `pairs` each 16-byte lane has a load of its own, at its first value.
    const unsigned start = kWay == Way::pairs ? bit - lane / 2 * 2 * kWidth : bit;
    for (unsigned i = 0; i < 8; ++i) {
      const bool taken = i < (start % 8 + kWidth + 7) / 8;
      c.bytes[8 * lane + i] = taken ? static_cast<std::uint8_t>(start / 8 + i) : 0x80;
    }
    for (unsigned i = 0; i < 2 && lane < kLanes; ++i) {
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
    for (std::size_t v = 0; v < std::size(bytes_); ++v) {
      bytes_[v] = hn::Load(bytes, c.bytes.data() + v * 8 * kLanes);
    }
#if HWY_TARGET == HWY_AVX3
    words_ = _mm512_load_si512(c.words.data());
#endif
    for (std::size_t v = 0; v < kVectors; ++v) {
      const auto shifts =
          hn::Load(Longs(), c.shifts.data() + (kWay == Way::shift ? v * kLanes : 0));
      shifts_[v] = kWay == Way::shift ? hn::Add(shifts, hn::Set(Longs(), phase)) : shifts;
    }
  }

  // The vectors of the step that starts at `from`. Bits of other values stand above.
  void uncut(const std::uint8_t* from, Vectors& all) const {
    const Vector shared = kWay == Way::shift ? place(from) : hn::Zero(Longs());
    for (std::size_t v = 0; v < kVectors; ++v) {
      all[v] = kWay == Way::shift ? shared : place(from + offset_of<kWidth>(v), v);
      if constexpr (kCut<kWidth>) all[v] = shift(all[v], kWay == Way::shift ? v : 0);
    }
  }

  void values(const std::uint8_t* from, Vectors& all) const {
    uncut(from, all);
    if constexpr (kCut<kWidth>) {
      const Vector mask = hn::Set(Longs(), ~std::uint64_t{0} >> (64 - kWidth));
      for (Vector& v : all) v = hn::And(v, mask);
    }
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

  Vector place(const std::uint8_t* from, [[maybe_unused]] std::size_t v = 0) const {
    const Longs longs;
    const hn::Repartition<std::uint8_t, Longs> bytes;
    if constexpr (kWay == Way::loads) {
      return hn::BitCast(longs, hn::LoadU(bytes, from));
    } else if constexpr (kWay == Way::shift) {
      return hn::Set(longs, io::load_little_endian<std::uint64_t>(from));
    } else if constexpr (kWay == Way::bytes || kWay == Way::shared) {
#if HWY_MAX_BYTES > 16 && HWY_TARGET <= HWY_AVX2
      const auto loaded = hn::LoadDup128(bytes, from);
#else
      const auto loaded = hn::LoadU(bytes, from);
#endif
      return hn::BitCast(longs, hn::TableLookupBytesOr0(loaded, bytes_[kOneLoad<kWidth> ? v : 0]));
    } else if constexpr (kWay == Way::pairs) {
      return hn::BitCast(longs, hn::TableLookupBytesOr0(load_pairs(from), bytes_[0]));
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
    return Vector{_mm256_cvtepu32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)))};
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

  hn::VFromD<hn::Repartition<std::uint8_t, Longs>> bytes_[kOneLoad<kWidth> ? kVectors : 1];
#if HWY_TARGET == HWY_AVX3
  __m512i words_;
#endif
  Vector shifts_[kVectors];
};

// Eight results to anywhere.
inline void store(const Vectors& all, std::uint64_t* out) {
  for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(all[v], Longs(), out + v * kLanes);
}

// The lower halves of them.
inline void store(const Vectors& all, std::uint32_t* out) {
#if HWY_TARGET == HWY_AVX3
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtepi64_epi32(all[0].raw));
#else
  const hn::Repartition<std::uint32_t, Longs> halves;
  for (std::size_t v = 0; v < kVectors; v += 2) {
    const auto low = hn::BitCast(halves, all[v]);
    const auto high = hn::BitCast(halves, all[v + 1]);
    hn::StoreU(hn::ConcatEven(halves, high, low), halves, out + v * kLanes);
  }
#endif
}

template <unsigned kWidth, typename Element, typename Form>
inline void take_step(const Step<kWidth>& step, const std::uint8_t* from, Element* out,
                      const Form& form) {
  Vectors all;
  if constexpr (requires { form.of_uncut(all); }) {
    step.uncut(from, all);
    form.of_uncut(all);
  } else {
    step.values(from, all);
    for (Vector& v : all) v = form(v);
  }
  store(all, out);
}

// How many of `steps` may be taken: those whose loads end inside the `left` bytes.
template <unsigned kWidth>
inline std::size_t steps_inside(std::size_t steps, std::size_t left) {
  constexpr std::size_t kBehind = kWindow<kWidth> - kWidth;
  if (left >= steps * kWidth + kBehind) [[likely]]
    return steps;
  return left < kWindow<kWidth> ? 0 : (left - kWindow<kWidth>) / kWidth + 1;
}

// The walk of all forms: `form` is done to each vector, and to each of the last values. Inlined, so
// that `form` stays in registers: behind a reference it would be loaded again after each store.
template <unsigned kWidth, typename Element, typename Form>
HWY_INLINE void walk(Stream in, std::uint64_t first, Element* out, std::size_t count,
                     const Form form) {
  std::size_t at = 0;
  if (count >= 8) {
    const std::uint64_t bit = first * kWidth;
    const Step<kWidth> step(static_cast<unsigned>(bit % 8));
    const std::uint8_t* from = in.data() + bit / 8;
    const std::size_t steps = steps_inside<kWidth>(count / 8, in.size() - bit / 8);
    const auto take = [&](std::size_t some) {
      for (std::size_t i = 0; i < some; ++i) {
        take_step(step, from + i * kWidth, out + at + 8 * i, form);
      }
      from += some * kWidth;
      at += 8 * some;
    };
    while (at != steps / 4 * 32) take(4);
    while (at != steps * 8) take(1);
  }
  for (; at < count; ++at) {
    out[at] = static_cast<Element>(form(value_at(in, kWidth, first + at)));
  }
}

}  // namespace touchstone::numeric::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
