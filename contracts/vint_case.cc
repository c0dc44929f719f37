#include "contracts/vint_case.h"

#include <algorithm>
#include <limits>
#include <ostream>

#include "harness/hex.h"

namespace touchstone::contracts {
namespace {

constexpr std::size_t kMostValues = 20;
constexpr std::size_t kMostBytes = 512;
constexpr std::uint64_t kTopOfInt = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kTopOfLong = std::numeric_limits<std::uint64_t>::max();

// The bits that the last byte of a value of the most bytes may have.
std::uint8_t last_byte_mask(VintKind kind) {
  if (is_int(kind)) return 0x0F;
  return kind == VintKind::vlong ? 0x7F : 0x01;
}

// Noise has mostly values of one or two bytes. Gives each value the length that was drawn for it,
// by way of its continuation bits. Done twice it changes nothing, so a recorded Case is drawn the
// same.
void shape(VintCase& c) {
  std::size_t at = c.start;
  for (const std::uint8_t length : c.lengths) {
    for (std::size_t i = 0; at < c.bytes.size(); ++i) {
      std::uint8_t& byte = c.bytes[at++];
      if (length != 0) byte = static_cast<std::uint8_t>(i + 1 < length ? byte | 0x80 : byte & 0x7F);
      if (c.in_range && i + 1 == most_bytes(c.kind)) byte &= last_byte_mask(c.kind);
      if (byte < 0x80) break;
    }
  }
}

// The fields of the other half go back to what they are in a new Case: a Case is drawn over an old
// one.
void draw_encoding(kit::Draw& d, VintCase& c) {
  c.lengths.clear();
  c.in_range = false;
  c.start = 0;
  c.source = {};
  c.bytes.clear();
  using enum Extreme;
  d.edgy(c.value, std::uint64_t{0}, is_int(c.kind) ? kTopOfInt : kTopOfLong);
  d.one_of(c.extreme, std::array{none, none, none, none, none, none, smallest, largest});
  const std::uint64_t sign = std::uint64_t{1} << (is_int(c.kind) ? 31 : 63);
  if (c.extreme != none) c.value = c.extreme == smallest ? sign : sign - 1;
  d.edgy(c.spare, std::int8_t{-11}, std::int8_t{20});
  d.placement(c.output_at);
}

void draw_decoding(kit::Draw& d, VintCase& c) {
  c.value = 0;
  c.extreme = Extreme::none;
  c.spare = 0;
  c.output_at = {};
  d.list(c.lengths, kMostValues, [](kit::Draw& e, std::uint8_t& length) {
    e.uniform(length, std::uint8_t{0}, std::uint8_t{11});
  });
  d.flag(c.in_range);
  d.edgy(c.start, std::uint16_t{0}, std::uint16_t{kMostBytes});
  draw_source(d, c.source);
  d.rest(c.bytes, kMostBytes);
  c.start = std::min(c.start, static_cast<std::uint16_t>(c.bytes.size()));
  limit_chunks(c.source, c.bytes.size());
  shape(c);
}

}  // namespace

void draw_vint_case(kit::Draw& d, VintCase& c) {
  using enum VintKind;
  d.one_of(c.kind, std::array{vint, vlong, zint, zlong});
  d.one_of(c.encoding, std::array{false, false, true});
  if (c.encoding) {
    draw_encoding(d, c);
  } else {
    draw_decoding(d, c);
  }
}

void describe_vint_case(const VintCase& c, std::ostream& out) {
  if (c.encoding) {
    out << "encode as " << name_of(c.kind) << ' ';
    if (is_int(c.kind)) {
      out << static_cast<std::int32_t>(c.value);
    } else {
      out << static_cast<std::int64_t>(c.value);
    }
    out << " into " << room(c) << " bytes (" << int{c.spare} << " to spare) placed " << c.output_at;
    return;
  }
  out << "decode " << c.lengths.size() << ' ' << name_of(c.kind) << "s from byte " << c.start
      << " on\nof " << c.bytes.size() << " bytes of " << c.source
      << "\nbytes: " << kit::to_hex(c.bytes);
}

bool is_int(VintKind kind) { return kind == VintKind::vint || kind == VintKind::zint; }

bool is_zigzag(VintKind kind) { return kind == VintKind::zint || kind == VintKind::zlong; }

std::size_t most_bytes(VintKind kind) {
  if (is_int(kind)) return 5;
  return kind == VintKind::vlong ? 9 : 10;
}

std::string_view name_of(VintKind kind) {
  switch (kind) {
    case VintKind::vint:
      return "vInt";
    case VintKind::vlong:
      return "vLong";
    case VintKind::zint:
      return "zInt";
    case VintKind::zlong:
      return "zLong";
  }
  return "unknown kind";
}

std::size_t shortest(VintKind kind, std::uint64_t value) {
  if (is_int(kind)) value &= kTopOfInt;
  const std::uint64_t sign = is_int(kind) ? value >> 31 : value >> 63;
  if (is_zigzag(kind)) value = (value * 2) ^ (std::uint64_t{0} - sign);
  if (is_int(kind)) value &= kTopOfInt;
  std::size_t bytes = 1;
  for (value >>= 7; value != 0; value >>= 7) ++bytes;
  return bytes;
}

std::size_t room(const VintCase& c) {
  const int bytes = static_cast<int>(shortest(c.kind, c.value)) + c.spare;
  return static_cast<std::size_t>(std::max(0, bytes));
}

}  // namespace touchstone::contracts
