// An input over bytes in memory: one chunk, and every window reaches to the end.
#pragma once

#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "codecs/io/input.h"

namespace touchstone::io {

/// Reads `bytes`, which the caller keeps alive and unchanged. Windows stay valid as long as they
/// do. Never gives io_failure. Copies and moves cost a few words.
class MemoryInput final : public Input {
 public:
  explicit MemoryInput(std::span<const std::uint8_t> bytes)
      : Input(bytes.size(), Chunk{bytes, 0}), bytes_(bytes) {}

  /// An input over `length` bytes from `offset`, positioned at its start; it needs the caller's
  /// bytes, not this object. Outside this input: position_out_of_range.
  Expected<MemoryInput> slice(std::uint64_t offset, std::uint64_t length) const {
    if (!holds(offset, length)) return std::unexpected(Error::position_out_of_range);
    return MemoryInput(
        bytes_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length)));
  }

 private:
  Expected<Chunk> load(std::uint64_t) override { return Chunk{bytes_, 0}; }

  std::span<const std::uint8_t> bytes_;
};

}  // namespace touchstone::io
