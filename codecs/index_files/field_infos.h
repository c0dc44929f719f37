// The field names of a segment: a `.fnm` file, one field after the other.
//
// Format (Apache Lucene 9.4..10.6, Lucene94FieldInfosFormat versions 0 to 2), between index header
// "Lucene94FieldInfos" and footer, little-endian. A vInt with the number of fields, and for each:
//
//   string name, vInt number,
//   u8 bits: 1 term vectors, 2 norms omitted, 4 payloads, 8 soft deletes, from version 1 on 16
//   parent, from version 2 on 32 (what it says stands in the skip index below),
//   u8 index options, u8 doc values, from version 2 on u8 skip index,
//   i64 doc-values generation (-1: never updated),
//   vInt n, n pairs of strings: attributes,
//   vInt dimensions of points and, unless 0, vInt dimensions of their index, vInt bytes of each,
//   vInt vector dimensions, u8 vector encoding, u8 vector similarity
//
// Nothing here throws, allocates or locks. Cost: one pass over the bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codecs/error.h"
#include "codecs/index_files/body_reader.h"
#include "codecs/index_files/codec_header.h"

namespace touchstone::index_files {

inline constexpr ExpectedHeader kFieldInfosHeader{
    .codec = "Lucene94FieldInfos", .oldest = 0, .newest = 2};

enum class IndexOptions : std::uint8_t {
  none,
  documents,
  frequencies,
  positions,
  offsets,
};

/// What kind of values a document has. Not the codes of a `.dvm` (RecordType).
enum class DocValuesKind : std::uint8_t {
  none,
  numeric,
  binary,
  sorted,
  sorted_set,
  sorted_numeric,
};

/// One field. The views are into the bytes of the body.
struct FieldInfo {
  std::string_view name;
  std::uint32_t number = 0;
  std::uint8_t bits = 0;
  IndexOptions index_options = IndexOptions::none;
  DocValuesKind doc_values = DocValuesKind::none;
  bool has_skip_index = false;
  std::int64_t doc_values_generation = -1;
  std::uint32_t attributes = 0;
  /// Which files hold its doc values, `_SEGMENT_FORMAT_SUFFIX.dvd`; empty where nothing says so.
  std::string_view doc_values_format;
  std::string_view doc_values_suffix;
  std::uint32_t point_dimensions = 0;
  std::uint32_t point_index_dimensions = 0;
  std::uint32_t point_bytes = 0;
  std::uint32_t vector_dimensions = 0;
  std::uint8_t vector_encoding = 0;
  std::uint8_t vector_similarity = 0;

  static constexpr std::uint8_t kTermVectors = 1;
  static constexpr std::uint8_t kNormsOmitted = 2;
  static constexpr std::uint8_t kPayloads = 4;
  static constexpr std::uint8_t kSoftDeletes = 8;
  static constexpr std::uint8_t kParent = 16;
};

/// Reads a body field by field:
///
///     auto fields = FieldInfos::open(body, version);
///     while (fields->left() > 0) { auto field = fields->next(); ... }
///     auto done = fields->finish();
///
/// Errors: end_of_input; malformed_vint; negative_length for a string of 2^31 bytes or more;
/// malformed_metadata for
///   - a count, number or dimension of 2^31 or more,
///   - bits that the version does not know, index options above 4, doc values above 5, a skip index
///     above 1, a vector encoding above 1, a similarity above 3,
///   - a skip index of a field without doc values or with binary ones,
///   - a generation below -1, or one of a field without doc values,
///   - points of more than 16 dimensions, of no or of more than 8 in the index or more than there
///     are, of no or of more than 16 bytes each.
/// The first fault from the left is the error. Two fields of the same name or number are not found
/// out: that would take memory.
class FieldInfos {
 public:
  /// Reads the number of fields. A version that is not in kFieldInfosHeader: version_too_old,
  /// version_too_new.
  static Expected<FieldInfos> open(std::span<const std::uint8_t> body, std::int32_t version);

  /// Fields that are still to be read, by what the file says.
  std::uint32_t left() const { return left_; }

  /// The next field. Precondition: there is one, and there was no error.
  Expected<FieldInfo> next();

  /// Whether the body ends here. Precondition: no field is left. More bytes: footer_not_reached.
  Expected<void> finish() { return in_.at_end(); }

 private:
  FieldInfos(internal::BodyReader in, std::int32_t version, std::uint32_t count)
      : in_(in), version_(version), left_(count) {}

  void read_attributes(FieldInfo& field);
  void read_points(FieldInfo& field);
  void read_vectors(FieldInfo& field);

  internal::BodyReader in_;
  std::int32_t version_;
  std::uint32_t left_;
};

}  // namespace touchstone::index_files
