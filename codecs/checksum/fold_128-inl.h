// The CRC with carry-less multiplications of 16 bytes (PCLMULQDQ, PMULL), for every target of
// Highway's that has them.
//
// The format: zlib's CRC-32, crc' = (crc x^8n + message x^32) mod P, every bit order reflected.
// The naive form: one division step a bit. The trick ("folding"): a block may be replaced by any
// polynomial with the same remainder, so 128 bits are multiplied by x^D mod P and added to the
// block D bits further on. Eight blocks wait for nothing but themselves 128 bytes before; at the
// end each is moved by its own distance, all in parallel, and the sum is reduced.
//
// Zeros in front of a message change nothing: a size that is no whole number of blocks is met by
// filling up the first one from the left, and no tail is left over. A CRC in front is added to the
// first four bytes of a long message; of a short one, where the reduction of the CRC before would
// be waited for, it is moved over all bytes by one more multiplication and added last.
//
// Safe at both edges: from 16 bytes on every load of a block lies inside the span, the first one
// shifted afterwards; fewer are put together from two loads that overlap, or one by one.
//
// Included once for each target, by kernel_table.cc.

HWY_BEFORE_NAMESPACE();
namespace touchstone::checksum::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::Full128<std::uint64_t>;
using Octets = hn::Full128<std::uint8_t>;
using Block = hn::Vec<Words>;

HWY_INLINE Block pair(std::uint64_t low, std::uint64_t high) {
  return hn::InterleaveLower(Words(), hn::Set(Words(), low), hn::Set(Words(), high));
}

HWY_INLINE Block load(const std::uint8_t* bytes) {
  return hn::BitCast(Words(), hn::LoadU(Octets(), bytes));
}

// 128 bits of message times x^32 modulo P: see kInverse. Of the quotient only the upper half
// reaches the remainder.
HWY_INLINE std::uint32_t reduce(Block v) {
  const Block crosswise = pair(kInverse.high, kInverse.low);
  const Block low = hn::CLMulLower(v, hn::Set(Words(), kInverse.low));
  const Block quotient =
      hn::Xor(hn::Xor(hn::CLMulLower(v, crosswise), hn::CLMulUpper(v, crosswise)),
              hn::ShiftRightBytes<8>(Words(), low));
  const Block remainder = hn::CLMulLower(quotient, hn::Set(Words(), kWholePolynomial));
  return static_cast<std::uint32_t>(hn::ExtractLane(remainder, 1));
}

HWY_INLINE Block moved_over(std::uint32_t crc, std::size_t size) {
  return hn::CLMulLower(hn::Set(Words(), std::uint64_t{crc}),
                        hn::Set(Words(), kBeforeFactors[size]));
}

HWY_INLINE Block fold(Block v, Block factors, Block other) {
  return hn::Xor(hn::Xor(hn::CLMulLower(v, factors), hn::CLMulUpper(v, factors)), other);
}

HWY_INLINE Block fold_to_end(Block v, std::size_t blocks_behind, Block other) {
  return fold(v, load(reinterpret_cast<const std::uint8_t*>(factors_behind(blocks_behind, 1))),
              other);
}

template <std::int64_t kBits>
HWY_INLINE Block factors_by() {
  constexpr FoldFactors kFactors = fold_factors(kBits);
  return pair(kFactors.first, kFactors.second);
}

// Bytes `count` places further on, zeros in front of them; and what that pushes out, at the start
// of a block. `count` is at most 16.
inline constexpr auto kShiftIndices = [] {
  std::array<std::uint8_t, 48> indices{};
  indices.fill(0x80);
  for (std::size_t i = 0; i < 16; ++i) indices[16 + i] = static_cast<std::uint8_t>(i);
  return indices;
}();

HWY_INLINE Block shift_bytes(Block v, std::size_t from) {
  const auto indices = hn::LoadU(Octets(), kShiftIndices.data() + from);
  return hn::BitCast(Words(), hn::TableLookupBytesOr0(hn::BitCast(Octets(), v), indices));
}
HWY_INLINE Block moved_on(Block v, std::size_t count) { return shift_bytes(v, 16 - count); }
HWY_INLINE Block pushed_out(Block v, std::size_t count) { return shift_bytes(v, 32 - count); }

