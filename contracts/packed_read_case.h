// The Case of the packed read contract, its drawing, its words and its seeds.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "harness/contract.h"

namespace touchstone::contracts {

/// What the stream's bytes are. All but `given` by rule, so that a long stream is a short Case.
/// `lone`: one value, and no other, is the bound of the small ones.
enum class Content : std::uint8_t { noise, ones, zeros, alternating, small, given, lone };

/// What happens to each value, and to elements of which size it goes.
enum class ReadForm : std::uint8_t { plain, plain_u32, affine, table };

/// How the documents of a list lie.
enum class Lie : std::uint8_t { contiguous, one_gap, strided, scattered };

/// What is wrong with the list.
enum class ListFault : std::uint8_t { none, negative, repeated, falling, past_the_end, wrapping };

struct PackedReadCase {
  std::uint8_t width = 8;
  std::uint16_t count = 0;    ///< values the bytes hold
  std::int8_t behind = 0;     ///< bytes behind the last value's, or (below 0) missing
  std::uint64_t claimed = 0;  ///< values the reader is told of: `count`, or one too large
  Content content = Content::noise;
  std::uint16_t bound = 1;  ///< small, lone: values are below this
  std::uint16_t alone = 0;  ///< lone: which one is not
  ReadForm form = ReadForm::plain;
  std::uint64_t factor = 1;   ///< affine
  std::uint64_t offset = 0;   ///< affine
  std::uint16_t entries = 0;  ///< table
  bool by_documents = false;
  std::uint64_t first = 0;  ///< by range; by documents: the first of them
  std::uint16_t size = 0;   ///< values asked for
  Lie lie = Lie::contiguous;
  std::uint8_t stride = 1;  ///< strided: the step; scattered: the widest one
  std::uint16_t place = 0;  ///< of the gap, or of what is wrong
  ListFault fault = ListFault::none;
  std::uint8_t split = 0;  ///< batches of the chunk relation; which tier relates
  kit::Placement input_at;
  kit::Placement documents_at;
  kit::Placement output_at;
  std::vector<std::uint8_t> bytes;  ///< given: the first bytes; zeros follow

  bool operator==(const PackedReadCase&) const = default;
};

void draw_packed_read_case(kit::Draw& d, PackedReadCase& c);
void describe_packed_read_case(const PackedReadCase& c, std::ostream& out);
void packed_read_seeds(kit::Seeds<PackedReadCase>& seeds);

/// The stream, with what is behind it.
std::vector<std::uint8_t> stream_of(const PackedReadCase& c);
/// The list of documents.
std::vector<std::int32_t> documents_of(const PackedReadCase& c);
/// The table: every entry another one.
std::vector<std::uint64_t> table_of(const PackedReadCase& c);

/// Some bits that look random, for each number others.
constexpr std::uint64_t mixed(std::uint64_t number) {
  number = (number + 1) * 0x9E37'79B9'7F4A'7C15;
  number = (number ^ number >> 29) * 0xBF58'476D'1CE4'E5B9;
  return number ^ number >> 32;
}

}  // namespace touchstone::contracts
