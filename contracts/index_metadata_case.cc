// Drawing and telling a Case of the contract of metadata files. Its body: index_metadata_body.cc.
#include "contracts/index_metadata_case.h"

#include <array>
#include <ostream>

#include "harness/hex.h"

namespace touchstone::contracts {
namespace {

constexpr std::size_t kMostChoices = 96;
constexpr std::size_t kMostBytes = 7000;

void draw_version(kit::Draw& d, IndexMetadataCase& c) {
  const bool commit = c.kind == MetadataKind::commit;
  bool usual = commit ? c.version == 10 || c.version == 11 : c.version >= 0 && c.version <= 3;
  d.one_of(usual, std::array{true, true, true, true, true, true, true, false});
  if (!usual) {
    d.edgy(c.version, std::int32_t{-0x7FFF'FFFF}, std::int32_t{0x7FFF'FFFF});
  } else if (commit) {
    d.uniform(c.version, std::int32_t{10}, std::int32_t{11});
  } else {
    d.uniform(c.version, std::int32_t{0}, std::int32_t{3});
  }
}

// Damage, half of the time: it hides what is behind it.
void draw_damage(kit::Draw& d, IndexMetadataCase& c) {
  using enum Plant;
  d.one_of(c.plant, std::array{none, none, none, none, none, all_ones, top_bit, huge, one_more,
                               one_more, one_less, one_less, over_long});
  if (c.plant == none) {
    c.plant_at = 0;
  } else {
    d.edgy(c.plant_at, std::uint16_t{0}, std::uint16_t{2000});
  }
  bool cut = c.cut != 0;
  d.one_of(cut, std::array{false, false, false, false, true});
  if (cut) {
    d.edgy(c.cut, std::int16_t{-30}, std::int16_t{3000});
  } else {
    c.cut = 0;
  }
}

}  // namespace

void draw_index_metadata_case(kit::Draw& d, IndexMetadataCase& c) {
  using enum MetadataKind;
  d.one_of(c.kind, std::array{field_infos, commit, segment_info, doc_values, doc_values});
  draw_version(d, c);
  d.edgy(c.skip_index, std::uint64_t{0}, ~std::uint64_t{0});
  d.one_of(c.free, std::array{false, false, false, false, false, false, false, true});
  if (c.free) {
    c.choices.clear();
  } else {
    d.list(c.choices, kMostChoices, [](kit::Draw& each, std::uint64_t& choice) {
      each.edgy(choice, std::uint64_t{0}, ~std::uint64_t{0});
    });
  }
  draw_damage(d, c);
  d.placement(c.at);
  if (c.free) {
    d.rest(c.bytes, kMostBytes);
  } else {
    c.bytes.clear();
  }
}

std::string_view name_of(MetadataKind kind) {
  constexpr std::array<std::string_view, 4> kNames{"field infos (.fnm)", "commit (segments_N)",
                                                   "segment (.si)", "doc values (.dvm)"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Plant plant) {
  constexpr std::array<std::string_view, 7> kNames{"none",     "all ones", "top bit",  "huge",
                                                   "one more", "one less", "over-long"};
  return kNames[static_cast<std::size_t>(plant)];
}

bool has_skip_index(const IndexMetadataCase& c, std::uint32_t field) {
  return (c.skip_index >> field % 64 & 1) != 0;
}

void describe_index_metadata_case(const IndexMetadataCase& c, std::ostream& out) {
  const auto body = body_of(c);
  out << name_of(c.kind) << ", version " << c.version << ", body of " << body.size() << " bytes:\n"
      << kit::to_hex(body);
  if (c.kind == MetadataKind::doc_values) {
    out << "\nskip indexes of the fields (modulo 64) in the bits of " << c.skip_index;
  }
  if (c.free) return;
  out << "\nwritten from " << c.choices.size() << " choices";
  if (c.plant != Plant::none) {
    out << "; number " << c.plant_at << " (of " << numbers_of(c)
        << ", round and round) is planted: " << name_of(c.plant);
  }
  if (c.cut > 0) out << "; then " << c.cut << " bytes cut off";
  if (c.cut < 0) out << "; then " << -c.cut << " bytes put behind";
}

}  // namespace touchstone::contracts
