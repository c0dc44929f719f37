#include "reference/numeric_writer.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "reference/doc_set.h"
#include "reference/numeric.h"

namespace touchstone::reference::doc_values {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Values = std::span<const std::int64_t>;
using Documents = std::span<const std::int32_t>;

constexpr std::size_t kInBlock = 16384;
constexpr std::size_t kMostInTable = 256;
constexpr int kRankPower = 9;

void append(Bytes& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

void append(Bytes& bytes, std::int64_t value) {
  append(bytes, static_cast<std::uint64_t>(value), 8);
}

// Modulo 2^64, as all of the format is.
std::uint64_t difference(std::int64_t value, std::int64_t from) {
  return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(from);
}

std::int64_t least_of(Values values) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t value : values) least = std::min(least, value);
  return least;
}

std::int64_t most_of(Values values) {
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const std::int64_t value : values) most = std::max(most, value);
  return most;
}

// What the values differ by, all told: 0 without a difference, and 1 as soon as a value is so far
// from 0 that a difference could be no long.
std::int64_t factor_of(Values values) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min() / 2;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
  std::int64_t factor = 0;
  for (const std::int64_t value : values) {
    if (value < kLeast || value > kMost) return 1;
    factor = std::gcd(factor, value - values[0]);
  }
  return factor;
}

std::vector<Values> blocks_of(Values values) {
  std::vector<Values> blocks;
  for (; values.size() > kInBlock; values = values.subspan(kInBlock)) {
    blocks.push_back(values.first(kInBlock));
  }
  if (!values.empty()) blocks.push_back(values);
  return blocks;
}

// Bits that the values take if they are packed as they are, less their minimum.
std::uint64_t bits_of(Values values) {
  const std::int64_t least = least_of(values);
  const std::int64_t most = most_of(values);
  return least == most ? 0 : numeric::bits_required(difference(most, least)) * values.size();
}

std::uint64_t bits_in_blocks(Values values) {
  std::uint64_t bits = 0;
  for (const Values block : blocks_of(values)) bits += bits_of(block);
  return bits;
}

// All distinct values, or none where there are too many.
std::vector<std::int64_t> table_of(Values values) {
  std::set<std::int64_t> distinct;
  for (const std::int64_t value : values) {
    distinct.insert(value);
    if (distinct.size() > kMostInTable) return {};
  }
  return {distinct.begin(), distinct.end()};
}

// --- packing -------------------------------------------------------------------------------------

std::optional<Bytes> pack_indexes(Values values, unsigned width, const Values table) {
  std::vector<std::uint64_t> indexes;
  for (const std::int64_t value : values) {
    const auto found = std::ranges::find(table, value);
    if (found == table.end()) return std::nullopt;
    indexes.push_back(static_cast<std::uint64_t>(found - table.begin()));
  }
  const auto bytes = numeric::encode(indexes, width);
  return bytes ? std::optional(*bytes) : std::nullopt;
}

std::optional<Bytes> pack_differences(Values values, unsigned width, std::int64_t minimum,
                                      std::uint64_t factor) {
  std::vector<std::uint64_t> packed;
  for (const std::int64_t value : values) {
    if (difference(value, minimum) % factor != 0) return std::nullopt;
    packed.push_back(difference(value, minimum) / factor);
  }
  const auto bytes = numeric::encode(packed, width);
  return bytes ? std::optional(*bytes) : std::nullopt;
}

std::optional<Bytes> pack_blocks(Values values, std::uint64_t factor, std::uint64_t offset) {
  Bytes bytes;
  std::vector<std::uint64_t> starts;
  for (const Values block : blocks_of(values)) {
    starts.push_back(offset + bytes.size());
    const std::int64_t least = least_of(block);
    const std::int64_t most = most_of(block);
    const unsigned width =
        least == most ? 0 : numeric::bits_required(difference(most, least) / factor);
    append(bytes, width, 1);
    append(bytes, least);
    if (width == 0) continue;
    const auto packed = pack_differences(block, width, least, factor);
    if (!packed) return std::nullopt;
    append(bytes, packed->size(), 4);
    bytes.insert(bytes.end(), packed->begin(), packed->end());
  }
  starts.push_back(offset + bytes.size());
  for (const std::uint64_t start : starts) append(bytes, start, 8);
  return bytes;
}

}  // namespace

