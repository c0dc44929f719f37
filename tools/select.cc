// Finding the contract that a command speaks of.
#include <cstdio>

#include "tools/commands.h"
#include "tools/printable.h"

namespace touchstone::tools {

std::vector<const kit::AnyContract*> select_contracts(const std::vector<std::string>& names) {
  if (names.empty()) return kit::all_contracts();
  std::vector<const kit::AnyContract*> selected;
  for (const std::string& name : names) {
    const kit::AnyContract* contract = kit::find_contract(name);
    if (contract == nullptr) {
      std::fprintf(stderr, "error: no contract named '%s'; there are:\n", printable(name).c_str());
      for (const kit::AnyContract* c : kit::all_contracts()) {
        std::fprintf(stderr, "  %s\n", std::string(c->name()).c_str());
      }
      return {};
    }
    selected.push_back(contract);
  }
  return selected;
}

std::string contract_from_path(const std::filesystem::path& file) {
  std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  for (int level = 0; level < 3 && folder.has_filename(); ++level, folder = folder.parent_path()) {
    if (kit::find_contract(folder.filename().string()) != nullptr) {
      return folder.filename().string();
    }
  }
  return "";
}

}  // namespace touchstone::tools
