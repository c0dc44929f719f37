// What the Cases of fields have in common: packed values and listed documents made by rule, and
// changes of finished bytes.
//
// Shared by the contracts of doc values.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <vector>

#include "harness/draw.h"
#include "reference/doc_values.h"

namespace touchstone::contracts {

enum class Packed : std::uint8_t { constant, plain, table, blocks };

inline constexpr std::array<std::uint8_t, 14> kWidths{1,  2,  4,  8,  12, 16, 20,
                                                      24, 28, 32, 40, 48, 56, 64};

/// One change of the finished bytes. `file` is 0 for the metadata, 1 the data, 2 the doc sets.
struct ByteChange {
  enum class Kind : std::uint8_t { none, put, cut, append } kind = Kind::none;
  std::uint8_t file = 0;
  bool from_end = false;
  std::uint16_t at = 0;
  std::uint8_t byte = 0;
  bool operator==(const ByteChange&) const = default;
};

void draw_byte_change(kit::Draw& d, ByteChange& change);
void make(const ByteChange& change, std::vector<std::uint8_t>& bytes);
void describe_byte_change(const ByteChange& change, std::ostream& out);

/// How values are packed, by the fields of a Case of that name.
struct PackedShape {
  Packed packed;
  std::uint8_t width;
  std::uint8_t block_shift;
  std::int64_t minimum;
  std::int64_t factor;
  std::uint16_t table_size;
};
reference::doc_values::Packing packing_of(const PackedShape& shape);

/// Bits that look random, for each number others.
std::uint64_t mixed(std::uint64_t number);
/// So many of them; modulo `below`, unless it is 0.
std::vector<std::uint64_t> mixed_values(std::size_t count, std::uint64_t below);

/// So many documents in runs of `run`, `gap` apart, or as many as there are behind `first`.
std::vector<std::int32_t> ids_in_runs(std::uint32_t count, std::uint32_t first, std::uint32_t run,
                                      std::uint32_t gap);

}  // namespace touchstone::contracts
