// The simple truth about Lucene's numeric doc values: an entry of the metadata, and one value at a
// time out of the bytes it speaks of (Apache Lucene 9.0 .. 10.6, Lucene90DocValuesFormat).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "codecs/error.h"
#include "reference/doc_set.h"

namespace touchstone::reference::doc_values {

/// The bytes of a field, each list from the start of a file of its own.
struct Files {
  std::span<const std::uint8_t> metadata;
  std::span<const std::uint8_t> data;
  std::span<const std::uint8_t> doc_sets;
};

/// A field with at most one value a document.
class Field {
 public:
  /// Reads the entry at the front of the metadata and looks at what it leads to. Errors, the first
  /// that applies: end_of_input, malformed_metadata (entry); outside_of_file, unsupported_width,
  /// end_of_input, malformed_metadata (values); those of a doc set, and malformed_metadata for one
  /// of another size.
  /// Without `one_each` documents may have any number of values: the two are not compared, and only
  /// values can be asked for.
  static Expected<Field> open(const Files& files, bool one_each = true);

  /// What the entry alone says, for those that go on behind it. Errors: those of the entry.
  struct Entered {
    std::uint64_t bytes;  ///< of the entry
    std::uint64_t count;  ///< values
  };
  static Expected<Entered> enter(std::span<const std::uint8_t> metadata);

  std::uint64_t count() const { return count_; }
  std::uint64_t entry_bytes() const { return entry_bytes_; }
  /// The documents with a value, where they are listed.
  const std::optional<DocSet>& set() const { return set_; }

  /// Errors: position_out_of_range, no_table_entry.
  Expected<std::int64_t> value(std::uint64_t rank) const;

  /// The values from `first` on; or the first error of any, and nothing is written.
  Expected<void> read(std::uint64_t first, std::span<std::int64_t> out) const;
  /// Errors: documents_not_increasing, position_out_of_range, those of value().
  Expected<void> read(std::span<const std::int32_t> documents, std::span<std::int64_t> out,
                      std::int64_t missing) const;
  Expected<void> documents(std::uint64_t first, std::span<std::int32_t> out) const;

 private:
  struct Entry;
  Expected<void> open_values(const Entry& entry, std::span<const std::uint8_t> data);
  Expected<void> open_blocks(const Entry& entry, std::span<const std::uint8_t> data);
  Expected<void> open_documents(const Entry& entry, std::span<const std::uint8_t> doc_sets,
                                bool one_each);

  /// Values that were packed alike.
  struct Part {
    std::span<const std::uint8_t> packed;
    unsigned width;
    std::uint64_t minimum;
    std::uint64_t count;
  };

  std::uint64_t count_ = 0;
  std::uint64_t entry_bytes_ = 0;
  std::uint64_t per_part_ = 0;  ///< 0: all values are in one
  std::vector<Part> parts_;
  std::uint64_t factor_ = 1;
  std::vector<std::int64_t> table_;
  bool no_document_ = false;
  std::optional<DocSet> set_;
};

/// How values are to be packed: nothing here is chosen by what the values are.
struct Packing {
  unsigned width = 0;  ///< 0: constant
  std::int64_t minimum = 0;
  std::int64_t factor = 1;
  std::vector<std::int64_t> table;
  std::optional<unsigned> block_shift;
  std::vector<unsigned> block_widths;  ///< one after the other, again from the first at the end
};

/// The documents that have a value.
struct Documents {
  enum class Kind : std::uint8_t { all, none, some } kind = Kind::all;
  std::vector<std::int32_t> ids;
  int rank_power = 9;
  bool with_jumps = true;
};

struct Written {
  std::vector<std::uint8_t> metadata;
  std::vector<std::uint8_t> data;
  std::vector<std::uint8_t> doc_sets;
};

/// Writes packed values (before factor and minimum) behind `data_before` bytes of something else,
/// the documents behind `sets_before`. Of each only the low bits that fit are kept; in block mode
/// the minimum of block b is the field's plus b.
Written write(std::span<const std::uint64_t> packed, const Packing& packing,
              const Documents& documents, std::size_t data_before, std::size_t sets_before);

}  // namespace touchstone::reference::doc_values
