// Batches large enough for the bulk decoder, small enough for the first-level cache.
#include "tools/values_walk.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <utility>

#include "codecs/io/little_endian.h"

namespace touchstone::tools {
namespace {

using numeric::NumericValues;
using numeric::SortedNumericValues;

constexpr std::size_t kBatch = 1024;
constexpr std::size_t kBufferBytes = std::size_t{64} << 10;
// A document with the bytes behind it that its copy touches, and a value of 20 characters.
constexpr std::size_t kLongestLine = DecimalCounter::kBytes + 22;
static_assert(kBatch * kLongestLine <= kBufferBytes);

void check(const Expected<void>& read, const SegmentField& field) {
  if (!read) refuse(field.shown, read.error());
}

std::uint64_t count_of(const NumericValues& values) { return values.count(); }
std::uint64_t count_of(const SortedNumericValues& values) { return values.values(); }
std::uint64_t documents_of(const NumericValues& values) { return values.count(); }
std::uint64_t documents_of(const SortedNumericValues& values) { return values.documents(); }

std::size_t batch_from(std::uint64_t first, std::uint64_t count) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(kBatch, count - first));
}

// Values of which it is known that they are alike: each of them, or one for all.
enum class Alike : std::uint8_t { each, once };

// Calls `each(first, values)` for batches of all values in their order.
template <typename Values, typename Each>
void for_batches(const SegmentField& field, const Values& values, Each each,
                 Alike alike = Alike::each) {
  const std::uint64_t count = count_of(values);
  std::array<std::int64_t, kBatch> room;
  for (std::uint64_t first = 0; first < count;) {
    const std::uint64_t same = alike == Alike::once ? values.alike_from(first) : 0;
    const auto batch = std::span(room).first(same > 0 ? 1 : batch_from(first, count));
    check(values.read(first, batch), field);
    each(first, std::span<const std::int64_t>(batch));
    first += std::max<std::uint64_t>(same, batch.size());
  }
}

// --- whose values they are -----------------------------------------------------------------------

void check_owners(const SegmentField&, const NumericValues&) {}  // a value a document

void check_owners(const SegmentField& field, const SortedNumericValues& values) {
  if (values.documents() == values.values()) return;
  std::array<std::uint64_t, kBatch + 1> starts;
  for (std::uint64_t first = 0; first < values.documents(); first += kBatch) {
    const std::size_t some = batch_from(first, values.documents());
    check(values.starts(first, std::span(starts).first(some + 1)), field);
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < some; ++i) most = std::max(most, starts[i + 1] - starts[i]);
    if (most <= kMostValuesOfADocument) continue;
    throw BadIndex(field.shown + ": one document has " + std::to_string(most) +
                   " values; it can have " + std::to_string(kMostValuesOfADocument));
  }
}

// Tells the document of each value, in the order of the values.
class Owners {
 public:
  Owners(const SegmentField& field, const NumericValues& values) : field_(field), one_(&values) {}
  Owners(const SegmentField& field, const SortedNumericValues& values)
      : field_(field), several_(&values) {}

  /// Those of the values from rank `first` on, which may only grow.
  void tell(std::uint64_t first, std::span<std::int32_t> documents) {
    if (several_ == nullptr) return check(one_->documents(first, documents), field_);
    if (several_->documents() == several_->values()) {
      return check(several_->documents(first, documents), field_);
    }
    for (std::size_t i = 0; i < documents.size(); ++i) documents[i] = of(first + i);
  }

 private:
  std::int32_t of(std::uint64_t rank) {
    while (at_ >= loaded_ || starts_[at_ + 1] <= rank) {
      at_ += 1;
      if (at_ >= loaded_) load();
    }
    return documents_[at_];
  }

  void load() {
    first_ += loaded_;
    if (first_ >= several_->documents()) refuse(field_.shown, Error::malformed_metadata);
    loaded_ = batch_from(first_, several_->documents());
    check(several_->starts(first_, std::span(starts_).first(loaded_ + 1)), field_);
    check(several_->documents(first_, std::span(documents_).first(loaded_)), field_);
    at_ = 0;
  }

  const SegmentField& field_;
  const NumericValues* one_ = nullptr;
  const SortedNumericValues* several_ = nullptr;
  std::array<std::uint64_t, kBatch + 1> starts_{};
  std::array<std::int32_t, kBatch> documents_{};
  std::uint64_t first_ = 0;
  std::size_t loaded_ = 0;
  std::size_t at_ = 0;
};

