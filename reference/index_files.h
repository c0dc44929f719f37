// The simple truth about the files that tell what is in a Lucene index (Apache Lucene 9.0..10.6):
// each is read whole into lists, field by field, in the order of the file.
//
//   segments_N   the commit: which segments there are      SegmentInfos, versions 10 and 11
//   .si          what a segment is made of                 Lucene90SegmentInfo, version 0
//   .fnm         its fields                                Lucene94FieldInfos, versions 0 to 2
//   .dvm         where the doc values of each field are    Lucene90DocValuesMetadata, 0 to 3
//
// All of them between the index header and the footer, which are read elsewhere. Texts are kept as
// where they stand in the body and how long they are. What was read before a fault is kept, and the
// fault beside it: end_of_input, malformed_vint, negative_length (a text of 2^31 bytes and more),
// version_too_old, version_too_new, footer_not_reached (bytes are left), malformed_metadata (all
// else).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "codecs/error.h"

namespace touchstone::reference::index_files {

using Bytes = std::span<const std::uint8_t>;

/// A stretch of the body: a text without its length, an id, or 21-byte blocks.
struct Stretch {
  std::uint64_t at = 0;
  std::uint64_t length = 0;
};

/// What was read, and why not more.
template <typename T>
struct ReadSoFar {
  T what;
  std::optional<Error> fault;
};

using Version = std::array<std::uint32_t, 3>;
using Texts = std::vector<Stretch>;
using Pairs = std::vector<std::pair<Stretch, Stretch>>;

struct Field {
  Stretch name;
  std::uint32_t number = 0;
  std::uint8_t bits = 0;
  std::uint8_t index_options = 0;
  std::uint8_t doc_values = 0;
  std::uint8_t skip_index = 0;
  std::int64_t generation = 0;
  Pairs attributes;
  std::uint32_t point_dimensions = 0;
  std::uint32_t point_index_dimensions = 0;
  std::uint32_t point_bytes = 0;
  std::uint32_t vector_dimensions = 0;
  std::uint8_t vector_encoding = 0;
  std::uint8_t vector_similarity = 0;

  /// The value of the last attribute with that key; of length 0 where there is none.
  Stretch attribute(Bytes body, std::string_view key) const;
};

/// Updates of single documents, laid over the values of an older generation.
struct Overlay {
  std::int32_t field = 0;
  std::int64_t base = 0;
  std::vector<std::int64_t> generations;
};

struct Segment {
  Stretch name;
  Stretch id;
  Stretch codec;
  std::int64_t deletions_generation = 0;
  std::int32_t deletions = 0;
  std::int64_t field_infos_generation = 0;
  std::int64_t doc_values_generation = 0;
  std::int32_t soft_deletions = 0;
  std::optional<Stretch> commit_id;
  Texts field_infos_files;
  std::vector<std::pair<std::int32_t, Texts>> updates;
  std::vector<Overlay> overlays;
};

struct CommitFile {
  bool has_head = false;  ///< everything up to the segments was read
  Version written_by{};
  std::uint32_t created_by_major = 0;
  std::int64_t version = 0;
  std::uint64_t counter = 0;
  std::int32_t count = 0;
  Version oldest{};
  std::vector<Segment> segments;
  Pairs user_data;
};

struct SegmentFile {
  Version version{};
  std::optional<Version> oldest;
  std::int32_t documents = 0;
  bool is_compound = false;
  bool has_blocks = false;
  Pairs diagnostics;
  Texts files;
  Pairs attributes;
  std::uint32_t sort_fields = 0;
};

struct DocSet {
  std::int64_t offset = 0;
  std::int64_t length = 0;
  std::uint16_t jump_table_entries = 0;
  std::int8_t rank_power = 0;
};

struct Entry {
  DocSet documents;
  std::int64_t values = 0;
  std::int32_t table_size = 0;
  std::vector<std::int64_t> table;
  std::int8_t bits = 0;
  std::int64_t minimum = 0;
  std::int64_t factor = 0;
  std::int64_t offset = 0;
  std::int64_t length = 0;
  std::int64_t jump_table = 0;
};

struct Addresses {
  std::int64_t offset = 0;
  std::uint32_t shift = 0;
  Stretch blocks;
  std::int64_t length = 0;
};

struct SkipIndex {
  std::int64_t offset = 0;
  std::int64_t length = 0;
  std::int64_t largest = 0;
  std::int64_t smallest = 0;
  std::int32_t documents = 0;
  std::int32_t last_document = 0;
  std::int32_t most_values = 0;
};

/// One field of a `.dvm`. Types: 0 numeric, 1 binary, 2 sorted, 3 sorted-set, 4 sorted-numeric. The
/// entry is that of the values or, for types 2 and 3, of the ordinals.
struct Record {
  std::int32_t field = 0;
  std::uint8_t type = 0;
  bool is_whole = false;  ///< the record was read to its end
  std::optional<SkipIndex> skip_index;
  std::uint8_t several = 0;  ///< type 3: whether a document may have several
  Entry entry;
  std::int32_t documents = 0;
  std::optional<Addresses> addresses;
};

ReadSoFar<std::vector<Field>> read_field_infos(Bytes body, std::int32_t version);
ReadSoFar<CommitFile> read_commit(Bytes body, std::int32_t version);
ReadSoFar<SegmentFile> read_segment_info(Bytes body);

/// Whether the field of a number has a skip index.
using HasSkipIndex = std::function<bool(std::uint32_t)>;
ReadSoFar<std::vector<Record>> read_doc_values_metadata(Bytes body, std::int32_t version,
                                                        const HasSkipIndex& has_skip_index);

}  // namespace touchstone::reference::index_files
