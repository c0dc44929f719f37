// Contract: a buffered checksum is the CRC of its bytes, however they are handed over.
#include <algorithm>
#include <cstring>
#include <new>
#include <ostream>
#include <type_traits>
#include <utility>

#include "codecs/checksum/buffered_checksum.h"
#include "contracts/buffered_checksum_case.h"
#include "harness/any_contract.h"
#include "harness/check.h"
#include "reference/digest.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;
using Values = std::span<std::uint32_t>;

// One value for each that is asked for on the way, and one at the end.
std::size_t values_of(const DigestCase& c) {
  return 1 + static_cast<std::size_t>(
                 std::ranges::count(c.steps, DigestCall::value, &DigestStep::call));
}

Result run_reference(const DigestCase& c, Stage& stage) {
  const auto bytes = pool_bytes(pool_of(c));
  const auto out = stage.output<std::uint32_t>(values_of(c), {});
  stage.call([&] {
    reference::Digest digest;
    std::size_t next = 0;
    for (const DigestStep& step : c.steps) {
      const std::size_t width = width_of(step);
      switch (step.call) {
        case DigestCall::value:
          out[next++] = digest.value();
          break;
        case DigestCall::reset:
          digest.reset();
          break;
        case DigestCall::bytes:
          digest.add(std::span(bytes).subspan(bytes.size() - step.behind - width, width));
          break;
        case DigestCall::u64s:
        case DigestCall::i64s:
          digest.add(std::span(bytes).subspan(bytes.size() - step.behind * 8 - width, width));
          break;
        default:
          digest.add_integer(step.number, static_cast<int>(width));
      }
    }
    out[next] = digest.value();
  });
  return Result::ok().gave(out);
}

// The arrays of the Case, in the arena: of each kind a pool, so that what is behind an array is
// either pool or an unmapped page.
struct Pools {
  std::span<const std::uint8_t> bytes;
  std::span<const std::uint64_t> longs;
};

template <typename T>
std::span<const T> array_of(std::span<const T> pool, const DigestStep& step) {
  return pool.first(pool.size() - step.behind).last(step.amount);
}

template <std::size_t kCapacity>
void step_codec(checksum::BufferedChecksum<kCapacity>& sum, const DigestStep& step,
                const Pools& pools) {
  switch (step.call) {
    case DigestCall::byte:
      return sum.add_byte(static_cast<std::uint8_t>(step.number));
    case DigestCall::u16:
      return sum.add_u16(static_cast<std::uint16_t>(step.number));
    case DigestCall::u32:
      return sum.add_u32(static_cast<std::uint32_t>(step.number));
    case DigestCall::u64:
      return sum.add_u64(step.number);
    case DigestCall::bytes:
      return sum.add(array_of(pools.bytes, step));
    case DigestCall::u64s:
      return sum.add_u64s(array_of(pools.longs, step));
    case DigestCall::i64s: {
      const auto longs = array_of(pools.longs, step);
      return sum.add_i64s({reinterpret_cast<const std::int64_t*>(longs.data()), longs.size()});
    }
    case DigestCall::value:
      return;
    case DigestCall::reset:
      return sum.reset();
  }
}

template <std::size_t kCapacity>
void run_steps(const DigestCase& c, const checksum::Kernels& kernels, const Pools& pools,
               std::span<std::uint8_t> home, Values out) {
  auto& sum = *new (home.data()) checksum::BufferedChecksum<kCapacity>(kernels);
  std::size_t next = 0;
  for (const DigestStep& step : c.steps) {
    step_codec(sum, step, pools);
    if (step.call == DigestCall::value) out[next++] = sum.value();
  }
  out[next] = sum.value();
}

// Calls `use` with the capacity as a constant.
template <typename Use>
void with_capacity(std::uint16_t capacity, Use use) {
  const bool known = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return ((capacity == kCapacities[kIndex] &&
             (use(std::integral_constant<std::size_t, kCapacities[kIndex]>()), true)) ||
            ...);
  }(std::make_index_sequence<kCapacities.size()>());
  TOUCHSTONE_CHECK(known, "a capacity that the contract does not instantiate");
}

// The object lies in the arena: what is written behind its buffer, its last member, is written to
// an unmapped page.
void run_with_capacity(const DigestCase& c, std::uint16_t capacity,
                       const checksum::Kernels& kernels, const Pools& pools, Stage& stage,
                       Values out) {
  with_capacity(capacity, [&](auto constant) {
    constexpr std::size_t kCapacity = decltype(constant)::value;
    using Sum = checksum::BufferedChecksum<kCapacity>;
    static_assert(alignof(Sum) <= 64 && std::is_trivially_destructible_v<Sum>);
    const auto home = stage.output<std::uint8_t>(sizeof(Sum), {.flush = kit::Flush::aligned});
    stage.call([&] { run_steps<kCapacity>(c, kernels, pools, home, out); });
  });
}

