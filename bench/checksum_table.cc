// The table of checksums.
#include "bench/checksum_table.h"

namespace touchstone::bench {
namespace {

#if defined(TOUCHSTONE_PEER_ZLIB)
constexpr bool kHasZlib = true;
#else
constexpr bool kHasZlib = false;
#endif
#if defined(TOUCHSTONE_PEER_LIBDEFLATE)
constexpr bool kHasLibdeflate = true;
#else
constexpr bool kHasLibdeflate = false;
#endif
#if defined(TOUCHSTONE_PEER_ISAL)
constexpr bool kHasIsal = true;
#else
constexpr bool kHasIsal = false;
#endif

}  // namespace

Table checksum_table() {
  return {.name = "checksum",
          .about = "spans of 1 to 800000 bytes, each tier; longs and bytes, handed over or read",
          .peers = {{"zlib", kHasZlib}, {"libdeflate", kHasLibdeflate}, {"isal", kHasIsal}},
          .rows = [] {
            std::vector<Row> rows;
            add_span_rows(rows);
            add_piece_rows(rows);
            return rows;
          }};
}

}  // namespace touchstone::bench
