// Stage: what a subject is given for one run: its buffers in the guard arena, and the measured
// call.
//
//     Result decode(const Case& c, Stage& s) {
//       auto in = s.input(c.bytes, c.input_at);
//       auto out = s.output<std::uint32_t>(c.count, c.output_at);
//       auto taken = s.call([&] { return codec::decode(in, out); });
//       if (!taken) return Result::rejected(name_of(taken.error()));
//       return Result::ok().took(*taken).gave(out);
//     }
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "harness/guard_arena.h"
#include "harness/outcome.h"
#include "harness/placement.h"

namespace touchstone::kit {

/// Which run of a Case this is. Each has arenas of its own, so that a buffer keeps its place, and
/// what surrounds it, from subject to subject.
enum class Round : std::uint8_t { first, refused, second };

/// The byte that surrounds the buffers and pre-fills the outputs. The two rounds differ in every
/// bit, so a result that depends on memory it does not own shows.
constexpr std::uint8_t fill_of(Round round) { return round == Round::first ? 0xAA : 0x55; }

/// What a subject is granted beyond its buffers, in bytes. Granted exactly: a byte more is a fault.
struct Slack {
  std::size_t read = 0;   ///< readable bytes behind each input
  std::size_t write = 0;  ///< writable bytes behind each output
};

/// Ends a run whose measured call faulted. Thrown by Stage, caught by the prover.
struct Faulted {
  Trespass trespass;
};

class Stage {
 public:
  Stage();

  /// A copy of `values` in the arena: bytes, or elements of another type, `s.input<T>(...)`. The
  /// subject may not change it.
  template <typename T = std::uint8_t>
  std::span<const T> input(std::type_identity_t<std::span<const T>> values, Placement where) {
    static_assert(std::is_trivial_v<T>);
    const auto* placed = place_input(values.data(), values.size_bytes(), where, alignof(T));
    return {reinterpret_cast<const T*>(placed), values.size()};
  }

  /// `count` elements to be written, filled with the run's fill byte, canaries around.
  template <typename T>
  std::span<T> output(std::size_t count, Placement where) {
    static_assert(std::is_trivial_v<T>);
    return {reinterpret_cast<T*>(place_output(count * sizeof(T), where, alignof(T))), count};
  }

  /// The measured call: faults in it end the run, allocations in it are counted. Everything that is
  /// the codec's own goes in here, and nothing else.
  template <typename F>
  std::invoke_result_t<F> call(F&& f) {
    using R = std::invoke_result_t<F>;
    if constexpr (std::is_void_v<R>) {
      auto body = [&] { f(); };
      guarded([](void* g) { (*static_cast<decltype(body)*>(g))(); }, &body);
    } else {
      std::optional<R> result;
      auto body = [&] { result.emplace(f()); };
      guarded([](void* g) { (*static_cast<decltype(body)*>(g))(); }, &body);
      return *std::move(result);
    }
  }

  /// The byte around the buffers of this run.
  std::uint8_t fill() const { return fill_of(round_); }

  // --- for the prover -------------------------------------------------------------------------

  /// Starts a run: all buffers are free again. `probe` widens the granted slack on every side, to
  /// measure how far a subject trespasses.
  void begin(Round round, Slack slack, std::size_t probe = 0);

  /// Ends a run: looks for damage, copies the output, fills `outcome`.
  void finish(const Result& result, Outcome& outcome);

  /// How many measured calls the run has made.
  std::size_t calls() const { return calls_; }

 private:
  // A buffer in its arena. Slots live on from run to run: a buffer that is placed where the last
  // one was, with nothing damaged, needs no new surroundings.
  struct Slot {
    std::unique_ptr<GuardArena> arena = nullptr;
    std::uint8_t* start = nullptr;
    std::size_t size = 0;
    std::size_t slack = 0;
    std::size_t alignment = 1;
    bool is_input = false;
    bool clean = false;                       ///< the surroundings are known to be the fill byte
    std::vector<std::uint8_t> original = {};  ///< what an input must still hold
  };
  struct Slots {
    std::vector<Slot> slots;
    std::size_t used = 0;
  };

  const std::uint8_t* place_input(const void* bytes, std::size_t size, Placement where,
                                  std::size_t alignment);
  std::uint8_t* place_output(std::size_t bytes, Placement where, std::size_t alignment);
  Slot& place(std::size_t size, std::size_t slack, Placement where, std::size_t alignment);
  void guarded(void (*body)(void*), void* context);
  Trespass locate(const Fault& fault);
  std::optional<Damage> inspect(const Slot& slot) const;
  std::span<Slot> used_slots() {
    return {rounds_[static_cast<std::size_t>(round_)].slots.data(),
            rounds_[static_cast<std::size_t>(round_)].used};
  }

  std::array<Slots, 3> rounds_;
  Round round_ = Round::first;
  Slack slack_;
  std::size_t probe_ = 0;
  std::size_t calls_ = 0;
  std::uint64_t allocations_ = 0;
};

}  // namespace touchstone::kit
