#include "reference/doc_values.h"

#include <algorithm>

#include "reference/numeric.h"

namespace touchstone::reference::doc_values {
namespace {

using View = std::span<const std::uint8_t>;
using Bytes = std::vector<std::uint8_t>;

std::uint64_t little(View bytes, std::uint64_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i > 0; --i) value = value * 256 + bytes[at + i - 1];
  return value;
}

std::int64_t as_signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }

void append(Bytes& bytes, std::uint64_t value, std::size_t size = 8) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

std::unexpected<Error> malformed() { return std::unexpected(Error::malformed_metadata); }

bool lies_in(View file, std::uint64_t offset, std::uint64_t length) {
  return offset <= file.size() && length <= file.size() - offset;
}

}  // namespace

// --- the entry -----------------------------------------------------------------------------------

struct Field::Entry {
  std::int64_t set_offset = 0, set_length = 0;
  int jumps = 0, rank_power = 0;
  std::int64_t count = 0;
  std::int64_t table_size = 0;
  std::vector<std::int64_t> table;
  int bits = 0;
  std::int64_t minimum = 0, factor = 0, offset = 0, length = 0, jump_table = 0;
  std::uint64_t bytes = 0;

  bool in_blocks() const { return table_size < -1; }
  std::int64_t shift() const { return -2 - table_size; }

  static Expected<Entry> read(View in);
};

namespace {

// Reads little-endian integers one after the other; remembers having come to the end.
struct Cursor {
  View in;
  std::uint64_t at = 0;
  bool ended = false;

  std::uint64_t next(std::size_t size) {
    if (in.size() - at < size) ended = true;
    if (ended) return 0;
    at += size;
    return little(in, at - size, size);
  }
};

}  // namespace

Expected<Field::Entry> Field::Entry::read(View in) {
  Cursor c{in};
  Entry e;
  const auto ended = [&c] { return c.ended; };
  e.set_offset = as_signed(c.next(8));
  e.set_length = as_signed(c.next(8));
  e.jumps = static_cast<int>(c.next(2));
  e.rank_power = static_cast<std::int8_t>(c.next(1));
  if (ended()) return std::unexpected(Error::end_of_input);
  if (e.set_offset < -2) return malformed();
  if (e.set_offset >= 0 && e.set_length < 0) return malformed();
  e.count = as_signed(c.next(8));
  if (ended()) return std::unexpected(Error::end_of_input);
  if (e.count < 0) return malformed();
  e.table_size = static_cast<std::int32_t>(c.next(4));
  if (ended()) return std::unexpected(Error::end_of_input);
  const bool shift_is_sound = e.shift() >= 1 && e.shift() <= 30;
  if (e.in_blocks() ? !shift_is_sound : e.table_size == 0 || e.table_size > 256) return malformed();
  for (std::int64_t i = 0; i < e.table_size; ++i) e.table.push_back(as_signed(c.next(8)));
  e.bits = static_cast<int>(c.next(1));
  if (ended()) return std::unexpected(Error::end_of_input);
  const bool bits_are_sound = e.bits == 0 || numeric::is_width(static_cast<unsigned>(e.bits));
  if (!e.in_blocks() && !bits_are_sound) return malformed();
  e.minimum = as_signed(c.next(8));
  e.factor = as_signed(c.next(8));
  e.offset = as_signed(c.next(8));
  if (ended()) return std::unexpected(Error::end_of_input);
  if (e.offset < 0) return malformed();
  e.length = as_signed(c.next(8));
  if (ended()) return std::unexpected(Error::end_of_input);
  if (e.length < 0) return malformed();
  e.jump_table = as_signed(c.next(8));
  if (ended()) return std::unexpected(Error::end_of_input);
  if (e.in_blocks() && e.jump_table < 0) return malformed();
  e.bytes = c.at;
  return e;
}

// --- opening -------------------------------------------------------------------------------------

Expected<Field::Entered> Field::enter(View metadata) {
  const auto entry = Entry::read(metadata);
  if (!entry) return std::unexpected(entry.error());
  return Entered{entry->bytes, static_cast<std::uint64_t>(entry->count)};
}

Expected<Field> Field::open(const Files& files, bool one_each) {
  const auto entry = Entry::read(files.metadata);
  if (!entry) return std::unexpected(entry.error());
  Field field;
  field.count_ = static_cast<std::uint64_t>(entry->count);
  field.entry_bytes_ = entry->bytes;
  field.factor_ = static_cast<std::uint64_t>(entry->factor);
  auto opened = entry->in_blocks() ? field.open_blocks(*entry, files.data)
                                   : field.open_values(*entry, files.data);
  if (opened) opened = field.open_documents(*entry, files.doc_sets, one_each);
  if (!opened) return std::unexpected(opened.error());
  return field;
}

