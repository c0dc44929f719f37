// corpus lint, upgrade, seeds, merge: looking after what is checked in.
#include "harness/corpus.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "harness/minimise.h"
#include "harness/prover.h"
#include "harness/report.h"
#include "tools/commands.h"
#include "tools/printable.h"

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

// The classes a file reaches together with what the reference says of it: what `merge` calls new.
std::string signature(kit::Prover& prover, const Bytes& bytes) {
  const auto divergence = prover.check_bytes(bytes);
  return divergence ? "diverges" : prover.last_reached().to_string();
}

// Canonical bytes, so that lint accepts what merge brings.
Bytes canonical(const kit::AnyContract& contract, const Bytes& bytes) {
  return kit::upgraded(contract, bytes).value_or(Bytes{});
}

std::string merged_name(const Bytes& bytes) {
  const std::string hash = kit::divergence_name(bytes);
  return "found-" + hash.substr(hash.find('-') + 1);
}

bool same_as_on_disk(const fs::path& path, const Bytes& bytes) {
  const auto there = kit::read_file(path);
  return there && *there == bytes;
}

int no_corpus(const Common& common) {
  std::fprintf(stderr, "error: %s: no such folder; %s\n",
               printable_path(common.corpus.string()).c_str(), kWhereTheCorpusIs);
  return 1;
}

}  // namespace

int corpus_lint(const Common& common) {
  if (std::error_code code; !fs::is_directory(common.corpus, code)) return no_corpus(common);
  const std::vector<std::string> faults = kit::lint_corpus(common.corpus);
  for (const std::string& fault : faults) std::fprintf(stderr, "%s\n", printable(fault).c_str());
  if (!faults.empty()) {
    std::fprintf(stderr, "corpus lint: %zu faults\n", faults.size());
    return 1;
  }
  std::printf("corpus lint: %s is sound\n", common.corpus.string().c_str());
  return 0;
}

int corpus_upgrade(const Common& common) {
  if (std::error_code code; !fs::is_directory(common.corpus, code)) return no_corpus(common);
  int status = 0;
  std::size_t rewritten = 0;
  for (const kit::AnyContract* contract : kit::all_contracts()) {
    const auto files = kit::corpus_files(common.corpus, std::string(contract->name()));
    if (!files) {
      std::fprintf(stderr, "error: %s\n", printable(files.error()).c_str());
      status = 1;
      continue;
    }
    for (const fs::path& file : *files) {
      const auto bytes = kit::read_file(file);
      const auto now = bytes ? kit::upgraded(*contract, *bytes) : bytes;
      if (!now) {
        std::fprintf(stderr, "error: %s: %s\n", printable(file.string()).c_str(),
                     printable(now.error()).c_str());
        status = 1;
      } else if (*now != *bytes) {
        if (!kit::write_file(file, *now)) {
          std::fprintf(stderr, "error: %s: cannot be written\n", printable(file.string()).c_str());
          return 1;
        }
        std::printf("%s\n", file.string().c_str());
        ++rewritten;
      }
    }
  }
  std::printf("corpus upgrade: %zu files rewritten\n", rewritten);
  return status;
}

int corpus_seeds(const std::vector<std::string>& contracts, bool check, const Common& common) {
  const auto selected = select_contracts(contracts);
  int status = selected.empty() ? 2 : 0;
  for (const kit::AnyContract* contract : selected) {
    const fs::path folder = common.corpus / contract->name() / "seeds";
    std::error_code code;
    if (!check) fs::create_directories(folder, code);
    std::size_t written = 0;
    const auto seeds = contract->seeds();
    kit::Prover prover(*contract);
    std::set<std::string> names;
    for (const auto& seed : seeds) {
      const auto& [name, bytes, reaches] = seed;
      if (!names.insert(name).second) {
        std::fprintf(stderr, "%s: two seeds of this name\n", (folder / name).string().c_str());
        status = 1;
      }
      if (const std::string fault = kit::seed_fault(prover, seed); !fault.empty()) {
        std::fprintf(stderr, "%s: %s\n", (folder / name).string().c_str(), fault.c_str());
        status = 1;
      }
      if (same_as_on_disk(folder / name, bytes)) continue;
      if (check) {
        std::fprintf(stderr, "%s: missing, or not what the contract makes\n",
                     (folder / name).string().c_str());
        status = 1;
      } else if (!kit::write_file(folder / name, bytes)) {
        std::fprintf(stderr, "error: %s: cannot be written\n", (folder / name).string().c_str());
        status = 1;
      } else {
        ++written;
      }
    }
    std::printf("%s: %zu seeds by rule, %zu written\n", std::string(contract->name()).c_str(),
                seeds.size(), written);
  }
  return status;
}

int corpus_merge(const std::string& name, const fs::path& from, std::size_t most,
                 const Common& common) {
  const auto selected = select_contracts({name});
  if (selected.empty()) return 2;
  const kit::AnyContract& contract = *selected.front();
  std::error_code code;
  if (!fs::is_directory(from, code)) {
    std::fprintf(
        stderr,
        "error: %s: no such folder; the working corpus of a contract is what its fuzzer fills\n",
        printable(from.string()).c_str());
    return 2;
  }
  kit::Prover prover(contract);
  std::map<std::string, Bytes> known;
  if (const auto files = kit::corpus_files(common.corpus, name)) {
    for (const fs::path& file : *files) {
      if (const auto bytes = kit::read_file(file)) known.emplace(signature(prover, *bytes), *bytes);
    }
  }
  std::map<std::string, Bytes> found;  // the smallest Case of each signature that is new
  for (const auto& entry : fs::directory_iterator(from, code)) {
    const auto bytes = kit::read_file(entry.path());
    if (!bytes) continue;
    Bytes now = canonical(contract, *bytes);
    if (now.empty()) continue;
    const std::string key = signature(prover, now);
    if (known.contains(key)) continue;
    if (key == "diverges") {
      std::fprintf(stderr, "error: %s diverges; adopt it instead\n",
                   printable(entry.path().string()).c_str());
      return 1;
    }
    auto& best = found[key];
    if (best.empty() || now.size() < best.size()) best = std::move(now);
  }
  const fs::path folder = common.corpus / name / "seeds";
  fs::create_directories(folder, code);
  std::size_t merged = 0;
  for (const auto& [key, bytes] : found) {
    if (merged == most) break;
    const Bytes small = canonical(contract, kit::minimise(bytes, [&, &want = key](const Bytes& b) {
                                    return signature(prover, b) == want;
                                  }));
    if (!kit::write_file(folder / merged_name(small), small)) {
      std::fprintf(stderr, "error: %s: cannot be written\n",
                   printable((folder / merged_name(small)).string()).c_str());
      return 1;
    }
    std::printf("%s\n", (folder / merged_name(small)).string().c_str());
    ++merged;
  }
  std::printf("corpus merge: %zu new combinations of classes, %zu merged\n", found.size(), merged);
  return 0;
}

}  // namespace touchstone::tools
