// Every entry point to headers and footers, called on the file of a Case, and what a caller sees.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "codecs/checksum/crc32.h"
#include "contracts/codec_envelope_case.h"

namespace touchstone::contracts {

/// The entry points. Their results are numbered like this in an outcome.
enum class Entry : std::uint8_t {
  header,
  header_behind_magic,
  index_header,
  read_through,  ///< the index header and then the footer, both of one checksumming input
  read_header,
  copy_header,
  footer,
  footer_after_error,
  retrieve,
  retrieve_of_length,
  read_footer,
  whole_file,
  write,
};
inline constexpr std::size_t kEntries = 13;

/// What comes of one of them, in numbers.
struct EntrySeen {
  std::uint64_t status = 0;  ///< 0, or 1 and the error
  std::uint64_t result = 0;  ///< the version, the checksum, or a fold of bytes
  std::uint64_t position = 0;
  std::uint64_t expected = 0;
  std::uint64_t found = 0;
};

/// Something for the bytes of a call to be compared by.
inline std::uint64_t fold_bytes(std::span<const std::uint8_t> bytes) {
  std::uint64_t folded = 0xCBF2'9CE4'8422'2325 ^ bytes.size();
  for (const std::uint8_t byte : bytes) folded = (folded ^ byte) * 0x0000'0100'0000'01B3;
  return folded;
}

using AllSeen = std::array<EntrySeen, kEntries>;

/// What the reader expects, kept alive for the calls.
struct Expectation {
  std::string name;
  std::string suffix;
  std::string name_to_write;
  std::string suffix_to_write;
  std::array<std::uint8_t, 16> id;
};
Expectation expectation_of(const EnvelopeCase& c);

/// What a writer writes: the index header, the bytes, the footer; as far as it gets.
std::vector<std::uint8_t> written_by_reference(const EnvelopeCase& c, EntrySeen& seen);

AllSeen seen_by_reference(const EnvelopeCase& c, std::span<const std::uint8_t> file);

/// Rooms for the codec: for a header that is read, one that is copied, and a file that is written.
struct EnvelopeRooms {
  std::span<std::uint8_t> header;
  std::span<std::uint8_t> copy;
  std::span<std::uint8_t> file;
};
AllSeen seen_by_codec(const EnvelopeCase& c, const Expectation& expected, io::Input& in,
                      const EnvelopeRooms& rooms, const checksum::Kernels& kernels);

/// Whether an output that was too small was filled with what belongs there, as far as it went:
/// 1 for yes. The writer's own steps are its own affair.
inline constexpr std::uint64_t kPrefix = 1;
inline constexpr std::uint64_t kNoPrefix = 2;

}  // namespace touchstone::contracts
