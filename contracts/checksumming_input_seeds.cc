// Seeds of the contract of checksumming inputs, made by rule.
#include <array>
#include <string>

#include "contracts/checksumming_input_case.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<ReadingCase>;
using Steps = std::vector<ReadStep>;
using enum ReadCall;

ReadStep call(ReadCall what, int number = 0) {
  return {.call = what, .number = static_cast<std::int16_t>(number)};
}

std::vector<std::uint8_t> ramp(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(167 * i + 13);
  return bytes;
}

ReadingCase reading(Source source, Steps steps, std::vector<std::uint8_t> bytes) {
  ReadingCase c;
  c.source = source;
  c.steps = std::move(steps);
  c.bytes = std::move(bytes);
  return c;
}

struct Kind {
  const char* name;
  Source source;
};

// Each kind of input, with chunks that end inside most values, whole and as a slice.
std::vector<Kind> kinds() {
  return {{"memory", source_of(SourceKind::memory)},
          {"slice-of-memory", sliced(source_of(SourceKind::memory), 5, 9)},
          {"pages-of-7", source_of(SourceKind::paged, 7)},
          {"slice-of-pages-of-5", sliced(source_of(SourceKind::paged, 5), 3, 4)},
          {"file-buffer-of-40", source_of(SourceKind::file, 40)},
          {"slice-of-mapping", sliced(source_of(SourceKind::mapped), 4096 - 77, 30)}};
}

Steps mixed() {
  return {call(u16),     call(value),        call(u64),   call(byte),      call(u64s, 3),
          call(u32),     call(value),        call(value), call(bytes, 13), call(skip, 17),
          call(u64),     call(settle),       call(u16),   call(seek, 21),  call(value),
          call(u64s, 9), call(from_end, 16), call(value), call(u32),       call(u32),
          call(value),   call(u64),          call(value)};
}

void add_mixed(Seeds& seeds) {
  for (const Kind& kind : kinds()) {
    seeds.add(seed_name("mixed-widths", kind.name), reading(kind.source, mixed(), ramp(225)));
  }
}

// Forward only, and every border of that.
void add_seeks(Seeds& seeds) {
  for (const Kind& kind : kinds()) {
    const auto with = [&](Steps steps) { return reading(kind.source, std::move(steps), ramp(99)); };
    seeds.add(seed_name("seek-to-here", kind.name),
              with({call(u32), call(seek, 0), call(value), call(u64)}));
    seeds.add(seed_name("seek-to-the-footer", kind.name),
              with({call(byte), call(from_end, 16), call(value), call(u64), call(value)}));
    seeds.add(seed_name("seek-to-the-end", kind.name),
              with({call(from_end, 0), call(value), call(byte), call(value)}));
    seeds.add(seed_name("seek-beyond-the-end", kind.name),
              with({call(u16), call(from_end, -1), call(value), call(u16), call(far_seek, 0),
                    call(far_seek, 20), call(value), call(u64)}));
    seeds.add(seed_name("seek-back-by-one", kind.name),
              with({call(u64), call(seek, -1), call(value), call(u64), call(value)}));
    seeds.add(seed_name("seek-back-to-the-start", kind.name),
              with({call(skip, 50), call(from_end, 40), call(seek, -20), call(value), call(u16)}));
    seeds.add(seed_name("skip-beyond-the-end", kind.name),
              with({call(skip, 90), call(skip, 10), call(value), call(far_skip, 0),
                    call(far_skip, 19), call(skip, 9), call(skip, 0), call(value)}));
  }
}

