// One block of a document set: up to 65536 documents that share the upper half of their number.
// Internal to doc_set.cc.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/io/big_endian.h"
#include "codecs/io/little_endian.h"

namespace touchstone::numeric::internal {

inline constexpr std::uint32_t kBlockDocuments = 65536;
inline constexpr std::uint32_t kMostListed = 4095;
inline constexpr std::uint32_t kLastUpperHalf = 0x7FFF;
inline constexpr std::size_t kBlockHeaderBytes = 4;
inline constexpr std::size_t kBitmapWords = kBlockDocuments / 64;
inline constexpr std::size_t kJumpBytes = 8;

inline std::uint32_t upper_half_of(std::int32_t document) {
  return static_cast<std::uint32_t>(document) >> 16;
}
inline std::uint32_t lower_half_of(std::int32_t document) {
  return static_cast<std::uint32_t>(document) & 0xFFFF;
}

struct DocSetBlock {
  std::uint32_t upper_half = 0;
  std::uint32_t count = 0;  ///< documents, 1..65536
  std::uint64_t rank = 0;   ///< documents of all blocks before
  int rank_power = -1;
  std::size_t offset = 0;                ///< of its header, in the set
  std::span<const std::uint8_t> body{};  ///< from its first byte to the end of the set

  bool is_list() const { return count <= kMostListed; }
  bool is_full() const { return count == kBlockDocuments; }

  std::size_t rank_table_bytes() const {
    return rank_power < 0 ? 0 : std::size_t{2} * (kBlockDocuments >> rank_power);
  }
  std::size_t body_bytes() const {
    if (is_list()) return std::size_t{2} * count;
    return is_full() ? 0 : rank_table_bytes() + 8 * kBitmapWords;
  }

  // Of a list: its i-th document. Of a bitmap: its i-th word.
  std::uint32_t listed(std::uint32_t i) const {
    return io::load_little_endian<std::uint16_t>(body.data() + std::size_t{2} * i);
  }
  std::uint64_t word(std::size_t i) const {
    return io::load_little_endian<std::uint64_t>(body.data() + rank_table_bytes() + 8 * i);
  }

  /// The mark behind the last block.
  bool is_end() const { return upper_half == kLastUpperHalf && count == 1 && listed(0) == 0xFFFF; }

  /// Whether documents ascend, and number and rank table are those of the bits.
  bool is_sound() const {
    if (is_full()) return true;
    return is_list() ? is_ascending() : has_sound_bits();
  }

  /// How many documents are before this one.
  std::uint32_t count_before(std::uint32_t document) const {
    if (is_full()) return document;
    if (is_list()) return position_in_list(document);
    const std::size_t first_word = ranked_word(document);
    std::uint32_t before = ranked(first_word);
    for (std::size_t i = first_word; i < document / 64; ++i) before += bits_of(word(i));
    return before + bits_of(word(document / 64) & bits_below(document));
  }

  bool contains(std::uint32_t document) const {
    if (is_full()) return true;
    if (!is_list()) return (word(document / 64) >> document % 64 & 1) != 0;
    const std::uint32_t at = position_in_list(document);
    return at < count && listed(at) == document;
  }

  /// Sets bit `to` + i of `bits` for each i below `documents` where first + i is in the block;
  /// gives how many are. Those bits are 0 before.
  std::size_t mark(std::uint32_t first, std::uint32_t documents, std::span<std::uint64_t> bits,
                   std::size_t to) const {
    if (is_list()) return mark_listed(first, documents, bits, to);
    std::size_t marked = 0;
    for (std::uint32_t i = 0; i < documents;) {
      const std::uint32_t document = first + i;
      const std::uint32_t some = std::min(
          {documents - i, 64 - document % 64, 64 - static_cast<std::uint32_t>((to + i) % 64)});
      std::uint64_t found = is_full() ? ~std::uint64_t{0} : word(document / 64) >> document % 64;
      found &= ~std::uint64_t{0} >> (64 - some);
      bits[(to + i) / 64] |= found << (to + i) % 64;
      marked += bits_of(found);
      i += some;
    }
    return marked;
  }

