// Which classes a Case belongs to, by what the reference makes of it.
#include "contracts/index_metadata_reach.h"

#include <algorithm>

#include "codecs/error.h"
#include "reference/index_files.h"

namespace touchstone::contracts {
namespace {

using namespace reference::index_files;
using Reach = MetadataReach;
using Marks = kit::Marks<Reach>;

Reach offset(Reach base, std::size_t by) {
  return static_cast<Reach>(static_cast<std::size_t>(base) + by);
}

void survey_field_infos(const IndexMetadataCase& c, Bytes body, Marks& m) {
  const auto fields = read_field_infos(body, c.version);
  if (!fields.fault) {
    m.mark(Reach::field_infos_good);
    m.mark_if(fields.what.empty(), Reach::field_infos_none);
    m.mark(offset(Reach::field_infos_version_0, static_cast<std::size_t>(c.version)));
  }
  for (const Field& field : fields.what) {
    m.mark_if(field.skip_index != 0, Reach::field_skip_index);
    m.mark_if(field.attribute(body, "PerFieldDocValuesFormat.format").length != 0,
              Reach::field_format);
    m.mark_if(field.point_dimensions > 0, Reach::field_points);
    m.mark_if(field.vector_dimensions > 0, Reach::field_vectors);
    m.mark_if(field.generation != -1, Reach::field_updated);
  }
}

void survey_commit(const IndexMetadataCase& c, Bytes body, Marks& m) {
  const auto commit = read_commit(body, c.version);
  if (!commit.fault) {
    m.mark(Reach::commit_good);
    m.mark_if(commit.what.segments.empty(), Reach::commit_empty);
    m.mark_if(commit.what.segments.size() > 1, Reach::commit_several);
    m.mark_if(!commit.what.user_data.empty(), Reach::commit_user_data);
  }
  for (const Segment& segment : commit.what.segments) {
    m.mark(segment.commit_id ? Reach::commit_with_id : Reach::commit_without_id);
    m.mark_if(!segment.updates.empty(), Reach::commit_updates);
    m.mark_if(!segment.overlays.empty(), Reach::commit_overlays);
  }
}

void survey_segment(Bytes body, Marks& m) {
  const auto segment = read_segment_info(body);
  if (segment.fault) return;
  m.mark(Reach::segment_good);
  m.mark_if(segment.what.is_compound, Reach::segment_compound);
  m.mark_if(!segment.what.oldest, Reach::segment_without_oldest);
  m.mark_if(segment.what.version[0] == 9 && segment.what.version[1] < 9, Reach::segment_of_old);
  m.mark_if(segment.what.has_blocks, Reach::segment_blocks);
  m.mark_if(segment.what.sort_fields > 0, Reach::segment_sorted);
}

void survey_record(const Record& record, Marks& m) {
  m.mark_if(record.skip_index.has_value(), Reach::record_skip_index);
  const bool has_addresses = record.addresses.has_value();
  switch (record.type) {
    case 0:
      m.mark(Reach::record_numeric);
      break;
    case 1:
      m.mark(has_addresses ? Reach::record_binary_addresses : Reach::record_binary);
      break;
    case 2:
      m.mark(Reach::record_sorted);
      break;
    case 3:
      m.mark(record.several != 0 ? Reach::record_set_several : Reach::record_set_single);
      break;
    default:
      m.mark(has_addresses ? Reach::record_several : Reach::record_single);
  }
  if (record.type != 0 && record.type != 4) return;
  m.mark_if(!record.entry.table.empty(), Reach::record_table);
  m.mark_if(record.entry.table_size < -1, Reach::record_blocks);
  m.mark_if(record.entry.documents.offset >= 0, Reach::record_sparse);
}

void survey_values(const IndexMetadataCase& c, Bytes body, Marks& m) {
  const auto records = read_doc_values_metadata(
      body, c.version, [&c](std::uint32_t field) { return has_skip_index(c, field); });
  if (!records.fault) {
    m.mark(Reach::values_good);
    m.mark_if(records.what.empty(), Reach::values_none);
    m.mark(offset(Reach::values_version_0, static_cast<std::size_t>(c.version)));
  }
  for (const Record& record : records.what) {
    if (record.is_whole) survey_record(record, m);
  }
}

void survey_fault(const IndexMetadataCase& c, const kit::Result& truth, Marks& m) {
  const auto is = [&truth](Error error) { return truth.status() == name_of(error); };
  const auto kind = static_cast<std::size_t>(c.kind);
  m.mark_if(is(Error::malformed_metadata), offset(Reach::malformed_field_infos, kind));
  m.mark_if(is(Error::end_of_input), offset(Reach::cut_field_infos, kind));
  m.mark_if(is(Error::footer_not_reached), offset(Reach::more_field_infos, kind));
  m.mark_if(is(Error::malformed_vint), Reach::over_long);
  m.mark_if(is(Error::negative_length), Reach::negative_length);
  m.mark_if(is(Error::version_too_old), Reach::version_old);
  m.mark_if(is(Error::version_too_new), Reach::version_new);
  m.mark_if(!truth.is_ok() && truth.produced() > 0, Reach::fault_behind_good);
}

}  // namespace

void survey_index_metadata(const IndexMetadataCase& c, const kit::Result& truth, Marks& m) {
  const auto body = body_of(c);
  switch (c.kind) {
    case MetadataKind::field_infos:
      survey_field_infos(c, body, m);
      break;
    case MetadataKind::commit:
      survey_commit(c, body, m);
      break;
    case MetadataKind::segment_info:
      survey_segment(body, m);
      break;
    case MetadataKind::doc_values:
      survey_values(c, body, m);
      break;
  }
  survey_fault(c, truth, m);
  m.mark_if(c.free, Reach::free_bytes);
}

}  // namespace touchstone::contracts
