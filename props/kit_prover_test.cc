// The prover's verdicts on results: each visible difference, relations, exceptions, tiers, and its
// own refusal to take an untested subject for a right one.
#include "harness/prover.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

const ToyCase kThree{{1, 2, 3}, {}, {}};
const ToyCase kRefused{{1, 13, 3}, {}, {}};

// A body that does right, and then tells something else.
template <typename Change>
ToyBody but(Change change) {
  return [change](ToyInput in, ToyOutput out) {
    ToyAnswer answer = toy_codec(in, out);
    change(answer, out);
    return answer;
  };
}

TEST(Prover, EveryWrongResultIsFoundUnderItsOwnName) {
  using A = ToyAnswer;
  EXPECT_EQ(headline(but([](A& a, ToyOutput) { a.refusal = "no_reason"; }), kThree),
            "status differs: expected ok, got no_reason");
  EXPECT_EQ(headline(but([](A& a, ToyOutput) { a = {"", 3, 3, 7}; }), kRefused),
            "status differs: expected unlucky, got ok");
  EXPECT_EQ(headline(but([](A& a, ToyOutput) { a.refusal = "other"; }), kRefused),
            "status differs: expected unlucky, got other");
  EXPECT_EQ(headline(but([](A& a, ToyOutput) { a.consumed = 2; }), kThree),
            "bytes consumed differs: expected 3, got 2");
  EXPECT_EQ(headline(but([](A& a, ToyOutput) { a.produced = 2; }), kThree),
            "number of values produced differs: expected 3, got 2");
  EXPECT_EQ(headline(but([](A&, ToyOutput out) { out[2] ^= 0x10; }), kThree),
            "output differs first at index 2: expected 0xfc, got 0xec");
  EXPECT_EQ(headline(but([](A& a, ToyOutput) { a.observed = 8; }), kThree),
            "observation differs: expected 7, got 8");
}

TEST(Prover, ADivergenceTellsWhoDisagreesAndCarriesTheCase) {
  const auto contract = toy_with(but([](ToyAnswer& a, ToyOutput) { a.consumed = 2; }));
  const auto d = check_toy(*contract, kThree);
  ASSERT_TRUE(d.has_value());
  EXPECT_EQ(d->contract, "toy");
  EXPECT_EQ(d->claim, "the toy codec complements every byte");
  EXPECT_EQ(d->expected, "toy reference");
  EXPECT_EQ(d->actual, "toy");
  EXPECT_EQ(d->tier, "tin");
  EXPECT_EQ(d->other_tiers, std::vector<std::string>{"tin"});
  EXPECT_NE(d->case_words.find("bytes: 01 02 03"), std::string::npos);
  kit::Prover again(*contract);
  const auto same = again.check_bytes(d->bytes);
  ASSERT_TRUE(same.has_value()) << "its bytes must draw the very Case";
  EXPECT_EQ(same->case_words, d->case_words);
  EXPECT_EQ(same->difference.what, d->difference.what);
}

TEST(Prover, TheReferenceIsNotAboveTheLaw) {
  const auto accused = [](ToyBody body) {
    const auto contract = make_toy([&](kit::Declaration<PlainToy>& d) {
      d.reference("toy reference", toy_run(body));
      d.subject({.name = "toy"}, toy_run(toy_codec));
    });
    const auto d = check_toy(*contract, kThree);
    return d ? d->actual + " " + d->difference.what : "holds";
  };
  EXPECT_EQ(accused([](ToyInput in, ToyOutput out) {
              peek(in.data() + in.size());
              return toy_codec(in, out);
            }),
            "toy reference " + kRead + " 1 byte past its input");
  int runs = 0;
  EXPECT_EQ(accused([&](ToyInput in, ToyOutput out) {
              ToyAnswer answer = toy_codec(in, out);
              answer.observed += static_cast<std::uint64_t>(runs++);
              return answer;
            }),
            "toy reference observation differs: expected 7, got 8");
  bool first = true;
  EXPECT_EQ(accused([&](ToyInput, ToyOutput) -> ToyAnswer {
              if (std::exchange(first, false)) throw std::runtime_error("once");
              return {};
            }),
            "toy reference threw: once")
      << "only on its first run, and then it agrees with what that left";
}

