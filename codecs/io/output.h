// Where bytes are written: memory of the caller's, or a file through a buffer of the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "codecs/error.h"
#include "codecs/io/descriptor.h"

namespace touchstone::io {

/// Base of all byte sinks. Bytes go to the end, in order; none is taken back.
///
/// Errors: output_too_small, io_failure. A write that fails with output_too_small has written
/// nothing. No member allocates or throws. Not for two threads at once.
class Output {
 public:
  virtual ~Output() = default;

  /// Bytes written so far.
  virtual std::uint64_t position() const = 0;

  /// Writes all of `bytes`.
  virtual Expected<void> write(std::span<const std::uint8_t> bytes) = 0;

 protected:
  Output() = default;
  Output(const Output&) = default;
  Output& operator=(const Output&) = default;
};

/// Writes into `room`, which the caller keeps. Bytes that do not fit: output_too_small.
class MemoryOutput final : public Output {
 public:
  explicit MemoryOutput(std::span<std::uint8_t> room) : room_(room) {}

  std::uint64_t position() const override { return used_; }
  Expected<void> write(std::span<const std::uint8_t> bytes) override;

  /// What was written.
  std::span<const std::uint8_t> bytes() const { return room_.first(used_); }

 private:
  std::span<std::uint8_t> room_;
  std::size_t used_ = 0;
};

/// Writes a file through a buffer of any size from 1 byte up, which the caller keeps alive and
/// gives to one output only. Move-only. The buffer is not written when the object goes: call
/// `close`, and look at what it says. After an io_failure, how much of the file was written is
/// unknown.
class FileOutput final : public Output {
 public:
  /// Makes the file, or empties the one that is there. Cannot be opened for writing: io_failure;
  /// empty buffer: invalid_argument.
  static Expected<FileOutput> create(const std::filesystem::path& path,
                                     std::span<std::uint8_t> buffer);

  std::uint64_t position() const override { return written_ + used_; }
  Expected<void> write(std::span<const std::uint8_t> bytes) override;

  /// Hands what is in the buffer to the operating system.
  Expected<void> flush();
  /// Flushes and closes. Nothing may be written any more.
  Expected<void> close();

 private:
  FileOutput(Descriptor file, std::span<std::uint8_t> buffer);

  Expected<void> write_through(std::span<const std::uint8_t> bytes);

  Descriptor file_;
  std::span<std::uint8_t> buffer_;
  std::size_t used_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace touchstone::io
