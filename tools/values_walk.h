// Passing over all values of a field of a segment, a batch at a time, and writing them down.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <system_error>
#include <vector>

#include "tools/decimal_counter.h"
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

/// Reads all values. Throws BadIndex when something is wrong with one of them.
Extent extent_of(const SegmentField& field);

/// Looks for what opening the field has not shown: values that stand for none, documents whose
/// values do not follow each other or are more than there can be. What this passes, write_values
/// can write to the end. Throws BadIndex.
void check_field(const SegmentField& field);

/// The output does not take what is written to it; `code()` says why.
using OutputFailed = std::system_error;

/// Values as text, `document value` a line, or as their eight bytes, least significant first. What
/// cannot be written ends in OutputFailed.
class ValueWriter {
 public:
  enum class Form : std::uint8_t { text, raw };
  /// To a file descriptor, past any buffer of a stream.
  ValueWriter(int to, Form form);

  Form form() const { return form_; }

  /// Lines; one document for each value, numbered from `base` on.
  void write_lines(std::uint64_t base, std::span<const std::int32_t> documents,
                   std::span<const std::int64_t> values);

  /// Where the next raw values belong: some, at least one; and how many of them are there now.
  std::span<std::int64_t> raw_room();
  void wrote_raw(std::size_t values);

  void flush();

 private:
  char* room(std::size_t bytes);

  int to_;
  Form form_;
  std::vector<std::int64_t> buffer_;  // for raw values; as text, its bytes
  std::size_t used_ = 0;              // bytes
  DecimalCounter document_;
};

/// Writes the values of a field in the order of the documents, whose numbers start at `base`.
/// Precondition: check_field has passed it.
void write_values(const SegmentField& field, std::uint64_t base, ValueWriter& out);

}  // namespace touchstone::tools
