// An input over a file that is read into a buffer of the caller's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "codecs/error.h"
#include "codecs/io/descriptor.h"
#include "codecs/io/input.h"

namespace touchstone::io {

/// Reads a file with pread, a buffer-full at a time from wherever the position is. Move-only. The
/// buffer (any size from 1 byte up) and nothing else holds bytes: the caller keeps it alive and
/// gives it to one input only. A window is valid until the next call that fetches bytes.
///
/// Interrupted and short reads are repeated. A failing read is io_failure; a file that turns out to
/// be shorter than this input's length gives end_of_input where its bytes stop.
class FileInput final : public Input {
 public:
  /// Opens a regular file and closes it in the end; its length is what it is now. Missing or not
  /// regular: io_failure; empty buffer: invalid_argument. Does not allocate.
  static Expected<FileInput> open(const std::filesystem::path& path,
                                  std::span<std::uint8_t> buffer);

  /// Reads the first `length` bytes of an open file that the caller keeps open; the descriptor's
  /// own offset is neither used nor moved. A negative descriptor, a length above 2^63-1 or an empty
  /// buffer: invalid_argument.
  static Expected<FileInput> borrow(int descriptor, std::uint64_t length,
                                    std::span<std::uint8_t> buffer);

  /// An input over `length` bytes from `offset`, positioned at its start, with a buffer of its own.
  /// It borrows the descriptor: whoever closes that (this object, or what it was moved to) must
  /// outlive it. Outside this input: position_out_of_range; empty buffer: invalid_argument.
  Expected<FileInput> slice(std::uint64_t offset, std::uint64_t length,
                            std::span<std::uint8_t> buffer) const;

 private:
  FileInput(Descriptor owned, int descriptor, std::uint64_t base, std::uint64_t length,
            std::span<std::uint8_t> buffer);

  Expected<Chunk> load(std::uint64_t position) override;

  Descriptor owned_;  // closed for a borrowed descriptor
  int descriptor_;
  std::uint64_t base_;  // where this slice starts in the file
  std::span<std::uint8_t> buffer_;
};

}  // namespace touchstone::io
