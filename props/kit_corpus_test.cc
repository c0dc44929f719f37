// The corpus on disk: whatever is missing, unreadable or doubtful is an error by name.
#include "harness/corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "harness/prover.h"
#include "harness/sweep.h"
#include "props/temporary_folder.h"
#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

void put(const fs::path& path, const Bytes& bytes) {
  fs::create_directories(path.parent_path());
  ASSERT_TRUE(kit::write_file(path, bytes)) << path;
}

template <typename T>
std::string error_of(const std::expected<T, std::string>& result) {
  return result ? "none" : result.error();
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Corpus : public testing::Test {
 protected:
  fs::path root() const { return folder_.path() / "corpus"; }
  std::string files(const std::string& contract = "any") const {
    return error_of(kit::corpus_files(root(), contract));
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Corpus, OneThatHoldsNothingIsAnError) {
  EXPECT_TRUE(mentions(files(), "no such folder"));
  fs::create_directories(root() / "any");
  EXPECT_TRUE(mentions(files(), "holds not a single Case"));
  fs::create_directories(root() / "any" / "seeds");
  fs::create_directories(root() / "any" / "regress");
  EXPECT_TRUE(mentions(files(), "holds not a single Case"));
  put(root() / "other" / "seeds" / "a", {1});
  EXPECT_TRUE(mentions(files(), "holds not a single Case"));
  put(root() / "file", {1});
  EXPECT_TRUE(mentions(files("file"), "no such folder"));
}

TEST_F(Corpus, ItsFilesComeFromBothFoldersInOrder) {
  put(root() / "any" / "regress" / "c", {1});
  put(root() / "any" / "seeds" / "b", {1});
  put(root() / "any" / "seeds" / "a", {1});
  const auto found = kit::corpus_files(root(), "any");
  ASSERT_TRUE(found.has_value()) << found.error();
  const fs::path any = root() / "any";
  EXPECT_EQ(*found, (std::vector{any / "seeds" / "a", any / "seeds" / "b", any / "regress" / "c"}));
}

TEST_F(Corpus, WhatIsNoFileIsAnErrorByName) {
  put(root() / "any" / "seeds" / "a", {1});
  fs::create_directories(root() / "any" / "seeds" / "folder");
  EXPECT_TRUE(mentions(files(), "folder: not a regular file"));
  fs::remove(root() / "any" / "seeds" / "folder");
  fs::create_symlink("/nonexistent/case", root() / "any" / "seeds" / "dangling");
  EXPECT_TRUE(mentions(files(), "dangling: not a regular file"));
  fs::remove(root() / "any" / "seeds" / "dangling");
  fs::remove_all(root() / "any" / "regress");
  put(root() / "any" / "regress", {1});
  EXPECT_TRUE(mentions(files(), "regress")) << files();
}

TEST_F(Corpus, AFileThatCannotBeReadSaysWhy) {
  const fs::path path = root() / "case";
  EXPECT_TRUE(mentions(error_of(kit::read_file(path)), "case"));
  fs::create_directories(path);
  EXPECT_TRUE(mentions(error_of(kit::read_file(path)), "not a regular file"));
  fs::remove(path);
  fs::create_symlink("/nonexistent", path);
  EXPECT_NE(error_of(kit::read_file(path)), "none");
  fs::remove(path);
  put(path, Bytes(kit::kMostCaseBytes + 1));
  EXPECT_TRUE(mentions(error_of(kit::read_file(path)), "too large for a Case"));
  put(path, Bytes(kit::kMostCaseBytes, 7));
  EXPECT_EQ(kit::read_file(path), Bytes(kit::kMostCaseBytes, 7));
  put(path, {});
  EXPECT_EQ(kit::read_file(path), Bytes{});
}

TEST_F(Corpus, AFileIsWrittenWholeOrNotAtAll) {
  const fs::path path = root() / "case";
  EXPECT_FALSE(kit::write_file(path, Bytes{1})) << "no folder";
  put(path, {1, 2, 3});
  put(path, {4});
  EXPECT_EQ(kit::read_file(path), Bytes{4});
  fs::create_directories(root() / "folder" / "inside");
  EXPECT_FALSE(kit::write_file(root() / "folder", Bytes{1}));
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(root())) left.push_back(entry.path().filename());
  std::ranges::sort(left);
  EXPECT_EQ(left, (std::vector<std::string>{"case", "folder"}))
      << "nothing half-written stays behind";
}

TEST_F(Corpus, ANameTellsWhatACaseIsAbout) {
  for (const char* good : {"empty", "bit-31-set", "lucene-13373", "found-00ff", "v1.2"}) {
    EXPECT_EQ(kit::case_name_fault(good), "") << good;
  }
  for (const char* bad : {"", "Empty", "two words", "under_score", "-x", "9-lives", ".hidden",
                          "divergence-0123456789abcdef", "crash-0123", "\xC3\xA4rger", "a/b"}) {
    EXPECT_NE(kit::case_name_fault(bad), "") << bad;
  }
}

// A sound corpus for every contract linked in, to be spoilt in one way at a time.
class CorpusLint : public Corpus {
 protected:
  void SetUp() override {
    for (const kit::AnyContract* contract : kit::all_contracts()) {
      put(seed_of(*contract, "good"), some_case(*contract, 1));
    }
  }
  fs::path seed_of(const kit::AnyContract& contract, const std::string& name) const {
    return root() / contract.name() / "seeds" / name;
  }
  static Bytes some_case(const kit::AnyContract& contract, std::uint64_t index) {
    const auto c = contract.new_case();
    kit::Prover prover(contract);
    prover.draw_bytes(kit::sweep_bytes(1, index, contract.version()), *c);
    return contract.record(*c);
  }
  static const kit::AnyContract& broken() { return *kit::find_contract("broken_toy"); }

  // The only fault that lint finds.
  std::string only_fault() const {
    const auto faults = kit::lint_corpus(root());
    EXPECT_LE(faults.size(), 1U);
    return faults.empty() ? "none" : faults[0];
  }
  std::string fault_of_file(const std::string& name, const Bytes& bytes) const {
    const fs::path path = seed_of(broken(), name);
    put(path, bytes);
    const std::string fault = only_fault();
    fs::remove(path);
    EXPECT_TRUE(fault == "none" || mentions(fault, path.string())) << "names the file: " << fault;
    return fault;
  }
};

TEST_F(CorpusLint, ASoundCorpusHasNoFault) {
  EXPECT_EQ(only_fault(), "none");
  fs::create_directories(root() / "golden" / "whatever");
  EXPECT_EQ(only_fault(), "none") << "vectors of tests are no Cases";
}

TEST_F(CorpusLint, EachFaultOfAFileIsNamed) {
  EXPECT_EQ(fault_of_file("fine", {1, 5, 6}), "none");
  EXPECT_TRUE(mentions(fault_of_file("Bad_Name", {1, 5, 6}), "lower-case words"));
  EXPECT_TRUE(mentions(fault_of_file("empty-file", {}), "empty file"));
  EXPECT_TRUE(mentions(fault_of_file("version-zero", {0, 5}), "unknown version 0"));
  EXPECT_TRUE(mentions(fault_of_file("version-nine", {9, 5}), "unknown version 9"));
  EXPECT_TRUE(mentions(fault_of_file("cut", {1}), "recorded differently")) << "bytes are missing";
  EXPECT_TRUE(mentions(fault_of_file("too-long", Bytes(100, 1)), "recorded differently"))
      << "bytes are left over";
  EXPECT_TRUE(mentions(fault_of_file("wrapped", {1, 15, 6}), "recorded differently"))
      << "15 is drawn as 5";
  EXPECT_TRUE(mentions(fault_of_file("too-large", Bytes(kit::kMostCaseBytes + 1)), "too large"));
  EXPECT_TRUE(mentions(fault_of_file("good-twin", some_case(broken(), 1)), "same Case as"));
}

TEST_F(CorpusLint, WhatBelongsToNoContractIsNamed) {
  fs::create_directories(root() / "no_such_contract");
  EXPECT_TRUE(mentions(only_fault(), "no_such_contract: no contract of that name"));
  fs::remove(root() / "no_such_contract");
  put(root() / broken().name() / "regres" / "typo-in-folder", {1, 5, 6});
  EXPECT_TRUE(mentions(only_fault(), "regres")) << "a folder that no replay would look into";
  fs::remove_all(root() / broken().name() / "regres");
  put(root() / broken().name() / "stray", {1, 5, 6});
  EXPECT_TRUE(mentions(only_fault(), "stray"));
}

TEST_F(CorpusLint, AMissingPartIsNamed) {
  fs::remove_all(root() / broken().name() / "seeds");
  EXPECT_TRUE(mentions(only_fault(), "holds not a single Case"));
  fs::remove_all(root() / broken().name());
  EXPECT_TRUE(mentions(only_fault(), "broken_toy: no such folder"));
  fs::remove_all(root());
  EXPECT_TRUE(mentions(only_fault(), "no such folder"));
}

TEST_F(CorpusLint, ACorpusThatIsTooLargeAltogetherIsRefused) {
  // Ten megabytes of Cases: each as large as one may be.
  for (int i = 0; i < 10; ++i) {
    put(seed_of(broken(), "large-" + std::to_string(i)), Bytes(kit::kMostCaseBytes, 1));
  }
  const auto faults = kit::lint_corpus(root());
  EXPECT_TRUE(
      std::ranges::any_of(faults, [](const auto& f) { return mentions(f, "under 10 MB"); }));
}

TEST(SeedFault, ASeedThatMissesItsClassSaysWhichItReaches) {
  const kit::AnyContract& broken = *kit::find_contract("broken_toy");
  kit::Prover prover(broken);
  const auto fault = [&prover](const Bytes& bytes, std::optional<std::size_t> reaches) {
    return kit::seed_fault(prover, {"seed", bytes, reaches});
  };
  EXPECT_EQ(fault({1, 5, 6}, 1), "");
  EXPECT_EQ(fault({1, 5, 0xF1}, 2), "") << "one of two classes, of a Case that diverges";
  EXPECT_EQ(fault({1, 5, 6}, std::nullopt), "") << "made to reach none";
  EXPECT_EQ(fault({1, 5, 6}, 0), "does not reach 'no bytes' but 'some bytes'");
  EXPECT_EQ(fault({1, 5}, 2), "does not reach 'a byte above 0xf0' but 'no bytes'");
  EXPECT_EQ(fault({1, 5, 0xF1}, 0),
            "does not reach 'no bytes' but 'some bytes', 'a byte above 0xf0'");
  EXPECT_EQ(fault({1, 5}, 9), "does not reach a class that is not declared but 'no bytes'");
  const auto seeds = broken.seeds();
  ASSERT_EQ(seeds.size(), 2U);
  EXPECT_EQ(seeds[0].reaches, std::nullopt);
  EXPECT_EQ(seeds[1].reaches, 1U) << "what the contract wrote down comes here";
}

TEST(Upgrade, AnOldVersionIsRewrittenToDrawTheSameCase) {
  const auto contract = toy_with(toy_codec);
  // Version 1 of the toy drew one placement, version 2 draws two.
  const auto now = kit::upgraded(*contract, Bytes{1, 2, 7, 8});
  ASSERT_TRUE(now.has_value()) << now.error();
  EXPECT_EQ(*now, (Bytes{2, 2, 0, 7, 8}));
  EXPECT_EQ(kit::upgraded(*contract, *now), *now) << "today's version is left as it is";
  EXPECT_EQ(error_of(kit::upgraded(*contract, Bytes{3, 0})), "unknown version");
  EXPECT_EQ(error_of(kit::upgraded(*contract, Bytes{0, 0})), "unknown version");
  EXPECT_EQ(error_of(kit::upgraded(*contract, Bytes{})), "unknown version");
}

}  // namespace
}  // namespace touchstone::props
