// A file of an index in memory, cut into header, body and footer; and such files written anew, so
// that tests can say what no golden file says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "props/golden.h"
#include "reference/codec_envelope.h"

namespace touchstone::props {

/// A file whose header is taken apart with no checks but those of its reader; GoldenError for none.
class FileBody {
 public:
  explicit FileBody(const std::filesystem::path& path) : file_(read_bytes(path)) {
    const std::size_t name = file_.at(4);
    const std::size_t id_at = 9 + name;
    const std::size_t suffix = file_.at(id_at + 16);
    begin_ = id_at + 17 + suffix;
    if (begin_ + 16 > file_.size()) throw GoldenError(path.string() + ": no room for a footer");
    for (std::size_t i = 0; i < 4; ++i) version_ = version_ << 8 | file_[5 + name + i];
    id_ = std::span(file_).subspan(id_at, 16);
  }
  FileBody(FileBody&&) = default;

  std::int32_t version() const { return static_cast<std::int32_t>(version_); }
  std::span<const std::uint8_t> id() const { return id_; }
  std::span<const std::uint8_t> body() const {
    return std::span(file_).subspan(begin_, file_.size() - begin_ - 16);
  }

 private:
  std::vector<std::uint8_t> file_;
  std::size_t begin_ = 0;
  std::uint32_t version_ = 0;
  std::span<const std::uint8_t> id_;
};

/// Writes a file: header, body, footer with the right checksum.
inline void write_file(const std::filesystem::path& path, std::string_view codec,
                       std::int32_t version, std::span<const std::uint8_t> id,
                       std::string_view suffix, std::span<const std::uint8_t> body) {
  std::vector<std::uint8_t> file;
  (void)reference::envelope::write_index_header(file, codec, version, id, suffix);
  file.insert(file.end(), body.begin(), body.end());
  (void)reference::envelope::write_footer(file);
  std::ofstream out(path, std::ios::binary);
  for (const std::uint8_t byte : file) out.put(static_cast<char>(byte));
  if (!out.flush()) throw GoldenError(path.string() + ": cannot be written");
}

}  // namespace touchstone::props
