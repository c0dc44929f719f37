// Seeds of the decode contract, made by rule.
#include <array>
#include <string>

#include "contracts/group_varint_decode_case.h"
#include "contracts/seed_parts.h"
#include "harness/hex.h"
#include "reference/group_varint.h"

namespace touchstone::contracts {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Seeds = kit::Seeds<DecodeCase>;

DecodeCase reading(std::uint32_t count, Bytes bytes, Source source = {}, bool wide = false) {
  DecodeCase c;
  c.wide = wide;
  c.count = count;
  c.source = source;
  c.bytes = std::move(bytes);
  return c;
}

DecodeCase reading_hex(std::uint32_t count, const char* hex, Source source = {},
                       bool wide = false) {
  return reading(count, *kit::from_hex(hex), source, wide);
}

void append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

// A group with this flag and the body 01 02 03 ...
Bytes group(unsigned flag) {
  Bytes bytes{static_cast<std::uint8_t>(flag)};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t size = reference::group_varint::value_length(bytes[0], i);
    for (std::size_t k = 0; k < size; ++k) bytes.push_back(static_cast<std::uint8_t>(bytes.size()));
  }
  return bytes;
}

// A vInt of this many bytes; its last byte is 1.
Bytes vint_of(std::size_t length) {
  Bytes bytes(length, 0x81);
  bytes.back() = 1;
  return bytes;
}

std::string hex_of(unsigned byte) {
  const std::array one{static_cast<std::uint8_t>(byte)};
  return kit::to_hex(one);
}

// The split also picks the tier of the relation: it is spread over the seeds, and follows from the
// name, so that one more seed changes no other.
std::uint8_t split_for(const std::string& name) {
  unsigned sum = 0;
  for (const char letter : name) sum = sum * 31 + static_cast<unsigned char>(letter);
  return static_cast<std::uint8_t>(sum >> 8);
}

// --- flags, and how much is left -----------------------------------------------------------------

// fast-pack/streamvbyte#42, FastPFOR 846f8da: each group ends with the input, before a guard page.
void add_flags(Seeds& seeds) {
  for (unsigned flag = 0; flag < 256; ++flag) {
    const SourceKind kind = flag % 2 == 0 ? SourceKind::span : SourceKind::memory;
    seeds.add(seed_name("bug-b17-s13-flag", hex_of(flag)),
              reading(4, group(flag), source_of(kind), flag / 2 % 2 != 0));
  }
}

// The way of a group turns on whether 17 bytes are left, its own included.
void add_bytes_left(Seeds& seeds) {
  for (std::size_t left = 1; left <= 17; ++left) {
    Bytes longest = group(0xFF);
    longest.resize(left);
    seeds.add(seed_name("left", two_digits(left), "flag-ff"),
              reading(4, longest, source_of(SourceKind::memory)));
    Bytes shortest = group(0x00);
    shortest.resize(left, 0xFF);
    seeds.add(seed_name("left", two_digits(left), "flag-00"), reading(4, shortest, {}, true));
    Bytes second = group(0x1B);
    append(second, shortest);
    seeds.add(seed_name("left", two_digits(left), "second-flag-00"),
              reading(8, second, source_of(SourceKind::memory)));
  }
}

// FastPFOR 846f8da: 17 to 21 bytes left, and two groups left when the fast loop ends.
void add_last_groups(Seeds& seeds) {
  for (std::size_t left = 17; left <= 21; ++left) {
    Bytes bytes = group(0xE4);
    append(bytes, group(0x00));
    append(bytes, group(0x55));
    bytes.resize(left, 0x7F);
    seeds.add(seed_name("bug-b20-left", left), reading(8, bytes));
    seeds.add(seed_name("bug-b20-left", left, "64-bit"), reading(8, bytes, {}, true));
  }
  for (std::size_t groups = 2; groups <= 7; ++groups) {
    Bytes bytes;
    for (std::size_t i = 0; i < groups; ++i) append(bytes, group(i % 2 == 0 ? 0x00 : 0x41));
    seeds.add(seed_name("bug-b20-groups", groups),
              reading(static_cast<std::uint32_t>(4 * groups), bytes, {}, groups % 2 == 0));
  }
}