// Every way to run into the end, and reading what is left then.
void add_ends(Seeds& seeds) {
  for (const Kind& kind : kinds()) {
    const auto cut = [&](const char* name, ReadStep step, std::vector<std::uint8_t> bytes) {
      Steps steps{step, call(value), step, call(byte), call(value), call(byte), call(value)};
      seeds.add(seed_name(name, kind.name), reading(kind.source, std::move(steps), bytes));
    };
    cut("end-in-a-long", call(u64), ramp(15));
    cut("end-in-an-int", call(u32), ramp(7));
    cut("end-in-a-short", call(u16), ramp(3));
    cut("end-in-an-array", call(u64s, 2), ramp(31));
    cut("end-in-bytes", call(bytes, 9), ramp(17));
    cut("end-in-a-vint", call(vint), {0x80, 0x81, 0x01, 0xFF, 0xFF});
    cut("end-in-a-vlong", call(vlong), {0x80, 0x81, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x80});
    cut("end-in-a-string", call(string, 20), {3, 'a', 'b', 'c', 4, 'd', 'e', 'f'});
    cut("end-in-the-length-of-a-string", call(string, 20), {2, 'a', 'b', 0x80, 0x80});
    cut("empty", call(u64s, 1), {});
  }
}

void add_sevens(Seeds& seeds) {
  const std::vector<std::uint8_t> over_long_vint{1, 0x80, 0x80, 0x80, 0x80, 0x10, 7, 7};
  const std::vector<std::uint8_t> over_long_vlong{1,    0x80, 0x80, 0x80, 0x80, 0x80,
                                                  0x80, 0x80, 0x80, 0x80, 7,    7};
  const std::vector<std::uint8_t> negative{1, 'x', 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 'y', 'z'};
  for (const Kind& kind : kinds()) {
    seeds.add(
        seed_name("over-long-vint", kind.name),
        reading(kind.source, {call(vint), call(vint), call(value), call(u64)}, over_long_vint));
    seeds.add(
        seed_name("over-long-vlong", kind.name),
        reading(kind.source, {call(vlong), call(vlong), call(value), call(u64)}, over_long_vlong));
    seeds.add(
        seed_name("string-of-negative-length", kind.name),
        reading(kind.source, {call(string, 9), call(string, 9), call(value), call(u32)}, negative));
    seeds.add(seed_name("string-longer-than-its-room", kind.name),
              reading(kind.source, {call(string, 2), call(string, 3), call(value), call(string, 0)},
                      {3, 'a', 'b', 'c', 0}));
  }
}

// Pieces of 8192 bytes, the most that waits to be digested, and arrays longer than that.
void add_long(Seeds& seeds) {
  for (const Kind& kind : kinds()) {
    ReadingCase c = reading(kind.source,
                            {call(skip, 8180), call(u64), call(u64), call(value), call(u64s, 1000),
                             call(bytes, 90), call(value), call(from_end, 16), call(value)},
                            ramp(200));
    c.padding = 16500;
    limit_chunks(c.source, c.padding + c.bytes.size());
    seeds.add(seed_name("across-pieces", kind.name), c);
    c.steps = {call(u64s, 1200), call(value), call(bytes, 6800), call(value)};
    seeds.add(seed_name("long-arrays", kind.name), c);
    c.steps = {call(byte), call(u64s, 1200), call(skip, 6800), call(value), call(u64)};
    seeds.add(seed_name("long-skip", kind.name), c);
    c.start = 777;
    seeds.add(seed_name("wrapped-in-the-middle", kind.name), c);
  }
}

// LUCENE-5583: the buffer that skips used was shared, and a skip between reads spoilt the checksum.
void add_skips_between_reads(Seeds& seeds) {
  Steps steps;
  for (int i = 0; i < 14; ++i) {
    steps.push_back(call(i % 2 == 0 ? u64 : u16));
    steps.push_back(call(skip, i));
  }
  steps.push_back(call(value));
  for (const Kind& kind : kinds()) {
    seeds.add(seed_name("bug-lucene-5583-skips-between-reads", kind.name),
              reading(kind.source, steps, ramp(200)));
  }
}

}  // namespace

void reading_seeds(Seeds& seeds) {
  add_mixed(seeds);
  add_seeks(seeds);
  add_ends(seeds);
  add_sevens(seeds);
  add_long(seeds);
  add_skips_between_reads(seeds);
  ReadingCase nothing = reading(source_of(SourceKind::memory), {call(value)}, {});
  seeds.add("checksum-of-nothing", nothing);
  nothing.steps = {call(u64s, 0), call(bytes, 0), call(skip, 0), call(from_end, 0), call(value)};
  seeds.add("calls-for-nothing", nothing);
}

}  // namespace touchstone::contracts
