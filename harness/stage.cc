#include "harness/stage.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "harness/allocation_meter.h"
#include "harness/bytes.h"
#include "harness/check.h"

namespace touchstone::kit {
namespace {

// How much of the memory around a buffer is filled before a run and looked at after it: as wide as
// the widest vector store. What lies beyond is the guard pages' business.
constexpr std::size_t kCanaryBytes = 64;

struct Margins {
  std::size_t before;
  std::size_t behind;
};

Margins margins(const GuardArena& arena, const std::uint8_t* start, std::size_t extent) {
  return {std::min(kCanaryBytes, static_cast<std::size_t>(start - arena.begin())),
          std::min(kCanaryBytes, static_cast<std::size_t>(arena.end() - start) - extent)};
}

// Offset of the first byte of [from, from + size) that is not `fill`.
std::optional<std::size_t> first_stain(const std::uint8_t* from, std::size_t size,
                                       std::uint8_t fill) {
  if (all_bytes(from, size, fill)) return std::nullopt;
  return static_cast<std::size_t>(
      std::find_if(from, from + size, [fill](std::uint8_t b) { return b != fill; }) - from);
}

}  // namespace

Stage::Stage() { check_allocation_meter(); }

void Stage::begin(Round round, Slack slack, std::size_t probe) {
  round_ = round;
  rounds_[static_cast<std::size_t>(round)].used = 0;
  slack_ = slack;
  probe_ = probe;
  calls_ = 0;
  allocations_ = 0;
}

const std::uint8_t* Stage::place_input(const void* bytes, std::size_t size, Placement where,
                                       std::size_t alignment) {
  Slot& slot = place(size, slack_.read, where, alignment);
  slot.is_input = true;
  const auto* from = static_cast<const std::uint8_t*>(bytes);
  slot.original.assign(from, from + size);
  if (size != 0) std::memcpy(slot.start, from, size);
  return slot.start;
}

std::uint8_t* Stage::place_output(std::size_t bytes, Placement where, std::size_t alignment) {
  Slot& slot = place(bytes, slack_.write, where, alignment);
  slot.is_input = false;
  std::memset(slot.start, fill(), bytes);
  return slot.start;
}

Stage::Slot& Stage::place(std::size_t size, std::size_t slack, Placement where,
                          std::size_t alignment) {
  Slots& round = rounds_[static_cast<std::size_t>(round_)];
  if (round.used == round.slots.size()) round.slots.emplace_back();
  Slot& slot = round.slots[round.used++];

  // Slack is granted behind a block; before its start nothing is, unless we are measuring.
  const bool left = where.flush == Flush::left;
  const std::size_t granted = (left ? 0 : slack) + probe_;
  const std::size_t needed = GuardArena::room_for(size, slack + probe_);
  bool clean = std::exchange(slot.clean, false);  // until `finish` has looked again
  if (!slot.arena || slot.arena->capacity() < needed) {
    slot.arena = std::make_unique<GuardArena>(std::bit_ceil(needed));
    clean = false;
  }
  std::uint8_t* start = slot.arena->place(size, granted, where, alignment);
  const std::size_t slack_before = std::exchange(slot.slack, left ? slack : granted);
  slot.alignment = alignment;
  const bool same_place = slot.start == start && slot.size == size && slot.slack == slack_before;
  if (clean && same_place) return slot;

  slot.start = start;
  slot.size = size;
  const auto [before, behind] = margins(*slot.arena, start, size + slot.slack);
  std::memset(start - before, fill(), before);
  std::memset(start + size, fill(), slot.slack + behind);
  return slot;
}

void Stage::guarded(void (*body)(void*), void* context) {
  ++calls_;
  const std::uint64_t before = allocations_so_far();
  const std::optional<Fault> fault = run_trapped(body, context);
  allocations_ += allocations_so_far() - before;
  if (fault) throw Faulted{locate(*fault)};
}

Trespass Stage::locate(const Fault& fault) {
  Trespass trespass{fault, "", false, 0, false};
  for (Slot& slot : used_slots()) {
    constexpr std::uintptr_t kPage = 4096;
    const auto low = reinterpret_cast<std::uintptr_t>(slot.arena->begin());
    const auto high = reinterpret_cast<std::uintptr_t>(slot.arena->end());
    const auto start = reinterpret_cast<std::uintptr_t>(slot.start);
    if (fault.address + kPage < low || fault.address >= high + kPage) continue;
    trespass.buffer = slot.is_input ? "input" : "output";
    trespass.grain = slot.alignment;
    trespass.past_end = fault.address >= start;
    trespass.bytes =
        trespass.past_end ? fault.address - (start + slot.size) + 1 : start - fault.address;
  }
  return trespass;
}

std::optional<Damage> Stage::inspect(const Slot& slot) const {
  const std::size_t extent = slot.size + (slot.is_input ? 0 : slot.slack);
  const auto [before, behind] = margins(*slot.arena, slot.start, extent);
  const char* name = slot.is_input ? "input" : "output";
  if (const auto at = first_stain(slot.start - before, before, fill())) {
    return Damage{name, static_cast<std::ptrdiff_t>(*at) - static_cast<std::ptrdiff_t>(before)};
  }
  if (const auto at = first_stain(slot.start + extent, behind, fill())) {
    return Damage{name, static_cast<std::ptrdiff_t>(extent + *at)};
  }
  if (slot.is_input && !same_bytes(slot.original.data(), slot.start, slot.size)) {
    const auto at = std::mismatch(slot.original.begin(), slot.original.end(), slot.start);
    return Damage{name, at.first - slot.original.begin()};
  }
  return std::nullopt;
}

void Stage::finish(const Result& result, Outcome& outcome) {
  outcome.result = result;
  outcome.output.assign(result.output().begin(), result.output().end());
  outcome.result.output_ = outcome.output;
  outcome.allocations = allocations_;
  outcome.damage.reset();
  for (Slot& slot : used_slots()) {
    const auto damage = inspect(slot);
    // Declared slack is scratch: its bytes are no longer the fill, though nothing is damaged.
    slot.clean = !damage && (slot.is_input || slot.slack == 0);
    if (damage && !outcome.damage) outcome.damage = damage;
  }
}

}  // namespace touchstone::kit
