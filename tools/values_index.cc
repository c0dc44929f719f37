// From the latest commit to each numeric field, checking every file on the way.
#include "tools/values_index.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "codecs/index_files/commit.h"
#include "codecs/index_files/file_names.h"
#include "codecs/index_files/segment_info.h"

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;
using namespace index_files;
using namespace std::string_view_literals;

constexpr std::string_view kFormat = "Lucene90";
constexpr ExpectedHeader kDataHeader{.codec = "Lucene90DocValuesData", .oldest = 0, .newest = 3};
constexpr ExpectedHeader kDocSetHeader{.codec = "Lucene90DocValuesDISI", .oldest = 3, .newest = 3};
constexpr std::int32_t kWithDocSetFile = 3;

template <typename T>
T valid(Expected<T> result, std::string_view shown) {
  if (!result) refuse(shown, result.error());
  return *std::move(result);
}

std::string base_36(std::int64_t generation) {
  std::array<char, 16> text;
  const auto end = std::to_chars(text.begin(), text.end(), generation, 36);
  return {text.begin(), end.ptr};
}

// Whether all of the text was a number that fits.
bool is_whole(const std::from_chars_result& read, const char* end) {
  return read.ec == std::errc() && read.ptr == end;
}

// The latest segments_N: N counts in base 36.
FileName latest_commit(const fs::path& folder, std::string& name) {
  std::error_code error;
  std::optional<std::uint64_t> latest;
  fs::directory_iterator entries(folder, error);
  while (!error && entries != fs::directory_iterator()) {
    const std::string here = entries->path().filename().string();
    const FileName parsed = parse_file_name(here);
    std::uint64_t generation = 0;
    const char* const end = parsed.suffix.data() + parsed.suffix.size();
    if (parsed.kind == NameKind::commit &&
        is_whole(std::from_chars(parsed.suffix.data(), end, generation, 36), end) &&
        (!latest || generation > *latest)) {
      latest = generation;
      name = here;
    }
    entries.increment(error);
  }
  if (error) throw NoIndex(folder.string() + ": " + error.message());
  if (!latest) throw NoIndex(folder.string() + ": no index, for there is no segments_N in it");
  return parse_file_name(name);
}

// A field by its number, and what was found of it.
struct Known {
  FieldInfo info;
  SegmentField* field = nullptr;
  bool was_met = false;
};
using Fields = std::map<std::uint32_t, Known>;

class SegmentReader {
 public:
  SegmentReader(IndexFolder& folder, const SegmentCommit& commit, IndexSegment& segment)
      : commit_(commit), segment_(segment) {
    Id id;
    std::ranges::copy(commit.id, id.begin());
    const Wanted wanted{.header = kSegmentInfoHeader, .id = &id, .suffix = ""};
    const CheckedFile file = folder.open(segment.name + ".si", wanted);
    const SegmentInfo info = valid(read_segment_info(file.body), file.shown);
    segment_.documents = info.documents;
    if (commit.deletions > info.documents) refuse(file.shown, Error::malformed_metadata);
    files_.emplace(folder, segment.name, id, info.is_compound);
    // Names of fields that were changed later stand beside the compound file.
    later_files_.emplace(folder, segment.name, id, false);
  }

  void read() {
    read_fields();
    std::set<std::string> suffixes;
    for (const auto& [number, known] : fields_) {
      if (known.field != nullptr && known.field->unsupported.empty()) {
        suffixes.insert(std::string(known.info.doc_values_suffix));
      }
    }
    for (const std::string& suffix : suffixes) read_doc_values(suffix);
  }

 private:
  void read_fields() {
    const std::int64_t generation = commit_.field_infos_generation;
    const std::string suffix = generation == -1 ? "" : base_36(generation);
    const std::string rest = suffix.empty() ? ".fnm" : "_" + suffix + ".fnm";
    const CheckedFile file =
        (suffix.empty() ? *files_ : *later_files_).open(rest, kFieldInfosHeader, suffix);
    auto fields = valid(FieldInfos::open(file.body, file.version), file.shown);
    std::set<std::string_view> names;
    while (fields.left() > 0) {
      const FieldInfo info = valid(fields.next(), file.shown);
      const bool is_new =
          names.insert(info.name).second && fields_.emplace(info.number, Known{info}).second;
      if (!is_new) {
        throw BadIndex(file.shown + ": tells of the field '" + printable(info.name) +
                       "', or of its number, twice");
      }
      if (info.doc_values != DocValuesKind::none) add(info);
    }
    if (const auto end = fields.finish(); !end) refuse(file.shown, end.error());
  }

  void add(const FieldInfo& info) {
    auto field = std::make_unique<SegmentField>();
    field->name = info.name;
    field->kind = info.doc_values;
    if (info.doc_values_generation != -1 || commit_.updates_field(info.number)) {
      field->unsupported = "its values were updated after the segment was written";
    } else if (info.doc_values_format != kFormat) {
      field->unsupported = info.doc_values_format.empty()
                               ? "nothing says in which format its values are"
                               : "the format '" + printable(info.doc_values_format) + "'";
    } else if (info.doc_values_suffix.find_first_of("/\0"sv) != std::string_view::npos) {
      throw BadIndex(segment_.name + ".fnm: the field '" + printable(info.name) +
                     "' has its values in a file whose name is none");
    }
    fields_[info.number].field = segment_.fields.emplace_back(std::move(field)).get();
  }

