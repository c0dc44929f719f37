// The subcommands of `touchstone`. Each returns the process's exit status: 0 all is well, 1 a claim
// does not hold or a corpus is at fault, 2 the command itself was wrong.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/any_contract.h"
#include "harness/tally.h"

namespace touchstone::tools {

struct Common {
  std::filesystem::path corpus = "corpus";
  std::string crashes = "crashes";
  kit::TierChoice tiers;
};

/// What to say where there is no folder that `corpus` names.
inline constexpr const char* kWhereTheCorpusIs =
    "say --corpus FOLDER, or run this at the root of the sources";

/// The contracts of those names, or all for none. An unknown name prints what there is and gives
/// none.
std::vector<const kit::AnyContract*> select_contracts(const std::vector<std::string>& names);

/// The contract that a path below a corpus or a crash folder speaks of: the folder's name.
std::string contract_from_path(const std::filesystem::path& file);

int list(bool names_only);
int tiers();
int show(const std::string& contract, const std::filesystem::path& file);

/// Replays the whole corpus of each contract (all for none): fails on a missing or empty corpus, a
/// class never reached, an exception whose count is not the declared one.
int replay(const std::vector<std::string>& contracts, const Common& common);

/// Replays single files.
int replay_files(const std::string& contract, const std::vector<std::filesystem::path>& files,
                 const Common& common);

struct SweepOptions {
  std::uint64_t cases = 100'000;
  std::uint64_t seed = 1;
};
int sweep(const std::vector<std::string>& contracts, const SweepOptions& options,
          const Common& common);

int minimise(const std::string& contract, const std::filesystem::path& file,
             const std::filesystem::path& out);

struct AdoptOptions {
  std::filesystem::path crash;
  std::string name;
  std::string contract;  ///< empty: from the path
};
int adopt(const AdoptOptions& options, const Common& common);

struct StampOptions {
  std::string kind;    ///< tests or sanitized
  std::string passed;  ///< the checks that passed, joined by commas
  std::filesystem::path out;
};
/// Checks the corpus, and writes which contracts and tiers of these sources have been proved.
int stamp_write(const StampOptions& options, const Common& common);

struct VerifyOptions {
  std::vector<std::filesystem::path> paths;
  unsigned jobs = 0;  ///< 0: one for each core
};
/// Checks the files of Lucene indexes: header, footer, every byte. 1 if any is bad.
int verify(const VerifyOptions& options);

struct ValuesOptions {
  std::filesystem::path index;
  std::string field;
  bool has_field = false;  ///< a field's name may be empty
  bool raw = false;
};
/// Lists the numeric fields of a Lucene index, or prints all values of one. 1 if the index is
/// damaged or the field is not supported, 2 if there is no such index or field.
int values(const ValuesOptions& options);

int corpus_lint(const Common& common);
int corpus_upgrade(const Common& common);
/// Writes the Cases that contracts make themselves into seeds/; `check` only compares.
int corpus_seeds(const std::vector<std::string>& contracts, bool check, const Common& common);
int corpus_merge(const std::string& contract, const std::filesystem::path& from, std::size_t most,
                 const Common& common);

}  // namespace touchstone::tools
