// The property run of a contract: random Cases by RapidCheck, shrunk when one fails.
//
// Linked with exactly one contract; ctest runs it as property.<contract>. Beside the claim itself
// it checks, for every Case, that recording it and drawing it back gives the same Case.
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "harness/draw_rapidcheck.h"
#include "harness/minimise.h"
#include "harness/prover.h"
#include "harness/report.h"

namespace {

using namespace touchstone::kit;

struct Options {
  int cases = 5000;
  std::uint64_t seed = 20261130;
  TierChoice tiers;
  std::string crashes = "crashes";
};

// RapidCheck shrinks greedily: the last failing Case it ran is the smallest it found. It may go on
// for minutes with long lists, so it gets a number of tries; the byte minimiser then does the rest.
struct Search {
  static constexpr std::size_t kMostTries = 2000;

  Prover& prover;
  std::optional<Divergence> smallest = std::nullopt;
  std::uint64_t found_after = 0;
  std::size_t tries = 0;  // since then

  void try_one(AnyCase& c) {
    if (smallest && ++tries > kMostTries) return;
    std::optional<Divergence> divergence = prover.check_recording(c);
    if (!divergence) divergence = prover.check(c);
    if (!divergence) return;
    if (!smallest) found_after = prover.tally().cases();
    smallest = std::move(divergence);
    RC_FAIL("diverges");
  }
};

bool search(Search& found, const Options& options) {
  const AnyContract& contract = found.prover.contract();
  const auto property = [&] {
    const std::unique_ptr<AnyCase> c = contract.new_case();
    RapidCheckDraw draw(contract.version());
    contract.draw(draw, *c);
    found.try_one(*c);
  };
  rc::detail::TestParams params;
  params.seed = options.seed;
  params.maxSuccess = options.cases;
  params.maxSize = 1000;
  const rc::detail::TestMetadata metadata{std::string(contract.name()),
                                          std::string(contract.claim())};
  // The report is ours; RapidCheck would announce a configuration, and a seed, that are not used.
  rc::detail::TestListenerAdapter quiet;
  std::cerr.setstate(std::ios::failbit);
  const auto result = rc::detail::checkTestable(property, metadata, params, quiet);
  std::cerr.clear();
  rc::detail::SuccessResult success;
  if (result.match(success)) return true;
  if (!found.smallest) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    std::fprintf(stderr, "the property run itself failed: %s\n", text.str().c_str());
  }
  return false;
}

int run(const Options& options) {
  TOUCHSTONE_CHECK(all_contracts().size() == 1,
                   "a property run is linked with exactly one contract");
  const AnyContract& contract = *all_contracts().front();
  if (const std::string fault = invalid_tier(contract, options.tiers); !fault.empty()) {
    std::fprintf(stderr, "error: %s\n", fault.c_str());
    return 2;
  }
  Prover prover(contract, options.tiers);
  Search found{prover};
  const auto start = std::chrono::steady_clock::now();
  const bool held = search(found, options);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (found.smallest) {
    const Divergence small = minimised(*found.smallest, options.tiers);
    print_report(small, keep_divergence(small, options.crashes));
    std::fprintf(stderr, "found after %llu Cases of seed %llu\n",
                 static_cast<unsigned long long>(found.found_after),
                 static_cast<unsigned long long>(options.seed));
  }
  if (!held) return 1;

  std::printf("%s: %s\n%llu Cases x %zu subjects in %.1f s, seed %llu\n%s\nreach:\n%s",
              std::string(contract.name()).c_str(), std::string(contract.claim()).c_str(),
              static_cast<unsigned long long>(prover.tally().cases()), contract.subjects().size(),
              seconds, static_cast<unsigned long long>(options.seed),
              prover.tally().accounting(options.tiers).c_str(),
              prover.tally().reach_table().c_str());
  int status = 0;
  for (const std::string& fault : prover.tally().shortcomings(options.tiers)) {
    std::fprintf(stderr, "FAILED: %s\n", fault.c_str());
    status = 1;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string required;
  CLI::App app{"Checks one contract on random Cases made and shrunk by RapidCheck."};
  app.add_option("--cases", options.cases, "How many Cases to check")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Seed of the Cases; the same seed makes the same Cases")
      ->capture_default_str();
  app.add_option("--tier", options.tiers.only, "Check this instruction-set tier alone");
  app.add_option("--require-tiers", required, "Fail unless these tiers ran, e.g. avx2,avx3");
  app.add_option("--crashes", options.crashes, "Folder that keeps a diverging Case")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  options.tiers.required = split_list(required);
  return run(options);
}
