// A table: the rows that are timed together, and what must have been proved of each.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "bench/gate.h"

namespace touchstone::bench {

/// Named TABLE/BLOCK.../COLUMN/ROW: ci/bench prints each block as a table of its columns and rows.
/// The rows `reference` and `limit`, tiers by their names and peers mean what they say.
struct Row {
  std::string name;
  std::vector<Claim> claims;  ///< none for rows that are not ours
  std::function<void(benchmark::State&)> time;
};

/// A library that others would use in our place.
struct Peer {
  std::string name;
  bool installed;
};

struct Table {
  std::string name;
  std::string about;
  std::vector<Peer> peers;
  std::function<std::vector<Row>()> rows;
};

Table checksum_table();
Table doc_values_table();
Table group_varint_table();
Table numeric_table();

}  // namespace touchstone::bench
