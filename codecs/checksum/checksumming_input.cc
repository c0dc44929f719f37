// The part of the checksumming input that runs once a piece, and what lies across pieces.
#include "codecs/checksum/checksumming_input.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "codecs/io/vint.h"

namespace touchstone::checksum {
namespace {

// What is read is digested at the latest after so many bytes, while it is in the nearest cache.
constexpr std::size_t kPieceBytes = 8192;

// More than this is digested as it is copied, not afterwards.
constexpr std::size_t kMostPending = 256;

}  // namespace

void ChecksummingInput::settle() {
  if (cursor_ != begin_) {
    crc_ = kernels_.update(crc_, {begin_, cursor_});
    in_.consume(pending());
  }
  begin_ = cursor_ = end_ = nullptr;
}

ChecksummingInput::Mark ChecksummingInput::mark() {
  settle();
  return {.position = in_.position(), .crc = crc_};
}

void ChecksummingInput::go_back(const Mark& mark) {
  begin_ = cursor_ = end_ = nullptr;
  (void)in_.seek(mark.position);  // cannot fail: we came from there
  crc_ = mark.crc;
}

// Settles, and looks at the next piece: at least one byte, unless this is the end.
Expected<void> ChecksummingInput::refill() {
  settle();
  const auto window = in_.window();
  if (!window) return std::unexpected(window.error());
  begin_ = cursor_ = window->data();
  end_ = begin_ + std::min(window->size(), kPieceBytes);
  return {};
}

// Precondition: so many bytes remain. Goes back on failure.
Expected<void> ChecksummingInput::copy_out(std::uint8_t* out, std::size_t size) {
  if (available() >= size && size <= kMostPending) {
    if (size != 0) std::memcpy(out, cursor_, size);  // memcpy wants a pointer even for nothing
    cursor_ += size;
    return {};
  }
  const Mark start = mark();
  Expected<void> copied;
  while (copied && size != 0) {
    copied = size <= kMostPending ? copy_from_piece(out, size) : copy_from_window(out, size);
  }
  if (!copied) go_back(start);
  return copied;
}

// What the piece has of it; to be digested with what is read next.
Expected<void> ChecksummingInput::copy_from_piece(std::uint8_t*& out, std::size_t& size) {
  if (cursor_ == end_) {
    if (const auto more = refill(); !more) return more;
  }
  const std::size_t count = std::min(available(), size);
  std::memcpy(out, cursor_, count);
  cursor_ += count;
  out += count;
  size -= count;
  return {};
}

// What the window has of it, digested on the way.
Expected<void> ChecksummingInput::copy_from_window(std::uint8_t*& out, std::size_t& size) {
  settle();
  const auto window = in_.window();
  if (!window) return std::unexpected(window.error());
  const auto piece = window->first(std::min(window->size(), size));
  crc_ = kernels_.copy(crc_, piece, out);
  in_.consume(piece.size());
  out += piece.size();
  size -= piece.size();
  return {};
}

Expected<void> ChecksummingInput::read_bytes(std::span<std::uint8_t> out) {
  if (out.size() > remaining()) return std::unexpected(Error::end_of_input);
  return copy_out(out.data(), out.size());
}

Expected<void> ChecksummingInput::read_u64s(std::span<std::uint64_t> out) {
  if (out.size() > remaining() / sizeof(std::uint64_t)) {
    return std::unexpected(Error::end_of_input);
  }
  const auto read = copy_out(reinterpret_cast<std::uint8_t*>(out.data()), out.size_bytes());
  if constexpr (std::endian::native == std::endian::big) {
    for (std::uint64_t& value : out) value = std::byteswap(value);
  }
  return read;
}

template <std::unsigned_integral T>
Expected<T> ChecksummingInput::read_across() {
  std::array<std::uint8_t, sizeof(T)> bytes;
  if (const auto read = read_bytes(bytes); !read) return std::unexpected(read.error());
  return io::load_little_endian<T>(bytes.data());
}

template Expected<std::uint8_t> ChecksummingInput::read_across();
template Expected<std::uint16_t> ChecksummingInput::read_across();
template Expected<std::uint32_t> ChecksummingInput::read_across();
template Expected<std::uint64_t> ChecksummingInput::read_across();

// From the piece if the value ends in it; otherwise byte by byte, as many as it has.
template <std::size_t kMaxBytes, typename Decode>
auto ChecksummingInput::read_sevens(Decode decode) -> Expected<decltype(decode({})->value)> {
  if (cursor_ == end_ && in_.remaining() != 0) {
    if (const auto more = refill(); !more) return std::unexpected(more.error());
  }
  if (const auto value = decode({cursor_, end_})) {
    cursor_ += value->consumed;
    return value->value;
  }
  const Mark start = mark();
  std::array<std::uint8_t, kMaxBytes> bytes;
  std::size_t count = 0;
  auto error = Error::end_of_input;
  while (count < kMaxBytes) {
    const auto byte = read_byte();
    if (!byte) {
      error = byte.error();
      break;
    }
    bytes[count++] = *byte;
    if (*byte < 0x80) break;
  }
  const auto value = decode(std::span(bytes).first(count));
  if (value) return value->value;
  go_back(start);
  return std::unexpected(value.error() == Error::end_of_input ? error : value.error());
}

Expected<std::uint32_t> ChecksummingInput::read_vint() {
  return read_sevens<io::kMaxVintBytes>(io::decode_vint);
}

Expected<std::int64_t> ChecksummingInput::read_vlong() {
  return read_sevens<io::kMaxVlongBytes>(io::decode_vlong);
}

Expected<std::size_t> ChecksummingInput::read_string(std::span<std::uint8_t> out) {
  const Mark start = mark();
  const auto size = read_vint();
  if (!size) return std::unexpected(size.error());
  Expected<void> read;
  if (*size > 0x7FFF'FFFF) {
    read = std::unexpected(Error::negative_length);
  } else if (*size > remaining()) {
    read = std::unexpected(Error::end_of_input);
  } else if (*size > out.size()) {
    read = std::unexpected(Error::output_too_small);
  } else {
    read = copy_out(out.data(), *size);
  }
  if (read) return *size;
  go_back(start);
  return std::unexpected(read.error());
}

Expected<void> ChecksummingInput::seek(std::uint64_t position) {
  const std::uint64_t here = this->position();
  if (position < here) return std::unexpected(Error::cannot_seek_backwards);
  return skip(position - here);
}

Expected<void> ChecksummingInput::skip(std::uint64_t count) {
  if (count > remaining()) return std::unexpected(Error::end_of_input);
  if (count <= available()) {
    cursor_ += count;
    return {};
  }
  const Mark start = mark();
  while (count != 0) {
    const auto window = in_.window();
    if (!window) {
      go_back(start);
      return std::unexpected(window.error());
    }
    const auto piece =
        window->first(static_cast<std::size_t>(std::min<std::uint64_t>(window->size(), count)));
    crc_ = kernels_.update(crc_, piece);
    in_.consume(piece.size());
    count -= piece.size();
  }
  return {};
}

}  // namespace touchstone::checksum
