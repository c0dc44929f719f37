// The footer of every Lucene file: its last 16 bytes, with the checksum of all bytes before.
//
// Format (Apache Lucene 9.x..10.x CodecUtil), everything big-endian:
//
//   C0 28 93 E8   00 00 00 00   8 bytes: checksum
//   magic         algorithm     CRC-32 of every byte up to and with the algorithm; upper half 0
//
// Readers stop at the first test that fails, and the order of tests is part of the format: files
// are often wrong in several ways, and the first says what happened to them.
//
// Nothing here throws or allocates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/checksum/checksumming_output.h"
#include "codecs/index_files/fault.h"
#include "codecs/io/input.h"

namespace touchstone::index_files {

inline constexpr std::uint32_t kFooterMagic = 0xC028'93E8;
inline constexpr std::size_t kFooterBytes = 16;

/// Writes a footer: everything written through `out` before it is what it vouches for. Errors:
/// those of `out`. Gives the checksum.
Checked<std::uint32_t> write_footer(checksum::ChecksummingOutput& out);

/// Checks the footer of a file that was read through `in` from its first byte up to here. Tests in
/// this order: 16 bytes left, not fewer (footer_truncated) and not more (footer_not_reached);
/// magic; algorithm; no more than 32 bits of checksum (illegal_checksum); the checksum itself.
/// Gives the checksum.
Checked<std::uint32_t> check_footer(checksum::ChecksummingInput& in);

/// What the footer says of a file whose parsing has failed.
struct Verdict {
  /// To be reported: the damage of the file, if it is damaged, and otherwise the parsing's error.
  EnvelopeFault fault;
  /// Whether that is the damage and not the parsing's error.
  bool is_damage = false;
  enum class Note : std::uint8_t {
    none,
    checksum_passed,         ///< the file is as it was written: not the disk's fault
    checksum_indeterminate,  ///< the checksum could not be looked at
  };
  /// What else there is to say of the parsing's error.
  Note note = Note::none;
  /// With Note::checksum_passed: the checksum.
  std::uint32_t checksum = 0;
};

/// Finds out whether an error that parsing came upon is damage. With fewer than 16 bytes left:
/// checksum_indeterminate. Otherwise the rest of the file is read and its footer checked: damage
/// found that way goes before the parsing's error; if there is none, or the check itself could not
/// be made, it is the parsing's error again, with a note (none when a version was too old).
Verdict check_footer_after(checksum::ChecksummingInput& in, const EnvelopeFault& parsing_error);

/// The checksum that the file claims to have, with nothing computed: damage of the bytes before the
/// footer, or of the checksum's lower half, goes unnoticed. Tests in this order: file of at least
/// 16 bytes (file_too_small), magic, algorithm, 32 bits. The input stands at its end then.
Checked<std::uint32_t> retrieve_checksum(io::Input& in);

/// The same for a file of known length. Tests before those: an expected length of at least 16
/// (invalid_argument), file_truncated, file_too_long.
Checked<std::uint32_t> retrieve_checksum(io::Input& in, std::uint64_t expected_length);

/// The 16 bytes of the footer. Tests: file of at least 16 bytes, magic, algorithm.
Checked<std::array<std::uint8_t, kFooterBytes>> read_footer(io::Input& in);

/// Reads the whole file and checks its footer. Tests: file of at least 16 bytes, then those of
/// check_footer. The input stands where it stood before. Cost: the CRC of the file.
Checked<std::uint32_t> check_whole_file(io::Input& in,
                                        const checksum::Kernels& kernels = checksum::best());

}  // namespace touchstone::index_files
