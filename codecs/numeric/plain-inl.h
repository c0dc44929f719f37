// What is plain C++ in every tier, compiled once for each: compilers make vectors of it where it
// pays, as wide as the tier has them.
//
// Included into a namespace per tier, TOUCHSTONE_NUMERIC_TIER, behind what gives it its features.
namespace touchstone::numeric::TOUCHSTONE_NUMERIC_TIER {

template <unsigned kWidth>
inline constexpr std::uint64_t kMask = ~std::uint64_t{0} >> (64 - kWidth);

// One value, with the width known: see `value_at`.
template <unsigned kWidth>
inline std::uint64_t value_of(Stream in, std::uint64_t index) {
  return value_at(in, kWidth, index);
}

// Documents in any increasing order. All loads but the last few are known to end inside the slice,
// so the loop that does them has no branch.
template <unsigned kWidth>
void gather(Stream in, const std::int32_t* documents, std::uint64_t* out, std::size_t count) {
  // Documents below this start at least eight bytes before the end.
  const std::uint64_t safe = in.size() < 8 ? 0 : (in.size() - 8) / kWidth * 8;
  std::size_t whole = count;
  while (whole > 0 && static_cast<std::uint64_t>(documents[whole - 1]) >= safe) --whole;
  for (std::size_t i = 0; i < whole; ++i) {
    const std::uint64_t bit = static_cast<std::uint64_t>(documents[i]) * kWidth;
    out[i] =
        io::load_little_endian<std::uint64_t>(in.data() + bit / 8) >> (bit % 8) & kMask<kWidth>;
  }
  for (std::size_t i = whole; i < count; ++i) {
    out[i] = value_of<kWidth>(in, static_cast<std::uint64_t>(documents[i]));
  }
}

// Bits in a word that are set only where it holds a value of `limit` or more; 0 < limit < 2^width.
template <unsigned kWidth>
inline std::uint64_t excess(std::uint64_t word, std::uint64_t limit) {
  constexpr std::uint64_t kLow = ~std::uint64_t{0} / kMask<kWidth>;  // a 1 for each value
  if constexpr (kWidth == 1) {
    return word;
  } else if constexpr (kWidth == 2) {
    const std::uint64_t high = word >> 1;
    return (limit == 1 ? word | high : limit == 2 ? high : word & high) & kLow;
  } else {
    // Every second value with as much room above it: adding what lacks to 2^width carries there.
    constexpr std::uint64_t kEvery = ~std::uint64_t{0} / ((std::uint64_t{1} << (2 * kWidth)) - 1);
    const std::uint64_t lacking = (kMask<kWidth> + 1 - limit) * kEvery;
    const std::uint64_t even = (word & (kMask<kWidth> * kEvery)) + lacking;
    const std::uint64_t odd = ((word >> kWidth) & (kMask<kWidth> * kEvery)) + lacking;
    return (even | odd) & (kEvery << kWidth);
  }
}

// Whether no value of whole words of `limit` or more. Of values of up to a byte, 64 bits at a time.
template <unsigned kWidth>
bool words_below(const std::uint8_t* from, std::size_t words, std::uint64_t limit) {
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < words; ++i) {
    wrong |= excess<kWidth>(io::load_little_endian<std::uint64_t>(from + 8 * i), limit);
  }
  return wrong == 0;
}

template <unsigned kWidth>
bool all_below(Stream in, std::uint64_t first, std::size_t count, std::uint64_t limit) {
  if (count == 0 || limit > kMask<kWidth>) return true;
  if (limit == 0) return false;
  std::uint64_t largest = 0;
  if constexpr (kWidth <= 8) {
    while (count > 0 && first % (8 / kWidth) != 0) {
      largest = std::max(largest, value_of<kWidth>(in, first++));
      --count;
    }
    constexpr std::size_t kInWord = 64 / kWidth;
    const std::size_t words = count / kInWord;
    if (!words_below<kWidth>(in.data() + first / (8 / kWidth), words, limit)) return false;
    first += words * kInWord;
    count %= kInWord;
    for (; count > 0; --count) largest = std::max(largest, value_of<kWidth>(in, first++));
  } else {
    std::uint64_t values[256];
    while (count > 0) {
      const std::size_t some = std::min<std::size_t>(count, 256);
      unpack<kWidth>(in, first, values, some);
      for (std::size_t i = 0; i < some; ++i) largest = std::max(largest, values[i]);
      first += some;
      count -= some;
    }
  }
  return largest < limit;
}

}  // namespace touchstone::numeric::TOUCHSTONE_NUMERIC_TIER