  /// Writes the documents behind the first `skip`, as many as there are or `out` takes.
  std::size_t write_documents(std::uint32_t skip, std::span<std::int32_t> out) const {
    const std::size_t some = std::min<std::size_t>(count - skip, out.size());
    const std::uint32_t base = upper_half << 16;
    const auto put = [&](std::size_t i, std::uint32_t lower) {
      out[i] = static_cast<std::int32_t>(base | lower);
    };
    if (is_list() || is_full()) {
      for (std::size_t i = 0; i < some; ++i) {
        const std::uint32_t at = skip + static_cast<std::uint32_t>(i);
        put(i, is_full() ? at : listed(at));
      }
      return some;
    }
    std::size_t at = 0;
    while (skip >= bits_of(word(at))) skip -= bits_of(word(at++));
    std::uint64_t left = word(at);
    for (; skip != 0; --skip) left &= left - 1;
    for (std::size_t i = 0; i < some; ++i) {
      while (left == 0) left = word(++at);
      put(i,
          static_cast<std::uint32_t>(64 * at) + static_cast<std::uint32_t>(std::countr_zero(left)));
      left &= left - 1;
    }
    return some;
  }

  static std::uint32_t bits_of(std::uint64_t word) {
    return static_cast<std::uint32_t>(std::popcount(word));
  }
  static std::uint64_t bits_below(std::uint32_t document) {
    return (std::uint64_t{1} << document % 64) - 1;
  }

  /// The first word whose rank is in the table, among those that share its entry with `document`.
  std::size_t ranked_word(std::uint32_t document) const {
    return rank_power < 0 ? 0 : std::size_t{document >> rank_power << rank_power} / 64;
  }
  std::uint32_t ranked(std::size_t first_word) const {
    if (rank_power < 0) return 0;
    const std::size_t entry = 64 * first_word >> rank_power;
    return io::load_big_endian<std::uint16_t>(body.data() + 2 * entry);
  }

 private:
  std::size_t mark_listed(std::uint32_t first, std::uint32_t documents,
                          std::span<std::uint64_t> bits, std::size_t to) const {
    std::uint32_t at = position_in_list(first);
    const std::uint32_t start = at;
    for (; at < count && listed(at) - first < documents; ++at) {
      const std::size_t bit = to + (listed(at) - first);
      bits[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
    return at - start;
  }

  bool is_ascending() const {
    for (std::uint32_t i = 1; i < count; ++i) {
      if (listed(i) <= listed(i - 1)) return false;
    }
    return true;
  }

  bool has_sound_bits() const {
    const std::size_t step = rank_power < 0 ? kBitmapWords : (std::size_t{1} << rank_power) / 64;
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < kBitmapWords; ++i) {
      if (i % step == 0 && ranked(i) != before) return false;
      before += bits_of(word(i));
    }
    return before == count;
  }

  // Of the first document in the list that is not before this one.
  std::uint32_t position_in_list(std::uint32_t document) const {
    std::uint32_t from = 0;
    std::uint32_t to = count;
    while (from < to) {
      const std::uint32_t middle = (from + to) / 2;
      (listed(middle) < document ? from : to) = listed(middle) < document ? middle + 1 : middle;
    }
    return from;
  }
};

/// Goes through a block from document to document, each above the one before.
class BlockCursor {
 public:
  BlockCursor(const DocSetBlock& block, std::uint32_t first) : block_(block) {
    if (block.is_full()) return;
    if (block.is_list()) {
      before_ = block.count_before(first);
    } else {
      word_ = first / 64;
      before_ = block.count_before(static_cast<std::uint32_t>(64 * word_));
    }
  }

  /// Whether the document is in the block; count_before() then is about it.
  bool advance_to(std::uint32_t document) {
    if (block_.is_full()) {
      count_ = document;
      return true;
    }
    return block_.is_list() ? advance_list(document) : advance_bits(document);
  }
  std::uint32_t count_before() const { return count_; }

 private:
  bool advance_list(std::uint32_t document) {
    while (before_ < block_.count && block_.listed(before_) < document) ++before_;
    count_ = before_;
    return before_ < block_.count && block_.listed(before_) == document;
  }

  bool advance_bits(std::uint32_t document) {
    for (; word_ < document / 64; ++word_) before_ += DocSetBlock::bits_of(block_.word(word_));
    const std::uint64_t word = block_.word(word_);
    count_ = before_ + DocSetBlock::bits_of(word & DocSetBlock::bits_below(document));
    return (word >> document % 64 & 1) != 0;
  }

  const DocSetBlock& block_;
  std::size_t word_ = 0;
  std::uint32_t before_ = 0;  // documents before the list's position, or before the word
  std::uint32_t count_ = 0;
};

}  // namespace touchstone::numeric::internal
