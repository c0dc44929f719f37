// CRC-32 of whole spans: the checksum in the footer of every Lucene file.
//
// The checksum is zlib's (reflected polynomial EDB88320, all ones before and after; the CRC of
// "123456789" is CBF43926, that of nothing is 0), which is not CRC-32C, the one x86 has an
// instruction for. A CRC depends on the sequence of bytes alone, never on how it is cut into calls.
//
// Every function is given its kernels, by default the best for this CPU. All kernels give the same
// result. Nothing here throws, allocates or locks.
#pragma once

#include <cstdint>
#include <span>

#include "codecs/tier.h"

namespace touchstone::checksum {

/// The inner loops of one tier. Any alignment, any length; nothing outside `bytes` is read.
struct Kernels {
  Tier tier;
  /// The CRC of some bytes in front, whose CRC is `before`, and of `bytes` behind them.
  std::uint32_t (*update)(std::uint32_t before, std::span<const std::uint8_t> bytes);
  /// The same, and copies `bytes` to `to`, which they do not overlap. Writes nothing behind them.
  std::uint32_t (*copy)(std::uint32_t before, std::span<const std::uint8_t> bytes,
                        std::uint8_t* to);
};

/// All tiers compiled in, worst first, whether or not this CPU runs them (ask `cpu_supports`).
std::span<const Kernels> kernels();

/// The kernels of one tier; null if it is not compiled in.
const Kernels* kernels(Tier tier);

/// The best kernels this CPU runs. Found out once.
const Kernels& best();

/// The CRC-32 of `bytes`; given the CRC of the bytes in front of them, that of both together.
inline std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0,
                           const Kernels& kernels = best()) {
  return kernels.update(before, bytes);
}

/// The CRC-32 of two parts end to end: `first` is that of the one part, `second` that of the other,
/// which has `second_length` bytes. The bytes are not needed, so parts may be done in parallel.
///
/// Any length that 64 bits hold, and any two values, whether or not such a part exists: a `second`
/// of 0 stands for that many bytes whose own CRC is 0. A part of length 0 has CRC 0 and changes
/// nothing. Lengths are unsigned: a negative one is the large number that its bits are. Cost: at
/// most eight multiplications of 32 bits, for any length.
std::uint32_t combine(std::uint32_t first, std::uint32_t second, std::uint64_t second_length);

}  // namespace touchstone::checksum
