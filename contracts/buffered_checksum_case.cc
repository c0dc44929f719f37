#include "contracts/buffered_checksum_case.h"

#include <algorithm>
#include <limits>
#include <ostream>

namespace touchstone::contracts {
namespace {

constexpr std::size_t kMostSteps = 40;

bool is_array(DigestCall call) {
  return call == DigestCall::bytes || call == DigestCall::u64s || call == DigestCall::i64s;
}

std::size_t element_bytes(DigestCall call) { return call == DigestCall::bytes ? 1 : 8; }

std::uint64_t largest(DigestCall call) {
  switch (call) {
    case DigestCall::byte:
      return std::numeric_limits<std::uint8_t>::max();
    case DigestCall::u16:
      return std::numeric_limits<std::uint16_t>::max();
    case DigestCall::u32:
      return std::numeric_limits<std::uint32_t>::max();
    case DigestCall::u64:
      return std::numeric_limits<std::uint64_t>::max();
    default:
      return 0;
  }
}

void draw_step(kit::Draw& d, DigestStep& step, std::uint16_t capacity) {
  using enum DigestCall;
  d.one_of(step.call, std::array{byte, u16, u32, u64, u64, bytes, bytes, u64s, u64s, i64s, value,
                                 value, reset});
  const std::uint64_t most = largest(step.call);
  if (most != 0) {
    d.edgy(step.number, std::uint64_t{0}, most);
  } else {
    step.number = 0;
  }
  if (!is_array(step.call)) {
    step.amount = step.behind = 0;
    return;
  }
  // Half of the pieces are near what the buffer holds.
  const auto whole = static_cast<std::uint16_t>(kPoolLongs * 8 / element_bytes(step.call));
  const auto near = static_cast<std::uint16_t>(
      std::min<std::size_t>(whole, capacity / element_bytes(step.call) + 2U));
  bool small = step.amount <= near;
  d.flag(small);
  d.edgy(step.amount, std::uint16_t{0}, small ? near : whole);
  d.edgy(step.behind, std::uint16_t{0}, static_cast<std::uint16_t>(whole - step.amount));
}

// The mixing function of SplitMix64.
std::uint64_t mix(std::uint64_t i) {
  std::uint64_t z = i + 0x9E37'79B9'7F4A'7C15;
  z = (z ^ z >> 30) * 0xBF58'476D'1CE4'E5B9;
  z = (z ^ z >> 27) * 0x94D0'49BB'1331'11EB;
  return z ^ z >> 31;
}

}  // namespace

std::string_view name_of(DigestCall call) {
  switch (call) {
    case DigestCall::byte:
      return "byte";
    case DigestCall::u16:
      return "u16";
    case DigestCall::u32:
      return "u32";
    case DigestCall::u64:
      return "u64";
    case DigestCall::bytes:
      return "bytes";
    case DigestCall::u64s:
      return "u64s";
    case DigestCall::i64s:
      return "i64s";
    case DigestCall::value:
      return "value";
    case DigestCall::reset:
      return "reset";
  }
  return "unknown call";
}

std::vector<std::uint64_t> pool_of(const DigestCase& c) {
  std::vector<std::uint64_t> pool(kPoolLongs);
  for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = mix(c.noise + i);
  return pool;
}

std::vector<std::uint8_t> pool_bytes(const std::vector<std::uint64_t>& pool) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(pool.size() * 8);
  for (const std::uint64_t number : pool) {
    for (int shift = 0; shift < 64; shift += 8) {
      bytes.push_back(static_cast<std::uint8_t>(number >> shift));
    }
  }
  return bytes;
}

std::size_t width_of(const DigestStep& step) {
  switch (step.call) {
    case DigestCall::byte:
      return 1;
    case DigestCall::u16:
      return 2;
    case DigestCall::u32:
      return 4;
    case DigestCall::u64:
      return 8;
    case DigestCall::value:
    case DigestCall::reset:
      return 0;
    default:
      return step.amount * element_bytes(step.call);
  }
}

void draw_digest_case(kit::Draw& d, DigestCase& c) {
  d.one_of(c.capacity, kCapacities);
  d.edgy(c.noise, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
  d.placement(c.pool_at);
  d.list(c.steps, kMostSteps,
         [&c](kit::Draw& e, DigestStep& step) { draw_step(e, step, c.capacity); });
}

void describe_digest_case(const DigestCase& c, std::ostream& out) {
  out << "buffer of " << c.capacity << " bytes; arrays out of a pool of " << kPoolLongs
      << " longs, noise " << c.noise << ", placed " << c.pool_at << "\ncalls:";
  for (const DigestStep& step : c.steps) {
    out << "\n  " << name_of(step.call);
    if (largest(step.call) != 0) out << ' ' << step.number;
    if (is_array(step.call)) {
      out << ": " << step.amount << ", with " << step.behind << " of the pool behind";
    }
  }
}

}  // namespace touchstone::contracts
