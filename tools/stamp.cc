// stamp write: after a check run that passed, says what has been proved.
#include "harness/stamp.h"

#include <cstdio>
#include <optional>

#include "harness/corpus.h"
#include "harness/prover.h"
#include "tools/commands.h"
#include "tools/printable.h"

namespace touchstone::tools {
namespace {

int refuse(const std::string& why) {
  std::fprintf(stderr, "error: %s; no stamp\n", printable(why).c_str());
  return 1;
}

// Checks the corpus once more, since only what this very process saw is written down.
[[maybe_unused]] std::optional<kit::Proved> proved(const kit::AnyContract& contract,
                                                   const Common& common, std::string& fault) {
  const std::string name(contract.name());
  const auto files = kit::corpus_files(common.corpus, name);
  if (!files) {
    fault = files.error();
    return std::nullopt;
  }
  kit::Prover prover(contract);
  for (const auto& file : *files) {
    const auto bytes = kit::read_file(file);
    if (!bytes || prover.check_file(*bytes)) {
      fault = bytes ? file.string() + ": " + name + " does not hold" : bytes.error();
      return std::nullopt;
    }
  }
  if (prover.tally().unreadable() != 0) {
    fault = name + ": its corpus has Cases of unknown version";
    return std::nullopt;
  }
  if (const auto missing = prover.tally().shortcomings({}); !missing.empty()) {
    fault = name + ": " + missing.front();
    return std::nullopt;
  }
  return kit::Proved{name, prover.tally().checked_tiers()};
}

}  // namespace

#if defined(TOUCHSTONE_HAS_BUILD_INFO)

int stamp_write(const StampOptions& options, const Common& common) {
  std::error_code code;
  std::filesystem::remove(options.out, code);  // an old one must not outlive what fails below
  const kit::BuildInfo build = kit::this_build();
  if (options.kind == "sanitized" && !build.is_sanitized()) {
    return refuse("this build has no sanitizers");
  }
  kit::Stamp stamp{.kind = options.kind,
                   .digest = build.digest,
                   .compiler = build.compiler,
                   .flags = build.flags,
                   .sanitizers = build.sanitizers,
                   .passed = kit::split_list(options.passed),
                   .time = kit::utc_now(),
                   .proved = {}};
  for (const kit::AnyContract* contract : kit::all_contracts()) {
    std::string fault;
    auto held = proved(*contract, common, fault);
    if (!held) return refuse(fault);
    stamp.proved.push_back(std::move(*held));
  }
  const std::string text = to_text(stamp);
  if (const auto parsed = kit::parse_stamp(text); !parsed) return refuse(parsed.error());
  std::filesystem::create_directories(options.out.parent_path(), code);
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  if (!kit::write_file(options.out, bytes)) {
    return refuse(options.out.string() + ": cannot be written");
  }
  std::printf("stamp: %s, of sources %.12s\n", options.out.string().c_str(), stamp.digest.c_str());
  return 0;
}

#else

int stamp_write(const StampOptions&, const Common&) {
  return refuse("this command does not know the sources it was built from");
}

#endif

}  // namespace touchstone::tools
