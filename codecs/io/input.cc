// The part of Input that runs once per chunk, or less often.
#include "codecs/io/input.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace touchstone::io {

Input::Input(Input&& other) noexcept { *this = std::move(other); }

// What is moved from becomes empty, so that it never again asks for a chunk it no longer has.
Input& Input::operator=(Input&& other) noexcept {
  if (this == &other) return *this;
  begin_ = std::exchange(other.begin_, nullptr);
  cursor_ = std::exchange(other.cursor_, nullptr);
  end_ = std::exchange(other.end_, nullptr);
  chunk_position_ = std::exchange(other.chunk_position_, 0);
  length_ = std::exchange(other.length_, 0);
  return *this;
}

void Input::make_current(const Chunk& chunk) {
  begin_ = chunk.bytes.data();
  cursor_ = begin_;
  end_ = begin_ + chunk.bytes.size();
  chunk_position_ = chunk.position;
}

void Input::forget_chunk(std::uint64_t position) {
  begin_ = cursor_ = end_ = nullptr;
  chunk_position_ = position;
}

// Called with nothing left of the current chunk. Afterwards there is at least one byte, or the
// position is the end of the input.
Expected<void> Input::advance() {
  const std::uint64_t at = position();
  if (at == length_) return {};
  // The old chunk's bytes may be overwritten by the attempt: forget them first, so that an error
  // leaves a position without a chunk and not a chunk of other bytes.
  forget_chunk(at);
  const Expected<Chunk> chunk = load(at);
  if (!chunk) return std::unexpected(chunk.error());
  assert(chunk->position <= at && at - chunk->position < chunk->bytes.size());
  make_current(*chunk);
  cursor_ += at - chunk->position;
  return {};
}

Expected<void> Input::seek(std::uint64_t position) {
  if (position > length_) return std::unexpected(Error::position_out_of_range);
  const auto chunk_bytes = static_cast<std::uint64_t>(end_ - begin_);
  if (position >= chunk_position_ && position - chunk_position_ <= chunk_bytes) {
    cursor_ = begin_ + (position - chunk_position_);
  } else {
    forget_chunk(position);
  }
  return {};
}

Expected<void> Input::skip(std::uint64_t count) {
  if (count > remaining()) return std::unexpected(Error::end_of_input);
  return seek(position() + count);
}

Expected<void> Input::read_bytes(std::span<std::uint8_t> out) {
  if (out.size() > remaining()) return std::unexpected(Error::end_of_input);
  const std::uint64_t start = position();
  while (!out.empty()) {
    const auto bytes = window();
    if (!bytes) {
      (void)seek(start);  // cannot fail: we came from there
      return std::unexpected(bytes.error());
    }
    const std::size_t count = std::min(bytes->size(), out.size());
    std::memcpy(out.data(), bytes->data(), count);
    consume(count);
    out = out.subspan(count);
  }
  return {};
}

}  // namespace touchstone::io
