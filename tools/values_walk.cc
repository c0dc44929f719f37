// Batches large enough for the bulk decoder, small enough for the first-level cache.
#include "tools/values_walk.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "codecs/io/little_endian.h"

namespace touchstone::tools {
namespace {

using numeric::NumericValues;
using numeric::SortedNumericValues;

constexpr std::size_t kBatch = 1024;
constexpr std::size_t kBufferBytes = std::size_t{64} << 10;
constexpr std::size_t kLongestLine = 48;  // two numbers of 20 digits, a space, a line feed

void check(const Expected<void>& read, const SegmentField& field) {
  if (!read) refuse("field '" + printable(field.name) + "'", read.error());
}

// Calls `each(first, values)` for batches of all values in their order.
template <typename Values, typename Each>
void for_batches(const SegmentField& field, const Values& values, std::uint64_t count, Each each) {
  std::array<std::int64_t, kBatch> room;
  for (std::uint64_t first = 0; first < count; first += kBatch) {
    const auto batch = std::span(room).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(kBatch, count - first)));
    check(values.read(first, batch), field);
    each(first, std::span<const std::int64_t>(batch));
  }
}

void write_lines(const SegmentField& field, const NumericValues& values, std::uint64_t base,
                 ValueWriter& out) {
  std::array<std::int32_t, kBatch> room;
  for_batches(field, values, values.count(), [&](std::uint64_t first, auto batch) {
    const auto documents = std::span(room).first(batch.size());
    check(values.documents(first, documents), field);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      out.write_line(base + static_cast<std::uint32_t>(documents[i]), batch[i]);
    }
  });
}

// The documents of several values, a batch of them ahead of the values.
class Owners {
 public:
  Owners(const SegmentField& field, const SortedNumericValues& values)
      : field_(field), values_(values) {}

  /// Whose the value of that rank is. Ranks may only grow.
  std::uint32_t of(std::uint64_t rank) {
    while (at_ >= loaded_ || starts_[at_ + 1] <= rank) {
      at_ += 1;
      if (at_ >= loaded_) load();
    }
    return static_cast<std::uint32_t>(documents_[at_]);
  }

 private:
  void load() {
    first_ += loaded_;
    if (first_ >= values_.documents()) {
      refuse("field '" + printable(field_.name) + "'", Error::malformed_metadata);
    }
    loaded_ =
        static_cast<std::size_t>(std::min<std::uint64_t>(kBatch, values_.documents() - first_));
    check(values_.starts(first_, std::span(starts_).first(loaded_ + 1)), field_);
    check(values_.documents(first_, std::span(documents_).first(loaded_)), field_);
    at_ = 0;
  }

  const SegmentField& field_;
  const SortedNumericValues& values_;
  std::array<std::uint64_t, kBatch + 1> starts_{};
  std::array<std::int32_t, kBatch> documents_{};
  std::uint64_t first_ = 0;
  std::size_t loaded_ = 0;
  std::size_t at_ = 0;
};

void write_lines(const SegmentField& field, const SortedNumericValues& values, std::uint64_t base,
                 ValueWriter& out) {
  Owners owners(field, values);
  for_batches(field, values, values.values(), [&](std::uint64_t first, auto batch) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      out.write_line(base + owners.of(first + i), batch[i]);
    }
  });
}

std::uint64_t count_of(const NumericValues& values) { return values.count(); }
std::uint64_t count_of(const SortedNumericValues& values) { return values.values(); }
std::uint64_t documents_of(const NumericValues& values) { return values.count(); }
std::uint64_t documents_of(const SortedNumericValues& values) { return values.documents(); }

// Calls `use(values)` with whichever kind of values the field has.
template <typename Use>
void with_values(const SegmentField& field, Use use) {
  if (const auto* single = std::get_if<NumericValues>(&field.values)) use(*single);
  if (const auto* several = std::get_if<SortedNumericValues>(&field.values)) use(*several);
}

}  // namespace

void Extent::add(const Extent& other) {
  values += other.values;
  documents += other.documents;
  smallest = std::min(smallest, other.smallest);
  largest = std::max(largest, other.largest);
}

Extent extent_of(const SegmentField& field) {
  Extent extent;
  with_values(field, [&](const auto& values) {
    extent.values = count_of(values);
    extent.documents = documents_of(values);
    if (values.kind() == NumericValues::Kind::constant) {
      // However many there are: nothing but the entry says so.
      if (extent.values != 0) extent.smallest = extent.largest = values.constant();
      return;
    }
    for_batches(field, values, extent.values, [&](std::uint64_t, auto batch) {
      const auto [smallest, largest] = std::ranges::minmax(batch);
      extent.smallest = std::min(extent.smallest, smallest);
      extent.largest = std::max(extent.largest, largest);
    });
  });
  return extent;
}

void write_values(const SegmentField& field, std::uint64_t base, ValueWriter& out) {
  with_values(field, [&](const auto& values) {
    if (out.wants_documents()) {
      write_lines(field, values, base, out);
    } else {
      for_batches(field, values, count_of(values),
                  [&](std::uint64_t, auto batch) { out.write_raw(batch); });
    }
  });
}

ValueWriter::ValueWriter(std::FILE* to, Form form) : to_(to), form_(form), buffer_(kBufferBytes) {}

void ValueWriter::make_room(std::size_t bytes) {
  if (buffer_.size() - used_ < bytes) (void)flush();
}

void ValueWriter::write_raw(std::span<const std::int64_t> values) {
  make_room(values.size_bytes());
  auto* to = reinterpret_cast<std::uint8_t*>(buffer_.data() + used_);
  for (std::size_t i = 0; i < values.size(); ++i) {
    io::store_little_endian(to + 8 * i, static_cast<std::uint64_t>(values[i]));
  }
  used_ += values.size_bytes();
}

void ValueWriter::write_line(std::uint64_t document, std::int64_t value) {
  make_room(kLongestLine);
  char* const end = buffer_.data() + buffer_.size();
  char* at = std::to_chars(buffer_.data() + used_, end, document).ptr;
  *at++ = ' ';
  at = std::to_chars(at, end, value).ptr;
  *at++ = '\n';
  used_ = static_cast<std::size_t>(at - buffer_.data());
}

bool ValueWriter::flush() {
  good_ = good_ && std::fwrite(buffer_.data(), 1, used_, to_) == used_ && std::fflush(to_) == 0;
  used_ = 0;
  return good_;
}

}  // namespace touchstone::tools
