// The report has every part a stranger needs, and the test it offers works when pasted.
#include "harness/report.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "harness/corpus.h"
#include "harness/gtest.h"
#include "props/temporary_folder.h"
#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

kit::Divergence example() {
  const auto contract = toy_with([](ToyInput in, ToyOutput out) {
    const ToyAnswer answer = toy_codec(in, out);
    out[1] ^= 1;
    return answer;
  });
  auto divergence = check_toy(*contract, {{1, 2, 3}, {}, {}});
  EXPECT_TRUE(divergence.has_value());
  return *std::move(divergence);
}

TEST(Report, HasEveryPartAndReadsAsText) {
  const std::string text = kit::render(example(), "crashes/toy/divergence-1", false);
  const std::string parts[] = {
      "DIVERGENCE in toy: toy at tier tin output differs first at index 1: expected 0xfd, got "
      "0xfc\n",
      "  claim      the toy codec complements every byte\n",
      "  believed   toy reference\n",
      "  disagrees  toy at tier tin\n",
      "  case       3 bytes ending at a guard page, output ending at a guard page\n",
      "             bytes: 01 02 03\n",
      "  window            index  expected  actual",
      ">          1  0xfd      0xfc",
      "  tier       tin (this CPU runs: tin)\n",
      "  cpu        " + kit::cpu_name() + "\n",
      "  file       crashes/toy/divergence-1\n",
      "  reproduce  ci/reproduce crashes/toy/divergence-1\n",
      "#include \"harness/gtest.h\"\n",
      "TEST(Toy, Divergence",
      "touchstone::kit::expect_holds(\"toy\",\n      \"02 00 00 01 02 03\");\n",
  };
  std::size_t from = 0;
  for (const std::string& part : parts) {
    const std::size_t at = text.find(part, from);
    ASSERT_NE(at, std::string::npos) << "missing, or out of order: " << part << "\nin:\n" << text;
    from = at + part.size();
  }
  EXPECT_FALSE(kit::cpu_name().empty());
}

TEST(Report, ColourIsForTerminalsOnly) {
  const kit::Divergence d = example();
  const std::string plain = kit::render(d, "file", false);
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  std::string coloured = kit::render(d, "file", true);
  EXPECT_TRUE(coloured.starts_with("\x1b[1;31mDIVERGENCE"));
  for (const std::string code : {"\x1b[1;31m", "\x1b[0m"})
    coloured.erase(coloured.find(code), code.size());
  EXPECT_EQ(coloured, plain) << "colour adds nothing that plain text lacks";
}

TEST(Report, AFileThatCouldNotBeKeptIsSaidAndNoCommandIsInvented) {
  const std::string text = kit::render(example(), "", false);
  EXPECT_NE(text.find("(not kept: no folder to write to)"), std::string::npos);
  EXPECT_EQ(text.find("ci/reproduce"), std::string::npos);
}

TEST(Report, ADivergenceIsKeptUnderItsContractsName) {
  const TemporaryFolder folder;
  const kit::Divergence d = example();
  const std::string path = kit::keep_divergence(d, folder.path().string());
  EXPECT_EQ(path, (folder.path() / "toy" / kit::divergence_name(d.bytes)).string());
  EXPECT_EQ(kit::read_file(path), d.bytes);
  EXPECT_EQ(kit::keep_divergence(d, folder.path().string()), path) << "same bytes, same file";
  kit::Divergence other = d;
  other.bytes.push_back(0);
  EXPECT_NE(kit::keep_divergence(other, folder.path().string()), path);
  EXPECT_EQ(kit::keep_divergence(d, path), "") << "a file is no folder";
}

TEST(Report, ALongCaseIsPastedInLinesThatAreReadBackWhole) {
  kit::Divergence d = example();
  d.bytes.assign(100, 0xAB);
  const std::string test = kit::pasteable_test(d);
  std::string hex;
  for (std::size_t at = test.find("\n      \""); at != std::string::npos;) {
    const std::size_t end = test.find('"', at + 8);
    EXPECT_LE(end - at, 100U) << "a line a person can read";
    hex += test.substr(at + 8, end - at - 8);
    at = test.find("\n      \"", end);
  }
  EXPECT_EQ(kit::from_hex(hex), d.bytes);
}

// A real contract, and a Case on which it holds: one value, all at its lowest.
TEST(PasteableTest, PassesOnACaseThatHolds) {
  for (const kit::AnyContract* contract : kit::all_contracts()) {
    const std::string version = kit::to_hex(std::vector{contract->version()});
    kit::expect_holds(contract->name(), version);
    kit::expect_holds(contract->name(), version + " 01 02\n03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f");
  }
}

TEST(PasteableTest, FailsWithTheWholeReportOnADivergence) {
  // broken_toy is wrong on purpose for any input that holds a byte above 0xf0.
  EXPECT_NONFATAL_FAILURE(kit::expect_holds("broken_toy", "01 05 f1"), "DIVERGENCE in broken_toy");
  EXPECT_NONFATAL_FAILURE(kit::expect_holds("broken_toy", "01 05 f1"), "believed   reference");
}

TEST(PasteableTest, FailsOnWhateverProvesNothing) {
  EXPECT_FATAL_FAILURE(kit::expect_holds("no_such_contract", "01"), "no contract named");
  EXPECT_FATAL_FAILURE(kit::expect_holds("group_varint_decode", "0x"), "not hex");
  EXPECT_FATAL_FAILURE(kit::expect_holds("group_varint_decode", "ff 00"),
                       "no Case of a known version");
}

}  // namespace
}  // namespace touchstone::props
