// The length of a group at every byte position, and of two groups in a row. Included once per
// Highway target; fit for all but AVX-512 VBMI, which has a file of its own.
//
// Where a group starts is known only when the one before it has been looked at: a chain from flag
// to flag of some eleven cycles a group, whatever decoding costs. It is broken by asking a question
// that needs no chain: how long would a group be if its flag were at position i? For all i at once
// that is two look-ups of half-bytes and an addition. From these lengths, the length of two groups
// is lengths[i] + lengths[i + lengths[i]]: a byte fetched from 5 to 32 positions ahead of the first
// of each 16 lanes, again for all i at once. Most positions hold no flag and their answers mean
// nothing; the walk never asks for them.

HWY_BEFORE_NAMESPACE();
namespace touchstone::group_varint::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using AllBytes = hn::ScalableTag<std::uint8_t>;
using LengthVector = hn::Vec<AllBytes>;

/// Positions that are filled at a time: what a walk of two groups mostly takes, and whole vectors.
inline constexpr std::size_t kBlock = HWY_MAX(32, HWY_MAX_BYTES);

/// Bytes that must lie inside the input behind the last block of positions: two groups reach 34
/// bytes, and lengths are found up to a block ahead.
inline constexpr std::size_t kLookAhead = 64;

inline constexpr std::size_t kGroupsPerStep = 2;

/// The lengths of one and of two groups for each position of a stretch, side by side so that one
/// pointer reaches both.
struct Steps {
  static constexpr std::size_t kPairs = kPositions;
  alignas(64) std::uint8_t bytes[2 * kPositions];
};

// 5..17 at each position, from the byte there.
HWY_INLINE LengthVector group_lengths(const std::uint8_t* in) {
  // The sum of the two length codes in a half-byte; in one of them with what every group has.
  alignas(16) static constexpr std::uint8_t kLow[16] = {5, 6, 7, 8,  6, 7, 8,  9,
                                                        7, 8, 9, 10, 8, 9, 10, 11};
  alignas(16) static constexpr std::uint8_t kHigh[16] = {0, 1, 2, 3, 1, 2, 3, 4,
                                                         2, 3, 4, 5, 3, 4, 5, 6};
  const AllBytes d;
  const auto bytes = hn::LoadU(d, in);
  const auto low = hn::TableLookupBytes(hn::LoadDup128(d, kLow), hn::And(bytes, hn::Set(d, 0x0F)));
  const auto high = hn::TableLookupBytes(hn::LoadDup128(d, kHigh), hn::ShiftRight<4>(bytes));
  return hn::Add(low, high);
}

/// What a vector of lengths looks at: the lanes from 16 and from 32 positions behind its own.
struct Ahead {
  LengthVector by_16;
  LengthVector by_32;
};

#if HWY_MAX_BYTES == 16
HWY_INLINE Ahead look_ahead(LengthVector, LengthVector next, LengthVector after) {
  return {next, after};
}
#elif HWY_MAX_BYTES == 32
HWY_INLINE Ahead look_ahead(LengthVector lengths, LengthVector next, LengthVector) {
  return {hn::ConcatLowerUpper(AllBytes(), next, lengths), next};
}
#else
HWY_INLINE Ahead look_ahead(LengthVector lengths, LengthVector next, LengthVector) {
  return {LengthVector{_mm512_alignr_epi32(next.raw, lengths.raw, 4)},
          LengthVector{_mm512_alignr_epi32(next.raw, lengths.raw, 8)}};
}
#endif

// lengths + what stands `lengths` ahead of each. In each 16 lanes that is a byte of the 16 that
// start 5 positions ahead, or of the 16 behind those.
HWY_INLINE LengthVector twice(LengthVector lengths, const Ahead& ahead) {
  // The lane, less 5. An index with its top bit set fetches a zero. x86 looks at the low four bits
  // of all others, so that adding 0x70 sets it for those beyond; Arm takes all beyond 15 for it.
  constexpr std::uint8_t kBias = HWY_ARCH_X86 ? 0x70 : 0;
  alignas(16) static constexpr auto kNear = make_lanes<16>(kBias - 5);
  alignas(16) static constexpr auto kFar = make_lanes<16>(-5 - 16);
  const AllBytes d;
  const auto near = hn::CombineShiftRightBytes<5>(d, ahead.by_16, lengths);
  const auto far = hn::CombineShiftRightBytes<5>(d, ahead.by_32, ahead.by_16);
  const auto in_near = hn::Add(lengths, hn::LoadDup128(d, kNear.data()));
  const auto in_far = hn::Add(lengths, hn::LoadDup128(d, kFar.data()));
  const auto fetched =
      hn::Or(hn::TableLookupBytesOr0(near, in_near), hn::TableLookupBytesOr0(far, in_far));
  return hn::Add(lengths, fetched);
}

/// Fills Steps block by block: what is known of the vectors to come.
class Filler {
 public:
  /// Reads kAhead vectors from `in`.
  HWY_INLINE Filler(const std::uint8_t* in, Steps& steps)
      : in_(in + kAhead * kLanes),
        to_(steps.bytes),
        lengths_(group_lengths(in)),
        next_(group_lengths(in + (kAhead - 1) * kLanes)) {}

  /// Reads one block more.
  HWY_INLINE void fill_block() {
    const AllBytes d;
    for (std::size_t i = 0; i < kBlock; i += kLanes) {
      const LengthVector last = group_lengths(in_ + i);
      const LengthVector next = kAhead == 2 ? next_ : last;
      hn::Store(lengths_, d, to_ + i);
      hn::Store(twice(lengths_, look_ahead(lengths_, next, last)), d, to_ + Steps::kPairs + i);
      lengths_ = next;
      next_ = last;
    }
    in_ += kBlock;
    to_ += kBlock;
  }

  HWY_INLINE void fill_last(std::size_t blocks) {
    for (; blocks != 0; --blocks) fill_block();
  }

 private:
  static constexpr std::size_t kLanes = HWY_MAX_BYTES;
  /// Vectors that hold what is up to 16 + 16 + 5 lanes ahead of any lane of the one before them.
  static constexpr std::size_t kAhead = kLanes == 16 ? 2 : 1;

  const std::uint8_t* in_;
  std::uint8_t* to_;
  LengthVector lengths_;
  LengthVector next_;
};

/// Decodes the groups of a step at start + at, and gives where the next step is.
template <typename T>
HWY_INLINE std::size_t decode_step(const std::uint8_t* steps, const std::uint8_t* start,
                                   std::size_t at, T* to) {
  const std::size_t second = at + steps[at];
  const std::size_t next = at + steps[Steps::kPairs + at];
  decode_group(start + at, to);
  decode_group(start + second, to + 4);
  return next;
}

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
