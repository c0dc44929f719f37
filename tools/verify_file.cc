#include "tools/verify_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <system_error>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/index_files/file_names.h"
#include "codecs/io/file_input.h"
#include "tools/printable.h"

namespace touchstone::tools {
namespace {

using namespace index_files;

constexpr std::uint64_t kProgressBytes = std::uint64_t{16} << 20;

std::string number(const char* format, std::uint64_t value) {
  std::array<char, 32> text;
  const int size = std::snprintf(text.data(), text.size(), format, value);
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string decimal(std::uint64_t value) { return number("%" PRIu64, value); }
std::string hexadecimal(std::uint64_t value) { return number("%08" PRIx64, value); }
std::string signed_decimal(std::uint64_t value) {
  return std::to_string(static_cast<std::int64_t>(value));
}

std::string hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += number("%02" PRIx64, byte);
  return text;
}

// Names come out of damaged files: what is not printable is shown as a byte.
std::string in_quotes(std::string_view name) {
  std::string text = "'";
  for (const char letter : name) {
    if (letter >= ' ' && letter <= '~') {
      text += letter;
    } else {
      text += number("\\x%02" PRIx64, static_cast<std::uint8_t>(letter));
    }
  }
  return text + "'";
}

std::string shown_number(Error error, std::uint64_t value) {
  switch (error) {
    case Error::header_magic_mismatch:
    case Error::footer_magic_mismatch:
    case Error::illegal_checksum:
    case Error::checksum_mismatch:
      return hexadecimal(value);
    case Error::version_too_old:
    case Error::version_too_new:
      return signed_decimal(value);
    default:
      return decimal(value);
  }
}

std::string line(Error error, std::uint64_t position, std::string_view expected,
                 std::string_view found) {
  std::string text(name_of(error));
  text += ": ";
  text += meaning(error);
  text += "; at byte " + decimal(position) + " expected ";
  text += expected;
  text += ", found ";
  text += found;
  return text;
}

// The header against what the name and the segment say. Nothing, or what is wrong.
std::optional<std::string> header_fault(const Piece& piece, const FileName& name,
                                        const IndexHeader& header) {
  if (const auto codec = codec_of(name); codec && !codec->matches(header.codec)) {
    std::string expected(codec->start);
    if (!codec->end.empty()) expected += "..." + std::string(codec->end);
    return line(Error::codec_mismatch, 4, in_quotes(expected), in_quotes(header.codec));
  }
  const std::uint64_t id_at = header_length(header.codec);
  if (header.version < 0) {
    return line(Error::version_too_old, id_at - 4, "0 or more", std::to_string(header.version));
  }
  if (piece.id && !std::ranges::equal(*piece.id, header.id)) {
    return line(Error::id_mismatch, id_at, hex(*piece.id), hex(header.id));
  }
  const bool named = name.kind == NameKind::segment || name.kind == NameKind::commit;
  if (named && header.suffix != name.suffix) {
    return line(Error::suffix_mismatch, id_at + kIdBytes, in_quotes(name.suffix),
                in_quotes(header.suffix));
  }
  return std::nullopt;
}

// check_whole_file in steps, so that a long file shows progress.
Checked<std::uint32_t> check_footer_in_steps(io::Input& in, std::atomic<std::uint64_t>& progress) {
  (void)in.seek(0);  // cannot fail
  checksum::ChecksummingInput whole(in);
  const std::uint64_t end = in.length() - kFooterBytes;
  while (whole.position() < end) {
    const std::uint64_t step = std::min(kProgressBytes, end - whole.position());
    if (const auto read = whole.skip(step); !read) {
      return std::unexpected(
          EnvelopeFault{read.error(), whole.position(), end + kFooterBytes, whole.position()});
    }
    progress += step;
  }
  progress += kFooterBytes;
  return check_footer(whole);
}

void check(const Piece& piece, io::Input& in, std::atomic<std::uint64_t>& progress,
           Finding& finding) {
  if (in.length() < kFooterBytes) {
    const EnvelopeFault fault{Error::file_too_small, 0, kFooterBytes, in.length()};
    finding.fault = in_words(fault);
    return;
  }
  std::array<std::uint8_t, kMaxIndexHeaderBytes> room;
  const auto raw = read_index_header(in, room);
  if (raw) {
    const IndexHeader header = parse_index_header(*raw);
    const FileName name = parse_file_name(piece.name);
    finding.fault = header_fault(piece, name, header);
    if (!codec_of(name)) finding.unknown_codec = printable(header.codec);
  } else {
    finding.fault = in_words(raw.error());
  }
  const auto footer = check_footer_in_steps(in, progress);
  finding.bytes = in.length();
  if (finding.fault) {
    // Worth knowing: a file in the wrong place and a damaged one need different cures.
    if (footer) *finding.fault += " (but its checksum is right)";
  } else if (!footer) {
    finding.fault = in_words(footer.error());
  } else if (piece.expected_length && *piece.expected_length != in.length()) {
    const bool shorter = in.length() < *piece.expected_length;
    finding.fault = in_words({shorter ? Error::file_truncated : Error::file_too_long, 0,
                              *piece.expected_length, in.length()});
  }
}

}  // namespace

std::string_view meaning(Error error) {
  switch (error) {
    case Error::end_of_input:
      return "the file ends too early";
    case Error::malformed_vint:
    case Error::negative_length:
      return "a length or a number that is none";
    case Error::position_out_of_range:
      return "an inner file reaches beyond its compound file";
    case Error::io_failure:
      return "cannot be read";
    case Error::header_magic_mismatch:
      return "no codec header at its start";
    case Error::codec_mismatch:
      return "the header of another codec";
    case Error::version_too_old:
    case Error::version_too_new:
      return "a version that is none";
    case Error::id_mismatch:
      return "the file of another segment";
    case Error::suffix_mismatch:
      return "the suffix in the header is not that of the name";
    case Error::file_too_small:
      return "shorter than header and footer";
    case Error::file_truncated:
      return "shorter than the table of the compound file says";
    case Error::file_too_long:
      return "longer than the table of the compound file says";
    case Error::output_too_small:
      return "a name longer than any that is written";
    case Error::footer_not_reached:
      return "bytes are left over between its contents and its footer";
    case Error::footer_magic_mismatch:
      return "no codec footer at its end: truncated, or something was appended";
    case Error::unknown_algorithm:
      return "a checksum of an unknown algorithm";
    case Error::illegal_checksum:
      return "a checksum of more than 32 bits";
    case Error::checksum_mismatch:
      return "the bytes are not those that were written";
    case Error::unsupported_width:
      return "integers of a width that is none";
    case Error::no_table_entry:
      return "a value that stands for an entry of a table which has none there";
    case Error::malformed_metadata:
      return "numbers that contradict each other, or the format";
    case Error::outside_of_file:
      return "it is said to lie outside of its file";
    case Error::malformed_doc_set:
      return "its set of documents is not as large as it says, or does not ascend";
    default:
      return "refused";
  }
}

std::string why_unreadable(Error error, int reason) {
  return std::string(name_of(error)) + ": " + std::string(meaning(error)) + ": " +
         (reason != 0 ? std::generic_category().message(reason) : "not a regular file");
}

std::string in_words(const EnvelopeFault& fault) {
  return line(fault.error, fault.position, shown_number(fault.error, fault.expected),
              shown_number(fault.error, fault.found));
}

Finding verify_piece(const Piece& piece, std::span<std::uint8_t> buffer,
                     std::atomic<std::uint64_t>& progress) {
  Finding finding;
  // The whole of a compound file is only there to be sliced.
  std::array<std::uint8_t, 1> none;
  errno = 0;
  auto whole =
      io::FileInput::open(piece.path, piece.slice ? std::span<std::uint8_t>(none) : buffer);
  if (!whole) {
    finding.fault = why_unreadable(whole.error(), errno);
    return finding;
  }
  if (!piece.slice) {
    check(piece, *whole, progress, finding);
    return finding;
  }
  auto inner = whole->slice(piece.slice->offset, piece.slice->length, buffer);
  if (inner) {
    check(piece, *inner, progress, finding);
  } else {
    finding.fault = in_words({inner.error(), piece.slice->offset,
                              piece.slice->offset + piece.slice->length, whole->length()});
  }
  return finding;
}

}  // namespace touchstone::tools