TEST(Prover, ASubjectThatMeasuresNothingEndsTheRun) {
  const auto idle = make_toy([](kit::Declaration<PlainToy>& d) {
    d.reference("toy reference", toy_run(toy_codec));
    d.subject({.name = "idle"},
              [](const ToyCase&, kit::Stage&) { return kit::Result::ok().also("observation", 7); });
  });
  EXPECT_DEATH(check_toy(*idle, {}), "made no measured call");
}

std::unique_ptr<kit::AnyContract> with_relation(kit::Declaration<PlainToy>::Relate relate) {
  return make_toy([&](kit::Declaration<PlainToy>& d) {
    d.reference("toy reference", toy_run(toy_codec));
    d.subject({.name = "toy"}, toy_run(toy_codec));
    d.relation({.name = "toy related"}, relate);
  });
}

std::string related(kit::Declaration<PlainToy>::Relate relate) {
  const auto contract = with_relation(std::move(relate));
  const auto d = check_toy(*contract, kThree);
  return d ? d->actual + " " + d->difference.what : "holds";
}

TEST(Prover, ARelationThatComplainsFaultsOrThrowsIsReported) {
  using Complaint = std::optional<std::string>;
  EXPECT_EQ(related([](const ToyCase&, kit::Stage& s) -> Complaint {
              s.call([] {});
              return std::nullopt;
            }),
            "holds");
  EXPECT_EQ(related([](const ToyCase&, kit::Stage& s) -> Complaint {
              s.call([] {});
              return "is not its own inverse";
            }),
            "toy related is not its own inverse");
  EXPECT_EQ(related([](const ToyCase& c, kit::Stage& s) -> Complaint {
              const auto in = s.input(c.bytes, {});
              s.call([&] { peek(in.data() + in.size()); });
              return std::nullopt;
            }),
            "toy related " + kRead + " at least 1 byte past its input");
  EXPECT_EQ(
      related([](const ToyCase& c, kit::Stage& s) -> Complaint {
        const auto out = s.output<std::uint8_t>(c.bytes.size(), {});
        s.call([&] { poke(out.data() - 1, 0); });
        return std::nullopt;
      }),
      "toy related changed memory it does not own: byte -1 counted from the start of its output");
  EXPECT_EQ(related([](const ToyCase&, kit::Stage& s) -> Complaint {
              s.call([] { throw std::runtime_error("boom"); });
              return std::nullopt;
            }),
            "toy related threw: boom");
  EXPECT_EQ(related([](const ToyCase&, kit::Stage& s) -> Complaint {
              s.call([] { throw 42; });
              return std::nullopt;
            }).substr(0, 18),
            "toy related threw:");
}

TEST(Prover, ARelationThatNeverMeasuresAnythingIsAShortcoming) {
  for (const bool idle : {true, false}) {
    const auto contract = with_relation([idle](const ToyCase&, kit::Stage& s) {
      if (!idle) s.call([] {});
      return std::optional<std::string>();
    });
    kit::Prover prover(*contract);
    EXPECT_FALSE(prover.check(*any_case(kThree)).has_value());
    EXPECT_FALSE(prover.check(*any_case(kRefused)).has_value());
    EXPECT_EQ(prover.tally().shortcomings({}),
              idle ? std::vector<std::string>{"a relation of toy related never ran"}
                   : std::vector<std::string>{});
  }
}

// An exception for whatever `matches`, in a contract whose subject is `body`.
std::unique_ptr<kit::AnyContract> with_exception(
    ToyBody body, decltype(kit::ExceptionRule<ToyCase>::matches) matches) {
  return make_toy([&](kit::Declaration<PlainToy>& d) {
    d.reference("toy reference", toy_run(toy_codec));
    d.subject({.name = "toy"}, toy_run(body));
    d.exception({"lenient", "takes 13 for a number like any other", 1, matches});
  });
}

