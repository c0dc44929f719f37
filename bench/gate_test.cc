// The gate refuses for each reason, by name, and says what to run; with builds and stamps made up.
#include "bench/gate.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "props/temporary_folder.h"

namespace touchstone::bench {
namespace {

namespace fs = std::filesystem;

const kit::BuildInfo kBuild{.digest = std::string(64, 'a'),
                            .compiler = "GNU 12.2.0",
                            .flags = "-O3 -DNDEBUG",
                            .sanitizers = "none",
                            .optimised = true};

kit::Stamp tests_stamp() {
  return {.kind = "tests",
          .digest = kBuild.digest,
          .compiler = kBuild.compiler,
          .flags = kBuild.flags,
          .sanitizers = "none",
          .passed = {"property", "replay", "unit"},
          .time = "2026-01-31T23:59:59Z",
          .proved = {{"codec", {"scalar", "avx2"}}, {"plain", {}}}};
}

kit::Stamp sanitized_stamp() {
  kit::Stamp stamp = tests_stamp();
  stamp.kind = "sanitized";
  stamp.compiler = "Clang 19.1.4";
  stamp.flags = "-O2 -g -DNDEBUG";
  stamp.sanitizers = "address,undefined";
  stamp.passed = {"fuzz"};
  return stamp;
}

class Gate : public testing::Test {
 protected:
  Gate() {
    put("tests", to_text(tests_stamp()));
    put("sanitized", to_text(sanitized_stamp()));
  }

  void put(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  void put_tests(const std::function<void(kit::Stamp&)>& change) {
    kit::Stamp stamp = tests_stamp();
    change(stamp);
    put("tests", to_text(stamp));
  }
  void put_sanitized(const std::function<void(kit::Stamp&)>& change) {
    kit::Stamp stamp = sanitized_stamp();
    change(stamp);
    put("sanitized", to_text(stamp));
  }
  void remove(const std::string& name) { fs::remove(folder_ / name); }

  void refuses(const std::string& reason, const std::string& command) {
    const auto refused = refusal(build_, folder_, claims_);
    ASSERT_TRUE(refused.has_value()) << "not refused; expected: " << reason;
    EXPECT_NE(refused->reason.find(reason), std::string::npos) << refused->reason;
    EXPECT_EQ(refused->command.substr(0, command.size()), command);
  }

  kit::BuildInfo build_ = kBuild;
  std::vector<Claim> claims_{{"codec", "avx2"}, {"plain", ""}};
  props::TemporaryFolder temporary_;
  fs::path folder_ = temporary_.path();
};

TEST_F(Gate, OpensForWhatIsProved) { EXPECT_FALSE(refusal(build_, folder_, claims_).has_value()); }

TEST_F(Gate, RefusesABinaryWhoseFiguresMeanNothing) {
  build_.sanitizers = "address";
  refuses("built with sanitizers (address)", "ci/bench");
  build_ = kBuild;
  build_.optimised = false;
  refuses("built without optimisation", "ci/bench");
}

TEST_F(Gate, RefusesWithoutAStamp) {
  remove("sanitized");
  refuses("sanitized does not exist", "ci/fuzz");
  remove("tests");
  refuses("tests does not exist", "ci/test");
}

TEST_F(Gate, RefusesOtherSources) {
  put_tests([](kit::Stamp& s) { s.digest[5] = 'b'; });
  refuses("is of other sources: aaaaabaaaaaa, to be timed are aaaaaaaaaaaa", "ci/test");
  put_tests([](kit::Stamp&) {});
  put_sanitized([](kit::Stamp& s) { s.digest[5] = 'b'; });
  refuses("is of other sources", "ci/fuzz");
}

TEST_F(Gate, WantsTheTestsUnderTheVeryFlags) {
  put_tests([](kit::Stamp& s) { s.flags = "-O2"; });
  refuses("is of other flags: '-O2', here they are '-O3 -DNDEBUG'", "ci/test");
  put_tests([](kit::Stamp& s) { s.compiler = "Clang 19.1.4"; });
  refuses("is of another compiler: Clang 19.1.4, here it is GNU 12.2.0", "ci/test");
  put_tests([](kit::Stamp& s) { s.sanitizers = "address,undefined"; });
  refuses("is of a build with sanitizers", "ci/test");
}

TEST_F(Gate, WantsEveryCheckAndBothSanitizers) {
  put_tests([](kit::Stamp& s) { s.passed = {"property", "unit"}; });
  refuses("does not say that 'replay' passed", "ci/test");
  put_tests([](kit::Stamp&) {});
  put_sanitized([](kit::Stamp& s) { s.passed = {"replay"}; });
  refuses("does not say that 'fuzz' passed", "ci/fuzz");
  put_sanitized([](kit::Stamp& s) { s.sanitizers = "address"; });
  refuses("without the sanitizer 'undefined'", "ci/fuzz");
  put_sanitized([](kit::Stamp& s) { s.kind = "tests"; });
  refuses("is one of a run of the kind 'tests'", "ci/fuzz");
}

TEST_F(Gate, WantsEachTierThatIsTimedInBoth) {
  put_tests([](kit::Stamp& s) { s.proved[0].tiers = {"scalar"}; });
  refuses("does not prove codec at tier avx2", "ci/test");
  put_tests([](kit::Stamp&) {});
  put_sanitized([](kit::Stamp& s) { s.proved[0].tiers = {"scalar"}; });
  refuses("does not prove codec at tier avx2", "ci/fuzz");
  put_sanitized([](kit::Stamp& s) { s.proved.pop_back(); });
  refuses("does not prove plain", "ci/fuzz");
}

TEST_F(Gate, RefusesAStampThatIsNotSound) {
  const std::string good = to_text(tests_stamp());
  for (std::size_t size = 0; size < good.size(); ++size) {
    put("tests", good.substr(0, size));
    refuses("is not sound", "ci/test");
  }
  for (const std::string& bad :
       {good + "x", good + good, "x" + good, std::string(1000, '\xFF'), std::string("\0\n", 2)}) {
    put("tests", bad);
    refuses("is not sound", "ci/test");
  }
  put_tests([](kit::Stamp& s) { s.digest = "abc"; });
  refuses("is not sound: no digest", "ci/test");
  put_tests([](kit::Stamp& s) { s.time = "yesterday"; });
  refuses("is not sound: no time", "ci/test");
  put_tests([](kit::Stamp& s) { s.proved.clear(); });
  refuses("is not sound: not a single contract", "ci/test");
  put_tests([](kit::Stamp& s) { s.passed.clear(); });
  refuses("is not sound: not a single check", "ci/test");
}

TEST(StampText, IsReadBackAsItWas) {
  for (const kit::Stamp& stamp : {tests_stamp(), sanitized_stamp()}) {
    const auto back = kit::parse_stamp(to_text(stamp));
    ASSERT_TRUE(back.has_value()) << back.error();
    EXPECT_EQ(*back, stamp);
  }
  kit::Stamp plain = tests_stamp();
  plain.flags = "";
  EXPECT_EQ(kit::parse_stamp(to_text(plain)), plain);
  EXPECT_EQ(kit::utc_now().size(), plain.time.size());
}

}  // namespace
}  // namespace touchstone::bench
