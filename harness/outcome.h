// Outcome: everything a caller can see of one call, and how two of them are compared.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/trap.h"

namespace touchstone::kit {

/// What a subject says of its own call. Made by the contract: `Result::ok().took(n).gave(out)` or
/// `Result::rejected("end_of_input")`. A rejection is a result like any other: which one is
/// compared.
class Result {
 public:
  static Result ok() { return Result("ok"); }
  /// `why` must outlive the run (a literal, an enumerator's name).
  static Result rejected(std::string_view why) { return Result(why); }

  Result() : Result("ok") {}

  /// Bytes of input consumed.
  Result& took(std::uint64_t bytes) { return consumed_ = bytes, *this; }

  /// Values or bytes produced. They are compared element by element and printed with their width.
  template <std::integral T>
  Result& gave(std::span<T> values) {
    output_ = std::as_bytes(std::span<const T>(values));
    element_bytes_ = sizeof(T);
    element_signed_ = std::is_signed_v<T>;
    return *this;
  }

  /// One more number that must be the same for every subject, e.g. the cursor's position
  /// afterwards.
  Result& also(std::string_view name, std::uint64_t value);

  struct Observation {
    std::string_view name;
    std::uint64_t value = 0;
    bool operator==(const Observation&) const = default;
  };

  std::string_view status() const { return status_; }
  bool is_ok() const { return status_ == "ok"; }
  std::uint64_t consumed() const { return consumed_; }
  std::span<const std::byte> output() const { return output_; }
  std::size_t element_bytes() const { return element_bytes_; }
  bool element_signed() const { return element_signed_; }
  std::size_t produced() const { return output_.size() / element_bytes_; }
  std::span<const Observation> observations() const { return {observations_.data(), observed_}; }

 private:
  friend class Stage;
  explicit Result(std::string_view status) : status_(status) {}

  std::string_view status_;
  std::uint64_t consumed_ = 0;
  std::span<const std::byte> output_;
  std::size_t element_bytes_ = 1;
  bool element_signed_ = false;
  std::array<Observation, 6> observations_;
  std::size_t observed_ = 0;
};

/// A fault, told in terms of the Case's own buffers.
struct Trespass {
  Fault fault;
  std::string buffer;     ///< "input", "output", or empty when the address is near neither
  bool past_end = false;  ///< past the buffer's end; otherwise before its start
  std::size_t bytes = 0;  ///< how many bytes too far; see `exact`
  bool exact = false;     ///< `bytes` was measured; otherwise it is the least it can be
  std::size_t grain = 1;  ///< the buffer's alignment: what lies beside it comes in such steps
};

/// Damage done outside of what a subject may touch, found after it returned.
struct Damage {
  std::string buffer;
  std::ptrdiff_t offset = 0;  ///< of the first changed byte, relative to the buffer's start
};

/// What one run of one subject came to. Objects are used again from Case to Case.
struct Outcome {
  Result result;
  std::vector<std::byte> output;     ///< a copy: the arena is used again by the next run
  std::uint64_t allocations = 0;     ///< made inside the measured calls
  std::optional<Trespass> trespass;  ///< the run ended in a fault
  std::optional<Damage> damage;      ///< the canary around the output, or the input, was changed
  std::string exception;             ///< the run ended in an exception: what it said
};

/// A difference: the headline, and for outputs the window around the first differing element.
struct Difference {
  std::string what;
  std::string detail;
};

/// The first visible difference between what was expected and what happened, in this order: fault
/// or exception or damage, status, consumed, produced, output, observations. A contract that
/// promises nothing of the output after a rejection gives none.
std::optional<Difference> compare(const Outcome& expected, const Outcome& actual);

/// What is wrong with a run on its own, whatever was expected: a fault, an exception, damage.
std::optional<Difference> misconduct(const Outcome& outcome);

}  // namespace touchstone::kit
