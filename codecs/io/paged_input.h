// An input over equal pages in memory, as Lucene's ByteBuffers inputs keep them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "codecs/io/input.h"

namespace touchstone::io {

/// Reads pages of one size, any size from 1 byte up; only the last one may be short. Windows end
/// where pages end. The caller keeps both the table and the pages alive and unchanged; windows stay
/// valid as long as they do. Never gives io_failure. Copies and moves cost a few words.
class PagedInput final : public Input {
 public:
  /// `pages[i]` holds the bytes from `i * page_bytes`; together they hold `length` bytes, and pages
  /// beyond those are ignored. A page size of 0, too few pages, or a null among those needed:
  /// invalid_argument. Cost: one look at each page pointer.
  static Expected<PagedInput> create(std::span<const std::uint8_t* const> pages,
                                     std::size_t page_bytes, std::uint64_t length);

  /// An input over `length` bytes from `offset`, positioned at its start; it needs the caller's
  /// pages, not this object. Outside this input: position_out_of_range.
  Expected<PagedInput> slice(std::uint64_t offset, std::uint64_t length) const;

 private:
  PagedInput(std::span<const std::uint8_t* const> pages, std::size_t page_bytes, std::uint64_t base,
             std::uint64_t length)
      : Input(length), pages_(pages), page_bytes_(page_bytes), base_(base) {}

  Expected<Chunk> load(std::uint64_t position) override;

  std::span<const std::uint8_t* const> pages_;
  std::size_t page_bytes_;
  std::uint64_t base_;  // where this slice starts, counted from the first page
};

}  // namespace touchstone::io
