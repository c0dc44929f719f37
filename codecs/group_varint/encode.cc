// From kernels to whole lists: the driver of all encoders, and the exact sizes.
//
// A kernel stores 17 bytes for each group, whatever its size. It declines a group when fewer are
// left of the output, or when a value has no encoding; such a group is looked at here, built aside
// and copied by its exact size. Near the end of the output that happens to three groups at most.
// Building the last groups of every list aside would leave the bytes behind the result alone, but
// makes lists of 128 values 10 to 20 % slower, and short ones half as fast.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "codecs/group_varint/group_varint.h"
#include "codecs/group_varint/kernels.h"
#include "codecs/group_varint/scalar_step.h"
#include "codecs/io/vint.h"

namespace touchstone::group_varint {
namespace {

template <typename T>
Expected<std::size_t> encode_group_aside(const T* values, std::span<std::uint8_t> out) {
  if (!encodable(values[0] | values[1] | values[2] | values[3])) {
    return std::unexpected(Error::value_out_of_range);
  }
  std::array<std::uint8_t, kMaxGroupBytes> group;
  const std::size_t bytes = encode_group(values, group.data());
  if (bytes > out.size()) return std::unexpected(Error::output_too_small);
  std::memcpy(out.data(), group.data(), bytes);
  return bytes;
}

template <typename T>
Expected<std::size_t> encode_tail_value(T value, std::span<std::uint8_t> out) {
  if (!encodable(value)) return std::unexpected(Error::value_out_of_range);
  return io::encode_vint(static_cast<std::uint32_t>(value), out);
}

template <typename T>
Expected<std::size_t> encode_values(std::span<const T> values, std::span<std::uint8_t> out,
                                    const Kernels& kernels) {
  const std::size_t in_groups = values.size() / 4 * 4;
  const Progress progress = encoder(kernels, T{})(values, out);
  std::size_t at = progress.bytes;
  std::size_t index = 4 * progress.groups;
  for (; index < in_groups; index += 4) {
    const auto bytes = encode_group_aside(&values[index], out.subspan(at));
    if (!bytes) return bytes;
    at += *bytes;
  }
  for (; index < values.size(); ++index) {
    const auto bytes = encode_tail_value(values[index], out.subspan(at));
    if (!bytes) return bytes;
    at += *bytes;
  }
  return at;
}

template <typename T>
std::size_t size_of_values(std::span<const T> values) {
  const std::size_t in_groups = values.size() / 4 * 4;
  std::size_t bytes = min_encoded_size(in_groups);
  for (const T value : values.first(in_groups)) {
    bytes += length_code(static_cast<std::uint32_t>(value));
  }
  for (const T value : values.subspan(in_groups)) {
    bytes += io::encoded_vint_size(static_cast<std::uint32_t>(value));
  }
  return bytes;
}

}  // namespace

Expected<std::size_t> encode(std::span<const std::uint32_t> values, std::span<std::uint8_t> out,
                             const Kernels& kernels) {
  return encode_values(values, out, kernels);
}
Expected<std::size_t> encode(std::span<const std::uint64_t> values, std::span<std::uint8_t> out,
                             const Kernels& kernels) {
  return encode_values(values, out, kernels);
}
std::size_t encoded_size(std::span<const std::uint32_t> values) { return size_of_values(values); }
std::size_t encoded_size(std::span<const std::uint64_t> values) { return size_of_values(values); }

}  // namespace touchstone::group_varint