void add_left_over(Seeds& seeds) {
  for (const unsigned flag : {0x00U, 0x1BU, 0xE4U, 0xFFU}) {
    Bytes bytes = group(flag);
    bytes.insert(bytes.end(), 40, 0xFF);
    seeds.add(seed_name("left-over-behind-flag", hex_of(flag)),
              reading(4, bytes, source_of(SourceKind::memory)));
  }
  seeds.add("left-over-behind-tail", reading_hex(6, "0001020304 05 8601 ff ff ff ff"));
  seeds.add("left-over-all-nothing-asked", reading_hex(0, "ff ff"));
  seeds.add("nothing-of-nothing", reading(0, {}, source_of(SourceKind::memory)));
  seeds.add("nothing-of-nothing-mapped", reading(0, {}, source_of(SourceKind::mapped)));
}

// --- tails ---------------------------------------------------------------------------------------

// A tail of each size, its last vInt of each length; and the longest cut after each of its bytes.
void add_tails(Seeds& seeds, bool groups) {
  for (std::uint32_t tail = 1; tail <= 3; ++tail) {
    const std::string name = seed_name(groups ? "tail" : "tail-only", tail);
    const std::uint32_t count = tail + (groups ? 4 : 0);
    Bytes before = groups ? group(0x1B) : Bytes{};
    for (std::uint32_t i = 1; i < tail; ++i) append(before, vint_of(i + 1));
    for (std::size_t length = 1; length <= 5; ++length) {
      const Source source = source_of(length % 2 == 0 ? SourceKind::span : SourceKind::memory);
      Bytes bytes = before;
      append(bytes, vint_of(length));
      seeds.add(seed_name(name, "last-of", length), reading(count, bytes, source, tail == 2));
      bytes = before;
      bytes.insert(bytes.end(), length - 1, 0x81);
      seeds.add(seed_name(name, "cut-after", length - 1), reading(count, bytes, source, tail == 2));
    }
  }
}

// What the fifth byte of a vInt may not have, and bytes that have a sixth.
void add_over_long(Seeds& seeds) {
  for (const char* last : {"10", "20", "40", "8000", "1f", "7f", "8f00", "ff"}) {
    const std::string behind = std::string("0001020304 ffffffff") + last;
    seeds.add(seed_name("over-long-tail", last),
              reading_hex(5, behind.c_str(), source_of(SourceKind::memory)));
  }
  seeds.add("over-long-first-of-three", reading_hex(3, "8080808010 01 02"));
  seeds.add("over-long-across-pages",
            reading_hex(5, "0001020304 ffffffff1f", source_of(SourceKind::paged, 8)));
  seeds.add("longest-tail-for-1", reading_hex(5, "0001020304 8180808000"));
  seeds.add("tail-of-two-bytes-for-0", reading_hex(1, "8000"));
}

// --- values --------------------------------------------------------------------------------------

// One value in `width` bytes at `index`, the others 1, and 01 02 ... where its bytes are not zero.
Bytes one_wide_value(std::size_t index, std::size_t width, const Bytes& value) {
  Bytes bytes{static_cast<std::uint8_t>((width - 1) << (6 - 2 * index))};
  for (std::size_t i = 0; i < 4; ++i) append(bytes, i == index ? value : Bytes{1});
  return bytes;
}

