// For tests pasted from a report: one line that checks one Case of one contract.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "harness/hex.h"
#include "harness/report.h"

namespace touchstone::kit {

/// Fails the running test, with the whole report, unless `contract` holds on the Case that the
/// bytes draw. `hex` is what the report printed: pairs of digits, white space allowed.
inline void expect_holds(std::string_view contract_name, std::string_view hex) {
  const AnyContract* contract = find_contract(contract_name);
  ASSERT_NE(contract, nullptr) << "no contract named " << contract_name << " is linked in";
  const auto bytes = from_hex(hex);
  ASSERT_TRUE(bytes.has_value()) << "not hex: " << hex;
  Prover prover(*contract);
  const auto divergence = prover.check_file(*bytes);
  ASSERT_EQ(prover.tally().cases(), 1u) << "the bytes draw no Case of a known version";
  if (divergence) ADD_FAILURE() << render(*divergence, "", false);
}

}  // namespace touchstone::kit
