// The CRC with carry-less multiplications of four blocks of 16 bytes at once (VPCLMULQDQ), in
// Highway's AVX3_DL target.
//
// The format: zlib's CRC-32, crc' = (crc x^8n + message x^32) mod P, every bit order reflected.
// The naive form: one division step a bit. The trick ("folding"): a block may be replaced by any
// polynomial with the same remainder, so 128 bits are multiplied by x^D mod P and added to the
// block D bits further on. Four vectors of 64 bytes wait for nothing but themselves 256 bytes
// before; at the end each block is moved by its own distance, all in parallel, and the sum is
// reduced.
//
// Zeros in front of a message change nothing: a size that is no whole number of vectors is met by
// filling up the first one from the left, and no tail is left over. A CRC in front is added to the
// first four bytes of a long message; of a short one, where the reduction of the CRC before would
// be waited for, it is moved over all bytes by one more multiplication and added last.
//
// Safe at both edges: whole vectors lie inside the span; the first one is loaded under a mask that
// leaves out what lies before the span, which the CPU then neither reads nor faults on.
//
// Included once, by kernel_table.cc.

HWY_BEFORE_NAMESPACE();
namespace touchstone::checksum::HWY_NAMESPACE {

// 128 bits of message times x^32 modulo P: see kInverse. Of the quotient only the upper half
// reaches the remainder.
HWY_INLINE std::uint32_t reduce(__m128i v) {
  const __m128i inverse = _mm_set_epi64x(static_cast<std::int64_t>(kInverse.high),
                                         static_cast<std::int64_t>(kInverse.low));
  const __m128i polynomial = _mm_cvtsi64_si128(static_cast<std::int64_t>(kWholePolynomial));
  const __m128i low = _mm_clmulepi64_si128(v, inverse, 0x00);
  const __m128i quotient = _mm_ternarylogic_epi64(_mm_clmulepi64_si128(v, inverse, 0x10),
                                                  _mm_clmulepi64_si128(v, inverse, 0x01),
                                                  _mm_unpackhi_epi64(low, low), 0x96);
  const __m128i remainder = _mm_clmulepi64_si128(quotient, polynomial, 0x00);
  return static_cast<std::uint32_t>(_mm_extract_epi32(remainder, 2));
}

HWY_INLINE __m128i moved_over(std::uint32_t crc, std::size_t size) {
  return _mm_clmulepi64_si128(_mm_cvtsi32_si128(static_cast<int>(crc)),
                              _mm_cvtsi64_si128(static_cast<std::int64_t>(kBeforeFactors[size])),
                              0x00);
}

// Each block of `v` times its two factors, plus `other`.
HWY_INLINE __m512i fold(__m512i v, __m512i factors, __m512i other) {
  return _mm512_ternarylogic_epi64(_mm512_clmulepi64_epi128(v, factors, 0x00),
                                   _mm512_clmulepi64_epi128(v, factors, 0x11), other, 0x96);
}

// The same by the distances of the blocks to the end of the message.
HWY_INLINE __m512i fold_to_end(__m512i v, std::size_t vectors_behind, __m512i other) {
  return fold(v, _mm512_loadu_si512(factors_behind(4 * vectors_behind, 4)), other);
}

template <std::int64_t kBits>
HWY_INLINE __m512i factors_by() {
  constexpr FoldFactors kFactors = fold_factors(kBits);
  return _mm512_broadcast_i32x4(_mm_set_epi64x(static_cast<std::int64_t>(kFactors.second),
                                               static_cast<std::int64_t>(kFactors.first)));
}

// Where a vector starts whose last `size` bytes are those at `bytes`: a number, since it may lie
// before the span, and no pointer may.
HWY_INLINE const void* before_start(const std::uint8_t* bytes, std::size_t size,
                                    std::size_t width) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(bytes) + size - width);
}

// `size` bytes, 1 to 64, behind zeros.
HWY_INLINE __m512i load_right(const std::uint8_t* bytes, std::size_t size) {
  return _mm512_maskz_loadu_epi8(~__mmask64{0} << (64 - size), before_start(bytes, size, 64));
}

// Where the message goes as it is read: nowhere, or to a copy. Multiplications are what the loop
// waits for, so the stores of a copy cost next to nothing.
struct NoCopy {
  HWY_INLINE void put(__m512i) {}
  HWY_INLINE void put_right(__m512i, std::size_t) {}
};

struct Copy {
  std::uint8_t* to;

  HWY_INLINE void put(__m512i v) {
    _mm512_storeu_si512(to, v);
    to += 64;
  }
  // The last `size` bytes of `v`.
  HWY_INLINE void put_right(__m512i v, std::size_t size) {
    _mm512_mask_storeu_epi8(const_cast<void*>(before_start(to, size, 64)),
                            ~__mmask64{0} << (64 - size), v);
    to += size;
  }
};

template <typename To>
HWY_INLINE __m512i take(const std::uint8_t* bytes, To& to) {
  const __m512i v = _mm512_loadu_si512(bytes);
  to.put(v);
  return v;
}

