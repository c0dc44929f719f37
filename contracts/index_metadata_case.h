// The Case of the contract of metadata files: the body of one, written by rule from a list of
// choices and then damaged, or any bytes.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <vector>

#include "harness/contract.h"

namespace touchstone::contracts {

enum class MetadataKind : std::uint8_t { field_infos, commit, segment_info, doc_values };

/// What is put in the place of one number of the body, or of the length of one text.
enum class Plant : std::uint8_t {
  none,
  all_ones,   ///< -1, the largest byte
  top_bit,    ///< the number with its sign set
  huge,       ///< 2^31-1, 2^63-1, 127
  one_more,   ///< the number and 1
  one_less,   ///< the number less 1
  over_long,  ///< a vInt of six bytes or a vLong of ten; fixed-width numbers: 64
};

struct IndexMetadataCase {
  MetadataKind kind = MetadataKind::field_infos;
  std::int32_t version = 0;      ///< of the format, by the file's header
  std::uint64_t skip_index = 0;  ///< bit n % 64: field number n has a skip index
  bool free = false;             ///< `bytes` are the body
  /// Otherwise: what the writer of the body chooses, one after the other; then 0.
  std::vector<std::uint64_t> choices;
  Plant plant = Plant::none;
  std::uint16_t plant_at = 0;  ///< in the place of this number of the body, modulo how many it has
  std::int16_t cut = 0;        ///< so many bytes are cut off, or put behind
  kit::Placement at;
  std::vector<std::uint8_t> bytes;

  bool operator==(const IndexMetadataCase&) const = default;
};

void draw_index_metadata_case(kit::Draw& d, IndexMetadataCase& c);
void describe_index_metadata_case(const IndexMetadataCase& c, std::ostream& out);
void index_metadata_seeds(kit::Seeds<IndexMetadataCase>& seeds);

std::string_view name_of(MetadataKind kind);
std::string_view name_of(Plant plant);

bool has_skip_index(const IndexMetadataCase& c, std::uint32_t field);

/// The body that the Case is about.
std::vector<std::uint8_t> body_of(const IndexMetadataCase& c);

/// How many numbers and lengths the body has that the choices make.
std::size_t numbers_of(const IndexMetadataCase& c);

}  // namespace touchstone::contracts
