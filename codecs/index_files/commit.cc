// The parts of a commit, in the order of the file.
#include "codecs/index_files/commit.h"

namespace touchstone::index_files {
namespace {

LuceneVersion read_version(internal::BodyReader& in) {
  LuceneVersion version;
  version.major = in.size();
  version.minor = in.size();
  version.bugfix = in.size();
  return version;
}

// A big-endian int that counts something.
std::uint32_t read_count(internal::BodyReader& in) {
  const std::int32_t count = in.big_endian_i32();
  in.require(count >= 0);
  return in.ok() ? static_cast<std::uint32_t>(count) : 0;
}

std::int64_t read_generation(internal::BodyReader& in) {
  const std::int64_t generation = in.big_endian_i64();
  in.require(generation >= -1);
  return generation;
}

constexpr std::int32_t kWithOverlays = 11;

// Calls `each(number)` for every updated field; gives how many there are.
template <typename Each>
std::uint32_t read_updates(internal::BodyReader& in, Each each) {
  const std::uint32_t count = read_count(in);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    each(read_count(in));
    (void)in.pass_texts();
  }
  return count;
}

template <typename Each>
std::uint32_t read_overlays(internal::BodyReader& in, Each each) {
  const std::uint32_t count = read_count(in);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    each(read_count(in));
    (void)read_generation(in);
    const std::uint32_t generations = read_count(in);
    (void)in.take(std::size_t{generations} * sizeof(std::int64_t));
  }
  return count;
}

}  // namespace

bool SegmentCommit::updates_field(std::uint32_t number) const {
  bool found = false;
  const auto look = [&](std::uint32_t updated) { found = found || updated == number; };
  internal::BodyReader in(updates);
  (void)read_updates(in, look);
  if (!in.rest().empty()) (void)read_overlays(in, look);
  return found;
}

void SegmentCommit::copy_updated_fields(std::span<std::uint32_t> out) const {
  std::size_t done = 0;
  const auto put = [&](std::uint32_t updated) { out[done++] = updated; };
  internal::BodyReader in(updates);
  (void)read_updates(in, put);
  if (!in.rest().empty()) (void)read_overlays(in, put);
}

Expected<Commit> Commit::open(std::span<const std::uint8_t> body, std::int32_t version) {
  if (version < kCommitHeader.oldest) return std::unexpected(Error::version_too_old);
  if (version > kCommitHeader.newest) return std::unexpected(Error::version_too_new);
  Commit commit(body, version);
  internal::BodyReader& in = commit.in_;
  CommitInfo& info = commit.info_;
  info.written_by = read_version(in);
  info.created_by_major = in.size();
  info.version = in.big_endian_i64();
  info.counter = in.vlong();
  info.segments = read_count(in);
  if (info.segments > 0) info.oldest_segment = read_version(in);
  if (!in.ok()) return std::unexpected(in.result().error());
  commit.left_ = info.segments;
  return commit;
}

Expected<SegmentCommit> Commit::next() {
  SegmentCommit segment;
  segment.name = in_.text();
  segment.id = in_.take(kIdBytes);
  segment.codec = in_.text();
  segment.deletions_generation = read_generation(in_);
  segment.deletions = read_count(in_);
  segment.field_infos_generation = read_generation(in_);
  segment.doc_values_generation = read_generation(in_);
  segment.soft_deletions = read_count(in_);
  const std::uint8_t has_id = in_.u8();
  in_.require(has_id <= 1);
  if (has_id == 1) segment.commit_id = in_.take(kIdBytes);
  segment.field_infos_files = in_.pass_texts();
  const std::size_t updates_at = in_.position();
  const auto pass = [](std::uint32_t) {};
  segment.updated_fields = read_updates(in_, pass);
  if (version_ >= kWithOverlays) segment.overlaid_fields = read_overlays(in_, pass);
  segment.updates = in_.between(updates_at, in_.position());
  if (!in_.ok()) return std::unexpected(in_.result().error());
  left_ -= 1;
  return segment;
}

Expected<std::uint32_t> Commit::finish() {
  const std::uint32_t pairs = in_.pass_texts(2);
  if (const auto end = in_.at_end(); !end) return std::unexpected(end.error());
  return pairs;
}

}  // namespace touchstone::index_files
