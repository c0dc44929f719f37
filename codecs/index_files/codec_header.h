// The header of every Lucene file: what it is, in which version, and whose.
//
// Format (Apache Lucene 9.x..10.x CodecUtil), everything big-endian:
//
//   codec header   3F D7 6C 17   n   n bytes: name of the codec   4 bytes: version, signed
//   index header   codec header   16 bytes: id   m   m bytes: suffix
//
// The name has at most 127 bytes and n is a vInt; the suffix has at most 255 and m is one byte.
// Both are ASCII. Readers stop at the first test that fails, in the order of the fields.
//
// Nothing here throws or allocates. Cost: one pass over the header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/index_files/fault.h"
#include "codecs/io/input.h"
#include "codecs/io/output.h"

namespace touchstone::index_files {

inline constexpr std::uint32_t kHeaderMagic = 0x3FD7'6C17;
inline constexpr std::size_t kMaxCodecBytes = 127;
inline constexpr std::size_t kMaxSuffixBytes = 255;

/// Bytes of a codec header and of an index header with these names.
constexpr std::size_t header_length(std::string_view codec) { return 9 + codec.size(); }
constexpr std::size_t index_header_length(std::string_view codec, std::string_view suffix) {
  return header_length(codec) + kIdBytes + 1 + suffix.size();
}

/// The longest index header there is.
inline constexpr std::size_t kMaxIndexHeaderBytes =
    9 + kMaxCodecBytes + kIdBytes + 1 + kMaxSuffixBytes;

// --- writing -------------------------------------------------------------------------------------

/// Writes a codec header. A name that is not ASCII or has more than 127 bytes: invalid_argument,
/// with nothing written. Other errors: those of `out`.
Checked<void> write_header(io::Output& out, std::string_view codec, std::int32_t version);

/// Writes an index header. As above; a suffix that is not ASCII or has more than 255 bytes is
/// invalid_argument too, but found only when codec header and id have been written.
Checked<void> write_index_header(io::Output& out, std::string_view codec, std::int32_t version,
                                 const Id& id, std::string_view suffix);

// --- checking ------------------------------------------------------------------------------------

/// What a header must say.
struct ExpectedHeader {
  std::string_view codec;
  std::int32_t oldest = 0;  ///< versions that can be read, from this
  std::int32_t newest = 0;  ///< to this
};

/// Reads a codec header and gives its version. Tests in this order: magic, name, version at least
/// the oldest, version at most the newest. A header that is cut short: end_of_input. The input
/// stands behind the header then; after a fault, somewhere in it.
Checked<std::int32_t> check_header(io::Input& in, const ExpectedHeader& expected);
Checked<std::int32_t> check_header(checksum::ChecksummingInput& in, const ExpectedHeader& expected);

/// The same where the magic has been read already.
Checked<std::int32_t> check_header_behind_magic(io::Input& in, const ExpectedHeader& expected);
Checked<std::int32_t> check_header_behind_magic(checksum::ChecksummingInput& in,
                                                const ExpectedHeader& expected);

/// Reads an index header and gives its version. Tests: those of check_header, then id, then suffix.
Checked<std::int32_t> check_index_header(io::Input& in, const ExpectedHeader& expected,
                                         const Id& id, std::string_view suffix);
Checked<std::int32_t> check_index_header(checksum::ChecksummingInput& in,
                                         const ExpectedHeader& expected, const Id& id,
                                         std::string_view suffix);

// --- reading with hardly a test ------------------------------------------------------------------

/// The fields of an index header. The views are into the bytes it was read from.
struct IndexHeader {
  std::string_view codec;
  std::int32_t version = 0;
  std::span<const std::uint8_t, kIdBytes> id;
  std::string_view suffix;
};

/// Reads an index header from the start of the input into the front of `room`; gives its bytes.
/// Tests the magic and nothing else. Errors: header_magic_mismatch, those of a string
/// (malformed_vint, negative_length), end_of_input, output_too_small.
Checked<std::span<const std::uint8_t>> read_index_header(io::Input& in,
                                                         std::span<std::uint8_t> room);

/// Takes such bytes apart. Precondition: they came from read_index_header.
IndexHeader parse_index_header(std::span<const std::uint8_t> header);

/// Copies an index header from where the input stands to `out`, as a compound file does with those
/// of its inner files. Tests in this order: file of at least 25 bytes (file_too_small), magic, id.
/// Name, version and suffix pass unseen; a name of more than 127 bytes is output_too_small. Nothing
/// is written unless all tests have passed.
Checked<void> copy_index_header(io::Input& in, io::Output& out, const Id& id);

}  // namespace touchstone::index_files
