// The simple truth about headers and footers of Lucene files (Apache Lucene 9 and 10, CodecUtil).
//
// All in big-endian order:
//
//   codec header   3FD76C17, vInt n, n bytes of name (at most 127), 4 bytes of version
//   index header   codec header, 16 bytes of id, a byte m, m bytes of suffix
//   footer         C02893E8, 4 bytes 0, 8 bytes: CRC-32 of all bytes before these eight
//
// Each function follows the tests of its namesake in CodecUtil, one after the other, over bytes in
// memory; the first that fails is the result.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "codecs/error.h"
#include "reference/digesting_reader.h"

namespace touchstone::reference::envelope {

using Bytes = std::span<const std::uint8_t>;

/// The test that failed, where its field is, what it should have been and what it is.
struct Fault {
  Error error;
  std::uint64_t position = 0;
  std::uint64_t expected = 0;
  std::uint64_t found = 0;

  friend bool operator==(const Fault&, const Fault&) = default;
};

template <typename T>
using Checked = std::expected<T, Fault>;

/// What a header should say.
struct Wanted {
  std::string_view codec;
  std::int32_t oldest = 0;
  std::int32_t newest = 0;
  Bytes id = {};  ///< 16 bytes
  std::string_view suffix = {};
};

Checked<std::int32_t> check_header(DigestingReader& in, const Wanted& wanted, bool with_magic);
Checked<std::int32_t> check_index_header(DigestingReader& in, const Wanted& wanted);

/// The bytes of the index header that a file starts with; more than `most`: output_too_small.
Checked<Bytes> read_index_header(Bytes file, std::size_t most);
/// The index header of an inner file of a compound file, written anew.
Checked<std::vector<std::uint8_t>> copy_index_header(DigestingReader& in, Bytes id);

Checked<std::uint32_t> check_footer(DigestingReader& in);
Checked<std::uint32_t> retrieve_checksum(Bytes file);
Checked<std::uint32_t> retrieve_checksum(Bytes file, std::uint64_t expected_length);
Checked<Bytes> read_footer(Bytes file);
Checked<std::uint32_t> check_whole_file(Bytes file);

/// What to report when parsing has failed: the fault, and what to add to it.
struct Verdict {
  Fault fault;
  /// The error of parsing, if that is not the fault; that the checksum passed.
  enum class Added : std::uint8_t { nothing, passed, parsing } added;
  std::uint32_t checksum = 0;
};
Verdict check_footer_after(DigestingReader& in, const Fault& parsing_error);

/// They write to the end of `out`; an error is invalid_argument.
Checked<void> write_header(std::vector<std::uint8_t>& out, std::string_view codec,
                           std::int32_t version);
Checked<void> write_index_header(std::vector<std::uint8_t>& out, std::string_view codec,
                                 std::int32_t version, Bytes id, std::string_view suffix);
/// Gives the checksum of all that is in `out` and of the footer's first half.
std::uint32_t write_footer(std::vector<std::uint8_t>& out);

}  // namespace touchstone::reference::envelope
