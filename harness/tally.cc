#include "harness/tally.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace touchstone::kit {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

std::string join(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& item : list) text += (text.empty() ? "" : " ") + item;
  return text;
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (comma != 0) parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

std::vector<std::string> tiers_of(const AnyContract& contract) {
  std::vector<std::string> tiers;
  for (const SubjectInfo& s : contract.subjects()) {
    if (!s.tier.empty() && !contains(tiers, s.tier)) tiers.push_back(s.tier);
  }
  return tiers;
}

std::string invalid_tier(const AnyContract& contract, const TierChoice& choice) {
  const std::vector<std::string> known = tiers_of(contract);
  std::vector<std::string> asked = choice.required;
  if (!choice.only.empty()) asked.push_back(choice.only);
  for (const std::string& tier : asked) {
    if (contains(known, tier)) continue;
    return "unknown tier '" + tier + "'; " + std::string(contract.name()) +
           " has: " + (known.empty() ? "none" : join(known));
  }
  return "";
}

Tally::Tally(const AnyContract& contract)
    : contract_(contract),
      runs_(contract.subjects().size()),
      relations_(contract.relations().size()),
      reached_(kMostClasses),
      exceptions_(contract.exceptions().size()) {
  for (const auto& [id, name] : contract.classes()) declared_.set(id);
}

void Tally::count_case(const ClassSet& reached) {
  ++cases_;
  TOUCHSTONE_CHECK((reached & ~declared_).none(),
                   "survey marks a class that the contract does not declare: nobody counts it");
  if (reached.none()) return;
  for (const auto& [id, name] : contract_.classes()) reached_[id] += reached[id] ? 1U : 0U;
}

std::uint64_t Tally::runs() const {
  return std::accumulate(runs_.begin(), runs_.end(), std::uint64_t{0});
}

std::vector<std::string> Tally::checked_tiers() const {
  std::vector<std::string> checked = tiers_of(contract_);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i] == 0) std::erase(checked, contract_.subjects()[i].tier);
  }
  return checked;
}

std::string Tally::accounting(const TierChoice& choice) const {
  const std::vector<std::string> all = tiers_of(contract_);
  if (all.empty()) {
    return std::string("tiers: none declared; ") +
           (cases_ == 0 ? "no Case ran" : "every subject checked");
  }
  const std::vector<std::string> checked = checked_tiers();
  std::string text = "tiers: " + (checked.empty() ? "none" : join(checked)) + " checked (" +
                     std::to_string(checked.size()) + " of " + std::to_string(all.size()) + ")";
  std::string missing;
  for (const std::string& tier : all) {
    if (contains(checked, tier)) continue;
    const auto subject = std::ranges::find(contract_.subjects(), tier, &SubjectInfo::tier);
    missing += (missing.empty() ? "" : ", ") + tier +
               (!subject->available        ? " (not this CPU)"
                : !choice.covers(*subject) ? " (not asked for)"
                                           : " (no Case ran)");
  }
  return missing.empty() ? text : text + "; not run: " + missing;
}

std::string Tally::reach_table() const {
  std::string text;
  for (const auto& [id, name] : contract_.classes()) {
    char count[32];
    std::snprintf(count, sizeof count, "%12llu  ", static_cast<unsigned long long>(reached_[id]));
    text += count + name + (reached_[id] == 0 ? "   <-- never reached" : "") + "\n";
  }
  return text;
}

std::vector<std::string> Tally::unreached() const {
  std::vector<std::string> names;
  for (const auto& [id, name] : contract_.classes()) {
    if (reached_[id] == 0) names.push_back(name);
  }
  return names;
}

std::vector<std::string> Tally::shortcomings(const TierChoice& choice) const {
  std::vector<std::string> found;
  if (cases_ == 0) found.push_back("not a single Case was checked");
  const std::vector<std::string> checked = checked_tiers();
  for (const std::string& tier : choice.required) {
    if (!contains(checked, tier)) found.push_back("required tier " + tier + " was not checked");
  }
  const auto find_idle = [&](const char* kind, const std::vector<SubjectInfo>& infos,
                             const std::vector<std::uint64_t>& counts) {
    for (std::size_t i = 0; i < infos.size(); ++i) {
      const SubjectInfo& s = infos[i];
      if (counts[i] != 0 || !choice.covers(s)) continue;
      found.push_back(kind + s.name + (s.tier.empty() ? "" : " at tier " + s.tier) + " never ran");
    }
  };
  find_idle("subject ", contract_.subjects(), runs_);
  find_idle("a relation of ", contract_.relations(), relations_);
  for (const std::string& name : unreached()) found.push_back("class never reached: " + name);
  return found;
}

}  // namespace touchstone::kit
