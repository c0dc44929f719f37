// Seeds of the contract of buffered checksums, made by rule.
#include <initializer_list>
#include <string>

#include "contracts/buffered_checksum_case.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<DigestCase>;
using enum DigestCall;

DigestStep integer(DigestCall call, std::uint64_t number) {
  return {.call = call, .number = number};
}

DigestStep array(DigestCall call, std::size_t amount, std::size_t behind = 0) {
  return {.call = call,
          .amount = static_cast<std::uint16_t>(amount),
          .behind = static_cast<std::uint16_t>(behind)};
}

DigestCase calls(std::uint16_t capacity, std::vector<DigestStep> steps) {
  DigestCase c;
  c.capacity = capacity;
  c.noise = capacity;
  c.steps = std::move(steps);
  return c;
}

using Sizes = std::initializer_list<std::size_t>;
using Capacities = std::initializer_list<std::uint16_t>;

constexpr DigestStep kValue{.call = value};
constexpr DigestStep kReset{.call = reset};

// Each integer with 0 bytes free up to one more than it needs.
void add_straddling(Seeds& seeds, std::uint16_t capacity) {
  struct Kind {
    DigestCall call;
    std::size_t width;
    std::uint64_t number;
  };
  for (const Kind kind : {Kind{byte, 1, 0x81}, Kind{u16, 2, 0xFFFE}, Kind{u32, 4, 0x8FD7'6C17},
                          Kind{u64, 8, 0x8102'0304'0506'0708}}) {
    for (std::size_t room = 0; room <= kind.width + 1 && room <= capacity; ++room) {
      DigestCase c = calls(capacity, {});
      for (std::size_t i = room; i < capacity; ++i) c.steps.push_back(integer(byte, i & 0xFF));
      if (c.steps.size() > 38) c.steps = {array(bytes, capacity - room - 1U), integer(byte, 7)};
      c.steps.push_back(integer(kind.call, kind.number));
      c.steps.push_back(integer(byte, 1));
      seeds.add(seed_name(name_of(kind.call), "with", room, "of", capacity, "free"), c);
    }
  }
}

// An array of longs on buffers filled in all ways that matter.
void add_arrays(Seeds& seeds, std::uint16_t capacity) {
  const std::size_t most = capacity;
  for (const std::size_t used : Sizes{0, 1, most - 8, most - 7, most - 1, most}) {
    for (const std::size_t longs : Sizes{0, 1, most / 8, most / 8 + 1, 10}) {
      DigestCase c = calls(capacity, {});
      if (used > 0) c.steps.push_back(array(bytes, used - 1));
      if (used > 0) c.steps.push_back(integer(byte, 0xAB));
      c.steps.push_back(array(longs % 2 == 0 ? u64s : i64s, longs, used % 3));
      c.steps.push_back(integer(u16, 0x1234));
      seeds.add(seed_name("longs", longs, "behind", used, "of", capacity), c);
    }
  }
}

void add_pieces(Seeds& seeds, std::uint16_t capacity) {
  const std::size_t most = capacity;
  for (const std::size_t size : Sizes{most - 1, most, most + 1, 2 * most}) {
    if (size > kPoolLongs * 8) continue;
    for (const std::size_t used : {0U, 1U, 7U}) {
      DigestCase c = calls(capacity, {});
      for (std::size_t i = 0; i < used; ++i) c.steps.push_back(integer(byte, i));
      c.steps.push_back(array(bytes, size));
      c.steps.push_back(kValue);
      c.steps.push_back(integer(byte, 0x5A));
      seeds.add(seed_name("piece-of", size, "behind", used, "of", capacity), c);
    }
  }
}

void add_states(Seeds& seeds, std::uint16_t capacity) {
  const DigestStep some = array(bytes, capacity / 2U);
  seeds.add(seed_name("value-of-nothing", capacity), calls(capacity, {kValue, kReset, kValue}));
  seeds.add(seed_name("value-twice-in-between", capacity),
            calls(capacity, {some, kValue, kValue, some, some, kValue}));
  seeds.add(seed_name("reset-with-bytes-pending", capacity),
            calls(capacity, {some, kReset, kValue, some, integer(u64, 1)}));
  seeds.add(seed_name("reused-after-a-long-piece", capacity),
            calls(capacity, {array(u64s, kPoolLongs), kValue, kReset, array(i64s, 3, 5), kValue,
                             kReset, integer(u32, 0x8000'0000)}));
}

// The examples of Lucene's format: single integers, and the calls that its buffer is known for.
void add_examples(Seeds& seeds) {
  seeds.add("check-value-of-crc-32", calls(1024, [] {
              std::vector<DigestStep> steps;
              for (std::uint64_t i = '1'; i <= '9'; ++i) steps.push_back(integer(byte, i));
              return steps;
            }()));
  seeds.add("bytes-1-2-3", calls(1024, {integer(byte, 1), integer(byte, 2), integer(byte, 3)}));
  seeds.add("short-minus-2", calls(1024, {integer(u16, 0xFFFE)}));
  seeds.add("int-of-the-magic", calls(1024, {integer(u32, 0x3FD7'6C17)}));
  seeds.add("long-0102030405060708", calls(1024, {integer(u64, 0x0102'0304'0506'0708)}));
  seeds.add("int-300-longs-byte",
            calls(1024, {integer(u32, 1), array(u64s, 300), integer(byte, 9)}));
  for (const std::uint16_t capacity : {std::uint16_t{8}, std::uint16_t{16}, std::uint16_t{1024}}) {
    DigestCase c = calls(capacity, {});
    for (std::size_t size = 0; size < 34; ++size) c.steps.push_back(array(bytes, size, size));
    seeds.add(seed_name("pieces-of-0-to-33-bytes", capacity), c);
  }
  // The public proposal of array calls (apache/lucene#13989) flushed on each of them.
  seeds.add("arrays-of-ten-one-after-the-other",
            calls(1024, std::vector<DigestStep>(39, array(u64s, 10, 17))));
}

}  // namespace

void digest_seeds(Seeds& seeds) {
  seeds.add("no-calls", calls(1024, {}));
  for (const std::uint16_t capacity : Capacities{8, 9, 15, 16, 1024})
    add_straddling(seeds, capacity);
  for (const std::uint16_t capacity : Capacities{16, 256, 1024}) add_arrays(seeds, capacity);
  for (const std::uint16_t capacity : kCapacities) {
    add_pieces(seeds, capacity);
    add_states(seeds, capacity);
  }
  add_examples(seeds);
}

}  // namespace touchstone::contracts
