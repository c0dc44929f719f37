// What the two files of the doc values contract's seeds share: fields in one line.
#pragma once

#include <cstddef>
#include <cstdint>

#include "contracts/doc_values_reach.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {

using DocValuesSeeds = kit::Seeds<DocValuesCase>;

/// The seeds of fields whose bytes were changed.
void add_damaged_doc_values(DocValuesSeeds& seeds);

inline DocValuesCase field(Packed packed, unsigned width, std::uint32_t count) {
  DocValuesCase c;
  c.packed = packed;
  c.width = static_cast<std::uint8_t>(width);
  c.count = count;
  c.size = static_cast<std::uint16_t>(count < 400 ? count : 400);
  c.small = packed == Packed::table;
  c.table_size =
      packed == Packed::table && width <= 8 ? static_cast<std::uint16_t>(1U << width) : 1;
  return c;
}

inline DocValuesCase sparse(DocValuesCase c, std::uint32_t first, std::uint32_t run,
                            std::uint32_t gap) {
  c.documents = reference::doc_values::Documents::Kind::some;
  c.first_document = first;
  c.run = run;
  c.gap = gap;
  c.ask = Ask::documents;
  c.missing = -77;
  return c;
}

inline DocValuesCase asking(DocValuesCase c, Ask ask, std::uint64_t first, std::size_t size,
                            unsigned step = 1) {
  c.ask = ask;
  c.first = first;
  c.size = static_cast<std::uint16_t>(size);
  c.step = static_cast<std::uint8_t>(step);
  return c;
}

inline DocValuesCase changed(DocValuesCase c, unsigned file, std::size_t at, unsigned byte,
                             bool from_end = false) {
  c.changes[0] = {.kind = Change::Kind::put,
                  .file = static_cast<std::uint8_t>(file),
                  .from_end = from_end,
                  .at = static_cast<std::uint16_t>(at),
                  .byte = static_cast<std::uint8_t>(byte)};
  return c;
}

// One of the changes that the metadata agree with; `number` of bytes where there is one.
inline DocValuesCase damaged(DocValuesCase c, Change::Kind kind, unsigned file,
                             std::size_t number = 1, unsigned byte = 0) {
  c = changed(c, file, number - 1, byte);
  c.changes[0].kind = kind;
  return c;
}

// The file alone ends there.
inline DocValuesCase cut(DocValuesCase c, unsigned file, std::size_t at, bool from_end = false) {
  c = changed(c, file, at, 0, from_end);
  c.changes[0].kind = Change::Kind::cut;
  return c;
}

}  // namespace touchstone::contracts
