#include "contracts/group_varint_decode_case.h"

#include <algorithm>
#include <ostream>

#include "harness/hex.h"
#include "reference/group_varint.h"
#include "reference/vint.h"

namespace touchstone::contracts {
namespace {

constexpr std::uint32_t kMostValues = 1200;
constexpr std::size_t kMostBytes = 4096;

// The most values, at most `count`, that the bytes hold: whole groups as long as they fit, then up
// to count % 4 vInts.
std::uint32_t held(const DecodeCase& c) {
  using reference::group_varint::Part;
  std::uint32_t groups = 0;
  std::size_t end = 0;
  (void)reference::group_varint::for_each_part(c.bytes, c.count / 4 * 4, [&](const Part& part) {
    ++groups;
    end = part.offset + part.bytes;
  });
  std::uint32_t tail = 0;
  while (tail < c.count % 4) {
    const auto vint = reference::decode_vint(std::span(c.bytes).subspan(end));
    if (!vint) break;
    end += vint->consumed;
    ++tail;
  }
  return 4 * groups + tail;
}

}  // namespace

void draw_decode_case(kit::Draw& d, DecodeCase& c) {
  d.flag(c.wide);
  d.flag(c.as_many_as_fit);
  d.edgy(c.count, std::uint32_t{0}, kMostValues);
  d.uniform(c.split, std::uint8_t{0}, std::uint8_t{255});
  draw_source(d, c.source);
  d.placement(c.output_at);
  d.rest(c.bytes, kMostBytes);
  limit_chunks(c.source, c.bytes.size());
  // Most random counts ask for more than the bytes hold and only show that this is refused.
  if (c.as_many_as_fit) c.count = held(c);
}

void describe_decode_case(const DecodeCase& c, std::ostream& out) {
  out << c.count << (c.wide ? " values into 64-bit elements" : " values into 32-bit elements")
      << " placed " << c.output_at << "\nfrom " << c.bytes.size() << " bytes of " << c.source
      << "\nbytes: " << kit::to_hex(c.bytes) << "\nsplit relation: after "
      << c.split % (c.count / 4 + 1) << " groups";
}

}  // namespace touchstone::contracts
