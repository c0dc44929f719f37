// The simple truth about checksums of what comes piece by piece: one byte after the other, no
// buffer.
#pragma once

#include <cstdint>
#include <span>

#include "reference/crc32.h"

namespace touchstone::reference {

class Digest {
 public:
  void add_byte(std::uint8_t byte) { crc_ = crc32({&byte, 1}, crc_); }

  void add(std::span<const std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) add_byte(byte);
  }

  /// The lowest `bytes` bytes of an integer, lowest first.
  void add_integer(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) add_byte(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  std::uint32_t value() const { return crc_; }
  void reset() { crc_ = 0; }

 private:
  std::uint32_t crc_ = 0;
};

}  // namespace touchstone::reference
