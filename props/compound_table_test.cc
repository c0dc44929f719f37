// Tables of compound files that say what cannot be: each fault with where it is, what could stand
// there and what does.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/index_files/compound_table.h"
#include "codecs/io/memory_input.h"
#include "props/made_index.h"

namespace touchstone::props {
namespace {

using index_files::Checked;
using index_files::CompoundTable;
using index_files::EnvelopeFault;

constexpr std::uint64_t kHeaderBytes = 49;
constexpr std::uint64_t kLargest = 0x7FFF'FFFF'FFFF'FFFF - index_files::kFooterBytes;

// The first fault of a table with that body.
Checked<void> read_table(const BytesWriter& body) {
  const index_files::Id id{1, 2, 3};
  std::vector<std::uint8_t> file;
  (void)reference::envelope::write_index_header(file, "Lucene90CompoundEntries", 0, id, "");
  EXPECT_EQ(file.size(), kHeaderBytes);
  file.insert(file.end(), body.get().begin(), body.get().end());
  (void)reference::envelope::write_footer(file);
  io::MemoryInput memory(file);
  checksum::ChecksummingInput in(memory);
  auto table = CompoundTable::open(in, id);
  if (!table) return std::unexpected(table.error());
  std::array<std::uint8_t, 16> room;
  while (table->entries_left() > 0) {
    if (const auto entry = table->next(room); !entry) return std::unexpected(entry.error());
  }
  if (const auto sum = table->finish(); !sum) return std::unexpected(sum.error());
  return {};
}

BytesWriter one_entry(std::uint64_t offset, std::uint64_t length) {
  BytesWriter body;
  body.vint(1).text(".fnm").little(offset, 8).little(length, 8);
  return body;
}

Checked<void> fault(Error error, std::uint64_t position, std::uint64_t expected,
                    std::uint64_t found) {
  return std::unexpected(EnvelopeFault{error, kHeaderBytes + position, expected, found});
}

TEST(CompoundTable, WhatIsSoundIsRead) {
  EXPECT_TRUE(read_table(one_entry(64, 100)));
  EXPECT_TRUE(read_table(one_entry(kLargest, 0)));
  EXPECT_TRUE(read_table(one_entry(64, kLargest - 64)));
  EXPECT_TRUE(read_table(BytesWriter().vint(0)));
}

TEST(CompoundTable, OffsetsAndLengthsBeyondAnyFile) {
  constexpr std::uint64_t kNegative = ~std::uint64_t{0};
  const auto beyond = [](std::uint64_t position, std::uint64_t most, std::uint64_t found) {
    return fault(Error::position_out_of_range, position, most, found);
  };
  EXPECT_EQ(read_table(one_entry(kNegative, 5)), beyond(6, kLargest, kNegative));
  EXPECT_EQ(read_table(one_entry(kLargest + 1, 0)), beyond(6, kLargest, kLargest + 1));
  EXPECT_EQ(read_table(one_entry(64, kNegative)), beyond(14, kLargest - 64, kNegative));
  EXPECT_EQ(read_table(one_entry(64, kLargest - 63)), beyond(14, kLargest - 64, kLargest - 63));
}

// An end is wherever the footer ends: it is not known to be one while the table is read.
TEST(CompoundTable, CountsOfMoreFilesThanThereAre) {
  BytesWriter body;
  body.vint(0xFFFF'FFFF).text(".fnm").little(64, 8).little(100, 8);
  const auto read = read_table(body);
  ASSERT_FALSE(read);
  EXPECT_TRUE(read.error().error == Error::output_too_small ||
              read.error().error == Error::end_of_input)
      << name_of(read.error().error);
}

TEST(CompoundTable, NamesLongerThanAnyAreNotRead) {
  BytesWriter body;
  body.vint(1).text("seventeen letters").little(64, 8).little(100, 8);
  const auto read = read_table(body);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().error, Error::output_too_small);
}

TEST(CompoundTable, BytesLeftOverAreNoFooter) {
  BytesWriter body = one_entry(64, 100);
  body.little(0, 1);
  const auto read = read_table(body);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().error, Error::footer_not_reached);
}

}  // namespace
}  // namespace touchstone::props