template <typename To>
HWY_INLINE __m512i take_right(const std::uint8_t* bytes, std::size_t size, To& to) {
  const __m512i v = load_right(bytes, size);
  to.put_right(v, size);
  return v;
}

HWY_INLINE __m128i load_right_16(const std::uint8_t* bytes, std::size_t size) {
  return _mm_maskz_loadu_epi8(static_cast<__mmask16>(0xFFFFU << (16 - size)),
                              before_start(bytes, size, 16));
}

HWY_INLINE std::uint32_t reduce_blocks(__m512i sum, __m128i other) {
  const __m256i half =
      _mm256_xor_si256(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64(sum, 1));
  return reduce(_mm_ternarylogic_epi64(_mm256_castsi256_si128(half),
                                       _mm256_extracti128_si256(half, 1), other, 0x96));
}

// 17 to 256 bytes.
template <typename To>
HWY_INLINE std::uint32_t update_short(std::uint32_t crc, const std::uint8_t* bytes,
                                      std::size_t size, To to) {
  const __m128i before = moved_over(crc, size);
  std::size_t behind = (size - 1) / 64;
  const std::size_t first = size - 64 * behind;
  __m512i sum = fold_to_end(take_right(bytes, first, to), behind, _mm512_setzero_si512());
  for (bytes += first; behind != 0; bytes += 64) {
    sum = fold_to_end(take(bytes, to), --behind, sum);
  }
  return reduce_blocks(sum, before);
}

// More than 256 bytes.
template <typename To>
HWY_INLINE std::uint32_t update_long(std::uint32_t crc, const std::uint8_t* bytes, std::size_t size,
                                     To to) {
  // The CRC stands in front of the message's first byte, wherever in the first vector that is; what
  // the first vector cannot hold of it, a rotation brings to the start of the second.
  const std::size_t first = (size - 1) % 64 + 1;
  const __mmask64 inside = ~__mmask64{0} << (64 - first);
  alignas(64) static constexpr auto kIota = [] {
    std::array<std::uint8_t, 64> places{};
    for (std::size_t i = 0; i < 64; ++i) places[i] = static_cast<std::uint8_t>(i);
    return places;
  }();
  const __m512i from =
      _mm512_add_epi8(_mm512_load_si512(kIota.data()), _mm512_set1_epi8(static_cast<char>(first)));
  const __m512i before = _mm512_permutexvar_epi8(
      from, _mm512_zextsi128_si512(_mm_cvtsi32_si128(static_cast<int>(crc))));
  const __m512i head =
      _mm512_xor_si512(take_right(bytes, first, to), _mm512_maskz_mov_epi8(inside, before));
  bytes += first;
  size -= first;

  __m512i a = fold(head, factors_by<512>(), take(bytes, to));
  a = _mm512_xor_si512(a, _mm512_maskz_mov_epi8(~inside, before));
  __m512i b = take(bytes + 64, to);
  __m512i c = take(bytes + 128, to);
  __m512i d = take(bytes + 192, to);
  const __m512i by_256_bytes = factors_by<2048>();
  for (bytes += 256, size -= 256; size >= 256; bytes += 256, size -= 256) {
    a = fold(a, by_256_bytes, take(bytes, to));
    b = fold(b, by_256_bytes, take(bytes + 64, to));
    c = fold(c, by_256_bytes, take(bytes + 128, to));
    d = fold(d, by_256_bytes, take(bytes + 192, to));
  }

  std::size_t behind = size / 64;
  const __m512i a_and_b =
      fold_to_end(a, behind + 3, fold_to_end(b, behind + 2, _mm512_setzero_si512()));
  const __m512i c_and_d = fold_to_end(c, behind + 1, fold_to_end(d, behind, a_and_b));
  __m512i sum = c_and_d;
  for (; behind != 0; bytes += 64) {
    sum = fold_to_end(take(bytes, to), --behind, sum);
  }
  return reduce_blocks(sum, _mm_setzero_si128());
}

std::uint32_t update(std::uint32_t before, std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = ~before;
  const std::uint8_t* const data = bytes.data();
  const std::size_t size = bytes.size();
  if (size > kMostShort) return ~update_long(crc, data, size, NoCopy());
  if (size > 16) return ~update_short(crc, data, size, NoCopy());
  if (size >= 4) {
    return ~reduce(_mm_xor_si128(load_right_16(data, size), moved_over(crc, size)));
  }
  for (const std::uint8_t byte : bytes) crc = add_byte(crc, byte);
  return ~crc;
}

std::uint32_t copy(std::uint32_t before, std::span<const std::uint8_t> bytes, std::uint8_t* to) {
  if (bytes.size() > kMostShort) {
    return ~update_long(~before, bytes.data(), bytes.size(), Copy{to});
  }
  if (bytes.size() > 16) return ~update_short(~before, bytes.data(), bytes.size(), Copy{to});
  std::ranges::copy(bytes, to);
  return update(before, bytes);
}

}  // namespace touchstone::checksum::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
