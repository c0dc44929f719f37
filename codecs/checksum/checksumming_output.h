// An output that keeps the CRC-32 of every byte that is written through it.
//
// Apache Lucene 9.x..10.x keeps the CRC in its file output (OutputStreamIndexOutput), which is what
// a codec footer is written from.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codecs/checksum/buffered_checksum.h"
#include "codecs/error.h"
#include "codecs/io/little_endian.h"
#include "codecs/io/output.h"

namespace touchstone::checksum {

/// Writes to `out`, which must outlive this object and must not be written to beside it. Always,
/// `value()` is the CRC of the bytes written through this object; bytes that could not be written
/// are not digested. Errors: those of `out`; an array or a string may have been written in part
/// then, and that part has been digested. Nothing allocates.
class ChecksummingOutput final : public io::Output {
 public:
  explicit ChecksummingOutput(io::Output& out, const Kernels& kernels = best())
      : out_(out), sum_(kernels) {}
  ChecksummingOutput(const ChecksummingOutput&) = delete;
  ChecksummingOutput& operator=(const ChecksummingOutput&) = delete;

  /// That of the wrapped output.
  std::uint64_t position() const override { return out_.position(); }

  Expected<void> write(std::span<const std::uint8_t> bytes) override;

  /// Fixed-width integers, little-endian.
  Expected<void> write_byte(std::uint8_t value) { return write_integer(value); }
  Expected<void> write_u16(std::uint16_t value) { return write_integer(value); }
  Expected<void> write_u32(std::uint32_t value) { return write_integer(value); }
  Expected<void> write_u64(std::uint64_t value) { return write_integer(value); }
  Expected<void> write_u64s(std::span<const std::uint64_t> values);

  /// As io::encode_vint and io::encode_vlong: a negative vLong is value_out_of_range.
  Expected<void> write_vint(std::uint32_t value);
  Expected<void> write_vlong(std::int64_t value);
  /// The vInt of its size, then its bytes. 2^31 bytes and more: value_out_of_range.
  Expected<void> write_string(std::string_view text);

  /// The CRC up to here. Disturbs nothing: ask in between, and as often as you like.
  std::uint32_t value() const { return sum_.value(); }

 private:
  template <std::unsigned_integral T>
  Expected<void> write_integer(T value) {
    std::array<std::uint8_t, sizeof(T)> bytes;
    io::store_little_endian(bytes.data(), value);
    return write(bytes);
  }

  io::Output& out_;
  BufferedChecksum<> sum_;
};

}  // namespace touchstone::checksum
