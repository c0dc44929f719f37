// The fuzzing entry point of every contract: libFuzzer's, and any engine's that speaks its
// interface.
//
// Linked with exactly one contract. Takes `--tier=` and `--require-tiers=` beside the engine's own
// options. Keeps a diverging Case under $TOUCHSTONE_CRASHES (default: crashes/), prints the report
// and aborts in the contract's own symbol. It never returns anything but 0.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "harness/prover.h"
#include "harness/report.h"

namespace {

using namespace touchstone::kit;

TierChoice g_choice;

const AnyContract& the_contract() {
  TOUCHSTONE_CHECK(all_contracts().size() == 1,
                   "a fuzz target is linked with exactly one contract");
  return *all_contracts().front();
}

Prover& the_prover() {
  static Prover prover(the_contract(), g_choice, SecondRounds::in_turn);
  return prover;
}

// Classes reached, as counters that libFuzzer treats as coverage: a Case of a new class is kept.
#if defined(__linux__) && defined(__clang__)
[[gnu::section("__libfuzzer_extra_counters"),
  gnu::used]] std::uint8_t g_class_counters[kMostClasses];

void feed_back(const ClassSet& reached) {
  for (std::size_t i = 0; i < kMostClasses; ++i) g_class_counters[i] = reached[i] ? 1 : 0;
}
#else
void feed_back(const ClassSet&) {}
#endif

void print_accounting() {
  const Prover& prover = the_prover();
  std::fprintf(stderr, "%s: %llu Cases (%llu inputs of unknown version)\n%s\nreach:\n%s",
               std::string(prover.contract().name()).c_str(),
               static_cast<unsigned long long>(prover.tally().cases()),
               static_cast<unsigned long long>(prover.tally().unreadable()),
               prover.tally().accounting(prover.choice()).c_str(),
               prover.tally().reach_table().c_str());
}

// Takes our options out of the engine's argument list.
void take_options(int* argc, char** argv) {
  int kept = 0;
  for (int i = 0; i < *argc; ++i) {
    constexpr std::string_view kTier = "--tier=";
    constexpr std::string_view kRequire = "--require-tiers=";
    const std::string_view argument = argv[i];
    if (argument.starts_with(kTier)) {
      g_choice.only = argument.substr(kTier.size());
    } else if (argument.starts_with(kRequire)) {
      g_choice.required = split_list(argument.substr(kRequire.size()));
    } else {
      argv[kept++] = argv[i];
    }
  }
  *argc = kept;
  argv[kept] = nullptr;
}

// A tier that is required of a fuzzer must be one this CPU runs: say so before hours are spent.
void check_tiers() {
  std::string fault = invalid_tier(the_contract(), g_choice);
  for (const SubjectInfo& s : the_contract().subjects()) {
    const bool required = std::ranges::find(g_choice.required, s.tier) != g_choice.required.end();
    if (required && !g_choice.covers(s)) fault = "required tier " + s.tier + " cannot run here";
  }
  if (fault.empty()) return;
  std::fprintf(stderr, "error: %s\n", fault.c_str());
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  take_options(argc, *argv);
  check_tiers();
  the_prover();
  std::atexit(print_accounting);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Prover& prover = the_prover();
  const auto divergence = prover.check_bytes({data, size});
  if (divergence) {
    const char* folder = std::getenv("TOUCHSTONE_CRASHES");
    print_report(*divergence, keep_divergence(*divergence, folder == nullptr ? "crashes" : folder));
    prover.contract().abort();
  }
  feed_back(prover.last_reached());
  return 0;
}
