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

/// Positions of a stretch: enough that its end, which is mispredicted, is rare; few enough that all
/// tables stay in the first-level cache.
inline constexpr std::size_t kPositions = 1024;

/// Shorter runs are walked flag by flag.
inline constexpr std::size_t kLeastGroupsForTables = 32;

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

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_TARGET == HWY_AVX3_DL
#include "codecs/group_varint/group_lengths_vbmi-inl.h"
#else
#include "codecs/group_varint/group_lengths-inl.h"
#endif
#include "codecs/group_varint/walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace touchstone::group_varint::HWY_NAMESPACE {

template <typename T>
Progress decode_groups(std::span<const std::uint8_t> in, std::span<T> out) {
  return out.size() / 4 >= kLeastGroupsForTables ? decode_by_tables(in, out)
                                                 : decode_one_by_one(in, out);
}

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
