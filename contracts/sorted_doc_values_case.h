// The Case of the sorted doc values contract: a field of any number of values a document as it
// could be written, what is done to its bytes, and what is asked of it.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "contracts/field_parts.h"
#include "harness/contract.h"
#include "reference/sorted_doc_values.h"

namespace touchstone::contracts {

/// What is asked: where values start, values, or documents; by rank.
enum class SortedAsk : std::uint8_t { starts, values, ids };

/// Whether what is asked for is there: all of it, all but the last, or whatever was drawn;
/// `claimed` are starts of the addresses' block that the claim speaks of, and of no other,
/// `into_claimed` with the one before it.
enum class Within : std::uint8_t { inside, one_more, anywhere, claimed, into_claimed };

/// A number of the metadata that is set to another, or that a number is added to. Those of a block
/// are of the addresses' block `block`, modulo how many there are.
struct Claim {
  enum class What : std::uint8_t {
    none,
    values,
    documents,
    set_offset,  ///< 0 to -3: a set, every document, none, nothing
    offset,
    shift,       ///< as a vInt of its own length
    long_shift,  ///< the same shift in 2 to 6 bytes, of which 6 are no vInt
    length,
    block_minimum,
    block_slope,  ///< its bits
    block_offset,
    block_width,
    difference,  ///< byte `block` of the packed addresses, modulo how many there are
  } what = What::none;
  bool is_added = false;
  std::uint16_t block = 0;
  std::uint64_t number = 0;
  bool operator==(const Claim&) const = default;
};

/// A field that is written value by value.
struct ListedField {
  Packed packed = Packed::plain;
  std::uint8_t width = 8;
  std::uint8_t block_shift = 2;
  std::int64_t factor = 1;
  std::uint16_t table_size = 1;
  bool small = false;  ///< of a table: all packed values are indexes of it

  std::uint8_t most_each = 40;  ///< bounds of the counts
  bool has_empty = true;
  std::vector<std::uint8_t> counts;  ///< values of each document, over and over; empty: one
  bool is_level = false;             ///< of each two documents: 0 to 2 by the counts, and the rest

  reference::doc_values::Documents::Kind documents = reference::doc_values::Documents::Kind::all;
  std::uint32_t first_document = 0;  ///< some: runs of `run` documents, `gap` apart
  std::uint32_t run = 1;
  std::uint32_t gap = 0;
  std::int8_t rank_power = 9;
  bool with_jumps = true;

  std::uint8_t least_width = 0;  ///< of packed addresses: a width, or 0
  bool own_slope = false;        ///< not the one that a writer would choose
  std::uint32_t slope_bits = 0;  ///< own_slope

  bool operator==(const ListedField&) const = default;
};

struct SortedDocValuesCase {
  bool even = false;          ///< all values alike, 2^each_log a document: so no limit to them
  std::uint8_t each_log = 1;  ///< even
  ListedField list;           ///< unless even
  std::uint32_t count = 0;    ///< documents with a value
  std::int64_t minimum = 0;

  std::uint8_t shift = 16;        ///< of the addresses' blocks; some that are not allowed
  bool one_file = true;           ///< as versions 0 to 2: the doc set stands in front of the values
  std::uint8_t before_entry = 0;  ///< bytes of something else
  std::uint8_t before_set = 0;
  std::uint8_t before_values = 0;
  std::uint8_t before_addresses = 0;

  Claim claim;
  std::array<ByteChange, 2> changes{};

  SortedAsk ask = SortedAsk::starts;
  Within within = Within::inside;
  std::uint64_t first = 0;  ///< rank
  std::uint16_t size = 0;   ///< elements asked for
  kit::Placement input_at;
  kit::Placement output_at;

  bool is_as_written() const;
  Packed packed() const { return even ? Packed::constant : list.packed; }
  bool operator==(const SortedDocValuesCase&) const = default;
};

void draw_sorted_doc_values_case(kit::Draw& d, SortedDocValuesCase& c);
void describe_sorted_doc_values_case(const SortedDocValuesCase& c, std::ostream& out);
void sorted_doc_values_seeds(kit::Seeds<SortedDocValuesCase>& seeds);

/// The field as it was before it was written.
struct SortedField {
  std::uint64_t documents = 0;
  std::uint64_t values = 0;
  std::vector<std::uint32_t> counts;  ///< of each document; none where they are even
  std::vector<std::uint64_t> starts;  ///< of each document, and the number of values
  std::vector<std::int32_t> ids;      ///< of sparse fields
  std::vector<std::uint64_t> packed;
  reference::doc_values::Packing packing;

  /// The value of a rank, unless there is none in the table.
  std::optional<std::int64_t> value(std::uint64_t rank) const;
};

/// The field, and its bytes with claim and changes made. They stay until the next call.
const SortedField& field_of(const SortedDocValuesCase& c);
const reference::sorted_doc_values::Written& files_of(const SortedDocValuesCase& c);

}  // namespace touchstone::contracts
