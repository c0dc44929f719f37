// The parts of a field, in the order of the file.
#include "codecs/index_files/field_infos.h"

namespace touchstone::index_files {
namespace {

constexpr std::string_view kFormat = "PerFieldDocValuesFormat.format";
constexpr std::string_view kSuffix = "PerFieldDocValuesFormat.suffix";

constexpr std::int32_t kWithSkipIndex = 2;
constexpr std::uint32_t kMostPointDimensions = 16;
constexpr std::uint32_t kMostPointIndexDimensions = 8;
constexpr std::uint32_t kMostPointBytes = 16;
constexpr std::uint8_t kMostVectorEncoding = 1;    // bytes, floats
constexpr std::uint8_t kMostVectorSimilarity = 3;  // Euclid, dot product, cosine, inner product

constexpr std::uint8_t unknown_bits(std::int32_t version) {
  if (version == 0) return 0xF0;
  return version == 1 ? 0xE0 : 0xC0;
}

// An enumeration whose enumerators are 0 up to `last`.
template <typename E>
E read_enum(internal::BodyReader& in, E last) {
  const std::uint8_t code = in.u8();
  in.require(code <= static_cast<std::uint8_t>(last));
  return in.ok() ? static_cast<E>(code) : E{};
}

bool may_have_skip_index(DocValuesKind kind) {
  return kind != DocValuesKind::none && kind != DocValuesKind::binary;
}

}  // namespace

Expected<FieldInfos> FieldInfos::open(std::span<const std::uint8_t> body, std::int32_t version) {
  if (version < kFieldInfosHeader.oldest) return std::unexpected(Error::version_too_old);
  if (version > kFieldInfosHeader.newest) return std::unexpected(Error::version_too_new);
  internal::BodyReader in(body);
  const std::uint32_t count = in.size();
  if (!in.ok()) return std::unexpected(in.result().error());
  return FieldInfos(in, version, count);
}

Expected<FieldInfo> FieldInfos::next() {
  FieldInfo field;
  field.name = in_.text();
  field.number = in_.size();
  field.bits = in_.u8();
  in_.require((field.bits & unknown_bits(version_)) == 0);
  field.index_options = read_enum(in_, IndexOptions::offsets);
  field.doc_values = read_enum(in_, DocValuesKind::sorted_numeric);
  if (version_ >= kWithSkipIndex) {
    const std::uint8_t skip_index = in_.u8();
    in_.require(skip_index <= 1 && (skip_index == 0 || may_have_skip_index(field.doc_values)));
    field.has_skip_index = skip_index != 0;
  }
  field.doc_values_generation = in_.i64();
  in_.require(field.doc_values_generation == -1 ||
              (field.doc_values_generation >= 0 && field.doc_values != DocValuesKind::none));
  read_attributes(field);
  read_points(field);
  read_vectors(field);
  if (!in_.ok()) return std::unexpected(in_.result().error());
  left_ -= 1;
  return field;
}

// Of a key that stands there twice the later value counts.
void FieldInfos::read_attributes(FieldInfo& field) {
  field.attributes = in_.size();
  for (std::uint32_t i = 0; i < field.attributes && in_.ok(); ++i) {
    const std::string_view key = in_.text();
    const std::string_view value = in_.text();
    if (key == kFormat) field.doc_values_format = value;
    if (key == kSuffix) field.doc_values_suffix = value;
  }
}

void FieldInfos::read_points(FieldInfo& field) {
  field.point_dimensions = in_.size();
  in_.require(field.point_dimensions <= kMostPointDimensions);
  if (field.point_dimensions == 0) return;
  const std::uint32_t index = field.point_index_dimensions = in_.size();
  in_.require(index >= 1 && index <= kMostPointIndexDimensions && index <= field.point_dimensions);
  field.point_bytes = in_.size();
  in_.require(field.point_bytes >= 1 && field.point_bytes <= kMostPointBytes);
}

void FieldInfos::read_vectors(FieldInfo& field) {
  field.vector_dimensions = in_.size();
  field.vector_encoding = in_.u8();
  in_.require(field.vector_encoding <= kMostVectorEncoding);
  field.vector_similarity = in_.u8();
  in_.require(field.vector_similarity <= kMostVectorSimilarity);
}

}  // namespace touchstone::index_files
