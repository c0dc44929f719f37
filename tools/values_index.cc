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
#include "tools/verify_plan.h"

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
  const std::string shown = printable_path(folder.string());
  if (error == std::errc::not_a_directory) {
    throw NoIndex(shown + ": " + error.message() + "; an index is the directory of its files");
  }
  if (error) throw NoIndex(shown + ": " + error.message());
  if (!latest) {
    throw NoIndex(shown + ": no index, for there is no segments_N in it (" + kWhereIndexesAre +
                  ")");
  }
  return parse_file_name(name);
}

std::string packing_of(const numeric::NumericEntry& entry) {
  if (entry.documents.offset == numeric::DocSetEntry::kNone) return "none";
  if (entry.in_blocks()) return entry.factor == 1 ? "blocks" : "blocks+gcd";
  if (entry.bits_per_value == 0) return "constant";
  if (entry.table_size != 0) return "table";
  if (entry.factor != 1) return "gcd";
  return entry.minimum == 0 ? "plain" : "delta";
}

std::string width_of(const numeric::NumericEntry& entry) {
  return entry.in_blocks() ? "varies" : std::to_string(entry.bits_per_value);
}

// All at once: asking for each field would read them all each time.
std::set<std::uint32_t> numbers_of_updated(const SegmentCommit& commit) {
  std::vector<std::uint32_t> numbers(std::size_t{commit.updated_fields} + commit.overlaid_fields);
  commit.copy_updated_fields(numbers);
  return {numbers.begin(), numbers.end()};
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
  SegmentReader(IndexFolder& folder, const SegmentCommit& commit,
                std::optional<std::string_view> only, IndexSegment& segment)
      : commit_(commit), only_(only), segment_(segment), updated_(numbers_of_updated(commit)) {
    Id id;
    std::ranges::copy(commit.id, id.begin());
    const Wanted wanted{.header = kSegmentInfoHeader, .id = &id, .suffix = ""};
    const CheckedFile file = folder.open(segment.name + ".si", wanted);
    const SegmentInfo info = valid(read_segment_info(file.body), file.shown);
    segment_.documents = info.documents;
    if (commit.deletions > info.documents) {
      throw BadIndex(file.shown + ": " + std::to_string(info.documents) +
                     " documents, of which the commit says that " +
                     std::to_string(commit.deletions) + " are deleted");
    }
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
    if (info.doc_values_generation != -1 || updated_.contains(info.number)) {
      field->unsupported = "its values were updated after the segment was written";
    } else if (info.doc_values_format != kFormat) {
      field->unsupported = info.doc_values_format.empty()
                               ? "nothing says in which format its values are"
                               : "the format '" + printable(info.doc_values_format) + "'";
    } else if (info.doc_values_suffix.find_first_of("/\0"sv) != std::string_view::npos) {
      throw BadIndex(segment_.name + ".fnm: the field '" + printable(info.name) +
                     "' has its values in a file whose name is none");
    }
    SegmentField* const kept = segment_.fields.emplace_back(std::move(field)).get();
    segment_.by_name.emplace(kept->name, kept);
    fields_[info.number].field = kept;
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
      if (!read) {
        refuse(metadata.shown + ": field '" + printable(known.info.name) + "'", read.error());
      }
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
    if (!field.is_numeric() || (only_ && field.name != *only_)) return;
    const numeric::NumericEntry& entry = record.entry.numeric;
    field.shown = data.values.shown + ": field '" + printable(field.name) + "'";
    field.packing = packing_of(entry);
    field.width = width_of(entry);
    // How many documents comes first: whatever else a field claims is bounded by it.
    if (field.kind == DocValuesKind::numeric) {
      check_count(field, entry.documents, entry.values);
      const auto opened =
          numeric::NumericValues::open(entry, data.values.whole, data.doc_sets.whole);
      check_last(field, entry.documents, valid(opened, field.shown), entry.values);
      field.values = std::make_unique<const SegmentField::Values>(*opened);
    } else {
      const std::uint64_t documents = record.entry.documents;
      check_count(field, entry.documents, documents);
      if (entry.values > documents * kMostValuesOfADocument) {
        throw BadIndex(field.shown + ": " + std::to_string(entry.values) + " values of " +
                       std::to_string(documents) + " documents; each can have " +
                       std::to_string(kMostValuesOfADocument));
      }
      const auto opened = numeric::SortedNumericValues::open(
          record.entry, data.metadata.body, data.values.whole, data.doc_sets.whole);
      check_last(field, entry.documents, valid(opened, field.shown), documents);
      field.values = std::make_unique<const SegmentField::Values>(*opened);
    }
  }

  // A dense field speaks of all documents of the segment, a sparse one of some of them.
  void check_count(const SegmentField& field, const numeric::DocSetEntry& set,
                   std::uint64_t documents) const {
    const bool fits = set.offset == numeric::DocSetEntry::kAll ? documents == segment_.documents
                                                               : documents <= segment_.documents;
    if (fits) return;
    throw BadIndex(field.shown + ": " + std::to_string(documents) +
                   " documents have a value, in a segment of " +
                   std::to_string(segment_.documents));
  }

  // The documents of a set ascend: the last is the one to look at.
  template <typename Values>
  void check_last(const SegmentField& field, const numeric::DocSetEntry& set, const Values& values,
                  std::uint64_t documents) const {
    if (!set.is_stored() || documents == 0) return;
    std::array<std::int32_t, 1> last{};
    if (const auto read = values.documents(documents - 1, last); !read) {
      refuse(field.shown, read.error());
    }
    if (static_cast<std::uint32_t>(last[0]) < segment_.documents) return;
    throw BadIndex(field.shown + ": document " + std::to_string(last[0]) +
                   " has a value, in a segment of " + std::to_string(segment_.documents));
  }

  const SegmentCommit& commit_;
  std::optional<std::string_view> only_;
  IndexSegment& segment_;
  std::set<std::uint32_t> updated_;
  std::optional<SegmentFiles> files_;
  std::optional<SegmentFiles> later_files_;
  Fields fields_;
};

}  // namespace

