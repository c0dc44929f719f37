// The reader of golden files: it must refuse whatever it does not fully understand.
#include "props/golden.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace touchstone::props {
namespace {

// What parse_golden() says about this text, with the columns "a" and "b".
std::string complaint(std::string_view text) {
  constexpr std::array<std::string_view, 2> kColumns{"a", "b"};
  try {
    for (const GoldenRow& row : parse_golden("table.tsv", text, kColumns)) {
      row.unsigned_list(0);
      row.bytes(1);
    }
  } catch (const GoldenError& error) {
    return error.what();
  }
  return "none";
}

TEST(GoldenTable, AMalformedTableIsRefusedByFileAndLine) {
  EXPECT_EQ(complaint("a\tb\n1,2\tff00\n-\t-\n"), "none");
  EXPECT_EQ(complaint(""), "table.tsv: cut short: no line feed at the end");
  EXPECT_EQ(complaint("a\tb\n1\t0"), "table.tsv: cut short: no line feed at the end");
  EXPECT_EQ(complaint("a\tb\n"), "table.tsv: no rows");
  EXPECT_EQ(complaint("a\tc\n1\t00\n"), "table.tsv:1: expected the column 'b', found 'c'");
  EXPECT_EQ(complaint("a\tb\n1\t00\n1\n"), "table.tsv:3: expected 2 fields, found 1");
  EXPECT_EQ(complaint("a\tb\n1\t00\t2\n"), "table.tsv:2: expected 2 fields, found 3");
  EXPECT_EQ(complaint("a\tb\n1\t\n"),
            "table.tsv:2: nothing between two tabs; empty is written as '-'");
  EXPECT_EQ(complaint("a\tb\n1,,2\t00\n"), "table.tsv:2: not a number: ''");
  EXPECT_EQ(complaint("a\tb\n-1\t00\n"), "table.tsv:2: not a number: '-1'");
  EXPECT_EQ(complaint("a\tb\n1\t0\n"), "table.tsv:2: not pairs of hex digits: '0'");
  EXPECT_EQ(complaint("a\tb\n1\t0x\n"), "table.tsv:2: not pairs of hex digits: '0x'");
  EXPECT_EQ(complaint("a\tb\n1\t*\n"), "table.tsv:2: field 1 was left out");
  EXPECT_EQ(complaint("a\tb\r\n1\t00\r\n"), "table.tsv:1: expected the column 'b', found 'b\r'");
}

TEST(GoldenTable, AFileThatIsNotThereIsNoEmptyTable) {
  EXPECT_THROW(read_bytes("/nonexistent/table.tsv"), GoldenError);
}

}  // namespace
}  // namespace touchstone::props
