// The simple truth about reading with a checksum: bytes in memory, taken and digested one by one.
//
// Every member either does all it was asked, or gives an error and changes nothing. Errors:
// end_of_input, those of vInts, and those that are named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "reference/digest.h"
#include "reference/vint.h"

namespace touchstone::reference {

class DigestingReader {
 public:
  /// Reads on from `start`, which is at most the length; the digest is of what is read.
  explicit DigestingReader(std::span<const std::uint8_t> bytes, std::size_t start = 0)
      : bytes_(bytes), position_(start) {}

  std::size_t length() const { return bytes_.size(); }
  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  std::uint32_t value() const { return digest_.value(); }

  /// The next `count` bytes.
  Expected<std::span<const std::uint8_t>> take(std::uint64_t count) {
    if (count > remaining()) return std::unexpected(Error::end_of_input);
    const auto taken = bytes_.subspan(position_, static_cast<std::size_t>(count));
    for (const std::uint8_t byte : taken) {
      digest_.add_byte(byte);
      position_ += 1;
    }
    return taken;
  }

  /// A little-endian integer of 1 to 8 bytes.
  Expected<std::uint64_t> read_little_endian(std::size_t width) { return integer(width, false); }
  /// The same with the highest byte first.
  Expected<std::uint64_t> read_big_endian(std::size_t width) { return integer(width, true); }

  Expected<std::uint32_t> read_vint() { return sevens<std::uint32_t>(decode_vint); }
  Expected<std::uint64_t> read_vlong() { return sevens<std::uint64_t>(decode_vlong); }

  /// A vInt and as many bytes. negative_length above 2^31-1; output_too_small above `most`.
  Expected<std::span<const std::uint8_t>> read_string(std::size_t most) {
    const auto length = decode_vint(bytes_.subspan(position_));
    if (!length) return std::unexpected(length.error());
    if (length->value > 2'147'483'647) return std::unexpected(Error::negative_length);
    if (length->value > remaining() - length->consumed) {
      return std::unexpected(Error::end_of_input);
    }
    if (length->value > most) return std::unexpected(Error::output_too_small);
    (void)take(length->consumed);
    return take(length->value);
  }

  /// cannot_seek_backwards; what is passed is digested.
  Expected<void> seek(std::uint64_t position) {
    if (position < position_) return std::unexpected(Error::cannot_seek_backwards);
    return skip(position - position_);
  }

  Expected<void> skip(std::uint64_t count) {
    const auto passed = take(count);
    if (!passed) return std::unexpected(passed.error());
    return {};
  }

 private:
  Expected<std::uint64_t> integer(std::size_t width, bool highest_first) {
    const auto bytes = take(width);
    if (!bytes) return std::unexpected(bytes.error());
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
      value = value << 8 | (*bytes)[highest_first ? i : width - 1 - i];
    }
    return value;
  }

  template <typename T, typename Decode>
  Expected<T> sevens(Decode decode) {
    const auto decoded = decode(bytes_.subspan(position_));
    if (!decoded) return std::unexpected(decoded.error());
    (void)take(decoded->consumed);
    return decoded->value;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t position_;
  Digest digest_;
};

}  // namespace touchstone::reference
