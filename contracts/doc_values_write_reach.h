// The classes of Case that the doc values write contract is about.
#pragma once

#include <functional>
#include <string>

#include "contracts/doc_values_write_case.h"

namespace touchstone::contracts::doc_values_write {

enum class Reach : std::uint8_t {
  no_values,
  constant,
  constant_outside,
  table,
  table_of_256,
  too_many_for_table,
  table_too_wide,
  least_kept,
  least_dropped,
  least_negative,
  factor,
  factor_at_lower_bound,
  factor_at_upper_bound,
  no_factor_below,
  no_factor_above,
  whole_range,
  several_chunks,
  one_block_whole,
  one_value_more_than_a_block,
  blocks,
  blocks_with_factor,
  constant_block,
  last_block_short,
  last_block_whole,
  nine_tenths_exactly,
  nine_tenths_nearly,
  more_than_nine_tenths,
  no_document,
  all_documents,
  listed,
  listed_4095,
  bitmap,
  bitmap_of_4096,
  full_block,
  first_doc_block_alone,
  several_doc_blocks,
  blocks_left_out,
  last_document,
  far_into_files,
  exact_room,
  room_to_spare,
  values_one_byte_short,
  documents_one_byte_short,
  entry_one_byte_short,
  other_count,
  stale_constant,
  stale_table,
  stale_one_block,
  stale_blocks,
  stale_but_fits,
  stale_no_document,
  stale_all_documents,
  stale_set,
};

void survey(const DocValuesWriteCase& c, kit::Marks<Reach>& m);
void name_classes(const std::function<void(Reach, std::string)>& name);

}  // namespace touchstone::contracts::doc_values_write
