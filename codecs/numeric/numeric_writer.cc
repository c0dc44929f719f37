#include "codecs/numeric/numeric_writer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "codecs/io/little_endian.h"
#include "codecs/numeric/doc_set_block.h"
#include "codecs/numeric/packed.h"

namespace touchstone::numeric {
namespace {

using Values = std::span<const std::int64_t>;

constexpr std::int32_t kBlockShift = 14;
constexpr std::size_t kBlockValues = std::size_t{1} << kBlockShift;
constexpr std::int8_t kRankPower = 9;

std::uint64_t distance(std::int64_t from, std::int64_t to) {
  return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

// --- what there is to know of the values ---------------------------------------------------------

struct Extent {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();

  explicit Extent(Values values) {
    for (const std::int64_t value : values) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  }
  bool is_constant() const { return least >= most; }
  std::uint64_t width_of(std::uint64_t factor) const {
    return is_constant() ? 0 : bits_required(distance(least, most) / factor);
  }
};

// 0 where there is no difference.
std::uint64_t common_factor(Values values) {
  constexpr std::int64_t kBound = std::int64_t{1} << 62;
  std::uint64_t factor = 0;
  for (const std::int64_t value : values) {
    if (value < -kBound || value >= kBound) return 1;
    const std::int64_t difference = value - values.front();
    factor =
        std::gcd(factor, static_cast<std::uint64_t>(difference < 0 ? -difference : difference));
  }
  return factor;
}

// The distinct values, ascending, as long as they are few.
class Distinct {
 public:
  explicit Distinct(Values values) {
    for (const std::int64_t value : values) {
      if (!add(value)) return;
    }
  }
  bool are_few() const { return are_few_; }
  Values values() const { return std::span(found_).first(size_); }

 private:
  bool add(std::int64_t value) {
    const auto end = found_.begin() + static_cast<std::ptrdiff_t>(size_);
    const auto at = std::lower_bound(found_.begin(), end, value);
    if (at != end && *at == value) return true;
    are_few_ = size_ < found_.size();
    if (!are_few_) return false;
    std::move_backward(at, end, end + 1);
    *at = value;
    ++size_;
    return true;
  }

  std::array<std::int64_t, kMaxTableSize> found_{};
  std::size_t size_ = 0;
  bool are_few_ = true;
};

bool blocks_pay(Values values, std::uint64_t width) {
  double in_blocks = 0;
  for (std::size_t at = 0; at < values.size(); at += kBlockValues) {
    const Values block = values.subspan(at, std::min(kBlockValues, values.size() - at));
    in_blocks += static_cast<double>(Extent(block).width_of(1) * block.size());
  }
  return in_blocks / static_cast<double>(width * values.size()) <= 0.9;
}

// --- plans ---------------------------------------------------------------------------------------

void plan_table(NumericEntry& entry, const Distinct& distinct) {
  const Values values = distinct.values();
  std::ranges::copy(values, entry.table.begin());
  entry.table_size = static_cast<std::uint32_t>(values.size());
  entry.bits_per_value = static_cast<std::uint8_t>(bits_required(values.size() - 1));
  entry.minimum = 0;
  entry.factor = 1;
  entry.length = packed_size(entry.values, entry.bits_per_value);
}

constexpr std::uint64_t block_head(std::uint64_t width) { return width == 0 ? 9 : 13; }

void plan_blocks(NumericEntry& entry, Values values) {
  entry.block_shift = kBlockShift;
  std::uint64_t blocks = 0;
  for (std::size_t at = 0; at < values.size(); at += kBlockValues, ++blocks) {
    const Values block = values.subspan(at, std::min(kBlockValues, values.size() - at));
    const auto width =
        static_cast<unsigned>(Extent(block).width_of(static_cast<std::uint64_t>(entry.factor)));
    entry.length += block_head(width) + (width == 0 ? 0 : packed_size(block.size(), width));
  }
  entry.jump_table_offset = static_cast<std::int64_t>(entry.offset + entry.length);
  entry.length += 8 * (blocks + 1);
}

void plan_one_block(NumericEntry& entry, const Extent& extent) {
  const std::uint64_t width = extent.width_of(static_cast<std::uint64_t>(entry.factor));
  entry.bits_per_value = static_cast<std::uint8_t>(width);
  entry.length = packed_size(entry.values, entry.bits_per_value);
  // Where it costs no bit, values are kept as they are.
  const bool is_free = entry.factor == 1 && extent.least > 0 &&
                       bits_required(static_cast<std::uint64_t>(extent.most)) == width;
  if (is_free) entry.minimum = 0;
}

// --- bytes ---------------------------------------------------------------------------------------

using Room = std::span<std::uint8_t>;

// Packs what `index` makes of each value, and the padding, and takes them off the front of `room`.
// Whether it all came true: a plan can be of other values.
template <typename Index>
bool pack(Values values, unsigned width, Room& room, Index index) {
  std::array<std::uint64_t, 1024> packed;  // whole bytes at every width
  while (true) {
    const std::size_t some = std::min(values.size(), packed.size());
    bool is_planned = true;
    for (std::size_t i = 0; i < some; ++i) is_planned &= index(values[i], packed[i]);
    const auto size = encode(std::span(packed).first(some), width, room);
    if (!is_planned || !size) return false;
    values = values.subspan(some);
    // Padding stands behind the last value alone.
    room = room.subspan(values.empty() ? *size : data_size(some, width));
    if (values.empty()) return true;
  }
}

bool pack_differences(Values values, unsigned width, std::int64_t minimum, std::int64_t factor,
                      Room& room) {
  const auto divisor = static_cast<std::uint64_t>(factor);
  if (divisor == 0) return false;
  return pack(values, width, room, [=](std::int64_t value, std::uint64_t& packed) {
    const std::uint64_t difference = distance(minimum, value);
    packed = difference / divisor;
    return packed * divisor == difference;
  });
}

bool pack_indexes(Values values, unsigned width, Values table, Room& room) {
  return pack(values, width, room, [table](std::int64_t value, std::uint64_t& packed) {
    const auto at = std::ranges::lower_bound(table, value);
    packed = static_cast<std::uint64_t>(at - table.begin());
    return at != table.end() && *at == value;
  });
}

bool write_blocks(const NumericEntry& entry, Values values, Room out) {
  const auto jumps_at = static_cast<std::uint64_t>(entry.jump_table_offset) - entry.offset;
  const std::uint64_t blocks = values.size() / kBlockValues + (values.size() % kBlockValues != 0);
  const bool is_plan = entry.block_shift == kBlockShift && entry.factor != 0;
  if (!is_plan || jumps_at > out.size()) return false;
  if (out.size() - jumps_at != 8 * (blocks + 1)) return false;
  Room room = out.first(jumps_at);
  std::uint8_t* jump = out.data() + jumps_at;
  const auto add_jump = [&] {
    io::store_little_endian(jump,
                            entry.offset + static_cast<std::uint64_t>(room.data() - out.data()));
    jump += 8;
  };
  for (; !values.empty(); values = values.subspan(std::min(kBlockValues, values.size()))) {
    const Values block = values.first(std::min(kBlockValues, values.size()));
    const Extent extent(block);
    const auto width =
        static_cast<unsigned>(extent.width_of(static_cast<std::uint64_t>(entry.factor)));
    if (room.size() < block_head(width)) return false;
    add_jump();
    room[0] = static_cast<std::uint8_t>(width);
    io::store_little_endian(&room[1], static_cast<std::uint64_t>(extent.least));
    if (width != 0) {
      io::store_little_endian(&room[9],
                              static_cast<std::uint32_t>(packed_size(block.size(), width)));
    }
    room = room.subspan(block_head(width));
    if (width == 0) continue;
    if (!pack_differences(block, width, extent.least, entry.factor, room)) return false;
  }
  add_jump();
  return room.empty();
}

// Writes values to exactly the bytes of the plan; false if they are not those of the plan.
bool write_planned(const NumericEntry& entry, Values values, Room out) {
  if (entry.in_blocks()) return write_blocks(entry, values, out);
  if (entry.bits_per_value == 0) {
    return out.empty() &&
           std::ranges::all_of(values, [&](std::int64_t value) { return value == entry.minimum; });
  }
  const auto table =
      std::span(entry.table).first(std::min<std::size_t>(entry.table_size, kMaxTableSize));
  const bool is_written = table.empty() ? pack_differences(values, entry.bits_per_value,
                                                           entry.minimum, entry.factor, out)
                                        : pack_indexes(values, entry.bits_per_value, table, out);
  return is_written && out.empty();
}

}  // namespace

NumericEntry plan_values(Values values, std::uint64_t offset) {
  const Extent extent(values);
  NumericEntry entry;
  entry.values = values.size();
  entry.offset = offset;
  entry.minimum = extent.least;
  entry.factor = static_cast<std::int64_t>(common_factor(values));
  if (extent.is_constant()) return entry;
  const Distinct distinct(values);
  const auto factor = static_cast<std::uint64_t>(entry.factor);
  if (distinct.are_few() && bits_required(distinct.values().size() - 1) < extent.width_of(factor)) {
    plan_table(entry, distinct);
  } else if (blocks_pay(values, extent.width_of(1))) {
    plan_blocks(entry, values);
  } else {
    plan_one_block(entry, extent);
  }
  return entry;
}

Expected<std::size_t> write_values(const NumericEntry& entry, Values values,
                                   std::span<std::uint8_t> out) {
  if (values.size() != entry.values) return std::unexpected(Error::invalid_argument);
  if (out.size() < entry.length) return std::unexpected(Error::output_too_small);
  if (!write_planned(entry, values, out.first(entry.length))) {
    return std::unexpected(Error::invalid_argument);
  }
  return entry.length;
}

// --- documents -----------------------------------------------------------------------------------

namespace {

using Documents = std::span<const std::int32_t>;
using namespace internal;

// The documents at the front that share the upper half of their number.
Documents block_of(Documents documents) {
  const std::uint32_t upper = upper_half_of(documents.front());
  const auto end = std::ranges::partition_point(
      documents, [upper](std::int32_t document) { return upper_half_of(document) == upper; });
  return documents.first(static_cast<std::size_t>(end - documents.begin()));
}

std::size_t body_bytes(std::size_t documents) {
  DocSetBlock block;
  block.count = static_cast<std::uint32_t>(documents);
  block.rank_power = kRankPower;
  return block.body_bytes();
}

void write_bitmap(Documents documents, std::uint8_t* to) {
  DocSetBlock block;
  block.count = static_cast<std::uint32_t>(documents.size());
  block.rank_power = kRankPower;
  std::uint8_t* const words = to + block.rank_table_bytes();
  std::fill_n(words, 8 * kBitmapWords, std::uint8_t{0});
  for (const std::int32_t document : documents) {
    const std::uint32_t lower = lower_half_of(document);
    words[lower / 8] = static_cast<std::uint8_t>(words[lower / 8] | 1U << lower % 8);
  }
  constexpr std::size_t kStep = std::size_t{1} << kRankPower;
  std::uint32_t before = 0;
  for (std::size_t document = 0; document < kBlockDocuments; document += kStep) {
    io::store_big_endian(to, static_cast<std::uint16_t>(before));
    before += best().count_bits(words + document / 8, kStep);
    to += 2;
  }
}

// Whether no document was planned for none, or all for the first so many of a segment.
bool is_all_or_none(const DocSetEntry& entry, Documents documents) {
  if (documents.empty()) return entry.offset == DocSetEntry::kNone;
  return entry.offset == DocSetEntry::kAll &&
         static_cast<std::size_t>(documents.back()) == documents.size() - 1;
}

std::uint8_t* write_block(Documents documents, std::uint8_t* to) {
  io::store_little_endian(to, static_cast<std::uint16_t>(upper_half_of(documents.front())));
  io::store_little_endian(to + 2, static_cast<std::uint16_t>(documents.size() - 1));
  to += kBlockHeaderBytes;
  if (documents.size() <= kMostListed) {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      io::store_little_endian(to + 2 * i, static_cast<std::uint16_t>(lower_half_of(documents[i])));
    }
  } else if (documents.size() < kBlockDocuments) {
    write_bitmap(documents, to);
  }
  return to + body_bytes(documents.size());
}

}  // namespace

DocSetEntry plan_documents(Documents documents, std::uint64_t of, std::uint64_t offset) {
  DocSetEntry entry;
  if (documents.empty()) {
    entry.offset = DocSetEntry::kNone;
    return entry;
  }
  if (documents.size() == of) return entry;
  entry.offset = static_cast<std::int64_t>(offset);
  entry.dense_rank_power = kRankPower;
  std::size_t length = kBlockHeaderBytes + 2;  // the end
  const std::uint32_t last = upper_half_of(documents.back());
  for (Documents left = documents; !left.empty();) {
    const std::size_t here = block_of(left).size();
    length += kBlockHeaderBytes + body_bytes(here);
    left = left.subspan(here);
  }
  entry.jump_table_entries = static_cast<std::uint16_t>(last == 0 ? 0 : last + 2);
  length += kJumpBytes * entry.jump_table_entries;
  entry.length = static_cast<std::int64_t>(length);
  return entry;
}

Expected<std::size_t> write_documents(const DocSetEntry& entry, Documents documents,
                                      std::span<std::uint8_t> out) {
  if (!entry.is_stored()) {
    if (!is_all_or_none(entry, documents)) return std::unexpected(Error::invalid_argument);
    return 0;
  }
  const DocSetEntry plan = plan_documents(documents, std::numeric_limits<std::uint64_t>::max(),
                                          static_cast<std::uint64_t>(entry.offset));
  if (entry != plan) return std::unexpected(Error::invalid_argument);
  const auto length = static_cast<std::size_t>(entry.length);
  if (out.size() < length) return std::unexpected(Error::output_too_small);
  std::uint8_t* to = out.data();
  std::uint8_t* jump = out.data() + length - kJumpBytes * entry.jump_table_entries;
  std::uint32_t next_jump = 0;
  const auto jumps_up_to = [&](std::uint32_t upper, std::size_t rank) {
    if (entry.jump_table_entries == 0) return;
    for (; next_jump <= upper; ++next_jump, jump += kJumpBytes) {
      io::store_little_endian(jump, static_cast<std::uint32_t>(rank));
      io::store_little_endian(jump + 4, static_cast<std::uint32_t>(to - out.data()));
    }
  };
  for (std::size_t rank = 0; rank < documents.size();) {
    const Documents block = block_of(documents.subspan(rank));
    jumps_up_to(upper_half_of(block.front()), rank);
    to = write_block(block, to);
    rank += block.size();
  }
  jumps_up_to(next_jump, documents.size());
  io::store_little_endian(to, static_cast<std::uint16_t>(kLastUpperHalf));
  io::store_little_endian(to + 2, std::uint16_t{0});
  io::store_little_endian(to + 4, std::uint16_t{0xFFFF});
  return length;
}

// --- the entry -----------------------------------------------------------------------------------

namespace {

// Little-endian fields one after the other.
class Bytes {
 public:
  template <typename T>
  Bytes& add(T value) {
    using Unsigned = std::make_unsigned_t<T>;
    io::store_little_endian(&bytes_[size_], static_cast<Unsigned>(value));
    size_ += sizeof(T);
    return *this;
  }
  std::span<const std::uint8_t> all() const { return std::span(bytes_).first(size_); }

 private:
  std::array<std::uint8_t, 80 + 8 * kMaxTableSize> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace

Expected<void> write_numeric_entry(io::Output& out, const NumericEntry& entry) {
  Bytes bytes;
  bytes.add(entry.documents.offset)
      .add(entry.documents.length)
      .add(entry.documents.jump_table_entries)
      .add(entry.documents.dense_rank_power)
      .add(entry.values)
      .add(entry.in_blocks()       ? -2 - entry.block_shift
           : entry.table_size == 0 ? std::int32_t{-1}
                                   : static_cast<std::int32_t>(entry.table_size));
  for (std::uint32_t i = 0; i < entry.table_size; ++i) bytes.add(entry.table[i]);
  bytes.add(entry.in_blocks() ? std::uint8_t{0xFF} : entry.bits_per_value)
      .add(entry.minimum)
      .add(entry.factor)
      .add(entry.offset)
      .add(entry.length)
      .add(entry.jump_table_offset);
  return out.write(bytes.all());
}

}  // namespace touchstone::numeric
