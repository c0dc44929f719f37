// Walking the metadata of a segment's doc values: a `.dvm` file, one field after the other, so that
// the numeric ones are found among all others.
//
// Format (Apache Lucene 9.0..10.6, Lucene90DocValuesFormat versions 0 to 3), between index header
// "Lucene90DocValuesMetadata" and footer, little-endian. Records, then i32 -1. A record: i32 number
// of the field, u8 type, the skip index if the field has one, and what its type asks for:
//
//   skip index       i64 offset, i64 length, i64 largest value, i64 smallest, i32 documents, i32
//                    last document, from version 2 on i32 most values of a document
//   0 numeric        numeric entry (numeric_entry.h)
//   1 binary         i64 offset, i64 length, doc set as in fields 1 to 4 of a numeric entry, i32
//                    documents, i32 shortest, i32 longest; if longest > shortest: addresses
//   2 sorted         numeric entry of the ordinals, terms
//   3 sorted-set     u8 0 and as sorted, or u8 1, entry of the ordinals as in 4, terms
//   4 sorted-numeric numeric entry, i32 documents; if these are not the number of values: addresses
//   addresses        i64 offset, vInt s, M(documents + 1, s), i64 length
//   terms            vLong size, i32 s, M(ceil(size / 64), s), i32 longest term, i32 longest block,
//                    4 x i64, i32 t, M(1 + ceil(size / 2^t), s), 4 x i64
//
// M(n, s) is 21 bytes for each of the ceil(n / 2^s) blocks of n addresses. No record says how long
// it is, so that one that is not understood hides all behind it. Whether a field has a skip index
// stands in the `.fnm` (field_infos.h) and nowhere here.
//
// Nothing here throws, allocates or locks. Cost: that of the bytes; counts are never believed.
#pragma once

#include <cstdint>
#include <optional>

#include "codecs/error.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/index_files/field_infos.h"
#include "codecs/io/memory_input.h"
#include "codecs/numeric/numeric_entry.h"

namespace touchstone::index_files {

inline constexpr ExpectedHeader kDocValuesMetadataHeader{
    .codec = "Lucene90DocValuesMetadata", .oldest = 0, .newest = 3};

enum class RecordType : std::uint8_t {
  numeric,
  binary,
  sorted,
  sorted_set,
  sorted_numeric,
};

/// Whether a field of that kind of doc values has records of that type.
constexpr bool agree(DocValuesKind kind, RecordType type) {
  switch (type) {
    case RecordType::numeric:
      return kind == DocValuesKind::numeric;
    case RecordType::binary:
      return kind == DocValuesKind::binary;
    case RecordType::sorted:
      return kind == DocValuesKind::sorted;
    case RecordType::sorted_set:
      return kind == DocValuesKind::sorted_set;
    case RecordType::sorted_numeric:
      return kind == DocValuesKind::sorted_numeric;
  }
  return false;
}

/// What a record starts with.
struct RecordStart {
  std::uint32_t field = 0;
  RecordType type = RecordType::numeric;
};

/// Where the skip index of a field is, and what it says of all documents together.
struct SkipIndexEntry {
  std::uint64_t offset = 0;  ///< in the `.dvs`; up to version 0 in the `.dvd`
  std::uint64_t length = 0;
  std::int64_t largest = 0;
  std::int64_t smallest = 0;
  std::uint32_t documents = 0;
  std::int32_t last_document = -1;
  std::uint32_t most_values = 0;  ///< of a document; 0 before version 2, which does not know it
};

/// What a record goes on with.
struct Record {
  std::optional<SkipIndexEntry> skip_index;
  /// The entry of numeric and sorted-numeric fields. For numeric fields, whose documents have one
  /// value each, `documents` and `addresses` are 0. For other types of no meaning.
  numeric::SortedNumericEntry entry;
};

/// Reads a body record by record:
///
///     io::MemoryInput body(...);
///     auto records = DocValuesMetadata::open(body, version);
///     for (;;) {
///       auto start = records->next();
///       if (!start || !*start) break;          // an error, or the end
///       auto read = records->read_record(has_skip_index, record);
///     }
///     auto done = records->finish();
///
/// Errors: end_of_input; malformed_vint; those of numeric_entry.h; malformed_metadata for
///   - a number of a field below -1, a type above 4, a mark of several values other than 0 and 1,
///   - a negative offset, length, count or size (a last document may be -1),
///   - a set of documents that numeric_entry.h would refuse,
///   - a shift s of addresses outside 2..22, a shift t of terms outside 0..30.
/// The first fault from the left is the error; the parts of a set of documents, and both lengths of
/// a binary field, are looked at together. A field that comes twice is not found out.
class DocValuesMetadata {
 public:
  /// `body` is what lies between header and footer; it must outlive this object. A version that is
  /// not in kDocValuesMetadataHeader: version_too_old, version_too_new.
  static Expected<DocValuesMetadata> open(io::MemoryInput& body, std::int32_t version);

  /// The start of the next record, or nothing at the end. Precondition: the record before was read.
  Expected<std::optional<RecordStart>> next();

  /// The rest of the record whose start was read last. After an error `record` is unspecified.
  Expected<void> read_record(bool has_skip_index, Record& record);

  /// Whether the body ends here. Precondition: next() has given nothing. More bytes:
  /// footer_not_reached.
  Expected<void> finish() const;

 private:
  DocValuesMetadata(io::MemoryInput& in, std::int32_t version) : in_(&in), version_(version) {}

  io::MemoryInput* in_;
  std::int32_t version_;
  RecordType type_ = RecordType::numeric;
};

}  // namespace touchstone::index_files
