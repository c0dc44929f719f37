// The Case of the contract of codec headers and footers: a file, whole or damaged, and what its
// reader expects. With its drawing, words and seeds.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "contracts/placed_input.h"
#include "harness/contract.h"

namespace touchstone::contracts {

/// A byte of the file that is changed.
struct Flip {
  bool from_end = false;
  std::uint16_t at = 0;  ///< counted from the start, or back from the last byte
  std::uint8_t bits = 1;

  bool operator==(const Flip&) const = default;
};

/// What stands in the place of the length of the codec's name.
enum class LengthPlant : std::uint8_t { none, longer_form, over_long, minus_one, huge, cut };

/// How the reader's expectation differs from what was written.
enum class Differs : std::uint8_t {
  nowhere,
  name,
  name_is_prefix,
  name_is_longer,
  id,
  suffix,
  suffix_is_prefix
};

struct EnvelopeCase {
  bool free = false;  ///< the file is `bytes` and nothing else

  // What was written: an index header, `bytes`, a footer.
  std::uint16_t name_size = 0;
  std::uint16_t suffix_size = 0;
  std::int32_t version = 0;
  bool accented_name = false;    ///< the last byte of the name is not ASCII
  bool accented_suffix = false;  ///< that of the suffix
  LengthPlant plant = LengthPlant::none;

  // What happened to it.
  std::vector<Flip> flips;
  std::int16_t cut = 0;    ///< bytes lost at the end, or added if negative
  std::int16_t keep = -1;  ///< bytes that are left in the end, if not negative

  // What its reader expects, and how it goes about it.
  Differs differs = Differs::nowhere;
  std::int32_t oldest = 0;
  std::int32_t newest = 0;
  std::int16_t footer_shift = 0;  ///< footer readers stand so far behind the footer's start
  std::int16_t length_shift = 0;  ///< the expected length is so much more than the length
  std::uint8_t parsing_error = 0;
  std::uint16_t room = 0;      ///< bytes for a header that is read
  std::uint16_t short_by = 0;  ///< bytes of output too few for what is written
  Source source;
  std::vector<std::uint8_t> bytes;

  bool operator==(const EnvelopeCase&) const = default;
};

/// The names that were written, the file as it is now, and what its reader expects.
std::string written_name(const EnvelopeCase& c);
std::string written_suffix(const EnvelopeCase& c);
std::string expected_name(const EnvelopeCase& c);
std::string expected_suffix(const EnvelopeCase& c);
std::array<std::uint8_t, 16> written_id();
std::array<std::uint8_t, 16> expected_id(const EnvelopeCase& c);
std::vector<std::uint8_t> file_of(const EnvelopeCase& c);
/// Where readers of the footer start.
std::size_t footer_start(const EnvelopeCase& c, std::size_t length);
std::uint64_t expected_length(const EnvelopeCase& c, std::size_t length);

inline constexpr std::array kParsingErrors{Error::end_of_input, Error::malformed_vint,
                                           Error::version_too_old, Error::version_too_new,
                                           Error::codec_mismatch};

void draw_envelope_case(kit::Draw& d, EnvelopeCase& c);
void describe_envelope_case(const EnvelopeCase& c, std::ostream& out);
void envelope_seeds(kit::Seeds<EnvelopeCase>& seeds);

}  // namespace touchstone::contracts
