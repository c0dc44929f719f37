// zlib, or its absence.
#include <cstdlib>

#include "reference/upstream/crc32.h"

#if defined(TOUCHSTONE_UPSTREAM_ZLIB)
#include <zlib.h>
#endif

namespace touchstone::reference::upstream::zlib {

#if defined(TOUCHSTONE_UPSTREAM_ZLIB)

bool available() { return true; }

// A null pointer asks zlib for its initial value, whatever CRC it is given.
std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  constexpr std::uint8_t kNothing = 0;
  const std::uint8_t* const data = bytes.empty() ? &kNothing : bytes.data();
  return static_cast<std::uint32_t>(::crc32_z(before, data, bytes.size()));
}

std::uint32_t combine(std::uint32_t first, std::uint32_t second, std::uint64_t length) {
  static_assert(sizeof(z_off_t) == 8, "built with 64-bit file offsets");
  return static_cast<std::uint32_t>(::crc32_combine(first, second, static_cast<z_off_t>(length)));
}

#else

bool available() { return false; }
std::uint32_t crc32(std::span<const std::uint8_t>, std::uint32_t) { std::abort(); }
std::uint32_t combine(std::uint32_t, std::uint32_t, std::uint64_t) { std::abort(); }

#endif

}  // namespace touchstone::reference::upstream::zlib
