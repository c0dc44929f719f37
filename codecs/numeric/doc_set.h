// The documents of a sparse field: which have a value, and how many of those come before each (its
// rank, which is where its value stands among the values).
//
// Format (Apache Lucene 9.0..10.x, IndexedDISI), little-endian but for rank tables: blocks of the
// 65536 documents with the same upper half of their number, those with at least one, ascending:
//
//   u16 upper half, u16 documents - 1, then
//     up to 4095 documents   u16 each, ascending
//     fewer than all 65536   with rank power p >= 0: for each 2^p documents, big-endian u16 the
//                            documents before them; then 1024 u64 of bits
//     all                    nothing
//
// then the end: 7FFF, 0, FFFF; then the jump table: none, or for each upper half up to that of the
// last block, and for the end, u32 rank and u32 offset of the first block that is not before it.
//
// Opening a set looks at all of it once (about as long as copying it takes); everything after that
// needs no check. Nothing here throws, allocates or locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "codecs/error.h"
#include "codecs/numeric/kernels.h"

namespace touchstone::numeric {

namespace internal {
struct DocSetBlock;
}

/// A view of a set; its bytes must outlive it and stay as they are.
class DocSet {
 public:
  /// The set that takes all of `bytes`. `jump_table_entries` and `dense_rank_power` are as the
  /// metadata entry has them (numeric_entry.h). Errors: malformed_metadata for a rank power outside
  /// 7..15 (or -1: no rank tables); end_of_input where a block or the
  /// table is cut short; malformed_doc_set where blocks or documents do not ascend, ranks or jumps
  /// are not what follows from the bits, bytes are left over.
  static Expected<DocSet> open(std::span<const std::uint8_t> bytes,
                               std::uint16_t jump_table_entries, int dense_rank_power,
                               const Kernels& kernels = best());

  /// How many documents.
  std::uint64_t size() const { return size_; }

  /// The document's rank, if it is in the set. Negative documents are not. Cost: two binary
  /// searches in a block that is a list; in a bitmap the words since the last entry of the rank
  /// table, up to 1024 without one. Without a jump table a step for each block before it.
  std::optional<std::uint64_t> rank_of(std::int32_t document) const;

  /// For each of the documents [first, first + count), whether it is in the set: element i / 64 of
  /// `present`, bit i % 64. Those that are have consecutive ranks; gives their number, and the
  /// first of these ranks. Preconditions: first is not negative, first + count at most 2^31,
  /// `present` has a bit for each document.
  struct Ranks {
    std::uint64_t first = 0;
    std::size_t count = 0;
  };
  Ranks ranks_of(std::int32_t first, std::size_t count, std::span<std::uint64_t> present) const;

  /// The same for some strictly increasing documents, none of them negative. The ranks of those in
  /// the set go, in order, to the front of `ranks`; gives how many. Preconditions: `ranks` is at
  /// least as long as `documents`, `present` has a bit for each.
  std::size_t ranks_of(std::span<const std::int32_t> documents, std::span<std::int32_t> ranks,
                       std::span<std::uint64_t> present) const;

  /// The documents with the ranks [first_rank, first_rank + out.size()). Error:
  /// position_out_of_range, nothing written.
  Expected<void> documents(std::uint64_t first_rank, std::span<std::int32_t> out) const;

 private:
  using Block = internal::DocSetBlock;
  class Opener;

  DocSet(std::span<const std::uint8_t> bytes, std::size_t jumps, int rank_power,
         const Kernels& kernels)
      : bytes_(bytes), jumps_(jumps), rank_power_(rank_power), kernels_(&kernels) {}

  Block block_at(std::size_t offset, std::uint64_t rank) const;
  Block block_of(std::uint32_t upper_half) const;
  Block block_of(std::uint32_t upper_half, const Block& from) const;
  Block block_with(std::uint64_t rank) const;
  Block block_behind(const Block& block) const;

  std::span<const std::uint8_t> bytes_;
  std::size_t jumps_;
  int rank_power_;
  const Kernels* kernels_;
  std::uint64_t size_ = 0;
};

}  // namespace touchstone::numeric
