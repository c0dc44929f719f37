// The scalar kernel: plain C++, four values without a branch.
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
// which mispredicts a branch in most values as soon as their lengths vary.
//
// The trick: load four bytes wherever a value starts and mask off what belongs to its neighbours.
// All four starts follow from the flag alone, and so does the next group's: a table of 256 sizes
// makes the chain from flag to flag two loads and an addition, and everything else runs beside it.
// In long runs even that chain is too slow, so the size a group would have is computed beforehand
// at every position: eleven cycles a group become the six of one load and one addition. That takes
// no table, so compilers vectorise it.
//
// Encoding mirrors it: store four bytes at each value's start; what is too much, the next store
// covers.
//
// Safe at both edges: the last of the four loads or stores starts at most 12 bytes behind the flag,
// so a group touches 17 bytes, and is taken only where as many are left. Nothing before the flag is
// touched. The values go out by ones: no store is wider than what it reports.
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/group_varint/kernels.h"
#include "codecs/group_varint/scalar_step.h"

namespace touchstone::group_varint::scalar {

namespace {

// Positions whose sizes are computed at once, and the shortest run worth it.
constexpr std::size_t kPositions = 1024;
constexpr std::size_t kLeastGroupsForSizes = 40;

// Eight positions in one word: no sum leaves its byte. Compilers take two or more words at once.
void find_sizes(const std::uint8_t* in, std::size_t count, std::uint8_t* sizes) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  for (std::size_t i = 0; i < count; i += 8) {
    const auto flags = io::load_little_endian<std::uint64_t>(in + i);
    const std::uint64_t pairs = (flags & 0x33 * kEach) + (flags >> 2 & 0x33 * kEach);
    io::store_little_endian(sizes + i, ((pairs + (pairs >> 4)) & 0x0F * kEach) + 5 * kEach);
  }
}

}  // namespace

template <typename T>
Progress decode_groups(std::span<const std::uint8_t> in, std::span<T> out) {
  const std::uint8_t* at = in.data();
  const std::size_t wanted = out.size() / 4;
  T* to = out.data();
  std::size_t left = in.size();
  std::size_t done = 0;
  while (wanted - done >= kLeastGroupsForSizes && left >= kPositions) {
    std::uint8_t sizes[kPositions];
    find_sizes(at, kPositions, sizes);
    std::size_t i = 0;
    for (; i <= kPositions - kMaxGroupBytes && done < wanted; ++done, to += 4) {
      const std::size_t here = i;
      i += sizes[here];
      decode_values(std::size_t{at[here]}, at + here + 1, to);
    }
    at += i;
    left -= i;
  }
  while (done < wanted && left >= kMaxGroupBytes) {
    const std::size_t flag = *at;
    decode_values(flag, at + 1, to);
    at += kGroupBytes[flag];
    left -= kGroupBytes[flag];
    to += 4;
    ++done;
  }
  return {done, in.size() - left};
}

template <typename T>
Progress encode_groups(std::span<const T> values, std::span<std::uint8_t> out) {
  const T* from = values.data();
  std::uint8_t* const begin = out.data();
  const std::size_t wanted = values.size() / 4;
  std::size_t at = 0;
  std::size_t done = 0;
  while (done < wanted && out.size() - at >= kMaxGroupBytes) {
    if (!encodable(from[0] | from[1] | from[2] | from[3])) break;
    at += encode_group(from, begin + at);
    from += 4;
    ++done;
  }
  return {done, at};
}

template Progress decode_groups(std::span<const std::uint8_t>, std::span<std::uint32_t>);
template Progress decode_groups(std::span<const std::uint8_t>, std::span<std::uint64_t>);
template Progress encode_groups(std::span<const std::uint32_t>, std::span<std::uint8_t>);
template Progress encode_groups(std::span<const std::uint64_t>, std::span<std::uint8_t>);

}  // namespace touchstone::group_varint::scalar
