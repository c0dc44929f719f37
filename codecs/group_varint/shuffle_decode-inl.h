// The shuffle decoder: four values with one byte shuffle. Included once per Highway target.
//
// Format: a flag byte holding four 2-bit codes, the first value's in the top two bits; then four
// values of code + 1 bytes each, little-endian. Data may follow the last group, or nothing at all.
//
// The naive form:
//
//   flag = *in++;
//   for (i = 0; i < 4; ++i)
//     for (out[i] = 0, b = 0; b <= (flag >> (6 - 2 * i) & 3); ++b) out[i] |= *in++ << (8 * b);
//
// The tricks. The flag alone says which of the 16 bytes behind it goes where in four 32-bit values
// and which bytes are zero, so a table of 256 shuffles turns one 16-byte load into a group. And in
// long runs the walk from flag to flag takes two groups (with VBMI four) a step, over lengths that
// were computed for all positions beforehand: group_lengths-inl.h says how. Short runs walk flag by
// flag: their chain overlaps with whatever the caller does next, and tables would cost more.
//
// Safe at both edges: a load starts behind a flag and takes 16 bytes, so a group is taken only
// where 17 are left; what lies behind a shorter group is read but reaches no value, as no shuffle
// of its flag names those bytes. Lengths are computed only of bytes inside the input, in whole
// blocks, and walked only as far as every byte they lead to is inside too. A store is four whole
// values, and only where four are wanted.

HWY_BEFORE_NAMESPACE();
namespace touchstone::group_varint::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Bytes16 = hn::Full128<std::uint8_t>;
using Values4 = hn::Full128<std::uint32_t>;

/// Shorter runs are walked flag by flag.
inline constexpr std::size_t kLeastGroupsForTables = 40;

HWY_INLINE void store_values(hn::Vec<Values4> values, std::uint32_t* out) {
  hn::StoreU(values, Values4(), out);
}

HWY_INLINE void store_values(hn::Vec<Values4> values, std::uint64_t* out) {
#if HWY_MAX_BYTES >= 32
  const hn::CappedTag<std::uint64_t, 4> four;
  hn::StoreU(hn::PromoteTo(four, values), four, out);
#else
  const hn::Full128<std::uint64_t> two;
  const hn::Half<Values4> half;
  hn::StoreU(hn::PromoteTo(two, hn::LowerHalf(half, values)), two, out);
  hn::StoreU(hn::PromoteTo(two, hn::UpperHalf(half, values)), two, out + 2);
#endif
}

template <typename T>
HWY_INLINE void decode_group(const std::uint8_t* flag, T* out) {
  const Bytes16 bytes16;
  const auto data = hn::LoadU(bytes16, flag + 1);
  const auto shuffle = hn::LoadU(bytes16, kSpread[*flag].data());
  store_values(hn::BitCast(Values4(), hn::TableLookupBytesOr0(data, shuffle)), out);
}

/// What is left to do.
template <typename T>
struct Run {
  const std::uint8_t* at;
  std::size_t bytes;
  T* to;
  std::size_t groups;

  HWY_INLINE void advance(std::size_t by_bytes, std::size_t by_groups) {
    at += by_bytes;
    bytes -= by_bytes;
    to += 4 * by_groups;
    groups -= by_groups;
  }
  /// Bytes whose lengths are worth knowing: inside the input, no more than a round holds, and no
  /// more than the wanted groups can take. A multiple of kBlock.
  HWY_INLINE std::size_t computable(std::size_t look_ahead) const {
    const std::size_t inside = bytes / kBlock * kBlock;
    const std::size_t needed = (groups * kMaxGroupBytes / kBlock + 1) * kBlock + look_ahead;
    const std::size_t most = kPositions + look_ahead;
    return HWY_MIN(HWY_MIN(inside, needed), most);
  }
};

#if HWY_TARGET == HWY_AVX3_DL

// A byte permute that reaches over two registers fetches from 5 to 34 positions ahead, so lengths,
// pairs and quads come out of registers, and the walk takes four groups a step. The intrinsics have
// no counterpart in Highway 1.0.
HWY_INLINE __m512i ahead(__m512i from, __m512i next) {
  alignas(64) static constexpr auto kLane = [] {
    std::array<std::uint8_t, 64> lanes{};
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = static_cast<std::uint8_t>(i);
    return lanes;
  }();
  const __m512i index = _mm512_add_epi8(_mm512_load_si512(kLane.data()), from);
  return _mm512_add_epi8(from, _mm512_permutex2var_epi8(from, index, next));
}

