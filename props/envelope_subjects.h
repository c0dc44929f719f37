// Who is tested by the tests of headers and footers: the reference, and the codec at every tier.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "codecs/index_files/fault.h"
#include "props/subject_name.h"

namespace touchstone::props {

using index_files::EnvelopeFault;

/// A version or a checksum, or what is wrong.
using EnvelopeVerdict = std::expected<std::int64_t, EnvelopeFault>;

/// Headers expected are of "Lucene90Demo", versions 1 to 3, id 00..0f, suffix "ab".
struct EnvelopeSubject {
  std::string name;
  std::function<EnvelopeVerdict(Bytes file)> check_index_header;
  /// The footer of a file that is skipped through up to `position` first.
  std::function<EnvelopeVerdict(Bytes file, std::size_t position)> check_footer;
  std::function<EnvelopeVerdict(Bytes file)> retrieve_checksum;
  std::function<EnvelopeVerdict(Bytes file, std::uint64_t length)> retrieve_of_length;
  std::function<EnvelopeVerdict(Bytes file)> check_whole_file;
  /// The bytes of a header (no suffix) or, given one, of an index header and all behind it.
  std::function<std::vector<std::uint8_t>(std::string_view codec, std::int32_t version)>
      write_header;
  std::function<std::vector<std::uint8_t>(std::string_view payload)> write_file;
  /// The CRC of bytes, read in a mix of ways.
  std::function<std::uint32_t(Bytes)> read_in_a_mix;
};

std::vector<EnvelopeSubject> envelope_subjects();

inline void PrintTo(const EnvelopeSubject& subject, std::ostream* out) { *out << subject.name; }

}  // namespace touchstone::props

namespace touchstone::index_files {

inline void PrintTo(const EnvelopeFault& fault, std::ostream* out) {
  *out << name_of(fault.error) << " at " << fault.position << ", expected " << fault.expected
       << ", found " << fault.found;
}

}  // namespace touchstone::index_files
