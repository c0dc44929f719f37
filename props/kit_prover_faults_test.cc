// The prover must find every way in which a codec can misbehave, and say in the headline which it
// was. One broken toy for each.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

constexpr std::uint8_t kFirstFill = kit::fill_of(kit::Round::first);

constexpr kit::Placement kRight{kit::Flush::right, 0};
constexpr kit::Placement kLeft{kit::Flush::left, 0};
constexpr kit::Placement kAligned{kit::Flush::aligned, 7};

ToyCase three_bytes(kit::Placement input_at = kRight, kit::Placement output_at = kRight) {
  return {{1, 2, 3}, input_at, output_at};
}

// A body that does right, and then something more.
template <typename More>
ToyBody and_also(More more) {
  return [more](ToyInput in, ToyOutput out) {
    const ToyAnswer answer = toy_codec(in, out);
    more(in, out);
    return answer;
  };
}

ToyBody reads_at(std::ptrdiff_t offset) {
  return and_also([offset](ToyInput in, ToyOutput) { peek(in.data() + offset); });
}
ToyBody writes_at(std::ptrdiff_t offset) {
  return and_also([offset](ToyInput, ToyOutput out) { poke(out.data() + offset, 0x77); });
}

TEST(ProverFaults, ARightSubjectHoldsWhereverItsBuffersLie) {
  for (std::size_t size = 0; size < 70; ++size) {
    std::vector<std::uint8_t> bytes(size, 0x5A);
    for (std::uint8_t alignment = 0; alignment < 64; ++alignment) {
      const kit::Placement place{kit::Flush::aligned, alignment};
      ASSERT_EQ(headline(toy_codec, {bytes, place, place}), "holds");
    }
    ASSERT_EQ(headline(toy_codec, {bytes, kRight, kLeft}), "holds");
    ASSERT_EQ(headline(toy_codec, {bytes, kLeft, kRight}), "holds");
    bytes.push_back(13);
    ASSERT_EQ(headline<SpoilingToy>(toy_codec, {bytes, kRight, kRight}), "holds");
  }
}

TEST(ProverFaults, AReadPastTheInputIsMeasuredToTheByte) {
  EXPECT_EQ(headline(reads_at(2), three_bytes()), "holds");
  EXPECT_EQ(headline(reads_at(3), three_bytes()), kRead + " 1 byte past its input");
  EXPECT_EQ(headline(reads_at(4), three_bytes()), kRead + " 2 bytes past its input");
  EXPECT_EQ(headline(reads_at(3 + 127), three_bytes()), kRead + " 128 bytes past its input");
  EXPECT_EQ(headline(reads_at(3 + 128), three_bytes()),
            kRead + " at least 129 bytes past its input")
      << "beyond what is measured it must not pretend to";
  EXPECT_EQ(headline(reads_at(0), {}), kRead + " 1 byte past its input") << "of an empty input";
}

TEST(ProverFaults, AVectorLoadAcrossTheEndIsMeasuredToTheByte) {
  const ToyBody body = and_also([](ToyInput in, ToyOutput) {
    std::array<std::uint8_t, 16> vector;
    std::memcpy(vector.data(), in.data(), vector.size());
    asm volatile("" : : "m"(vector));
  });
  EXPECT_EQ(headline(body, three_bytes()), kRead + " 13 bytes past its input");
  EXPECT_EQ(headline(body, {std::vector<std::uint8_t>(15), kRight, kRight}),
            kRead + " 1 byte past its input");
  EXPECT_EQ(headline(body, {std::vector<std::uint8_t>(16), kRight, kRight}), "holds");
}

TEST(ProverFaults, AReadBeforeTheInputIsFoundWhenItStartsAtAGuardPage) {
  EXPECT_EQ(headline(reads_at(-1), three_bytes(kLeft)), kRead + " 1 byte before its input");
  EXPECT_EQ(headline(reads_at(-8), three_bytes(kLeft)), kRead + " 8 bytes before its input");
}

TEST(ProverFaults, AWritePastTheOutputIsMeasuredToTheByte) {
  EXPECT_EQ(headline(writes_at(3), three_bytes()), kWrote + " 1 byte past its output");
  EXPECT_EQ(headline(writes_at(18), three_bytes()), kWrote + " 16 bytes past its output");
  EXPECT_EQ(headline(writes_at(-1), three_bytes(kRight, kLeft)),
            kWrote + " 1 byte before its output");
}

