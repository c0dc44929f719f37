// Byte by byte, one branch for each rule. No function here knows another kind's limit.
#include "reference/vint.h"

#include <array>

namespace touchstone::reference {
namespace {

constexpr std::uint8_t kMoreFollows = 0x80;
constexpr std::uint64_t kLargestVlong = 0x7FFF'FFFF'FFFF'FFFF;
constexpr std::size_t kLongestForm = 10;

// The seven payload bits of a byte, moved to where byte number `index` belongs.
std::uint64_t payload(std::uint8_t byte, std::size_t index) {
  return static_cast<std::uint64_t>(byte & 0x7F) << (7 * index);
}

// A 32-bit pattern. At index 4 only four bits are left, and nothing may follow.
Expected<Decoded<std::uint32_t>> decode_32(std::span<const std::uint8_t> in) {
  std::uint64_t value = 0;
  for (std::size_t index = 0; index < in.size(); ++index) {
    const std::uint8_t byte = in[index];
    if (index == 4 && (byte & 0xF0) != 0) return std::unexpected(Error::malformed_vint);
    value |= payload(byte, index);
    if ((byte & kMoreFollows) == 0) {
      return Decoded<std::uint32_t>{static_cast<std::uint32_t>(value), index + 1};
    }
  }
  return std::unexpected(Error::end_of_input);
}

// A 64-bit pattern. Nine bytes hold 63 bits, so that at index 9 a single bit is left.
Expected<Decoded<std::uint64_t>> decode_64(std::span<const std::uint8_t> in) {
  std::uint64_t value = 0;
  for (std::size_t index = 0; index < in.size(); ++index) {
    const std::uint8_t byte = in[index];
    if (index == 9 && byte != 0x00 && byte != 0x01) return std::unexpected(Error::malformed_vint);
    value |= payload(byte, index);
    if ((byte & kMoreFollows) == 0) return Decoded<std::uint64_t>{value, index + 1};
  }
  return std::unexpected(Error::end_of_input);
}

std::uint32_t zigzag(std::int32_t value) {
  if (value >= 0) return 2 * static_cast<std::uint32_t>(value);
  return 2 * static_cast<std::uint32_t>(-(value + 1)) + 1;
}

std::uint64_t zigzag(std::int64_t value) {
  if (value >= 0) return 2 * static_cast<std::uint64_t>(value);
  return 2 * static_cast<std::uint64_t>(-(value + 1)) + 1;
}

std::int32_t from_zigzag(std::uint32_t pattern) {
  const auto half = static_cast<std::int32_t>(pattern / 2);
  if (pattern % 2 == 0) return half;
  return -half - 1;
}

std::int64_t from_zigzag(std::uint64_t pattern) {
  const auto half = static_cast<std::int64_t>(pattern / 2);
  if (pattern % 2 == 0) return half;
  return -half - 1;
}

std::size_t length_of(std::uint64_t value) {
  std::size_t length = 1;
  while (value > 0x7F) {
    value >>= 7;
    ++length;
  }
  return length;
}

// Room is checked for the whole value before its first byte is written.
Expected<std::size_t> encode(std::uint64_t value, std::span<std::uint8_t> out) {
  const std::size_t length = length_of(value);
  if (out.size() < length) return std::unexpected(Error::output_too_small);
  for (std::size_t index = 0; index < length; ++index) {
    out[index] = static_cast<std::uint8_t>(value & 0x7F);
    if (index + 1 < length) out[index] |= kMoreFollows;
    value >>= 7;
  }
  return length;
}

Expected<std::size_t> append(std::uint64_t value, std::vector<std::uint8_t>& out) {
  std::array<std::uint8_t, kLongestForm> form{};
  const Expected<std::size_t> length = encode(value, form);
  for (std::size_t index = 0; index < *length; ++index) out.push_back(form[index]);
  return length;
}

}  // namespace

Expected<Decoded<std::uint32_t>> decode_vint(std::span<const std::uint8_t> in) {
  return decode_32(in);
}

Expected<Decoded<std::uint64_t>> decode_vlong(std::span<const std::uint8_t> in) {
  std::uint64_t value = 0;
  for (std::size_t index = 0; index < in.size(); ++index) {
    const std::uint8_t byte = in[index];
    // A tenth byte would hold bit 63, the sign, which no vLong has.
    if (index == 8 && (byte & kMoreFollows) != 0) return std::unexpected(Error::malformed_vint);
    value |= payload(byte, index);
    if ((byte & kMoreFollows) == 0) return Decoded<std::uint64_t>{value, index + 1};
  }
  return std::unexpected(Error::end_of_input);
}

Expected<Decoded<std::int32_t>> decode_zint(std::span<const std::uint8_t> in) {
  const auto pattern = decode_32(in);
  if (!pattern) return std::unexpected(pattern.error());
  return Decoded<std::int32_t>{from_zigzag(pattern->value), pattern->consumed};
}

Expected<Decoded<std::int64_t>> decode_zlong(std::span<const std::uint8_t> in) {
  const auto pattern = decode_64(in);
  if (!pattern) return std::unexpected(pattern.error());
  return Decoded<std::int64_t>{from_zigzag(pattern->value), pattern->consumed};
}

Expected<std::size_t> encode_vint(std::uint32_t value, std::span<std::uint8_t> out) {
  return encode(value, out);
}

Expected<std::size_t> encode_vlong(std::uint64_t value, std::span<std::uint8_t> out) {
  if (value > kLargestVlong) return std::unexpected(Error::value_out_of_range);
  return encode(value, out);
}

Expected<std::size_t> encode_zint(std::int32_t value, std::span<std::uint8_t> out) {
  return encode(zigzag(value), out);
}

Expected<std::size_t> encode_zlong(std::int64_t value, std::span<std::uint8_t> out) {
  return encode(zigzag(value), out);
}

std::size_t vint_length(std::uint32_t value) { return length_of(value); }

Expected<std::size_t> append_vint(std::uint32_t value, std::vector<std::uint8_t>& out) {
  return append(value, out);
}

Expected<std::size_t> append_vlong(std::uint64_t value, std::vector<std::uint8_t>& out) {
  if (value > kLargestVlong) return std::unexpected(Error::value_out_of_range);
  return append(value, out);
}

Expected<std::size_t> append_zint(std::int32_t value, std::vector<std::uint8_t>& out) {
  return append(zigzag(value), out);
}

Expected<std::size_t> append_zlong(std::int64_t value, std::vector<std::uint8_t>& out) {
  return append(zigzag(value), out);
}

}  // namespace touchstone::reference
