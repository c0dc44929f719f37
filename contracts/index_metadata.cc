// Contract: the bodies of the metadata files that tell what is in an index.
#include <ostream>

#include "contracts/index_metadata_calls.h"
#include "contracts/index_metadata_case.h"
#include "contracts/index_metadata_reach.h"
#include "harness/any_contract.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;

constexpr std::size_t kNumbers = 2000;  // what more there is shows in the digest

Result result_of(const Told& told) {
  Result result = told.fault ? Result::rejected(name_of(*told.fault)) : Result::ok();
  return result.gave(told.numbers()).also("numbers", told.count()).also("digest", told.digest());
}

using Tell = void (*)(const IndexMetadataCase&, std::span<const std::uint8_t>, Told&);

template <Tell tell>
Result run(const IndexMetadataCase& c, Stage& stage) {
  const auto body = stage.input(body_of(c), c.at);
  Told told(stage.output<std::uint64_t>(kNumbers, {}));
  stage.call([&] { tell(c, body, told); });
  return result_of(told);
}

struct IndexMetadata {
  using Case = IndexMetadataCase;
  using Reach = contracts::MetadataReach;
  static constexpr std::string_view kName = "index_metadata";
  static constexpr std::string_view kClaim =
      "the names of fields, the list of segments, what a segment is made of and where its doc "
      "values are is read from any bytes as a simple reader reads it: every field, where every "
      "text stands, and the first fault";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_index_metadata_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_index_metadata_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { index_metadata_seeds(seeds); }

  static void survey(const Case& c, const Result& truth, kit::Marks<Reach>& marks) {
    survey_index_metadata(c, truth, marks);
  }

  static void declare(kit::Declaration<IndexMetadata>& d) {
    for (std::size_t i = 0; i < kMetadataReachNames.size(); ++i) {
      d.reach(static_cast<Reach>(i), std::string(kMetadataReachNames[i]));
    }
    d.reference("reference::index_files", run<told_by_reference>);
    d.subject({.name = "index_files::FieldInfos, Commit, SegmentInfo, DocValuesMetadata"},
              run<told_by_codec>);
  }
};

TOUCHSTONE_CONTRACT(IndexMetadata)

}  // namespace
}  // namespace touchstone::contracts
