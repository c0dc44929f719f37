// The reads that look before they write: tables, and lists of documents.
#include "codecs/numeric/document_list.h"
#include "codecs/numeric/packed.h"

namespace touchstone::numeric {
namespace {

// How the documents of a list lie, all of which must be below `count`. Not for an empty one.
Expected<Run> examine(std::span<const std::int32_t> documents, std::uint64_t count,
                      const Kernels& kernels) {
  const auto run = run_of(documents, kernels);
  if (run && static_cast<std::uint64_t>(documents.back()) >= count) {
    return std::unexpected(Error::position_out_of_range);
  }
  return run;
}

std::uint64_t first_of(std::span<const std::int32_t> documents) {
  return static_cast<std::uint64_t>(documents.front());
}

// Whether the values of scattered documents are all below `limit`: fetched once for this alone.
bool gathered_below(Stream in, const WidthKernels& kernels, std::span<const std::int32_t> documents,
                    std::uint64_t limit) {
  std::uint64_t values[256];
  while (!documents.empty()) {
    const std::size_t some = std::min(documents.size(), std::size(values));
    kernels.gather(in, documents.data(), values, some);
    if (*std::max_element(values, values + some) >= limit) return false;
    documents = documents.subspan(some);
  }
  return true;
}

}  // namespace

std::uint64_t last_value_at(Stream in, unsigned width, std::uint64_t index) {
  const std::uint64_t bit = index * width;
  const std::uint64_t at = bit / 8;
  const std::uint64_t end = (bit + width + 7) / 8;  // at most eight bytes on
  std::uint64_t word = 0;
  for (std::uint64_t i = at; i < end; ++i) word |= std::uint64_t{in[i]} << (8 * (i - at));
  return word >> (bit % 8) & ~std::uint64_t{0} >> (64 - width);
}

Expected<void> PackedReader::read(std::uint64_t first, std::span<std::uint64_t> out,
                                  Table table) const {
  if (!holds(first, out.size())) return std::unexpected(Error::position_out_of_range);
  if (out.size() == 1) {
    const std::uint64_t index = value(first);
    if (index >= table.size()) return std::unexpected(Error::no_table_entry);
    out[0] = table[index];
    return {};
  }
  if (!kernels_->all_below(in_, first, out.size(), table.size())) {
    return std::unexpected(Error::no_table_entry);
  }
  kernels_->unpack_table(in_, first, out.data(), out.size(), table);
  return {};
}

Expected<void> PackedReader::read(std::span<const std::int32_t> documents,
                                  std::span<std::uint64_t> out) const {
  if (documents.size() != out.size()) return std::unexpected(Error::invalid_argument);
  if (documents.empty()) return {};
  const auto run = examine(documents, count_, *all_);
  if (!run) return std::unexpected(run.error());
  if (*run == Run::range) {
    kernels_->unpack(in_, first_of(documents), out.data(), out.size());
  } else {
    gather(documents, out);
  }
  return {};
}

Expected<void> PackedReader::read(std::span<const std::int32_t> documents,
                                  std::span<std::uint64_t> out, Affine form) const {
  if (documents.size() != out.size()) return std::unexpected(Error::invalid_argument);
  if (documents.empty()) return {};
  const auto run = examine(documents, count_, *all_);
  if (!run) return std::unexpected(run.error());
  if (*run == Run::range) {
    kernels_->unpack_affine(in_, first_of(documents), out.data(), out.size(), form);
  } else {
    gather(documents, out, form);
  }
  return {};
}

Expected<void> PackedReader::read(std::span<const std::int32_t> documents,
                                  std::span<std::uint64_t> out, Table table) const {
  if (documents.size() != out.size()) return std::unexpected(Error::invalid_argument);
  if (documents.empty()) return {};
  const auto run = examine(documents, count_, *all_);
  if (!run) return std::unexpected(run.error());
  if (*run == Run::range) return read(first_of(documents), out, table);
  return gather(documents, out, table);
}

Expected<void> PackedReader::gather(std::span<const std::int32_t> documents,
                                    std::span<std::uint64_t> out, Table table) const {
  const bool any_value_will_do = width_ < 64 && table.size() >> width_ != 0;
  if (!any_value_will_do && !gathered_below(in_, *kernels_, documents, table.size())) {
    return std::unexpected(Error::no_table_entry);
  }
  gather(documents, out);
  for (std::uint64_t& value : out) value = table[value];
  return {};
}

}  // namespace touchstone::numeric
