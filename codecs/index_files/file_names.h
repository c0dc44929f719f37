// The names of index files, and what they say of the header inside.
//
// Apache Lucene 9.x..10.x: `segments_N` is a commit, N its generation in base 36. Any other file
// belongs to a segment: `_S.ext` or `_S_SUFFIX.ext`, S in base 36, and the index header of the file
// has that suffix (for a commit: N) or none. A compound file `.cfs` holds the files of a segment;
// in its table `.cfe` they are named without the segment, `.ext` or `_SUFFIX.ext`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace touchstone::index_files {

enum class NameKind : std::uint8_t {
  commit,   ///< segments_N
  segment,  ///< a file of a segment
  lock,     ///< write.lock: empty, and nothing to read
  pending,  ///< pending_segments_N: a commit that was not finished
  foreign,  ///< not the name of an index file
};

/// A file's name, taken apart. Views into the name.
struct FileName {
  NameKind kind = NameKind::foreign;
  std::string_view segment = {};    ///< "_0"
  std::string_view suffix = {};     ///< "Lucene90_0", or the generation of a commit
  std::string_view extension = {};  ///< "dvd"
};

/// Takes a name apart; no folder in front. Cost: the length of the name.
FileName parse_file_name(std::string_view name);

/// Which codecs may have written a file: those whose name starts and ends like this.
struct CodecPattern {
  std::string_view start;
  std::string_view end = {};

  bool matches(std::string_view codec) const {
    return end.empty() ? codec == start
                       : codec.size() >= start.size() + end.size() && codec.starts_with(start) &&
                             codec.ends_with(end);
  }
};

/// The codec that a file of this name has, where the name tells: nothing for formats not known here
/// (another extension, or another format of a field).
std::optional<CodecPattern> codec_of(const FileName& name);

}  // namespace touchstone::index_files
