#include "reference/doc_set.h"

#include <algorithm>
#include <iterator>

namespace touchstone::reference {
namespace {

constexpr std::uint32_t kInBlock = 65536;
constexpr std::uint32_t kLastBlock = 32767;

std::uint32_t little(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value += std::uint32_t{bytes[at + i]} << (8 * i);
  }
  return value;
}

void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

std::size_t ranks_in_table(int power) { return power < 0 ? 0 : std::size_t{kInBlock} >> power; }

bool has_bit(std::span<const std::uint8_t> bitmap, std::uint32_t document) {
  return (bitmap[document / 8] >> (document % 8)) % 2 == 1;
}

}  // namespace

// --- reading -------------------------------------------------------------------------------------

class DocSet::Reader {
 public:
  Reader(std::span<const std::uint8_t> bytes, std::size_t jumps, int power)
      : bytes_(bytes), jumps_(jumps), power_(power) {}

  Expected<DocSet> read() {
    if (bytes_.size() / 8 < jumps_) return std::unexpected(Error::end_of_input);
    end_ = bytes_.size() - 8 * jumps_;
    while (true) {
      const auto block = read_block();
      if (!block) return std::unexpected(block.error());
      if (block->number == kLastBlock && block->documents == std::vector<std::uint32_t>{65535}) {
        if (at_ != end_ || !has_jumps_of(*block)) return std::unexpected(Error::malformed_doc_set);
        return std::move(set_);
      }
      const bool ascends = set_.blocks_.empty() || set_.blocks_.back().number < block->number;
      if (!sound_ || !ascends || block->number > kLastBlock || !leads_here(*block)) {
        return std::unexpected(Error::malformed_doc_set);
      }
      set_.size_ += block->count;
      set_.blocks_.push_back(*block);
    }
  }

 private:
  // Leaves in `sound_` whether what it read agrees with itself.
  Expected<Block> read_block() {
    sound_ = true;
    Block block{0, set_.size_, 0, {}, at_};
    if (end_ - at_ < 4) return std::unexpected(Error::end_of_input);
    block.number = little(bytes_, at_, 2);
    block.count = little(bytes_, at_ + 2, 2) + 1;
    at_ += 4;
    if (block.count == kInBlock) return block;
    if (block.count <= 4095) return read_list(block);
    return read_bitmap(block);
  }

  Expected<Block> read_list(Block& block) {
    if (end_ - at_ < 2 * block.count) return std::unexpected(Error::end_of_input);
    for (std::uint32_t i = 0; i < block.count; ++i, at_ += 2) {
      const std::uint32_t document = little(bytes_, at_, 2);
      if (i > 0 && document <= block.documents.back()) sound_ = false;
      block.documents.push_back(document);
    }
    return block;
  }

  Expected<Block> read_bitmap(Block& block) {
    const std::size_t ranks = ranks_in_table(power_);
    if (end_ - at_ < 2 * ranks + kInBlock / 8) return std::unexpected(Error::end_of_input);
    const auto table = bytes_.subspan(at_, 2 * ranks);
    const auto bitmap = bytes_.subspan(at_ + 2 * ranks, kInBlock / 8);
    at_ += 2 * ranks + kInBlock / 8;
    for (std::uint32_t document = 0; document < kInBlock; ++document) {
      if (ranks != 0 && document % (kInBlock / ranks) == 0) {
        const std::size_t entry = 2 * (document / (kInBlock / ranks));
        const std::size_t before = std::size_t{table[entry]} * 256 + table[entry + 1];
        if (before != block.documents.size()) sound_ = false;
      }
      if (has_bit(bitmap, document)) block.documents.push_back(document);
    }
    if (block.documents.size() != block.count) sound_ = false;
    return block;
  }

  // The jumps of all numbers behind the last block's, up to this one's.
  bool leads_here(const Block& block) {
    if (jumps_ == 0) return true;
    for (; next_jump_ <= block.number; ++next_jump_) {
      if (!jump_is(next_jump_, block)) return false;
    }
    return true;
  }

  bool has_jumps_of(const Block& end) const {
    return jumps_ == 0 || (jumps_ == next_jump_ + 1 && jump_is(next_jump_, end));
  }

