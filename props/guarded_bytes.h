// A copy of some bytes in a guard arena of its own: an unmapped page before its first byte or
// behind its last.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "harness/guard_arena.h"

namespace touchstone::props {

/// Owns the pages for as long as it lives.
class GuardedBytes {
 public:
  explicit GuardedBytes(std::span<const std::uint8_t> bytes, kit::Flush flush = kit::Flush::right)
      : arena_(kit::GuardArena::room_for(bytes.size(), 0)),
        bytes_(arena_.place(bytes.size(), 0, {flush, 0}, 1), bytes.size()) {
    if (!bytes.empty()) std::memcpy(bytes_.data(), bytes.data(), bytes.size());
  }

  std::span<std::uint8_t> bytes() const { return bytes_; }

 private:
  kit::GuardArena arena_;
  std::span<std::uint8_t> bytes_;
};

}  // namespace touchstone::props
