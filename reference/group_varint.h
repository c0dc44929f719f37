// The simple truth about Lucene's group varint, the form of short postings lists.
//
// Format (Apache Lucene 9.9 .. 10.x, GroupVInt): a run of n unsigned 32-bit values is n / 4 groups
// and then n mod 4 single vInts (see reference/vint.h). A group is one flag byte and four values of
// 1 to 4 bytes, lowest byte first. The flag holds the four lengths, each less one, in two bits: the
// first value's in the two most significant. The run says neither n nor its own size.
//
//   1, 300, 70000, 20000000, 5   =   1B  01  2C 01  70 11 01  00 2D 31 01   05
//                                    |   first ...                          a vInt
//                                    flag 00 01 10 11: 1, 2, 3 and 4 bytes
//
// Every flag and every value byte is valid, in wider forms than needed too; only the end of the
// input and an over-long vInt can be wrong. Errors are those of reading, or writing, from left to
// right and stopping at the first thing that cannot be done.
//
// Nothing here allocates or throws. Cost: one step a byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "reference/vint.h"

namespace touchstone::reference::group_varint {

/// One flag and four values of four bytes each.
inline constexpr std::size_t kLargestGroup = 17;

/// Read exactly out.size() values from the start of `in`; gives the bytes they took. Bytes after
/// them do not matter. 64-bit values are zero-extended, never negative as longs. After an error the
/// contents of `out` mean nothing.
/// Errors: end_of_input, malformed_vint.
Expected<std::size_t> decode(std::span<const std::uint8_t> in, std::span<std::uint32_t> out);
Expected<std::size_t> decode(std::span<const std::uint8_t> in, std::span<std::uint64_t> out);

/// Write all `values`, each in as few bytes as it needs, to the start of `out`; gives the bytes
/// written. All four values of a group are looked at before room for it is, and nothing of a group
/// that fails is written; the groups and vInts before it are. Errors: value_out_of_range (above
/// 2^32-1, which is also what a negative long looks like), output_too_small.
Expected<std::size_t> encode(std::span<const std::uint32_t> values, std::span<std::uint8_t> out);
Expected<std::size_t> encode(std::span<const std::uint64_t> values, std::span<std::uint8_t> out);

/// The size encode() would need. A bound that needs no values is 5 bytes a value.
std::size_t encoded_size(std::span<const std::uint32_t> values);

/// How many bytes value `index` (0..3) of a group with this flag has: 1..4.
std::size_t value_length(std::uint8_t flag, std::size_t index);

/// A piece of an encoded run: a whole group or one of the vInts behind the groups.
struct Part {
  enum class Kind : std::uint8_t { group, tail_vint };
  Kind kind;
  std::size_t first_value;  ///< index of its first value: a group holds four, a vInt one
  std::size_t offset;       ///< of the flag, or of the vInt's first byte
  std::size_t bytes;        ///< flag included

  friend bool operator==(const Part&, const Part&) = default;
};

/// Call visit(Part) for each part of a run of `count` values, from left to right; gives the size of
/// the run. Values are not looked at and no output is needed, so `count` may be of any size.
/// Errors: as decode(); the parts before the failing one have been visited.
template <typename Visit>
Expected<std::size_t> for_each_part(std::span<const std::uint8_t> in, std::size_t count,
                                    Visit&& visit) {
  std::size_t at = 0;
  std::size_t done = 0;
  while (count - done >= 4) {
    if (at == in.size()) return std::unexpected(Error::end_of_input);
    std::size_t bytes = 1;
    for (std::size_t index = 0; index < 4; ++index) bytes += value_length(in[at], index);
    if (in.size() - at < bytes) return std::unexpected(Error::end_of_input);
    visit(Part{Part::Kind::group, done, at, bytes});
    at += bytes;
    done += 4;
  }
  while (done < count) {
    const auto vint = decode_vint(in.subspan(at));
    if (!vint) return std::unexpected(vint.error());
    visit(Part{Part::Kind::tail_vint, done, at, vint->consumed});
    at += vint->consumed;
    done += 1;
  }
  return at;
}

}  // namespace touchstone::reference::group_varint
