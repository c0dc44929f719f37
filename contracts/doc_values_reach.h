// The classes of Case that the doc values contract is about.
#pragma once

#include <cstdint>

#include "contracts/doc_values_case.h"
#include "harness/contract.h"

namespace touchstone::contracts {

enum class DocValuesReach : std::uint8_t {
  no_value,
  constant,
  packed,
  added,
  multiplied,
  table,
  table_256,
  blocks,
  several_blocks,
  dense,
  sparse_list,
  sparse_bitmap,
  sparse_full,
  several_doc_blocks,
  jumps,
  no_jumps,
  no_rank_table,
  from_absent_block,
  by_rank,
  contiguous,
  scattered,
  some_missing,
  all_missing,
  ids,
  ids_of_huge_count,
  negative_minimum,
  nothing_asked,
  cut_metadata,
  cut_values,
  cut_doc_set,
  malformed_metadata,
  outside_of_file,
  unsupported_width,
  malformed_doc_set,
  no_table_entry,
  not_increasing,
  out_of_range,
  damaged_but_read,
};

/// Marks the classes of a Case, of which the reference says `truth`.
void survey_doc_values(const DocValuesCase& c, const kit::Result& truth,
                       kit::Marks<DocValuesReach>& m);

/// The class in words.
const char* words_of(DocValuesReach reach);
inline constexpr auto kLastDocValuesReach = DocValuesReach::damaged_but_read;

}  // namespace touchstone::contracts
