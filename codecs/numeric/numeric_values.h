// The values of a numeric field: from an entry of the metadata and the bytes it speaks of.
//
// A field is opened once, which finds out everything that can be wrong with it but what only a look
// at all values would show: a packed index that has no entry in the field's table, and addresses of
// a sorted-numeric field that do not ascend. Reading then is as fast as unpacking: documents
// without a gap come out of one pass over the packed bits, with delta, factor or table in the same
// pass.
//
// Nothing here throws, allocates or locks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "codecs/error.h"
#include "codecs/numeric/direct_monotonic.h"
#include "codecs/numeric/doc_set.h"
#include "codecs/numeric/numeric_blocks.h"
#include "codecs/numeric/numeric_entry.h"
#include "codecs/numeric/packed.h"

namespace touchstone::numeric {

/// A view of a field; the files' bytes must outlive it.
class NumericValues {
 public:
  enum class Kind : std::uint8_t {
    constant,  ///< every value is the minimum
    packed,    ///< factor * packed + minimum
    table,     ///< an entry of a table
    blocks,    ///< each block has a minimum and a width of its own
  };

  /// Opens a field with at most one value a document. Precondition: the entry is one that
  /// read_numeric_entry gave, or a plan (numeric_writer.h). `data_file` is the whole file with the
  /// values; `doc_set_file` the one with the documents of sparse fields, which is the same file up
  /// to format version 2. Errors: outside_of_file, end_of_input and unsupported_width for values
  /// that are not all there, malformed_metadata, malformed_doc_set (numeric_blocks.h, doc_set.h);
  /// malformed_metadata also where the numbers of documents and of values differ.
  static Expected<NumericValues> open(const NumericEntry& entry,
                                      std::span<const std::uint8_t> data_file,
                                      std::span<const std::uint8_t> doc_set_file,
                                      const Kernels& kernels = best());

  Kind kind() const { return kind_; }
  /// Of a constant field: its value.
  std::int64_t constant() const { return static_cast<std::int64_t>(form_.offset); }
  bool is_sparse() const { return documents_.has_value(); }

  /// Values, and so documents that have one: the first so many of all, unless it is sparse. 0 of a
  /// field that no document has: there every document is one without a value.
  std::uint64_t count() const { return count_; }

  /// How many values from `first` on are alike, as far as can be told without a look at them; often
  /// 0. Whoever asks for the least or largest value need not read 2^30 of them, which a block of 9
  /// bytes can claim to hold. Precondition: first is below count().
  std::uint64_t alike_from(std::uint64_t first) const {
    if (kind_ == Kind::constant) return count_ - first;
    return kind_ == Kind::blocks ? blocks_.alike_from(first) : 0;
  }

  /// The values with the ranks [first, first + out.size()). Errors: position_out_of_range;
  /// no_table_entry. Nothing is written then.
  Expected<void> read(std::uint64_t first, std::span<std::int64_t> out) const;

  /// The values of these documents; `missing` for those that have none. Errors: invalid_argument
  /// for an `out` of another size; documents_not_increasing for ids that are negative or not above
  /// the one before; position_out_of_range for ids behind the last document of a dense field;
  /// nothing is written then. no_table_entry: `out` is unspecified.
  Expected<void> read(std::span<const std::int32_t> documents, std::span<std::int64_t> out,
                      std::int64_t missing) const;

  /// The value of one document, if it has one. Errors: as above.
  Expected<std::optional<std::int64_t>> get(std::int32_t document) const;

  /// The documents with the ranks from `first` on. Error: position_out_of_range; also for ranks
  /// above any document's number. Nothing is written then.
  Expected<void> documents(std::uint64_t first, std::span<std::int32_t> out) const;

 private:
  friend class SortedNumericValues;

  NumericValues() = default;
  Expected<void> open_values(const NumericEntry& entry, std::span<const std::uint8_t> data_file,
                             const Kernels& kernels);
  Expected<void> open_documents(const DocSetEntry& entry, std::span<const std::uint8_t> file);
  Expected<void> read_values(std::uint64_t first, std::span<std::uint64_t> out) const;
  // Ranks that ascend and are below count_.
  Expected<void> read_values(std::span<const std::int32_t> ranks,
                             std::span<std::uint64_t> out) const;
  Expected<std::int64_t> value(std::uint64_t rank) const;
  Expected<void> read_sparse(std::span<const std::int32_t> documents, bool is_range,
                             std::span<std::uint64_t> out, std::uint64_t missing) const;

  Kind kind_ = Kind::constant;
  std::uint64_t count_ = 0;
  Affine form_;
  const Kernels* kernels_ = nullptr;
  std::optional<PackedReader> packed_;
  bool no_document_ = false;
  std::optional<DocSet> documents_;
  BlockValues blocks_;
  std::uint32_t table_size_ = 0;
  std::array<std::uint64_t, kMaxTableSize> table_{};
};

/// A view of a field with any number of values a document.
class SortedNumericValues {
 public:
  /// As above. `metadata_file` is the whole file that the entry was read from. Errors: those above,
  /// and of the addresses (direct_monotonic.h); malformed_metadata also where these do not lead
  /// from the first value to behind the last.
  static Expected<SortedNumericValues> open(const SortedNumericEntry& entry,
                                            std::span<const std::uint8_t> metadata_file,
                                            std::span<const std::uint8_t> data_file,
                                            std::span<const std::uint8_t> doc_set_file,
                                            const Kernels& kernels = best());

  /// Documents with a value, and values of all of them.
  std::uint64_t documents() const { return documents_; }
  std::uint64_t values() const { return values_.count(); }
  bool is_sparse() const { return values_.is_sparse(); }
  NumericValues::Kind kind() const { return values_.kind(); }
  std::int64_t constant() const { return values_.constant(); }
  std::uint64_t alike_from(std::uint64_t first) const { return values_.alike_from(first); }

  /// Where the values of the documents with the ranks from `first` on start: one more than there
  /// are documents, so that those of the i-th are [out[i], out[i + 1]). Errors: invalid_argument
  /// for an empty `out`; position_out_of_range, nothing written; malformed_metadata where they do
  /// not ascend or lead beyond the values, `out` is unspecified then.
  Expected<void> starts(std::uint64_t first, std::span<std::uint64_t> out) const;

  /// The values from the `first` on, of whichever documents.
  Expected<void> read(std::uint64_t first, std::span<std::int64_t> out) const {
    return values_.read(first, out);
  }

  /// The documents with the ranks from `first` on.
  Expected<void> documents(std::uint64_t first, std::span<std::int32_t> out) const;

 private:
  SortedNumericValues() = default;

  NumericValues values_;
  std::uint64_t documents_ = 0;
  std::optional<MonotonicReader> addresses_;
};

}  // namespace touchstone::numeric
