// Group varint: Apache Lucene's encoding of small unsigned integers, four at a time.
//
// Format (Apache Lucene 9.9..10.x, GroupVInt): for each four values a flag byte, then the values'
// 1..4 low bytes each, little-endian. The flag holds four 2-bit lengths less one, the first value's
// in its two most significant bits. The last count % 4 values are plain vInts, without a flag.
// The count is not stored. Any flag and any data bytes are valid, also wider ones than needed;
// encoders write the narrowest. Hence a group can only be cut short, and only a vInt be malformed.
//
// Every function is given its kernels, by default the best for this CPU. All kernels give the same
// results and errors for all input. Nothing here throws, allocates or locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "codecs/error.h"
#include "codecs/io/input.h"
#include "codecs/tier.h"

namespace touchstone::group_varint {

/// The largest group: a flag and four values of four bytes.
inline constexpr std::size_t kMaxGroupBytes = 17;

/// Bytes of the output behind an encoded form that an encoder may scribble on.
inline constexpr std::size_t kEncodeScratchBytes = 12;

/// How far a kernel came.
struct Progress {
  std::size_t groups;  ///< groups of four values, all complete
  std::size_t bytes;   ///< bytes of the encoded form that they took
};

/// The inner loops of one tier. They do whole groups only, as many as they may, and stop without
/// an error; everything else is left to the functions below.
///
/// Decoders: a group is taken while at least kMaxGroupBytes bytes of `in` and four elements of
/// `out` are left. They write exactly the values they report and read nothing outside `in`.
///
/// Encoders: a group is taken while four values and kMaxGroupBytes bytes of `out` are left, and (64
/// bits) none of the four is outside 0..2^32-1. They may scribble on `out` up to kMaxGroupBytes
/// behind the start of the last group they wrote, never outside `out`.
struct Kernels {
  Tier tier;
  Progress (*decode_u32)(std::span<const std::uint8_t> in, std::span<std::uint32_t> out);
  Progress (*decode_u64)(std::span<const std::uint8_t> in, std::span<std::uint64_t> out);
  Progress (*encode_u32)(std::span<const std::uint32_t> values, std::span<std::uint8_t> out);
  Progress (*encode_u64)(std::span<const std::uint64_t> values, std::span<std::uint8_t> out);
};

/// All tiers compiled in, worst first, whether or not this CPU runs them (ask `cpu_supports`).
std::span<const Kernels> kernels();

/// The kernels of one tier; null if it is not compiled in.
const Kernels* kernels(Tier tier);

/// The best kernels this CPU runs. Found out once.
const Kernels& best();

/// Decodes `out.size()` values from the front of `in` and gives the number of bytes they took.
/// 64-bit elements (a Java long[]) become 0..2^32-1.
///
/// Errors, as a reader that takes one byte after the other meets them: end_of_input, and
/// malformed_vint in the last out.size() % 4 values. `out` is then unspecified, but nothing
/// around it is touched. Reads no byte outside `in`; needs no slack.
Expected<std::size_t> decode(std::span<const std::uint8_t> in, std::span<std::uint32_t> out,
                             const Kernels& kernels = best());
Expected<std::size_t> decode(std::span<const std::uint8_t> in, std::span<std::uint64_t> out,
                             const Kernels& kernels = best());

/// The same from an input, which then stands exactly behind the last value. Errors: as above, and
/// what the input itself gives; its position is then what it was. An input that is too short for
/// `out.size()` values of any kind is end_of_input before any byte of it is fetched.
Expected<void> read(io::Input& in, std::span<std::uint32_t> out, const Kernels& kernels = best());
Expected<void> read(io::Input& in, std::span<std::uint64_t> out, const Kernels& kernels = best());

/// Encodes `values` to the front of `out` and gives the number of bytes. Up to kEncodeScratchBytes
/// bytes behind those may be overwritten where `out` has room for them; never a byte outside `out`.
/// An output of exactly the encoded size is enough. On error all of `out` is unspecified.
///
/// Errors, from left to right. Group by group: any of the four values outside 0..2^32-1 is
/// value_out_of_range (64-bit elements only; a negative Java long is one), then too little room for
/// the group is output_too_small. The last values.size() % 4 one by one: range, then room.
Expected<std::size_t> encode(std::span<const std::uint32_t> values, std::span<std::uint8_t> out,
                             const Kernels& kernels = best());
Expected<std::size_t> encode(std::span<const std::uint64_t> values, std::span<std::uint8_t> out,
                             const Kernels& kernels = best());

/// The exact size `encode` would give. 64-bit elements must be in 0..2^32-1 (or it is unspecified).
std::size_t encoded_size(std::span<const std::uint32_t> values);
std::size_t encoded_size(std::span<const std::uint64_t> values);

namespace detail {
constexpr std::size_t size_of(std::size_t count, std::size_t group_bytes, std::size_t vint_bytes) {
  constexpr std::size_t kTop = std::numeric_limits<std::size_t>::max();
  const std::size_t groups = count / 4;
  const std::size_t tail = count % 4 * vint_bytes;
  return groups > (kTop - tail) / group_bytes ? kTop : groups * group_bytes + tail;
}
}  // namespace detail

/// Bounds of the encoded size of any `count` values; they saturate instead of wrapping.
constexpr std::size_t max_encoded_size(std::size_t count) { return detail::size_of(count, 17, 5); }
constexpr std::size_t min_encoded_size(std::size_t count) { return detail::size_of(count, 5, 1); }

}  // namespace touchstone::group_varint
