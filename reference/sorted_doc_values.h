// The simple truth about Lucene's sorted-numeric doc values, any number of values a document: an
// entry of the metadata, and one address and one value at a time out of what it leads to (Apache
// Lucene 9.0 .. 10.6, Lucene90DocValuesFormat versions 0 to 3).
//
// Format: a numeric entry whose values are those of all documents in a row; i32 documents with a
// value; unless that is the number of values too: i64 offset of the packed addresses in the data,
// vInt shift, the blocks of documents + 1 addresses (reference/direct_monotonic.h), i64 length. The
// values of document i of those that have some start at address i and end at address i + 1.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <vector>

#include "codecs/error.h"
#include "reference/direct_monotonic.h"
#include "reference/doc_values.h"

namespace touchstone::reference::sorted_doc_values {

/// What of a field is wrong: finer than the error, so that a test can tell its Cases apart.
enum class Part : std::uint8_t {
  numeric_entry,    ///< the entry's first part, which numeric fields have too
  documents,        ///< more documents than values, or a number below 0
  shift,            ///< addresses in blocks of less than 2^2 or of more than 2^22
  addresses_entry,  ///< the rest of what the metadata say of the addresses
  field,            ///< the values or the set of documents
  set_size,         ///< the set has another number of documents
  addresses,        ///< packed addresses that are not there
  first_address,    ///< not 0
  last_address,     ///< not the number of values
  order,            ///< addresses that descend
  beyond,           ///< addresses that ascend to behind the last value
  question,         ///< nothing: what was asked for is not there
};

struct Refusal {
  Error error;
  Part part;
};
template <typename T>
using Checked = std::expected<T, Refusal>;

class Field {
 public:
  /// Reads the entry that starts at `at` in the metadata and looks at what it leads to. Errors, the
  /// first that applies: end_of_input, malformed_metadata, malformed_vint (entry, from left to
  /// right); those of the values and of the doc set (reference/doc_values.h); malformed_metadata
  /// for a set of another size; outside_of_file for addresses outside of the data, those of their
  /// blocks; malformed_metadata unless they lead from 0 to the number of values.
  static Checked<Field> open(const doc_values::Files& files, std::uint64_t at);

  std::uint64_t documents() const { return documents_; }
  std::uint64_t values() const { return numeric_.count(); }
  bool is_sparse() const { return numeric_.set().has_value(); }
  std::uint64_t entry_bytes() const { return entry_bytes_; }

  /// The addresses from `first` on. Errors: invalid_argument for an empty `out`,
  /// position_out_of_range; malformed_metadata where those asked for descend or the last is behind
  /// all values. Nothing is written on an error, here and below.
  Checked<void> starts(std::uint64_t first, std::span<std::uint64_t> out) const;

  /// Errors: position_out_of_range, no_table_entry.
  Checked<void> read(std::uint64_t first, std::span<std::int64_t> out) const;

  /// Error: position_out_of_range; also for documents above 2^31 - 1.
  Checked<void> documents(std::uint64_t first, std::span<std::int32_t> out) const;

 private:
  explicit Field(doc_values::Field numeric) : numeric_(std::move(numeric)) {}

  doc_values::Field numeric_;
  std::uint64_t documents_ = 0;
  std::uint64_t entry_bytes_ = 0;
  std::optional<direct_monotonic::Sequence> addresses_;  ///< none: as many values as documents
};

/// How a field is written.
struct Form {
  doc_values::Packing packing;
  doc_values::Documents documents;
  direct_monotonic::Form addresses;
  bool one_file = true;  ///< the doc set stands in the data file, in front of the values
  /// Bytes of something else in front of each part.
  std::size_t before_entry = 0, before_set = 0, before_values = 0, before_addresses = 0;
};

/// Where parts of the entry stand in the metadata, and packed addresses in the data.
struct Places {
  std::size_t set_offset = 0;  ///< i64
  std::size_t values = 0;      ///< i64
  std::size_t documents = 0;   ///< i32
  bool has_addresses = false;
  std::size_t offset = 0;  ///< i64
  std::size_t shift = 0;   ///< vInt
  std::size_t blocks = 0;
  std::size_t blocks_bytes = 0;
  std::size_t length = 0;  ///< i64
  std::size_t data = 0;
  std::size_t data_bytes = 0;
};

struct Written {
  std::vector<std::uint8_t> metadata;
  std::vector<std::uint8_t> data;
  std::vector<std::uint8_t> doc_sets;  ///< empty with one file
  Places places;
};

/// Writes packed values (as doc_values::write does) of documents that have so many each.
/// Precondition: the counts add up to the number of values.
Written write(std::span<const std::uint64_t> packed, std::span<const std::uint32_t> counts,
              const Form& form);

/// Writes a field of that many documents, all of which have `each` values alike: the packing's
/// minimum. `each` is a power of two; no value and no address is stored, so there may be any number
/// of them. The form's packing and documents are taken as constant and all.
Written write_even(std::uint32_t documents, std::uint64_t each, const Form& form);

}  // namespace touchstone::reference::sorted_doc_values