Pools place_pools(const DigestCase& c, Stage& stage) {
  const auto pool = pool_of(c);
  return {.bytes = stage.input(pool_bytes(pool), c.pool_at),
          .longs = stage.input<std::uint64_t>(pool, c.pool_at)};
}

Result run_codec(const DigestCase& c, const checksum::Kernels& kernels, Stage& stage) {
  const Pools pools = place_pools(c, stage);
  const auto out = stage.output<std::uint32_t>(values_of(c), {});
  run_with_capacity(c, c.capacity, kernels, pools, stage, out);
  return Result::ok().gave(out);
}

// The buffer's size has no effect, and neither has asking for the value after every call.
std::optional<std::string> any_capacity(const DigestCase& c, const checksum::Kernels& kernels,
                                        Stage& stage) {
  const Pools pools = place_pools(c, stage);
  const auto own = stage.output<std::uint32_t>(values_of(c), {});
  const auto other = stage.output<std::uint32_t>(values_of(c), {});
  run_with_capacity(c, c.capacity, kernels, pools, stage, own);
  const std::uint16_t capacity = kCapacities[c.noise % kCapacities.size()];
  run_with_capacity(c, capacity, kernels, pools, stage, other);
  if (!std::ranges::equal(own, other)) {
    return "a buffer of " + std::to_string(capacity) + " bytes gives other values";
  }
  const std::uint32_t nosy = stage.call([&] {
    checksum::BufferedChecksum<16> sum(kernels);
    for (const DigestStep& step : c.steps) {
      step_codec(sum, step, pools);
      if (sum.value() != sum.value()) sum.reset();
    }
    return sum.value();
  });
  if (nosy != own.back()) return "asking for the value after every call changes it";
  return std::nullopt;
}

enum class Reach : std::uint8_t {
  nothing,
  by_byte,
  by_u16,
  by_u32,
  by_u64,
  by_bytes,
  by_u64s,
  by_i64s,
  empty_array,
  array_inside_pool,
  array_at_end_of_pool,
  straddles_16,
  straddles_32,
  straddles_64,
  exactly_full,
  one_free,
  piece_of_capacity,
  piece_one_less,
  long_piece,
  array_on_empty,
  array_fits,
  array_overflows,
  ten_longs,
  value_between,
  value_twice,
  value_of_nothing,
  reset_pending,
  reused,
  top_bit,
  capacity_8,
  capacity_9,
  capacity_15,
  capacity_16,
  capacity_256,
  capacity_1024,
  capacity_2048,
};

using Marks = kit::Marks<Reach>;

Reach offset(Reach base, std::size_t by) {
  return static_cast<Reach>(static_cast<std::size_t>(base) + by);
}

// `used` bytes lie in a buffer that takes all pieces up to its capacity: the simplest one there
// could be, and near enough to ours to say where borders are.
void survey_step(const DigestCase& c, const DigestStep& step, std::size_t used, Marks& m) {
  const std::size_t width = width_of(step);
  const std::size_t room = c.capacity - used;
  m.mark(offset(Reach::by_byte, static_cast<std::size_t>(step.call)));
  m.mark_if(used == c.capacity, Reach::exactly_full);
  m.mark_if(room == 1, Reach::one_free);
  const bool integer = step.call <= DigestCall::u64;
  if (integer) {
    const bool straddles = room > 0 && room < width;
    m.mark_if(straddles && width == 2, Reach::straddles_16);
    m.mark_if(straddles && width == 4, Reach::straddles_32);
    m.mark_if(straddles && width == 8, Reach::straddles_64);
    return;
  }
  m.mark_if(width == 0, Reach::empty_array);
  m.mark(step.behind == 0 ? Reach::array_at_end_of_pool : Reach::array_inside_pool);
  m.mark_if(width == c.capacity, Reach::piece_of_capacity);
  m.mark_if(width + 1 == c.capacity, Reach::piece_one_less);
  m.mark_if(width >= 2 * std::size_t{c.capacity}, Reach::long_piece);
  if (step.call == DigestCall::bytes || width == 0) return;
  m.mark_if(used == 0, Reach::array_on_empty);
  m.mark_if(used != 0 && width <= room, Reach::array_fits);
  m.mark_if(used != 0 && width > room, Reach::array_overflows);
  m.mark_if(step.amount == 10, Reach::ten_longs);
}

