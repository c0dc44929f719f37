// One block of a document set: up to 65536 documents that share the upper half of their number.
// Internal to doc_set.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/io/big_endian.h"
#include "codecs/io/little_endian.h"
#include "codecs/numeric/kernels.h"

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
  const Kernels* kernels = nullptr;

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
  const std::uint8_t* word_at(std::size_t i) const {
    return body.data() + rank_table_bytes() + 8 * i;
  }
  std::uint64_t word(std::size_t i) const {
    return io::load_little_endian<std::uint64_t>(word_at(i));
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
    const std::uint32_t from = ranked_document(document);
    return ranked(from) + kernels->count_bits(word_at(from / 64), document - from);
  }

  bool contains(std::uint32_t document) const {
    if (is_full()) return true;
    if (!is_list()) return (word(document / 64) >> document % 64 & 1) != 0;
    const std::uint32_t at = position_in_list(document);
    return at < count && listed(at) == document;
  }

  /// Sets bit `to` + i of `bits` for each i below `documents` where first + i is in the block.
  /// Those bits are 0 before.
  void mark(std::uint32_t first, std::uint32_t documents, std::span<std::uint64_t> bits,
            std::size_t to) const {
    if (is_list()) return mark_listed(first, documents, bits, to);
    for (std::uint32_t i = 0; i < documents;) {
      const std::uint32_t document = first + i;
      const std::uint32_t some = std::min(
          {documents - i, 64 - document % 64, 64 - static_cast<std::uint32_t>((to + i) % 64)});
      std::uint64_t found = is_full() ? ~std::uint64_t{0} : word(document / 64) >> document % 64;
      found &= ~std::uint64_t{0} >> (64 - some);
      bits[(to + i) / 64] |= found << (to + i) % 64;
      i += some;
    }
  }

  /// Of ascending documents, all with this block's upper half: sets bit `to` + i of `bits` for the
  /// i-th if it is in the block, and writes its rank behind those of the ones before; gives how
  /// many are. Those bits are 0 before, `ranks` is as long as `documents`.
  std::size_t rank_all(std::span<const std::int32_t> documents, std::int32_t* ranks,
                       std::span<std::uint64_t> bits, std::size_t to) const {
    if (is_list()) return rank_listed(documents, ranks, bits, to);
    if (is_full()) return rank_full(documents, ranks, bits, to);
    const std::uint32_t word = lower_half_of(documents.front()) / 64;
    const std::uint64_t before = rank + count_before(64 * word);
    return kernels->rank_bits(word_at(word), static_cast<std::int32_t>(before), documents, ranks,
                              bits.data(), to);
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
    for (; rank_power >= 0 && next_ranked(at) < kBitmapWords; at = next_ranked(at)) {
      if (ranked(static_cast<std::uint32_t>(64 * next_ranked(at))) > skip) break;
    }
    skip -= ranked(static_cast<std::uint32_t>(64 * at));
    for (std::uint32_t here; skip >= (here = kernels->count_bits(word_at(at), 64)); ++at) {
      skip -= here;
    }
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

  /// The last document, at or before this one, whose rank is in the table; the first of all
  /// without one.
  std::uint32_t ranked_document(std::uint32_t document) const {
    return rank_power < 0 ? 0 : document >> rank_power << rank_power;
  }
  /// Its rank in the block.
  std::uint32_t ranked(std::uint32_t document) const {
    if (rank_power < 0) return 0;
    return io::load_big_endian<std::uint16_t>(body.data() + 2 * (document >> rank_power));
  }

 private:
  // The word behind `word` whose first document's rank is in the table.
  std::size_t next_ranked(std::size_t word) const {
    return word + (std::size_t{1} << rank_power) / 64;
  }

  void mark_listed(std::uint32_t first, std::uint32_t documents, std::span<std::uint64_t> bits,
                   std::size_t to) const {
    for (std::uint32_t at = position_in_list(first); at < count; ++at) {
      const std::size_t i = listed(at) - first;
      if (i >= documents) return;
      bits[(to + i) / 64] |= std::uint64_t{1} << (to + i) % 64;
    }
  }

  std::size_t rank_full(std::span<const std::int32_t> documents, std::int32_t* ranks,
                        std::span<std::uint64_t> bits, std::size_t to) const {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      ranks[i] = static_cast<std::int32_t>(rank + lower_half_of(documents[i]));
      bits[(to + i) / 64] |= std::uint64_t{1} << (to + i) % 64;
    }
    return documents.size();
  }

  // Two ascending lists side by side.
  std::size_t rank_listed(std::span<const std::int32_t> documents, std::int32_t* ranks,
                          std::span<std::uint64_t> bits, std::size_t to) const {
    constexpr std::uint32_t kFar = 16;
    std::size_t found = 0;
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < documents.size() && at < count; ++i) {
      const std::uint32_t lower = lower_half_of(documents[i]);
      const bool is_far = at + kFar < count && listed(at + kFar) < lower;
      if (is_far) at = position_in_list(lower, at + kFar);
      while (at < count && listed(at) < lower) ++at;
      if (at == count || listed(at) != lower) continue;
      ranks[found++] = static_cast<std::int32_t>(rank + at);
      bits[(to + i) / 64] |= std::uint64_t{1} << (to + i) % 64;
    }
    return found;
  }

  bool is_ascending() const {
    for (std::uint32_t i = 1; i < count; ++i) {
      if (listed(i) <= listed(i - 1)) return false;
    }
    return true;
  }

  bool has_sound_bits() const {
    const std::uint32_t step = rank_power < 0 ? kBlockDocuments : std::uint32_t{1} << rank_power;
    std::uint32_t before = 0;
    for (std::uint32_t document = 0; document < kBlockDocuments; document += step) {
      if (ranked(document) != before) return false;
      before += kernels->count_bits(word_at(document / 64), step);
    }
    return before == count;
  }

  // Of the first document in the list that is not before this one, at `from` or behind.
  std::uint32_t position_in_list(std::uint32_t document, std::uint32_t from = 0) const {
    std::uint32_t to = count;
    while (from < to) {
      const std::uint32_t middle = (from + to) / 2;
      (listed(middle) < document ? from : to) = listed(middle) < document ? middle + 1 : middle;
    }
    return from;
  }
};

}  // namespace touchstone::numeric::internal
