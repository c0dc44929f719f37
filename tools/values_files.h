// The files of an index for `touchstone values`: mapped, and checked before anything is read of
// them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "codecs/index_files/codec_header.h"
#include "codecs/index_files/fault.h"
#include "codecs/io/mapped_input.h"
#include "tools/printable.h"

namespace touchstone::tools {

/// The index is not as it should be, or is of a version that is not known here. What is said of it
/// goes to the person.
struct BadIndex : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file whose header, footer and checksum are right. Views into its mapping.
struct CheckedFile {
  std::string shown;
  std::int32_t version = 0;
  std::span<const std::uint8_t> whole;
  std::span<const std::uint8_t> body;  ///< between header and footer
};

/// What the header must say besides.
struct Wanted {
  index_files::ExpectedHeader header;
  const index_files::Id* id = nullptr;  ///< null: any
  std::string_view suffix;
};

/// "N: what is wrong" for a file.
[[noreturn]] void refuse(std::string_view shown, Error error);

/// Maps files of one folder; what it gives lives as long as it does.
class IndexFolder {
 public:
  explicit IndexFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// A file of the folder, as messages name it.
  std::string shown_path(const std::string& name) const {
    return printable((folder_ / name).string());
  }

  /// Throws BadIndex.
  CheckedFile open(const std::string& name, const Wanted& wanted);

  /// All bytes of a file; nothing is checked.
  std::span<const std::uint8_t> map(const std::string& name);

 private:
  std::filesystem::path folder_;
  std::list<io::MappedInput> mapped_;
};

/// Checks some bytes as one file: header, then checksum.
CheckedFile check_file(std::string shown, std::span<const std::uint8_t> bytes,
                       const Wanted& wanted);

/// The files of one segment, wherever they are.
class SegmentFiles {
 public:
  /// `is_compound`: the table of its compound file is read, and the files in it are taken from
  /// there. Throws BadIndex.
  SegmentFiles(IndexFolder& folder, std::string segment, const index_files::Id& id,
               bool is_compound);

  const index_files::Id& id() const { return id_; }

  /// `rest` is what follows the segment's name: ".fnm", "_Lucene90_0.dvd".
  CheckedFile open(const std::string& rest, const index_files::ExpectedHeader& header,
                   std::string_view suffix);

 private:
  void read_table();
  void check_apart(const std::string& shown) const;

  IndexFolder& folder_;
  std::string segment_;
  index_files::Id id_;
  bool is_compound_;
  std::map<std::string, std::span<const std::uint8_t>, std::less<>> inner_;
};

}  // namespace touchstone::tools
