// Entry by entry; nothing is believed that has not been bounded.
#include "codecs/index_files/compound_table.h"

#include <algorithm>
#include <limits>

#include "codecs/index_files/envelope_reader.h"

namespace touchstone::index_files {

Checked<CompoundTable> CompoundTable::open(checksum::ChecksummingInput& in, const Id& id) {
  const ExpectedHeader header{.codec = "Lucene90CompoundEntries", .oldest = 0, .newest = 0};
  if (const auto version = check_index_header(in, header, id, ""); !version) {
    return std::unexpected(version.error());
  }
  const auto count = in.read_vint();
  if (!count) return std::unexpected(internal::input_fault(in, count.error(), in.remaining() + 1));
  return CompoundTable(in, *count);
}

Checked<CompoundEntry> CompoundTable::next(std::span<std::uint8_t> room) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max() - kFooterBytes;
  left_ -= 1;
  const auto size = in_->read_string(room);
  if (!size)
    return std::unexpected(internal::input_fault(*in_, size.error(), in_->remaining() + 1));
  const std::uint64_t at = in_->position();
  const auto offset = in_->read_u64();
  if (!offset) return std::unexpected(internal::input_fault(*in_, offset.error(), 8));
  const auto length = in_->read_u64();
  if (!length) return std::unexpected(internal::input_fault(*in_, length.error(), 8));
  if (*offset > kLargest) {
    return std::unexpected(EnvelopeFault{Error::position_out_of_range, at, kLargest, *offset});
  }
  if (*length > kLargest - *offset) {
    return std::unexpected(
        EnvelopeFault{Error::position_out_of_range, at + 8, kLargest - *offset, *length});
  }
  end_ = std::max(end_, *offset + *length);
  const auto* letters = reinterpret_cast<const char*>(room.data());
  return CompoundEntry{.name = {letters, *size}, .offset = *offset, .length = *length};
}

}  // namespace touchstone::index_files
