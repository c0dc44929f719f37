// What a doc values Case does to the bytes of its field: single bytes, and damage that the metadata
// agree with, which random bytes would hardly ever be.
#include <algorithm>
#include <iterator>

#include "contracts/doc_values_case.h"

namespace touchstone::contracts {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Files = reference::doc_values::Written;
using enum Change::Kind;

constexpr std::size_t kSetLengthAt = 8;  // in the metadata
constexpr std::size_t kJumpsAt = 16;
constexpr std::size_t kRankPowerAt = 18;
constexpr std::size_t kTableSizeAt = 27;
constexpr std::size_t kTableAt = 31;
constexpr std::size_t kMostBytes = 64;
constexpr std::size_t kJumpBytes = 8;
constexpr std::size_t kHeadBytes = 13;

// A number in the metadata or data, of which an earlier change may have left nothing.
std::uint64_t number_at(const Bytes& bytes, std::uint64_t at) {
  std::uint64_t number = 0;
  if (at > bytes.size() || bytes.size() - at < 8) return number;
  for (std::size_t i = 0; i < 8; ++i) number |= std::uint64_t{bytes[at + i]} << 8 * i;
  return number;
}

void add_at(Bytes& bytes, std::uint64_t at, std::uint64_t difference, std::size_t size = 8) {
  const std::uint64_t number = number_at(bytes, at) + difference;
  if (at > bytes.size() || bytes.size() - at < 8) return;
  for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<std::uint8_t>(number >> 8 * i);
}

void put_at(Bytes& bytes, std::size_t at, std::uint8_t byte) {
  if (at < bytes.size()) bytes[at] = byte;
}

// Puts bytes in, or takes some out for a negative number of them, in front of `at`.
void resize_before(Bytes& bytes, std::size_t at, std::ptrdiff_t more, std::uint8_t byte) {
  const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  if (more < 0) {
    bytes.erase(place + more, place);
  } else {
    bytes.insert(place, static_cast<std::size_t>(more), byte);
  }
}

struct Changer {
  const DocValuesCase& c;
  const Change& change;
  Files& files;

  Bytes& file() {
    return change.file == 0 ? files.metadata : change.file == 1 ? files.data : files.doc_sets;
  }
  std::size_t offset_at() const { return metadata_before_offset(c); }
  std::size_t length_at() const { return change.file == 2 ? kSetLengthAt : offset_at() + 8; }
  std::size_t jump_table_at() const { return offset_at() + 16; }

  // Of what the field's part of the file starts with: in front are bytes that nobody looks at.
  std::size_t before() const {
    return change.file == 0 ? 0 : change.file == 1 ? c.data_before : c.sets_before;
  }

  void put_or_cut() {
    Bytes& bytes = file();
    if (bytes.size() <= before()) return;
    const std::size_t at = change.at % (bytes.size() - before());
    const std::size_t place = change.from_end ? bytes.size() - 1 - at : before() + at;
    if (change.kind == put) bytes[place] = change.byte;
    if (change.kind == cut) bytes.resize(place);
  }

  // The end of the file, and its length in the metadata.
  void resize_end(std::ptrdiff_t more) {
    more = std::max(more, -static_cast<std::ptrdiff_t>(file().size()));
    resize_before(file(), file().size(), more, change.byte);
    if (change.file != 0) add_at(files.metadata, length_at(), static_cast<std::uint64_t>(more));
  }

  // The end of the last block; the jump table moves.
  void resize_blocks(std::ptrdiff_t more) {
    const std::uint64_t jump_table = number_at(files.metadata, jump_table_at());
    const std::uint64_t offset = number_at(files.metadata, offset_at());
    if (offset > jump_table || jump_table > files.data.size()) return;
    more = std::max(more, -static_cast<std::ptrdiff_t>(jump_table - offset));
    resize_before(files.data, jump_table, more, change.byte);
    const auto difference = static_cast<std::uint64_t>(more);
    add_at(files.metadata, jump_table_at(), difference);
    add_at(files.metadata, length_at(), difference);
    if (files.data.size() >= 8) add_at(files.data, files.data.size() - 8, difference);
  }

