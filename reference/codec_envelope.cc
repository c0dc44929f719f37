#include "reference/codec_envelope.h"

#include "reference/crc32.h"

namespace touchstone::reference::envelope {
namespace {

constexpr std::uint64_t kHeader = 0x3FD7'6C17;
constexpr std::uint64_t kFooter = 0xC028'93E8;  // all bits of the header's the other way round

std::unexpected<Fault> fault(Error error, std::uint64_t position, std::uint64_t expected = 0,
                             std::uint64_t found = 0) {
  return std::unexpected(Fault{error, position, expected, found});
}

std::unexpected<Fault> cut(const DigestingReader& in, std::uint64_t wanted) {
  return fault(Error::end_of_input, in.position(), wanted, in.remaining());
}

Checked<std::uint64_t> number(DigestingReader& in, std::size_t width) {
  const auto value = in.read_big_endian(width);
  if (!value) return cut(in, width);
  return *value;
}

Checked<Bytes> piece(DigestingReader& in, std::uint64_t size) {
  const auto bytes = in.take(size);
  if (!bytes) return cut(in, size);
  return *bytes;
}

// A number that must be this one.
Checked<void> exactly(DigestingReader& in, std::uint64_t wanted, Error error) {
  const std::size_t at = in.position();
  const auto value = number(in, 4);
  if (!value) return std::unexpected(value.error());
  if (*value != wanted) return fault(error, at, wanted, *value);
  return {};
}

Checked<void> same(Bytes bytes, std::size_t at, Bytes wanted, Error error) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (bytes[i] != wanted[i]) return fault(error, at + i, wanted[i], bytes[i]);
  }
  return {};
}

Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A text and where its length stood.
struct Text {
  std::size_t length_at;
  std::size_t at;
  Bytes bytes;
};

