// A POSIX file descriptor that closes itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include "codecs/error.h"

namespace touchstone::io {

/// Owns a descriptor, or none (-1). Move-only.
class Descriptor {
 public:
  Descriptor() = default;
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor();

  /// Opens a regular file for reading; anything else, and any failure: io_failure.
  static Expected<Descriptor> open_regular_file(const std::filesystem::path& path);

  /// Makes a file for writing, or empties the one that is there; any failure: io_failure.
  static Expected<Descriptor> create_file(const std::filesystem::path& path);

  /// Closes it now, and tells whether that worked (what was written may fail as late as here).
  /// Afterwards, and after a failure too, it owns none. Of none: io_failure.
  Expected<void> close();

  int value() const { return value_; }

  /// The file's length now, in bytes.
  Expected<std::uint64_t> file_length() const;

 private:
  explicit Descriptor(int value) : value_(value) {}

  int value_ = -1;
};

}  // namespace touchstone::io
