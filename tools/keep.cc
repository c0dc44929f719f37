// minimise and adopt: from a crash to a regression test.
#include <cstdio>

#include "harness/corpus.h"
#include "harness/minimise.h"
#include "tools/commands.h"
#include "tools/printable.h"

namespace touchstone::tools {
namespace {

// Each try is a process of its own, since a Case may kill it; this many are a minute's work.
constexpr std::size_t kBudget = 4000;

using Bytes = std::vector<std::uint8_t>;

// The smallest file that ends like `bytes`; `bytes` itself when they end well.
Bytes smallest(const kit::AnyContract& contract, const Bytes& bytes, kit::Ending& ending) {
  ending = kit::check_in_child(contract, bytes);
  if (ending == kit::Ending::clean) return bytes;
  return kit::minimise(
      bytes, [&](const Bytes& b) { return kit::check_in_child(contract, b) == ending; }, kBudget);
}

const char* words(kit::Ending ending) {
  switch (ending) {
    case kit::Ending::clean:
      return "holds";
    case kit::Ending::divergence:
      return "diverges";
    case kit::Ending::death:
      return "ends the process";
  }
  return "";
}

int fail(const std::string& why) {
  std::fprintf(stderr, "error: %s\n", printable(why).c_str());
  return 2;
}

}  // namespace

int minimise(const std::string& contract, const std::filesystem::path& file,
             const std::filesystem::path& out) {
  const auto selected = select_contracts({contract});
  if (selected.empty()) return 2;
  const auto bytes = kit::read_file(file);
  if (!bytes) return fail(bytes.error());
  kit::Ending ending{};
  const Bytes small = smallest(*selected.front(), *bytes, ending);
  if (ending == kit::Ending::clean) {
    std::fprintf(stderr, "error: %s: the contract holds on this Case; nothing to minimise\n",
                 printable(file.string()).c_str());
    return 1;
  }
  if (!kit::write_file(out, small)) return fail(out.string() + ": cannot be written");
  std::printf("%s: %zu bytes, was %zu; it %s\n", out.string().c_str(), small.size(), bytes->size(),
              words(ending));
  return 0;
}

int adopt(const AdoptOptions& options, const Common& common) {
  const std::string name =
      options.contract.empty() ? contract_from_path(options.crash) : options.contract;
  if (name.empty()) {
    return fail(options.crash.string() + ": the path names no contract; say --contract NAME");
  }
  const auto selected = select_contracts({name});
  if (selected.empty()) return 2;
  if (const std::string fault = kit::case_name_fault(options.name); !fault.empty()) {
    return fail("--name " + options.name + ": " + fault);
  }
  const auto bytes = kit::read_file(options.crash);
  if (!bytes) return fail(bytes.error());
  const std::filesystem::path target = common.corpus / name / "regress" / options.name;
  if (std::filesystem::exists(target)) return fail(target.string() + " exists already");

  kit::Ending ending{};
  const Bytes small = smallest(*selected.front(), *bytes, ending);
  const auto recorded = kit::upgraded(*selected.front(), small);
  if (!recorded) {
    return fail(options.crash.string() + ": " + recorded.error() + "; is it a Case of " + name +
                "?");
  }
  std::error_code code;
  std::filesystem::create_directories(target.parent_path(), code);
  if (!kit::write_file(target, *recorded)) return fail(target.string() + ": cannot be written");
  std::filesystem::remove(options.crash, code);
  std::printf("%s: %zu bytes, was %zu; today it %s\n", target.string().c_str(), recorded->size(),
              bytes->size(), words(ending));
  if (ending == kit::Ending::clean) {
    std::printf("It was kept whole: a Case that holds cannot be minimised.\n");
  }
  return 0;
}

}  // namespace touchstone::tools