  // One pair of files, which holds all fields with that suffix.
  void read_doc_values(const std::string& key) {
    const std::string suffix = std::string(kFormat) + "_" + key;
    const std::string stem = "_" + suffix;
    const CheckedFile metadata = files_->open(stem + ".dvm", kDocValuesMetadataHeader, suffix);
    Data data{.metadata = metadata,
              .values = files_->open(stem + ".dvd", kDataHeader, suffix),
              .doc_sets = {}};
    if (data.values.version != metadata.version) {
      throw BadIndex(data.values.shown + ": of another version than its metadata");
    }
    data.doc_sets = metadata.version < kWithDocSetFile
                        ? data.values
                        : files_->open(stem + ".dvp", kDocSetHeader, suffix);
    io::MemoryInput body(metadata.body);
    auto records = valid(DocValuesMetadata::open(body, metadata.version), metadata.shown);
    Record record;
    while (const auto start = valid(records.next(), metadata.shown)) {
      Known& known = known_by(start->field, metadata.shown);
      if (!agree(known.info.doc_values, start->type) || known.was_met ||
          known.info.doc_values_suffix != key) {
        throw BadIndex(metadata.shown + ": disagrees with the .fnm about the field '" +
                       printable(known.info.name) + "', or tells of it twice");
      }
      known.was_met = true;
      const auto read = records.read_record(known.info.has_skip_index, record);
      if (!read) refuse(metadata.shown, read.error());
      if (known.field->unsupported.empty()) open_values(*known.field, record, data);
    }
    if (const auto end = records.finish(); !end) refuse(metadata.shown, end.error());
    for (const auto& [number, known] : fields_) {
      if (known.field != nullptr && known.field->unsupported.empty() && !known.was_met &&
          known.info.doc_values_suffix == key) {
        throw BadIndex(metadata.shown + ": says nothing of the field '" +
                       printable(known.info.name) + "'");
      }
    }
  }

  Known& known_by(std::uint32_t number, std::string_view shown) {
    const auto known = fields_.find(number);
    if (known == fields_.end() || known->second.field == nullptr) {
      throw BadIndex(std::string(shown) + ": tells of a field without doc values, number " +
                     std::to_string(number));
    }
    return known->second;
  }

  struct Data {
    CheckedFile metadata;
    CheckedFile values;
    CheckedFile doc_sets;
  };

  void open_values(SegmentField& field, const Record& record, const Data& data) {
    if (!field.is_numeric()) return;
    const std::string shown = data.values.shown + ": field '" + printable(field.name) + "'";
    field.entry = record.entry.numeric;
    std::uint64_t documents = 0;
    if (field.kind == DocValuesKind::numeric) {
      const auto& values = field.values.emplace<numeric::NumericValues>(
          valid(numeric::NumericValues::open(field.entry, data.values.whole, data.doc_sets.whole),
                shown));
      documents = values.count();
    } else {
      const auto& values = field.values.emplace<numeric::SortedNumericValues>(
          valid(numeric::SortedNumericValues::open(record.entry, data.metadata.body,
                                                   data.values.whole, data.doc_sets.whole),
                shown));
      documents = values.documents();
    }
    check_documents(field, documents, shown);
  }

  // A dense field speaks of all documents of the segment, a sparse one of some of them.
  void check_documents(const SegmentField& field, std::uint64_t documents,
                       const std::string& shown) const {
    const bool all = field.entry.documents.offset == numeric::DocSetEntry::kAll;
    bool fits = all ? documents == segment_.documents : documents <= segment_.documents;
    if (fits && field.entry.documents.is_stored() && documents > 0) {
      std::array<std::int32_t, 1> last{};
      const auto read = std::visit(
          [&](const auto& values) -> Expected<void> {
            if constexpr (requires { values.documents(documents - 1, last); }) {
              return values.documents(documents - 1, last);
            } else {
              return {};
            }
          },
          field.values);
      if (!read) refuse(shown, read.error());
      fits = static_cast<std::uint32_t>(last[0]) < segment_.documents;
    }
    if (!fits) throw BadIndex(shown + ": has values of documents that the segment does not have");
  }

  const SegmentCommit& commit_;
  IndexSegment& segment_;
  std::optional<SegmentFiles> files_;
  std::optional<SegmentFiles> later_files_;
  Fields fields_;
};

}  // namespace

const SegmentField* IndexSegment::find(std::string_view field) const {
  const auto found =
      std::ranges::find_if(fields, [field](const auto& known) { return known->name == field; });
  return found == fields.end() ? nullptr : found->get();
}

OpenIndex open_index(const fs::path& path) {
  OpenIndex index;
  index.folder = std::make_unique<IndexFolder>(path);
  const FileName name = latest_commit(path, index.commit);
  const Wanted wanted{.header = kCommitHeader, .id = nullptr, .suffix = name.suffix};
  const CheckedFile file = index.folder->open(index.commit, wanted);
  auto commit = valid(Commit::open(file.body, file.version), file.shown);
  std::uint64_t base = 0;
  while (commit.left() > 0) {
    const SegmentCommit entry = valid(commit.next(), file.shown);
    // What a name may be, so that no damaged one leads out of the folder.
    const std::string about = std::string(entry.name) + ".si";
    const FileName parsed = parse_file_name(about);
    if (parsed.kind != NameKind::segment || parsed.segment != entry.name) {
      throw BadIndex(file.shown + ": the segment name '" + printable(entry.name) + "' is none");
    }
    IndexSegment& segment = index.segments.emplace_back();
    segment.name = entry.name;
    segment.base = base;
    segment.deletions = entry.deletions;
    SegmentReader(*index.folder, entry, segment).read();
    base += segment.documents;
  }
  (void)valid(commit.finish(), file.shown);
  return index;
}

}  // namespace touchstone::tools
