// The Case of the packed write contract, its drawing, its words and its seeds.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "harness/contract.h"

namespace touchstone::contracts {

struct PackedWriteCase {
  std::uint8_t width = 8;
  std::uint8_t beyond = 0;  ///< bits that values may need more than the width: 0, 1, or 64
  std::int16_t spare = 0;   ///< bytes of output more (or fewer) than the stream takes
  std::uint8_t copies = 1;  ///< the values, so many times over
  kit::Placement input_at;
  kit::Placement output_at;
  std::vector<std::uint64_t> values;

  bool operator==(const PackedWriteCase&) const = default;
};

void draw_packed_write_case(kit::Draw& d, PackedWriteCase& c);
void describe_packed_write_case(const PackedWriteCase& c, std::ostream& out);
void packed_write_seeds(kit::Seeds<PackedWriteCase>& seeds);

/// The values that are written.
std::vector<std::uint64_t> values_of(const PackedWriteCase& c);

/// Bytes of output the subject is given: those of the stream plus `spare`, at least none.
std::size_t room(const PackedWriteCase& c);

}  // namespace touchstone::contracts