void add_values(Seeds& seeds) {
  for (std::size_t index = 0; index < 4; ++index) {
    const bool wide = index % 2 != 0;
    for (std::size_t width = 2; width <= 4; ++width) {
      Bytes value(width, 0);
      value[0] = static_cast<std::uint8_t>(width % 2);  // 0 or 1 in more bytes than it needs
      seeds.add(seed_name("wider-than-needed", width, "bytes-at", index),
                reading(4, one_wide_value(index, width, value), {}, wide));
    }
    seeds.add(seed_name("interior-zeros-at", index),
              reading(4, one_wide_value(index, 4, {0x7F, 0, 0, 0x01}), {}, wide));
    seeds.add(seed_name("interior-zero-of-three-at", index),
              reading(4, one_wide_value(index, 3, {0x01, 0, 0xFF}), {}, !wide));
    seeds.add(seed_name("low-zeros-at", index),
              reading(4, one_wide_value(index, 4, {0, 0, 0, 0x40}), {}, !wide));
  }
  seeds.add("zeros-in-16-bytes",
            reading(4, Bytes{0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  seeds.add("documented-example", reading_hex(6, "1b 01 2c01 701101 002d3101 05 06"));
  seeds.add("twelve-ones", reading_hex(12, "0001010101 0001010101 0001010101"));
}

// apache/lucene#13373, #12841: bit 31 is no sign; with 17 bytes in reach and with fewer.
void add_top_bits(Seeds& seeds) {
  for (std::size_t index = 0; index < 4; ++index) {
    for (const bool wide : {false, true}) {
      Bytes bytes = one_wide_value(index, 4, {1, 0, 0, 0x80});
      const std::string name = seed_name("bug-b14-bit-31-at", index, wide ? "64-bit" : "32-bit");
      seeds.add(seed_name(name, "careful"), reading(4, bytes, {}, wide));
      bytes.insert(bytes.end(), 32, 0x0F);
      seeds.add(seed_name(name, "branchless"), reading(4, bytes, {}, wide));
    }
  }
  for (const bool wide : {false, true}) {
    const char* bits = wide ? "64-bit" : "32-bit";
    seeds.add(seed_name("bug-b14-bit-31-in-tail", bits), reading_hex(1, "8080808008", {}, wide));
    seeds.add(seed_name("bug-b14-all-ones-in-tail", bits),
              reading_hex(5, "0001020304 ffffffff0f", {}, wide));
    seeds.add(seed_name("bug-b14-s08-careful", bits),
              reading_hex(4, "c6 01000080 01 ffff 000001", {}, wide));
    seeds.add(seed_name("bug-b14-s08-branchless", bits),
              reading_hex(4, "c6 01000080 01 ffff 000001 ffffffffffffffff", {}, wide));
    seeds.add(seed_name("bug-b14-all-ones", bits),
              reading_hex(4, "ff ffffffff ffffffff ffffffff ffffffff", {}, wide));
  }
}

// fast-pack/streamvbyte#73: a count that the bytes do not allow.
void add_counts_too_large(Seeds& seeds) {
  seeds.add("bug-b19-s14-count-4-in-1-byte", reading_hex(4, "00"));
  seeds.add("bug-b19-s14-count-4-in-1-byte-64-bit",
            reading_hex(4, "00", source_of(SourceKind::memory), true));
  seeds.add("bug-b19-s14-count-4-in-1-byte-pages",
            reading_hex(4, "00", source_of(SourceKind::paged, 1)));
  for (const std::uint32_t count : {5U, 8U, 297U, 299U, 300U}) {
    seeds.add(seed_name("bug-b19-s14-count", count, "in-5-bytes"),
              reading_hex(count, "0001020304", source_of(SourceKind::memory), count % 2 == 0));
  }
  seeds.add("bug-b19-s14-count-300-in-no-byte", reading(300, {}, source_of(SourceKind::file, 16)));
}

// --- inputs --------------------------------------------------------------------------------------

// Three groups and a tail behind `phase` foreign bytes.
DecodeCase across(Source source, std::size_t phase, bool wide) {
  Bytes bytes = group(0x4E);
  append(bytes, group(0xFF));
  append(bytes, group(0x01));
  append(bytes, vint_of(3));
  return reading(13, bytes, sliced(source, phase, source.kind == SourceKind::mapped ? 2 : 0), wide);
}

void add_chunks(Seeds& seeds) {
  for (const std::size_t page : {1U, 2U, 3U, 4U, 8U, 16U, 17U}) {
    for (std::size_t phase = 0; phase < page; ++phase) {
      seeds.add(seed_name("pages-of", page, "phase", two_digits(phase)),
                across(source_of(SourceKind::paged, page), phase, phase % 2 == 0));
    }
  }
  for (std::size_t in_chunk = 1; in_chunk <= 40; in_chunk += in_chunk < 19 ? 1 : 7) {
    seeds.add(seed_name("mapped", two_digits(in_chunk), "before-a-chunk-ends"),
              across(source_of(SourceKind::mapped), 4096 - in_chunk, in_chunk % 2 == 0));
  }
  for (const std::size_t buffer : {5U, 8U, 16U, 17U, 18U, 4096U}) {
    seeds.add(seed_name("file-buffer-of", buffer),
              across(source_of(SourceKind::file, buffer), 0, buffer % 2 == 0));
  }
  for (const std::size_t buffer : {1U, 2U, 3U, 4U}) {
    const std::size_t fits = 8 * buffer;  // a Case has at most eight refills of a buffer
    Bytes bytes = group(fits < 17 ? 0x01 : 0xFF);
    seeds.add(seed_name("file-buffer-of", buffer),
              reading(4, bytes, source_of(SourceKind::file, buffer)));
  }
}

// The bytes behind a slice belong to others: they neither help nor harm.
void add_slices(Seeds& seeds) {
  for (const auto& [kind, name] :
       {std::pair{SourceKind::memory, "memory"}, std::pair{SourceKind::paged, "pages"},
        std::pair{SourceKind::file, "file"}, std::pair{SourceKind::mapped, "mapped"}}) {
    const Source slice = sliced(source_of(kind, 64), 11, 60);
    Bytes bytes = group(0x1B);
    append(bytes, group(0x40));
    seeds.add(seed_name("slice-ends-with-a-group", name), reading(8, bytes, slice, true));
    seeds.add(seed_name("slice-ends-with-a-group-more-asked", name), reading(9, bytes, slice));
    bytes.pop_back();
    seeds.add(seed_name("slice-cuts-a-group", name), reading(8, bytes, slice));
    seeds.add(seed_name("slice-cuts-a-tail", name), reading_hex(5, "0001020304 8080", slice));
  }
}

void add_placements(Seeds& seeds) {
  Source source;
  for (const unsigned alignment : {1U, 15U, 47U, 63U}) {
    source.at = {.flush = kit::Flush::aligned, .alignment = static_cast<std::uint8_t>(alignment)};
    DecodeCase c = across(source, 0, alignment % 2 == 0);
    c.output_at = {.flush = kit::Flush::left, .alignment = 0};
    seeds.add(seed_name("placed-at", alignment, "modulo-64"), c);
  }
  source.at = {.flush = kit::Flush::left, .alignment = 0};
  seeds.add("placed-behind-a-guard-page", across(source, 0, true));
}

// Runs that are walked over tables of lengths, several times over, and that end close to where a
// table does: every flag in turn, or the shortest groups alone, or the longest, of which a step
// over the tables leads as far as any can.
void add_long_runs(Seeds& seeds) {
  for (const std::size_t groups : {31U, 32U, 33U, 39U, 40U, 41U, 200U, 255U, 256U, 300U}) {
    Bytes every_flag;
    Bytes shortest;
    for (std::size_t i = 0; i < groups; ++i) {
      append(every_flag, group(i * 37 % 256));
      append(shortest, group(0));
    }
    const auto count = static_cast<std::uint32_t>(4 * groups);
    seeds.add(seed_name("long-run-of", groups, "groups"), reading(count, every_flag));
    seeds.add(seed_name("long-run-of", groups, "shortest-groups"),
              reading(count, shortest, {}, true));
    seeds.add(seed_name("long-run-of", groups, "groups-in-pages"),
              reading(count, every_flag, source_of(SourceKind::paged, 1000)));
  }
  for (const std::size_t groups : {33U, 61U, 128U, 140U, 188U, 240U}) {
    Bytes longest;
    for (std::size_t i = 0; i < groups; ++i) append(longest, group(0xFF));
    seeds.add(seed_name("long-run-of", groups, "longest-groups"),
              reading(static_cast<std::uint32_t>(4 * groups), longest));
  }
}

}  // namespace

void decode_seeds(Seeds& seeds) {
  add_flags(seeds);
  add_bytes_left(seeds);
  add_last_groups(seeds);
  add_left_over(seeds);
  add_tails(seeds, true);
  add_tails(seeds, false);
  add_over_long(seeds);
  add_values(seeds);
  add_top_bits(seeds);
  add_counts_too_large(seeds);
  add_chunks(seeds);
  add_slices(seeds);
  add_placements(seeds);
  add_long_runs(seeds);
  for (auto& seed : seeds.cases) seed.value.split = split_for(seed.name);
}

}  // namespace touchstone::contracts
