// What the metadata file says of a numeric field: where its values are and how they were packed.
//
// Format (Apache Lucene 9.0..10.6, Lucene90DocValuesFormat versions 0 to 3), little-endian:
//
//   i64 doc set offset (-2: no document has a value, -1: every one has), i64 its length,
//   u16 entries of its jump table, i8 its rank power,
//   i64 values, i32 table size (-1: none; below: blocks of 2^(-2 - size) values), i64 each of
//   table, i8 bits a value (0: all are the minimum; -1: each block says), i64 minimum, i64 factor,
//   i64 offset of the values, i64 their length, i64 offset of the blocks' jump table (-1: none)
//
// A field of several values a document (sorted-numeric) goes on with i32 documents with a value
// and, where that is not the number of values, the addresses: i64 offset, vInt shift, 21 bytes for
// each block of 2^shift of the documents + 1 addresses, i64 length.
//
// Reading checks what an entry alone can show; whether it agrees with the data file is checked when
// that is opened (numeric_values.h). Nothing here throws, allocates or locks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "codecs/error.h"
#include "codecs/io/input.h"

namespace touchstone::numeric {

inline constexpr std::size_t kMaxTableSize = 256;

/// Documents that have a value.
struct DocSetEntry {
  static constexpr std::int64_t kNone = -2;  ///< no document
  static constexpr std::int64_t kAll = -1;   ///< every document

  std::int64_t offset =
      kAll;                 ///< or where the set stands, from the start of the file that holds it
  std::int64_t length = 0;  ///< bytes, with its jump table
  std::uint16_t jump_table_entries = 0xFFFF;  ///< up to 32769; Java, which has signed shorts alone,
                                              ///< takes those above 32767 for none at all
  std::int8_t dense_rank_power = -1;

  bool is_stored() const { return offset >= 0; }
  bool operator==(const DocSetEntry&) const = default;
};

struct NumericEntry {
  DocSetEntry documents;
  std::uint64_t values = 0;
  std::uint32_t table_size = 0;   ///< 0: no table
  std::int32_t block_shift = -1;  ///< below 0: one block of all values
  std::array<std::int64_t, kMaxTableSize> table{};
  std::uint8_t bits_per_value = 0;  ///< 0: every value is `minimum`. Meaningless in block mode.
  std::int64_t minimum = 0;
  std::int64_t factor = 1;   ///< what packed values are multiplied by before the minimum is added
  std::uint64_t offset = 0;  ///< of the values, from the start of the data file
  std::uint64_t length = 0;
  std::int64_t jump_table_offset = -1;  ///< from the start of the data file

  bool in_blocks() const { return block_shift >= 0; }
};

/// Where a field of several values a document keeps the ranks of each document's first value.
struct AddressesEntry {
  std::uint64_t offset = 0;  ///< of their packed parts, from the start of the data file
  std::uint64_t length = 0;
  std::uint32_t shift = 0;         ///< a block holds 2^shift addresses
  std::uint64_t blocks_at = 0;     ///< position of the blocks' metadata in the metadata file
  std::uint64_t blocks_bytes = 0;  ///< 21 for each block
};

struct SortedNumericEntry {
  NumericEntry numeric;
  std::uint32_t documents = 0;  ///< with a value
  AddressesEntry addresses;     ///< empty where every document has one value

  bool is_single_valued() const { return documents == numeric.values; }
};

/// Reads an entry, and stands behind it then. Errors: end_of_input; malformed_metadata for a table
/// of no or of more than 256 entries, a negative count, offset (below those that mean something) or
/// length, bits a value that are neither 0 nor the width of a packed stream, blocks of more than
/// 2^30 or of less than 2 values. After an error position and `entry` are unspecified.
Expected<void> read_numeric_entry(io::Input& in, NumericEntry& entry);

/// As above, for sorted-numeric fields. malformed_metadata also for a negative number of documents,
/// more documents than values, a shift outside 2..22; malformed_vint for a shift that is none.
Expected<void> read_sorted_numeric_entry(io::Input& in, SortedNumericEntry& entry);

}  // namespace touchstone::numeric
