// Boost.CRC, or its absence.
#include <cstdlib>

#include "reference/upstream/crc32.h"

#if defined(TOUCHSTONE_UPSTREAM_BOOST_CRC)
#include <boost/crc.hpp>
#endif

namespace touchstone::reference::upstream::boost_crc {

#if defined(TOUCHSTONE_UPSTREAM_BOOST_CRC)

bool available() { return true; }

// It takes a remainder in the order of the polynomial's own bits, and undoes the last step for
// none.
std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  std::uint32_t remainder = 0;
  for (int bit = 0; bit < 32; ++bit) remainder = remainder << 1 | (~before >> bit & 1);
  boost::crc_optimal<32, 0x04C1'1DB7, 0xFFFF'FFFF, 0xFFFF'FFFF, true, true> crc(remainder);
  for (const std::uint8_t byte : bytes) crc.process_byte(byte);
  return crc.checksum();
}

#else

bool available() { return false; }
std::uint32_t crc32(std::span<const std::uint8_t>, std::uint32_t) { std::abort(); }

#endif

}  // namespace touchstone::reference::upstream::boost_crc
