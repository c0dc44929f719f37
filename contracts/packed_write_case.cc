#include "contracts/packed_write_case.h"

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>

#include "reference/numeric.h"

namespace touchstone::contracts {
namespace {

constexpr std::size_t kMostValues = 200;
constexpr std::array<std::uint8_t, 14> kWidths{1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64};

}  // namespace

void draw_packed_write_case(kit::Draw& d, PackedWriteCase& c) {
  std::uint8_t rarity = reference::numeric::is_width(c.width) ? 1 : 0;
  d.uniform(rarity, std::uint8_t{0}, std::uint8_t{31});
  if (rarity == 0) {
    d.edgy(c.width, std::uint8_t{0}, std::uint8_t{255});
  } else {
    d.one_of(c.width, kWidths);
  }
  constexpr std::array<std::uint8_t, 8> kBeyond{0, 0, 0, 0, 0, 0, 1, 64};
  d.one_of(c.beyond, kBeyond);
  bool exact = c.spare == 0;
  d.flag(exact);
  if (exact) {
    c.spare = 0;
  } else {
    d.edgy(c.spare, std::int16_t{-20}, std::int16_t{40});
  }
  d.edgy(c.copies, std::uint8_t{0}, std::uint8_t{9});
  d.placement(c.input_at);
  d.placement(c.output_at);
  constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max();
  const unsigned bits = c.width + unsigned{c.beyond};
  const std::uint64_t most = bits == 0 || bits >= 64 ? kTop : kTop >> (64 - bits);
  d.list(c.values, kMostValues,
         [most](kit::Draw& e, std::uint64_t& value) { e.edgy(value, std::uint64_t{0}, most); });
}

void describe_packed_write_case(const PackedWriteCase& c, std::ostream& out) {
  out << c.values.size() << " values, " << int{c.copies} << " times over, as " << int{c.width}
      << " bits each, placed " << c.input_at << "\ninto " << room(c) << " bytes (" << c.spare
      << " to spare) placed " << c.output_at << "\nvalues:";
  for (const std::uint64_t value : c.values) out << ' ' << value;
}

std::vector<std::uint64_t> values_of(const PackedWriteCase& c) {
  std::vector<std::uint64_t> values;
  for (unsigned i = 0; i < c.copies; ++i) {
    values.insert(values.end(), c.values.begin(), c.values.end());
  }
  return values;
}

std::size_t room(const PackedWriteCase& c) {
  const std::size_t bits = c.values.size() * c.copies * c.width;
  const std::size_t size = (bits + 7) / 8 + reference::numeric::padding(c.width);
  return static_cast<std::size_t>(
      std::max<std::int64_t>(0, static_cast<std::int64_t>(size) + c.spare));
}

}  // namespace touchstone::contracts
