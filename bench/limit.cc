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
// Unrolled, so that counting costs less than the loads and stores.
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
  for (; out.size() - at >= 4 * width; at += 4 * width) {
    for (std::size_t i = 0; i < 4; ++i) hn::StoreU(fill, bytes, out.data() + at + i * width);
  }
  for (std::size_t i = at; i < out.size(); i += width) {
    hn::StoreU(fill, bytes, out.data() + std::min(i, out.size() - width));
  }
  return hn::GetLane(hn::Xor(even, odd));
}

}  // namespace touchstone::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "codecs/io/little_endian.h"
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

// Less than a vector: words, the last of which lies over the one before it, or bytes.
std::uint8_t read_short(std::span<const std::uint8_t> in) {
  std::uint64_t all = 0;
  if (in.size() < 8) {
    for (const std::uint8_t byte : in) all ^= byte;
  } else {
    for (std::size_t i = 0; i < in.size(); i += 8) {
      all ^= io::load_little_endian<std::uint64_t>(&in[std::min(i, in.size() - 8)]);
    }
  }
  return static_cast<std::uint8_t>(all);
}

void fill_short(std::span<std::uint8_t> out) {
  constexpr std::uint64_t kWord = kLimitFill * std::uint64_t{0x0101'0101'0101'0101};
  if (out.size() < 8) {
    std::ranges::fill(out, kLimitFill);
    return;
  }
  for (std::size_t i = 0; i < out.size(); i += 8) {
    io::store_little_endian(&out[std::min(i, out.size() - 8)], kWord);
  }
}

}  // namespace

std::uint8_t touch(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) {
  static auto* const best = widest();
  const bool reads_wide = in.size() >= kWidest;
  const bool fills_wide = out.size() >= kWidest;
  std::uint8_t all = 0;
  if (reads_wide || fills_wide) {
    all = best(reads_wide ? in : in.first(0), fills_wide ? out : out.first(0));
  }
  if (!fills_wide) fill_short(out);
  return reads_wide ? all : static_cast<std::uint8_t>(all ^ read_short(in));
}

}  // namespace touchstone::bench
#endif  // HWY_ONCE
