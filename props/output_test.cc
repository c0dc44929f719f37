// Outputs: what fits is written, what does not is refused whole, and files hold what was written.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <vector>

#include "codecs/checksum/checksumming_output.h"
#include "codecs/io/output.h"
#include "props/digits.h"
#include "props/golden.h"
#include "props/print_expected.h"
#include "props/subject_name.h"
#include "props/temporary_folder.h"
#include "reference/crc32.h"

namespace touchstone::props {
namespace {

TEST(MemoryOutput, TakesWhatFitsAndNothingOfWhatDoesNot) {
  std::array<std::uint8_t, 5> room{};
  io::MemoryOutput out({room.data(), 4});
  EXPECT_TRUE(out.write(from_hex("010203")).has_value());
  EXPECT_EQ(out.write(from_hex("0405")).error(), Error::output_too_small);
  EXPECT_EQ(out.position(), 3U);
  EXPECT_TRUE(out.write({}).has_value());
  EXPECT_TRUE(out.write(from_hex("06")).has_value());
  EXPECT_EQ(to_hex(out.bytes()), "01020306");
  EXPECT_EQ(room[4], 0);
}

TEST(FileOutput, HoldsWhatWasWrittenWhateverTheBuffer) {
  const TemporaryFolder folder;
  std::vector<std::uint8_t> all(3000);
  std::iota(all.begin(), all.end(), std::uint8_t{0});
  for (const std::size_t size : {1U, 7U, 100U, 5000U}) {
    std::vector<std::uint8_t> buffer(size);
    auto out = io::FileOutput::create(folder.path() / "file", buffer);
    ASSERT_TRUE(out.has_value());
    for (std::size_t at = 0, step = 0; at < all.size(); at += step) {
      step = std::min<std::size_t>(all.size() - at, 1 + at % 257);
      ASSERT_TRUE(out->write(Bytes(all).subspan(at, step)).has_value());
      EXPECT_EQ(out->position(), at + step);
    }
    ASSERT_TRUE(out->close().has_value());
    EXPECT_EQ(read_bytes(folder.path() / "file"), all);
  }
}

TEST(FileOutput, ThatCannotBeWrittenIsAnError) {
  std::array<std::uint8_t, 8> buffer;
  EXPECT_EQ(io::FileOutput::create("/nowhere/file", buffer).error(), Error::io_failure);
  EXPECT_EQ(io::FileOutput::create("/tmp", buffer).error(), Error::io_failure);
  EXPECT_EQ(io::FileOutput::create("file", {}).error(), Error::invalid_argument);
  auto full = io::FileOutput::create("/dev/full", buffer);
  if (!full) GTEST_SKIP() << "no /dev/full here";
  EXPECT_TRUE(full->write(from_hex("01")).has_value()) << "it is in the buffer";
  EXPECT_EQ(full->flush().error(), Error::io_failure);
  EXPECT_EQ(full->write(std::vector<std::uint8_t>(9)).error(), Error::io_failure);
}

TEST(ChecksummingOutput, WritesInTheOrderOfFilesAndDigestsWhatWasWritten) {
  std::array<std::uint8_t, 200> room;
  io::MemoryOutput memory(room);
  checksum::ChecksummingOutput out(memory);
  const std::array<std::uint64_t, 2> longs{0x0102030405060708, 9};
  EXPECT_TRUE(out.write_byte(0xAB).has_value());
  EXPECT_TRUE(out.write_u16(0xFFFE).has_value());
  EXPECT_TRUE(out.write_u32(0x3FD76C17).has_value());
  EXPECT_TRUE(out.write_u64(1).has_value());
  EXPECT_EQ(out.value(), reference::crc32(memory.bytes())) << "in between";
  EXPECT_TRUE(out.write_u64s(longs).has_value());
  EXPECT_TRUE(out.write_vint(300).has_value());
  EXPECT_TRUE(out.write_vlong(1).has_value());
  EXPECT_EQ(out.write_vlong(-1).error(), Error::value_out_of_range);
  EXPECT_TRUE(out.write_string("abc").has_value());
  EXPECT_EQ(to_hex(memory.bytes()),
            "abfeff176cd73f0100000000000000"
            "08070605040302010900000000000000ac020103616263");
  EXPECT_EQ(out.position(), memory.position());
  EXPECT_EQ(out.value(), reference::crc32(memory.bytes()));
}

TEST(ChecksummingOutput, DigestsNothingThatWasNotWritten) {
  std::array<std::uint8_t, 4> room;
  io::MemoryOutput memory(room);
  checksum::ChecksummingOutput out(memory);
  EXPECT_TRUE(out.write_u16(7).has_value());
  EXPECT_EQ(out.write_u64(7).error(), Error::output_too_small);
  EXPECT_EQ(out.value(), reference::crc32(memory.bytes()));
  EXPECT_EQ(out.position(), 2U);
}

}  // namespace
}  // namespace touchstone::props
