// The tally: what was really done, what was left out, and for which gaps a run must fail.
#include "harness/tally.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

using Strings = std::vector<std::string>;

// Tiers tin and brass run here, gold does not; its body must never be called.
std::unique_ptr<kit::AnyContract> tiered() {
  return make_toy([](kit::Declaration<PlainToy>& d) {
    d.reference("toy reference", toy_run(toy_codec));
    d.subject({.name = "toy", .tier = "tin"}, toy_run(toy_codec));
    d.subject({.name = "toy", .tier = "brass"}, toy_run(toy_codec));
    d.subject({.name = "toy", .tier = "gold", .available = false},
              toy_run([](ToyInput, ToyOutput) -> ToyAnswer { std::abort(); }));
    d.relation({.name = "toy", .tier = "gold", .available = false},
               [](const ToyCase&, kit::Stage&) -> std::optional<std::string> { std::abort(); });
  });
}

void check_both_classes(kit::Prover& prover) {
  ASSERT_FALSE(prover.check(*any_case({{1, 2}, {}, {}})).has_value());
  ASSERT_FALSE(prover.check(*any_case({{13}, {}, {}})).has_value());
}

TEST(Tally, EveryTierIsAccountedForByName) {
  const auto contract = tiered();
  kit::Prover prover(*contract);
  check_both_classes(prover);
  EXPECT_EQ(prover.tally().cases(), 2U);
  EXPECT_EQ(prover.tally().runs(), 6U) << "two Cases x three subjects that can run";
  EXPECT_EQ(prover.tally().checked_tiers(), (Strings{"tin", "brass"}));
  EXPECT_EQ(prover.tally().accounting({}),
            "tiers: tin brass checked (2 of 3); not run: gold (not this CPU)");
  EXPECT_EQ(prover.tally().shortcomings({}), Strings{});
}

TEST(Tally, OneTierAloneCanBeAskedFor) {
  const auto contract = tiered();
  kit::TierChoice choice;
  choice.only = "brass";
  kit::Prover prover(*contract, choice);
  check_both_classes(prover);
  EXPECT_EQ(prover.tally().runs(), 4U) << "the reference and one tier";
  EXPECT_EQ(prover.tally().accounting(choice),
            "tiers: brass checked (1 of 3); not run: tin (not asked for), gold (not this CPU)");
  EXPECT_EQ(prover.tally().shortcomings(choice), Strings{});
}

TEST(Tally, ARequiredTierThatDidNotRunIsAShortcoming) {
  const auto contract = tiered();
  kit::TierChoice choice;
  choice.required = {"tin", "gold"};
  kit::Prover prover(*contract, choice);
  check_both_classes(prover);
  EXPECT_EQ(prover.tally().shortcomings(choice), Strings{"required tier gold was not checked"});
  choice.required = {"tin"};
  EXPECT_EQ(prover.tally().shortcomings(choice), Strings{});
  choice.only = "brass";
  kit::Prover other(*contract, choice);
  check_both_classes(other);
  EXPECT_EQ(other.tally().shortcomings(choice), Strings{"required tier tin was not checked"});
}

TEST(Tally, ARunOfNothingIsAShortcomingInEveryRespect) {
  const auto contract = tiered();
  const kit::Tally tally(*contract);
  EXPECT_EQ(
      tally.shortcomings({}),
      (Strings{"not a single Case was checked", "subject toy reference never ran",
               "subject toy at tier tin never ran", "subject toy at tier brass never ran",
               "class never reached: accepted", "class never reached: refused: unlucky byte"}));
  EXPECT_EQ(
      tally.accounting({}),
      "tiers: none checked (0 of 3); not run: tin (no Case ran), brass (no Case ran), gold (not "
      "this CPU)");
}

TEST(Tally, AContractWithoutTiersSaysSoAndDoesNotBoast) {
  const auto contract = make_toy([](kit::Declaration<PlainToy>& d) {
    d.reference("toy reference", toy_run(toy_codec));
    d.subject({.name = "toy"}, toy_run(toy_codec));
  });
  kit::Prover prover(*contract);
  EXPECT_EQ(prover.tally().accounting({}), "tiers: none declared; no Case ran");
  check_both_classes(prover);
  EXPECT_EQ(prover.tally().accounting({}), "tiers: none declared; every subject checked");
}

TEST(Tally, AClassNeverReachedIsNamedAndMarked) {
  const auto contract = tiered();
  kit::Prover prover(*contract);
  ASSERT_FALSE(prover.check(*any_case({{1, 2}, {}, {}})).has_value());
  EXPECT_EQ(prover.tally().unreached(), Strings{"refused: unlucky byte"});
  EXPECT_EQ(prover.tally().shortcomings({}), Strings{"class never reached: refused: unlucky byte"});
  EXPECT_EQ(prover.tally().reach_table(),
            "           1  accepted\n"
            "           0  refused: unlucky byte   <-- never reached\n");
}

TEST(Tally, AnUnknownTierIsRefusedWithAListOfThose) {
  const auto contract = tiered();
  EXPECT_EQ(kit::tiers_of(*contract), (Strings{"tin", "brass", "gold"}));
  EXPECT_EQ(kit::invalid_tier(*contract, {}), "");
  EXPECT_EQ(kit::invalid_tier(*contract, {.only = "gold", .required = {"tin"}}), "");
  EXPECT_EQ(kit::invalid_tier(*contract, {.only = "iron"}),
            "unknown tier 'iron'; toy has: tin brass gold");
  EXPECT_EQ(kit::invalid_tier(*contract, {.required = {"tin", "iron"}}),
            "unknown tier 'iron'; toy has: tin brass gold");
}

TEST(Tally, AListIsSplitAtCommas) {
  EXPECT_EQ(kit::split_list(""), Strings{});
  EXPECT_EQ(kit::split_list("a"), Strings{"a"});
  EXPECT_EQ(kit::split_list("a,b"), (Strings{"a", "b"}));
  EXPECT_EQ(kit::split_list(",a,,b,"), (Strings{"a", "b"}));
}

// Marks a class that the contract never declared: nobody would count it.
struct Undeclared {
  struct Case {
    bool operator==(const Case&) const = default;
  };
  enum class Reach { declared, forgotten };
  static constexpr std::string_view kName = "undeclared";
  static constexpr std::string_view kClaim = "none";
  static constexpr std::uint8_t kVersion = 1;
  static void draw(kit::Draw&, Case&) {}
  static void describe(const Case&, std::ostream&) {}
  static void survey(const Case&, const kit::Result&, kit::Marks<Reach>& m) {
    m.mark(Reach::declared);
    m.mark(Reach::forgotten);
  }
  static void declare(kit::Declaration<Undeclared>& d) {
    const auto run = [](const Case&, kit::Stage& s) {
      s.call([] {});
      return kit::Result::ok();
    };
    d.reach(Reach::declared, "declared");
    d.reference("reference", run);
    d.subject({.name = "subject"}, run);
  }
};

TEST(Tally, AClassThatIsMarkedButNotDeclaredEndsTheRun) {
  const kit::ErasedContract<Undeclared> contract(toy_abort);
  kit::Prover prover(contract);
  const auto c = contract.new_case();
  EXPECT_DEATH(prover.check(*c), "marks a class that the contract does not declare");
}

}  // namespace
}  // namespace touchstone::props
