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
// The trick: the flag alone says which of the 16 bytes behind it goes where in four 32-bit values
// and which bytes are zero. So a table of 256 shuffles turns one 16-byte load into a group. The
// chain from flag to flag is a load of the flag, a load of the group's size and an addition.
//
// Safe at both edges: the load starts behind the flag and takes 16 bytes, so a group is taken only
// where 17 are left; what lies behind a shorter group is read but reaches no value, as no shuffle
// of its flag names those bytes. A store is four whole values, and only where four are wanted.

HWY_BEFORE_NAMESPACE();
namespace touchstone::group_varint::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Bytes16 = hn::Full128<std::uint8_t>;
using Values4 = hn::Full128<std::uint32_t>;

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
Progress decode_groups(std::span<const std::uint8_t> in, std::span<T> out) {
  const Bytes16 bytes16;
  const std::uint8_t* at = in.data();
  const std::size_t wanted = out.size() / 4;
  T* to = out.data();
  std::size_t left = in.size();
  std::size_t done = 0;
  while (done < wanted && left >= kMaxGroupBytes) {
    const std::size_t flag = *at;
    const auto data = hn::LoadU(bytes16, at + 1);
    const auto shuffle = hn::LoadU(bytes16, kSpread[flag].data());
    store_values(hn::BitCast(Values4(), hn::TableLookupBytesOr0(data, shuffle)), to);
    at += kGroupBytes[flag];
    left -= kGroupBytes[flag];
    to += 4;
    ++done;
  }
  return {done, in.size() - left};
}

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
