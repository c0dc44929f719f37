// What a segment is made of: its `.si` file.
//
// Format (Apache Lucene 9.0..10.6, Lucene90SegmentInfoFormat and Lucene99SegmentInfoFormat, both
// version 0), between index header "Lucene90SegmentInfo" and footer, little-endian:
//
//   3 x i32 version of Lucene, u8 1 and 3 x i32 oldest version of what was merged, or u8 0,
//   i32 documents, u8 compound file (1, or -1 for none),
//   in segments of Lucene 9.9 and later u8 blocks of documents (1, or -1 for none),
//   vInt n, n pairs of strings: diagnostics; vInt n, n strings: names of files;
//   vInt n, n pairs of strings: attributes;
//   vInt n, n fields by which the documents are sorted, each laid out as its provider likes
//
// Nothing tells the two formats apart but the version of Lucene. Nothing here throws, allocates or
// locks. Cost: one pass over the bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codecs/error.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/index_files/commit.h"

namespace touchstone::index_files {

inline constexpr ExpectedHeader kSegmentInfoHeader{
    .codec = "Lucene90SegmentInfo", .oldest = 0, .newest = 0};

struct SegmentInfo {
  LuceneVersion version;
  bool has_oldest = false;
  LuceneVersion oldest;  ///< zero unless `has_oldest`
  std::uint32_t documents = 0;
  bool is_compound = false;
  bool has_blocks = false;
  std::uint32_t diagnostics = 0;
  std::uint32_t files = 0;
  std::uint32_t attributes = 0;
  /// Fields by which documents are sorted. Where there are any, what says of them more stays
  /// unread: everything above is known then.
  std::uint32_t sort_fields = 0;
};

/// Reads a body to its end, or to the fields of the sort. Errors: end_of_input; malformed_vint;
/// negative_length; malformed_metadata for a negative count or part of a version, a mark other than
/// those above; footer_not_reached for bytes behind a body without a sort. The first fault from the
/// left is the error.
Expected<SegmentInfo> read_segment_info(std::span<const std::uint8_t> body);

}  // namespace touchstone::index_files
