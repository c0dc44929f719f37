#include "codecs/numeric/numeric_values.h"

#include <algorithm>
#include <numeric>

#include "codecs/numeric/document_list.h"

namespace touchstone::numeric {
namespace {

// Documents of a sparse field that are looked up at a time.
constexpr std::size_t kBatch = 1024;

Expected<std::span<const std::uint8_t>> part(std::span<const std::uint8_t> file,
                                             std::uint64_t offset, std::uint64_t length) {
  if (offset > file.size() || length > file.size() - offset) {
    return std::unexpected(Error::outside_of_file);
  }
  return file.subspan(offset, length);
}

Expected<void> write_identity(std::uint64_t first, std::uint64_t count,
                              std::span<std::int32_t> out) {
  constexpr std::uint64_t kIds = std::uint64_t{1} << 31;
  const std::uint64_t end = std::min(count, kIds);
  if (first > end || out.size() > end - first) return std::unexpected(Error::position_out_of_range);
  // Not std::iota, which would count on behind the largest number there is.
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::int32_t>(first + i);
  return {};
}

}  // namespace

// --- opening -------------------------------------------------------------------------------------

Expected<NumericValues> NumericValues::open(const NumericEntry& entry,
                                            std::span<const std::uint8_t> data_file,
                                            std::span<const std::uint8_t> doc_set_file,
                                            const Kernels& kernels) {
  NumericValues values;
  if (auto opened = values.open_values(entry, data_file, kernels); !opened) {
    return std::unexpected(opened.error());
  }
  if (auto opened = values.open_documents(entry.documents, doc_set_file); !opened) {
    return std::unexpected(opened.error());
  }
  if (values.is_sparse() && values.documents_->size() != values.count_) {
    return std::unexpected(Error::malformed_metadata);
  }
  return values;
}

Expected<void> NumericValues::open_values(const NumericEntry& entry,
                                          std::span<const std::uint8_t> data_file,
                                          const Kernels& kernels) {
  count_ = entry.values;
  kernels_ = &kernels;
  form_ = {static_cast<std::uint64_t>(entry.factor), static_cast<std::uint64_t>(entry.minimum)};
  if (entry.in_blocks()) {
    kind_ = Kind::blocks;
    auto blocks = BlockValues::open(entry, data_file, kernels);
    if (!blocks) return std::unexpected(blocks.error());
    blocks_ = *blocks;
    return {};
  }
  if (entry.bits_per_value == 0) return {};  // constant: no data, whatever offset and length say
  kind_ = entry.table_size == 0 ? Kind::packed : Kind::table;
  table_size_ = entry.table_size;
  std::ranges::transform(std::span(entry.table).first(entry.table_size), table_.begin(),
                         [](std::int64_t value) { return static_cast<std::uint64_t>(value); });
  const auto slice = part(data_file, entry.offset, entry.length);
  if (!slice) return std::unexpected(slice.error());
  auto packed = PackedReader::make(*slice, entry.bits_per_value, entry.values, kernels);
  if (!packed) return std::unexpected(packed.error());
  packed_ = *packed;
  return {};
}

Expected<void> NumericValues::open_documents(const DocSetEntry& entry,
                                             std::span<const std::uint8_t> file) {
  no_document_ = entry.offset == DocSetEntry::kNone;
  if (no_document_ && count_ != 0) return std::unexpected(Error::malformed_metadata);
  if (!entry.is_stored()) return {};
  const auto bytes = part(file, static_cast<std::uint64_t>(entry.offset),
                          static_cast<std::uint64_t>(entry.length));
  if (!bytes) return std::unexpected(bytes.error());
  auto set = DocSet::open(*bytes, entry.jump_table_entries, entry.dense_rank_power, *kernels_);
  if (!set) return std::unexpected(set.error());
  documents_ = *set;
  return {};
}

// --- by rank -------------------------------------------------------------------------------------

Expected<void> NumericValues::read_values(std::uint64_t first, std::span<std::uint64_t> out) const {
  switch (kind_) {
    case Kind::constant:
      std::ranges::fill(out, form_.offset);
      return {};
    case Kind::packed:
      return form_ == Affine{} ? packed_->read(first, out) : packed_->read(first, out, form_);
    case Kind::table:
      return packed_->read(first, out, std::span(table_).first(table_size_));
    case Kind::blocks:
      blocks_.read(first, out);
      return {};
  }
  return std::unexpected(Error::invalid_argument);
}

Expected<void> NumericValues::read_values(std::span<const std::int32_t> ranks,
                                          std::span<std::uint64_t> out) const {
  switch (kind_) {
    case Kind::constant:
      std::ranges::fill(out, form_.offset);
      return {};
    case Kind::packed:
      packed_->gather(ranks, out, form_);
      return {};
    case Kind::table:
      return packed_->gather(ranks, out, std::span(table_).first(table_size_));
    case Kind::blocks:
      blocks_.read(ranks, out);
      return {};
  }
  return std::unexpected(Error::invalid_argument);
}

Expected<std::int64_t> NumericValues::value(std::uint64_t rank) const {
  if (rank >= count_) return std::unexpected(Error::position_out_of_range);
  std::uint64_t value = 0;
  if (kind_ == Kind::packed) {
    value = packed_->value(rank) * form_.factor + form_.offset;
  } else if (auto read = read_values(rank, std::span(&value, 1)); !read) {
    return std::unexpected(read.error());
  }
  return static_cast<std::int64_t>(value);
}

Expected<void> NumericValues::read(std::uint64_t first, std::span<std::int64_t> out) const {
  if (first > count_ || out.size() > count_ - first) {
    return std::unexpected(Error::position_out_of_range);
  }
  return read_values(first, as_unsigned(out));
}

// --- by document ---------------------------------------------------------------------------------

Expected<void> NumericValues::read(std::span<const std::int32_t> documents,
                                   std::span<std::int64_t> out, std::int64_t missing) const {
  if (documents.size() != out.size()) return std::unexpected(Error::invalid_argument);
  if (documents.empty()) return {};
  const auto run = run_of(documents, *kernels_);
  if (!run) return std::unexpected(run.error());
  const bool is_range = *run == Run::range;
  if (no_document_) {
    std::ranges::fill(out, missing);
    return {};
  }
  if (is_sparse()) {
    return read_sparse(documents, is_range, as_unsigned(out), static_cast<std::uint64_t>(missing));
  }
  if (static_cast<std::uint64_t>(documents.back()) >= count_) {
    return std::unexpected(Error::position_out_of_range);
  }
  return is_range ? read_values(static_cast<std::uint64_t>(documents.front()), as_unsigned(out))
                  : read_values(documents, as_unsigned(out));
}

// The values that there are go to the end of each batch, and from there to where they belong.
Expected<void> NumericValues::read_sparse(std::span<const std::int32_t> documents, bool is_range,
                                          std::span<std::uint64_t> out,
                                          std::uint64_t missing) const {
  std::uint64_t present[kBatch / 64];
  std::int32_t ranks[kBatch];
  while (!documents.empty()) {
    const std::size_t some = std::min(documents.size(), kBatch);
    const auto batch = out.first(some);
    std::size_t found;
    Expected<void> read;
    if (is_range) {
      const auto those = documents_->ranks_of(documents.front(), some, present);
      found = those.count;
      read = read_values(those.first, batch.last(found));
    } else {
      found = documents_->ranks_of(documents.first(some), ranks, present);
      read = read_values(std::span(ranks).first(found), batch.last(found));
    }
    if (!read) return read;
    kernels_->spread(batch.data(), some, found, present, missing);
    documents = documents.subspan(some);
    out = out.subspan(some);
  }
  return {};
}

Expected<std::optional<std::int64_t>> NumericValues::get(std::int32_t document) const {
  if (document < 0) return std::unexpected(Error::documents_not_increasing);
  if (no_document_) return std::optional<std::int64_t>();
  auto rank = static_cast<std::uint64_t>(document);
  if (is_sparse()) {
    const auto found = documents_->rank_of(document);
    if (!found) return std::optional<std::int64_t>();
    rank = *found;
  }
  return value(rank);
}

Expected<void> NumericValues::documents(std::uint64_t first, std::span<std::int32_t> out) const {
  return is_sparse() ? documents_->documents(first, out) : write_identity(first, count_, out);
}

// --- several values a document -------------------------------------------------------------------

Expected<SortedNumericValues> SortedNumericValues::open(const SortedNumericEntry& entry,
                                                        std::span<const std::uint8_t> metadata_file,
                                                        std::span<const std::uint8_t> data_file,
                                                        std::span<const std::uint8_t> doc_set_file,
                                                        const Kernels& kernels) {
  SortedNumericValues sorted;
  sorted.documents_ = entry.documents;
  auto opened = sorted.values_.open_values(entry.numeric, data_file, kernels);
  if (opened) opened = sorted.values_.open_documents(entry.numeric.documents, doc_set_file);
  if (!opened) return std::unexpected(opened.error());
  if (sorted.is_sparse() && sorted.values_.documents_->size() != sorted.documents_) {
    return std::unexpected(Error::malformed_metadata);
  }
  if (entry.is_single_valued()) return sorted;
  const AddressesEntry& addresses = entry.addresses;
  const auto blocks = part(metadata_file, addresses.blocks_at, addresses.blocks_bytes);
  const auto data = part(data_file, addresses.offset, addresses.length);
  if (!blocks || !data) return std::unexpected(Error::outside_of_file);
  auto reader =
      MonotonicReader::open(*blocks, *data, sorted.documents_ + 1, addresses.shift, kernels);
  if (!reader) return std::unexpected(reader.error());
  sorted.addresses_ = *reader;
  // All values belong to some document.
  std::int64_t first = 0;
  std::int64_t last = 0;
  auto read = reader->read(0, std::span(&first, 1));
  if (read) read = reader->read(sorted.documents_, std::span(&last, 1));
  if (!read) return std::unexpected(read.error());
  if (first != 0 || static_cast<std::uint64_t>(last) != sorted.values()) {
    return std::unexpected(Error::malformed_metadata);
  }
  return sorted;
}

Expected<void> SortedNumericValues::starts(std::uint64_t first,
                                           std::span<std::uint64_t> out) const {
  if (out.empty()) return std::unexpected(Error::invalid_argument);
  if (first > documents_ || out.size() - 1 > documents_ - first) {
    return std::unexpected(Error::position_out_of_range);
  }
  if (!addresses_) {
    std::iota(out.begin(), out.end(), first);
    return {};
  }
  const std::span<std::int64_t> addresses(reinterpret_cast<std::int64_t*>(out.data()), out.size());
  if (auto read = addresses_->read(first, addresses); !read) return read;
  // As unsigned, so that negative ones are beyond all values.
  if (!std::ranges::is_sorted(out) || out.back() > values()) {
    return std::unexpected(Error::malformed_metadata);
  }
  return {};
}

Expected<void> SortedNumericValues::documents(std::uint64_t first,
                                              std::span<std::int32_t> out) const {
  return is_sparse() ? values_.documents_->documents(first, out)
                     : write_identity(first, documents_, out);
}

}  // namespace touchstone::numeric