Expected<void> Field::open_values(const Entry& entry, View data) {
  Part part{{}, 0, static_cast<std::uint64_t>(entry.minimum), count_};
  if (entry.bits != 0) {
    const auto offset = static_cast<std::uint64_t>(entry.offset);
    const auto length = static_cast<std::uint64_t>(entry.length);
    if (!lies_in(data, offset, length)) return std::unexpected(Error::outside_of_file);
    part.packed = data.subspan(offset, length);
    part.width = static_cast<unsigned>(entry.bits);
    table_ = entry.table;
    const auto checked = numeric::check({part.packed, part.width, count_});
    if (!checked) return checked;
  }
  parts_.push_back(part);
  return {};
}

Expected<void> Field::open_blocks(const Entry& entry, View data) {
  const auto offset = static_cast<std::uint64_t>(entry.offset);
  const auto length = static_cast<std::uint64_t>(entry.length);
  if (!lies_in(data, offset, length)) return std::unexpected(Error::outside_of_file);
  if (entry.jump_table < entry.offset || entry.jump_table - entry.offset > entry.length) {
    return std::unexpected(Error::outside_of_file);
  }
  per_part_ = std::uint64_t{1} << entry.shift();
  const std::uint64_t blocks = count_ / per_part_ + (count_ % per_part_ != 0 ? 1 : 0);
  const auto jump_table = static_cast<std::uint64_t>(entry.jump_table);
  const std::uint64_t jumps = (offset + length - jump_table) / 8;
  if (jumps <= blocks) return std::unexpected(Error::end_of_input);
  std::uint64_t at = offset;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    if (jump_table - at < 9) return std::unexpected(Error::end_of_input);
    if (little(data, jump_table + 8 * b, 8) != at) return malformed();
    const unsigned width = data[at];
    Part part{{}, width, little(data, at + 1, 8), std::min(per_part_, count_ - b * per_part_)};
    at += 9;
    if (width != 0) {
      if (!numeric::is_width(width)) return std::unexpected(Error::unsupported_width);
      if (jump_table - at < 4) return std::unexpected(Error::end_of_input);
      const std::uint64_t bytes = little(data, at, 4);
      at += 4;
      const std::uint64_t bits = part.count * width;  // at most 2^36
      if (bytes != (bits + 7) / 8 + numeric::padding(width)) return malformed();
      if (jump_table - at < bytes) return std::unexpected(Error::end_of_input);
      part.packed = data.subspan(at, bytes);
      at += bytes;
    }
    parts_.push_back(part);
  }
  if (at != jump_table || little(data, jump_table + 8 * blocks, 8) != jump_table) {
    return malformed();
  }
  return {};
}

Expected<void> Field::open_documents(const Entry& entry, View doc_sets, bool one_each) {
  no_document_ = entry.set_offset == -2;
  if (no_document_ && count_ != 0) return malformed();
  if (entry.set_offset < 0) return {};
  const auto offset = static_cast<std::uint64_t>(entry.set_offset);
  const auto length = static_cast<std::uint64_t>(entry.set_length);
  if (!lies_in(doc_sets, offset, length)) return std::unexpected(Error::outside_of_file);
  auto set = DocSet::read(doc_sets.subspan(offset, length), entry.jumps, entry.rank_power);
  if (!set) return std::unexpected(set.error());
  if (one_each && set->size() != count_) return malformed();
  set_ = std::move(*set);
  return {};
}

// --- values --------------------------------------------------------------------------------------

Expected<std::int64_t> Field::value(std::uint64_t rank) const {
  if (rank >= count_) return std::unexpected(Error::position_out_of_range);
  const Part& part = per_part_ == 0 ? parts_[0] : parts_[rank / per_part_];
  if (part.width == 0) return as_signed(part.minimum);
  const std::uint64_t inside = per_part_ == 0 ? rank : rank % per_part_;
  const auto packed = numeric::get({part.packed, part.width, part.count}, inside);
  if (!packed) return std::unexpected(packed.error());
  if (table_.empty()) return as_signed(*packed * factor_ + part.minimum);
  if (*packed >= table_.size()) return std::unexpected(Error::no_table_entry);
  return table_[*packed];
}

Expected<void> Field::read(std::uint64_t first, std::span<std::int64_t> out) const {
  if (first > count_ || out.size() > count_ - first) {
    return std::unexpected(Error::position_out_of_range);
  }
  std::vector<std::int64_t> values;  // nothing is written on refusal
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto one = value(first + i);
    if (!one) return std::unexpected(one.error());
    values.push_back(*one);
  }
  std::ranges::copy(values, out.begin());
  return {};
}