struct BufferedChecksum {
  using Case = DigestCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "buffered_checksum";
  static constexpr std::string_view kClaim =
      "a buffered checksum of any calls, with a buffer of any size, is at any time the CRC-32 of "
      "the bytes handed over since the last reset, integers in little-endian order";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_digest_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_digest_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { digest_seeds(seeds); }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    std::size_t used = 0;
    std::size_t total = 0;
    bool again = false;
    for (std::size_t i = 0; i < c.steps.size(); ++i) {
      const DigestStep& step = c.steps[i];
      if (step.call == DigestCall::value) {
        m.mark(total == 0 ? Reach::value_of_nothing : Reach::value_between);
        m.mark_if(i > 0 && c.steps[i - 1].call == DigestCall::value, Reach::value_twice);
      } else if (step.call == DigestCall::reset) {
        m.mark_if(used != 0, Reach::reset_pending);
        again = again || total != 0;
        used = total = 0;
      } else {
        const std::size_t width = width_of(step);
        survey_step(c, step, used, m);
        total += width;
        used = width >= c.capacity ? 0 : used + width > c.capacity ? width : used + width;
        m.mark_if(again && width != 0, Reach::reused);
      }
    }
    m.mark_if(c.steps.empty(), Reach::nothing);
    m.mark_if((truth.output().back() != std::byte{0}) && top_bit_of_last(truth), Reach::top_bit);
    const auto capacity = std::ranges::find(kCapacities, c.capacity) - kCapacities.begin();
    m.mark(offset(Reach::capacity_8, static_cast<std::size_t>(capacity)));
  }

  static bool top_bit_of_last(const Result& truth) {
    std::uint32_t last;
    std::memcpy(&last, truth.output().last(sizeof(last)).data(), sizeof(last));
    return last >> 31 != 0;
  }

  static void declare(kit::Declaration<BufferedChecksum>& d) {
    declare_reach(d);
    d.reference("reference::Digest", run_reference);
    for (const checksum::Kernels& k : checksum::kernels()) {
      const kit::SubjectInfo info{.name = "checksum::BufferedChecksum",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      d.subject(info, [&k](const Case& c, Stage& stage) { return run_codec(c, k, stage); });
      d.relation(info, [&k](const Case& c, Stage& stage) { return any_capacity(c, k, stage); });
    }
  }

  static void declare_reach(kit::Declaration<BufferedChecksum>& d) {
    d.reach(Reach::nothing, "no call at all");
    d.reach(Reach::by_byte, "single byte");
    d.reach(Reach::by_u16, "16-bit integer");
    d.reach(Reach::by_u32, "32-bit integer");
    d.reach(Reach::by_u64, "64-bit integer");
    d.reach(Reach::by_bytes, "piece of bytes");
    d.reach(Reach::by_u64s, "array of unsigned longs");
    d.reach(Reach::by_i64s, "array of signed longs");
    d.reach(Reach::empty_array, "piece or array of nothing");
    d.reach(Reach::array_inside_pool, "array with more behind it");
    d.reach(Reach::array_at_end_of_pool, "array that ends at an unmapped page");
    d.reach(Reach::straddles_16, "16-bit integer that does not fit into what is free");
    d.reach(Reach::straddles_32, "32-bit integer that does not fit into what is free");
    d.reach(Reach::straddles_64, "64-bit integer that does not fit into what is free");
    d.reach(Reach::exactly_full, "call on an exactly full buffer");
    d.reach(Reach::one_free, "call with one byte free");
    d.reach(Reach::piece_of_capacity, "piece of exactly the capacity");
    d.reach(Reach::piece_one_less, "piece of one byte less than the capacity");
    d.reach(Reach::long_piece, "piece of twice the capacity and more");
    d.reach(Reach::array_on_empty, "array of longs on an empty buffer");
    d.reach(Reach::array_fits, "array of longs that fits into what is free");
    d.reach(Reach::array_overflows, "array of longs that does not fit into what is free");
    d.reach(Reach::ten_longs, "array of ten longs");
    d.reach(Reach::value_between, "value asked for in between");
    d.reach(Reach::value_twice, "value asked for twice");
    d.reach(Reach::value_of_nothing, "value of nothing");
    d.reach(Reach::reset_pending, "reset with bytes in the buffer");
    d.reach(Reach::reused, "used again after a reset");
    d.reach(Reach::top_bit, "value with bit 31 set");
    for (std::size_t i = 0; i < kCapacities.size(); ++i) {
      d.reach(offset(Reach::capacity_8, i),
              "buffer of " + std::to_string(kCapacities[i]) + " bytes");
    }
  }
};

TOUCHSTONE_CONTRACT(BufferedChecksum)

}  // namespace
}  // namespace touchstone::contracts
