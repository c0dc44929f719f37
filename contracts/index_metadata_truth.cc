// The reference's side: what it has read into lists, told in the codec's order.
#include <algorithm>

#include "contracts/index_metadata_calls.h"
#include "reference/index_files.h"

namespace touchstone::contracts {
namespace {

using namespace reference::index_files;

void add(Told& told, const Stretch& stretch) {
  told.add(stretch.length == 0 ? 0 : stretch.at);
  told.add(stretch.length);
}

void add(Told& told, const Version& version) {
  for (const std::uint32_t part : version) told.add(part);
}

template <typename List>
void add_count(Told& told, const List& list) {
  told.add(std::uint64_t{list.size()});
}

void tell(const Field& field, Bytes body, Told& told) {
  add(told, field.name);
  told.add(field.number);
  told.add(std::uint32_t{field.bits});
  told.add(std::uint32_t{field.index_options});
  told.add(std::uint32_t{field.doc_values});
  told.add(std::uint32_t{field.skip_index});
  told.add(field.generation);
  add_count(told, field.attributes);
  add(told, field.attribute(body, "PerFieldDocValuesFormat.format"));
  add(told, field.attribute(body, "PerFieldDocValuesFormat.suffix"));
  told.add(field.point_dimensions);
  told.add(field.point_index_dimensions);
  told.add(field.point_bytes);
  told.add(field.vector_dimensions);
  told.add(std::uint32_t{field.vector_encoding});
  told.add(std::uint32_t{field.vector_similarity});
}

void tell(const Segment& segment, Told& told) {
  add(told, segment.name);
  add(told, segment.id);
  add(told, segment.codec);
  told.add(segment.deletions_generation);
  told.add(segment.deletions);
  told.add(segment.field_infos_generation);
  told.add(segment.doc_values_generation);
  told.add(segment.soft_deletions);
  add(told, segment.commit_id.value_or(Stretch{}));
  add_count(told, segment.field_infos_files);
  add_count(told, segment.updates);
  add_count(told, segment.overlays);
  for (std::int32_t number = 0; number < static_cast<std::int32_t>(kNumbersAsked); ++number) {
    const bool updated =
        std::ranges::any_of(segment.updates, [&](const auto& u) { return u.first == number; });
    const bool overlaid =
        std::ranges::any_of(segment.overlays, [&](const auto& o) { return o.field == number; });
    if (updated || overlaid) told.add(number);
  }
}

void tell(const CommitFile& commit, bool is_whole, Told& told) {
  if (!commit.has_head) return;
  add(told, commit.written_by);
  told.add(commit.created_by_major);
  told.add(commit.version);
  told.add(commit.counter);
  told.add(commit.count);
  add(told, commit.oldest);
  for (const Segment& segment : commit.segments) tell(segment, told);
  if (is_whole) add_count(told, commit.user_data);
}

void tell(const SegmentFile& segment, Told& told) {
  add(told, segment.version);
  told.add(segment.oldest.has_value());
  add(told, segment.oldest.value_or(Version{}));
  told.add(segment.documents);
  told.add(segment.is_compound);
  told.add(segment.has_blocks);
  add_count(told, segment.diagnostics);
  add_count(told, segment.files);
  add_count(told, segment.attributes);
  told.add(segment.sort_fields);
}

void tell(const SkipIndex& skip, Told& told) {
  told.add(skip.offset);
  told.add(skip.length);
  told.add(skip.largest);
  told.add(skip.smallest);
  told.add(skip.documents);
  told.add(skip.last_document);
  told.add(skip.most_values);
}

void tell(const Entry& entry, Told& told) {
  const bool blocks = entry.table_size < -1;
  told.add(entry.documents.offset);
  told.add(entry.documents.length);
  told.add(std::int32_t{entry.documents.jump_table_entries});
  told.add(std::int32_t{entry.documents.rank_power});
  told.add(entry.values);
  add_count(told, entry.table);
  told.add(blocks ? -2 - entry.table_size : -1);
  for (const std::int64_t value : entry.table) told.add(value);
  told.add(blocks ? std::uint32_t{0} : static_cast<std::uint32_t>(entry.bits));
  told.add(entry.minimum);
  told.add(entry.factor);
  told.add(entry.offset);
  told.add(entry.length);
  told.add(entry.jump_table);
}

void tell(const Record& record, Told& told) {
  told.add(record.field);
  told.add(std::uint32_t{record.type});
  told.add(record.skip_index.has_value());
  if (record.skip_index) tell(*record.skip_index, told);
  if (record.type != 0 && record.type != 4) return;
  tell(record.entry, told);
  told.add(record.documents);
  const Addresses addresses = record.addresses.value_or(Addresses{});
  told.add(addresses.offset);
  told.add(addresses.shift);
  told.add(addresses.blocks.at);
  told.add(addresses.blocks.length);
  told.add(addresses.length);
}

void tell_doc_values(const IndexMetadataCase& c, Bytes body, Told& told) {
  const auto records = read_doc_values_metadata(
      body, c.version, [&c](std::uint32_t field) { return has_skip_index(c, field); });
  for (const Record& record : records.what) {
    if (record.is_whole) tell(record, told);
  }
  told.fault = records.fault;
}

}  // namespace

void told_by_reference(const IndexMetadataCase& c, Bytes body, Told& told) {
  switch (c.kind) {
    case MetadataKind::field_infos: {
      const auto fields = read_field_infos(body, c.version);
      for (const Field& field : fields.what) tell(field, body, told);
      told.fault = fields.fault;
      return;
    }
    case MetadataKind::commit: {
      const auto commit = read_commit(body, c.version);
      tell(commit.what, !commit.fault, told);
      told.fault = commit.fault;
      return;
    }
    case MetadataKind::segment_info: {
      const auto segment = read_segment_info(body);
      if (!segment.fault) tell(segment.what, told);
      told.fault = segment.fault;
      return;
    }
    case MetadataKind::doc_values:
      return tell_doc_values(c, body, told);
  }
}

}  // namespace touchstone::contracts
