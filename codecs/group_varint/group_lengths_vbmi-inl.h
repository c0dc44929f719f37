// The length of a group at every byte position, and of two and of four groups in a row: what
// group_lengths-inl.h is, for AVX-512 VBMI, whose intrinsics have no counterpart in Highway 1.0.
//
// A byte permute that reaches over two registers fetches from up to 63 positions ahead, and the
// length of two groups is at most 34. So doubling works twice, and the walk takes four groups with
// one dependent load.

HWY_BEFORE_NAMESPACE();
namespace touchstone::group_varint::HWY_NAMESPACE {

/// Positions that are filled at a time.
inline constexpr std::size_t kBlock = 64;

/// Bytes that must lie inside the input behind the last block of positions: four groups reach 68
/// bytes, and lengths are found two blocks ahead.
inline constexpr std::size_t kLookAhead = 2 * kBlock;

inline constexpr std::size_t kGroupsPerStep = 4;

/// The lengths of one, two and four groups for each position of a stretch, side by side so that one
/// pointer reaches all three. Those of one group are known for a block more: the fourth group of a
/// step is found from the third.
struct Steps {
  static constexpr std::size_t kPairs = kPositions + kBlock;
  static constexpr std::size_t kQuads = 2 * kPairs;
  alignas(kBlock) std::uint8_t bytes[3 * kPairs];
};

// 5..17 at each position, from the byte there: the three lower codes by one look-up among 64, which
// looks at no other bits, and the fourth by a shift.
HWY_INLINE __m512i group_lengths(const std::uint8_t* in) {
  alignas(kBlock) static constexpr auto kThreeCodes = [] {
    std::array<std::uint8_t, kBlock> sums{};
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] = static_cast<std::uint8_t>(5 + (i >> 4) + (i >> 2 & 3) + (i & 3));
    }
    return sums;
  }();
  const __m512i bytes = _mm512_loadu_si512(in);
  const __m512i lower = _mm512_permutexvar_epi8(bytes, _mm512_load_si512(kThreeCodes.data()));
  const __m512i upper = _mm512_and_si512(_mm512_srli_epi16(bytes, 6), _mm512_set1_epi8(3));
  return _mm512_add_epi8(lower, upper);
}

// lengths + what stands `lengths` ahead of each: twice as many groups. `next` are those of the
// block behind.
HWY_INLINE __m512i twice(__m512i lengths, __m512i next) {
  alignas(kBlock) static constexpr auto kLane = make_lanes<kBlock>(0);
  const __m512i index = _mm512_add_epi8(_mm512_load_si512(kLane.data()), lengths);
  return _mm512_add_epi8(lengths, _mm512_permutex2var_epi8(lengths, index, next));
}

/// Fills Steps block by block: what is known of the blocks to come.
class Filler {
 public:
  /// Reads two blocks from `in`.
  HWY_INLINE Filler(const std::uint8_t* in, Steps& steps)
      : in_(in + 2 * kBlock),
        to_(steps.bytes),
        lengths_(group_lengths(in)),
        next_lengths_(group_lengths(in + kBlock)),
        pairs_(twice(lengths_, next_lengths_)) {}

  /// Reads one block more.
  HWY_INLINE void fill_block() {
    const __m512i far_lengths = group_lengths(in_);
    const __m512i next_pairs = twice(next_lengths_, far_lengths);
    _mm512_store_si512(to_, lengths_);
    _mm512_store_si512(to_ + Steps::kPairs, pairs_);
    _mm512_store_si512(to_ + Steps::kQuads, twice(pairs_, next_pairs));
    lengths_ = next_lengths_;
    next_lengths_ = far_lengths;
    pairs_ = next_pairs;
    in_ += kBlock;
    to_ += kBlock;
  }

  HWY_INLINE void fill_last(std::size_t blocks) {
    for (; blocks != 0; --blocks) fill_block();
    _mm512_store_si512(to_, lengths_);
  }

 private:
  const std::uint8_t* in_;
  std::uint8_t* to_;
  __m512i lengths_;
  __m512i next_lengths_;
  __m512i pairs_;
};

/// Decodes the groups of a step at start + at, and gives where the next step is.
template <typename T>
HWY_INLINE std::size_t decode_step(const std::uint8_t* steps, const std::uint8_t* start,
                                   std::size_t at, T* to) {
  const std::size_t second = at + steps[at];
  const std::size_t third = at + steps[Steps::kPairs + at];
  const std::size_t fourth = third + steps[third];
  const std::size_t next = at + steps[Steps::kQuads + at];
  decode_group(start + at, to);
  decode_group(start + second, to + 4);
  decode_group(start + third, to + 8);
  decode_group(start + fourth, to + 12);
  return next;
}

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
