// The stamp: what a check run leaves behind when all of it passed, so that others can tell which
// sources, under which flags and at which tiers, have been proved.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::kit {

/// What a binary was built from and how.
struct BuildInfo {
  std::string digest;  ///< SHA-256 over the files of codecs, reference, harness, contracts, corpus
  std::string compiler;    ///< name and version
  std::string flags;       ///< of the user and of the build type; may be empty
  std::string sanitizers;  ///< e.g. "address,undefined", or "none"
  bool optimised = false;

  bool is_sanitized() const { return sanitizers != "none"; }
};

/// The build that asks; in the target touchstone_build_info.
BuildInfo this_build();

/// A contract that held, and at which tiers it was checked.
struct Proved {
  std::string contract;
  std::vector<std::string> tiers;  ///< empty for a contract without any

  friend bool operator==(const Proved&, const Proved&) = default;
};

struct Stamp {
  std::string kind;  ///< "tests" or "sanitized"
  std::string digest;
  std::string compiler;
  std::string flags;
  std::string sanitizers;
  std::vector<std::string> passed;  ///< which checks, e.g. property, replay, unit
  std::string time;                 ///< UTC, as 2026-01-31T23:59:59Z
  std::vector<Proved> proved;

  friend bool operator==(const Stamp&, const Stamp&) = default;

  bool has_passed(std::string_view check) const;
  /// Whether the contract held at that tier; an empty tier asks for the contract alone.
  bool proves(std::string_view contract, std::string_view tier) const;
};

/// Text, one thing a line: `key value`, the proved contracts with their tiers, and `end`.
std::string to_text(const Stamp& stamp);

/// Takes exactly what to_text() gives; anything else is an error, which names the line.
std::expected<Stamp, std::string> parse_stamp(std::string_view text);

/// Now, as a stamp tells it.
std::string utc_now();

}  // namespace touchstone::kit
