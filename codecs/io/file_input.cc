// One pread per buffer-full.
#include "codecs/io/file_input.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <limits>
#include <utility>

#include <unistd.h>

namespace touchstone::io {

FileInput::FileInput(Descriptor owned, int descriptor, std::uint64_t base, std::uint64_t length,
                     std::span<std::uint8_t> buffer)
    : Input(length),
      owned_(std::move(owned)),
      descriptor_(descriptor),
      base_(base),
      buffer_(buffer) {}

Expected<FileInput> FileInput::open(const std::filesystem::path& path,
                                    std::span<std::uint8_t> buffer) {
  if (buffer.empty()) return std::unexpected(Error::invalid_argument);
  auto file = Descriptor::open_regular_file(path);
  if (!file) return std::unexpected(file.error());
  const auto length = file->file_length();
  if (!length) return std::unexpected(length.error());
  const int descriptor = file->value();
  return FileInput(std::move(*file), descriptor, 0, *length, buffer);
}

Expected<FileInput> FileInput::borrow(int descriptor, std::uint64_t length,
                                      std::span<std::uint8_t> buffer) {
  constexpr auto kLongest = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
  if (descriptor < 0 || length > kLongest || buffer.empty()) {
    return std::unexpected(Error::invalid_argument);
  }
  return FileInput(Descriptor(), descriptor, 0, length, buffer);
}

Expected<FileInput> FileInput::slice(std::uint64_t offset, std::uint64_t length,
                                     std::span<std::uint8_t> buffer) const {
  if (!holds(offset, length)) return std::unexpected(Error::position_out_of_range);
  if (buffer.empty()) return std::unexpected(Error::invalid_argument);
  return FileInput(Descriptor(), descriptor_, base_ + offset, length, buffer);
}

Expected<Input::Chunk> FileInput::load(std::uint64_t position) {
  // Never more than the slice has: the file behind it is none of its reader's business.
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size(), length() - position));
  ssize_t count = -1;
  do {
    count = ::pread(descriptor_, buffer_.data(), wanted, static_cast<off_t>(base_ + position));
  } while (count < 0 && errno == EINTR);
  if (count < 0) return std::unexpected(Error::io_failure);
  if (count == 0) return std::unexpected(Error::end_of_input);
  // A short read is a shorter window; the next one starts where it stopped.
  return Chunk{buffer_.first(static_cast<std::size_t>(count)), position};
}

}  // namespace touchstone::io
