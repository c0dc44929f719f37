// Bitmaps of documents: plain C++, compiled once for each tier, because most of it is counting
// bits, which takes one instruction from SSE4 on and a dozen before.
//
// Included into a namespace per tier, TOUCHSTONE_NUMERIC_TIER, behind what gives it its features.
namespace touchstone::numeric::TOUCHSTONE_NUMERIC_TIER {

inline std::uint32_t count_bits(const std::uint8_t* words, std::size_t bits) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < bits / 64; ++i) {
    count +=
        static_cast<unsigned>(std::popcount(io::load_little_endian<std::uint64_t>(words + 8 * i)));
  }
  if (bits % 64 != 0) {
    const auto last = io::load_little_endian<std::uint64_t>(words + bits / 64 * 8);
    count += static_cast<unsigned>(std::popcount(last << (64 - bits % 64)));
  }
  return static_cast<std::uint32_t>(count);
}

// First the documents before each word from the first document's to the last's, which needs no
// branch; then each document's rank, which needs none either.
inline std::size_t rank_bits(const std::uint8_t* words, std::int32_t before,
                             std::span<const std::int32_t> documents, std::int32_t* ranks,
                             std::uint64_t* present, std::size_t to) {
  const auto word = [words](std::size_t i) {
    return io::load_little_endian<std::uint64_t>(words + 8 * i);
  };
  const std::int32_t base = documents.front() & ~63;
  std::int32_t before_word[65536 / 64];
  const auto last = static_cast<std::size_t>(documents.back() - base) / 64;
  for (std::size_t i = 0; i <= last; ++i) {
    before_word[i] = before;
    before += std::popcount(word(i));
  }
  std::size_t found = 0;
  while (!documents.empty()) {
    const std::size_t some = std::min(documents.size(), 64 - to % 64);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < some; ++i) {
      const auto at = static_cast<std::uint32_t>(documents[i] - base);
      const std::uint64_t here = word(at / 64);
      const std::uint64_t below = here & ((std::uint64_t{1} << at % 64) - 1);
      const std::uint64_t is_in = here >> at % 64 & 1;
      ranks[found] = before_word[at / 64] + std::popcount(below);
      found += is_in;
      bits |= is_in << i;
    }
    present[to / 64] |= bits << to % 64;
    to += some;
    documents = documents.subspan(some);
  }
  return found;
}

}  // namespace touchstone::numeric::TOUCHSTONE_NUMERIC_TIER
