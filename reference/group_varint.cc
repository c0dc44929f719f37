// One value after the other, one byte after the other; 32-bit and 64-bit runs share the text only.
#include "reference/group_varint.h"

namespace touchstone::reference::group_varint {
namespace {

// Lowest byte first, whatever the machine's own order is.
std::uint32_t read_value(std::span<const std::uint8_t> bytes) {
  std::uint32_t value = 0;
  for (std::size_t index = 0; index < bytes.size(); ++index) {
    value |= static_cast<std::uint32_t>(bytes[index]) << (8 * index);
  }
  return value;
}

void write_value(std::uint32_t value, std::span<std::uint8_t> bytes) {
  for (std::size_t index = 0; index < bytes.size(); ++index) {
    bytes[index] = static_cast<std::uint8_t>(value >> (8 * index));
  }
}

// Zero still takes one byte.
std::size_t bytes_needed(std::uint32_t value) {
  if (value <= 0xFF) return 1;
  if (value <= 0xFFFF) return 2;
  if (value <= 0xFF'FFFF) return 3;
  return 4;
}

bool is_in_range(std::uint64_t value) { return value <= 0xFFFF'FFFF; }

template <typename Value>
Expected<std::size_t> decode_run(std::span<const std::uint8_t> in, std::span<Value> out) {
  std::size_t at = 0;
  std::size_t done = 0;
  while (out.size() - done >= 4) {
    if (at == in.size()) return std::unexpected(Error::end_of_input);
    const std::uint8_t flag = in[at];
    at += 1;
    for (std::size_t index = 0; index < 4; ++index) {
      const std::size_t length = value_length(flag, index);
      if (in.size() - at < length) return std::unexpected(Error::end_of_input);
      out[done] = read_value(in.subspan(at, length));
      at += length;
      done += 1;
    }
  }
  while (done < out.size()) {
    const auto vint = decode_vint(in.subspan(at));
    if (!vint) return std::unexpected(vint.error());
    out[done] = vint->value;
    at += vint->consumed;
    done += 1;
  }
  return at;
}

// Four values that are known to be in range.
template <typename Value>
Expected<std::size_t> encode_group(std::span<const Value> values, std::span<std::uint8_t> out) {
  std::uint8_t flag = 0;
  std::size_t size = 1;
  for (std::size_t index = 0; index < 4; ++index) {
    const std::size_t length = bytes_needed(static_cast<std::uint32_t>(values[index]));
    flag = static_cast<std::uint8_t>(flag * 4 + (length - 1));
    size += length;
  }
  if (out.size() < size) return std::unexpected(Error::output_too_small);

  out[0] = flag;
  std::size_t at = 1;
  for (std::size_t index = 0; index < 4; ++index) {
    const auto value = static_cast<std::uint32_t>(values[index]);
    const std::size_t length = bytes_needed(value);
    write_value(value, out.subspan(at, length));
    at += length;
  }
  return size;
}

template <typename Value>
Expected<std::size_t> encode_run(std::span<const Value> values, std::span<std::uint8_t> out) {
  std::size_t at = 0;
  std::size_t done = 0;
  while (values.size() - done >= 4) {
    const auto group = values.subspan(done, 4);
    for (std::size_t index = 0; index < 4; ++index) {
      if (!is_in_range(group[index])) return std::unexpected(Error::value_out_of_range);
    }
    const auto written = encode_group(group, out.subspan(at));
    if (!written) return std::unexpected(written.error());
    at += *written;
    done += 4;
  }
  while (done < values.size()) {
    if (!is_in_range(values[done])) return std::unexpected(Error::value_out_of_range);
    const auto written = encode_vint(static_cast<std::uint32_t>(values[done]), out.subspan(at));
    if (!written) return std::unexpected(written.error());
    at += *written;
    done += 1;
  }
  return at;
}

}  // namespace

Expected<std::size_t> decode(std::span<const std::uint8_t> in, std::span<std::uint32_t> out) {
  return decode_run(in, out);
}

Expected<std::size_t> decode(std::span<const std::uint8_t> in, std::span<std::uint64_t> out) {
  return decode_run(in, out);
}

Expected<std::size_t> encode(std::span<const std::uint32_t> values, std::span<std::uint8_t> out) {
  return encode_run(values, out);
}

Expected<std::size_t> encode(std::span<const std::uint64_t> values, std::span<std::uint8_t> out) {
  return encode_run(values, out);
}

std::size_t encoded_size(std::span<const std::uint32_t> values) {
  const std::size_t in_groups = values.size() - values.size() % 4;
  std::size_t size = in_groups / 4;
  for (std::size_t index = 0; index < in_groups; ++index) size += bytes_needed(values[index]);
  for (std::size_t index = in_groups; index < values.size(); ++index) {
    size += vint_length(values[index]);
  }
  return size;
}

std::size_t value_length(std::uint8_t flag, std::size_t index) {
  if (index == 0) return static_cast<std::size_t>(flag / 64) + 1;
  if (index == 1) return static_cast<std::size_t>(flag / 16 % 4) + 1;
  if (index == 2) return static_cast<std::size_t>(flag / 4 % 4) + 1;
  return static_cast<std::size_t>(flag % 4) + 1;
}

}  // namespace touchstone::reference::group_varint
