// The two halves of the group-varint table. Internal to it.
#pragma once

#include <vector>

#include "bench/table.h"

namespace touchstone::bench {

/// Lists of 64 values by kind of input, as the public proposal measures them.
void add_list_rows(std::vector<Row>& rows);

/// Each tier at several run lengths and mixes.
void add_kernel_rows(std::vector<Row>& rows);

}  // namespace touchstone::bench
