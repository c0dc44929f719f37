#include "contracts/checksumming_input_case.h"

#include <algorithm>
#include <array>
#include <ostream>

#include "harness/hex.h"

namespace touchstone::contracts {
namespace {

constexpr std::size_t kMostSteps = 30;
constexpr std::size_t kMostBytes = 1024;

struct Bounds {
  std::int16_t low;
  std::int16_t high;
};

// What a call's number may be.
Bounds bounds_of(ReadCall call) {
  switch (call) {
    case ReadCall::bytes:
      return {0, 9000};
    case ReadCall::u64s:
      return {0, 1200};
    case ReadCall::string:
      return {0, 300};
    case ReadCall::seek:
      return {-20, 9000};
    case ReadCall::from_end:
      return {-2, 40};
    case ReadCall::skip:
      return {0, 9000};
    case ReadCall::far_seek:
    case ReadCall::far_skip:
      return {0, 20};
    default:
      return {0, 0};
  }
}

void draw_step(kit::Draw& d, ReadStep& step) {
  using enum ReadCall;
  d.one_of(step.call, std::array{byte,     u16,      u32,      u64,   u64,    bytes, bytes,
                                 u64s,     u64s,     vint,     vlong, string, seek,  skip,
                                 from_end, far_seek, far_skip, value, value,  settle});
  const Bounds bounds = bounds_of(step.call);
  if (bounds.low == bounds.high) {
    step.number = 0;
    return;
  }
  // Most inputs are short, and a call that is refused moves nothing.
  const auto little = static_cast<std::int16_t>(std::min<int>(bounds.high, 24));
  bool small = step.number <= little;
  d.flag(small);
  d.edgy(step.number, bounds.low, small ? little : bounds.high);
}

}  // namespace

std::string_view name_of(ReadCall call) {
  constexpr std::array<std::string_view, kReadCalls> kNames{
      "byte",   "u16",  "u32",      "u64",  "bytes",    "u64s",     "vint",  "vlong",
      "string", "seek", "from-end", "skip", "far-seek", "far-skip", "value", "settle"};
  return kNames[static_cast<std::size_t>(call)];
}

std::vector<std::uint8_t> content_of(const ReadingCase& c) {
  std::vector<std::uint8_t> content;
  content.reserve(c.padding + c.bytes.size());
  for (std::uint32_t i = 0; i < c.padding; ++i) {
    content.push_back(static_cast<std::uint8_t>(167 * i + 13));
  }
  content.insert(content.end(), c.bytes.begin(), c.bytes.end());
  return content;
}

void draw_reading_case(kit::Draw& d, ReadingCase& c) {
  // The input digests at the latest every 8192 bytes.
  d.one_of(c.padding, std::array<std::uint16_t, 8>{0, 0, 0, 0, 0, 8180, 8192, 16500});
  d.edgy(c.start, std::uint16_t{0}, std::uint16_t{kMostBytes});
  d.one_of(c.negative, std::array{false, false, false, false, true});
  d.list(c.steps, kMostSteps, draw_step);
  draw_source(d, c.source);
  if (c.source.kind == SourceKind::span) c.source.kind = SourceKind::memory;
  d.rest(c.bytes, kMostBytes);
  const std::size_t total = c.padding + c.bytes.size();
  c.start = static_cast<std::uint16_t>(std::min<std::size_t>(c.start, total));
  limit_chunks(c.source, total);
  // Noise hardly ever is one. Done twice it changes nothing, so a recorded Case is drawn the same.
  constexpr std::array<std::uint8_t, 5> kMinusOne{0xFF, 0xFF, 0xFF, 0xFF, 0x0F};
  if (c.negative && c.start >= c.padding && total - c.start >= kMinusOne.size()) {
    std::ranges::copy(kMinusOne, c.bytes.begin() + (c.start - c.padding));
  }
}

void describe_reading_case(const ReadingCase& c, std::ostream& out) {
  out << c.padding + c.bytes.size() << " bytes of " << c.source << ", wrapped at byte " << c.start
      << "\nfirst " << c.padding << " bytes by rule (167 i + 13), then: " << kit::to_hex(c.bytes)
      << "\ncalls:";
  for (const ReadStep& step : c.steps) {
    out << ' ' << name_of(step.call);
    if (step.number != 0) out << '(' << step.number << ')';
  }
}

}  // namespace touchstone::contracts
