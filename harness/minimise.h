// Minimising: the smallest input found that still shows what the large one shows.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/prover.h"

namespace touchstone::kit {

/// Shrinks `bytes` as long as `still_fails` holds: first cuts of falling size from the end, then
/// from anywhere, then single bytes towards zero. Deterministic; at most `budget` calls of
/// `still_fails`. Precondition: still_fails(bytes).
std::vector<std::uint8_t> minimise(
    std::vector<std::uint8_t> bytes,
    const std::function<bool(const std::vector<std::uint8_t>&)>& still_fails,
    std::size_t budget = 10'000);

/// The smallest divergence of the same subject that is found from `found`, in this process. A Case
/// whose recording does not come back is given back as it is.
Divergence minimised(const Divergence& found, const TierChoice& tiers);

/// How checking an input in a process of its own ended: cleanly, with a divergence, or with the
/// death of the process (a sanitizer's report, an abort, a hang beyond `seconds`).
enum class Ending : std::uint8_t { clean, divergence, death };

/// Checks `bytes` in a child process, whose output is dropped.
Ending check_in_child(const AnyContract& contract, const std::vector<std::uint8_t>& bytes,
                      unsigned seconds = 20);

}  // namespace touchstone::kit
