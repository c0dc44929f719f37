// The Case of the doc values contract: a field as it could be written, what is done to its bytes,
// and what is asked of it.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "contracts/field_parts.h"
#include "harness/contract.h"
#include "reference/doc_values.h"

namespace touchstone::contracts {

/// What is asked: values by rank, values by document, or documents by rank.
enum class Ask : std::uint8_t { ranks, documents, ids };

/// One change of the finished bytes. `file` is 0 for the metadata, 1 the data, 2 the doc sets.
/// Where a file gets longer or shorter by one of the later kinds, the metadata agree: what is
/// refused is refused for the bytes themselves, not because they are outside of the file.
struct Change {
  enum class Kind : std::uint8_t {
    none,
    put,              ///< a byte
    cut,              ///< everything from there on
    append,           ///< bytes, up to 16
    shorten,          ///< up to 64 bytes at the end of the file are missing, and of its length
    lengthen,         ///< up to 64 bytes more, also of its length
    block_end_lost,   ///< up to 64 bytes in front of the jump table of blocks are missing
    block_end_grown,  ///< as many more; the jump table and what leads there move
    block_head,       ///< a byte of what is in front of a block's values
    jump_more,        ///< a jump more than the doc set has blocks
    jump_less,        ///< the last jump is missing
    rank_power,       ///< what the metadata say of it
    set_head,         ///< a byte at the front of the doc set: number, size, ranks or documents
    table_size,       ///< in the metadata: 256, and `byte` % 4 more
  } kind = Kind::none;
  std::uint8_t file = 0;
  bool from_end = false;
  std::uint16_t at = 0;  ///< place, or number of bytes; of a head: 16 * block + byte
  std::uint8_t byte = 0;
  bool operator==(const Change&) const = default;
};

struct DocValuesCase {
  Packed packed = Packed::plain;
  std::uint8_t width = 8;
  std::uint8_t block_shift = 2;
  std::uint32_t count = 0;  ///< values
  std::uint64_t more = 0;   ///< constant and dense: the metadata have so many more of them
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
  std::uint8_t blocks_apart = 0;  ///< not 0: runs start at every such 65536-block instead
  std::int8_t rank_power = 9;
  bool with_jumps = true;

  std::array<Change, 2> changes{};

  Ask ask = Ask::ranks;
  bool inside = true;           ///< most of what is asked for is there
  std::uint64_t first = 0;      ///< rank or document; inside a sparse field from its first document
  std::uint32_t run_asked = 0;  ///< inside a sparse field: from the first of this run
  std::uint16_t lead = 0;       ///< and so many documents before it
  std::uint16_t size = 0;       ///< elements asked for
  std::uint8_t step = 1;        ///< documents: from one to the next
  bool repeated = false;        ///< documents: one of them is there twice
  std::int64_t missing = 0;
  kit::Placement input_at;
  kit::Placement output_at;

  bool operator==(const DocValuesCase&) const = default;
};

void draw_doc_values_case(kit::Draw& d, DocValuesCase& c);
void describe_doc_values_case(const DocValuesCase& c, std::ostream& out);
void doc_values_seeds(kit::Seeds<DocValuesCase>& seeds);

/// What the Case's changes do to the field's bytes.
void make_changes(const DocValuesCase& c, reference::doc_values::Written& files);
/// The file that changes of this kind belong to, if there is only one.
std::optional<std::uint8_t> only_file_of(Change::Kind kind);
/// Whether the change does anything to a field like this.
bool applies(const Change& change, const DocValuesCase& c);
/// Bytes of the entry in front of the offset of the values, as it was written.
std::size_t metadata_before_offset(const DocValuesCase& c);

/// The field's bytes, with the changes made. They stay until the next call.
const reference::doc_values::Written& files_of(const DocValuesCase& c);
/// The documents that have a value, of a sparse field.
std::vector<std::int32_t> documents_held(const DocValuesCase& c);
/// The documents asked for.
std::vector<std::int32_t> documents_asked(const DocValuesCase& c);

}  // namespace touchstone::contracts
