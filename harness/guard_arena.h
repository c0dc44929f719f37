// The guard arena: persistent memory between two unmapped pages, in which every buffer of a Case
// lies.
//
// A sanitizer sees what the compiler instruments; a gather, an `lddqu` or inline assembly that
// reads a byte too many it does not. An unmapped page sees all of them, in a release build too. The
// memory is mapped once and used again for every Case, which is cheaper than malloc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/placement.h"

namespace touchstone::kit {

class GuardArena {
 public:
  /// Room for at least `capacity` bytes, rounded up to whole pages. Aborts if it cannot be mapped.
  explicit GuardArena(std::size_t capacity);
  ~GuardArena();
  GuardArena(const GuardArena&) = delete;
  GuardArena& operator=(const GuardArena&) = delete;

  /// First accessible byte; the byte before it lies in an unmapped page.
  std::uint8_t* begin() const { return begin_; }
  /// End of the accessible bytes; the byte here lies in an unmapped page.
  std::uint8_t* end() const { return end_; }
  std::size_t capacity() const { return static_cast<std::size_t>(end_ - begin_); }

  /// The start of a block of `size` bytes, placed as asked, with exactly `slack` accessible bytes
  /// between the block and the unmapped page on the side that the placement touches.
  /// `alignment` is what the block's element type needs; with it, an aligned placement is rounded
  /// down. Precondition: room_for(size, slack).
  std::uint8_t* place(std::size_t size, std::size_t slack, Placement where,
                      std::size_t alignment) const;

  /// The capacity that a block needs wherever it is placed.
  static std::size_t room_for(std::size_t size, std::size_t slack) { return size + slack + 64; }

 private:
  friend bool is_guard_address(std::uintptr_t address);

  std::uint8_t* base_;
  std::size_t mapped_bytes_;
  std::uint8_t* begin_;
  std::uint8_t* end_;
  GuardArena* next_;
};

/// Whether `address` lies in an unmapped neighbour page of any arena. Safe in a signal handler.
bool is_guard_address(std::uintptr_t address);

}  // namespace touchstone::kit
