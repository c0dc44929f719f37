// Mapping and checking: the header against what is wanted, the checksum of every byte.
#include "tools/values_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>
#include <vector>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/compound_table.h"
#include "codecs/io/memory_input.h"
#include "tools/verify_file.h"

namespace touchstone::tools {
namespace {

using namespace index_files;
using Bytes = std::span<const std::uint8_t>;

// One mapping a file, whatever its size: decoders want all bytes in one piece.
constexpr io::MappedInputOptions kInOnePiece{.chunk_bytes = std::uint64_t{1} << 46};

[[noreturn]] void refuse(std::string_view shown, const EnvelopeFault& fault) {
  const bool version =
      fault.error == Error::version_too_old || fault.error == Error::version_too_new;
  throw BadIndex(std::string(shown) + ": " + in_words(fault) +
                 (version ? " (that version is not supported)" : ""));
}

// What is left of a mapped input.
template <typename In>
Bytes rest_of(In& in, std::string_view shown) {
  const auto window = in.window();
  if (!window) refuse(shown, EnvelopeFault{window.error(), in.position()});
  return *window;
}

}  // namespace

void refuse(std::string_view shown, Error error) {
  throw BadIndex(std::string(shown) + ": " + std::string(name_of(error)) + ": " +
                 std::string(meaning(error)));
}

CheckedFile check_file(std::string shown, Bytes bytes, const Wanted& wanted) {
  io::MemoryInput in(bytes);
  std::array<std::uint8_t, kMaxIndexHeaderBytes> room;
  const auto raw = read_index_header(in, room);
  if (!raw) refuse(shown, raw.error());
  const IndexHeader header = parse_index_header(*raw);
  CheckedFile file;
  Id id;
  std::ranges::copy(wanted.id != nullptr ? Bytes(*wanted.id) : Bytes(header.id), id.begin());
  (void)in.seek(0);
  const auto version = check_index_header(in, wanted.header, id, wanted.suffix);
  if (!version) {
    if (version.error().error == Error::codec_mismatch && check_whole_file(in)) {
      // A sound file of something else: an older or newer release, or a codec of somebody's own.
      throw BadIndex(shown + ": the codec '" + printable(header.codec) +
                     "' is not supported, only '" + std::string(wanted.header.codec) + "'");
    }
    refuse(shown, version.error());
  }
  if (in.remaining() < kFooterBytes) {
    refuse(shown,
           EnvelopeFault{Error::file_too_small, 0, raw->size() + kFooterBytes, bytes.size()});
  }
  const auto checksum = check_whole_file(in);
  if (!checksum) refuse(shown, checksum.error());
  file.shown = std::move(shown);
  file.version = *version;
  file.whole = bytes;
  file.body = bytes.subspan(raw->size(), bytes.size() - raw->size() - kFooterBytes);
  return file;
}

Bytes IndexFolder::map(const std::string& name) {
  const std::string shown = shown_path(name);
  errno = 0;
  auto mapped = io::MappedInput::open(folder_ / name, kInOnePiece);
  if (!mapped) throw BadIndex(shown + ": " + why_unreadable(mapped.error(), errno));
  return rest_of(mapped_.emplace_back(std::move(*mapped)), shown);
}

CheckedFile IndexFolder::open(const std::string& name, const Wanted& wanted) {
  return check_file(shown_path(name), map(name), wanted);
}

SegmentFiles::SegmentFiles(IndexFolder& folder, std::string segment, const Id& id, bool is_compound)
    : folder_(folder), segment_(std::move(segment)), id_(id), is_compound_(is_compound) {
  if (is_compound_) read_table();
}

// The compound file itself is not digested as a whole: each file in it has a checksum of its own,
// and only those are read that are asked for.
void SegmentFiles::read_table() {
  const Bytes data = folder_.map(segment_ + ".cfs");
  const std::string shown = folder_.shown_path(segment_ + ".cfe");
  const std::string data_shown = folder_.shown_path(segment_ + ".cfs");
  io::MemoryInput data_in(data);
  const auto data_header = check_index_header(
      data_in, {.codec = "Lucene90CompoundData", .oldest = 0, .newest = 0}, id_, "");
  if (!data_header) refuse(data_shown, data_header.error());

  io::MemoryInput table_in(folder_.map(segment_ + ".cfe"));
  checksum::ChecksummingInput in(table_in);
  auto table = CompoundTable::open(in, id_);
  if (!table) refuse(shown, table.error());
  std::array<std::uint8_t, 256> room;
  while (table->entries_left() > 0) {
    const auto entry = table->next(room);
    if (!entry) refuse(shown, entry.error());
    if (entry->offset > data.size()) {
      refuse(shown, EnvelopeFault{Error::position_out_of_range, in.position() - 16, data.size(),
                                  entry->offset});
    }
    if (entry->length > data.size() - entry->offset) {
      refuse(shown, EnvelopeFault{Error::position_out_of_range, in.position() - 8,
                                  data.size() - entry->offset, entry->length});
    }
    const Bytes inner = data.subspan(entry->offset, entry->length);
    if (!inner_.emplace(std::string(entry->name), inner).second) {
      throw BadIndex(shown + ": names '" + printable(entry->name) + "' twice");
    }
  }
  if (const auto checksum = table->finish(); !checksum) refuse(shown, checksum.error());
  if (const auto footer = retrieve_checksum(data_in, table->data_length()); !footer) {
    refuse(data_shown, footer.error());
  }
  check_apart(shown);
}

// No byte belongs to two files: what is read in the end takes no longer than the file is long.
void SegmentFiles::check_apart(const std::string& shown) const {
  std::vector<std::pair<Bytes, std::string_view>> files;
  for (const auto& [name, bytes] : inner_) files.emplace_back(bytes, name);
  std::ranges::sort(files, {}, [](const auto& file) { return file.first.data(); });
  for (std::size_t i = 1; i < files.size(); ++i) {
    const Bytes before = files[i - 1].first;
    if (before.data() + before.size() <= files[i].first.data()) continue;
    throw BadIndex(shown + ": '" + printable(files[i - 1].second) + "' and '" +
                   printable(files[i].second) + "' overlap");
  }
}

CheckedFile SegmentFiles::open(const std::string& rest, const ExpectedHeader& header,
                               std::string_view suffix) {
  const Wanted wanted{.header = header, .id = &id_, .suffix = suffix};
  if (!is_compound_) return folder_.open(segment_ + rest, wanted);
  const std::string shown =
      folder_.shown_path(segment_ + ".cfs") + " (" + segment_ + printable(rest) + ")";
  const auto inner = inner_.find(rest);
  if (inner == inner_.end()) throw BadIndex(shown + ": not in the compound file");
  return check_file(shown, inner->second, wanted);
}

}  // namespace touchstone::tools
