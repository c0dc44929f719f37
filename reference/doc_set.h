// The simple truth about sets of documents as Lucene keeps them (IndexedDISI of Apache Lucene 9.0
// .. 10.x): read block by block into lists, written the same way.
//
// Format: codecs/numeric/doc_set.h tells it for the codec; here it is told by what the code does.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "codecs/error.h"

namespace touchstone::reference {

class DocSet {
 public:
  /// Reads a whole set. Errors, the first that applies: malformed_metadata (rank power, number of
  /// jumps), end_of_input for jumps that do not fit; then block by block end_of_input,
  /// malformed_doc_set; at the end malformed_doc_set.
  static Expected<DocSet> read(std::span<const std::uint8_t> bytes, int jumps, int rank_power);

  std::uint64_t size() const { return size_; }
  std::optional<std::uint64_t> rank_of(std::int64_t document) const;
  /// Precondition: the rank is below size().
  std::int32_t document(std::uint64_t rank) const;

 private:
  struct Block {
    std::uint32_t number;
    std::uint64_t rank;
    std::uint32_t count;
    std::vector<std::uint32_t> documents;  ///< in the block; none where all 65536 are
    std::uint64_t offset;
  };
  class Reader;

  std::vector<Block> blocks_;
  std::uint64_t size_ = 0;
};

/// How a set is written: the bytes, and what the metadata say of them.
struct WrittenDocSet {
  std::vector<std::uint8_t> bytes;
  int jumps = 0;
};

/// `documents` ascend. Without `with_jumps` the jump table is left out, which readers must bear.
WrittenDocSet write_doc_set(std::span<const std::int32_t> documents, int rank_power,
                            bool with_jumps);

}  // namespace touchstone::reference
