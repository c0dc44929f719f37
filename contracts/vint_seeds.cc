// Seeds of the contract of variable-length integers, made by rule.
#include <algorithm>
#include <array>
#include <string>

#include "contracts/seed_parts.h"
#include "contracts/vint_case.h"
#include "harness/hex.h"

namespace touchstone::contracts {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Seeds = kit::Seeds<VintCase>;

constexpr std::array kKinds{VintKind::vint, VintKind::vlong, VintKind::zint, VintKind::zlong};

std::string lower(VintKind kind) {
  std::string name(name_of(kind));
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c < 'a' ? static_cast<char>(c + 32) : c; });
  return name;
}

// `pattern` in exactly `length` bytes, needed or not.
Bytes form(std::uint64_t pattern, std::size_t length) {
  Bytes bytes;
  for (std::size_t i = 0; i < length; ++i, pattern >>= 7) {
    const bool last = i + 1 == length;
    bytes.push_back(static_cast<std::uint8_t>((pattern & 0x7F) | (last ? 0 : 0x80)));
  }
  return bytes;
}

std::uint64_t smallest_pattern(std::size_t length) {
  return length == 1 ? 0 : std::uint64_t{1} << (7 * (length - 1));
}

std::uint64_t largest_pattern(VintKind kind, std::size_t length) {
  const std::size_t bits = is_int(kind) ? 32 : kind == VintKind::vlong ? 63 : 64;
  return ~std::uint64_t{0} >> (64 - std::min(bits, 7 * length));
}

// The value that a kind's pattern stands for.
std::uint64_t value_of(VintKind kind, std::uint64_t pattern) {
  if (!is_zigzag(kind)) return pattern;
  const std::uint64_t value = (pattern >> 1) ^ (std::uint64_t{0} - (pattern & 1));
  return is_int(kind) ? value & 0xFFFF'FFFF : value;
}

VintCase reading(VintKind kind, Bytes bytes, std::size_t count = 1, Source source = {}) {
  VintCase c;
  c.kind = kind;
  c.lengths.assign(count, 0);
  c.bytes = std::move(bytes);
  c.source = source;
  return c;
}

VintCase writing(VintKind kind, std::uint64_t value, int spare = 0) {
  VintCase c;
  c.kind = kind;
  c.encoding = true;
  c.value = value;
  c.spare = static_cast<std::int8_t>(spare);
  return c;
}

// --- one value -----------------------------------------------------------------------------------

void add_lengths(Seeds& seeds, VintKind kind) {
  const std::string name = lower(kind);
  for (std::size_t n = 1; n <= most_bytes(kind); ++n) {
    const std::uint64_t low = smallest_pattern(n);
    const std::uint64_t high = largest_pattern(kind, n);
    const SourceKind source = n % 2 == 0 ? SourceKind::memory : SourceKind::span;
    seeds.add(seed_name(name, n, "bytes-smallest"),
              reading(kind, form(low, n), 1, source_of(source)));
    seeds.add(seed_name(name, n, "bytes-largest"),
              reading(kind, form(high, n), 1, source_of(source)));
    seeds.add(seed_name("write", name, n, "bytes"),
              writing(kind, value_of(kind, high), static_cast<int>(n) / 2));
    seeds.add(seed_name("write", name, n, "bytes-one-short"),
              writing(kind, value_of(kind, high), -1));
  }
}

void add_longer_than_needed(Seeds& seeds, VintKind kind) {
  for (std::size_t n = 2; n <= most_bytes(kind); ++n) {
    const std::uint64_t pattern = n % 2;
    seeds.add(seed_name(lower(kind), n, "bytes-for", pattern),
              reading(kind, form(pattern, n), 1, source_of(SourceKind::memory)));
  }
}

