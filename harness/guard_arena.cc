#include "harness/guard_arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>

#include "harness/check.h"

namespace touchstone::kit {
namespace {

// Every living arena, newest first: what the signal handler searches.
std::atomic<GuardArena*> g_arenas{nullptr};

std::size_t page_bytes() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

std::size_t round_up(std::size_t size, std::size_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

}  // namespace

GuardArena::GuardArena(std::size_t capacity) {
  const std::size_t page = page_bytes();
  const std::size_t usable = round_up(capacity == 0 ? 1 : capacity, page);
  mapped_bytes_ = usable + 2 * page;
  void* base = mmap(nullptr, mapped_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TOUCHSTONE_CHECK(base != MAP_FAILED, "no address space for a guard arena");
  base_ = static_cast<std::uint8_t*>(base);
  begin_ = base_ + page;
  end_ = begin_ + usable;
  TOUCHSTONE_CHECK(mprotect(begin_, usable, PROT_READ | PROT_WRITE) == 0,
                   "the middle of a guard arena could not be made accessible");
  next_ = g_arenas.load();
  g_arenas.store(this);
}

GuardArena::~GuardArena() {
  if (g_arenas.load() == this) {
    g_arenas.store(next_);
  } else {
    for (GuardArena* a = g_arenas.load(); a != nullptr; a = a->next_) {
      if (a->next_ == this) a->next_ = next_;
    }
  }
  munmap(base_, mapped_bytes_);
}

std::uint8_t* GuardArena::place(std::size_t size, std::size_t slack, Placement where,
                                std::size_t alignment) const {
  TOUCHSTONE_CHECK(room_for(size, slack) <= capacity(), "a block is larger than its guard arena");
  if (where.flush == Flush::left) return begin_ + round_up(slack, alignment);
  std::uint8_t* start = end_ - slack - size;
  const auto address = reinterpret_cast<std::uintptr_t>(start);
  if (where.flush == Flush::right) return start - address % alignment;
  const std::size_t wanted = where.alignment % 64 / alignment * alignment;
  return start - (address + 64 - wanted) % 64;
}

bool is_guard_address(std::uintptr_t address) {
  for (const GuardArena* a = g_arenas.load(); a != nullptr; a = a->next_) {
    const auto base = reinterpret_cast<std::uintptr_t>(a->base_);
    if (address < base || address >= base + a->mapped_bytes_) continue;
    return address < reinterpret_cast<std::uintptr_t>(a->begin_) ||
           address >= reinterpret_cast<std::uintptr_t>(a->end_);
  }
  return false;
}

}  // namespace touchstone::kit
