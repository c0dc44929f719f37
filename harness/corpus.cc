#include "harness/corpus.h"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>

#include "harness/prover.h"

namespace touchstone::kit {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostCorpusBytes = 10'000'000;

// What a corpus may hold beside its contracts' folders: vectors that tests read themselves, and
// words.
constexpr std::string_view kNoContract[] = {"golden", "README.md"};

std::string case_fault(const AnyContract& contract, std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return "empty file; a Case starts with its version";
  if (bytes[0] == 0 || bytes[0] > contract.version()) {
    return "unknown version " + std::to_string(bytes[0]) + "; this contract knows 1.." +
           std::to_string(contract.version());
  }
  if (bytes[0] < contract.version()) return "old version; run `touchstone corpus upgrade`";
  const auto canonical = upgraded(contract, bytes);
  if (!canonical) return canonical.error();
  if (!std::ranges::equal(*canonical, bytes)) {
    return "the Case it draws is recorded differently; run `touchstone corpus upgrade`";
  }
  return "";
}

std::vector<fs::path> files_in(const fs::path& folder, std::string& error) {
  std::vector<fs::path> files;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (it->is_regular_file()) {
      files.push_back(it->path());
    } else {
      error = it->path().string() + ": not a regular file";
    }
  }
  if (code) error = folder.string() + ": " + code.message();
  std::ranges::sort(files);
  return files;
}

void lint_contract(const fs::path& corpus, const AnyContract& contract,
                   std::vector<std::string>& faults, std::uintmax_t& total) {
  const auto files = corpus_files(corpus, std::string(contract.name()));
  if (!files) {
    faults.push_back(files.error());
    return;
  }
  std::error_code code;
  for (const auto& entry : fs::directory_iterator(corpus / contract.name(), code)) {
    const fs::path part = entry.path().filename();
    if (part == "seeds" || part == "regress") continue;
    faults.push_back(entry.path().string() +
                     ": no replay looks here; Cases lie in seeds/ and regress/");
  }
  if (code) faults.push_back((corpus / contract.name()).string() + ": " + code.message());
  std::map<std::string, fs::path> seen;  // by content
  for (const fs::path& file : *files) {
    const auto bytes = read_file(file);
    if (!bytes) {
      faults.push_back(bytes.error());
      continue;
    }
    total += bytes->size();
    for (const std::string& fault :
         {case_name_fault(file.filename().string()), case_fault(contract, *bytes)}) {
      if (!fault.empty()) faults.push_back(file.string() + ": " + fault);
    }
    const auto [twin, is_new] = seen.emplace(std::string(bytes->begin(), bytes->end()), file);
    if (!is_new) faults.push_back(file.string() + ": same Case as " + twin->second.string());
  }
}

}  // namespace

std::string case_name_fault(const std::string& name) {
  if (name.empty()) return "name is empty";
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  };
  if (!std::ranges::all_of(name, allowed)) {
    return "name is not lower-case words joined by hyphens";
  }
  if (name[0] < 'a' || name[0] > 'z') return "name does not start with a word";
  if (name.starts_with("divergence-") || name.starts_with("crash-")) {
    return "name says nothing about the Case; adopt it with --name";
  }
  return "";
}

std::expected<std::vector<std::uint8_t>, std::string> read_file(const fs::path& path) {
  std::error_code code;
  const auto status = fs::status(path, code);
  if (code) return std::unexpected(path.string() + ": " + code.message());
  if (!fs::is_regular_file(status)) return std::unexpected(path.string() + ": not a regular file");
  const std::uintmax_t size = fs::file_size(path, code);
  if (code) return std::unexpected(path.string() + ": " + code.message());
  if (size > kMostCaseBytes) {
    return std::unexpected(path.string() + ": " + std::to_string(size) +
                           " bytes is too large for a Case (at most 1 MiB)");
  }
  std::ifstream in(path, std::ios::binary);
  std::vector<std::uint8_t> bytes(size);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in || in.gcount() != static_cast<std::streamsize>(size)) {
    return std::unexpected(path.string() + ": cannot be read: " + std::strerror(errno));
  }
  return bytes;
}

bool write_file(const fs::path& path, std::span<const std::uint8_t> bytes) {
  const fs::path beside = path.string() + ".part" + std::to_string(getpid());
  {
    std::ofstream out(beside, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    out.flush();
    if (!out) {
      std::error_code ignored;
      fs::remove(beside, ignored);
      return false;
    }
  }
  std::error_code code;
  std::error_code ignored;
  fs::rename(beside, path, code);
  if (code) fs::remove(beside, ignored);
  return !code;
}

std::expected<std::vector<fs::path>, std::string> corpus_files(const fs::path& corpus,
                                                               const std::string& contract) {
  const fs::path folder = corpus / contract;
  std::error_code code;
  if (!fs::is_directory(folder, code)) {
    return std::unexpected(folder.string() + ": no such folder; the corpus of a contract is " +
                           "<corpus>/<contract>/{seeds,regress}/");
  }
  std::vector<fs::path> files;
  for (const char* part : {"seeds", "regress"}) {
    if (!fs::exists(folder / part, code)) continue;
    std::string error;
    for (fs::path& file : files_in(folder / part, error)) files.push_back(std::move(file));
    if (!error.empty()) return std::unexpected(error);
  }
  if (files.empty()) return std::unexpected(folder.string() + ": holds not a single Case");
  return files;
}

std::string seed_fault(Prover& prover, const AnyContract::NamedBytes& seed) {
  if (!seed.reaches) return "";
  // A divergence is for a replay to report: the classes come from the reference alone.
  static_cast<void>(prover.check_bytes(seed.bytes));
  std::string wanted = "a class that is not declared";
  std::string reached;
  for (const auto& [number, name] : prover.contract().classes()) {
    const bool is_reached = prover.last_reached().test(number);
    if (number == *seed.reaches && is_reached) return "";
    if (number == *seed.reaches) wanted = "'" + name + "'";
    if (is_reached) reached += (reached.empty() ? "'" : ", '") + name + "'";
  }
  return "does not reach " + wanted + " but " + (reached.empty() ? "no class" : reached);
}

std::expected<std::vector<std::uint8_t>, std::string> upgraded(
    const AnyContract& contract, std::span<const std::uint8_t> bytes) {
  const Prover prover(contract);
  const auto c = contract.new_case();
  if (bytes.empty() || !prover.draw_bytes(bytes, *c)) return std::unexpected("unknown version");
  try {
    return contract.record(*c);
  } catch (const Undrawable& e) {
    return std::unexpected("its Case cannot be recorded: " + std::string(e.what()));
  }
}

std::vector<std::string> lint_corpus(const fs::path& corpus) {
  std::vector<std::string> faults;
  std::error_code code;
  if (!fs::is_directory(corpus, code)) return {corpus.string() + ": no such folder"};
  for (const auto& entry : fs::directory_iterator(corpus, code)) {
    const std::string name = entry.path().filename().string();
    const bool other = std::ranges::find(kNoContract, name) != std::end(kNoContract);
    if (!other && find_contract(name) == nullptr) {
      faults.push_back(entry.path().string() + ": no contract of that name");
    }
  }
  if (code) faults.push_back(corpus.string() + ": " + code.message());
  std::uintmax_t total = 0;
  for (const AnyContract* contract : all_contracts()) {
    lint_contract(corpus, *contract, faults, total);
  }
  if (total > kMostCorpusBytes) {
    faults.push_back(corpus.string() + ": " + std::to_string(total) +
                     " bytes of Cases; what is checked in stays under 10 MB");
  }
  return faults;
}

}  // namespace touchstone::kit