Expected<void> Field::read(std::span<const std::int32_t> documents, std::span<std::int64_t> out,
                           std::int64_t missing) const {
  if (documents.size() != out.size()) return std::unexpected(Error::invalid_argument);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (documents[i] < 0 || (i > 0 && documents[i] <= documents[i - 1])) {
      return std::unexpected(Error::documents_not_increasing);
    }
  }
  if (no_document_) {
    std::ranges::fill(out, missing);
    return {};
  }
  if (!set_ && !documents.empty() && static_cast<std::uint64_t>(documents.back()) >= count_) {
    return std::unexpected(Error::position_out_of_range);
  }
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto rank =
        set_ ? set_->rank_of(documents[i]) : std::optional<std::uint64_t>(documents[i]);
    const auto one = rank ? value(*rank) : missing;
    if (!one) return std::unexpected(one.error());
    out[i] = *one;
  }
  return {};
}

Expected<void> Field::documents(std::uint64_t first, std::span<std::int32_t> out) const {
  const std::uint64_t end = set_ ? count_ : std::min(count_, std::uint64_t{1} << 31);
  if (first > end || out.size() > end - first) return std::unexpected(Error::position_out_of_range);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = set_ ? set_->document(first + i) : static_cast<std::int32_t>(first + i);
  }
  return {};
}

// --- writing -------------------------------------------------------------------------------------

namespace {

// Only the low bits of each.
void append_packed(Bytes& bytes, std::span<const std::uint64_t> values, unsigned width) {
  std::vector<std::uint64_t> fitting(values.begin(), values.end());
  if (width < 64) {
    for (std::uint64_t& value : fitting) value %= std::uint64_t{1} << width;
  }
  const auto packed = numeric::encode(fitting, width);
  bytes.insert(bytes.end(), packed->begin(), packed->end());
}

// Gives where the jump table is.
std::uint64_t append_blocks(Bytes& bytes, std::span<const std::uint64_t> packed,
                            const Packing& packing) {
  const std::size_t per_block = std::size_t{1} << *packing.block_shift;
  std::vector<std::uint64_t> jumps;
  for (std::size_t first = 0; first < packed.size(); first += per_block) {
    const std::size_t index = first / per_block;
    const unsigned width = packing.block_widths[index % packing.block_widths.size()];
    const auto values = packed.subspan(first, std::min(per_block, packed.size() - first));
    jumps.push_back(bytes.size());
    bytes.push_back(static_cast<std::uint8_t>(width));
    append(bytes, static_cast<std::uint64_t>(packing.minimum) + index);
    if (width == 0) continue;
    Bytes stream;
    append_packed(stream, values, width);
    append(bytes, stream.size(), 4);
    bytes.insert(bytes.end(), stream.begin(), stream.end());
  }
  jumps.push_back(bytes.size());
  for (const std::uint64_t jump : jumps) append(bytes, jump);
  return jumps.back();
}

void append_documents(Written& out, const Documents& documents, std::size_t before) {
  if (documents.kind != Documents::Kind::some) {
    append(out.metadata, documents.kind == Documents::Kind::all ? ~0ULL : ~1ULL);
    append(out.metadata, 0);
    append(out.metadata, ~0ULL, 3);
    return;
  }
  out.doc_sets.assign(before, 0xD5);
  const auto set = write_doc_set(documents.ids, documents.rank_power, documents.with_jumps);
  out.doc_sets.insert(out.doc_sets.end(), set.bytes.begin(), set.bytes.end());
  append(out.metadata, before);
  append(out.metadata, set.bytes.size());
  append(out.metadata, static_cast<std::uint64_t>(set.jumps), 2);
  append(out.metadata, static_cast<std::uint64_t>(documents.rank_power), 1);
}

}  // namespace

Written write(std::span<const std::uint64_t> packed, const Packing& packing,
              const Documents& documents, std::size_t data_before, std::size_t sets_before) {
  Written out;
  append_documents(out, documents, sets_before);
  append(out.metadata, packed.size());
  out.data.assign(data_before, 0xDA);
  std::uint64_t jump_table = ~0ULL;
  std::int64_t table_size = packing.table.empty() ? -1 : as_signed(packing.table.size());
  unsigned bits = packing.width;
  if (packing.block_shift) {
    jump_table = append_blocks(out.data, packed, packing);
    table_size = -2 - static_cast<std::int64_t>(*packing.block_shift);
    bits = 0xFF;
  } else if (packing.width != 0) {
    append_packed(out.data, packed, packing.width);
  }
  append(out.metadata, static_cast<std::uint64_t>(table_size), 4);
  for (const std::int64_t entry : packing.table) {
    append(out.metadata, static_cast<std::uint64_t>(entry));
  }
  append(out.metadata, bits, 1);
  append(out.metadata, static_cast<std::uint64_t>(packing.minimum));
  append(out.metadata, static_cast<std::uint64_t>(packing.factor));
  append(out.metadata, data_before);
  append(out.metadata, out.data.size() - data_before);
  append(out.metadata, jump_table);
  return out;
}

}  // namespace touchstone::reference::doc_values
