// The gate: nothing is timed that has not just been proved. There is no way around it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/stamp.h"

namespace touchstone::bench {

/// A contract that must have held at this tier (empty: the contract alone) before a row is timed.
struct Claim {
  std::string contract;
  std::string tier;

  friend auto operator<=>(const Claim&, const Claim&) = default;
};

/// Why nothing is timed, and the command that would help.
struct Refusal {
  std::string reason;
  std::string command;
};

/// Looks at the stamps `tests` and `sanitized` in `folder`, and at `bench`, the build that wants to
/// time: both stamps are of the same sources, the tests ran under the very flags, the fuzzers under
/// AddressSanitizer and UndefinedBehaviorSanitizer, each claim is proved in both. Nothing: go on.
std::optional<Refusal> refusal(const kit::BuildInfo& bench, const std::filesystem::path& folder,
                               std::span<const Claim> claims);

}  // namespace touchstone::bench
