// The shuffle encoder: four values with one byte shuffle. Included once per Highway target.
//
// Format: a flag byte holding four 2-bit codes, the first value's in the top two bits; then four
// values of code + 1 bytes each, little-endian, code being the smallest that keeps the value.
//
// The naive form:
//
//   flag = out++;
//   for (*flag = 0, i = 0; i < 4; ++i) {
//     *flag |= code(v[i]) << (6 - 2 * i);
//     for (b = 0; b <= code(v[i]); ++b) *out++ = v[i] >> (8 * b);
//   }
//
// The trick: a value's code is how many of v >> 8, v >> 16 and v >> 24 are not zero: the sum of
// those three, each cut down to 1, in all four lanes at once. The four codes, as four bytes of a
// word, become the flag by one multiplication. The flag picks one of 256 shuffles that pack the
// bytes. No step waits for the group before it, except for where to store.
//
// Safe at both edges: the flag and a 16-byte store touch 17 bytes, and a group is taken only where
// as many are left. What the store has too much lies behind the group, inside the output, and no
// further than 12 bytes behind it. Loads are four whole values.

HWY_BEFORE_NAMESPACE();
namespace touchstone::group_varint::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE bool load_values(const std::uint32_t* from,
                            hn::Vec<hn::Full128<std::uint32_t>>& values) {
  values = hn::LoadU(hn::Full128<std::uint32_t>(), from);
  return true;
}

// False if a value has bits above the 32nd.
HWY_INLINE bool load_values(const std::uint64_t* from,
                            hn::Vec<hn::Full128<std::uint32_t>>& values) {
  const hn::Full128<std::uint32_t> four;
  const hn::Full128<std::uint64_t> two;
  const auto low = hn::BitCast(four, hn::LoadU(two, from));
  const auto high = hn::BitCast(four, hn::LoadU(two, from + 2));
  values = hn::ConcatEven(four, high, low);
  return hn::AllTrue(four, hn::Eq(hn::ConcatOdd(four, high, low), hn::Zero(four)));
}

HWY_INLINE std::size_t flag_of(hn::Vec<hn::Full128<std::uint32_t>> values) {
  const hn::Full128<std::uint32_t> four;
  const hn::Full128<std::uint8_t> bytes;
#if HWY_TARGET == HWY_SSSE3
  // No unsigned minimum here: from 3, one is taken (by adding -1) for each shift that leaves
  // nothing.
  const auto zero = hn::Zero(four);
  const auto emptied = [&](auto shifted) { return hn::VecFromMask(four, hn::Eq(shifted, zero)); };
  const auto codes =
      hn::Add(hn::Add(hn::Set(four, 3), emptied(hn::ShiftRight<8>(values))),
              hn::Add(emptied(hn::ShiftRight<16>(values)), emptied(hn::ShiftRight<24>(values))));
#else
  const auto one = hn::Set(four, 1);
  const auto codes = hn::Add(
      hn::Add(hn::Min(hn::ShiftRight<8>(values), one), hn::Min(hn::ShiftRight<16>(values), one)),
      hn::Min(hn::ShiftRight<24>(values), one));
#endif
  // The lowest byte of each lane, side by side: the first value's in the lowest byte of the word.
  alignas(16) static constexpr std::uint8_t kLowBytes[16] = {
      0,         4,         8,         12,        kZeroByte, kZeroByte, kZeroByte, kZeroByte,
      kZeroByte, kZeroByte, kZeroByte, kZeroByte, kZeroByte, kZeroByte, kZeroByte, kZeroByte};
  const std::uint32_t word = hn::GetLane(hn::BitCast(
      four, hn::TableLookupBytesOr0(hn::BitCast(bytes, codes), hn::Load(bytes, kLowBytes))));
  // Codes sit at bits 0, 8, 16, 24; these shifts bring them to 30, 28, 26, 24. No two of the 16
  // products below bit 32 share a bit, so nothing carries.
  return (word * ((1U << 30) + (1U << 20) + (1U << 10) + 1U)) >> 24;
}

template <typename T>
Progress encode_groups(std::span<const T> values, std::span<std::uint8_t> out) {
  const hn::Full128<std::uint8_t> bytes;
  const T* from = values.data();
  std::uint8_t* to = out.data();
  const std::size_t wanted = values.size() / 4;
  std::size_t left = out.size();
  std::size_t done = 0;
  while (done < wanted && left >= kMaxGroupBytes) {
    auto group = hn::Zero(hn::Full128<std::uint32_t>());
    if (!load_values(from, group)) break;
    const std::size_t flag = flag_of(group);
    *to = static_cast<std::uint8_t>(flag);
    const auto shuffle = hn::LoadU(bytes, kGather[flag].data());
    hn::StoreU(hn::TableLookupBytesOr0(hn::BitCast(bytes, group), shuffle), bytes, to + 1);
    to += kGroupBytes[flag];
    left -= kGroupBytes[flag];
    from += 4;
    ++done;
  }
  return {done, out.size() - left};
}

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
