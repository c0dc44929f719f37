// The RapidCheck backend of Draw: lives inside `rc::gen::exec`, so that every choice shrinks.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "harness/draw.h"

namespace touchstone::kit {

class RapidCheckDraw final : public Draw {
 public:
  explicit RapidCheckDraw(std::uint8_t version) : Draw(version) {}

 private:
  std::uint64_t pick(std::uint64_t max, std::uint64_t) override {
    // One generator type for every choice; it shrinks towards 0, the simplest option of each kind.
    return *rc::Gen<std::uint64_t>([max](const rc::Random& random, int) {
      const std::uint64_t raw = rc::Random(random).next();
      const bool full = max == std::numeric_limits<std::uint64_t>::max();
      return rc::shrinkable::shrinkRecur(full ? raw : raw % (max + 1), [](std::uint64_t value) {
        return rc::shrink::integral<std::uint64_t>(value);
      });
    });
  }

  void take_rest(std::vector<std::uint8_t>& bytes, std::size_t max) override {
    bytes = *rc::Gen<std::vector<std::uint8_t>>([max](const rc::Random& random, int) {
      return rc::shrinkable::shrinkRecur(
          content(random, max), [](const std::vector<std::uint8_t>& value) {
            return rc::seq::concat(rc::shrink::removeChunks(value),
                                   rc::shrink::eachElement(value, [](std::uint8_t byte) {
                                     return rc::shrink::integral<std::uint8_t>(byte);
                                   }));
          });
    });
  }

  // Short more often than long, and in textures that uniform noise never has: runs of high bits
  // (long variable-length integers), small bytes (short ones, interior zeros), one byte repeated.
  static std::vector<std::uint8_t> content(rc::Random random, std::size_t max) {
    const std::uint64_t shape = random.next();
    std::size_t limit = max;
    if (shape % 4 != 0) limit = std::min<std::size_t>(max, std::size_t{4} << (shape / 4 % 8));
    std::vector<std::uint8_t> bytes(limit == 0 ? 0 : random.next() % (limit + 1));
    const std::uint64_t texture = shape / 64 % 6;
    const auto repeated = static_cast<std::uint8_t>(shape >> 32);
    for (std::uint8_t& byte : bytes) {
      const std::uint64_t raw = random.next();
      byte = static_cast<std::uint8_t>(raw >> 8);
      if (texture == 1 && raw % 8 != 0) byte |= 0x80;
      if (texture == 2) byte = static_cast<std::uint8_t>(byte % (raw % 2 == 0 ? 3 : 17));
      if (texture == 3 && raw % 16 != 0) byte = repeated;
      if (texture == 4) byte = raw % 2 == 0 ? 0xFF : 0x00;
    }
    return bytes;
  }
};

}  // namespace touchstone::kit
