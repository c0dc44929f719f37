#include "codecs/numeric/numeric_entry.h"

#include <bit>

#include "codecs/io/vint.h"
#include "codecs/numeric/direct_monotonic.h"
#include "codecs/numeric/packed.h"

namespace touchstone::numeric {
namespace {

constexpr std::int32_t kMostBlockShift = 30;

// Reads the fields of an entry one after the other and remembers the first error, so that a list
// of fields reads as one.
class Fields {
 public:
  explicit Fields(io::Input& in) : in_(in) {}

  std::int8_t i8() { return std::bit_cast<std::int8_t>(value_of(in_.read_byte())); }
  std::int16_t i16() { return std::bit_cast<std::int16_t>(value_of(in_.read_u16())); }
  std::int32_t i32() { return std::bit_cast<std::int32_t>(value_of(in_.read_u32())); }
  std::int64_t i64() { return std::bit_cast<std::int64_t>(value_of(in_.read_u64())); }
  std::uint32_t vint() { return value_of(io::read_vint(in_)); }

  /// A count, an offset or a length.
  std::uint64_t size() {
    const std::int64_t value = i64();
    require(value >= 0);
    return static_cast<std::uint64_t>(value);
  }
  void require(bool holds) {
    if (result_ && !holds) result_ = std::unexpected(Error::malformed_metadata);
  }
  void skip(std::uint64_t bytes) {
    if (result_) result_ = in_.skip(bytes);
  }
  std::uint64_t position() const { return in_.position(); }
  const Expected<void>& result() const { return result_; }

 private:
  template <typename T>
  T value_of(const Expected<T>& read) {
    if (result_ && !read) result_ = std::unexpected(read.error());
    return result_ ? *read : T{};
  }

  io::Input& in_;
  Expected<void> result_;
};

void read_documents(Fields& in, DocSetEntry& documents) {
  documents.offset = in.i64();
  documents.length = in.i64();
  documents.jump_table_entries = static_cast<std::uint16_t>(in.i16());
  documents.dense_rank_power = in.i8();
  in.require(documents.offset >= DocSetEntry::kNone);
  in.require(!documents.is_stored() || documents.length >= 0);
}

void read_table(Fields& in, NumericEntry& entry) {
  const std::int32_t size = in.i32();
  entry.block_shift = size < -1 ? -2 - size : -1;
  entry.table_size = size < 0 ? 0 : static_cast<std::uint32_t>(size);
  in.require(entry.block_shift <= kMostBlockShift && entry.block_shift != 0);
  in.require(size != 0 && entry.table_size <= kMaxTableSize);
  if (!in.result()) return;
  for (std::uint32_t i = 0; i < entry.table_size; ++i) entry.table[i] = in.i64();
}

void read_values(Fields& in, NumericEntry& entry) {
  const auto bits = static_cast<std::uint8_t>(in.i8());
  in.require(entry.in_blocks() || bits == 0 || is_supported(bits));
  entry.bits_per_value = entry.in_blocks() ? 0 : bits;
  entry.minimum = in.i64();
  entry.factor = in.i64();
  entry.offset = in.size();
  entry.length = in.size();
  entry.jump_table_offset = in.i64();
  in.require(!entry.in_blocks() || entry.jump_table_offset >= 0);
}

void read_entry(Fields& in, NumericEntry& entry) {
  read_documents(in, entry.documents);
  entry.values = in.size();
  read_table(in, entry);
  if (in.result()) read_values(in, entry);
}

void read_addresses(Fields& in, std::uint64_t count, AddressesEntry& addresses) {
  addresses.offset = in.size();
  addresses.shift = in.vint();
  in.require(addresses.shift >= kLeastMonotonicShift && addresses.shift <= kMostMonotonicShift);
  if (!in.result()) return;
  addresses.blocks_at = in.position();
  addresses.blocks_bytes = kMonotonicBlockBytes * monotonic_blocks(count, addresses.shift);
  in.skip(addresses.blocks_bytes);
  addresses.length = in.size();
}

}  // namespace

Expected<void> read_numeric_entry(io::Input& in, NumericEntry& entry) {
  Fields fields(in);
  read_entry(fields, entry);
  return fields.result();
}

Expected<void> read_sorted_numeric_entry(io::Input& in, SortedNumericEntry& entry) {
  Fields fields(in);
  read_entry(fields, entry.numeric);
  const std::int32_t documents = fields.i32();
  fields.require(documents >= 0 && static_cast<std::uint64_t>(documents) <= entry.numeric.values);
  entry.documents = static_cast<std::uint32_t>(documents);
  entry.addresses = {};
  if (fields.result() && !entry.is_single_valued()) {
    read_addresses(fields, std::uint64_t{entry.documents} + 1, entry.addresses);
  }
  return fields.result();
}

}  // namespace touchstone::numeric
