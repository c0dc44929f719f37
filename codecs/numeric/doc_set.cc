#include "codecs/numeric/doc_set.h"

#include <algorithm>

#include "codecs/io/little_endian.h"
#include "codecs/numeric/doc_set_block.h"

namespace touchstone::numeric {

using io::load_little_endian;
using namespace internal;

// --- finding blocks ------------------------------------------------------------------------------

DocSet::Block DocSet::block_at(std::size_t offset, std::uint64_t rank) const {
  const std::uint8_t* header = bytes_.data() + offset;
  Block block;
  block.upper_half = load_little_endian<std::uint16_t>(header);
  block.count = std::uint32_t{load_little_endian<std::uint16_t>(header + 2)} + 1;
  block.rank = rank;
  block.rank_power = rank_power_;
  block.body = bytes_.subspan(offset + kBlockHeaderBytes);
  block.offset = offset;
  block.kernels = kernels_;
  return block;
}

DocSet::Block DocSet::block_behind(const Block& block) const {
  return block_at(block.offset + kBlockHeaderBytes + block.body_bytes(), block.rank + block.count);
}

DocSet::Block DocSet::block_of(std::uint32_t upper_half) const {
  return block_of(upper_half, block_at(0, 0));
}

// The first block that is not before the upper half: the end, if no other. Without a jump table a
// walk on from a block before it.
DocSet::Block DocSet::block_of(std::uint32_t upper_half, const Block& from) const {
  if (jumps_ != 0) {
    const std::size_t entry = std::min<std::size_t>(upper_half, jumps_ - 1);
    const std::uint8_t* jump = bytes_.data() + bytes_.size() - kJumpBytes * (jumps_ - entry);
    return block_at(load_little_endian<std::uint32_t>(jump + 4),
                    load_little_endian<std::uint32_t>(jump));
  }
  Block block = from;
  while (block.upper_half < upper_half && block.rank < size_) block = block_behind(block);
  return block;
}

// The block that holds the document of this rank, which is below size().
DocSet::Block DocSet::block_with(std::uint64_t rank) const {
  std::size_t from = 0;  // the jumps before lead to blocks that start at or before the rank
  std::size_t to = jumps_;
  while (from < to) {
    const std::size_t middle = from + (to - from) / 2;
    const std::uint8_t* jump = bytes_.data() + bytes_.size() - kJumpBytes * (jumps_ - middle);
    if (load_little_endian<std::uint32_t>(jump) <= rank) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  Block block = from == 0 ? block_at(0, 0) : block_of(static_cast<std::uint32_t>(from - 1));
  while (rank - block.rank >= block.count) block = block_behind(block);
  return block;
}

// --- opening -------------------------------------------------------------------------------------

// Walks over a set once, before anything relies on it.
class DocSet::Opener {
 public:
  explicit Opener(const DocSet& set) : set_(set), jumps_at_(set.bytes_.size()) {}

  /// Gives the number of documents.
  Expected<std::uint64_t> check() {
    if (set_.jumps_ > jumps_at_ / kJumpBytes) return std::unexpected(Error::end_of_input);
    jumps_at_ -= kJumpBytes * set_.jumps_;
    std::size_t at = 0;
    std::uint64_t rank = 0;
    while (true) {
      const auto block = whole_block(at, rank);
      if (!block) return std::unexpected(block.error());
      if (block->is_end()) return check_end(*block);
      if (!check_block(*block)) return std::unexpected(Error::malformed_doc_set);
      next_upper_half_ = block->upper_half + 1;
      rank += block->count;
      at += kBlockHeaderBytes + block->body_bytes();
    }
  }

 private:
  Expected<Block> whole_block(std::size_t at, std::uint64_t rank) const {
    const std::size_t left = jumps_at_ - at;
    if (left < kBlockHeaderBytes) return std::unexpected(Error::end_of_input);
    const Block block = set_.block_at(at, rank);
    if (left - kBlockHeaderBytes < block.body_bytes()) return std::unexpected(Error::end_of_input);
    return block;
  }

  bool check_block(const Block& block) {
    return block.upper_half >= next_upper_half_ && block.upper_half <= kLastUpperHalf &&
           block.is_sound() && check_jumps(block, block.upper_half);
  }

  // The end has the number of the last block there can be, and may follow it.
  Expected<std::uint64_t> check_end(const Block& end) {
    const std::size_t behind = end.offset + kBlockHeaderBytes + end.body_bytes();
    // Its jump is the one behind that of the last block, wherever its own number would be.
    const bool sound = behind == jumps_at_ && check_jumps(end, next_upper_half_) &&
                       (set_.jumps_ == 0 || set_.jumps_ == jumps_checked_);
    if (!sound) return std::unexpected(Error::malformed_doc_set);
    return end.rank;
  }

  // All jumps up to that of `upper_half` which no block before answers lead to this one.
  bool check_jumps(const Block& block, std::uint32_t upper_half) {
    if (set_.jumps_ == 0) return true;
    for (; jumps_checked_ <= upper_half; ++jumps_checked_) {
      if (jumps_checked_ >= set_.jumps_) return false;
      const std::uint8_t* jump = set_.bytes_.data() + jumps_at_ + kJumpBytes * jumps_checked_;
      if (load_little_endian<std::uint32_t>(jump) != block.rank) return false;
      if (load_little_endian<std::uint32_t>(jump + 4) != block.offset) return false;
    }
    return true;
  }

  const DocSet& set_;
  std::size_t jumps_at_;
  std::size_t jumps_checked_ = 0;
  std::uint32_t next_upper_half_ = 0;
};

Expected<DocSet> DocSet::open(std::span<const std::uint8_t> bytes, std::uint16_t jump_table_entries,
                              int dense_rank_power, const Kernels& kernels) {
  const bool has_ranks = dense_rank_power >= 7 && dense_rank_power <= 15;
  if (!has_ranks && dense_rank_power != -1) return std::unexpected(Error::malformed_metadata);
  DocSet set(bytes, jump_table_entries, dense_rank_power, kernels);
  const auto size = Opener(set).check();
  if (!size) return std::unexpected(size.error());
  set.size_ = *size;
  return set;
}

// --- asking --------------------------------------------------------------------------------------

std::optional<std::uint64_t> DocSet::rank_of(std::int32_t document) const {
  if (document < 0) return std::nullopt;
  const Block block = block_of(upper_half_of(document));
  if (block.rank == size_ || block.upper_half != upper_half_of(document)) return std::nullopt;
  const auto lower = lower_half_of(document);
  if (!block.contains(lower)) return std::nullopt;
  return block.rank + block.count_before(lower);
}

DocSet::Ranks DocSet::ranks_of(std::int32_t first, std::size_t count,
                               std::span<std::uint64_t> present) const {
  std::ranges::fill(present, 0);
  Ranks ranks;
  Block block = block_at(0, 0);
  std::size_t done = 0;
  while (done < count) {
    const std::uint32_t document =
        static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(done);
    const std::uint32_t lower = document & 0xFFFF;
    const auto some = std::min<std::size_t>(count - done, kBlockDocuments - lower);
    block = block_of(document >> 16, block);
    if (block.rank == size_) break;
    const bool has_any = block.upper_half == document >> 16;
    if (done == 0) ranks.first = block.rank + (has_any ? block.count_before(lower) : 0);
    if (has_any) block.mark(lower, static_cast<std::uint32_t>(some), present, done);
    done += some;
  }
  // Whole words: what lies behind the last document is 0.
  ranks.count = kernels_->count_bits(reinterpret_cast<const std::uint8_t*>(present.data()),
                                     64 * present.size());
  return ranks;
}

std::size_t DocSet::ranks_of(std::span<const std::int32_t> documents, std::span<std::int32_t> ranks,
                             std::span<std::uint64_t> present) const {
  std::ranges::fill(present, 0);
  Block block = block_at(0, 0);
  std::size_t found = 0;
  std::size_t done = 0;
  while (done < documents.size()) {
    const auto rest = documents.subspan(done);
    const std::uint32_t upper = upper_half_of(rest.front());
    block = block_of(upper, block);
    if (block.rank == size_) break;
    const auto behind = std::ranges::upper_bound(rest, upper, {}, upper_half_of);
    const auto some = static_cast<std::size_t>(behind - rest.begin());
    if (block.upper_half == upper) {
      found += block.rank_all(rest.first(some), ranks.data() + found, present, done);
    }
    done += some;
  }
  return found;
}

Expected<void> DocSet::documents(std::uint64_t first_rank, std::span<std::int32_t> out) const {
  if (first_rank > size_ || out.size() > size_ - first_rank) {
    return std::unexpected(Error::position_out_of_range);
  }
  if (out.empty()) return {};
  Block block = block_with(first_rank);
  std::size_t done = 0;
  while (done < out.size()) {
    const auto skip = static_cast<std::uint32_t>(first_rank + done - block.rank);
    done += block.write_documents(skip, out.subspan(done));
    if (done < out.size()) block = block_behind(block);
  }
  return {};
}

}  // namespace touchstone::numeric
