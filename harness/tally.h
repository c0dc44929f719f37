// Tally: what a run has really done: Cases, runs per subject, classes reached, exceptions used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/any_contract.h"

namespace touchstone::kit {

/// Which subjects a run covers, as the user asked: `--tier`, `--require-tiers`.
struct TierChoice {
  std::string only = {};  ///< this tier alone, beside the reference; empty: every one
  std::vector<std::string> required = {};  ///< tiers that must have been checked

  bool covers(const SubjectInfo& subject) const {
    return subject.available && (only.empty() || subject.tier.empty() || subject.tier == only);
  }
};

/// `"a,b"` as {"a", "b"}; empty parts are dropped.
std::vector<std::string> split_list(std::string_view text);

/// The tiers that a contract's subjects name, in the order of declaration.
std::vector<std::string> tiers_of(const AnyContract& contract);

/// What is wrong with a choice of tiers for this contract (an unknown name), or empty.
std::string invalid_tier(const AnyContract& contract, const TierChoice& choice);

class Tally {
 public:
  explicit Tally(const AnyContract& contract);

  void count_case(const ClassSet& reached);
  void count_run(std::size_t subject) { ++runs_[subject]; }
  void count_relation(std::size_t relation) { ++relations_[relation]; }
  void count_exception(std::size_t exception) { ++exceptions_[exception]; }
  void count_unreadable() { ++unreadable_; }

  std::uint64_t cases() const { return cases_; }
  std::uint64_t unreadable() const { return unreadable_; }
  std::uint64_t runs() const;
  std::uint64_t exception_count(std::size_t exception) const { return exceptions_[exception]; }

  /// The tiers whose subjects have all run at least once.
  std::vector<std::string> checked_tiers() const;

  /// `tiers: scalar avx2 checked (2 of 3); not run: neon (not this CPU)`.
  std::string accounting(const TierChoice& choice) const;

  /// One line per class with its count; a class that was never reached is marked.
  std::string reach_table() const;

  /// Names of the classes never reached.
  std::vector<std::string> unreached() const;

  /// Everything for which a complete run must fail: no Case, a required tier not checked, a subject
  /// or relation that was to run and never did, a class never reached. Empty when all is well.
  std::vector<std::string> shortcomings(const TierChoice& choice) const;

 private:
  const AnyContract& contract_;
  ClassSet declared_;
  std::uint64_t cases_ = 0;
  std::uint64_t unreadable_ = 0;
  std::vector<std::uint64_t> runs_;
  std::vector<std::uint64_t> relations_;
  std::vector<std::uint64_t> reached_;
  std::vector<std::uint64_t> exceptions_;
};

}  // namespace touchstone::kit