// --- writing -------------------------------------------------------------------------------------

template <typename Values>
void write_text(const SegmentField& field, const Values& values, std::uint64_t base,
                ValueWriter& out) {
  Owners owners(field, values);
  std::array<std::int32_t, kBatch> room;
  for_batches(field, values, [&](std::uint64_t first, auto batch) {
    const auto documents = std::span(room).first(batch.size());
    owners.tell(first, documents);
    out.write_lines(base, documents, batch);
  });
}

template <typename Values>
void write_raw(const SegmentField& field, const Values& values, ValueWriter& out) {
  const std::uint64_t count = count_of(values);
  for (std::uint64_t first = 0; first < count;) {
    auto to = out.raw_room();
    to = to.first(static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), count - first)));
    check(values.read(first, to), field);
    out.wrote_raw(to.size());
    first += to.size();
  }
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
  if (field.values == nullptr) return extent;
  std::visit(
      [&](const auto& values) {
        check_owners(field, values);
        extent.values = count_of(values);
        extent.documents = documents_of(values);
        for_batches(
            field, values,
            [&](std::uint64_t, auto batch) {
              const auto [smallest, largest] = std::ranges::minmax(batch);
              extent.smallest = std::min(extent.smallest, smallest);
              extent.largest = std::max(extent.largest, largest);
            },
            Alike::once);
      },
      *field.values);
  return extent;
}

void check_field(const SegmentField& field) {
  if (field.values == nullptr) return;
  std::visit(
      [&](const auto& values) {
        check_owners(field, values);
        // Of the packings, only a table may lack what a value stands for.
        if (values.kind() == NumericValues::Kind::table) {
          for_batches(field, values, [](std::uint64_t, auto) {});
        }
      },
      *field.values);
}

void write_values(const SegmentField& field, std::uint64_t base, ValueWriter& out) {
  if (field.values == nullptr) return;
  std::visit(
      [&](const auto& values) {
        if (out.form() == ValueWriter::Form::raw) {
          write_raw(field, values, out);
        } else {
          write_text(field, values, base, out);
        }
      },
      *field.values);
}

ValueWriter::ValueWriter(int to, Form form)
    : to_(to), form_(form), buffer_(kBufferBytes / sizeof(std::int64_t)) {}

char* ValueWriter::room(std::size_t bytes) {
  if (kBufferBytes - used_ < bytes) flush();
  return reinterpret_cast<char*>(buffer_.data()) + used_;
}

std::span<std::int64_t> ValueWriter::raw_room() {
  (void)room(sizeof(std::int64_t));
  return std::span(buffer_).subspan(used_ / sizeof(std::int64_t));
}

void ValueWriter::wrote_raw(std::size_t values) {
  if constexpr (std::endian::native != std::endian::little) {
    for (std::int64_t& value : std::span(buffer_).subspan(used_ / sizeof(std::int64_t), values)) {
      const auto bits = static_cast<std::uint64_t>(value);
      io::store_little_endian(reinterpret_cast<std::uint8_t*>(&value), bits);
    }
  }
  used_ += values * sizeof(std::int64_t);
}

void ValueWriter::write_lines(std::uint64_t base, std::span<const std::int32_t> documents,
                              std::span<const std::int64_t> values) {
  for (std::size_t done = 0; done < values.size();) {
    const std::size_t some = std::min(values.size() - done, kBatch);
    char* const start = room(some * kLongestLine);
    char* at = start;
    for (std::size_t i = done; i < done + some; ++i) {
      at = document_.put(base + static_cast<std::uint32_t>(documents[i]), at);
      *at++ = ' ';
      at = std::to_chars(at, at + 20, values[i]).ptr;
      *at++ = '\n';
    }
    used_ += static_cast<std::size_t>(at - start);
    done += some;
  }
}

void ValueWriter::flush() {
  const char* from = reinterpret_cast<const char*>(buffer_.data());
  for (std::size_t left = std::exchange(used_, 0); left > 0;) {
    const ssize_t written = ::write(to_, from, left);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw OutputFailed(errno, std::generic_category());
    from += written;
    left -= static_cast<std::size_t>(written);
  }
}

}  // namespace touchstone::tools
