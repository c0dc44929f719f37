// A postings list in two passes: the run of gaps, then the frequencies that the run does not hold.
#include "reference/postings.h"

#include "reference/group_varint.h"

namespace touchstone::reference {
namespace {

constexpr std::size_t kLongestList = 255;

}  // namespace

PostingsIntegers PostingsIntegers::of_the_reference() {
  return {
      [](std::span<const std::uint8_t> in, std::span<std::uint32_t> out) {
        return group_varint::decode(in, out);
      },
      [](std::span<const std::uint8_t> in) { return reference::decode_vint(in); },
  };
}

Expected<PostingsList> decode_postings(std::span<const std::uint8_t> in, std::size_t count,
                                       Frequencies frequencies, const PostingsIntegers& integers) {
  if (count > kLongestList) return std::unexpected(Error::invalid_argument);

  std::vector<std::uint32_t> values(count);
  const auto run = integers.decode_group_varint(in, values);
  if (!run) return std::unexpected(run.error());

  PostingsList list;
  list.consumed = *run;
  std::uint32_t document = 0xFFFF'FFFF;  // -1, the document before the first
  for (const std::uint32_t value : values) {
    std::uint32_t gap = value;
    std::uint32_t frequency = 1;
    if (frequencies == Frequencies::stored) {
      gap = value / 2;
      if (value % 2 == 0) {
        const auto vint = integers.decode_vint(in.subspan(list.consumed));
        if (!vint) return std::unexpected(vint.error());
        frequency = vint->value;
        list.consumed += vint->consumed;
      }
    }
    document += gap;
    list.documents.push_back(document);
    list.frequencies.push_back(frequency);
  }
  return list;
}

}  // namespace touchstone::reference
