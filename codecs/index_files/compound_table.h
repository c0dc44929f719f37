// The table of a compound file: which files of a segment are in it, and where.
//
// Format (Apache Lucene 9.x..10.x Lucene90CompoundFormat), a `.cfe` file: index header
// "Lucene90CompoundEntries"; a vInt with the number of files; for each its name without the segment
// (a string, ".fnm"), its offset in the `.cfs` and its length (longs, little-endian); a footer. The
// `.cfs` has an index header "Lucene90CompoundData", the files, each with header and footer of its
// own, and a footer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/index_files/fault.h"

namespace touchstone::index_files {

/// A file inside a compound file. A slice of the `.cfs` with this offset and length is that file.
struct CompoundEntry {
  std::string_view name;  ///< a view into the room that was given for it
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

/// Reads a table entry by entry:
///
///     auto table = CompoundTable::open(in, id);
///     while (table->entries_left() > 0) { auto entry = table->next(room); ... }
///     auto checksum = table->finish();
///
/// The checksum is looked at in the end: what came before is only as good as that. Nothing
/// allocates, whatever number of entries the file claims to have.
class CompoundTable {
 public:
  /// Reads the header from the start of `in`, which must outlive this object. Faults: those of
  /// check_index_header.
  static Checked<CompoundTable> open(checksum::ChecksummingInput& in, const Id& id);

  /// Entries that are still to be read, by what the file says.
  std::uint32_t entries_left() const { return left_; }

  /// The next entry; its name goes into the front of `room`. Precondition: there is one. Faults:
  /// end_of_input, those of a string, position_out_of_range for a negative offset or length, or
  /// such as overflow.
  Checked<CompoundEntry> next(std::span<std::uint8_t> room);

  /// Checks the footer. Precondition: no entry remains.
  Checked<std::uint32_t> finish() { return check_footer(*in_); }

  /// The length that the `.cfs` must have for the entries read so far.
  std::uint64_t data_length() const { return end_ + kFooterBytes; }

 private:
  CompoundTable(checksum::ChecksummingInput& in, std::uint32_t count) : in_(&in), left_(count) {}

  checksum::ChecksummingInput* in_;
  std::uint32_t left_;
  std::uint64_t end_ = index_header_length("Lucene90CompoundData", "");
};

}  // namespace touchstone::index_files
