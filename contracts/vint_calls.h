// The four kinds of variable-length integer, picked at run time, by the reference and by the codec.
// Values are held as a long whatever the kind: a vInt as 0..2^32-1, the others as themselves.
#pragma once

#include <cstdint>
#include <span>

#include "codecs/io/vint.h"
#include "contracts/vint_case.h"
#include "reference/vint.h"

namespace touchstone::contracts::vint_calls {

using Value = std::int64_t;
using Bytes = std::span<const std::uint8_t>;
using Room = std::span<std::uint8_t>;

struct Taken {
  Value value;
  std::size_t bytes;
};

template <typename D>
Expected<Taken> widened(const Expected<D>& decoded) {
  if (!decoded) return std::unexpected(decoded.error());
  return Taken{static_cast<Value>(decoded->value), decoded->consumed};
}

template <typename T>
Expected<Value> widened_value(const Expected<T>& value) {
  if (!value) return std::unexpected(value.error());
  return static_cast<Value>(*value);
}

inline Expected<Taken> reference_decode(VintKind kind, Bytes in) {
  switch (kind) {
    case VintKind::vint:
      return widened(reference::decode_vint(in));
    case VintKind::vlong:
      return widened(reference::decode_vlong(in));
    case VintKind::zint:
      return widened(reference::decode_zint(in));
    case VintKind::zlong:
      break;
  }
  return widened(reference::decode_zlong(in));
}

inline Expected<std::size_t> reference_encode(VintKind kind, std::uint64_t value, Room out) {
  switch (kind) {
    case VintKind::vint:
      return reference::encode_vint(static_cast<std::uint32_t>(value), out);
    case VintKind::vlong:
      return reference::encode_vlong(value, out);
    case VintKind::zint:
      return reference::encode_zint(static_cast<std::int32_t>(value), out);
    case VintKind::zlong:
      break;
  }
  return reference::encode_zlong(static_cast<std::int64_t>(value), out);
}

inline Expected<Taken> codec_decode(VintKind kind, Bytes in) {
  switch (kind) {
    case VintKind::vint:
      return widened(io::decode_vint(in));
    case VintKind::vlong:
      return widened(io::decode_vlong(in));
    case VintKind::zint:
      return widened(io::decode_zint(in));
    case VintKind::zlong:
      break;
  }
  return widened(io::decode_zlong(in));
}

inline Expected<Value> codec_read(VintKind kind, io::Input& in) {
  switch (kind) {
    case VintKind::vint:
      return widened_value(io::read_vint(in));
    case VintKind::vlong:
      return widened_value(io::read_vlong(in));
    case VintKind::zint:
      return widened_value(io::read_zint(in));
    case VintKind::zlong:
      break;
  }
  return widened_value(io::read_zlong(in));
}

inline Expected<std::size_t> codec_encode(VintKind kind, std::uint64_t value, Room out) {
  switch (kind) {
    case VintKind::vint:
      return io::encode_vint(static_cast<std::uint32_t>(value), out);
    case VintKind::vlong:
      return io::encode_vlong(static_cast<std::int64_t>(value), out);
    case VintKind::zint:
      return io::encode_zint(static_cast<std::int32_t>(value), out);
    case VintKind::zlong:
      break;
  }
  return io::encode_zlong(static_cast<std::int64_t>(value), out);
}

/// The size foretold; 0 for a negative vLong, of which the function says nothing.
inline std::size_t codec_size(VintKind kind, std::uint64_t value) {
  const auto as_long = static_cast<std::int64_t>(value);
  switch (kind) {
    case VintKind::vint:
      return io::encoded_vint_size(static_cast<std::uint32_t>(value));
    case VintKind::vlong:
      return as_long < 0 ? 0 : io::encoded_vlong_size(as_long);
    case VintKind::zint:
      return io::encoded_zint_size(static_cast<std::int32_t>(value));
    case VintKind::zlong:
      break;
  }
  return io::encoded_zlong_size(as_long);
}

}  // namespace touchstone::contracts::vint_calls
