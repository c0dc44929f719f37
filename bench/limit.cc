// The limit, once for each vector width: compiled by Highway's headers as the kernels are.
#include "bench/limit.h"

#include <algorithm>
#include <cstddef>

#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/limit.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace touchstone::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Loads and stores side by side as far as both buffers go, then what the larger one has left. The
// last vector of each lies over the one before it, so each must be as large as a vector, or empty.
std::uint8_t touch_wide(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) {
  const hn::ScalableTag<std::uint8_t> bytes;
  const std::size_t width = hn::Lanes(bytes);
  const auto fill = hn::Set(bytes, kLimitFill);
  auto even = hn::Zero(bytes);
  auto odd = hn::Zero(bytes);
  std::size_t at = 0;
  for (const std::size_t both = std::min(in.size(), out.size()); both - at >= 2 * width;) {
    even = hn::Xor(even, hn::LoadU(bytes, in.data() + at));
    odd = hn::Xor(odd, hn::LoadU(bytes, in.data() + at + width));
    hn::StoreU(fill, bytes, out.data() + at);
    hn::StoreU(fill, bytes, out.data() + at + width);
    at += 2 * width;
  }
  std::size_t read = at;
  for (; in.size() - read >= 2 * width; read += 2 * width) {
    even = hn::Xor(even, hn::LoadU(bytes, in.data() + read));
    odd = hn::Xor(odd, hn::LoadU(bytes, in.data() + read + width));
  }
  for (std::size_t i = read; i < in.size(); i += width) {
    even = hn::Xor(even, hn::LoadU(bytes, in.data() + std::min(i, in.size() - width)));
  }
  for (std::size_t i = at; i < out.size(); i += width) {
    hn::StoreU(fill, bytes, out.data() + std::min(i, out.size() - width));
  }
  return hn::GetLane(hn::Xor(even, odd));
}

}  // namespace touchstone::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "codecs/tier.h"

namespace touchstone::bench {
namespace {

constexpr std::size_t kWidest = 64;

auto* widest() {
#if HWY_TARGETS & HWY_AVX3
  if (cpu_supports(Tier::avx3)) return &N_AVX3::touch_wide;
#endif
#if HWY_TARGETS & HWY_AVX2
  if (cpu_supports(Tier::avx2)) return &N_AVX2::touch_wide;
#endif
  return &HWY_NAMESPACE::touch_wide;
}

}  // namespace

std::uint8_t touch(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) {
  static auto* const best = widest();
  const auto is_wide = [](std::size_t size) { return size == 0 || size >= kWidest; };
  if (is_wide(in.size()) && is_wide(out.size())) return best(in, out);
  std::uint8_t all = 0;
  for (const std::uint8_t byte : in) all ^= byte;
  std::ranges::fill(out, kLimitFill);
  return all;
}

}  // namespace touchstone::bench
#endif  // HWY_ONCE
