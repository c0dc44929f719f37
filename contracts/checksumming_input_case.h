// The Case of the contract of checksumming inputs: calls over an input of any kind, its drawing,
// words and seeds.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <vector>

#include "contracts/placed_input.h"
#include "harness/contract.h"

namespace touchstone::contracts {

enum class ReadCall : std::uint8_t {
  byte,
  u16,
  u32,
  u64,
  bytes,  ///< `number` of them
  u64s,   ///< `number` of them
  vint,
  vlong,
  string,    ///< into `number` bytes of room
  seek,      ///< `number` on from the position, or back if it is negative
  from_end,  ///< seeks to `number` bytes before the end, or behind it if it is negative
  skip,      ///< `number` bytes
  far_seek,  ///< seeks to 2^64 - 1 - `number`
  far_skip,  ///< skips 2^64 - 1 - `number` bytes
  value,     ///< asks for the checksum
  settle,    ///< brings the wrapped input to the position
};
inline constexpr std::size_t kReadCalls = 16;

std::string_view name_of(ReadCall call);

struct ReadStep {
  ReadCall call = ReadCall::byte;
  std::int16_t number = 0;

  bool operator==(const ReadStep&) const = default;
};

struct ReadingCase {
  std::uint16_t padding = 0;  ///< bytes in front of `bytes`, made by rule: for what is long
  std::uint16_t start = 0;    ///< where the input stands when it is wrapped
  bool negative = false;      ///< drawing put the length of a string of -1 bytes there
  std::vector<ReadStep> steps;
  Source source;
  std::vector<std::uint8_t> bytes;

  bool operator==(const ReadingCase&) const = default;
};

/// All bytes of the input.
std::vector<std::uint8_t> content_of(const ReadingCase& c);

void draw_reading_case(kit::Draw& d, ReadingCase& c);
void describe_reading_case(const ReadingCase& c, std::ostream& out);
void reading_seeds(kit::Seeds<ReadingCase>& seeds);

}  // namespace touchstone::contracts