TEST(Prover, ADeclaredExceptionIsExcusedAndCounted) {
  const ToyBody lenient = [](ToyInput in, ToyOutput out) {
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = static_cast<std::uint8_t>(~in[i]);
    return ToyAnswer{"", in.size(), in.size(), 7};
  };
  const auto contract =
      with_exception(lenient, [](const ToyCase&, const kit::SubjectInfo& subject,
                                 const kit::Outcome& want, const kit::Outcome& got) {
        return subject.name == "toy" && want.result.status() == "unlucky" && got.result.is_ok();
      });
  kit::Prover prover(*contract);
  EXPECT_FALSE(prover.check(*any_case(kThree)).has_value());
  EXPECT_EQ(prover.tally().exception_count(0), 0U);
  EXPECT_FALSE(prover.check(*any_case(kRefused)).has_value());
  EXPECT_FALSE(prover.check(*any_case(kRefused)).has_value());
  EXPECT_EQ(prover.tally().exception_count(0), 2U) << "once for each Case";
  EXPECT_EQ(contract->exceptions().at(0).in_corpus, 1U);
}

TEST(Prover, AnExceptionExcusesNoOtherDifferenceAndNoMisconduct) {
  const auto always = [](const auto&...) { return true; };
  const auto never = [](const auto&...) { return false; };
  const ToyBody wrong = but([](ToyAnswer& a, ToyOutput) { a.consumed = 2; });
  EXPECT_FALSE(check_toy(*with_exception(wrong, always), kThree).has_value());
  EXPECT_TRUE(check_toy(*with_exception(wrong, never), kThree).has_value());
  const ToyBody reads_on = [](ToyInput in, ToyOutput out) {
    peek(in.data() + in.size());
    return toy_codec(in, out);
  };
  EXPECT_TRUE(check_toy(*with_exception(reads_on, always), kThree).has_value());
  const ToyBody throws = [](ToyInput, ToyOutput) -> ToyAnswer { throw std::runtime_error("boom"); };
  EXPECT_TRUE(check_toy(*with_exception(throws, always), kThree).has_value());
  bool first = true;
  const ToyBody throws_once = [&](ToyInput in, ToyOutput out) {
    if (std::exchange(first, false)) throw std::runtime_error("boom");
    return toy_codec(in, out);
  };
  const auto contract = with_exception(throws_once, always);
  const auto divergence = check_toy(*contract, {});
  ASSERT_TRUE(divergence.has_value()) << "and the same as the truth in its second run";
  EXPECT_EQ(divergence->difference.what, "threw: boom");
  std::uint64_t runs = 0;
  const ToyBody moody = but([&](ToyAnswer& a, ToyOutput) { a.consumed = 100 + runs++; });
  EXPECT_TRUE(check_toy(*with_exception(moody, always), kThree).has_value())
      << "excused, but never the same";
}

TEST(Prover, BytesOfAnUnknownVersionProveNothingAndAreCounted) {
  const auto contract = toy_with(toy_codec);
  kit::Prover prover(*contract);
  EXPECT_FALSE(prover.check_bytes(std::vector<std::uint8_t>{0, 1, 2}).has_value());
  EXPECT_FALSE(prover.check_bytes(std::vector<std::uint8_t>{3, 1, 2}).has_value());
  EXPECT_EQ(prover.tally().cases(), 0U);
  EXPECT_EQ(prover.tally().unreadable(), 2U);
  EXPECT_FALSE(prover.check_bytes({}).has_value());
  EXPECT_FALSE(prover.check_bytes(std::vector<std::uint8_t>{1, 0, 5, 6}).has_value());
  EXPECT_EQ(prover.tally().cases(), 2U) << "no bytes, and an old version, are Cases";
}

