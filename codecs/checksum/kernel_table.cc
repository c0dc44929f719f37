// The table of all kernels, one row a tier, and the choice of the best.
#include <cstdint>
#include <span>

#include "codecs/checksum/crc32.h"
#include "codecs/checksum/kernels.h"

namespace touchstone::checksum {
namespace {

constexpr Kernels kKernels[] = {{Tier::scalar, scalar::update}};

}  // namespace

std::span<const Kernels> kernels() { return kKernels; }

const Kernels* kernels(Tier tier) {
  for (const Kernels& candidate : kKernels) {
    if (candidate.tier == tier) return &candidate;
  }
  return nullptr;
}

const Kernels& best() { return kKernels[0]; }

}  // namespace touchstone::checksum
