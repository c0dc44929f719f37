// Reading fields of a header or footer so that a failure says where. Internal to index_files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/index_files/fault.h"
#include "codecs/io/big_endian.h"

namespace touchstone::index_files::internal {

/// A failure of the input itself, when `wanted` bytes were to be read at its position.
template <typename In>
EnvelopeFault input_fault(const In& in, Error error, std::uint64_t wanted) {
  if (error != Error::end_of_input) return {.error = error, .position = in.position()};
  return {.error = error, .position = in.position(), .expected = wanted, .found = in.remaining()};
}

template <typename In>
Checked<void> read_field(In& in, std::span<std::uint8_t> out) {
  if (const auto read = in.read_bytes(out); !read) {
    return std::unexpected(input_fault(in, read.error(), out.size()));
  }
  return {};
}

/// A big-endian integer.
template <typename T, typename In>
Checked<T> read_big_endian(In& in) {
  std::array<std::uint8_t, sizeof(T)> bytes;
  if (const auto read = read_field(in, bytes); !read) return std::unexpected(read.error());
  return io::load_big_endian<T>(bytes.data());
}

}  // namespace touchstone::index_files::internal