// A fuzzer lets second rounds take turns; nobody may be left out, and everybody else runs them all.
TEST(Prover, SecondRoundsInTurnReachEverySubject) {
  const ToyBody wrong_again = [](ToyInput in, ToyOutput out) {
    ToyAnswer answer = toy_codec(in, out);
    if (peek(in.data() - 1) != kit::fill_of(kit::Round::first)) answer.observed = 8;
    return answer;
  };
  for (std::size_t guilty = 0; guilty < 5; ++guilty) {
    const auto contract = make_toy([&](kit::Declaration<PlainToy>& d) {
      d.reference("toy reference", toy_run(toy_codec));
      for (std::size_t i = 0; i < 5; ++i) {
        d.subject({.name = "toy"}, toy_run(i == guilty ? wrong_again : toy_codec));
      }
    });
    kit::Prover all(*contract);
    kit::Prover in_turn(*contract, {}, kit::SecondRounds::in_turn);
    int found = 0;
    for (std::size_t size = 10; size < 13; ++size) {
      std::vector<std::uint8_t> bytes(size);
      bytes[0] = 2;
      EXPECT_TRUE(all.check_bytes(bytes).has_value());
      const auto divergence = in_turn.check_bytes(bytes);
      EXPECT_EQ(in_turn.check_bytes(bytes).has_value(), divergence.has_value());
      found += divergence ? 1 : 0;
    }
    EXPECT_EQ(found, 1) << "subject " << guilty << ": a third of the Cases each";
  }
}

// A draw that is no inverse of itself: what it records is not what it draws.
struct Crooked {
  struct Case {
    std::uint8_t number = 0;
    bool operator==(const Case&) const = default;
  };
  enum class Reach { any };
  static constexpr std::string_view kName = "crooked";
  static constexpr std::string_view kClaim = "none";
  static constexpr std::uint8_t kVersion = 1;
  static void draw(kit::Draw& d, Case& c) {
    d.uniform(c.number, std::uint8_t{0}, std::uint8_t{255});
    c.number = static_cast<std::uint8_t>(c.number + 1);
  }
  static void describe(const Case& c, std::ostream& out) { out << int{c.number}; }
  static void survey(const Case&, const kit::Result&, kit::Marks<Reach>& m) { m.mark(Reach::any); }
  static void declare(kit::Declaration<Crooked>& d) {
    const auto run = [](const Case&, kit::Stage& s) {
      s.call([] {});
      return kit::Result::ok();
    };
    d.reach(Reach::any, "any");
    d.reference("reference", run);
    d.subject({.name = "subject"}, run);
  }
};

TEST(Prover, ADrawThatRecordsAnotherCaseIsFound) {
  const kit::ErasedContract<Crooked> contract(toy_abort);
  kit::Prover prover(contract);
  const auto c = contract.new_case();
  EXPECT_FALSE(prover.check(*c).has_value());
  const auto d = prover.check_recording(*c);
  ASSERT_TRUE(d.has_value());
  EXPECT_EQ(d->claim, "a recorded Case is drawn back the same");
  const auto straight = toy_with(toy_codec);
  EXPECT_FALSE(kit::Prover(*straight).check_recording(*any_case(kThree)).has_value());
}

TEST(Prover, AContractWithNothingToCompareIsRefused) {
  EXPECT_DEATH(
      make_toy([](kit::Declaration<PlainToy>& d) { d.reference("alone", toy_run(toy_codec)); }),
      "compares a reference with at least one subject");
  EXPECT_DEATH(make_toy([](kit::Declaration<PlainToy>& d) {
                 d.subject({.name = "one"}, toy_run(toy_codec));
                 d.subject({.name = "two"}, toy_run(toy_codec));
               }),
               "exactly one reference");
  EXPECT_DEATH(make_toy([](kit::Declaration<PlainToy>& d) {
                 d.reference("one", toy_run(toy_codec));
                 d.reference("two", toy_run(toy_codec));
               }),
               "exactly one reference");
}

}  // namespace
}  // namespace touchstone::props
