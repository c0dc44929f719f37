// What the drivers, the table of kernels and the kernels need to know of each other. Internal to
// group varint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "codecs/group_varint/group_varint.h"

namespace touchstone::group_varint {

/// The kernels in plain C++, in the form that Highway gives the others: a namespace per target.
/// T is std::uint32_t or std::uint64_t; defined in scalar_kernel.cc.
namespace scalar {
template <typename T>
Progress decode_groups(std::span<const std::uint8_t> in, std::span<T> out);
template <typename T>
Progress encode_groups(std::span<const T> values, std::span<std::uint8_t> out);
}  // namespace scalar

/// The element types of the public functions, and the kernels that go with each.
inline auto decoder(const Kernels& kernels, std::uint32_t) { return kernels.decode_u32; }
inline auto decoder(const Kernels& kernels, std::uint64_t) { return kernels.decode_u64; }
inline auto encoder(const Kernels& kernels, std::uint32_t) { return kernels.encode_u32; }
inline auto encoder(const Kernels& kernels, std::uint64_t) { return kernels.encode_u64; }

/// Whether a value has an encoding. All 32-bit ones do, and the test vanishes.
template <typename T>
constexpr bool encodable(T value) {
  return value <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace touchstone::group_varint
