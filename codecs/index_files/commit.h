// A commit: the list of an index's segments, a `segments_N` file, one segment after the other.
//
// Format (Apache Lucene 9.0..10.6, SegmentInfos versions 10 and, from 10.6 on, 11), between index
// header "segments" (suffix: N in base 36) and footer. Fixed-width integers here are big-endian,
// other than in most files:
//
//   3 x vInt   version of Lucene
//   vInt       major version that made the index
//   i64        version of the commit
//   vLong      counter of segment names
//   i32        segments; if there are any, 3 x vInt: the oldest version of them. For each:
//     string   name
//     16 bytes id
//     string   codec
//     i64, i32 generation of deletions (-1: none), deletions
//     i64, i64 generation of field infos, of doc values
//     i32      soft deletions
//     u8       1 and 16 bytes: id of this state of the segment; or 0
//     vInt n   and n strings: files of field infos
//     i32 n    and n times i32 number, vInt m, m strings: fields whose values were updated
//     i32 n    (version 11) and n times i32 number, i64 generation, i32 m, m x i64 generations:
//              fields with updates of single documents, laid over older values
//   vInt n     and n pairs of strings: what the user had to say
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

inline constexpr ExpectedHeader kCommitHeader{.codec = "segments", .oldest = 10, .newest = 11};

/// A release: 9.12.3.
struct LuceneVersion {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t bugfix = 0;

  friend bool operator==(const LuceneVersion&, const LuceneVersion&) = default;
};

/// What a commit says of all its segments together.
struct CommitInfo {
  LuceneVersion written_by;
  std::uint32_t created_by_major = 0;
  std::int64_t version = 0;
  std::int64_t counter = 0;
  std::uint32_t segments = 0;
  LuceneVersion oldest_segment;  ///< zero where there is none
};

/// One segment. The views are into the bytes of the body.
struct SegmentCommit {
  std::string_view name;
  std::span<const std::uint8_t> id;  ///< 16 bytes: those in the headers of its files
  std::string_view codec;
  std::int64_t deletions_generation = -1;
  std::uint32_t deletions = 0;
  std::int64_t field_infos_generation = -1;  ///< other than -1: the `.fnm` is a later one
  std::int64_t doc_values_generation = -1;
  std::uint32_t soft_deletions = 0;
  std::span<const std::uint8_t> commit_id;  ///< 16 bytes or none
  std::uint32_t field_infos_files = 0;
  std::uint32_t updated_fields = 0;
  std::uint32_t overlaid_fields = 0;
  std::span<const std::uint8_t> updates;  ///< what the file says of both

  /// Whether the field of that number has other doc values than those it was written with.
  bool updates_field(std::uint32_t number) const;

  /// The numbers of all such fields, in the order of the file, some perhaps twice. Precondition:
  /// `out` has updated_fields + overlaid_fields elements.
  void copy_updated_fields(std::span<std::uint32_t> out) const;
};

/// Reads a body segment by segment:
///
///     auto commit = Commit::open(body, version);
///     while (commit->left() > 0) { auto segment = commit->next(); ... }
///     auto user_data = commit->finish();
///
/// Errors: end_of_input; malformed_vint; negative_length; malformed_metadata for a count or number
/// that is negative, a generation below -1, a mark of an id other than 0 and 1. The first fault
/// from the left is the error.
class Commit {
 public:
  /// Reads what comes before the segments. A version that is not in kCommitHeader: version_too_old,
  /// version_too_new.
  static Expected<Commit> open(std::span<const std::uint8_t> body, std::int32_t version);

  const CommitInfo& info() const { return info_; }
  /// Segments that are still to be read, by what the file says.
  std::uint32_t left() const { return left_; }

  /// The next segment. Precondition: there is one, and there was no error.
  Expected<SegmentCommit> next();

  /// Passes the user's data and gives the number of its pairs. Precondition: no segment is left.
  /// Error also: footer_not_reached for more bytes than that.
  Expected<std::uint32_t> finish();

 private:
  Commit(std::span<const std::uint8_t> body, std::int32_t version) : in_(body), version_(version) {}

  internal::BodyReader in_;
  std::int32_t version_;
  CommitInfo info_;
  std::uint32_t left_ = 0;
};

}  // namespace touchstone::index_files
