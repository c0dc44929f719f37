// Written first, digested when that worked.
#include "codecs/checksum/checksumming_output.h"

#include <algorithm>
#include <bit>

#include "codecs/io/vint.h"

namespace touchstone::checksum {

Expected<void> ChecksummingOutput::write(std::span<const std::uint8_t> bytes) {
  auto written = out_.write(bytes);
  if (written) sum_.add(bytes);
  return written;
}

Expected<void> ChecksummingOutput::write_u64s(std::span<const std::uint64_t> values) {
  if constexpr (std::endian::native == std::endian::little) {
    return write({reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()});
  }
  for (const std::uint64_t value : values) {
    if (auto written = write_u64(value); !written) return written;
  }
  return {};
}

Expected<void> ChecksummingOutput::write_vint(std::uint32_t value) {
  std::array<std::uint8_t, io::kMaxVintBytes> bytes;
  return write(std::span(bytes).first(*io::encode_vint(value, bytes)));
}

Expected<void> ChecksummingOutput::write_vlong(std::int64_t value) {
  std::array<std::uint8_t, io::kMaxVlongBytes> bytes;
  const auto size = io::encode_vlong(value, bytes);
  if (!size) return std::unexpected(size.error());
  return write(std::span(bytes).first(*size));
}

Expected<void> ChecksummingOutput::write_string(std::string_view text) {
  if (text.size() > 0x7FFF'FFFF) return std::unexpected(Error::value_out_of_range);
  if (auto size = write_vint(static_cast<std::uint32_t>(text.size())); !size) return size;
  return write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace touchstone::checksum
