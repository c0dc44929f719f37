// An input over a memory-mapped file, mapped in chunks as Lucene's MMapDirectory maps it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "codecs/error.h"
#include "codecs/io/input.h"

namespace touchstone::io {

struct MappedInputOptions {
  /// Bytes per mapping: a power of two, and at least the system's page size. Windows end where
  /// chunks end. The default leaves most files in one chunk.
  std::uint64_t chunk_bytes = std::uint64_t{1} << 34;
};

/// Reads a regular file through POSIX mmap. Move-only; slices share the mapping, which goes when
/// the last of them goes. Windows stay valid until then. Reads never fail: a file that somebody
/// truncates while it is mapped raises SIGBUS, as everywhere.
class MappedInput final : public Input {
 public:
  /// Maps the whole file as it is now; the descriptor is closed again. A file that is missing, not
  /// regular, or cannot be mapped: io_failure; a bad chunk size: invalid_argument. An empty file is
  /// an empty input. Allocates the table of chunks (and throws std::bad_alloc if it cannot).
  static Expected<MappedInput> open(const std::filesystem::path& path,
                                    const MappedInputOptions& options = {});

  MappedInput(MappedInput&&) noexcept = default;
  MappedInput& operator=(MappedInput&&) noexcept = default;
  MappedInput(const MappedInput&) = delete;
  MappedInput& operator=(const MappedInput&) = delete;
  ~MappedInput() override = default;

  /// An input over `length` bytes from `offset`, positioned at its start; it may outlive this
  /// object. Outside this input: position_out_of_range. Does not allocate.
  Expected<MappedInput> slice(std::uint64_t offset, std::uint64_t length) const;

 private:
  class Mapping;

  MappedInput(std::shared_ptr<const Mapping> mapping, std::uint64_t base, std::uint64_t length);

  Expected<Chunk> load(std::uint64_t position) override;

  std::shared_ptr<const Mapping> mapping_;
  std::uint64_t base_;  // where this slice starts in the file
};

}  // namespace touchstone::io
