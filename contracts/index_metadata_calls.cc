// The codec's side: every field it gives, in the order in which the reference's is told.
#include "contracts/index_metadata_calls.h"

#include "codecs/index_files/commit.h"
#include "codecs/index_files/doc_values_metadata.h"
#include "codecs/index_files/field_infos.h"
#include "codecs/index_files/segment_info.h"

namespace touchstone::contracts {
namespace {

using namespace index_files;
using Bytes = std::span<const std::uint8_t>;

// Where a view is in the body, and its length: a view of the right bytes elsewhere would be wrong.
void add_view(Told& told, Bytes body, const void* at, std::size_t size) {
  told.add(size == 0
               ? std::uint64_t{0}
               : static_cast<std::uint64_t>(static_cast<const std::uint8_t*>(at) - body.data()));
  told.add(std::uint64_t{size});
}
void add(Told& told, Bytes body, std::string_view text) {
  add_view(told, body, text.data(), text.size());
}
void add(Told& told, Bytes body, Bytes id) { add_view(told, body, id.data(), id.size()); }

void add(Told& told, const LuceneVersion& version) {
  told.add(version.major);
  told.add(version.minor);
  told.add(version.bugfix);
}

template <typename T>
bool passed(const Expected<T>& result, Told& told) {
  if (!result) told.fault = result.error();
  return result.has_value();
}

void tell_field(Bytes body, const FieldInfo& field, Told& told) {
  add(told, body, field.name);
  told.add(field.number);
  told.add(std::uint32_t{field.bits});
  told.add(static_cast<std::uint32_t>(field.index_options));
  told.add(static_cast<std::uint32_t>(field.doc_values));
  told.add(field.has_skip_index);
  told.add(field.doc_values_generation);
  told.add(field.attributes);
  add(told, body, field.doc_values_format);
  add(told, body, field.doc_values_suffix);
  told.add(field.point_dimensions);
  told.add(field.point_index_dimensions);
  told.add(field.point_bytes);
  told.add(field.vector_dimensions);
  told.add(std::uint32_t{field.vector_encoding});
  told.add(std::uint32_t{field.vector_similarity});
}

void tell_field_infos(const IndexMetadataCase& c, Bytes body, Told& told) {
  auto fields = FieldInfos::open(body, c.version);
  if (!passed(fields, told)) return;
  while (fields->left() > 0) {
    const auto field = fields->next();
    if (!passed(field, told)) return;
    tell_field(body, *field, told);
  }
  (void)passed(fields->finish(), told);
}

void tell_segment(Bytes body, const SegmentCommit& segment, Told& told) {
  add(told, body, segment.name);
  add(told, body, segment.id);
  add(told, body, segment.codec);
  told.add(segment.deletions_generation);
  told.add(segment.deletions);
  told.add(segment.field_infos_generation);
  told.add(segment.doc_values_generation);
  told.add(segment.soft_deletions);
  add(told, body, segment.commit_id);
  told.add(segment.field_infos_files);
  told.add(segment.updated_fields);
  told.add(segment.overlaid_fields);
  for (std::uint32_t number = 0; number < kNumbersAsked; ++number) {
    if (segment.updates_field(number)) told.add(number);
  }
}

void tell_commit(const IndexMetadataCase& c, Bytes body, Told& told) {
  auto commit = Commit::open(body, c.version);
  if (!passed(commit, told)) return;
  const CommitInfo& info = commit->info();
  add(told, info.written_by);
  told.add(info.created_by_major);
  told.add(info.version);
  told.add(info.counter);
  told.add(info.segments);
  add(told, info.oldest_segment);
  while (commit->left() > 0) {
    const auto segment = commit->next();
    if (!passed(segment, told)) return;
    tell_segment(body, *segment, told);
  }
  const auto user_data = commit->finish();
  if (passed(user_data, told)) told.add(*user_data);
}

void tell_segment_info(Bytes body, Told& told) {
  const auto info = read_segment_info(body);
  if (!passed(info, told)) return;
  add(told, info->version);
  told.add(info->has_oldest);
  add(told, info->oldest);
  told.add(info->documents);
  told.add(info->is_compound);
  told.add(info->has_blocks);
  told.add(info->diagnostics);
  told.add(info->files);
  told.add(info->attributes);
  told.add(info->sort_fields);
}

void tell_skip_index(const SkipIndexEntry& skip, Told& told) {
  told.add(skip.offset);
  told.add(skip.length);
  told.add(skip.largest);
  told.add(skip.smallest);
  told.add(skip.documents);
  told.add(skip.last_document);
  told.add(skip.most_values);
}

void tell_entry(const numeric::NumericEntry& entry, Told& told) {
  told.add(entry.documents.offset);
  told.add(entry.documents.length);
  told.add(std::int32_t{entry.documents.jump_table_entries});
  told.add(std::int32_t{entry.documents.dense_rank_power});
  told.add(entry.values);
  told.add(entry.table_size);
  told.add(entry.block_shift);
  for (std::uint32_t i = 0; i < entry.table_size; ++i) told.add(entry.table[i]);
  told.add(std::uint32_t{entry.bits_per_value});
  told.add(entry.minimum);
  told.add(entry.factor);
  told.add(entry.offset);
  told.add(entry.length);
  told.add(entry.jump_table_offset);
}

void tell_record(const RecordStart& start, const Record& record, Told& told) {
  told.add(start.field);
  told.add(static_cast<std::uint32_t>(start.type));
  told.add(record.skip_index.has_value());
  if (record.skip_index) tell_skip_index(*record.skip_index, told);
  if (start.type != RecordType::numeric && start.type != RecordType::sorted_numeric) return;
  tell_entry(record.entry.numeric, told);
  told.add(record.entry.documents);
  told.add(record.entry.addresses.offset);
  told.add(record.entry.addresses.shift);
  told.add(record.entry.addresses.blocks_at);
  told.add(record.entry.addresses.blocks_bytes);
  told.add(record.entry.addresses.length);
}

void tell_doc_values(const IndexMetadataCase& c, Bytes body, Told& told) {
  io::MemoryInput in(body);
  auto records = DocValuesMetadata::open(in, c.version);
  if (!passed(records, told)) return;
  Record record;
  for (;;) {
    const auto start = records->next();
    if (!passed(start, told)) return;
    if (!start->has_value()) break;
    const auto read = records->read_record(has_skip_index(c, (*start)->field), record);
    if (!passed(read, told)) return;
    tell_record(**start, record, told);
  }
  (void)passed(records->finish(), told);
}

}  // namespace

void told_by_codec(const IndexMetadataCase& c, Bytes body, Told& told) {
  switch (c.kind) {
    case MetadataKind::field_infos:
      return tell_field_infos(c, body, told);
    case MetadataKind::commit:
      return tell_commit(c, body, told);
    case MetadataKind::segment_info:
      return tell_segment_info(body, told);
    case MetadataKind::doc_values:
      return tell_doc_values(c, body, told);
  }
}

}  // namespace touchstone::contracts