  void put_in_head() {
    const std::uint64_t jump_table = number_at(files.metadata, jump_table_at());
    const std::uint64_t blocks =
        (c.count + (std::uint64_t{1} << c.block_shift) - 1) >> c.block_shift;
    if (blocks == 0) return;
    const std::uint64_t block = number_at(files.data, jump_table + 8 * (change.at / 16 % blocks));
    // Often the width.
    const std::size_t byte = change.at % 16 < kHeadBytes ? change.at % 16 : 0;
    if (block < files.data.size() && byte < files.data.size() - block) {
      files.data[block + byte] = change.byte;
    }
  }

  // A jump that is a copy of the last, or the last one taken away.
  void change_jumps() {
    const bool has_some = number_at(files.metadata, kJumpsAt) % 65536 != 0;
    if (!has_some && change.kind == jump_less) return;
    Bytes& set = files.doc_sets;
    if (set.size() < kJumpBytes) return;
    const Bytes last(set.end() - kJumpBytes, set.end());
    if (change.kind == jump_more) set.insert(set.end(), last.begin(), last.end());
    if (change.kind == jump_less) set.resize(set.size() - kJumpBytes);
    const std::uint64_t one = change.kind == jump_more ? 1 : ~std::uint64_t{0};
    add_at(files.metadata, kJumpsAt, one, 2);
    add_at(files.metadata, kSetLengthAt, kJumpBytes * one);
  }

  void make() {
    const auto some = static_cast<std::ptrdiff_t>(1 + change.at % kMostBytes);
    switch (change.kind) {
      case none:
        return;
      case put:
      case cut:
        return put_or_cut();
      case append:
        return static_cast<void>(file().insert(file().end(), 1 + change.at % 16, change.byte));
      case shorten:
        return resize_end(-some);
      case lengthen:
        return resize_end(some);
      case block_end_lost:
        return resize_blocks(-some);
      case block_end_grown:
        return resize_blocks(some);
      case block_head:
        return put_in_head();
      case jump_more:
      case jump_less:
        return change_jumps();
      case rank_power:
        return put_at(files.metadata, kRankPowerAt, change.byte);
      case set_head:
        return put_at(files.doc_sets, c.sets_before + change.at % 16, change.byte);
      case table_size:
        put_at(files.metadata, kTableSizeAt, change.byte % 4);
        return put_at(files.metadata, kTableSizeAt + 1, 1);
    }
  }
};

}  // namespace

std::optional<std::uint8_t> only_file_of(Change::Kind kind) {
  switch (kind) {
    case block_end_lost:
    case block_end_grown:
    case block_head:
      return std::uint8_t{1};
    case jump_more:
    case jump_less:
    case set_head:
      return std::uint8_t{2};
    case rank_power:
    case table_size:
      return std::uint8_t{0};
    default:
      return std::nullopt;
  }
}

bool applies(const Change& change, const DocValuesCase& c) {
  const bool is_sparse = c.documents == reference::doc_values::Documents::Kind::some;
  switch (change.kind) {
    case shorten:
    case lengthen:
      return change.file == 0 || (change.file == 1 ? c.packed != Packed::constant : is_sparse);
    case block_end_lost:
    case block_end_grown:
    case block_head:
      return c.packed == Packed::blocks;
    case jump_more:
    case jump_less:
    case rank_power:
    case set_head:
      return is_sparse;
    case table_size:
      return c.packed == Packed::table;
    default:
      return true;
  }
}

std::size_t metadata_before_offset(const DocValuesCase& c) {
  const std::size_t entries = c.packed == Packed::table ? c.table_size : 0;
  return kTableAt + 8 * entries + 1 + 16;  // bits a value; minimum and factor
}

void make_changes(const DocValuesCase& c, Files& files) {
  for (const Change& change : c.changes) Changer{c, change, files}.make();
}

}  // namespace touchstone::contracts