// 4 to 15 bytes, behind zeros. Two loads overlap where the size is no power of two: there both hold
// the same bytes.
HWY_INLINE Block load_right(const std::uint8_t* bytes, std::size_t size) {
  if (size < 8) {
    const std::uint64_t last = io::load_little_endian<std::uint32_t>(bytes + size - 4);
    const std::uint64_t first = io::load_little_endian<std::uint32_t>(bytes);
    return pair(0, last << 32 | first << (8 * (8 - size)));
  }
  const std::uint64_t last = io::load_little_endian<std::uint64_t>(bytes + size - 8);
  const std::uint64_t first = io::load_little_endian<std::uint64_t>(bytes);
  return pair(first << 1 << (8 * (16 - size) - 1), last);  // in two steps, since it may be by 64
}

// Adds blocks up to the end of the message to `sum`, each moved to the end.
HWY_INLINE Block add_to_end(Block sum, const std::uint8_t* bytes, std::size_t blocks) {
  for (; blocks > 1; bytes += 16) sum = fold_to_end(load(bytes), --blocks, sum);
  return blocks == 0 ? sum : hn::Xor(sum, load(bytes));
}

// 16 to 256 bytes.
HWY_INLINE std::uint32_t update_short(std::uint32_t crc, const std::uint8_t* bytes,
                                      std::size_t size) {
  const Block before = moved_over(crc, size);
  const std::size_t behind = (size - 1) / 16;
  const std::size_t first = size - 16 * behind;
  const Block head = moved_on(load(bytes), 16 - first);
  return reduce(add_to_end(fold_to_end(head, behind, before), bytes + first, behind));
}

// More than 256 bytes.
HWY_INLINE std::uint32_t update_long(std::uint32_t crc, const std::uint8_t* bytes,
                                     std::size_t size) {
  const std::size_t first = (size - 1) % 16 + 1;
  const Block before = pair(crc, 0);
  const Block head = moved_on(hn::Xor(load(bytes), before), 16 - first);
  Block spilled = pushed_out(before, 16 - first);
  bytes += first;
  size -= first;

  Block a = fold(head, factors_by<128>(), hn::Xor(load(bytes), spilled));
  Block b = load(bytes + 16);
  Block c = load(bytes + 32);
  Block d = load(bytes + 48);
  Block e = load(bytes + 64);
  Block f = load(bytes + 80);
  Block g = load(bytes + 96);
  Block h = load(bytes + 112);
  const Block by_128_bytes = factors_by<1024>();
  for (bytes += 128, size -= 128; size >= 128; bytes += 128, size -= 128) {
    a = fold(a, by_128_bytes, load(bytes));
    b = fold(b, by_128_bytes, load(bytes + 16));
    c = fold(c, by_128_bytes, load(bytes + 32));
    d = fold(d, by_128_bytes, load(bytes + 48));
    e = fold(e, by_128_bytes, load(bytes + 64));
    f = fold(f, by_128_bytes, load(bytes + 80));
    g = fold(g, by_128_bytes, load(bytes + 96));
    h = fold(h, by_128_bytes, load(bytes + 112));
  }

  const std::size_t behind = size / 16;
  Block sum = fold_to_end(h, behind, hn::Zero(Words()));
  sum = fold_to_end(g, behind + 1, sum);
  sum = fold_to_end(f, behind + 2, sum);
  sum = fold_to_end(e, behind + 3, sum);
  sum = fold_to_end(d, behind + 4, sum);
  sum = fold_to_end(c, behind + 5, sum);
  sum = fold_to_end(b, behind + 6, sum);
  sum = fold_to_end(a, behind + 7, sum);
  return reduce(add_to_end(sum, bytes, behind));
}

std::uint32_t update(std::uint32_t before, std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = ~before;
  const std::uint8_t* const data = bytes.data();
  const std::size_t size = bytes.size();
  if (size > kMostShort) return ~update_long(crc, data, size);
  if (size >= 16) return ~update_short(crc, data, size);
  if (size >= 4) return ~reduce(hn::Xor(load_right(data, size), moved_over(crc, size)));
  for (const std::uint8_t byte : bytes) crc = add_byte(crc, byte);
  return ~crc;
}

}  // namespace touchstone::checksum::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
