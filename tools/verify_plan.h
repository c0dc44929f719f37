// Which files there are to check below the paths of a command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/verify_file.h"

namespace touchstone::tools {

struct VerifyPlan {
  std::vector<Piece> pieces;
  /// Paths that are no index file and no index, and why: as bad as a damaged file.
  std::vector<std::string> bad;
  /// What was left out, and why: not bad.
  std::vector<std::string> passed_over;
};

/// What to say to somebody who has taken another directory for that of an index.
inline constexpr const char* kWhereIndexesAre =
    "Elasticsearch and OpenSearch keep theirs in .../SHARD/index, Solr in .../data/index";

/// Looks into directories, and into the tables of compound files.
VerifyPlan plan_verify(const std::vector<std::filesystem::path>& paths);

}  // namespace touchstone::tools