// One bit that the last byte may not have: each of them.
void add_over_long(Seeds& seeds, VintKind kind) {
  const std::size_t most = most_bytes(kind);
  const unsigned first_wrong = is_int(kind) ? 4 : kind == VintKind::vlong ? 7 : 1;
  for (unsigned bit = first_wrong; bit < 8; ++bit) {
    Bytes bytes = form(0, most);
    bytes.back() = static_cast<std::uint8_t>(1U << bit);
    if (bit == 7) bytes.push_back(1);
    seeds.add(seed_name(lower(kind), "over-long-by-bit", bit),
              reading(kind, std::move(bytes), 1,
                      source_of(bit % 2 == 0 ? SourceKind::span : SourceKind::memory)));
  }
  Bytes behind_values = form(1, 1);
  for (const Bytes& more : {form(300, 2), form(0, most)}) {
    behind_values.insert(behind_values.end(), more.begin(), more.end());
  }
  behind_values.back() = 0xFF;
  seeds.add(lower(kind) + "-over-long-behind-two-values",
            reading(kind, behind_values, 3, source_of(SourceKind::paged, 4)));
}

void add_cuts(Seeds& seeds, VintKind kind) {
  constexpr std::array kSources{SourceKind::span, SourceKind::memory, SourceKind::paged,
                                SourceKind::file};
  for (std::size_t n = 0; n < most_bytes(kind); ++n) {
    const Source source = source_of(kSources[n % 4], n % 4 < 2 ? 1 : 2);
    seeds.add(seed_name(lower(kind), "cut-after", n, "bytes"),
              reading(kind, Bytes(n, 0x80), 1, source));
  }
}

void add_rooms(Seeds& seeds, VintKind kind) {
  const std::string name = "write-" + lower(kind);
  seeds.add(name + "-no-room", writing(kind, 0, -1));
  seeds.add(name + "-no-room-for-the-longest",
            writing(kind, value_of(kind, largest_pattern(kind, 10)),
                    -static_cast<int>(most_bytes(kind))));
  VintCase odd = writing(kind, value_of(kind, largest_pattern(kind, 4)), 3);
  odd.output_at = {.flush = kit::Flush::aligned, .alignment = 61};
  seeds.add(name + "-at-an-odd-address", odd);
}

