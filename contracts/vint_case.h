// The Case of the contract of variable-length integers, its drawing, its words and its seeds.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <vector>

#include "contracts/placed_input.h"
#include "harness/contract.h"

namespace touchstone::contracts {

enum class VintKind : std::uint8_t { vint, vlong, zint, zlong };

enum class Extreme : std::uint8_t { none, smallest, largest };

struct VintCase {
  VintKind kind = VintKind::vint;
  bool encoding = false;

  // Encoding: one value, the low 32 bits of it for a vInt or zInt.
  std::uint64_t value = 0;
  Extreme extreme = Extreme::none;  ///< drawing put the value at an end of the type's range
  std::int8_t spare = 0;  ///< bytes of output more (or fewer) than the shortest form takes
  kit::Placement output_at;

  // Decoding: a run of values of one kind, up to the first error.
  std::vector<std::uint8_t> lengths;  ///< one for each value: its bytes, 0 if `bytes` says it alone
  bool in_range = false;              ///< drawing cleared the bits that the last byte may not have
  std::uint16_t start = 0;            ///< where the first value starts in `bytes`
  Source source;
  std::vector<std::uint8_t> bytes;

  bool operator==(const VintCase&) const = default;
};

void draw_vint_case(kit::Draw& d, VintCase& c);
void describe_vint_case(const VintCase& c, std::ostream& out);
void vint_seeds(kit::Seeds<VintCase>& seeds);

bool is_int(VintKind kind);  ///< 32 bits
bool is_zigzag(VintKind kind);
std::size_t most_bytes(VintKind kind);
std::string_view name_of(VintKind kind);

/// Bytes of the shortest form of `value` as this kind: for a vLong out of range 10.
std::size_t shortest(VintKind kind, std::uint64_t value);

/// Bytes of output that an encoding Case grants.
std::size_t room(const VintCase& c);

}  // namespace touchstone::contracts
