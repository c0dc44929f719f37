// The Case of the decode contract, its drawing, its words and its seeds.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "contracts/placed_input.h"
#include "harness/contract.h"

namespace touchstone::contracts {

struct DecodeCase {
  bool wide = false;            ///< decode to 64-bit elements
  bool as_many_as_fit = false;  ///< drawing lowered `count` to what the bytes hold
  std::uint32_t count = 0;      ///< values asked for
  std::uint8_t split = 0;       ///< where the split relation cuts the read, in groups
  Source source;
  kit::Placement output_at;
  std::vector<std::uint8_t> bytes;

  bool operator==(const DecodeCase&) const = default;
};

void draw_decode_case(kit::Draw& d, DecodeCase& c);
void describe_decode_case(const DecodeCase& c, std::ostream& out);
void decode_seeds(kit::Seeds<DecodeCase>& seeds);

}  // namespace touchstone::contracts
