// A checksumming input digests what it hands out in pieces: one kernel call for many small reads,
// which no comparison of results would show.
#include <gtest/gtest.h>

#include <vector>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/io/memory_input.h"
#include "reference/crc32.h"

namespace touchstone::props {
namespace {

int kernel_calls = 0;

std::uint32_t counted_update(std::uint32_t before, std::span<const std::uint8_t> bytes) {
  ++kernel_calls;
  return reference::crc32(bytes, before);
}

std::uint32_t counted_copy(std::uint32_t before, std::span<const std::uint8_t> bytes,
                           std::uint8_t* to) {
  std::ranges::copy(bytes, to);
  return counted_update(before, bytes);
}

constexpr checksum::Kernels kCounted{Tier::scalar, counted_update, counted_copy};

// Calls of the kernel for `reads` times `read(input)`, and the value at the end.
template <typename Read>
int calls_for(std::size_t bytes, std::size_t reads, Read read) {
  const std::vector<std::uint8_t> data(bytes, 0x17);
  io::MemoryInput memory(data);
  checksum::ChecksummingInput in(memory, kCounted);
  kernel_calls = 0;
  for (std::size_t i = 0; i < reads; ++i) read(in);
  const auto taken = static_cast<std::size_t>(in.position());
  EXPECT_EQ(in.value(), reference::crc32(std::span(data).first(taken)));
  return kernel_calls;
}

TEST(ChecksummingInput, SmallReadsShareAKernelCall) {
  EXPECT_LE(calls_for(8000, 1000, [](auto& in) { EXPECT_TRUE(in.read_u64()); }), 2);
  EXPECT_LE(calls_for(8000, 8000, [](auto& in) { EXPECT_TRUE(in.read_byte()); }), 2);
  EXPECT_LE(calls_for(8000, 8000, [](auto& in) { EXPECT_TRUE(in.read_vint()); }), 2);
  EXPECT_LE(calls_for(8000, 500,
                      [](auto& in) {
                        std::array<std::uint8_t, 16> out;
                        EXPECT_TRUE(in.read_bytes(out));
                      }),
            2);
}

TEST(ChecksummingInput, AnArrayIsDigestedOnce) {
  EXPECT_EQ(calls_for(80'000, 1,
                      [](auto& in) {
                        std::vector<std::uint64_t> out(10'000);
                        EXPECT_TRUE(in.read_u64s(out));
                      }),
            1);
}

}  // namespace
}  // namespace touchstone::props