ChosenValues choose(Values values, std::uint64_t offset) {
  ChosenValues chosen;
  const std::int64_t least = least_of(values);
  const std::int64_t most = most_of(values);
  chosen.count = values.size();
  chosen.offset = offset;
  chosen.minimum = least;
  chosen.factor = factor_of(values);
  if (least >= most) return chosen;
  const auto factor = static_cast<std::uint64_t>(chosen.factor);
  const unsigned width = numeric::bits_required(difference(most, least) / factor);
  const auto table = table_of(values);
  const auto all_bits = static_cast<double>(bits_of(values));
  if (!table.empty() && numeric::bits_required(table.size() - 1) < width) {
    chosen.table = table;
    chosen.width = numeric::bits_required(table.size() - 1);
    chosen.minimum = 0;
    chosen.factor = 1;
  } else if (static_cast<double>(bits_in_blocks(values)) / all_bits <= 0.9) {
    chosen.in_blocks = true;
  } else {
    chosen.width = width;
    const auto largest = static_cast<std::uint64_t>(most);
    const bool as_they_are = factor == 1 && least > 0 && numeric::bits_required(largest) == width;
    if (as_they_are) chosen.minimum = 0;
  }
  const auto bytes = pack(chosen, values);
  chosen.length = bytes->size();
  if (chosen.in_blocks) {
    const std::size_t starts = blocks_of(values).size() + 1;
    chosen.jump_table = static_cast<std::int64_t>(offset + chosen.length - 8 * starts);
  }
  return chosen;
}

std::optional<Bytes> pack(const ChosenValues& chosen, Values values) {
  const auto factor = static_cast<std::uint64_t>(chosen.factor);
  if (chosen.in_blocks) {
    auto bytes = pack_blocks(values, factor, chosen.offset);
    const bool fits = bytes && (chosen.length == 0 || bytes->size() == chosen.length);
    return fits ? bytes : std::nullopt;
  }
  if (!chosen.table.empty()) return pack_indexes(values, chosen.width, chosen.table);
  if (chosen.width != 0) return pack_differences(values, chosen.width, chosen.minimum, factor);
  for (const std::int64_t value : values) {
    if (value != chosen.minimum) return std::nullopt;
  }
  return Bytes();
}

ChosenDocuments choose(Documents documents, std::uint64_t of, std::uint64_t offset) {
  ChosenDocuments chosen;
  if (documents.empty()) {
    chosen.offset = -2;
  } else if (documents.size() != of) {
    const WrittenDocSet set = write_doc_set(documents, kRankPower, true);
    chosen.offset = static_cast<std::int64_t>(offset);
    chosen.length = static_cast<std::int64_t>(set.bytes.size());
    chosen.jumps = static_cast<std::uint16_t>(set.jumps);
    chosen.rank_power = kRankPower;
  }
  return chosen;
}

std::optional<Bytes> pack(const ChosenDocuments& chosen, Documents documents) {
  std::uint64_t of = documents.size();
  if (chosen.offset >= 0) ++of;  // more than there are, so that a set is chosen again
  const bool is_from_first_on =
      documents.empty() || static_cast<std::uint32_t>(documents.back()) + 1 == documents.size();
  if (chosen.offset == -1 && !is_from_first_on) return std::nullopt;
  const auto offset = static_cast<std::uint64_t>(std::max<std::int64_t>(chosen.offset, 0));
  if (chosen != choose(documents, of, offset)) return std::nullopt;
  if (chosen.offset < 0) return Bytes();
  return write_doc_set(documents, kRankPower, true).bytes;
}

Bytes entry_of(const ChosenValues& values, const ChosenDocuments& documents) {
  Bytes bytes;
  append(bytes, documents.offset);
  append(bytes, documents.length);
  append(bytes, documents.jumps, 2);
  append(bytes, static_cast<std::uint8_t>(documents.rank_power), 1);
  append(bytes, values.count, 8);
  if (values.in_blocks) {
    append(bytes, static_cast<std::uint32_t>(-2 - 14), 4);
  } else if (values.table.empty()) {
    append(bytes, static_cast<std::uint32_t>(-1), 4);
  } else {
    append(bytes, values.table.size(), 4);
    for (const std::int64_t value : values.table) append(bytes, value);
  }
  append(bytes, values.in_blocks ? 0xFF : values.width, 1);
  append(bytes, values.minimum);
  append(bytes, values.factor);
  append(bytes, values.offset, 8);
  append(bytes, values.length, 8);
  append(bytes, values.jump_table);
  return bytes;
}

}  // namespace touchstone::reference::doc_values
