// The names of fields, commits and segments. Records of doc values: index_files_records.cc.
#include "reference/index_files.h"

#include <algorithm>
#include <string_view>

#include "reference/body_cursor.h"

namespace touchstone::reference::index_files {
namespace {

Texts texts(BodyCursor& in) {
  Texts all;
  const std::uint32_t count = in.natural();
  while (all.size() < count) all.push_back(in.text());
  return all;
}

Pairs pairs(BodyCursor& in) {
  Pairs all;
  const std::uint32_t count = in.natural();
  while (all.size() < count) {
    const Stretch key = in.text();
    all.emplace_back(key, in.text());
  }
  return all;
}

void check_version(std::int32_t version, std::int32_t oldest, std::int32_t newest) {
  if (version < oldest) throw Refused{Error::version_too_old};
  if (version > newest) throw Refused{Error::version_too_new};
}

std::uint8_t byte_up_to(BodyCursor& in, int most) {
  const std::uint8_t byte = in.byte();
  in.must(byte <= most);
  return byte;
}

std::uint32_t natural_between(BodyCursor& in, std::uint32_t least, std::uint32_t most) {
  const std::uint32_t number = in.natural();
  in.must(number >= least && number <= most);
  return number;
}

Field field_of(BodyCursor& in, std::int32_t version) {
  Field field;
  field.name = in.text();
  field.number = in.natural();
  int known = 1 + 2 + 4 + 8;
  if (version >= 1) known += 16;
  if (version >= 2) known += 32;
  field.bits = in.byte();
  in.must((field.bits | known) == known);
  field.index_options = byte_up_to(in, 4);
  field.doc_values = byte_up_to(in, 5);
  if (version == 2) {
    field.skip_index = byte_up_to(in, 1);
    const bool possible = field.doc_values == 1 || field.doc_values >= 3;
    in.must(field.skip_index == 0 || possible);
  }
  field.generation = in.long_little();
  in.must(field.generation >= -1);
  in.must(field.generation == -1 || field.doc_values != 0);
  field.attributes = pairs(in);
  field.point_dimensions = natural_between(in, 0, 16);
  if (field.point_dimensions > 0) {
    field.point_index_dimensions =
        natural_between(in, 1, std::min<std::uint32_t>(8, field.point_dimensions));
    field.point_bytes = natural_between(in, 1, 16);
  }
  field.vector_dimensions = in.natural();
  field.vector_encoding = byte_up_to(in, 1);
  field.vector_similarity = byte_up_to(in, 3);
  return field;
}

std::int32_t count_big(BodyCursor& in) {
  const std::int32_t count = in.int_big();
  in.must(count >= 0);
  return count;
}

std::int64_t generation_big(BodyCursor& in) {
  const std::int64_t generation = in.long_big();
  in.must(generation >= -1);
  return generation;
}

Overlay overlay_of(BodyCursor& in) {
  Overlay overlay;
  overlay.field = count_big(in);
  overlay.base = generation_big(in);
  const std::int32_t count = count_big(in);
  for (std::int32_t i = 0; i < count; ++i) overlay.generations.push_back(in.long_big());
  return overlay;
}

Segment segment_of(BodyCursor& in, std::int32_t version) {
  Segment segment;
  segment.name = in.text();
  segment.id = in.stretch(16);
  segment.codec = in.text();
  segment.deletions_generation = generation_big(in);
  segment.deletions = count_big(in);
  segment.field_infos_generation = generation_big(in);
  segment.doc_values_generation = generation_big(in);
  segment.soft_deletions = count_big(in);
  if (byte_up_to(in, 1) == 1) segment.commit_id = in.stretch(16);
  segment.field_infos_files = texts(in);
  const std::int32_t updated = count_big(in);
  for (std::int32_t i = 0; i < updated; ++i) {
    const std::int32_t number = count_big(in);
    segment.updates.emplace_back(number, texts(in));
  }
  if (version == 11) {
    const std::int32_t overlaid = count_big(in);
    for (std::int32_t i = 0; i < overlaid; ++i) segment.overlays.push_back(overlay_of(in));
  }
  return segment;
}

Version version_in_vints(BodyCursor& in) {
  const std::uint32_t major = in.natural();
  const std::uint32_t minor = in.natural();
  return {major, minor, in.natural()};
}

std::int32_t count_little(BodyCursor& in) {
  const std::int32_t count = in.int_little();
  in.must(count >= 0);
  return count;
}

Version version_in_ints(BodyCursor& in) {
  Version version{};
  for (std::uint32_t& part : version) part = static_cast<std::uint32_t>(count_little(in));
  return version;
}

// A byte that is 1 or `otherwise`.
bool is_one(BodyCursor& in, int otherwise) {
  const std::uint8_t byte = in.byte();
  in.must(byte == 1 || byte == otherwise);
  return byte == 1;
}

}  // namespace

Stretch Field::attribute(Bytes body, std::string_view key) const {
  Stretch found;
  for (const auto& [written, value] : attributes) {
    const Bytes bytes = body.subspan(written.at, written.length);
    if (std::equal(bytes.begin(), bytes.end(), key.begin(), key.end(),
                   [](std::uint8_t a, char b) { return a == static_cast<std::uint8_t>(b); })) {
      found = value;
    }
  }
  return found;
}

ReadSoFar<std::vector<Field>> read_field_infos(Bytes body, std::int32_t version) {
  ReadSoFar<std::vector<Field>> fields;
  return read_all(body, fields, [&](BodyCursor& in) {
    check_version(version, 0, 2);
    const std::uint32_t count = in.natural();
    while (fields.what.size() < count) fields.what.push_back(field_of(in, version));
    in.must_end();
  });
}

ReadSoFar<CommitFile> read_commit(Bytes body, std::int32_t version) {
  ReadSoFar<CommitFile> commit;
  return read_all(body, commit, [&](BodyCursor& in) {
    CommitFile& file = commit.what;
    check_version(version, 10, 11);
    file.written_by = version_in_vints(in);
    file.created_by_major = in.natural();
    file.version = in.long_big();
    file.counter = in.vlong();
    file.count = count_big(in);
    if (file.count != 0) file.oldest = version_in_vints(in);
    file.has_head = true;
    for (std::int32_t i = 0; i < file.count; ++i) file.segments.push_back(segment_of(in, version));
    file.user_data = pairs(in);
    in.must_end();
  });
}

ReadSoFar<SegmentFile> read_segment_info(Bytes body) {
  ReadSoFar<SegmentFile> segment;
  return read_all(body, segment, [&](BodyCursor& in) {
    SegmentFile& file = segment.what;
    file.version = version_in_ints(in);
    if (is_one(in, 0)) file.oldest = version_in_ints(in);
    file.documents = count_little(in);
    file.is_compound = is_one(in, 255);
    if (file.version[0] * std::uint64_t{1000} + std::min(file.version[1], 999U) >= 9009) {
      file.has_blocks = is_one(in, 255);
    }
    file.diagnostics = pairs(in);
    file.files = texts(in);
    file.attributes = pairs(in);
    file.sort_fields = in.natural();
    if (file.sort_fields == 0) in.must_end();
  });
}

}  // namespace touchstone::reference::index_files
