// An input that keeps the CRC-32 of every byte that is read through it.
//
// Lucene checks a metadata file while it reads it: each byte handed out is digested, in order, and
// what is skipped is digested too (Apache Lucene 9.x..10.x BufferedChecksumIndexInput). Here
// nothing is copied to be digested later: what was read since the last time still lies in the
// window of the wrapped input, so the CRC is given it in one piece, when the window (or a piece
// that still is in the first-level cache) is used up.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/checksum/crc32.h"
#include "codecs/error.h"
#include "codecs/io/input.h"
#include "codecs/io/little_endian.h"

namespace touchstone::checksum {

/// Reads on from where the wrapped input stands. What always holds: `value()` is the CRC of the
/// bytes from there up to `position()`. A member that fails leaves both as they were before the
/// call, so that one may go on, or try again (in Lucene the state is unusable then).
///
/// The wrapped input must outlive this object and must not be used beside it: its own position lags
/// behind until `settle()`. Not for two threads at once. Nothing allocates.
///
/// Errors: end_of_input before anything is consumed, when fewer bytes remain than were asked for;
/// malformed_vint; cannot_seek_backwards; and what the wrapped input gives (io_failure).
class ChecksummingInput {
 public:
  explicit ChecksummingInput(io::Input& in, const Kernels& kernels = best())
      : in_(in), kernels_(kernels) {}
  ChecksummingInput(const ChecksummingInput&) = delete;
  ChecksummingInput& operator=(const ChecksummingInput&) = delete;

  /// Those of the wrapped input: for a slice, counted from the slice's start.
  std::uint64_t length() const { return in_.length(); }
  std::uint64_t position() const { return in_.position() + pending(); }
  std::uint64_t remaining() const { return length() - position(); }

  /// Fixed-width integers, little-endian.
  Expected<std::uint8_t> read_byte() { return read_integer<std::uint8_t>(); }
  Expected<std::uint16_t> read_u16() { return read_integer<std::uint16_t>(); }
  Expected<std::uint32_t> read_u32() { return read_integer<std::uint32_t>(); }
  Expected<std::uint64_t> read_u64() { return read_integer<std::uint64_t>(); }

  /// Fills `out`. On error the contents of `out` are unspecified.
  Expected<void> read_bytes(std::span<std::uint8_t> out);
  /// The same for little-endian longs; one call for an array is much faster than one for each.
  Expected<void> read_u64s(std::span<std::uint64_t> out);

  /// As io::read_vint and io::read_vlong.
  Expected<std::uint32_t> read_vint();
  Expected<std::int64_t> read_vlong();

  /// A string as Lucene writes it, a vInt with the number of bytes and then those bytes, into the
  /// front of `out`; gives their number. Errors in this order: those of read_vint;
  /// negative_length, for 2^31 and more; end_of_input; output_too_small, when `out` is shorter than
  /// the string.
  Expected<std::size_t> read_string(std::span<std::uint8_t> out);

  /// Moves on to `position` and digests all bytes on the way. Where one stands: nothing to do.
  /// Before that: cannot_seek_backwards. Beyond the end: end_of_input.
  Expected<void> seek(std::uint64_t position);
  /// Moves on by `count` bytes; fewer left: end_of_input.
  Expected<void> skip(std::uint64_t count);

  /// The CRC up to here. Disturbs nothing: ask in between, and as often as you like.
  std::uint32_t value() {
    settle();
    return crc_;
  }

  /// Brings the wrapped input to `position()`, so that it may be used again (and its position is
  /// what one expects); whatever is read from it directly is not digested.
  void settle();

 private:
  // Where a failed read goes back to.
  struct Mark {
    std::uint64_t position;
    std::uint32_t crc;
  };

  std::size_t pending() const { return static_cast<std::size_t>(cursor_ - begin_); }
  std::size_t available() const { return static_cast<std::size_t>(end_ - cursor_); }
  Mark mark();
  void go_back(const Mark& mark);
  Expected<void> refill();
  Expected<void> copy_out(std::uint8_t* out, std::size_t size);
  Expected<void> copy_from_piece(std::uint8_t*& out, std::size_t& size);
  Expected<void> copy_from_window(std::uint8_t*& out, std::size_t& size);

  template <std::unsigned_integral T>
  Expected<T> read_integer() {
    if (available() < sizeof(T)) [[unlikely]]
      return read_across<T>();
    const T value = io::load_little_endian<T>(cursor_);
    cursor_ += sizeof(T);
    return value;
  }

  template <std::unsigned_integral T>
  Expected<T> read_across();

  template <std::size_t kMaxBytes, typename Decode>
  auto read_sevens(Decode decode) -> Expected<decltype(decode({})->value)>;

  io::Input& in_;
  const Kernels& kernels_;
  std::uint32_t crc_ = 0;
  // A piece of the wrapped input's window, which stands at `begin_`. Bytes in front of the cursor
  // have been read but neither digested nor consumed.
  const std::uint8_t* begin_ = nullptr;
  const std::uint8_t* cursor_ = nullptr;
  const std::uint8_t* end_ = nullptr;
};

}  // namespace touchstone::checksum
