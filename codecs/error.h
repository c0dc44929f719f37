// The vocabulary of failure: every way in which a codec or its reference may refuse its input.
//
// This is the one header that `codecs/` and `reference/` share, so that "the same error" means the
// same enumerator on both sides of a comparison. It holds names and nothing that could be wrong.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

namespace touchstone {

/// Why a call refused its input. Values are stable: reports and corpus tests print them by name.
enum class Error : std::uint8_t {
  end_of_input,    ///< the input ends inside a value, or before as many values as were asked for
  malformed_vint,  ///< a vInt, vLong or zLong is over-long: bits beyond its type, or one byte too
                   ///< many
  value_out_of_range,     ///< a value to be written has no encoding (negative vLong, group varint
                          ///< above 2^32-1)
  output_too_small,       ///< the encoded bytes do not fit into the caller's output
  position_out_of_range,  ///< a seek, slice, value or document outside of what is there
  invalid_argument,  ///< a parameter that no input could make right (page size 0, empty buffer)
  io_failure,        ///< the operating system refused to open, map, read or write a file

  // Checksumming inputs.
  cannot_seek_backwards,  ///< what was passed has been digested and cannot be taken back
  negative_length,        ///< a string says that it has 2^31 bytes or more

  // Codec headers, in the order of their tests.
  header_magic_mismatch,  ///< no codec header here
  codec_mismatch,         ///< the header of another codec
  version_too_old,        ///< a format version below those that can be read
  version_too_new,        ///< a format version above those that can be read
  id_mismatch,            ///< the file of another segment or commit
  suffix_mismatch,        ///< the file of another field format or generation

  // Codec footers and lengths of files, in the order of their tests.
  file_too_small,          ///< the whole file is shorter than a footer (or header and footer)
  file_truncated,          ///< the file is shorter than it was said to be
  file_too_long,           ///< the file is longer than it was said to be
  footer_truncated,        ///< fewer bytes are left than a footer has
  footer_not_reached,      ///< more bytes are left than a footer has: not all was read
  footer_magic_mismatch,   ///< no codec footer here
  unknown_algorithm,       ///< a checksum that is no CRC-32
  illegal_checksum,        ///< a checksum of more than 32 bits
  checksum_mismatch,       ///< the bytes are not those that were written
  checksum_indeterminate,  ///< an error came up too far into the file to check it

  // Packed integers.
  unsupported_width,         ///< integers of that many bits do not exist, or not for that element
  documents_not_increasing,  ///< a document id is negative, or not above the one before it
  no_table_entry,            ///< a value that stands for an entry of a table has none

  // Doc values.
  malformed_metadata,  ///< a field of a metadata entry contradicts the others or its format
  outside_of_file,     ///< an offset or length of the metadata leads out of the file it is about
  malformed_doc_set,   ///< a set of documents that is not ascending, or not as large as it says
};

/// Every result of a codec: the value, or the reason there is none. Nothing throws.
template <typename T>
using Expected = std::expected<T, Error>;

/// The enumerator's name, e.g. "end_of_input".
constexpr std::string_view name_of(Error error) {
  switch (error) {
    case Error::end_of_input:
      return "end_of_input";
    case Error::malformed_vint:
      return "malformed_vint";
    case Error::value_out_of_range:
      return "value_out_of_range";
    case Error::output_too_small:
      return "output_too_small";
    case Error::position_out_of_range:
      return "position_out_of_range";
    case Error::invalid_argument:
      return "invalid_argument";
    case Error::io_failure:
      return "io_failure";
    case Error::cannot_seek_backwards:
      return "cannot_seek_backwards";
    case Error::negative_length:
      return "negative_length";
    case Error::header_magic_mismatch:
      return "header_magic_mismatch";
    case Error::codec_mismatch:
      return "codec_mismatch";
    case Error::version_too_old:
      return "version_too_old";
    case Error::version_too_new:
      return "version_too_new";
    case Error::id_mismatch:
      return "id_mismatch";
    case Error::suffix_mismatch:
      return "suffix_mismatch";
    case Error::file_too_small:
      return "file_too_small";
    case Error::file_truncated:
      return "file_truncated";
    case Error::file_too_long:
      return "file_too_long";
    case Error::footer_truncated:
      return "footer_truncated";
    case Error::footer_not_reached:
      return "footer_not_reached";
    case Error::footer_magic_mismatch:
      return "footer_magic_mismatch";
    case Error::unknown_algorithm:
      return "unknown_algorithm";
    case Error::illegal_checksum:
      return "illegal_checksum";
    case Error::checksum_mismatch:
      return "checksum_mismatch";
    case Error::checksum_indeterminate:
      return "checksum_indeterminate";
    case Error::unsupported_width:
      return "unsupported_width";
    case Error::documents_not_increasing:
      return "documents_not_increasing";
    case Error::no_table_entry:
      return "no_table_entry";
    case Error::malformed_metadata:
      return "malformed_metadata";
    case Error::outside_of_file:
      return "outside_of_file";
    case Error::malformed_doc_set:
      return "malformed_doc_set";
  }
  return "unknown error";
}

}  // namespace touchstone
