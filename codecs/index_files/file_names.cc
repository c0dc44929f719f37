// One table: extensions, the format of a field where files have one, and codecs.
#include "codecs/index_files/file_names.h"

#include <algorithm>
#include <array>

namespace touchstone::index_files {
namespace {

constexpr std::string_view kCommit = "segments_";
constexpr std::string_view kPending = "pending_segments_";

bool is_base_36(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z');
  });
}

// The suffix and the extension: "" or "_SUFFIX", then ".ext".
FileName split_rest(std::string_view rest) {
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos || dot + 1 == rest.size()) return {};
  FileName name{.kind = NameKind::segment};
  name.extension = rest.substr(dot + 1);
  if (dot > 0) {
    if (rest.front() != '_' || dot == 1) return {};
    name.suffix = rest.substr(1, dot - 1);
  }
  return name;
}

struct Rule {
  std::string_view extension;
  std::string_view format;  ///< of the field, for files that have one; "" otherwise
  CodecPattern codec;
};

constexpr std::array kRules{
    Rule{"si", "", {"Lucene", "SegmentInfo"}},
    Rule{"fnm", "", {"Lucene", "FieldInfos"}},
    Rule{"cfs", "", {"Lucene90CompoundData"}},
    Rule{"cfe", "", {"Lucene90CompoundEntries"}},
    Rule{"fdt", "", {"Lucene90StoredFields", "Data"}},
    Rule{"fdx", "", {"Lucene90FieldsIndexIdx"}},
    Rule{"fdm", "", {"Lucene90FieldsIndexMeta"}},
    Rule{"kdd", "", {"Lucene90PointsFormatData"}},
    Rule{"kdi", "", {"Lucene90PointsFormatIndex"}},
    Rule{"kdm", "", {"Lucene90PointsFormatMeta"}},
    Rule{"dvd", "Lucene90", {"Lucene90DocValuesData"}},
    Rule{"dvm", "Lucene90", {"Lucene90DocValuesMetadata"}},
    Rule{"dvs", "Lucene90", {"Lucene90DocValuesSkipIndex"}},
    Rule{"dvp", "Lucene90", {"Lucene90DocValuesDISI"}},
    Rule{"doc", "Lucene", {"Lucene", "PostingsWriterDoc"}},
    Rule{"psm", "Lucene", {"Lucene", "PostingsWriterMeta"}},
    Rule{"tim", "Lucene", {"BlockTreeTermsDict"}},
    Rule{"tip", "Lucene", {"BlockTreeTermsIndex"}},
    Rule{"tmd", "Lucene", {"BlockTreeTermsMeta"}},
};

// "Lucene90_0", or "1_Lucene90_0" with a generation in front, is of format "Lucene90".
bool is_of_format(std::string_view suffix, std::string_view format) {
  if (format.empty()) return true;
  const std::size_t last = suffix.rfind('_');
  if (last == std::string_view::npos) return false;
  suffix = suffix.substr(0, last);
  const std::size_t before = suffix.rfind('_');
  if (before != std::string_view::npos) suffix.remove_prefix(before + 1);
  // Postings have had many formats, each named after a version.
  return format == "Lucene" ? suffix.starts_with(format) : suffix == format;
}

}  // namespace

FileName parse_file_name(std::string_view name) {
  if (name == "write.lock") return {.kind = NameKind::lock};
  if (name.starts_with(kPending)) return {.kind = NameKind::pending};
  if (name.starts_with(kCommit)) {
    const auto generation = name.substr(kCommit.size());
    if (is_base_36(generation)) return {.kind = NameKind::commit, .suffix = generation};
    return {};
  }
  if (!name.starts_with('_')) return {};
  const std::size_t end = name.find_first_of("_.", 1);
  if (end == std::string_view::npos || !is_base_36(name.substr(1, end - 1))) return {};
  FileName parsed = split_rest(name.substr(end));
  if (parsed.kind == NameKind::segment) parsed.segment = name.substr(0, end);
  return parsed;
}

std::optional<CodecPattern> codec_of(const FileName& name) {
  if (name.kind == NameKind::commit) return CodecPattern{"segments"};
  if (name.kind != NameKind::segment) return std::nullopt;
  const auto* rule = std::ranges::find(kRules, name.extension, &Rule::extension);
  if (rule == kRules.end() || !is_of_format(name.suffix, rule->format)) return std::nullopt;
  return rule->codec;
}

}  // namespace touchstone::index_files
