// Each reason to refuse, in the order in which a person would mend them.
#include "bench/gate.h"

#include "harness/corpus.h"

namespace touchstone::bench {
namespace {

struct Run {
  std::string kind;
  std::string command;
  std::vector<std::string> checks;
};

const Run kTests{"tests", "ci/test", {"property", "replay", "unit"}};
const Run kSanitized{"sanitized", "ci/fuzz", {"fuzz"}};
constexpr const char* kBuild = "ci/bench, which builds the preset release";

std::optional<Refusal> refuse_build(const kit::BuildInfo& build) {
  if (build.is_sanitized()) {
    return Refusal{"this benchmark is built with sanitizers (" + build.sanitizers + ")", kBuild};
  }
  if (!build.optimised) return Refusal{"this benchmark is built without optimisation", kBuild};
  return std::nullopt;
}

// What is wrong with a stamp of this run, whatever is to be timed; or empty.
std::string fault(const kit::Stamp& stamp, const Run& run, const kit::BuildInfo& bench) {
  if (stamp.kind != run.kind) return "is one of a run of the kind '" + stamp.kind + "'";
  if (stamp.digest != bench.digest) {
    return "is of other sources: " + stamp.digest.substr(0, 12) + ", to be timed are " +
           bench.digest.substr(0, 12);
  }
  for (const std::string& check : run.checks) {
    if (!stamp.has_passed(check)) return "does not say that '" + check + "' passed";
  }
  if (run.kind == kSanitized.kind) {
    for (const char* sanitizer : {"address", "undefined"}) {
      if (stamp.sanitizers.find(sanitizer) != std::string::npos) continue;
      return std::string("is of a run without the sanitizer '") + sanitizer + "'";
    }
    return "";
  }
  if (stamp.sanitizers != bench.sanitizers) return "is of a build with sanitizers";
  if (stamp.compiler != bench.compiler) {
    return "is of another compiler: " + stamp.compiler + ", here it is " + bench.compiler;
  }
  if (stamp.flags != bench.flags) {
    return "is of other flags: '" + stamp.flags + "', here they are '" + bench.flags + "'";
  }
  return "";
}

std::string missing_claim(const kit::Stamp& stamp, std::span<const Claim> claims) {
  for (const auto& [contract, tier] : claims) {
    if (stamp.proves(contract, tier)) continue;
    return "does not prove " + contract + (tier.empty() ? "" : " at tier " + tier);
  }
  return "";
}

std::optional<Refusal> refuse_stamp(const Run& run, const kit::BuildInfo& bench,
                                    const std::filesystem::path& file,
                                    std::span<const Claim> claims) {
  const auto refuse = [&](const std::string& why) {
    return Refusal{"the stamp " + file.string() + " " + why, run.command};
  };
  std::error_code code;
  if (!std::filesystem::exists(file, code)) return refuse("does not exist");
  const auto bytes = kit::read_file(file);
  if (!bytes) return refuse("cannot be read: " + bytes.error());
  const auto stamp = kit::parse_stamp(std::string(bytes->begin(), bytes->end()));
  if (!stamp) return refuse("is not sound: " + stamp.error());
  if (const std::string why = fault(*stamp, run, bench); !why.empty()) return refuse(why);
  if (const std::string why = missing_claim(*stamp, claims); !why.empty()) return refuse(why);
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> refusal(const kit::BuildInfo& bench, const std::filesystem::path& folder,
                               std::span<const Claim> claims) {
  if (auto refused = refuse_build(bench)) return refused;
  if (auto refused = refuse_stamp(kTests, bench, folder / kTests.kind, claims)) return refused;
  return refuse_stamp(kSanitized, bench, folder / kSanitized.kind, claims);
}

}  // namespace touchstone::bench
