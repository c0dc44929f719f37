// Looking at lists of documents, sixteen bytes and more at a time.
HWY_BEFORE_NAMESPACE();
namespace touchstone::numeric::HWY_NAMESPACE {

namespace lists {
namespace hn = hwy::HWY_NAMESPACE;
using Ids = hn::ScalableTag<std::int32_t>;
using IdVector = hn::VFromD<Ids>;
inline constexpr std::size_t kIds = hn::MaxLanes(Ids());

// What was wrong so far, and the bits in which these differ.
inline IdVector differing(IdVector wrong, IdVector a, IdVector b) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  return IdVector{_mm512_ternarylogic_epi32(wrong.raw, a.raw, b.raw, 0xF6)};
#else
  return hn::Or(wrong, hn::Xor(a, b));
#endif
}
}  // namespace lists

// Whether each document is the one before it plus 1. The last one tells most lists apart; a look
// back every few vectors does for those that it does not.
inline bool contiguous(const std::int32_t* documents, std::size_t count) {
  using namespace lists;
  const auto first = static_cast<std::uint32_t>(documents[0]);  // any ids may come here
  if (static_cast<std::uint32_t>(documents[count - 1]) - first != count - 1) return false;
  const Ids ids;
  const auto next = hn::Set(ids, static_cast<std::int32_t>(4 * kIds));
  auto expected = hn::Add(hn::Iota(ids, 0), hn::Set(ids, documents[0]));  // it may wrap
  std::size_t at = 0;
  for (; count - at >= 4 * kIds; at += 4 * kIds) {
    auto wrong = hn::Zero(ids);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto here = hn::Add(expected, hn::Set(ids, static_cast<std::int32_t>(i * kIds)));
      wrong = differing(wrong, hn::LoadU(ids, documents + at + i * kIds), here);
    }
    if (!hn::AllTrue(ids, hn::Eq(wrong, hn::Zero(ids)))) return false;
    expected = hn::Add(expected, next);
  }
  for (; at < count; ++at) {
    if (static_cast<std::uint32_t>(documents[at]) != first + static_cast<std::uint32_t>(at)) {
      return false;
    }
  }
  return true;
}

// Whether each document is above the one before it.
inline bool increasing(const std::int32_t* documents, std::size_t count) {
  using namespace lists;
  const Ids ids;
  std::size_t at = 1;
  for (; count - at >= 2 * kIds; at += 2 * kIds) {
    const auto rises = [&](std::size_t from) {
      return hn::Lt(hn::LoadU(ids, documents + from - 1), hn::LoadU(ids, documents + from));
    };
    if (!hn::AllTrue(ids, hn::And(rises(at), rises(at + kIds)))) return false;
  }
  for (; at < count; ++at) {
    if (documents[at - 1] >= documents[at]) return false;
  }
  return true;
}

}  // namespace touchstone::numeric::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
