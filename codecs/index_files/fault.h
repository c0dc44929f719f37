// What is wrong with a file, where, and what was expected instead: enough for a message to a
// person.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>

#include "codecs/error.h"

namespace touchstone::index_files {

/// Why a header or footer was refused. What `position`, `expected` and `found` are depends on the
/// error; positions are those of what is named:
///
///   end_of_input              what was to be read; bytes wanted, bytes left
///   header_magic_mismatch     the magic; magics
///   footer_magic_mismatch     the same
///   codec_mismatch            the length; lengths, if these differ. Otherwise
///   suffix_mismatch             the first byte that differs; the bytes
///   id_mismatch               the first byte that differs; the bytes
///   version_too_old, _new     the version; the bound, the version: ints widened with their sign
///   footer_truncated          the reader; 16, bytes left
///   footer_not_reached        the same
///   checksum_indeterminate    the same
///   position_out_of_range     an offset or length in the table of a compound file; the most it can
///                               be, that in the table
///   file_too_small            0; lengths of the file
///   file_truncated, _too_long the same
///   unknown_algorithm         the algorithm; 0, the algorithm
///   illegal_checksum          the checksum; the largest legal one, that in the file
///   checksum_mismatch         the checksum; that in the file, that of the file's bytes
///   negative_length           the length; 0, 0
///   malformed_vint            the same
///   invalid_argument          the writer; the most bytes allowed, bytes given
///   output_too_small          the reader or writer; 0, 0
///   io_failure                the same
struct EnvelopeFault {
  Error error;
  std::uint64_t position;
  std::uint64_t expected = 0;
  std::uint64_t found = 0;

  friend bool operator==(const EnvelopeFault&, const EnvelopeFault&) = default;
};

/// A value, or what is wrong with the file.
template <typename T>
using Checked = std::expected<T, EnvelopeFault>;

/// Whether the error says that the bytes of the file are not what a writer wrote; otherwise they
/// may be (another version, a failing disk, a bad argument). Where an input ends too early is told
/// by end_of_input, which, as in Lucene, does not count.
constexpr bool is_corruption(Error error) {
  switch (error) {
    case Error::header_magic_mismatch:
    case Error::codec_mismatch:
    case Error::id_mismatch:
    case Error::suffix_mismatch:
    case Error::file_too_small:
    case Error::file_truncated:
    case Error::file_too_long:
    case Error::footer_truncated:
    case Error::footer_not_reached:
    case Error::footer_magic_mismatch:
    case Error::unknown_algorithm:
    case Error::illegal_checksum:
    case Error::checksum_mismatch:
    case Error::checksum_indeterminate:
      return true;
    default:
      return false;
  }
}

/// The random bytes that all files of one segment, or one commit, have in common.
inline constexpr std::size_t kIdBytes = 16;
using Id = std::array<std::uint8_t, kIdBytes>;

}  // namespace touchstone::index_files
