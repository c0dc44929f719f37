// The length of a group at every byte position, and of two and four groups in a row. Included once
// per Highway target.
//
// Where a group starts is known only when the one before it has been looked at: a chain from flag
// to flag of some eleven cycles a group, whatever decoding costs. It is broken by asking a question
// that needs no chain: how long would a group be if its flag were at position i? For all i at once
// that is two look-ups of half-bytes and two additions. From these lengths, the length of two
// groups is lengths[i] + lengths[i + lengths[i]]: a byte fetched from 5 to 17 positions ahead,
// again for all i at once. Most positions hold no flag and their answers mean nothing; the walk
// never asks for them.

HWY_BEFORE_NAMESPACE();
namespace touchstone::group_varint::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Positions per round: enough that the walk's end, which is mispredicted, is rare; small enough
/// that the tables stay in the first-level cache.
inline constexpr std::size_t kPositions = 2048;

/// Everything is computed in multiples of this many bytes, whatever the vector's width.
inline constexpr std::size_t kBlock = 64;

using AllBytes = hn::ScalableTag<std::uint8_t>;

/// lengths[i], 5..17, for i in [0, count). `count` is a multiple of kBlock; reads in[0, count).
HWY_INLINE void find_lengths(const std::uint8_t* in, std::size_t count, std::uint8_t* lengths) {
  // The sum of the two length codes in a half-byte.
  alignas(16) static constexpr std::uint8_t kCodeSums[16] = {0, 1, 2, 3, 1, 2, 3, 4,
                                                             2, 3, 4, 5, 3, 4, 5, 6};
  const AllBytes d;
  const auto sums = hn::LoadDup128(d, kCodeSums);
  const auto low_half = hn::Set(d, 0x0F);
  const auto shortest = hn::Set(d, 5);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto bytes = hn::LoadU(d, in + i);
    const auto low = hn::TableLookupBytes(sums, hn::And(bytes, low_half));
    const auto high = hn::TableLookupBytes(sums, hn::ShiftRight<4>(bytes));
    hn::Store(hn::Add(shortest, hn::Add(low, high)), d, lengths + i);
  }
}

// Lane by lane of each 16: near[j] for j < 16, far[j - 16] for the others. j < 32.
template <typename V>
HWY_INLINE V fetch(V near, V far, V j) {
  const AllBytes d;
  // Index bytes with the top bit set fetch a zero. x86 looks at the low four bits of all others.
  const auto beyond = hn::Add(j, hn::Set(d, 0x70));
#if HWY_ARCH_X86
  const auto in_near = beyond;
#else
  const auto in_near = hn::Or(j, hn::And(beyond, hn::Set(d, 0x80)));
#endif
  const auto in_far = hn::Sub(j, hn::Set(d, 16));
  return hn::Or(hn::TableLookupBytesOr0(near, in_near), hn::TableLookupBytesOr0(far, in_far));
}

/// pairs[i], 10..34: the length of two groups, for i in [0, count). `count` is a multiple of
/// kBlock, and lengths[0, count + kBlock) is known: a pair looks at most 17 bytes ahead.
HWY_INLINE void find_pairs(const std::uint8_t* lengths, std::size_t count, std::uint8_t* pairs) {
  alignas(16) static constexpr std::uint8_t kLane[16] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                         8, 9, 10, 11, 12, 13, 14, 15};
  const AllBytes d;
  const auto lane = hn::LoadDup128(d, kLane);
  const auto shortest = hn::Set(d, 5);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto first = hn::Load(d, lengths + i);
    const auto j = hn::Add(lane, hn::Sub(first, shortest));
    const auto near = hn::LoadU(d, lengths + i + 5);
    const auto far = hn::LoadU(d, lengths + i + 21);
    hn::Store(hn::Add(first, fetch(near, far, j)), d, pairs + i);
  }
}

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
