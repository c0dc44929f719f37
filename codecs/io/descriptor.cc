// Opening files so that nothing but a regular file gets through.
#include "codecs/io/descriptor.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace touchstone::io {

Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

Expected<Descriptor> Descriptor::open_regular_file(const std::filesystem::path& path) {
  // Non-blocking, or opening a FIFO without a writer would wait for one; regular files ignore it.
  int value = -1;
  do {
    value = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  } while (value < 0 && errno == EINTR);
  if (value < 0) return std::unexpected(Error::io_failure);
  Descriptor descriptor(value);
  struct stat status{};
  if (::fstat(value, &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::unexpected(Error::io_failure);
  }
  return descriptor;
}

Expected<Descriptor> Descriptor::create_file(const std::filesystem::path& path) {
  int value = -1;
  do {
    value = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  } while (value < 0 && errno == EINTR);
  if (value < 0) return std::unexpected(Error::io_failure);
  return Descriptor(value);
}

Expected<void> Descriptor::close() {
  // Not again after EINTR: on Linux the descriptor is gone, and may be somebody else's by then.
  if (::close(std::exchange(value_, -1)) != 0) return std::unexpected(Error::io_failure);
  return {};
}

Expected<std::uint64_t> Descriptor::file_length() const {
  struct stat status{};
  if (::fstat(value_, &status) != 0 || status.st_size < 0) {
    return std::unexpected(Error::io_failure);
  }
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace touchstone::io
