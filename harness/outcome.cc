#include "harness/outcome.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "harness/bytes.h"
#include "harness/check.h"

namespace touchstone::kit {
namespace {

using Bytes = std::span<const std::byte>;

std::uint64_t element(Bytes output, std::size_t width, std::size_t index) {
  const std::byte* at = output.data() + index * width;
  const auto load = [at]<typename T>(T value) {
    std::memcpy(&value, at, sizeof value);
    return std::uint64_t{value};
  };
  switch (width) {
    case 1:
      return load(std::uint8_t{});
    case 2:
      return load(std::uint16_t{});
    case 4:
      return load(std::uint32_t{});
    default:
      return load(std::uint64_t{});
  }
}

std::string hex(std::uint64_t value, std::size_t width) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*" PRIx64, static_cast<int>(2 * width), value);
  return text;
}

std::size_t first_difference(Bytes expected, Bytes actual, std::size_t width) {
  const auto at = std::ranges::mismatch(expected, actual).in1 - expected.begin();
  return static_cast<std::size_t>(at) / width;
}

// Three elements on either side of the first difference, expected beside actual.
std::string window(Bytes expected, Bytes actual, std::size_t width, std::size_t at) {
  const std::size_t count = std::min(expected.size(), actual.size()) / width;
  const int cell = static_cast<int>(2 * width + 2 < 8 ? 8 : 2 * width + 2);
  char line[128];
  std::snprintf(line, sizeof line, "  %10s  %-*s  %-*s\n", "index", cell, "expected", cell,
                "actual");
  std::string text = line;
  for (std::size_t i = at < 3 ? 0 : at - 3; i < std::min(count, at + 4); ++i) {
    const std::string left = hex(element(expected, width, i), width);
    const std::string right = hex(element(actual, width, i), width);
    std::snprintf(line, sizeof line, "%c %10zu  %-*s  %-*s\n", left == right ? ' ' : '>', i, cell,
                  left.c_str(), cell, right.c_str());
    text += line;
  }
  return text;
}

std::string describe(const Trespass& t) {
  if (t.buffer.empty()) {
    char text[96];
    std::snprintf(text, sizeof text, "died of signal %d (%s) at address %s", t.fault.signal,
                  t.fault.signal == 11 ? "memory fault" : "fatal", hex(t.fault.address, 8).c_str());
    return text;
  }
  const char* verb = t.fault.access == Fault::Access::write  ? "wrote "
                     : t.fault.access == Fault::Access::read ? "read "
                                                             : "touched ";
  return verb + std::string(t.exact ? "" : "at least ") + std::to_string(t.bytes) +
         (t.bytes == 1 ? " byte " : " bytes ") + (t.past_end ? "past" : "before") + " its " +
         t.buffer;
}

std::optional<Difference> compare_numbers(std::string_view name, std::uint64_t expected,
                                          std::uint64_t actual) {
  if (expected == actual) return std::nullopt;
  return Difference{std::string(name) + " differs: expected " + std::to_string(expected) +
                        ", got " + std::to_string(actual),
                    ""};
}

std::optional<Difference> compare_output(const Outcome& expected, const Outcome& actual) {
  const std::size_t width = expected.result.element_bytes();
  TOUCHSTONE_CHECK(width == actual.result.element_bytes(),
                   "two subjects of one contract gave elements of different widths");
  const auto size = compare_numbers("number of values produced", expected.output.size() / width,
                                    actual.output.size() / width);
  if (size) return size;
  if (same_bytes(expected.output.data(), actual.output.data(), actual.output.size())) {
    return std::nullopt;
  }
  const std::size_t at = first_difference(expected.output, actual.output, width);
  return Difference{"output differs first at index " + std::to_string(at) + ": expected " +
                        hex(element(expected.output, width, at), width) + ", got " +
                        hex(element(actual.output, width, at), width),
                    window(expected.output, actual.output, width, at)};
}

}  // namespace

Result& Result::also(std::string_view name, std::uint64_t value) {
  TOUCHSTONE_CHECK(observed_ < observations_.size(), "a Result holds at most six observations");
  observations_[observed_++] = {name, value};
  return *this;
}

std::optional<Difference> misconduct(const Outcome& outcome) {
  if (outcome.trespass) return Difference{describe(*outcome.trespass), ""};
  if (!outcome.exception.empty()) return Difference{"threw: " + outcome.exception, ""};
  if (outcome.damage) {
    const auto& [buffer, offset] = *outcome.damage;
    return Difference{"changed memory it does not own: byte " + std::to_string(offset) +
                          " counted from the start of its " + buffer,
                      ""};
  }
  return std::nullopt;
}

std::optional<Difference> compare(const Outcome& expected, const Outcome& actual) {
  if (auto bad = misconduct(actual)) return bad;
  const Result& want = expected.result;
  const Result& got = actual.result;
  if (want.status() != got.status()) {
    return Difference{"status differs: expected " + std::string(want.status()) + ", got " +
                          std::string(got.status()),
                      ""};
  }
  if (auto d = compare_numbers("bytes consumed", want.consumed(), got.consumed())) return d;
  if (auto d = compare_output(expected, actual)) return d;
  TOUCHSTONE_CHECK(want.observations().size() == got.observations().size(),
                   "two subjects of one contract made different observations");
  for (std::size_t i = 0; i < want.observations().size(); ++i) {
    const auto& [name, value] = want.observations()[i];
    TOUCHSTONE_CHECK(name == got.observations()[i].name,
                     "two subjects of one contract made different observations");
    if (auto d = compare_numbers(name, value, got.observations()[i].value)) {
      return d;
    }
  }
  return std::nullopt;
}

}  // namespace touchstone::kit
