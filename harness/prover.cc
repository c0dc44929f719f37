#include "harness/prover.h"

#include <algorithm>

namespace touchstone::kit {
namespace {

// The furthest over-read that is measured exactly; beyond, the report says "at least".
constexpr std::size_t kProbeBytes = 128;

void end_run(Outcome& outcome, std::string exception) {
  outcome.result = Result::ok();
  outcome.output.clear();
  outcome.exception = std::move(exception);
}

// What the exception being handled says; never empty, for empty means none.
std::string what_was_thrown() {
  try {
    throw;
  } catch (const std::exception& e) {
    return *e.what() != '\0' ? e.what() : "an exception without a word";
  } catch (...) {
    return "something that is no std::exception";
  }
}

}  // namespace

Prover::Prover(const AnyContract& contract, TierChoice choice, SecondRounds second_rounds)
    : contract_(contract),
      choice_(std::move(choice)),
      second_rounds_(second_rounds),
      tally_(contract),
      case_(contract.new_case()),
      spoiled_(contract.new_case()) {}

bool Prover::draw_bytes(std::span<const std::uint8_t> bytes, AnyCase& c) const {
  const std::uint8_t version = bytes.empty() ? contract_.version() : bytes[0];
  if (version == 0 || version > contract_.version()) return false;
  ByteDraw draw(bytes.empty() ? bytes : bytes.subspan(1), version);
  contract_.draw(draw, c);
  return true;
}

std::optional<Divergence> Prover::check_bytes(std::span<const std::uint8_t> bytes) {
  if (!draw_bytes(bytes, *case_)) {
    tally_.count_unreadable();
    return std::nullopt;
  }
  turn_ = bytes.size();
  return check(*case_);
}

std::optional<Divergence> Prover::check_file(std::span<const std::uint8_t> bytes) {
  std::optional<Divergence> divergence = check_bytes(bytes);
  if (divergence || !draw_bytes(bytes, *case_)) return divergence;
  return check_recording(*case_);
}

std::optional<Divergence> Prover::check(AnyCase& c) {
  has_spoiled_ = contract_.spoil(c, *spoiled_);
  run(0, c, Round::first, truth_);
  reached_.reset();
  auto bad_truth = misconduct(truth_);
  if (!bad_truth) contract_.survey(c, truth_.result, reached_);
  tally_.count_case(reached_);
  if (bad_truth) return diverge(contract_.subjects()[0], *std::move(bad_truth), c);

  for (std::size_t i = 0; i < contract_.subjects().size(); ++i) {
    const SubjectInfo& subject = contract_.subjects()[i];
    if (!choice_.covers(subject)) continue;
    tally_.count_run(i);
    std::optional<Difference> difference = check_subject(i, c);
    if (difference) return diverge(subject, *std::move(difference), c);
  }
  for (std::size_t i = 0; i < contract_.relations().size(); ++i) {
    const SubjectInfo& subject = contract_.relations()[i];
    if (!choice_.covers(subject)) continue;
    std::optional<Difference> difference = check_relation(i, c);
    if (difference) return diverge(subject, *std::move(difference), c);
  }
  return std::nullopt;
}

std::optional<Divergence> Prover::check_recording(AnyCase& c) const {
  const std::vector<std::uint8_t> bytes = contract_.record(c);
  const auto again = contract_.new_case();
  // Recording may put a Case right (a field that no draw would set): what it draws is then recorded
  // as the very same bytes. A draw that records one thing and draws another is not.
  if (draw_bytes(bytes, *again) && again->equals(c) && contract_.record(*again) == bytes) {
    return std::nullopt;
  }
  return Divergence{.contract = std::string(contract_.name()),
                    .claim = "a recorded Case is drawn back the same",
                    .expected = "the Case that was recorded",
                    .actual = "the Case drawn from its recording",
                    .tier = "",
                    .difference = {"is another: " + contract_.describe(*again), ""},
                    .case_words = contract_.describe(c),
                    .bytes = bytes,
                    .other_tiers = {}};
}

bool Prover::runs_again(std::size_t subject) const {
  return second_rounds_ == SecondRounds::all || (subject + turn_) % 3 == 0;
}

std::optional<Difference> Prover::check_subject(std::size_t subject, const AnyCase& c) {
  run(subject, c, Round::first, first_);
  auto difference = compare(truth_, first_);
  if (difference && !excused(subject, c, first_)) return difference;
  return runs_again(subject) ? check_again(subject, c) : std::nullopt;
}

std::optional<Difference> Prover::check_again(std::size_t subject, const AnyCase& c) {
  if (has_spoiled_) {
    run(subject, *spoiled_, Round::refused, second_);
    if (auto bad = misconduct(second_)) {
      bad->what += " (on this Case made to be refused)";
      return bad;
    }
  }
  run(subject, c, Round::second, second_);
  if (auto changed = compare(first_, second_)) {
    changed->what += has_spoiled_
                         ? " (only when run again after a refused Case, with other bytes around)"
                         : " (only when run again with other bytes around its buffers)";
    return changed;
  }
  if (second_.allocations != 0 && !contract_.subjects()[subject].may_allocate) {
    return Difference{"allocated " + std::to_string(second_.allocations) +
                          (second_.allocations == 1 ? " time" : " times") +
                          " in a second call on the same Case; it may not at all",
                      ""};
  }
  return std::nullopt;
}

void Prover::run(std::size_t subject, const AnyCase& c, Round round, Outcome& outcome) {
  const SubjectInfo& info = contract_.subjects()[subject];
  outcome.trespass.reset();
  outcome.damage.reset();
  outcome.exception.clear();
  stage_.begin(round, info.slack);
  try {
    const Result result = contract_.run(subject, c, stage_);
    TOUCHSTONE_CHECK(stage_.calls() > 0, "a subject made no measured call: nothing was tested");
    stage_.finish(result, outcome);
  } catch (const Faulted& faulted) {
    end_run(outcome, "");
    outcome.trespass = faulted.trespass;
    measure_trespass(subject, c, round, *outcome.trespass);
  } catch (...) {
    end_run(outcome, what_was_thrown());
  }
}

// Grants a byte more at a time until the subject is content: that is how far it trespassed.
void Prover::measure_trespass(std::size_t subject, const AnyCase& c, Round round,
                              Trespass& trespass) {
  if (!trespass.fault.in_guard || trespass.buffer.empty()) return;
  for (std::size_t probe = 1; probe <= kProbeBytes; ++probe) {
    stage_.begin(round, contract_.subjects()[subject].slack, probe);
    try {
      contract_.run(subject, c, stage_);
    } catch (const Faulted&) {
      continue;
    } catch (...) {
      return;
    }
    const Slack& slack = contract_.subjects()[subject].slack;
    const std::size_t declared = trespass.buffer == "input" ? slack.read : slack.write;
    trespass.bytes = probe + (trespass.past_end ? declared : 0);
    trespass.exact = trespass.grain == 1;
    return;
  }
}

std::optional<Difference> Prover::check_relation(std::size_t relation, const AnyCase& c) {
  stage_.begin(Round::first, contract_.relations()[relation].slack);
  try {
    std::optional<std::string> complaint = contract_.relate(relation, c, stage_);
    if (stage_.calls() != 0) tally_.count_relation(relation);
    Outcome outcome;
    stage_.finish(Result::ok(), outcome);
    if (auto bad = misconduct(outcome)) return bad;
    if (!complaint) return std::nullopt;
    return Difference{*std::move(complaint), ""};
  } catch (const Faulted& faulted) {
    Outcome outcome;
    outcome.trespass = faulted.trespass;
    return misconduct(outcome);
  } catch (...) {
    return Difference{"threw: " + what_was_thrown(), ""};
  }
}

bool Prover::excused(std::size_t subject, const AnyCase& c, const Outcome& actual) {
  // Misconduct is never excused: an exception speaks of results.
  if (misconduct(actual)) return false;
  for (std::size_t i = 0; i < contract_.exceptions().size(); ++i) {
    if (!contract_.excused(i, c, subject, truth_, actual)) continue;
    tally_.count_exception(i);
    return true;
  }
  return false;
}

Divergence Prover::diverge(const SubjectInfo& actual, Difference difference, AnyCase& c) const {
  Divergence d{.contract = std::string(contract_.name()),
               .claim = std::string(contract_.claim()),
               .expected = contract_.subjects()[0].name,
               .actual = actual.name,
               .tier = actual.tier,
               .difference = std::move(difference),
               .case_words = contract_.describe(c),
               .bytes = contract_.record(c),
               .other_tiers = {}};
  for (const SubjectInfo& s : contract_.subjects()) {
    const bool known = std::ranges::find(d.other_tiers, s.tier) != d.other_tiers.end();
    if (s.available && !s.tier.empty() && !known) d.other_tiers.push_back(s.tier);
  }
  return d;
}

}  // namespace touchstone::kit
