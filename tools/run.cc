// replay and sweep: checking Cases from files, or random ones.
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "harness/corpus.h"
#include "harness/minimise.h"
#include "harness/prover.h"
#include "harness/report.h"
#include "harness/sweep.h"
#include "tools/commands.h"
#include "tools/printable.h"

namespace touchstone::tools {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool refuse_tiers(const kit::AnyContract& contract, const kit::TierChoice& tiers) {
  const std::string fault = kit::invalid_tier(contract, tiers);
  if (!fault.empty()) std::fprintf(stderr, "error: %s\n", printable(fault).c_str());
  return !fault.empty();
}

void print_summary(const kit::Prover& prover, const char* verb, double seconds) {
  const kit::Tally& tally = prover.tally();
  std::printf("%s: %llu Cases %s x %zu subjects, %llu checked runs in %.2f s\n%s\n",
              std::string(prover.contract().name()).c_str(),
              static_cast<unsigned long long>(tally.cases()), verb,
              prover.contract().subjects().size(), static_cast<unsigned long long>(tally.runs()),
              seconds, tally.accounting(prover.choice()).c_str());
}

void report(const kit::Divergence& divergence, const Common& common, const std::string& file) {
  kit::print_report(divergence,
                    file.empty() ? kit::keep_divergence(divergence, common.crashes) : file);
}

// Checks one file; says so and returns false when anything is wrong with it.
bool replay_file(kit::Prover& prover, const std::filesystem::path& file, const Common& common) {
  const auto bytes = kit::read_file(file);
  if (!bytes) {
    std::fprintf(stderr, "error: %s\n", printable(bytes.error()).c_str());
    return false;
  }
  const std::uint64_t unreadable = prover.tally().unreadable();
  const auto divergence = prover.check_file(*bytes);
  if (prover.tally().unreadable() != unreadable) {
    std::fprintf(stderr, "error: %s: not a Case of a version that %s knows\n",
                 printable(file.string()).c_str(), std::string(prover.contract().name()).c_str());
    return false;
  }
  if (divergence) report(*divergence, common, file.string());
  return !divergence;
}

bool exceptions_as_declared(const kit::Prover& prover) {
  bool right = true;
  const auto& exceptions = prover.contract().exceptions();
  for (std::size_t i = 0; i < exceptions.size(); ++i) {
    const auto& [name, reason, declared] = exceptions[i];
    const std::uint64_t count = prover.tally().exception_count(i);
    std::printf("exception: %s, %llu times (%s)\n", name.c_str(),
                static_cast<unsigned long long>(count), reason.c_str());
    if (count == declared) continue;
    std::fprintf(stderr, "FAILED: exception '%s' happened %llu times, declared are %zu\n",
                 name.c_str(), static_cast<unsigned long long>(count), declared);
    right = false;
  }
  return right;
}

bool complete(const kit::Prover& prover) {
  std::printf("reach:\n%s", prover.tally().reach_table().c_str());
  bool whole = true;
  for (const std::string& fault : prover.tally().shortcomings(prover.choice())) {
    std::fprintf(stderr, "FAILED: %s\n", fault.c_str());
    whole = false;
  }
  return whole;
}

int replay_one(const kit::AnyContract& contract, const Common& common) {
  if (refuse_tiers(contract, common.tiers)) return 2;
  const auto files = kit::corpus_files(common.corpus, std::string(contract.name()));
  if (!files) {
    std::fprintf(stderr, "error: %s\n", printable(files.error()).c_str());
    return 1;
  }
  kit::Prover prover(contract, common.tiers);
  const auto start = Clock::now();
  bool good = true;
  for (const auto& file : *files) good = replay_file(prover, file, common) && good;
  print_summary(prover, "replayed", seconds_since(start));
  // An exception's count is pinned for all tiers together.
  if (common.tiers.only.empty()) good = exceptions_as_declared(prover) && good;
  good = complete(prover) && good;
  return good ? 0 : 1;
}

class Progress {
 public:
  explicit Progress(std::uint64_t total) : total_(total) {}
  ~Progress() {
    if (shown_) std::fprintf(stderr, "\r\x1b[K");
  }
  void at(std::uint64_t done) {
    if (done % 4096 != 0 || isatty(STDERR_FILENO) != 1) return;
    const double rate = static_cast<double>(done) / (seconds_since(start_) + 1e-9);
    std::fprintf(stderr, "\r%llu of %llu Cases, %.0f/s, %.0f s left\x1b[K",
                 static_cast<unsigned long long>(done), static_cast<unsigned long long>(total_),
                 rate, static_cast<double>(total_ - done) / (rate + 1e-9));
    shown_ = true;
  }

 private:
  std::uint64_t total_;
  Clock::time_point start_ = Clock::now();
  bool shown_ = false;
};

int sweep_one(const kit::AnyContract& contract, const SweepOptions& options, const Common& common) {
  if (refuse_tiers(contract, common.tiers)) return 2;
  kit::Prover prover(contract, common.tiers);
  const auto start = Clock::now();
  const auto c = contract.new_case();
  {
    Progress progress(options.cases);
    for (std::uint64_t i = 0; i < options.cases; ++i) {
      progress.at(i);
      if (!prover.draw_bytes(kit::sweep_bytes(options.seed, i, contract.version()), *c)) continue;
      auto divergence = prover.check(*c);
      if (!divergence && i % 16 == 0) divergence = prover.check_recording(*c);
      if (!divergence) continue;
      report(kit::minimised(*divergence, common.tiers), common, "");
      std::fprintf(stderr, "found by Case %llu of seed %llu\n", static_cast<unsigned long long>(i),
                   static_cast<unsigned long long>(options.seed));
      return 1;
    }
  }
  print_summary(prover, "swept", seconds_since(start));
  return complete(prover) ? 0 : 1;
}

}  // namespace

int replay(const std::vector<std::string>& contracts, const Common& common) {
  const auto selected = select_contracts(contracts);
  int status = selected.empty() ? 2 : 0;
  if (std::error_code code; status == 0 && !std::filesystem::is_directory(common.corpus, code)) {
    for (const kit::AnyContract* c : selected) {
      if (refuse_tiers(*c, common.tiers)) return 2;
    }
    std::fprintf(stderr, "error: %s: no such folder; %s\n",
                 printable_path(common.corpus.string()).c_str(), kWhereTheCorpusIs);
    return 1;
  }
  for (const kit::AnyContract* c : selected) status = std::max(status, replay_one(*c, common));
  return status;
}

int replay_files(const std::string& contract, const std::vector<std::filesystem::path>& files,
                 const Common& common) {
  const auto selected = select_contracts({contract});
  if (selected.empty() || refuse_tiers(*selected.front(), common.tiers)) return 2;
  kit::Prover prover(*selected.front(), common.tiers);
  const auto start = Clock::now();
  bool good = true;
  for (const auto& file : files) good = replay_file(prover, file, common) && good;
  print_summary(prover, "replayed", seconds_since(start));
  return good ? 0 : 1;
}

int sweep(const std::vector<std::string>& contracts, const SweepOptions& options,
          const Common& common) {
  const auto selected = select_contracts(contracts);
  int status = selected.empty() ? 2 : 0;
  for (const kit::AnyContract* c : selected) {
    status = std::max(status, sweep_one(*c, options, common));
  }
  return status;
}

}  // namespace touchstone::tools
