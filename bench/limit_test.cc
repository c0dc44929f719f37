// The limit reads every byte and writes every byte, at every size.
#include "bench/limit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace touchstone::bench {
namespace {

TEST(Limit, TouchesEveryByteOfBothBuffersAndNoOther) {
  constexpr std::size_t kSizes[] = {0, 1, 63, 64, 65, 128, 200, 1000};
  for (const std::size_t in_size : kSizes) {
    for (const std::size_t out_size : kSizes) {
      std::vector<std::uint8_t> in(in_size);
      std::vector<std::uint8_t> out(out_size + 2, 1);
      touch(in, std::span(out).subspan(1, out_size));
      EXPECT_EQ(out.front(), 1);
      EXPECT_EQ(out.back(), 1);
      EXPECT_EQ(std::ranges::count(out, kLimitFill), static_cast<std::ptrdiff_t>(out_size));
    }
  }
}

}  // namespace
}  // namespace touchstone::bench