  bool jump_is(std::size_t jump, const Block& block) const {
    if (jump >= jumps_) return false;
    const std::size_t at = end_ + 8 * jump;
    return little(bytes_, at, 4) == block.rank && little(bytes_, at + 4, 4) == block.offset;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t jumps_;
  int power_;
  std::size_t end_ = 0;  // of the blocks
  std::size_t at_ = 0;
  std::size_t next_jump_ = 0;
  bool sound_ = true;
  DocSet set_;
};

Expected<DocSet> DocSet::read(std::span<const std::uint8_t> bytes, int jumps, int rank_power) {
  const bool power_is_known = rank_power == -1 || (rank_power >= 7 && rank_power <= 15);
  if (jumps < 0 || !power_is_known) return std::unexpected(Error::malformed_metadata);
  return Reader(bytes, static_cast<std::size_t>(jumps), rank_power).read();
}

std::optional<std::uint64_t> DocSet::rank_of(std::int64_t document) const {
  for (const Block& block : blocks_) {
    if (document < 0 || block.number != document / kInBlock) continue;
    const auto inside = static_cast<std::uint32_t>(document % kInBlock);
    if (block.count == kInBlock) return block.rank + inside;
    const auto found = std::ranges::find(block.documents, inside);
    if (found == block.documents.end()) return std::nullopt;
    return block.rank + static_cast<std::uint64_t>(found - block.documents.begin());
  }
  return std::nullopt;
}

std::int32_t DocSet::document(std::uint64_t rank) const {
  const auto block = std::ranges::find_if(
      blocks_, [rank](const Block& b) { return rank >= b.rank && rank - b.rank < b.count; });
  const std::uint64_t inside = rank - block->rank;
  const std::uint64_t document =
      block->count == kInBlock ? inside : block->documents[static_cast<std::size_t>(inside)];
  return static_cast<std::int32_t>(block->number * kInBlock + document);
}

// --- writing -------------------------------------------------------------------------------------

namespace {

void write_bitmap(std::span<const std::int32_t> documents, int power,
                  std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint8_t> bitmap(kInBlock / 8);
  for (const std::int32_t document : documents) {
    const auto inside = static_cast<std::uint32_t>(document) % kInBlock;
    bitmap[inside / 8] = static_cast<std::uint8_t>(bitmap[inside / 8] | 1U << inside % 8);
  }
  const std::size_t ranks = ranks_in_table(power);
  for (std::size_t i = 0; i < ranks; ++i) {
    const auto before = std::ranges::count_if(documents, [&](std::int32_t document) {
      return static_cast<std::uint32_t>(document) % kInBlock < i * (kInBlock / ranks);
    });
    bytes.push_back(static_cast<std::uint8_t>(before / 256));
    bytes.push_back(static_cast<std::uint8_t>(before % 256));
  }
  bytes.insert(bytes.end(), bitmap.begin(), bitmap.end());
}

void write_block(std::uint32_t number, std::span<const std::int32_t> documents, int power,
                 std::vector<std::uint8_t>& bytes) {
  append(bytes, number, 2);
  append(bytes, documents.size() - 1, 2);
  if (documents.size() == kInBlock) return;
  if (documents.size() > 4095) return write_bitmap(documents, power, bytes);
  for (const std::int32_t document : documents) {
    append(bytes, static_cast<std::uint32_t>(document) % kInBlock, 2);
  }
}

}  // namespace

WrittenDocSet write_doc_set(std::span<const std::int32_t> documents, int rank_power,
                            bool with_jumps) {
  WrittenDocSet set;
  std::vector<std::uint8_t> jumps;
  std::uint32_t next_number = 0;
  std::size_t rank = 0;
  const auto jump_from_all_up_to = [&](std::uint32_t number) {
    for (; next_number <= number; ++next_number) {
      append(jumps, rank, 4);
      append(jumps, set.bytes.size(), 4);
    }
  };
  while (rank < documents.size()) {
    const auto number = static_cast<std::uint32_t>(documents[rank]) / kInBlock;
    const auto rest = documents.subspan(rank);
    const auto end = std::ranges::find_if(rest, [number](std::int32_t document) {
      return static_cast<std::uint32_t>(document) / kInBlock != number;
    });
    const auto here = rest.first(static_cast<std::size_t>(end - rest.begin()));
    jump_from_all_up_to(number);
    write_block(number, here, rank_power, set.bytes);
    rank += here.size();
  }
  const bool first_block_alone = next_number <= 1;
  jump_from_all_up_to(next_number);
  append(set.bytes, kLastBlock, 2);
  append(set.bytes, 0, 2);
  append(set.bytes, 65535, 2);
  if (with_jumps && !first_block_alone) {
    set.jumps = static_cast<int>(next_number);
    set.bytes.insert(set.bytes.end(), jumps.begin(), jumps.end());
  }
  return set;
}

}  // namespace touchstone::reference