TEST(ProverFaults, AWriteThatNoGuardPageSeesIsFoundInTheCanary) {
  const std::string what = "changed memory it does not own: byte ";
  const std::string from = " counted from the start of its output";
  for (const kit::Placement place : {kLeft, kAligned}) {
    EXPECT_EQ(headline(writes_at(3), three_bytes(kRight, place)), what + "3" + from);
    EXPECT_EQ(headline(writes_at(50), three_bytes(kRight, place)), what + "50" + from);
  }
  for (const kit::Placement place : {kRight, kAligned}) {
    EXPECT_EQ(headline(writes_at(-1), three_bytes(kRight, place)), what + "-1" + from);
    EXPECT_EQ(headline(writes_at(-64), three_bytes(kRight, place)), what + "-64" + from);
  }
}

TEST(ProverFaults, AWriteOfTheVeryFillByteIsFoundByTheOtherFill) {
  const ToyBody body = and_also([](ToyInput, ToyOutput out) { poke(out.data() - 1, kFirstFill); });
  EXPECT_TRUE(headline(body, three_bytes()).starts_with("changed memory it does not own: byte -1"));
}

TEST(ProverFaults, AChangedInputIsFound) {
  const ToyBody inside = and_also([](ToyInput in, ToyOutput) { poke(in.data() + 2, 99); });
  EXPECT_EQ(headline(inside, three_bytes()),
            "changed memory it does not own: byte 2 counted from the start of its input");
  const ToyBody before = and_also([](ToyInput in, ToyOutput) { poke(in.data() - 3, 99); });
  EXPECT_EQ(headline(before, three_bytes()),
            "changed memory it does not own: byte -3 counted from the start of its input");
}

TEST(ProverFaults, SlackIsGrantedAsDeclaredAndNotAByteMore) {
  constexpr kit::Slack kSlack{.read = 4, .write = 6};
  EXPECT_EQ(headline(reads_at(3 + 3), three_bytes(), kSlack), "holds");
  EXPECT_EQ(headline(reads_at(3 + 4), three_bytes(), kSlack), kRead + " 5 bytes past its input");
  for (const kit::Placement place : {kRight, kLeft, kAligned}) {
    EXPECT_EQ(headline(writes_at(3 + 5), three_bytes(kRight, place), kSlack), "holds");
  }
  EXPECT_EQ(headline(writes_at(3 + 6), three_bytes(), kSlack), kWrote + " 7 bytes past its output");
  for (const kit::Placement place : {kLeft, kAligned}) {
    EXPECT_EQ(headline(writes_at(3 + 6), three_bytes(kRight, place), kSlack),
              "changed memory it does not own: byte 9 counted from the start of its output");
  }
  EXPECT_EQ(headline(reads_at(-1), three_bytes(kLeft), kSlack), kRead + " 1 byte before its input")
      << "slack lies behind a buffer only";
}

TEST(ProverFaults, SlackAllowsReadingButNotDependingOnWhatIsRead) {
  const ToyBody body = [](ToyInput in, ToyOutput out) {
    ToyAnswer answer = toy_codec(in, out);
    answer.observed = peek(in.data() + in.size()) == kFirstFill ? 7 : 8;
    return answer;
  };
  EXPECT_EQ(
      headline(body, three_bytes(), {.read = 1}),
      "observation differs: expected 7, got 8 (only when run again with other bytes around its "
      "buffers)");
}

TEST(ProverFaults, ANullPointerIsReportedOrLeftToTheSanitizer) {
  const ToyBody body = and_also([](ToyInput, ToyOutput) {
    const std::uint8_t* volatile nowhere = nullptr;
    peek(nowhere);
  });
  if (kSanitized) {
    EXPECT_DEATH(headline(body, three_bytes()), "null|SEGV");
  } else {
    EXPECT_EQ(headline(body, three_bytes()),
              "died of signal 11 (memory fault) at address 0x0000000000000000");
  }
}

TEST(ProverFaults, AnExceptionIsFoundWhateverIsThrown) {
  EXPECT_EQ(headline(and_also([](ToyInput, ToyOutput) { throw std::runtime_error("boom"); }),
                     three_bytes()),
            "threw: boom");
  // Nothing asked for, nothing produced: only the exception itself is there to be seen.
  const ToyBody silent = [](ToyInput, ToyOutput) -> ToyAnswer { throw std::runtime_error(""); };
  EXPECT_TRUE(headline(silent, {}).starts_with("threw: "));
  const ToyBody odd = [](ToyInput, ToyOutput) -> ToyAnswer { throw 42; };
  EXPECT_TRUE(headline(odd, {}).starts_with("threw: "));
}

