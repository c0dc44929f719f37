#include "tools/verify_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <system_error>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/index_files/compound_table.h"
#include "codecs/index_files/file_names.h"
#include "codecs/io/file_input.h"
#include "tools/printable.h"

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;
using namespace index_files;

// For what is read while planning: a table of files, the header of a `.si`.
using Buffer = std::array<std::uint8_t, 8192>;

Piece piece_of(const fs::path& path) {
  Piece piece;
  piece.path = path;
  piece.name = path.filename().string();
  piece.shown = printable(path.string());
  std::error_code ignored;
  piece.bytes = fs::file_size(path, ignored);
  if (ignored) piece.bytes = 0;
  return piece;
}

// The id in a file's header, if the file is sound.
std::optional<Id> id_of(const fs::path& path) {
  Buffer buffer;
  auto in = io::FileInput::open(path, buffer);
  if (!in || !check_whole_file(*in)) return std::nullopt;
  std::array<std::uint8_t, kMaxIndexHeaderBytes> room;
  const auto header = read_index_header(*in, room);
  if (!header) return std::nullopt;
  Id id;
  std::ranges::copy(parse_index_header(*header).id, id.begin());
  return id;
}

struct InnerFile {
  std::string name;
  Piece::Slice slice;
};

struct Table {
  std::vector<InnerFile> files;
  std::uint64_t data_length = 0;
};

// Two files that share a byte; none for a table that says the truth.
std::optional<std::pair<std::string, std::string>> overlapping(Table& table) {
  std::ranges::sort(table.files, {}, [](const InnerFile& file) { return file.slice.offset; });
  for (std::size_t i = 1; i < table.files.size(); ++i) {
    const InnerFile& before = table.files[i - 1];
    if (before.slice.offset + before.slice.length > table.files[i].slice.offset) {
      return std::pair(before.name, table.files[i].name);
    }
  }
  return std::nullopt;
}

// The table of a compound file, if it is sound to the last byte.
std::optional<Table> table_of(const fs::path& path) {
  const auto id = id_of(path);
  if (!id) return std::nullopt;
  Buffer buffer;
  auto in = io::FileInput::open(path, buffer);
  if (!in) return std::nullopt;
  checksum::ChecksummingInput read(*in);
  auto table = CompoundTable::open(read, *id);
  if (!table) return std::nullopt;
  Table result;
  std::array<std::uint8_t, 256> room;
  while (table->entries_left() > 0) {
    const auto entry = table->next(room);
    if (!entry) return std::nullopt;
    result.files.push_back({std::string(entry->name), {entry->offset, entry->length}});
  }
  if (!table->finish()) return std::nullopt;
  result.data_length = table->data_length();
  return result;
}

class Planner {
 public:
  void add(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) return add_directory(path);
    if (fs::exists(status)) return add_file(path);
    std::error_code ignored;
    const bool is_link = error == std::errc::no_such_file_or_directory &&
                         fs::is_symlink(fs::symlink_status(path, ignored));
    plan_.bad.push_back(printable_path(path.string()) + ": " +
                        (is_link ? "a symbolic link that leads nowhere"
                         : error ? error.message()
                                 : "no such file or directory"));
  }

  VerifyPlan take() { return std::move(plan_); }

 private:
  void add_directory(const fs::path& path) {
    std::error_code error;
    std::vector<fs::path> files;
    fs::directory_iterator entries(path, error);
    while (!error && entries != fs::directory_iterator()) {
      files.push_back(entries->path());
      entries.increment(error);
    }
    if (error)
      plan_.bad.push_back(printable(path.string()) + ": cannot be listed: " + error.message());
    std::ranges::sort(files);
    bool commit = false;
    bool any = false;
    for (const fs::path& file : files) {
      const NameKind kind = parse_file_name(file.filename().string()).kind;
      commit = commit || kind == NameKind::commit;
      any = any || kind == NameKind::segment;
      if (kind == NameKind::commit || kind == NameKind::segment) {
        add_file(file);
      } else {
        pass_over(file, kind);
      }
    }
    if (!commit && !error) {
      plan_.bad.push_back(
          printable(path.string()) +
          (any ? ": an index without a commit: no segments_N"
               : (std::string(": not an index: no segments_N (") + kWhereIndexesAre + ")")
                     .c_str()));
    }
  }

  void pass_over(const fs::path& file, NameKind kind) {
    plan_.passed_over.push_back(printable(file.string()) +
                                (kind == NameKind::lock      ? ": the lock"
                                 : kind == NameKind::pending ? ": a commit that was not finished"
                                                             : ": not the name of an index file"));
  }

  void add_file(const fs::path& path) {
    Piece piece = piece_of(path);
    const std::string name = path.filename().string();
    const FileName parsed = parse_file_name(name);
    if (parsed.kind == NameKind::segment) {
      piece.id = id_of_segment(path.parent_path(), std::string(parsed.segment));
    }
    if (parsed.extension == "cfs") add_inner_files(piece, std::string(parsed.segment));
    if (parsed.extension == "cfe") {
      expect_beside(path, "cfs");
    }
    plan_.pieces.push_back(std::move(piece));
  }

  void add_inner_files(Piece& container, const std::string& segment) {
    const fs::path path = fs::path(container.path).replace_extension("cfe");
    if (!expect_beside(container.path, "cfe")) return;
    auto table = table_of(path);
    const auto both = table ? overlapping(*table) : std::nullopt;
    if (!table || both) {
      plan_.bad.push_back(container.shown + ": its inner files were not checked: " +
                          printable(path.filename().string()) +
                          (both ? " says that '" + printable(both->first) + "' and '" +
                                      printable(both->second) + "' overlap"
                                : " is no good"));
      return;
    }
    container.expected_length = table->data_length;
    for (const InnerFile& file : table->files) {
      Piece inner = piece_of(container.path);
      inner.name = segment + file.name;
      inner.shown += '/' + printable(inner.name);
      inner.slice = file.slice;
      inner.id = container.id;
      inner.bytes = file.slice.length;
      plan_.pieces.push_back(std::move(inner));
    }
  }

  bool expect_beside(const fs::path& path, const char* extension) {
    const fs::path other = fs::path(path).replace_extension(extension);
    std::error_code ignored;
    if (fs::exists(other, ignored)) return true;
    plan_.bad.push_back(printable(path.string()) + ": half of a compound file: no " +
                        printable(other.filename().string()) + " beside it");
    return false;
  }

  // That of the `.si` beside it: every segment has one, outside of its compound file.
  std::optional<Id> id_of_segment(const fs::path& directory, const std::string& segment) {
    const fs::path path = directory / (segment + ".si");
    const auto known = ids_.find(path);
    if (known != ids_.end()) return known->second;
    std::error_code ignored;
    if (!fs::exists(path, ignored)) {
      plan_.bad.push_back(printable(path.string()) +
                          ": missing, and files of its segment are there");
    }
    return ids_[path] = id_of(path);
  }

  VerifyPlan plan_;
  std::map<fs::path, std::optional<Id>> ids_;
};

}  // namespace

VerifyPlan plan_verify(const std::vector<fs::path>& paths) {
  Planner planner;
  for (const fs::path& path : paths) planner.add(path);
  return planner.take();
}

}  // namespace touchstone::tools
