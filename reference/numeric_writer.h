// The simple truth about how Lucene's writer of numeric doc values chooses (Apache Lucene 9.0 ..
// 10.x, Lucene90DocValuesConsumer), and the bytes that follow.
//
// Format: codecs/numeric/numeric_entry.h tells it for the codec; here it is told by what the code
// does. What was chosen and how it is packed are apart, so that values can be packed by a choice
// that was made for others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace touchstone::reference::doc_values {

/// How the values of a field are packed, and what the metadata say of it.
struct ChosenValues {
  std::uint64_t count = 0;
  std::vector<std::int64_t> table;  ///< ascending; empty: none
  bool in_blocks = false;
  unsigned width = 0;  ///< 0: all are the minimum; of no meaning in blocks
  std::int64_t minimum = 0;
  std::int64_t factor = 0;
  std::uint64_t offset = 0;  ///< of the first byte, in the data file
  std::uint64_t length = 0;
  std::int64_t jump_table = -1;
};

/// The documents that have a value.
struct ChosenDocuments {
  std::int64_t offset = -1;  ///< -1: all of them, -2: none
  std::int64_t length = 0;
  std::uint16_t jumps = 0xFFFF;
  std::int8_t rank_power = -1;
  bool operator==(const ChosenDocuments&) const = default;
};

/// What Lucene chooses for these values.
ChosenValues choose(std::span<const std::int64_t> values, std::uint64_t offset);
/// The same for documents, which ascend, of a segment of `of`.
ChosenDocuments choose(std::span<const std::int32_t> documents, std::uint64_t of,
                       std::uint64_t offset);

/// The bytes of these values, as many as were chosen for, packed as chosen for them or for others.
/// Nothing where that cannot be.
std::optional<std::vector<std::uint8_t>> pack(const ChosenValues& chosen,
                                              std::span<const std::int64_t> values);
/// The bytes of these documents. Nothing where something else is chosen for them.
std::optional<std::vector<std::uint8_t>> pack(const ChosenDocuments& chosen,
                                              std::span<const std::int32_t> documents);

/// The bytes of the metadata.
std::vector<std::uint8_t> entry_of(const ChosenValues& values, const ChosenDocuments& documents);

}  // namespace touchstone::reference::doc_values
