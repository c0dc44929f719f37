// What `touchstone values` knows of an index: its segments, and the numeric fields of each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "codecs/index_files/doc_values_metadata.h"
#include "codecs/index_files/field_infos.h"
#include "codecs/numeric/numeric_values.h"
#include "tools/values_files.h"

namespace touchstone::tools {

/// Lucene counts the values of a document in an int.
inline constexpr std::uint64_t kMostValuesOfADocument = 0x7FFF'FFFF;

/// One field of one segment.
struct SegmentField {
  using Values = std::variant<numeric::NumericValues, numeric::SortedNumericValues>;

  std::string name;
  index_files::DocValuesKind kind = index_files::DocValuesKind::none;
  std::string unsupported;  ///< why its values cannot be read here; empty: they can
  std::string shown;        ///< file and field, for messages
  std::string packing;      ///< how its values are packed, in a word
  std::string width;        ///< bits a value
  /// Only of numeric fields that were opened: they are large, and an index may have many fields.
  std::unique_ptr<const Values> values;

  bool is_numeric() const {
    return kind == index_files::DocValuesKind::numeric ||
           kind == index_files::DocValuesKind::sorted_numeric;
  }
};

struct IndexSegment {
  std::string name;
  std::uint64_t base = 0;  ///< documents of the segments before it
  std::uint32_t documents = 0;
  std::uint32_t deletions = 0;
  std::vector<std::unique_ptr<SegmentField>> fields;  ///< those with doc values, in their order
  std::unordered_map<std::string_view, const SegmentField*> by_name;

  const SegmentField* find(std::string_view field) const;
};

/// Everything a latest commit leads to; the values lie in the mapped files.
struct OpenIndex {
  std::unique_ptr<IndexFolder> folder;
  std::string commit;
  std::vector<IndexSegment> segments;
};

/// There is no index in that folder: a wrong command.
struct NoIndex : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Opens the latest commit of an index and every numeric field of it, or only those of one name;
/// the metadata of all others are read too, and the checksum of every file that is looked into.
/// What a field says of its documents agrees then with the segment it is in. Throws BadIndex,
/// NoIndex.
OpenIndex open_index(const std::filesystem::path& folder,
                     std::optional<std::string_view> only = std::nullopt);

}  // namespace touchstone::tools
