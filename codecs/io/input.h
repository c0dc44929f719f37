// A random-access byte source that is read in order, through windows.
//
// Lucene's readers are handed memory, mapped files, buffered files or pages. All of them are here
// the same thing to a decoder: a window of contiguous bytes, as long as the source can make it,
// and another one after it. A decoder runs its fast kernel inside a window and needs a careful
// path only where two windows meet. A virtual call happens once per chunk, never per value.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "codecs/io/little_endian.h"

namespace touchstone::io {

/// Base of all byte sources: `length()` bytes, of which the one at `position()` is read next.
///
/// Errors: a member that returns an error leaves `position()` as it was before the call.
/// end_of_input means fewer bytes remain than were asked for (found before anything is consumed);
/// kinds that ask the operating system for bytes may also give io_failure. No member allocates.
/// Pointers and windows stay valid until the next non-const call, unless the kind promises more.
///
/// Copies and moves belong to the kinds (here they are protected, so an Input cannot be sliced).
/// A copy reads on independently from the same position; a moved-from input is empty.
/// An Input is not for two threads at once; two Inputs over the same bytes are.
class Input {
 public:
  virtual ~Input() = default;

  std::uint64_t length() const { return length_; }
  std::uint64_t position() const {
    return chunk_position_ + static_cast<std::uint64_t>(cursor_ - begin_);
  }
  std::uint64_t remaining() const { return length_ - position(); }

  /// All contiguous bytes from the position to the end of its chunk: at least one, unless the
  /// position is the end of the input. Consumes nothing.
  Expected<std::span<const std::uint8_t>> window() {
    if (cursor_ == end_) [[unlikely]] {
      if (auto moved = advance(); !moved) return std::unexpected(moved.error());
    }
    return std::span<const std::uint8_t>(cursor_, end_);
  }

  /// Moves on by `count` bytes of the window. Precondition: `count` is at most the size of the last
  /// window, less what was consumed since.
  void consume(std::size_t count) {
    assert(count <= available());
    cursor_ += count;
  }

  /// Makes `position` the next byte to be read; `length()` itself is allowed. Beyond it:
  /// position_out_of_range. No other error: bytes are fetched when they are asked for, so going
  /// back to where one came from cannot fail.
  Expected<void> seek(std::uint64_t position);

  /// Moves on by `count` bytes; fewer left: end_of_input.
  Expected<void> skip(std::uint64_t count);

  Expected<std::uint8_t> read_byte() {
    if (cursor_ == end_) [[unlikely]] {
      if (auto moved = advance(); !moved) return std::unexpected(moved.error());
      if (cursor_ == end_) return std::unexpected(Error::end_of_input);
    }
    return *cursor_++;
  }

  /// Fills `out`, across chunks. On error the contents of `out` are unspecified.
  Expected<void> read_bytes(std::span<std::uint8_t> out);

  /// Fixed-width little-endian integers, wherever chunks end.
  Expected<std::uint16_t> read_u16() { return read_little_endian<std::uint16_t>(); }
  Expected<std::uint32_t> read_u32() { return read_little_endian<std::uint32_t>(); }
  Expected<std::uint64_t> read_u64() { return read_little_endian<std::uint64_t>(); }

 protected:
  /// Contiguous bytes of the input, the first of them at `position`.
  struct Chunk {
    std::span<const std::uint8_t> bytes;
    std::uint64_t position = 0;
  };

  explicit Input(std::uint64_t length) : length_(length) {}

  /// For kinds that have the first chunk at hand.
  Input(std::uint64_t length, const Chunk& first) : length_(length) { make_current(first); }

  Input(const Input&) = default;
  Input& operator=(const Input&) = default;
  Input(Input&& other) noexcept;
  Input& operator=(Input&& other) noexcept;

  /// The chunk that holds the byte at `position`, which is below `length()`. It must not reach
  /// beyond `length()`. May give up the bytes of the chunk before, also when it fails.
  virtual Expected<Chunk> load(std::uint64_t position) = 0;

  /// Whether [offset, offset + count) lies inside; does not wrap.
  bool holds(std::uint64_t offset, std::uint64_t count) const {
    return offset <= length_ && count <= length_ - offset;
  }

 private:
  std::size_t available() const { return static_cast<std::size_t>(end_ - cursor_); }
  void make_current(const Chunk& chunk);
  void forget_chunk(std::uint64_t position);
  Expected<void> advance();

  template <std::unsigned_integral T>
  Expected<T> read_little_endian() {
    if (available() >= sizeof(T)) [[likely]] {
      const T value = load_little_endian<T>(cursor_);
      cursor_ += sizeof(T);
      return value;
    }
    std::uint8_t bytes[sizeof(T)];
    if (auto read = read_bytes(bytes); !read) return std::unexpected(read.error());
    return load_little_endian<T>(bytes);
  }

  // The current chunk. After a seek outside it, all three are null and `chunk_position_` alone
  // says where we are, until bytes are asked for.
  const std::uint8_t* begin_ = nullptr;
  const std::uint8_t* cursor_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  std::uint64_t chunk_position_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace touchstone::io