const SegmentField* IndexSegment::find(std::string_view field) const {
  const auto found = by_name.find(field);
  return found == by_name.end() ? nullptr : found->second;
}

OpenIndex open_index(const fs::path& path, std::optional<std::string_view> only) {
  OpenIndex index;
  index.folder = std::make_unique<IndexFolder>(path);
  const FileName name = latest_commit(path, index.commit);
  const Wanted wanted{.header = kCommitHeader, .id = nullptr, .suffix = name.suffix};
  const CheckedFile file = index.folder->open(index.commit, wanted);
  auto commit = valid(Commit::open(file.body, file.version), file.shown);
  std::uint64_t base = 0;
  std::set<std::string_view> names;
  while (commit.left() > 0) {
    const SegmentCommit entry = valid(commit.next(), file.shown);
    // What a name may be, so that no damaged one leads out of the folder.
    const std::string about = std::string(entry.name) + ".si";
    const FileName parsed = parse_file_name(about);
    if (parsed.kind != NameKind::segment || parsed.segment != entry.name) {
      throw BadIndex(file.shown + ": the segment name '" + printable(entry.name) + "' is none");
    }
    if (!names.insert(entry.name).second) {
      throw BadIndex(file.shown + ": names the segment '" + printable(entry.name) + "' twice");
    }
    IndexSegment& segment = index.segments.emplace_back();
    segment.name = entry.name;
    segment.base = base;
    segment.deletions = entry.deletions;
    SegmentReader(*index.folder, entry, only, segment).read();
    base += segment.documents;
  }
  (void)valid(commit.finish(), file.shown);
  return index;
}

}  // namespace touchstone::tools
