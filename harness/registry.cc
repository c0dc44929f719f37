// The registry. Contracts are declared lazily: registration runs before main, where a contract's
// own tables (and the CPU's features) may not be ready.
#include <algorithm>

#include "harness/any_contract.h"

namespace touchstone::kit {
namespace {

std::vector<internal::MakeContract>& makers() {
  static std::vector<internal::MakeContract> list;
  return list;
}

std::vector<std::unique_ptr<AnyContract>> make_all() {
  std::vector<std::unique_ptr<AnyContract>> made;
  for (const internal::MakeContract make : makers()) made.push_back(make());
  std::ranges::sort(made, {}, [](const auto& c) { return c->name(); });
  const auto twin = std::ranges::adjacent_find(made, {}, [](const auto& c) { return c->name(); });
  TOUCHSTONE_CHECK(twin == made.end(), "two contracts have the same name");
  return made;
}

}  // namespace

namespace internal {
bool register_contract(MakeContract make) {
  makers().push_back(make);
  return true;
}
}  // namespace internal

const std::vector<const AnyContract*>& all_contracts() {
  static const std::vector<std::unique_ptr<AnyContract>> owned = make_all();
  static const std::vector<const AnyContract*> list = [] {
    std::vector<const AnyContract*> pointers;
    for (const auto& c : owned) pointers.push_back(c.get());
    return pointers;
  }();
  return list;
}

const AnyContract* find_contract(std::string_view name) {
  for (const AnyContract* contract : all_contracts()) {
    if (contract->name() == name) return contract;
  }
  return nullptr;
}

}  // namespace touchstone::kit
