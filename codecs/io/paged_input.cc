// Pages of any size: a position is divided, not shifted, but only once per page.
#include "codecs/io/paged_input.h"

#include <algorithm>

namespace touchstone::io {

Expected<PagedInput> PagedInput::create(std::span<const std::uint8_t* const> pages,
                                        std::size_t page_bytes, std::uint64_t length) {
  if (page_bytes == 0) return std::unexpected(Error::invalid_argument);
  const std::uint64_t needed = length / page_bytes + (length % page_bytes != 0 ? 1 : 0);
  if (needed > pages.size()) return std::unexpected(Error::invalid_argument);
  const auto used = pages.first(static_cast<std::size_t>(needed));
  if (std::ranges::find(used, nullptr) != used.end()) {
    return std::unexpected(Error::invalid_argument);
  }
  return PagedInput(used, page_bytes, 0, length);
}

Expected<PagedInput> PagedInput::slice(std::uint64_t offset, std::uint64_t length) const {
  if (!holds(offset, length)) return std::unexpected(Error::position_out_of_range);
  return PagedInput(pages_, page_bytes_, base_ + offset, length);
}

Expected<Input::Chunk> PagedInput::load(std::uint64_t position) {
  const std::uint64_t absolute = base_ + position;
  const auto page = static_cast<std::size_t>(absolute / page_bytes_);
  const auto in_page = static_cast<std::size_t>(absolute % page_bytes_);
  // The chunk is the page, clipped to the slice at either side.
  const auto before = static_cast<std::size_t>(std::min<std::uint64_t>(in_page, position));
  const auto after =
      static_cast<std::size_t>(std::min<std::uint64_t>(page_bytes_ - in_page, length() - position));
  return Chunk{{pages_[page] + (in_page - before), before + after}, position - before};
}

}  // namespace touchstone::io
