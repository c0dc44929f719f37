#include "reference/sorted_doc_values.h"

#include <algorithm>
#include <utility>

#include "reference/doc_set.h"
#include "reference/vint.h"

namespace touchstone::reference::sorted_doc_values {
namespace {

using View = std::span<const std::uint8_t>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t kForeign = 0xF0;
constexpr std::size_t kValuesAt = 19;  // in a numeric entry

void append(Bytes& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

void append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

std::unexpected<Refusal> refuse(Error error, Part part) {
  return std::unexpected(Refusal{error, part});
}

// What follows the numeric entry.
struct Tail {
  std::uint32_t documents = 0;
  bool has_addresses = false;
  std::uint64_t offset = 0, length = 0;
  unsigned shift = 0;
  View blocks;
  std::uint64_t end = 0;  ///< in the metadata
};

class TailReader {
 public:
  TailReader(View metadata, std::uint64_t at) : metadata_(metadata), at_(at) {}

  Checked<Tail> read(std::uint64_t values) {
    Tail tail;
    const auto documents = little(4, Part::addresses_entry);
    if (!documents) return std::unexpected(documents.error());
    if (*documents >= std::uint64_t{1} << 31 || *documents > values) {
      return refuse(Error::malformed_metadata, Part::documents);
    }
    tail.documents = static_cast<std::uint32_t>(*documents);
    tail.has_addresses = *documents != values;
    if (tail.has_addresses) {
      if (auto read = read_addresses(tail); !read) return std::unexpected(read.error());
    }
    tail.end = at_;
    return tail;
  }

 private:
  Checked<void> read_addresses(Tail& tail) {
    const auto offset = natural();
    if (!offset) return std::unexpected(offset.error());
    tail.offset = *offset;
    const auto shift = decode_vint(metadata_.subspan(at_));
    if (!shift) return refuse(shift.error(), Part::addresses_entry);
    at_ += shift->consumed;
    if (shift->value < 2 || shift->value > 22) {
      return refuse(Error::malformed_metadata, Part::shift);
    }
    tail.shift = shift->value;
    const std::uint64_t bytes =
        direct_monotonic::kBlockBytes *
        direct_monotonic::blocks_of(std::uint64_t{tail.documents} + 1, tail.shift);
    if (metadata_.size() - at_ < bytes) return refuse(Error::end_of_input, Part::addresses_entry);
    tail.blocks = metadata_.subspan(at_, bytes);
    at_ += bytes;
    const auto length = natural();
    if (!length) return std::unexpected(length.error());
    tail.length = *length;
    return {};
  }

  Checked<std::uint64_t> little(std::size_t size, Part part) {
    if (metadata_.size() - at_ < size) return refuse(Error::end_of_input, part);
    std::uint64_t value = 0;
    for (std::size_t i = size; i > 0; --i) value = value * 256 + metadata_[at_ + i - 1];
    at_ += size;
    return value;
  }

  // Eight bytes that Java would not call negative.
  Checked<std::uint64_t> natural() {
    const auto value = little(8, Part::addresses_entry);
    if (value && *value >> 63 != 0) return refuse(Error::malformed_metadata, Part::addresses_entry);
    return value;
  }

  View metadata_;
  std::uint64_t at_;
};

}  // namespace

// --- reading -------------------------------------------------------------------------------------

Checked<Field> Field::open(const doc_values::Files& files, std::uint64_t at) {
  if (at > files.metadata.size()) return refuse(Error::end_of_input, Part::numeric_entry);
  const View from_entry = files.metadata.subspan(at);
  const auto entered = doc_values::Field::enter(from_entry);
  if (!entered) return refuse(entered.error(), Part::numeric_entry);
  const auto tail = TailReader(from_entry, entered->bytes).read(entered->count);
  if (!tail) return std::unexpected(tail.error());

  auto numeric = doc_values::Field::open({from_entry, files.data, files.doc_sets}, false);
  if (!numeric) return refuse(numeric.error(), Part::field);
  Field field(std::move(*numeric));
  field.documents_ = tail->documents;
  field.entry_bytes_ = tail->end;
  if (field.is_sparse() && field.numeric_.set()->size() != tail->documents) {
    return refuse(Error::malformed_metadata, Part::set_size);
  }
  if (!tail->has_addresses) return field;

  const std::uint64_t size = files.data.size();
  if (tail->offset > size || tail->length > size - tail->offset) {
    return refuse(Error::outside_of_file, Part::addresses);
  }
  field.addresses_ = {tail->blocks, files.data.subspan(tail->offset, tail->length),
                      std::uint64_t{tail->documents} + 1, tail->shift};
  const auto checked = direct_monotonic::check(*field.addresses_);
  if (!checked) return refuse(checked.error(), Part::addresses);
  if (direct_monotonic::value(*field.addresses_, 0) != 0) {
    return refuse(Error::malformed_metadata, Part::first_address);
  }
  if (direct_monotonic::value(*field.addresses_, tail->documents) != field.values()) {
    return refuse(Error::malformed_metadata, Part::last_address);
  }
  return field;
}

Checked<void> Field::starts(std::uint64_t first, std::span<std::uint64_t> out) const {
  if (out.empty()) return refuse(Error::invalid_argument, Part::question);
  const std::uint64_t count = documents_ + 1;
  if (first > count || out.size() > count - first) {
    return refuse(Error::position_out_of_range, Part::question);
  }
  std::vector<std::uint64_t> found;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t index = first + i;
    const std::uint64_t one = addresses_ ? direct_monotonic::value(*addresses_, index) : index;
    if (!found.empty() && one < found.back()) {
      return refuse(Error::malformed_metadata, Part::order);
    }
    found.push_back(one);
  }
  if (found.back() > values()) return refuse(Error::malformed_metadata, Part::beyond);
  std::ranges::copy(found, out.begin());
  return {};
}

Checked<void> Field::read(std::uint64_t first, std::span<std::int64_t> out) const {
  if (first > values() || out.size() > values() - first) {
    return refuse(Error::position_out_of_range, Part::question);
  }
  std::vector<std::int64_t> found(out.size());
  const auto read = numeric_.read(first, std::span(found));
  if (!read) return refuse(read.error(), Part::question);
  std::ranges::copy(found, out.begin());
  return {};
}

Checked<void> Field::documents(std::uint64_t first, std::span<std::int32_t> out) const {
  if (first > documents_ || out.size() > documents_ - first) {
    return refuse(Error::position_out_of_range, Part::question);
  }
  const auto& set = numeric_.set();
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = set ? set->document(first + i) : static_cast<std::int32_t>(first + i);
  }
  return {};
}

