// Comparing outcomes: what is seen first, how it is told, and that nothing visible is passed over.
#include "harness/outcome.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace touchstone::props {
namespace {

using kit::Outcome;
using kit::Result;

// An outcome that gave these values.
template <typename T>
Outcome gave(std::vector<T> values, Result result = Result::ok()) {
  static std::vector<std::vector<T>> kept;  // a Result only points to what it gave
  kept.push_back(std::move(values));
  Outcome outcome;
  outcome.result = result.gave(std::span(kept.back()));
  const auto bytes = std::as_bytes(std::span(kept.back()));
  outcome.output.assign(bytes.begin(), bytes.end());
  return outcome;
}

std::string what(const Outcome& expected, const Outcome& actual) {
  const auto difference = kit::compare(expected, actual);
  return difference ? difference->what : "none";
}

TEST(Outcome, EqualOnesDoNotDiffer) {
  EXPECT_EQ(what({}, {}), "none");
  EXPECT_EQ(what(gave<std::uint32_t>({1, 2}), gave<std::uint32_t>({1, 2})), "none");
}

TEST(Outcome, TheFirstDifferenceInTheOrderOfImportanceIsTold) {
  const auto make = [](std::string_view status, std::uint64_t taken,
                       std::vector<std::uint8_t> values, std::uint64_t seen) {
    Result result = status == "ok" ? Result::ok() : Result::rejected(status);
    return gave<std::uint8_t>(std::move(values), result.took(taken).also("position", seen));
  };
  const Outcome truth = make("ok", 5, {1, 2}, 9);
  Outcome wrong = make("bad", 6, {1, 3, 4}, 8);
  wrong.trespass = kit::Trespass{{.signal = 11}, "input", true, 1, true};
  wrong.exception = "boom";
  wrong.damage = kit::Damage{"output", 4};
  EXPECT_NE(what(truth, wrong).find("1 byte past its input"), std::string::npos);
  wrong.trespass.reset();
  EXPECT_EQ(what(truth, wrong), "threw: boom");
  wrong.exception.clear();
  EXPECT_EQ(what(truth, wrong),
            "changed memory it does not own: byte 4 counted from the start of its output");
  wrong.damage.reset();
  EXPECT_EQ(what(truth, wrong), "status differs: expected ok, got bad");
  EXPECT_EQ(what(truth, make("ok", 6, {1, 3, 4}, 8)), "bytes consumed differs: expected 5, got 6");
  EXPECT_EQ(what(truth, make("ok", 5, {1, 3, 4}, 8)),
            "number of values produced differs: expected 2, got 3");
  EXPECT_EQ(what(truth, make("ok", 5, {1, 3}, 8)),
            "output differs first at index 1: expected 0x02, got 0x03");
  EXPECT_EQ(what(truth, make("ok", 5, {1, 2}, 8)), "position differs: expected 9, got 8");
}

TEST(Outcome, ElementsAreToldInTheirWidth) {
  EXPECT_EQ(what(gave<std::uint16_t>({0x1234}), gave<std::uint16_t>({0x0034})),
            "output differs first at index 0: expected 0x1234, got 0x0034");
  EXPECT_EQ(what(gave<std::int32_t>({1, -1}), gave<std::int32_t>({1, 1})),
            "output differs first at index 1: expected 0xffffffff, got 0x00000001");
  EXPECT_EQ(what(gave<std::uint64_t>({0x80000000}), gave<std::uint64_t>({0xFFFFFFFF80000000})),
            "output differs first at index 0: expected 0x0000000080000000, got 0xffffffff80000000");
}

TEST(Outcome, TheWindowShowsThreeNeighboursAndMarksWhatDiffers) {
  std::vector<std::uint8_t> values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const Outcome truth = gave(values);
  values[5] = 0xEE;
  values[7] = 0xDD;
  values[9] = 0xCC;
  const auto difference = kit::compare(truth, gave(values));
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->detail,
            "       index  expected  actual  \n"
            "           2  0x02      0x02    \n"
            "           3  0x03      0x03    \n"
            "           4  0x04      0x04    \n"
            ">          5  0x05      0xee    \n"
            "           6  0x06      0x06    \n"
            ">          7  0x07      0xdd    \n"
            "           8  0x08      0x08    \n");
}

TEST(Outcome, ADifferenceAtEitherEndIsShown) {
  for (const std::size_t at : {0U, 9U}) {
    std::vector<std::uint64_t> values(10, 1);
    const Outcome truth = gave(values);
    values[at] = 2;
    const auto difference = kit::compare(truth, gave(values));
    ASSERT_TRUE(difference.has_value());
    EXPECT_NE(difference->detail.find(">          " + std::to_string(at)), std::string::npos);
  }
}

TEST(Outcome, AllocationsAloneAreNoDifference) {
  Outcome first;
  Outcome second;
  second.allocations = 3;
  EXPECT_EQ(what(first, second), "none") << "the prover judges them: a first call may warm up";
}

TEST(Outcome, AContractThatComparesUnlikeThingsIsRefused) {
  EXPECT_DEATH(what(gave<std::uint32_t>({1}), gave<std::uint64_t>({1})), "different widths");
  Outcome one;
  one.result.also("position", 1);
  EXPECT_DEATH(what(one, {}), "different observations");
  Outcome other;
  other.result.also("length", 1);
  EXPECT_DEATH(what(one, other), "different observations");
  EXPECT_DEATH(
      {
        Result result;
        for (std::uint64_t i = 0; i < 7; ++i) result.also("one too many", i);
      },
      "at most six");
}

}  // namespace
}  // namespace touchstone::props
