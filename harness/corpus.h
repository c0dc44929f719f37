// The corpus on disk: <corpus>/<contract>/{seeds,regress}/<readable-name>, one Case a file.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "harness/any_contract.h"
#include "harness/prover.h"

namespace touchstone::kit {

/// Larger files are no Cases: refused before they are read.
inline constexpr std::uintmax_t kMostCaseBytes = 1 << 20;

/// The whole file, or why not, with its path.
std::expected<std::vector<std::uint8_t>, std::string> read_file(const std::filesystem::path& path);

/// Writes beside the target and renames: after a crash or Ctrl-C there is the old file or the new
/// one.
bool write_file(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

/// All Cases of `contract`: every file in seeds/ and regress/ below `corpus`/<contract>, sorted by
/// name. A missing or unreadable folder, or one without a single file, is an error: a replay of
/// nothing proves nothing.
std::expected<std::vector<std::filesystem::path>, std::string> corpus_files(
    const std::filesystem::path& corpus, const std::string& contract);

/// What is wrong with a corpus file's name, or empty. A name says what the Case is about:
/// lower-case words joined by hyphens.
std::string case_name_fault(const std::string& name);

/// What is wrong with a corpus: one line per fault, naming the file. Checks that each folder is a
/// contract's and holds files, each name is readable (lower-case words joined by hyphens), each
/// file draws a Case of a known version without bytes left over or missing, and no two are the
/// same.
std::vector<std::string> lint_corpus(const std::filesystem::path& corpus);

/// What is wrong with a seed of the prover's contract, or empty: it does not reach the class that
/// it is made to reach. Says which it reaches instead.
std::string seed_fault(Prover& prover, const AnyContract::NamedBytes& seed);

/// The bytes of `file` rewritten to the contract's current version, or why not.
std::expected<std::vector<std::uint8_t>, std::string> upgraded(const AnyContract& contract,
                                                               std::span<const std::uint8_t> bytes);

}  // namespace touchstone::kit
