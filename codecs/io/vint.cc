// Reading variable-length integers across windows, and writing them.
#include "codecs/io/vint.h"

#include <array>

namespace touchstone::io {
namespace {

// Copies the bytes up to the one that ends the value, at most kMaxBytes, out of as many windows as
// they lie in. Stops early at the end of the input; what is missing then is the decoder's to say.
template <std::size_t kMaxBytes>
Expected<std::size_t> gather(Input& in, std::array<std::uint8_t, kMaxBytes>& bytes) {
  for (std::size_t i = 0; i < kMaxBytes; ++i) {
    const auto byte = in.read_byte();
    if (!byte) {
      if (byte.error() == Error::end_of_input) return i;
      return std::unexpected(byte.error());
    }
    bytes[i] = *byte;
    if (*byte < 0x80) return i + 1;
  }
  return kMaxBytes;
}

template <std::size_t kMaxBytes, typename Decode>
auto read_across(Input& in, Decode decode) -> Expected<decltype(decode({})->value)> {
  const std::uint64_t start = in.position();
  std::array<std::uint8_t, kMaxBytes> bytes{};
  const auto count = gather(in, bytes);
  auto error = Error::end_of_input;
  if (!count) {
    error = count.error();
  } else if (const auto value = decode(std::span(bytes).first(*count))) {
    return value->value;
  } else {
    error = value.error();
  }
  (void)in.seek(start);  // cannot fail: we came from there
  return std::unexpected(error);
}

// From the window if the value ends in it; otherwise byte by byte.
template <std::size_t kMaxBytes, typename Decode>
auto read_value(Input& in, Decode decode) -> Expected<decltype(decode({})->value)> {
  const auto window = in.window();
  if (!window) return std::unexpected(window.error());
  if (const auto value = decode(*window)) {
    in.consume(value->consumed);
    return value->value;
  } else if (value.error() != Error::end_of_input) {
    return std::unexpected(value.error());
  }
  return read_across<kMaxBytes>(in, decode);
}

Expected<std::size_t> encode_sevens(std::uint64_t value, std::size_t size,
                                    std::span<std::uint8_t> out) {
  if (size > out.size()) return std::unexpected(Error::output_too_small);
  for (std::size_t i = 0; i + 1 < size; ++i) {
    out[i] = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  }
  out[size - 1] = static_cast<std::uint8_t>(value);
  return size;
}

}  // namespace

Expected<std::uint32_t> read_vint(Input& in) { return read_value<kMaxVintBytes>(in, decode_vint); }
Expected<std::int64_t> read_vlong(Input& in) {
  return read_value<kMaxVlongBytes>(in, decode_vlong);
}
Expected<std::int32_t> read_zint(Input& in) { return read_value<kMaxVintBytes>(in, decode_zint); }
Expected<std::int64_t> read_zlong(Input& in) {
  return read_value<kMaxZlongBytes>(in, decode_zlong);
}

Expected<std::size_t> encode_vint(std::uint32_t value, std::span<std::uint8_t> out) {
  return encode_sevens(value, encoded_vint_size(value), out);
}

Expected<std::size_t> encode_vlong(std::int64_t value, std::span<std::uint8_t> out) {
  if (value < 0) return std::unexpected(Error::value_out_of_range);
  return encode_sevens(static_cast<std::uint64_t>(value), encoded_vlong_size(value), out);
}

Expected<std::size_t> encode_zint(std::int32_t value, std::span<std::uint8_t> out) {
  return encode_sevens(zigzag(value), encoded_zint_size(value), out);
}

Expected<std::size_t> encode_zlong(std::int64_t value, std::span<std::uint8_t> out) {
  return encode_sevens(zigzag(value), encoded_zlong_size(value), out);
}

}  // namespace touchstone::io
