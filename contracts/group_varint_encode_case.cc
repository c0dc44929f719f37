#include "contracts/group_varint_encode_case.h"

#include <algorithm>
#include <limits>
#include <ostream>

#include "reference/group_varint.h"

namespace touchstone::contracts {
namespace {

constexpr std::size_t kMostValues = 300;
constexpr std::uint64_t kLargestInt = std::numeric_limits<std::uint32_t>::max();

}  // namespace

void draw_encode_case(kit::Draw& d, EncodeCase& c) {
  d.flag(c.wide);
  if (c.wide) {
    d.flag(c.beyond);
  } else {
    c.beyond = false;
  }
  d.edgy(c.spare, std::int16_t{-40}, std::int16_t{40});
  d.placement(c.input_at);
  d.placement(c.output_at);
  const std::uint64_t most = c.beyond ? std::numeric_limits<std::uint64_t>::max() : kLargestInt;
  d.list(c.values, kMostValues,
         [most](kit::Draw& e, std::uint64_t& value) { e.edgy(value, std::uint64_t{0}, most); });
}

void describe_encode_case(const EncodeCase& c, std::ostream& out) {
  out << c.values.size()
      << (c.wide ? " values from 64-bit elements" : " values from 32-bit elements") << " placed "
      << c.input_at << "\ninto " << room(c) << " bytes (" << c.spare << " to spare) placed "
      << c.output_at << "\nvalues:";
  for (const std::uint64_t value : c.values) out << ' ' << value;
}

std::size_t room(const EncodeCase& c) {
  static std::vector<std::uint32_t> clamped;
  clamped.clear();
  for (const std::uint64_t v : c.values) {
    clamped.push_back(static_cast<std::uint32_t>(std::min(v, kLargestInt)));
  }
  const auto size = static_cast<std::int64_t>(reference::group_varint::encoded_size(clamped));
  return static_cast<std::size_t>(std::max<std::int64_t>(0, size + c.spare));
}

}  // namespace touchstone::contracts
