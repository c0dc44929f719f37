// Where the bytes of a Case come from: every kind of input a codec reads, placed in the guard
// arena.
//
// Shared by the contracts of all codecs that read `io::Input`.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <variant>
#include <vector>

#include "codecs/io/file_input.h"
#include "codecs/io/mapped_input.h"
#include "codecs/io/memory_input.h"
#include "codecs/io/paged_input.h"
#include "harness/draw.h"
#include "harness/stage.h"

namespace touchstone::contracts {

enum class SourceKind : std::uint8_t {
  span,    ///< no input object: the codec is handed the bytes themselves
  memory,  ///< contiguous memory
  paged,   ///< equal pages, each ending at a guard page of its own
  file,    ///< a file read through a small buffer
  mapped,  ///< a memory-mapped file, in chunks
};

/// How the bytes of a Case are presented. Part of the Case.
struct Source {
  SourceKind kind = SourceKind::span;
  kit::Placement at;         ///< of contiguous bytes
  std::uint16_t step = 1;    ///< bytes per page, or of the file's buffer
  std::uint16_t before = 0;  ///< foreign bytes in front: the bytes are a slice of a larger input
  std::uint16_t behind = 0;  ///< foreign bytes behind

  bool is_slice() const { return before != 0 || behind != 0; }

  /// Whether chunks end inside [offset, offset + size) of the bytes, given their total number.
  bool splits(std::size_t offset, std::size_t size) const;
  /// Bytes that are contiguous from `offset` on, of `total`.
  std::size_t window(std::size_t offset, std::size_t total) const;

  bool operator==(const Source&) const = default;
};

void draw_source(kit::Draw& d, Source& source);

/// Widens the step so that `total` bytes make at most a few dozen pages, or a few refills of a
/// buffer: a short input still meets every border, and a long one need not cost a thousand pages.
/// To be called at the end of a draw, when the bytes are known.
void limit_chunks(Source& source, std::size_t total);

std::ostream& operator<<(std::ostream& out, const Source& source);

/// The input of one run. Foreign bytes around a slice are the run's fill byte, so that a decoder
/// that looks beyond its slice gives two different results.
class PlacedInput {
 public:
  PlacedInput(const Source& source, std::span<const std::uint8_t> bytes, kit::Stage& stage);

  /// Precondition: the kind is not `span`.
  io::Input& input();
  /// Precondition: the kind is `span`.
  std::span<const std::uint8_t> span() const { return span_; }

 private:
  void place_pages(const Source& source, std::span<const std::uint8_t> whole, kit::Stage& stage);

  std::span<const std::uint8_t> span_;
  std::variant<std::monostate, io::MemoryInput, io::PagedInput, io::FileInput, io::MappedInput>
      input_;
  std::variant<std::monostate, io::MemoryInput, io::PagedInput, io::FileInput, io::MappedInput>
      whole_;
};

}  // namespace touchstone::contracts
