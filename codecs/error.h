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
  position_out_of_range,  ///< a seek or slice reaches outside the input
  invalid_argument,   ///< a parameter that no input could make right (page size 0, empty buffer)
  io_failure,         ///< the operating system refused to open, map or read a file
  unsupported_width,  ///< packed integers of that many bits do not exist, or not for that element
  documents_not_increasing,  ///< a document id is negative, or not above the one before it
  no_table_entry,            ///< a value that stands for an entry of a table has none
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
    case Error::unsupported_width:
      return "unsupported_width";
    case Error::documents_not_increasing:
      return "documents_not_increasing";
    case Error::no_table_entry:
      return "no_table_entry";
  }
  return "unknown error";
}

}  // namespace touchstone
