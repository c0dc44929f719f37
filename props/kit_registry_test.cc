// The registry, and the small parts of the kit: sweep, hex, CHECK.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/any_contract.h"
#include "harness/check.h"
#include "harness/hex.h"
#include "harness/sweep.h"
#include "props/toy_contracts.h"

namespace touchstone::props {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Registry, EveryLinkedContractIsFoundByItsNameAndOnlyOnce) {
  const auto& all = kit::all_contracts();
  ASSERT_GE(all.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, &kit::AnyContract::name));
  std::set<std::string_view> names;
  for (const kit::AnyContract* contract : all) {
    EXPECT_TRUE(names.insert(contract->name()).second) << contract->name();
    EXPECT_EQ(kit::find_contract(contract->name()), contract);
  }
  EXPECT_TRUE(names.contains("group_varint_decode"));
  EXPECT_TRUE(names.contains("group_varint_encode"));
  EXPECT_EQ(kit::find_contract("toy"), nullptr) << "not registered";
  EXPECT_EQ(kit::find_contract(""), nullptr);
}

TEST(Registry, TwoContractsOfOneNameEndTheProgram) {
  const auto register_twin = [] {
    kit::internal::register_contract(
        []() -> std::unique_ptr<kit::AnyContract> { return toy_with(toy_codec); });
    kit::internal::register_contract(
        []() -> std::unique_ptr<kit::AnyContract> { return toy_with(toy_codec); });
    kit::all_contracts();
  };
  // In a process of its own, which has not listed its contracts yet.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(register_twin(), "two contracts have the same name");
}

TEST(Registry, EveryContractCanEndTheProcess) {
  for (const kit::AnyContract* contract : kit::all_contracts()) EXPECT_DEATH(contract->abort(), "");
}

TEST(Registry, EveryContractDrawsDescribesAndRecords) {
  for (const kit::AnyContract* contract : kit::all_contracts()) {
    const auto c = contract->new_case();
    kit::ByteDraw draw({}, contract->version());
    contract->draw(draw, *c);
    EXPECT_FALSE(contract->describe(*c).empty());
    EXPECT_FALSE(contract->claim().empty());
    EXPECT_EQ(contract->record(*c).at(0), contract->version());
    const auto other = contract->new_case();
    kit::ByteDraw same({}, contract->version());
    contract->draw(same, *other);
    EXPECT_TRUE(c->equals(*other));
  }
}

TEST(Check, NoBuildFlagRemovesIt) {
  TOUCHSTONE_CHECK(1 + 1 == 2, "arithmetic holds");
  EXPECT_DEATH(TOUCHSTONE_CHECK(1 + 1 == 3, "arithmetic fails"),
               "kit_registry_test.cc:.*CHECK failed: 1 \\+ 1 == 3\n  arithmetic fails");
}

TEST(Hex, GoesThereAndBack) {
  EXPECT_EQ(kit::to_hex({}), "");
  EXPECT_EQ(kit::to_hex(Bytes{0x00, 0x7F, 0xA5}), "00 7f a5");
  EXPECT_EQ(kit::from_hex("00 7f a5"), (Bytes{0x00, 0x7F, 0xA5}));
  EXPECT_EQ(kit::from_hex("007FA5"), (Bytes{0x00, 0x7F, 0xA5}));
  EXPECT_EQ(kit::from_hex(" \n\t"), Bytes{});
  for (const char* bad : {"0", "00 7", "0x00", "gg", "00,01", "0 0 0"}) {
    EXPECT_FALSE(kit::from_hex(bad).has_value()) << bad;
  }
}

TEST(Sweep, TheSameSeedMakesTheSameCasesOnEveryMachine) {
  EXPECT_EQ(kit::sweep_bytes(1, 0, 1), kit::sweep_bytes(1, 0, 1));
  std::uint64_t hash = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    for (const std::uint8_t byte : kit::sweep_bytes(1, i, 1)) hash = (hash ^ byte) * 0x100000001B3;
  }
  EXPECT_EQ(hash, 0x1752343D15E2D1A3)
      << "a pinned figure: what it is matters less than that it stays";
}

TEST(Sweep, SeedsIndicesLengthsAndContentsDiffer) {
  std::set<std::string> distinct;
  std::map<std::size_t, int> lengths;
  std::array<int, 256> bytes{};
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const Bytes one = kit::sweep_bytes(seed, i, 3);
      ASSERT_GE(one.size(), 1U);
      ASSERT_LE(one.size(), 4096U);
      ASSERT_EQ(one[0], 3);
      distinct.insert(kit::to_hex(one));
      ++lengths[one.size()];
      for (const std::uint8_t byte : one) ++bytes[byte];
    }
  }
  EXPECT_GT(distinct.size(), 3900U);
  EXPECT_GT(lengths.size(), 300U);
  EXPECT_EQ(std::ranges::count(bytes, 0), 0);
}

}  // namespace
}  // namespace touchstone::props
