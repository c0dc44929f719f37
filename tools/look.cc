// list, tiers, show: looking without checking.
#include <algorithm>
#include <cstdio>
#include <map>

#include "harness/corpus.h"
#include "harness/hex.h"
#include "harness/prover.h"
#include "harness/report.h"
#include "tools/commands.h"
#include "tools/printable.h"

namespace touchstone::tools {
namespace {

void list_one(const kit::AnyContract& contract) {
  std::printf("%s\n  %s\n", std::string(contract.name()).c_str(),
              std::string(contract.claim()).c_str());
  std::vector<std::pair<std::string, std::string>> lines;  // subject, its tiers
  for (const kit::SubjectInfo& s : contract.subjects()) {
    const auto known =
        std::ranges::find(lines, s.name, &std::pair<std::string, std::string>::first);
    auto& line = known == lines.end() ? lines.emplace_back(s.name, "") : *known;
    if (!s.tier.empty()) line.second += " " + s.tier + (s.available ? "" : "(not here)");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::printf("  %-10s %s%s%s\n", i == 0 ? "believes" : "proves", lines[i].first.c_str(),
                lines[i].second.empty() ? "" : ":", lines[i].second.c_str());
  }
  std::printf("  %zu relations, %zu classes to reach, %zu exceptions\n\n",
              contract.relations().size(), contract.classes().size(), contract.exceptions().size());
}

void print_truth(const kit::AnyContract& contract, const kit::AnyCase& c) {
  kit::Stage stage;
  stage.begin(kit::Round::first, {});
  const kit::Result truth = contract.run(0, c, stage);
  std::printf("truth     %s, %llu bytes consumed, %zu values produced\n",
              std::string(truth.status()).c_str(),
              static_cast<unsigned long long>(truth.consumed()), truth.produced());
  kit::ClassSet reached;
  contract.survey(c, truth, reached);
  for (const auto& [id, name] : contract.classes()) {
    if (reached[id]) std::printf("reaches   %s\n", name.c_str());
  }
}

}  // namespace

int list(bool names_only) {
  for (const kit::AnyContract* contract : kit::all_contracts()) {
    if (names_only) {
      std::printf("%s\n", std::string(contract->name()).c_str());
    } else {
      list_one(*contract);
    }
  }
  return 0;
}

int tiers() {
  std::vector<std::pair<std::string, bool>> tiers;
  for (const kit::AnyContract* contract : kit::all_contracts()) {
    for (const kit::SubjectInfo& s : contract->subjects()) {
      const std::pair<std::string, bool> tier{s.tier, s.available};
      if (!s.tier.empty() && std::ranges::find(tiers, tier) == tiers.end()) tiers.push_back(tier);
    }
  }
  std::printf("%s\n", kit::cpu_name().c_str());
  for (const auto& [tier, available] : tiers) {
    std::printf("  %-10s %s\n", tier.c_str(),
                available ? "runs here" : "compiled in, not run by this CPU");
  }
  return 0;
}

int show(const std::string& contract_name, const std::filesystem::path& file) {
  const auto selected = select_contracts({contract_name});
  if (selected.empty()) return 2;
  const kit::AnyContract& contract = *selected.front();
  const auto bytes = kit::read_file(file);
  if (!bytes) {
    std::fprintf(stderr, "error: %s\n", printable(bytes.error()).c_str());
    return 2;
  }
  kit::Prover prover(contract);
  const auto c = contract.new_case();
  if (!prover.draw_bytes(*bytes, *c)) {
    std::fprintf(stderr, "error: %s: version %d is not one that %s knows (1..%d)\n",
                 printable(file.string()).c_str(), (*bytes)[0], contract_name.c_str(),
                 contract.version());
    return 2;
  }
  std::printf("contract  %s\nclaim     %s\nbytes     %s\n%s\n", contract_name.c_str(),
              std::string(contract.claim()).c_str(), kit::to_hex(*bytes).c_str(),
              contract.describe(*c).c_str());
  try {
    print_truth(contract, *c);
  } catch (const kit::Faulted&) {
    std::printf("truth     none: the reference itself touched memory that is not its own\n");
  } catch (const std::exception& e) {
    std::printf("truth     none: the reference itself threw: %s\n", e.what());
  }
  return 0;
}

}  // namespace touchstone::tools