/// Lengths that must be known beyond the last position whose step is.
inline constexpr std::size_t kLookAhead = 2 * kBlock;
inline constexpr std::size_t kGroupsPerStep = 4;

struct Tables {
  alignas(64) std::uint8_t lengths[kPositions + kLookAhead];
  alignas(64) std::uint8_t pairs[kPositions];
  alignas(64) std::uint8_t quads[kPositions];

  HWY_INLINE void find_steps(std::size_t positions) {
    __m512i next_length = _mm512_load_si512(lengths + kBlock);
    __m512i pair = ahead(_mm512_load_si512(lengths), next_length);
    for (std::size_t i = 0; i < positions; i += kBlock) {
      const __m512i far_length = _mm512_load_si512(lengths + i + 2 * kBlock);
      const __m512i next_pair = ahead(next_length, far_length);
      _mm512_store_si512(pairs + i, pair);
      _mm512_store_si512(quads + i, ahead(pair, next_pair));
      next_length = far_length;
      pair = next_pair;
    }
  }

  template <typename T>
  HWY_INLINE std::size_t step(const std::uint8_t* start, std::size_t at, T* to) const {
    const std::size_t second = at + lengths[at];
    const std::size_t third = at + pairs[at];
    const std::size_t fourth = third + lengths[third];
    const std::size_t next = at + quads[at];
    decode_group(start + at, to);
    decode_group(start + second, to + 4);
    decode_group(start + third, to + 8);
    decode_group(start + fourth, to + 12);
    return next;
  }
};

#else

/// Lengths that must be known beyond the last position whose step is.
inline constexpr std::size_t kLookAhead = kBlock;
inline constexpr std::size_t kGroupsPerStep = 2;

struct Tables {
  alignas(64) std::uint8_t lengths[kPositions + kLookAhead];
  alignas(64) std::uint8_t pairs[kPositions];

  HWY_INLINE void find_steps(std::size_t positions) { find_pairs(lengths, positions, pairs); }

  template <typename T>
  HWY_INLINE std::size_t step(const std::uint8_t* start, std::size_t at, T* to) const {
    const std::size_t second = at + lengths[at];
    const std::size_t next = at + pairs[at];
    decode_group(start + at, to);
    decode_group(start + second, to + 4);
    return next;
  }
};

#endif

template <typename T>
HWY_INLINE void decode_round(Run<T>& run) {
  Tables tables;
  const std::size_t computable = run.computable(kLookAhead);
  const std::size_t positions = computable - kLookAhead;
  find_lengths(run.at, computable, tables.lengths);
  tables.find_steps(positions);
  const std::uint8_t* const start = run.at;
  T* to = run.to;
  std::size_t left = run.groups;
  std::size_t at = 0;
  while (at < positions && left >= kGroupsPerStep) {
    at = tables.step(start, at, to);
    to += 4 * kGroupsPerStep;
    left -= kGroupsPerStep;
  }
  run.advance(at, run.groups - left);
}

// Flag by flag. A function of its own, so that what it counts stays in registers.
template <typename T>
HWY_INLINE Progress decode_one_by_one(std::span<const std::uint8_t> in, std::span<T> out) {
  const std::uint8_t* at = in.data();
  const std::size_t wanted = out.size() / 4;
  T* to = out.data();
  std::size_t left = in.size();
  std::size_t done = 0;
  while (done < wanted && left >= kMaxGroupBytes) {
    const std::size_t bytes = kGroupBytes[*at];
    decode_group(at, to);
    at += bytes;
    left -= bytes;
    to += 4;
    ++done;
  }
  return {done, in.size() - left};
}

// By rounds over tables, then the rest. Not inlined: its tables would cost short runs their stack.
template <typename T>
HWY_NOINLINE Progress decode_by_tables(std::span<const std::uint8_t> in, std::span<T> out) {
  const std::size_t wanted = out.size() / 4;
  Run<T> run{in.data(), in.size(), out.data(), wanted};
  while (run.groups >= kLeastGroupsForTables && run.bytes >= kLookAhead + kBlock) {
    decode_round(run);
  }
  const Progress rest = decode_one_by_one<T>({run.at, run.bytes}, {run.to, 4 * run.groups});
  return {wanted - run.groups + rest.groups, in.size() - run.bytes + rest.bytes};
}

template <typename T>
Progress decode_groups(std::span<const std::uint8_t> in, std::span<T> out) {
  return out.size() / 4 >= kLeastGroupsForTables ? decode_by_tables(in, out)
                                                 : decode_one_by_one(in, out);
}

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