TEST(ProverFaults, OneAllocationInASecondCallIsFound) {
  const std::string once = "allocated 1 time in a second call on the same Case; it may not at all";
  EXPECT_EQ(headline(and_also([](ToyInput, ToyOutput) {
                       void* volatile block = std::malloc(10);
                       std::free(block);
                     }),
                     three_bytes()),
            once);
  EXPECT_EQ(headline(and_also([](ToyInput, ToyOutput) {
                       int* volatile number = new int(1);
                       delete number;
                     }),
                     three_bytes()),
            once);
  EXPECT_EQ(headline(and_also([](ToyInput in, ToyOutput) {
                       const std::vector<std::uint8_t> copy(in.begin(), in.end());
                       asm volatile("" : : "r"(copy.data()));
                     }),
                     three_bytes()),
            once);
}

TEST(ProverFaults, AScratchThatGrowsOnceIsNoFault) {
  std::vector<std::uint8_t> scratch;
  EXPECT_EQ(
      headline(and_also([&](ToyInput in, ToyOutput) { scratch.assign(in.begin(), in.end()); }),
               three_bytes()),
      "holds");
}

TEST(ProverFaults, AResultThatDependsOnForeignBytesIsFoundByTheTwoFills) {
  // Right as long as the byte before the input is the first fill.
  const ToyBody body = [](ToyInput in, ToyOutput out) {
    const ToyAnswer answer = toy_codec(in, out);
    if (peek(in.data() - 1) != kFirstFill) poke(out.data() + 1, 0);
    return answer;
  };
  EXPECT_EQ(
      headline(body, three_bytes()),
      "output differs first at index 1: expected 0xfd, got 0x00 (only when run again with other "
      "bytes around its buffers)");
}

TEST(ProverFaults, AnOutputLeftUnwrittenIsFoundByTheTwoFills) {
  const ToyBody body = [](ToyInput in, ToyOutput out) {
    toy_codec(in.first(2), out);
    return ToyAnswer{"", 3, 3, 7};
  };
  // The right value of the third byte is the first fill: one run alone would not show it.
  EXPECT_EQ(
      headline(body, {{1, 2, static_cast<std::uint8_t>(~kFirstFill)}, kRight, kRight}),
      "output differs first at index 2: expected 0xaa, got 0x55 (only when run again with other "
      "bytes around its buffers)");
}

TEST(ProverFaults, StateThatARefusedCaseLeavesBehindIsFound) {
  bool spoiled = false;
  const ToyBody body = [&](ToyInput in, ToyOutput out) {
    ToyAnswer answer = toy_codec(in, out);
    if (!answer.refusal.empty()) {
      spoiled = true;
    } else if (spoiled) {
      answer.consumed -= 1;
    }
    return answer;
  };
  EXPECT_EQ(headline<PlainToy>(body, three_bytes()), "holds") << "nobody refused anything";
  EXPECT_EQ(
      headline<SpoilingToy>(body, three_bytes()),
      "bytes consumed differs: expected 3, got 2 (only when run again after a refused Case, with "
      "other bytes around)");
}

TEST(ProverFaults, MisconductOnTheRefusedCaseItselfIsFound) {
  const ToyBody body = [](ToyInput in, ToyOutput out) {
    const ToyAnswer answer = toy_codec(in, out);
    if (!answer.refusal.empty()) peek(in.data() + in.size());
    return answer;
  };
  EXPECT_EQ(headline<SpoilingToy>(body, three_bytes()),
            kRead + " 1 byte past its input (on this Case made to be refused)");
}

TEST(ProverFaults, ElementsWiderThanAByteAreMeasuredHonestly) {
  // A 32-bit output has to be aligned, so a grant comes in steps of four bytes.
  const auto overrun = [](std::size_t bytes) {
    const auto run = [bytes](bool right) {
      return [=](const ToyCase& c, kit::Stage& stage) {
        const auto out = stage.output<std::uint32_t>(c.bytes.size(), c.output_at);
        stage.call([&] {
          const auto* end = reinterpret_cast<const std::uint8_t*>(out.data() + out.size());
          for (std::size_t i = 0; !right && i < bytes; ++i) poke(end + i, 0x77);
        });
        return kit::Result::ok();
      };
    };
    const auto contract = make_toy([&](kit::Declaration<PlainToy>& d) {
      d.reference("toy reference", run(true));
      d.subject({.name = "toy"}, run(false));
    });
    const auto divergence = check_toy(*contract, three_bytes());
    return divergence ? divergence->difference.what : "holds";
  };
  EXPECT_EQ(overrun(0), "holds");
  EXPECT_EQ(overrun(1), kWrote + " at least 1 byte past its output");
  EXPECT_EQ(overrun(4), kWrote + " at least 1 byte past its output");
  EXPECT_EQ(overrun(5), kWrote + " at least 5 bytes past its output");
  EXPECT_EQ(overrun(16), kWrote + " at least 13 bytes past its output");
}

}  // namespace
}  // namespace touchstone::props
