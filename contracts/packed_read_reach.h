// The classes of Case that the packed read contract is about.
#pragma once

#include <cstdint>
#include <string>

#include "contracts/packed_read_case.h"
#include "harness/contract.h"

namespace touchstone::contracts {

enum class PackedReadReach : std::uint8_t {
  first_width,  ///< and the other thirteen
  last_width = first_width + 13,
  odd_start,
  start_in_byte,
  nothing_asked,
  one_value,
  below_a_step,
  whole_steps,
  a_step_and_some,
  many,
  to_the_end,
  exact_padding,
  no_padding,
  in_front_of_more,
  short_slice,
  top_bit,
  u32,
  u32_top_bit,
  added,
  multiplied_short,
  multiplied_long,
  affine_wraps,
  factor_zero,
  table_exact,
  table_partial,
  table_256,
  documents_range,
  documents_gap,
  documents_strided,
  documents_scattered,
  documents_none,
  documents_one,
  bad_width,
  cut,
  huge_claim,
  past_the_end,
  wrapping_range,
  u32_too_wide,
  no_entry,
  one_odd_no_entry,
  not_increasing,
  negative,
  document_past_the_end,
};
inline constexpr auto kLastPackedReadReach = PackedReadReach::document_past_the_end;

/// Marks the classes of a Case, of which the reference says `truth`.
void survey_packed_read(const PackedReadCase& c, const kit::Result& truth,
                        kit::Marks<PackedReadReach>& m);

/// The class of values of this width, which must be a supported one.
PackedReadReach reach_of_width(unsigned width);

/// The class in words.
std::string words_of(PackedReadReach reach);

}  // namespace touchstone::contracts
