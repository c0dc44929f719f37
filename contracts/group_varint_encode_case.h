// The Case of the encode contract, its drawing, its words and its seeds.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "harness/contract.h"

namespace touchstone::contracts {

struct EncodeCase {
  bool wide = false;       ///< encode from 64-bit elements
  bool beyond = false;     ///< 64-bit elements may exceed 2^32-1
  std::int16_t spare = 0;  ///< bytes of output more (or fewer) than the encoded form takes
  kit::Placement input_at;
  kit::Placement output_at;
  std::vector<std::uint64_t> values;

  bool operator==(const EncodeCase&) const = default;
};

void draw_encode_case(kit::Draw& d, EncodeCase& c);
void describe_encode_case(const EncodeCase& c, std::ostream& out);
void encode_seeds(kit::Seeds<EncodeCase>& seeds);

/// Bytes of output the subject is given: the encoded size (a value out of range counts as four
/// bytes) plus `spare`, at least none.
std::size_t room(const EncodeCase& c);

}  // namespace touchstone::contracts
