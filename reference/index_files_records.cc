// The records of a `.dvm`, each type in turn.
#include "reference/body_cursor.h"
#include "reference/index_files.h"

namespace touchstone::reference::index_files {
namespace {

std::int64_t offset_or_length(BodyCursor& in) {
  const std::int64_t number = in.long_little();
  in.must(number >= 0);
  return number;
}

std::int32_t count(BodyCursor& in) {
  const std::int32_t number = in.int_little();
  in.must(number >= 0);
  return number;
}

DocSet doc_set(BodyCursor& in) {
  DocSet set;
  set.offset = in.long_little();
  set.length = in.long_little();
  set.jump_table_entries = static_cast<std::uint16_t>(in.short_little());
  set.rank_power = static_cast<std::int8_t>(in.byte());
  in.must(set.offset >= -2);
  if (set.offset >= 0) in.must(set.length >= 0);
  return set;
}

bool is_width(int bits) {
  for (const int width : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64}) {
    if (bits == width) return true;
  }
  return false;
}

// Below -1 the size of the table says that there are blocks of 2^(-2 - size) values.
Entry entry_of(BodyCursor& in) {
  Entry entry;
  entry.documents = doc_set(in);
  entry.values = offset_or_length(in);
  entry.table_size = in.int_little();
  const bool blocks = entry.table_size < -1;
  in.must(entry.table_size != 0 && entry.table_size <= 256);
  if (blocks) in.must(entry.table_size <= -3 && entry.table_size >= -32);
  for (std::int32_t i = 0; i < entry.table_size; ++i) entry.table.push_back(in.long_little());
  entry.bits = static_cast<std::int8_t>(in.byte());
  if (!blocks) in.must(entry.bits == 0 || is_width(entry.bits));
  entry.minimum = in.long_little();
  entry.factor = in.long_little();
  entry.offset = offset_or_length(in);
  entry.length = offset_or_length(in);
  entry.jump_table = in.long_little();
  if (blocks) in.must(entry.jump_table >= 0);
  return entry;
}

// DirectMonotonic metadata of `n` numbers: 21 bytes for each block of 2^shift.
Stretch monotonic(BodyCursor& in, std::uint64_t n, std::uint32_t shift) {
  const std::uint64_t block = std::uint64_t{1} << shift;
  std::uint64_t blocks = n / block;
  if (n % block != 0) blocks += 1;
  // More than 2^58 blocks are in no file, and their bytes would not fit into 64 bits.
  if (blocks > std::uint64_t{1} << 58) throw Refused{Error::end_of_input};
  return in.stretch(21 * blocks);
}

Addresses addresses_of(BodyCursor& in, std::int32_t documents) {
  Addresses addresses;
  addresses.offset = offset_or_length(in);
  addresses.shift = in.vint();
  in.must(addresses.shift >= 2 && addresses.shift <= 22);
  addresses.blocks = monotonic(in, static_cast<std::uint64_t>(documents) + 1, addresses.shift);
  addresses.length = offset_or_length(in);
  return addresses;
}

void entry_of_several(BodyCursor& in, Record& record) {
  record.entry = entry_of(in);
  record.documents = count(in);
  in.must(record.documents <= record.entry.values);
  if (record.documents != record.entry.values) {
    record.addresses = addresses_of(in, record.documents);
  }
}

void binary(BodyCursor& in, Record& record) {
  offset_or_length(in);
  offset_or_length(in);
  doc_set(in);
  record.documents = count(in);
  const std::int32_t shortest = in.int_little();
  const std::int32_t longest = in.int_little();
  in.must(shortest >= 0 && longest >= 0);
  if (longest > shortest) record.addresses = addresses_of(in, record.documents);
}

void terms(BodyCursor& in) {
  const std::uint64_t size = in.vlong();
  const std::int32_t shift = in.int_little();
  in.must(shift >= 2 && shift <= 22);
  const auto addresses_shift = static_cast<std::uint32_t>(shift);
  monotonic(in, (size + 63) / 64, addresses_shift);
  count(in);
  count(in);
  for (int i = 0; i < 4; ++i) offset_or_length(in);
  const std::int32_t index_shift = in.int_little();
  in.must(index_shift >= 0 && index_shift <= 30);
  const std::uint64_t step = std::uint64_t{1} << index_shift;
  monotonic(in, 1 + (size + step - 1) / step, addresses_shift);
  for (int i = 0; i < 4; ++i) offset_or_length(in);
}

SkipIndex skip_index(BodyCursor& in, std::int32_t version) {
  SkipIndex skip;
  skip.offset = offset_or_length(in);
  skip.length = offset_or_length(in);
  skip.largest = in.long_little();
  skip.smallest = in.long_little();
  skip.documents = count(in);
  skip.last_document = in.int_little();
  in.must(skip.last_document >= -1);
  if (version >= 2) skip.most_values = count(in);
  return skip;
}

void body_of(BodyCursor& in, Record& record) {
  switch (record.type) {
    case 0:
      record.entry = entry_of(in);
      break;
    case 1:
      binary(in, record);
      break;
    case 2:
      record.entry = entry_of(in);
      terms(in);
      break;
    case 3:
      record.several = in.byte();
      in.must(record.several == 0 || record.several == 1);
      if (record.several == 1) {
        entry_of_several(in, record);
      } else {
        record.entry = entry_of(in);
      }
      terms(in);
      break;
    default:
      entry_of_several(in, record);
  }
}

}  // namespace

ReadSoFar<std::vector<Record>> read_doc_values_metadata(Bytes body, std::int32_t version,
                                                        const HasSkipIndex& has_skip_index) {
  ReadSoFar<std::vector<Record>> records;
  return read_all(body, records, [&](BodyCursor& in) {
    if (version < 0) throw Refused{Error::version_too_old};
    if (version > 3) throw Refused{Error::version_too_new};
    for (;;) {
      const std::int32_t number = in.int_little();
      if (number == -1) break;
      in.must(number >= 0);
      const std::uint8_t type = in.byte();
      in.must(type <= 4);
      Record& record = records.what.emplace_back();
      record.field = number;
      record.type = type;
      if (has_skip_index(static_cast<std::uint32_t>(number))) {
        record.skip_index = skip_index(in, version);
      }
      body_of(in, record);
      record.is_whole = true;
    }
    in.must_end();
  });
}

}  // namespace touchstone::reference::index_files
