// CRC-32 of what is handed over piece by piece: bytes, integers and arrays of longs.
//
// A fast CRC wants long pieces, and those who write or read values have short ones. Short pieces
// are gathered in a buffer, and the CRC is given the buffer when it is full; a long piece goes to
// the CRC directly, with no copy. The value is the CRC of all bytes in their order, whatever the
// calls and the size of the buffer (Apache Lucene 9.x..10.x BufferedChecksum).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "codecs/checksum/crc32.h"
#include "codecs/io/little_endian.h"

namespace touchstone::checksum {

/// Integers are digested as their bytes in little-endian order, which is that of the files,
/// whatever the machine's. `kCapacity` is the buffer's size in bytes; it has no effect on the
/// value. Copies go on independently. Not for two threads at once. Nothing allocates or fails.
template <std::size_t kCapacity = 1024>
class BufferedChecksum {
  static_assert(kCapacity >= sizeof(std::uint64_t), "the buffer must hold a long");

 public:
  explicit BufferedChecksum(const Kernels& kernels = best()) : kernels_(&kernels) {}

  void add_byte(std::uint8_t value) { add_integer(value); }
  void add_u16(std::uint16_t value) { add_integer(value); }
  void add_u32(std::uint32_t value) { add_integer(value); }
  void add_u64(std::uint64_t value) { add_integer(value); }

  /// Any number of bytes, none included.
  void add(std::span<const std::uint8_t> bytes) {
    if (bytes.size() >= kDirect) {
      flush();
      crc_ = kernels_->update(crc_, bytes);
      return;
    }
    if (bytes.empty()) return;  // memcpy wants a pointer even then
    if (bytes.size() > kCapacity - used_) flush();
    std::memcpy(&buffer_[used_], bytes.data(), bytes.size());
    used_ += bytes.size();
  }

  /// Each long of an array, as add_u64 would. Of an array with an offset, hand over the subspan:
  /// nothing outside `values` is looked at. The longs of a large array are not copied where they
  /// lie in the files' order already, which is on every little-endian machine.
  void add_u64s(std::span<const std::uint64_t> values) {
    if (values.size() * sizeof(std::uint64_t) > kFewBytes) return add_many(values);
    for (const std::uint64_t value : values) add_integer(value);
  }
  void add_i64s(std::span<const std::int64_t> values) {
    // A signed integer may be looked at as its unsigned counterpart.
    add_u64s({reinterpret_cast<const std::uint64_t*>(values.data()), values.size()});
  }

  /// The CRC of everything since the start, or since the last reset. Changes nothing: ask as often
  /// as you like, and go on.
  std::uint32_t value() const { return kernels_->update(crc_, {buffer_.data(), used_}); }

  /// Starts anew, as if just made.
  void reset() {
    crc_ = 0;
    used_ = 0;
  }

 private:
  // From here on a copy costs more than another call of the CRC.
  static constexpr std::size_t kDirect = std::min<std::size_t>(kCapacity, 512);
  // Up to here a loop that the compiler sees is faster than a call of memcpy.
  static constexpr std::size_t kFewBytes = 128;

  void flush() {
    if (used_ == 0) return;
    crc_ = kernels_->update(crc_, {buffer_.data(), used_});
    used_ = 0;
  }

  template <std::unsigned_integral T>
  void add_integer(T value) {
    if (sizeof(T) > kCapacity - used_) [[unlikely]]
      flush();
    io::store_little_endian(&buffer_[used_], value);
    used_ += sizeof(T);
  }

  void add_many(std::span<const std::uint64_t> values) {
    if constexpr (std::endian::native == std::endian::little) {
      add({reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()});
    } else {
      for (const std::uint64_t value : values) add_integer(value);
    }
  }

  const Kernels* kernels_;
  std::uint32_t crc_ = 0;  // of all bytes but those in the buffer
  std::size_t used_ = 0;
  alignas(64) std::array<std::uint8_t, kCapacity> buffer_;
};

}  // namespace touchstone::checksum