Checked<Text> name(DigestingReader& in) {
  const std::size_t length_at = in.position();
  const auto length = in.read_vint();
  if (!length && length.error() == Error::end_of_input) return cut(in, in.remaining() + 1);
  if (!length) return fault(length.error(), length_at);
  if (*length >= 0x8000'0000) return fault(Error::negative_length, length_at);
  const std::size_t at = in.position();
  const auto bytes = piece(in, *length);
  if (!bytes) return std::unexpected(bytes.error());
  return Text{length_at, at, *bytes};
}

Checked<Text> suffix(DigestingReader& in) {
  const std::size_t length_at = in.position();
  const auto length = number(in, 1);
  if (!length) return std::unexpected(length.error());
  const std::size_t at = in.position();
  const auto bytes = piece(in, *length);
  if (!bytes) return std::unexpected(bytes.error());
  return Text{length_at, at, *bytes};
}

Checked<void> must_be(const Checked<Text>& text, std::string_view wanted, Error error) {
  if (!text) return std::unexpected(text.error());
  if (text->bytes.size() != wanted.size()) {
    return fault(error, text->length_at, wanted.size(), text->bytes.size());
  }
  return same(text->bytes, text->at, bytes_of(wanted), error);
}

void put(std::vector<std::uint8_t>& out, std::uint64_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void put(std::vector<std::uint8_t>& out, Bytes bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

bool allowed(std::string_view text, std::size_t most) {
  for (const char letter : text) {
    if ((static_cast<unsigned>(letter) & 0x80) != 0) return false;
  }
  return text.size() <= most;
}

Checked<void> footer_kind(DigestingReader& in) {
  if (const auto magic = exactly(in, kFooter, Error::footer_magic_mismatch); !magic) return magic;
  return exactly(in, 0, Error::unknown_algorithm);
}

Checked<std::uint32_t> stored_checksum(DigestingReader& in) {
  const std::size_t at = in.position();
  const auto value = number(in, 8);
  if (!value) return std::unexpected(value.error());
  if (*value > 0xFFFF'FFFF) return fault(Error::illegal_checksum, at, 0xFFFF'FFFF, *value);
  return static_cast<std::uint32_t>(*value);
}

}  // namespace

Checked<std::int32_t> check_header(DigestingReader& in, const Wanted& wanted, bool with_magic) {
  if (with_magic) {
    const auto magic = exactly(in, kHeader, Error::header_magic_mismatch);
    if (!magic) return std::unexpected(magic.error());
  }
  const auto codec = must_be(name(in), wanted.codec, Error::codec_mismatch);
  if (!codec) return std::unexpected(codec.error());
  const std::size_t at = in.position();
  const auto bits = number(in, 4);
  if (!bits) return std::unexpected(bits.error());
  const auto version = static_cast<std::int32_t>(*bits);
  const auto as_long = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  if (version < wanted.oldest) {
    return fault(Error::version_too_old, at, as_long(wanted.oldest), as_long(version));
  }
  if (version > wanted.newest) {
    return fault(Error::version_too_new, at, as_long(wanted.newest), as_long(version));
  }
  return version;
}

Checked<std::int32_t> check_index_header(DigestingReader& in, const Wanted& wanted) {
  const auto version = check_header(in, wanted, true);
  if (!version) return version;
  const std::size_t at = in.position();
  const auto id = piece(in, 16);
  if (!id) return std::unexpected(id.error());
  if (const auto ours = same(*id, at, wanted.id, Error::id_mismatch); !ours) {
    return std::unexpected(ours.error());
  }
  if (const auto end = must_be(suffix(in), wanted.suffix, Error::suffix_mismatch); !end) {
    return std::unexpected(end.error());
  }
  return version;
}

Checked<Bytes> read_index_header(Bytes file, std::size_t most) {
  DigestingReader in(file);
  if (const auto magic = exactly(in, kHeader, Error::header_magic_mismatch); !magic) {
    return std::unexpected(magic.error());
  }
  if (const auto codec = name(in); !codec) return std::unexpected(codec.error());
  for (const std::size_t field : {4U, 16U}) {
    if (const auto passed = piece(in, field); !passed) return std::unexpected(passed.error());
  }
  if (const auto end = suffix(in); !end) return std::unexpected(end.error());
  if (in.position() > most) return fault(Error::output_too_small, 0);
  return file.first(in.position());
}

Checked<std::vector<std::uint8_t>> copy_index_header(DigestingReader& in, Bytes id) {
  if (in.length() < 25) return fault(Error::file_too_small, 0, 25, in.length());
  if (const auto magic = exactly(in, kHeader, Error::header_magic_mismatch); !magic) {
    return std::unexpected(magic.error());
  }
  const auto codec = name(in);
  if (!codec) return std::unexpected(codec.error());
  if (codec->bytes.size() > 127) return fault(Error::output_too_small, codec->at);
  const auto version = number(in, 4);
  if (!version) return std::unexpected(version.error());
  const std::size_t at = in.position();
  const auto found = piece(in, 16);
  if (!found) return std::unexpected(found.error());
  if (const auto ours = same(*found, at, id, Error::id_mismatch); !ours) {
    return std::unexpected(ours.error());
  }
  const auto end = suffix(in);
  if (!end) return std::unexpected(end.error());
  std::vector<std::uint8_t> out;
  put(out, kHeader, 4);
  put(out, codec->bytes.size(), 1);
  put(out, codec->bytes);
  put(out, *version, 4);
  put(out, id);
  put(out, end->bytes.size(), 1);
  put(out, end->bytes);
  return out;
}

Checked<std::uint32_t> check_footer(DigestingReader& in) {
  if (in.remaining() < 16) {
    return fault(Error::footer_truncated, in.position(), 16, in.remaining());
  }
  if (in.remaining() > 16) {
    return fault(Error::footer_not_reached, in.position(), 16, in.remaining());
  }
  if (const auto kind = footer_kind(in); !kind) return std::unexpected(kind.error());
  const std::uint32_t computed = in.value();
  const std::size_t at = in.position();
  const auto stored = stored_checksum(in);
  if (!stored) return stored;
  if (*stored != computed) return fault(Error::checksum_mismatch, at, *stored, computed);
  return computed;
}

Checked<std::uint32_t> retrieve_checksum(Bytes file) {
  if (file.size() < 16) return fault(Error::file_too_small, 0, 16, file.size());
  DigestingReader in(file);
  (void)in.seek(file.size() - 16);
  if (const auto kind = footer_kind(in); !kind) return std::unexpected(kind.error());
  return stored_checksum(in);
}

Checked<std::uint32_t> retrieve_checksum(Bytes file, std::uint64_t expected_length) {
  if (expected_length < 16) return fault(Error::invalid_argument, 0, 16, expected_length);
  if (file.size() < expected_length) {
    return fault(Error::file_truncated, 0, expected_length, file.size());
  }
  if (file.size() > expected_length) {
    return fault(Error::file_too_long, 0, expected_length, file.size());
  }
  return retrieve_checksum(file);
}

Checked<Bytes> read_footer(Bytes file) {
  if (file.size() < 16) return fault(Error::file_too_small, 0, 16, file.size());
  DigestingReader in(file);
  (void)in.seek(file.size() - 16);
  if (const auto kind = footer_kind(in); !kind) return std::unexpected(kind.error());
  return file.last(16);
}

Checked<std::uint32_t> check_whole_file(Bytes file) {
  if (file.size() < 16) return fault(Error::file_too_small, 0, 16, file.size());
  DigestingReader in(file);
  (void)in.seek(file.size() - 16);
  return check_footer(in);
}

Verdict check_footer_after(DigestingReader& in, const Fault& parsing_error) {
  if (in.remaining() < 16) {
    return {{Error::checksum_indeterminate, in.position(), 16, in.remaining()},
            Verdict::Added::parsing,
            0};
  }
  (void)in.skip(in.remaining() - 16);
  const auto checksum = check_footer(in);
  if (!checksum) return {checksum.error(), Verdict::Added::parsing, 0};
  if (parsing_error.error == Error::version_too_old)
    return {parsing_error, Verdict::Added::nothing, 0};
  return {parsing_error, Verdict::Added::passed, *checksum};
}

Checked<void> write_header(std::vector<std::uint8_t>& out, std::string_view codec,
                           std::int32_t version) {
  if (!allowed(codec, 127)) return fault(Error::invalid_argument, out.size(), 127, codec.size());
  put(out, kHeader, 4);
  put(out, codec.size(), 1);
  put(out, bytes_of(codec));
  put(out, static_cast<std::uint32_t>(version), 4);
  return {};
}

Checked<void> write_index_header(std::vector<std::uint8_t>& out, std::string_view codec,
                                 std::int32_t version, Bytes id, std::string_view suffix) {
  if (const auto header = write_header(out, codec, version); !header) return header;
  put(out, id);
  if (!allowed(suffix, 255)) return fault(Error::invalid_argument, out.size(), 255, suffix.size());
  put(out, suffix.size(), 1);
  put(out, bytes_of(suffix));
  return {};
}

std::uint32_t write_footer(std::vector<std::uint8_t>& out) {
  put(out, kFooter, 4);
  put(out, 0, 4);
  const std::uint32_t checksum = crc32(out);
  put(out, checksum, 8);
  return checksum;
}

}  // namespace touchstone::reference::envelope