void add_ends_of_zigzag(Seeds& seeds) {
  constexpr std::uint64_t kMin = std::uint64_t{1} << 63;
  seeds.add("zint-smallest",
            reading(VintKind::zint, form(0xFFFF'FFFF, 5), 1, source_of(SourceKind::paged, 3)));
  seeds.add("zint-largest",
            reading(VintKind::zint, form(0xFFFF'FFFE, 5), 1, source_of(SourceKind::paged, 3)));
  seeds.add("zlong-smallest",
            reading(VintKind::zlong, form(~0ULL, 10), 1, source_of(SourceKind::paged, 3)));
  seeds.add("zlong-largest",
            reading(VintKind::zlong, form(~1ULL, 10), 1, source_of(SourceKind::paged, 3)));
  seeds.add("write-zint-largest", writing(VintKind::zint, 0x7FFF'FFFF));
  seeds.add("write-zint-smallest", writing(VintKind::zint, 0x8000'0000));
  seeds.add("write-zlong-largest", writing(VintKind::zlong, kMin - 1));
  seeds.add("write-zlong-smallest", writing(VintKind::zlong, kMin));
  seeds.add("write-vlong-minus-1", writing(VintKind::vlong, ~0ULL));
  seeds.add("write-vlong-minus-1-no-room", writing(VintKind::vlong, ~0ULL, -10));
  seeds.add("write-vlong-smallest-long", writing(VintKind::vlong, kMin, 7));
}

// --- runs ----------------------------------------------------------------------------------------

// Up to twenty values whose lengths go up and down, so that the ways inside a chunk and across it
// alternate; as many as `most` bytes hold.
VintCase up_and_down(VintKind kind, Source source, std::size_t most = 512) {
  Bytes bytes;
  std::size_t count = 0;
  for (; count < 20; ++count) {
    const std::size_t n = 1 + count * 3 % most_bytes(kind);
    if (bytes.size() + n > most) break;
    const Bytes one = form(largest_pattern(kind, n) - count, n);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  return reading(kind, std::move(bytes), count, source);
}

// Small chunks hold short runs: a Case has 48 pages, or 8 refills of a buffer, at the most.
void add_runs_in_chunks(Seeds& seeds, VintKind kind) {
  const std::string name = "run-of-" + lower(kind);
  for (const std::size_t step : {1U, 2U, 3U, 5U, 8U, 16U}) {
    seeds.add(seed_name(name, "pages-of", step),
              up_and_down(kind, source_of(SourceKind::paged, step), 48 * step));
  }
  for (const std::size_t step : {1U, 3U, 17U}) {
    seeds.add(seed_name(name, "file-buffer-of", step),
              up_and_down(kind, source_of(SourceKind::file, step), 8 * step));
  }
  for (const std::size_t in_chunk : {1U, 4U, 9U}) {
    const Source source = sliced(source_of(SourceKind::mapped), 4096 - in_chunk, 5);
    seeds.add(seed_name(name, "mapped", in_chunk, "before-a-chunk-ends"),
              up_and_down(kind, source));
  }
}

void add_runs(Seeds& seeds, VintKind kind) {
  const std::string name = "run-of-" + lower(kind);
  seeds.add(name + "-span", up_and_down(kind, {}));
  seeds.add(name + "-memory", up_and_down(kind, source_of(SourceKind::memory)));
  VintCase cut = up_and_down(kind, sliced(source_of(SourceKind::memory), 7, 20));
  cut.bytes.pop_back();
  seeds.add(name + "-cut-by-the-end-of-a-slice", cut);
  VintCase inside = up_and_down(kind, source_of(SourceKind::paged, 6));
  inside.start = static_cast<std::uint16_t>(1 + 1 + 3 % most_bytes(kind));
  inside.lengths.resize(inside.lengths.size() - 2);
  seeds.add(name + "-from-inside", inside);
}

// --- published bugs ------------------------------------------------------------------------------

struct Long {
  const char* name;
  const char* hex;
};
constexpr std::array<Long, 3> kLongs{{{"2-to-31", "8080808008"},
                                      {"2-to-35", "808080808001"},
                                      {"2-to-63-less-1", "ffffffffffffffff7f"}}};

// ravendb/ravendb#23598: the fast path for longs kept 32 bits, the slow one was right. The value at
// every offset of a window of 16, with 16 to 0 bytes behind it, and with as many in one piece.
void add_fast_path_of_ints(Seeds& seeds) {
  for (const Long& number : kLongs) {
    const Bytes value = *kit::from_hex(number.hex);
    for (std::size_t offset = 0; offset <= 16; ++offset) {
      Bytes bytes(offset, 0x80);
      bytes.insert(bytes.end(), value.begin(), value.end());
      bytes.insert(bytes.end(), 16 - offset, 0xFF);
      VintCase c = reading(VintKind::vlong, std::move(bytes), 1, source_of(SourceKind::paged, 16));
      c.start = static_cast<std::uint16_t>(offset);
      seeds.add(seed_name("bug-b24-s16", number.name, "pages-offset", offset), c);
      if (offset % 8 != 0) continue;
      c.source = source_of(offset == 8 ? SourceKind::memory : SourceKind::span);
      seeds.add(seed_name("bug-b24-s16", number.name, "whole-offset", offset), c);
    }
  }
}

// apache/lucene#602, #13956: six bytes, of which one reader drops bits and another reads on.
void add_six_bytes(Seeds& seeds) {
  for (const char* hex : {"ffffffff8f00", "808080808010"}) {
    for (const VintKind kind : {VintKind::vint, VintKind::zint}) {
      seeds.add(seed_name(lower(kind), "six-bytes", hex),
                reading(kind, *kit::from_hex(hex), 1, source_of(SourceKind::memory)));
    }
  }
}

}  // namespace

void vint_seeds(Seeds& seeds) {
  for (const VintKind kind : kKinds) {
    add_lengths(seeds, kind);
    add_longer_than_needed(seeds, kind);
    add_over_long(seeds, kind);
    add_cuts(seeds, kind);
    add_rooms(seeds, kind);
    add_runs(seeds, kind);
    add_runs_in_chunks(seeds, kind);
  }
  add_ends_of_zigzag(seeds);
  add_fast_path_of_ints(seeds);
  add_six_bytes(seeds);
  seeds.add("nothing-asked",
            reading(VintKind::vint, {0x80, 0x80}, 0, source_of(SourceKind::memory)));
}

}  // namespace touchstone::contracts
