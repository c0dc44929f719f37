// Draw: how a Case is made out of choices, written once by a contract and served by several
// backends.
//
// A contract visits the fields of its Case one after the other:
//
//     static void draw(Draw& d, Case& c) {
//       d.edgy(c.count, 0u, 300u);
//       d.placement(c.input_at);
//       d.rest(c.bytes, 4096);
//     }
//
// A backend that makes Cases (bytes of a fuzzer or a corpus file, RapidCheck) assigns each field;
// the recorder reads each field and writes down the bytes that would draw the very same Case. So
// one function is both directions, and a shrunk counterexample or a hand-made Case becomes a corpus
// file.
//
// Rules for a contract's draw: a bound may depend on fields visited before, never on anything else
// (CPU, time, address); `rest` comes last. Then the same bytes are the same Case on every machine.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "harness/placement.h"

namespace touchstone::kit {

/// Thrown by the recorder for a Case that no bytes can draw (a field outside the draw's bounds).
struct Undrawable : std::logic_error {
  using std::logic_error::logic_error;
};

class Draw {
 public:
  virtual ~Draw() = default;
  Draw(const Draw&) = delete;
  Draw& operator=(const Draw&) = delete;

  /// The version of the contract's draw that is being followed: the first byte of a corpus file.
  std::uint8_t version() const { return version_; }

  /// `x` in [lo, hi], every value alike.
  template <std::integral T>
  void uniform(T& x, T lo, T hi) {
    x = from_offset(choose(span(lo, hi), offset(x, lo)), lo);
  }

  /// `x` in [lo, hi], leaning towards the edges: the bounds, powers of two and their neighbours,
  /// and every bit length alike. This is what sizes, counts and values should be drawn with.
  template <std::integral T>
  void edgy(T& x, T lo, T hi);

  void flag(bool& x) { x = choose(1, x ? 1 : 0) != 0; }

  /// One of `options`, each as likely as it is often listed.
  template <typename T, std::size_t N>
  void one_of(T& x, const std::array<T, N>& options);

  /// A list of at most `max` elements; `element(Draw&, T&)` draws each.
  template <typename T, typename F>
  void list(std::vector<T>& items, std::size_t max, F&& element);

  /// Where a buffer lies in the guard arena.
  void placement(Placement& place);

  /// All bytes that are left, at most `max`: free-form content. Must be the last thing drawn.
  void rest(std::vector<std::uint8_t>& bytes, std::size_t max);

 protected:
  explicit Draw(std::uint8_t version) : version_(version) {}

  /// A number in [0, max]. `current` is the field's offset in its range: what a recorder writes
  /// down and every other backend ignores.
  virtual std::uint64_t pick(std::uint64_t max, std::uint64_t current) = 0;
  virtual void take_rest(std::vector<std::uint8_t>& bytes, std::size_t max) = 0;

 private:
  std::uint64_t choose(std::uint64_t max, std::uint64_t current);
  void check_not_finished() const;

  template <std::integral T>
  static std::uint64_t span(T lo, T hi) {
    return static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
  }
  template <std::integral T>
  static std::uint64_t offset(T x, T lo) {
    return static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(lo);
  }
  template <std::integral T>
  static T from_offset(std::uint64_t distance, T lo) {
    return static_cast<T>(static_cast<std::uint64_t>(lo) + distance);
  }

  std::uint8_t version_;
  bool finished_ = false;
};

/// The fuzzer's and the corpus's backend: choices are read off bytes. Past their end every choice
/// is 0, so that any bytes at all, none included, draw a Case.
class ByteDraw final : public Draw {
 public:
  ByteDraw(std::span<const std::uint8_t> bytes, std::uint8_t version)
      : Draw(version), bytes_(bytes) {}

 private:
  std::uint64_t pick(std::uint64_t max, std::uint64_t current) override;
  void take_rest(std::vector<std::uint8_t>& bytes, std::size_t max) override;

  std::span<const std::uint8_t> bytes_;
};

/// The recorder: visits a finished Case and writes the corpus file that draws it: the version, then
/// the choices. Throws Undrawable.
class Recorder final : public Draw {
 public:
  explicit Recorder(std::uint8_t version) : Draw(version), bytes_{version} {}
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::uint64_t pick(std::uint64_t max, std::uint64_t current) override;
  void take_rest(std::vector<std::uint8_t>& bytes, std::size_t max) override;

  std::vector<std::uint8_t> bytes_;
};

// --- implementation ------------------------------------------------------------------------------

template <std::integral T>
void Draw::edgy(T& x, T lo, T hi) {
  constexpr auto kBits = static_cast<std::uint64_t>(sizeof(T) * 8);
  enum Kind : std::uint64_t { exact, near_zero, any_length, near_top };
  const std::uint64_t range = span(lo, hi);
  switch (choose(near_top, exact)) {
    case near_zero:
    case near_top: {
      // A power of two, or one beside it, counted from zero (from the low bound if zero is
      // outside).
      const bool top = choose(1, 0) != 0;
      const std::uint64_t which = choose(3 * (kBits + 1) - 1, 0);
      const std::uint64_t power = which / 3 == 64 ? 0 : std::uint64_t{1} << (which / 3);
      const std::uint64_t distance = power + which % 3 - 1;
      const bool zero_inside = lo <= T{0} && hi >= T{0};
      const std::uint64_t zero = zero_inside ? offset(T{0}, lo) : 0;
      std::uint64_t at = top ? range - distance : zero + distance;
      if (std::is_signed_v<T> && top) at = zero - distance;
      x = from_offset(at > range ? (top ? 0 : range) : at, lo);
      return;
    }
    case any_length: {
      const std::uint64_t length = choose(kBits, 0);
      const std::uint64_t mask =
          length == 0 ? 0 : std::numeric_limits<std::uint64_t>::max() >> (64 - length);
      const std::uint64_t at = choose(mask, 0);
      x = from_offset(at > range ? range : at, lo);
      return;
    }
    default:
      x = from_offset(choose(range, offset(x, lo)), lo);
  }
}

template <typename T, std::size_t N>
void Draw::one_of(T& x, const std::array<T, N>& options) {
  static_assert(N > 0);
  std::uint64_t current = 0;
  while (current < N && options[current] != x) ++current;
  x = options[choose(N - 1, current)];
}

template <typename T, typename F>
void Draw::list(std::vector<T>& items, std::size_t max, F&& element) {
  std::size_t count = items.size();
  edgy(count, std::size_t{0}, max);
  items.resize(count);
  for (T& item : items) element(*this, item);
}

}  // namespace touchstone::kit
