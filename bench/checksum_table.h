// The parts of the checksum table. Internal to it.
#pragma once

#include <vector>

#include "bench/table.h"

namespace touchstone::bench {

/// Whole spans of 1 to 800000 bytes at each tier, beside the peers.
void add_span_rows(std::vector<Row>& rows);

/// Longs, in arrays and one by one, and bytes: handed to a buffered checksum, and read through a
/// checksumming input.
void add_piece_rows(std::vector<Row>& rows);

}  // namespace touchstone::bench
