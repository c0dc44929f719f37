// Memory that fills up, and files that are written a buffer-full at a time.
#include "codecs/io/output.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <unistd.h>

namespace touchstone::io {

Expected<void> MemoryOutput::write(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > room_.size() - used_) return std::unexpected(Error::output_too_small);
  if (!bytes.empty()) std::memcpy(&room_[used_], bytes.data(), bytes.size());
  used_ += bytes.size();
  return {};
}

FileOutput::FileOutput(Descriptor file, std::span<std::uint8_t> buffer)
    : file_(std::move(file)), buffer_(buffer) {}

Expected<FileOutput> FileOutput::create(const std::filesystem::path& path,
                                        std::span<std::uint8_t> buffer) {
  if (buffer.empty()) return std::unexpected(Error::invalid_argument);
  auto file = Descriptor::create_file(path);
  if (!file) return std::unexpected(file.error());
  return FileOutput(std::move(*file), buffer);
}

Expected<void> FileOutput::write(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > buffer_.size() - used_) {
    if (auto flushed = flush(); !flushed) return flushed;
    if (bytes.size() >= buffer_.size()) return write_through(bytes);
  }
  if (!bytes.empty()) std::memcpy(&buffer_[used_], bytes.data(), bytes.size());
  used_ += bytes.size();
  return {};
}

Expected<void> FileOutput::flush() {
  const auto pending = buffer_.first(used_);
  used_ = 0;
  return write_through(pending);
}

Expected<void> FileOutput::close() {
  auto flushed = flush();
  auto closed = file_.close();
  return flushed ? closed : flushed;
}

Expected<void> FileOutput::write_through(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_.value(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::unexpected(Error::io_failure);
    written_ += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

}  // namespace touchstone::io
