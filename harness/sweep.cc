#include "harness/sweep.h"

namespace touchstone::kit {
namespace {

// SplitMix64 (Steele, Lea, Flood, 2014): a counter and a mixer, so Case i needs no Case before it.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t state) : state_(state) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace

std::vector<std::uint8_t> sweep_bytes(std::uint64_t seed, std::uint64_t index,
                                      std::uint8_t version) {
  SplitMix random(SplitMix(seed).next() ^ index * 0xD1342543DE82EF95);
  const std::uint64_t shape = random.next();
  const std::size_t limit = std::size_t{16} << (shape % 9);  // 16..4096
  std::vector<std::uint8_t> bytes(1 + (shape >> 32) % limit);
  bytes[0] = version;
  // The choices at the front stay noise; a texture is laid over what follows.
  const std::uint64_t texture = (shape >> 8) % 4;
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    const std::uint64_t raw = random.next();
    std::uint64_t byte = raw >> 16;
    if (i > 12 && texture == 1 && raw % 8 != 0) byte |= 0x80;
    if (i > 12 && texture == 2) byte = (byte & 0xFF) % (raw % 2 == 0 ? 3 : 17);
    if (i > 12 && texture == 3 && raw % 4 != 0) byte = shape >> 16;
    bytes[i] = static_cast<std::uint8_t>(byte);
  }
  return bytes;
}

}  // namespace touchstone::kit
