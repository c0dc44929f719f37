// The prover: runs every subject of a contract on one Case and says where they part.
//
// For each Case: the reference gives the truth; then each subject, at every tier this CPU has, runs
// twice, with different bytes around its buffers, and a refused Case in between where the contract
// knows one. Both runs must equal the truth, stay inside their memory and, the second time,
// allocate nothing. Then the relations must hold.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "harness/any_contract.h"
#include "harness/tally.h"

namespace touchstone::kit {

/// A claim found false: what a report is made of.
struct Divergence {
  std::string contract;
  std::string claim;
  std::string expected;  ///< the subject believed
  std::string actual;    ///< the subject that disagrees
  std::string tier;      ///< of the latter, may be empty
  Difference difference;
  std::string case_words;
  std::vector<std::uint8_t> bytes;       ///< a corpus file that draws this very Case
  std::vector<std::string> other_tiers;  ///< the tiers of this contract that this CPU runs
};

/// How many of the subjects run a second time. A fuzzer, which lives by the number of its Cases,
/// lets them take turns, a third for each Case; a Case that fails so fails in a replay, which runs
/// all.
enum class SecondRounds : std::uint8_t { all, in_turn };

class Prover {
 public:
  explicit Prover(const AnyContract& contract, TierChoice choice = {},
                  SecondRounds second_rounds = SecondRounds::all);

  /// Checks one Case and counts it.
  std::optional<Divergence> check(AnyCase& c);

  /// Draws a Case from a corpus file or a fuzzer's input (first byte: version) and checks it. An
  /// unknown version is counted as unreadable and proves nothing; no bytes at all draw a Case.
  std::optional<Divergence> check_bytes(std::span<const std::uint8_t> bytes);

  /// Checks that recording `c` and drawing it back gives the same Case: corpus files depend on it.
  std::optional<Divergence> check_recording(AnyCase& c) const;

  /// Both of the above for a file: what replays, minimises and pasted tests go by.
  std::optional<Divergence> check_file(std::span<const std::uint8_t> bytes);

  /// Draws without checking; false for an unknown version.
  bool draw_bytes(std::span<const std::uint8_t> bytes, AnyCase& c) const;

  const AnyContract& contract() const { return contract_; }
  const TierChoice& choice() const { return choice_; }
  const Tally& tally() const { return tally_; }
  /// The classes of the last Case checked.
  const ClassSet& last_reached() const { return reached_; }

 private:
  bool runs_again(std::size_t subject) const;
  void run(std::size_t subject, const AnyCase& c, Round round, Outcome& outcome);
  void measure_trespass(std::size_t subject, const AnyCase& c, Round round, Trespass& trespass);
  std::optional<Difference> check_subject(std::size_t subject, const AnyCase& c);
  std::optional<Difference> check_again(std::size_t subject, const AnyCase& c);
  std::optional<Difference> check_relation(std::size_t relation, const AnyCase& c);
  bool excused(std::size_t subject, const AnyCase& c, const Outcome& actual);
  Divergence diverge(const SubjectInfo& actual, Difference difference, AnyCase& c) const;

  const AnyContract& contract_;
  TierChoice choice_;
  SecondRounds second_rounds_;
  std::size_t turn_ = 0;  ///< told by the Case's bytes: the same bytes are the same runs
  Tally tally_;
  Stage stage_;
  std::unique_ptr<AnyCase> case_;
  std::unique_ptr<AnyCase> spoiled_;
  bool has_spoiled_ = false;
  ClassSet reached_;
  Outcome truth_;   ///< the reference's
  Outcome first_;   ///< a subject's first run
  Outcome second_;  ///< its second
};

}  // namespace touchstone::kit
