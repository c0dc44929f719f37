// Passing over all values of a field of a segment, a batch at a time, and writing them down.
#pragma once

#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

#include "tools/values_index.h"

namespace touchstone::tools {

/// How many values there are, and between what.
struct Extent {
  std::uint64_t values = 0;
  std::uint64_t documents = 0;
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  std::int64_t largest = std::numeric_limits<std::int64_t>::min();

  void add(const Extent& other);
};

/// Reads all values. Throws BadIndex when one of them cannot be told.
Extent extent_of(const SegmentField& field);

/// Values as text, `document value` a line, or as their eight bytes, least significant first. What
/// cannot be written is remembered.
class ValueWriter {
 public:
  enum class Form : std::uint8_t { text, raw };
  ValueWriter(std::FILE* to, Form form);

  bool wants_documents() const { return form_ == Form::text; }
  void write_raw(std::span<const std::int64_t> values);
  void write_line(std::uint64_t document, std::int64_t value);

  /// Whether everything was written.
  bool flush();

 private:
  void make_room(std::size_t bytes);

  std::FILE* to_;
  Form form_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  bool good_ = true;
};

/// Writes the values of a field in the order of the documents, whose numbers start at `base`.
/// Throws BadIndex, when some may have been written.
void write_values(const SegmentField& field, std::uint64_t base, ValueWriter& out);

}  // namespace touchstone::tools
