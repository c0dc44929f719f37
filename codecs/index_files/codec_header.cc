// The fields of a header, one after the other.
#include "codecs/index_files/codec_header.h"

#include <algorithm>
#include <array>
#include <concepts>

#include "codecs/index_files/envelope_reader.h"
#include "codecs/io/big_endian.h"
#include "codecs/io/vint.h"

namespace touchstone::index_files {
namespace {

using internal::input_fault;
using internal::read_big_endian;
using internal::read_field;

constexpr std::size_t kPieceBytes = 64;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string_view text_of(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_simple(std::string_view text, std::size_t most) {
  return text.size() <= most &&
         std::ranges::all_of(bytes_of(text), [](std::uint8_t byte) { return byte < 0x80; });
}

// --- writing -------------------------------------------------------------------------------------

Checked<void> write(io::Output& out, std::span<const std::uint8_t> bytes) {
  if (const auto written = out.write(bytes); !written) {
    return std::unexpected(EnvelopeFault{written.error(), out.position()});
  }
  return {};
}

// One byte with the length, which is a vInt and a byte alike for what is allowed, and the text.
Checked<void> write_text(io::Output& out, std::string_view text) {
  const auto length = static_cast<std::uint8_t>(text.size());
  if (const auto written = write(out, {&length, 1}); !written) return written;
  return write(out, bytes_of(text));
}

// --- reading -------------------------------------------------------------------------------------

Expected<std::uint32_t> length_from(io::Input& in) { return io::read_vint(in); }
Expected<std::uint32_t> length_from(checksum::ChecksummingInput& in) { return in.read_vint(); }

template <typename In>
Checked<void> check_magic(In& in) {
  const std::uint64_t at = in.position();
  const auto magic = read_big_endian<std::uint32_t>(in);
  if (!magic) return std::unexpected(magic.error());
  if (*magic != kHeaderMagic) {
    return std::unexpected(EnvelopeFault{Error::header_magic_mismatch, at, kHeaderMagic, *magic});
  }
  return {};
}

// The length of a codec's name, at most as many bytes as are left.
template <typename In>
Checked<std::uint32_t> read_name_length(In& in) {
  const std::uint64_t at = in.position();
  const auto length = length_from(in);
  if (!length) return std::unexpected(input_fault(in, length.error(), in.remaining() + 1));
  if (*length > 0x7FFF'FFFF) return std::unexpected(EnvelopeFault{Error::negative_length, at});
  if (*length > in.remaining()) {
    return std::unexpected(input_fault(in, Error::end_of_input, *length));
  }
  return *length;
}

template <typename In>
Checked<std::uint32_t> read_suffix_length(In& in) {
  const auto length = in.read_byte();
  if (!length) return std::unexpected(input_fault(in, length.error(), 1));
  if (*length > in.remaining()) {
    return std::unexpected(input_fault(in, Error::end_of_input, *length));
  }
  return *length;
}

// The bytes of the input against those expected, as many.
template <typename In>
Checked<void> check_bytes(In& in, std::span<const std::uint8_t> expected, Error mismatch) {
  std::array<std::uint8_t, kPieceBytes> room;
  while (!expected.empty()) {
    const auto piece = std::span(room).first(std::min(expected.size(), room.size()));
    const std::uint64_t at = in.position();
    if (const auto read = read_field(in, piece); !read) return read;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      if (piece[i] == expected[i]) continue;
      return std::unexpected(EnvelopeFault{mismatch, at + i, expected[i], piece[i]});
    }
    expected = expected.subspan(piece.size());
  }
  return {};
}

template <typename In>
Checked<void> check_text(In& in, std::uint64_t length_at, std::uint32_t length,
                         std::string_view expected, Error mismatch) {
  if (length != expected.size()) {
    return std::unexpected(EnvelopeFault{mismatch, length_at, expected.size(), length});
  }
  return check_bytes(in, bytes_of(expected), mismatch);
}

template <typename In>
Checked<std::int32_t> check_version(In& in, const ExpectedHeader& expected) {
  const std::uint64_t at = in.position();
  const auto bits = read_big_endian<std::uint32_t>(in);
  if (!bits) return std::unexpected(bits.error());
  const auto version = static_cast<std::int32_t>(*bits);
  const auto widened = [](std::int32_t number) {
    return static_cast<std::uint64_t>(std::int64_t{number});
  };
  if (version < expected.oldest) {
    return std::unexpected(
        EnvelopeFault{Error::version_too_old, at, widened(expected.oldest), widened(version)});
  }
  if (version > expected.newest) {
    return std::unexpected(
        EnvelopeFault{Error::version_too_new, at, widened(expected.newest), widened(version)});
  }
  return version;
}

template <typename In>
Checked<std::int32_t> behind_magic(In& in, const ExpectedHeader& expected) {
  const std::uint64_t at = in.position();
  const auto length = read_name_length(in);
  if (!length) return std::unexpected(length.error());
  if (const auto name = check_text(in, at, *length, expected.codec, Error::codec_mismatch); !name) {
    return std::unexpected(name.error());
  }
  return check_version(in, expected);
}

template <typename In>
Checked<std::int32_t> codec_header(In& in, const ExpectedHeader& expected) {
  if (const auto magic = check_magic(in); !magic) return std::unexpected(magic.error());
  return behind_magic(in, expected);
}

template <typename In>
Checked<std::int32_t> index_header(In& in, const ExpectedHeader& expected, const Id& id,
                                   std::string_view suffix) {
  const auto version = codec_header(in, expected);
  if (!version) return version;
  if (const auto same = check_bytes(in, id, Error::id_mismatch); !same) {
    return std::unexpected(same.error());
  }
  const std::uint64_t at = in.position();
  const auto length = read_suffix_length(in);
  if (!length) return std::unexpected(length.error());
  if (const auto same = check_text(in, at, *length, suffix, Error::suffix_mismatch); !same) {
    return std::unexpected(same.error());
  }
  return version;
}

// Moves over bytes that nobody looks at.
Checked<void> pass(io::Input& in, std::uint64_t count) {
  if (const auto passed = in.skip(count); !passed) {
    return std::unexpected(input_fault(in, passed.error(), count));
  }
  return {};
}

}  // namespace

Checked<void> write_header(io::Output& out, std::string_view codec, std::int32_t version) {
  if (!is_simple(codec, kMaxCodecBytes)) {
    return std::unexpected(
        EnvelopeFault{Error::invalid_argument, out.position(), kMaxCodecBytes, codec.size()});
  }
  std::array<std::uint8_t, 4> bytes;
  io::store_big_endian(bytes.data(), kHeaderMagic);
  if (const auto written = write(out, bytes); !written) return written;
  if (const auto written = write_text(out, codec); !written) return written;
  io::store_big_endian(bytes.data(), static_cast<std::uint32_t>(version));
  return write(out, bytes);
}

Checked<void> write_index_header(io::Output& out, std::string_view codec, std::int32_t version,
                                 const Id& id, std::string_view suffix) {
  if (const auto written = write_header(out, codec, version); !written) return written;
  if (const auto written = write(out, id); !written) return written;
  if (is_simple(suffix, kMaxSuffixBytes)) return write_text(out, suffix);
  return std::unexpected(
      EnvelopeFault{Error::invalid_argument, out.position(), kMaxSuffixBytes, suffix.size()});
}

Checked<std::int32_t> check_header(io::Input& in, const ExpectedHeader& expected) {
  return codec_header(in, expected);
}

Checked<std::int32_t> check_header(checksum::ChecksummingInput& in,
                                   const ExpectedHeader& expected) {
  return codec_header(in, expected);
}

Checked<std::int32_t> check_header_behind_magic(io::Input& in, const ExpectedHeader& expected) {
  return behind_magic(in, expected);
}

Checked<std::int32_t> check_header_behind_magic(checksum::ChecksummingInput& in,
                                                const ExpectedHeader& expected) {
  return behind_magic(in, expected);
}

Checked<std::int32_t> check_index_header(io::Input& in, const ExpectedHeader& expected,
                                         const Id& id, std::string_view suffix) {
  return index_header(in, expected, id, suffix);
}

Checked<std::int32_t> check_index_header(checksum::ChecksummingInput& in,
                                         const ExpectedHeader& expected, const Id& id,
                                         std::string_view suffix) {
  return index_header(in, expected, id, suffix);
}

Checked<std::span<const std::uint8_t>> read_index_header(io::Input& in,
                                                         std::span<std::uint8_t> room) {
  (void)in.seek(0);  // cannot fail
  if (const auto magic = check_magic(in); !magic) return std::unexpected(magic.error());
  const auto name_length = read_name_length(in);
  if (!name_length) return std::unexpected(name_length.error());
  // Name, version and id, one after the other, so that a cut is told by the field it cuts.
  for (const std::uint64_t field :
       {std::uint64_t{*name_length}, std::uint64_t{4}, std::uint64_t{kIdBytes}}) {
    if (const auto passed = pass(in, field); !passed) return std::unexpected(passed.error());
  }
  const auto suffix_length = read_suffix_length(in);
  if (!suffix_length) return std::unexpected(suffix_length.error());
  const std::uint64_t size = in.position() + *suffix_length;
  if (size > room.size()) return std::unexpected(EnvelopeFault{Error::output_too_small, 0});
  (void)in.seek(0);
  const auto header = room.first(static_cast<std::size_t>(size));
  if (const auto read = read_field(in, header); !read) return std::unexpected(read.error());
  return header;
}

IndexHeader parse_index_header(std::span<const std::uint8_t> header) {
  const auto name_length = io::decode_vint(header.subspan(4));
  const std::size_t name_at = 4 + name_length->consumed;
  const std::size_t version_at = name_at + name_length->value;
  const std::size_t id_at = version_at + 4;
  return {
      .codec = text_of(header.subspan(name_at, name_length->value)),
      .version = static_cast<std::int32_t>(io::load_big_endian<std::uint32_t>(&header[version_at])),
      .id = header.subspan(id_at).first<kIdBytes>(),
      .suffix = text_of(header.subspan(id_at + kIdBytes + 1))};
}

Checked<void> copy_index_header(io::Input& in, io::Output& out, const Id& id) {
  constexpr std::uint64_t kLeast = 16 + header_length("");
  if (in.length() < kLeast) {
    return std::unexpected(EnvelopeFault{Error::file_too_small, 0, kLeast, in.length()});
  }
  if (const auto magic = check_magic(in); !magic) return std::unexpected(magic.error());
  const auto name_length = read_name_length(in);
  if (!name_length) return std::unexpected(name_length.error());
  if (*name_length > kMaxCodecBytes) {
    return std::unexpected(EnvelopeFault{Error::output_too_small, in.position()});
  }
  // Put together as it is read, so that a fault further on leaves nothing half written.
  std::array<std::uint8_t, kMaxIndexHeaderBytes> header;
  io::store_big_endian(header.data(), kHeaderMagic);
  header[4] = static_cast<std::uint8_t>(*name_length);
  const auto name_and_version = std::span(header).subspan(5, *name_length + std::size_t{4});
  if (const auto read = read_field(in, name_and_version.first(*name_length)); !read) return read;
  if (const auto read = read_field(in, name_and_version.last(4)); !read) return read;
  if (const auto same = check_bytes(in, id, Error::id_mismatch); !same) return same;
  const auto suffix_length = read_suffix_length(in);
  if (!suffix_length) return std::unexpected(suffix_length.error());
  const std::size_t id_at = header_length({}) + *name_length;
  std::ranges::copy(id, &header[id_at]);
  header[id_at + kIdBytes] = static_cast<std::uint8_t>(*suffix_length);
  const std::size_t suffix_at = id_at + kIdBytes + 1;
  const auto suffix = std::span(header).subspan(suffix_at, *suffix_length);
  if (const auto read = read_field(in, suffix); !read) return read;
  return write(out, std::span(header).first(suffix_at + *suffix_length));
}

}  // namespace touchstone::index_files
