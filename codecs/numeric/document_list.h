// How the documents of a list lie, or what is wrong with it. Internal to numeric.
#pragma once

#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "codecs/numeric/kernels.h"

namespace touchstone::numeric {

enum class Run : std::uint8_t { range, scattered };

/// Of a list that is not empty. Error: documents_not_increasing.
inline Expected<Run> run_of(std::span<const std::int32_t> documents, const Kernels& kernels) {
  const std::int32_t first = documents.front();
  const std::int32_t last = documents.back();
  // A range could run over the largest id to the smallest, or start below 0.
  const bool is_range = kernels.contiguous(documents.data(), documents.size());
  const bool is_increasing = first >= 0 && last >= first &&
                             (is_range || kernels.increasing(documents.data(), documents.size()));
  if (!is_increasing) return std::unexpected(Error::documents_not_increasing);
  return is_range ? Run::range : Run::scattered;
}

}  // namespace touchstone::numeric
