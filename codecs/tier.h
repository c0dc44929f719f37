// Tiers: the instruction sets for which a kernel is compiled, by the names users see.
#pragma once

#include <cstdint>
#include <string_view>

namespace touchstone {

/// An instruction-set tier, worst first within an architecture. `scalar` is plain C++ and runs
/// everywhere; the others are Highway's targets of the same name.
enum class Tier : std::uint8_t { scalar, ssse3, sse4, avx2, avx3, avx3_dl, neon };

/// The name a user types after `--tier=` and reads in the accounting line.
constexpr std::string_view name_of(Tier tier) {
  switch (tier) {
    case Tier::scalar:
      return "scalar";
    case Tier::ssse3:
      return "ssse3";
    case Tier::sse4:
      return "sse4";
    case Tier::avx2:
      return "avx2";
    case Tier::avx3:
      return "avx3";
    case Tier::avx3_dl:
      return "avx3_dl";
    case Tier::neon:
      return "neon";
  }
  return "unknown tier";
}

/// Whether this CPU, under this operating system, runs code compiled for `tier`.
bool cpu_supports(Tier tier);

}  // namespace touchstone
