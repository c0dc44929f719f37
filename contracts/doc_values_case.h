// The Case of the doc values contract: a field as it could be written, what is done to its bytes,
// and what is asked of it.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <vector>

#include "contracts/field_parts.h"
#include "harness/contract.h"
#include "reference/doc_values.h"

namespace touchstone::contracts {

/// What is asked: values by rank, values by document, or documents by rank.
enum class Ask : std::uint8_t { ranks, documents, ids };

struct DocValuesCase {
  Packed packed = Packed::plain;
  std::uint8_t width = 8;
  std::uint8_t block_shift = 2;
  std::uint32_t count = 0;  ///< values
  bool is_added = true;
  bool is_multiplied = true;
  std::int64_t minimum = 0;  ///< 0 unless is_added
  std::int64_t factor = 1;   ///< 1 unless is_multiplied
  std::uint16_t table_size = 1;
  bool small = false;  ///< packed values are indexes of the table, or below 4 * table_size
  std::uint8_t data_before = 0;
  std::uint8_t sets_before = 0;

  reference::doc_values::Documents::Kind documents = reference::doc_values::Documents::Kind::all;
  std::uint32_t first_document = 0;  ///< some: runs of `run` documents, `gap` apart
  std::uint32_t run = 1;
  std::uint32_t gap = 0;
  std::int8_t rank_power = 9;
  bool with_jumps = true;

  std::array<Change, 2> changes{};

  Ask ask = Ask::ranks;
  bool inside = true;       ///< most of what is asked for is there
  std::uint64_t first = 0;  ///< rank or document; inside a sparse field from its first document
  std::uint16_t size = 0;   ///< elements asked for
  std::uint8_t step = 1;    ///< documents: from one to the next
  bool repeated = false;    ///< documents: one of them is there twice
  std::int64_t missing = 0;
  kit::Placement input_at;
  kit::Placement output_at;

  bool operator==(const DocValuesCase&) const = default;
};

void draw_doc_values_case(kit::Draw& d, DocValuesCase& c);
void describe_doc_values_case(const DocValuesCase& c, std::ostream& out);
void doc_values_seeds(kit::Seeds<DocValuesCase>& seeds);

/// The field's bytes, with the changes made. They stay until the next call.
const reference::doc_values::Written& files_of(const DocValuesCase& c);
/// The documents asked for.
std::vector<std::int32_t> documents_asked(const DocValuesCase& c);

}  // namespace touchstone::contracts