// --- writing -------------------------------------------------------------------------------------

namespace {

// The doc set goes in front of all data, where there is but one file.
doc_values::Written write_numeric(std::span<const std::uint64_t> packed, const Form& form) {
  const bool listed = form.documents.kind == doc_values::Documents::Kind::some;
  if (!form.one_file || !listed) {
    return doc_values::write(packed, form.packing, form.documents, form.before_values,
                             form.before_set);
  }
  const auto set =
      write_doc_set(form.documents.ids, form.documents.rank_power, form.documents.with_jumps);
  const std::size_t set_end = form.before_set + set.bytes.size();
  auto written = doc_values::write(packed, form.packing, form.documents,
                                   set_end + form.before_values, form.before_set);
  std::ranges::copy(written.doc_sets, written.data.begin());
  written.doc_sets.clear();
  return written;
}

void append_addresses(Written& out, const direct_monotonic::Written& addresses, const Form& form) {
  Places& places = out.places;
  places.has_addresses = true;
  out.data.insert(out.data.end(), form.before_addresses, kForeign);
  places.offset = out.metadata.size();
  append(out.metadata, out.data.size(), 8);
  places.shift = out.metadata.size();
  append(out.metadata, form.addresses.shift, 1);
  places.blocks = out.metadata.size();
  places.blocks_bytes = addresses.blocks.size();
  append(out.metadata, addresses.blocks);
  places.length = out.metadata.size();
  append(out.metadata, addresses.data.size(), 8);
  places.data = out.data.size();
  places.data_bytes = addresses.data.size();
  append(out.data, addresses.data);
}

Written begin(doc_values::Written numeric, std::uint64_t documents, const Form& form) {
  Written out;
  out.metadata.assign(form.before_entry, kForeign);
  append(out.metadata, numeric.metadata);
  out.data = std::move(numeric.data);
  out.doc_sets = std::move(numeric.doc_sets);
  out.places.set_offset = form.before_entry;
  out.places.values = form.before_entry + kValuesAt;
  out.places.documents = out.metadata.size();
  append(out.metadata, documents, 4);
  return out;
}

}  // namespace

Written write(std::span<const std::uint64_t> packed, std::span<const std::uint32_t> counts,
              const Form& form) {
  Written out = begin(write_numeric(packed, form), counts.size(), form);
  if (counts.size() == packed.size()) return out;
  std::vector<std::uint64_t> addresses{0};
  for (const std::uint32_t count : counts) addresses.push_back(addresses.back() + count);
  append_addresses(out, direct_monotonic::write(addresses, form.addresses), form);
  return out;
}

Written write_even(std::uint32_t documents, std::uint64_t each, const Form& form) {
  const doc_values::Packing constant{.width = 0,
                                     .minimum = form.packing.minimum,
                                     .factor = form.packing.factor,
                                     .table = {},
                                     .block_shift = {},
                                     .block_widths = {}};
  Written out = begin(doc_values::write({}, constant, {}, form.before_values, 0), documents, form);
  const std::uint64_t values = documents * each;
  for (std::size_t i = 0; i < 8; ++i) {
    out.metadata[out.places.values + i] = static_cast<std::uint8_t>(values >> 8 * i);
  }
  if (values == documents) return out;
  append_addresses(
      out, direct_monotonic::write_line(std::uint64_t{documents} + 1, each, form.addresses.shift),
      form);
  return out;
}

}  // namespace touchstone::reference::sorted_doc_values
