// The sweep: random Cases with no fuzzing engine and no RapidCheck, for any compiler and any
// machine.
#pragma once

#include <cstdint>
#include <vector>

namespace touchstone::kit {

/// The bytes of Case number `index` of the sweep with this seed: version first, then noise in
/// several lengths and textures. The same on every machine.
std::vector<std::uint8_t> sweep_bytes(std::uint64_t seed, std::uint64_t index,
                                      std::uint8_t version);

}  // namespace touchstone::kit
