#include "contracts/field_parts.h"

#include <ostream>
#include <string_view>

namespace touchstone::contracts {
namespace {

// Blocks of these widths follow each other, starting with the Case's.
constexpr std::array<unsigned, 5> kBlockWidths{0, 1, 12, 24, 64};

std::string_view name_of_file(std::uint8_t file) {
  constexpr std::array<std::string_view, 3> kNames{"metadata", "data", "doc sets"};
  return kNames[file];
}

}  // namespace

// --- changes -------------------------------------------------------------------------------------

void draw_byte_change(kit::Draw& d, ByteChange& change) {
  using enum ByteChange::Kind;
  d.one_of(change.kind, std::array{none, none, none, none, put, put, put, cut, append});
  if (change.kind == none) {
    change = {};
    return;
  }
  d.uniform(change.file, std::uint8_t{0}, std::uint8_t{2});
  d.flag(change.from_end);
  d.edgy(change.at, std::uint16_t{0}, std::uint16_t{20'000});
  d.edgy(change.byte, std::uint8_t{0}, std::uint8_t{255});
}

void make(const ByteChange& change, std::vector<std::uint8_t>& bytes) {
  if (change.kind == ByteChange::Kind::append) {
    bytes.insert(bytes.end(), 1 + change.at % 16, change.byte);
    return;
  }
  if (bytes.empty()) return;
  const std::size_t at = change.at % bytes.size();
  const std::size_t place = change.from_end ? bytes.size() - 1 - at : at;
  if (change.kind == ByteChange::Kind::put) bytes[place] = change.byte;
  if (change.kind == ByteChange::Kind::cut) bytes.resize(place);
}

void describe_byte_change(const ByteChange& change, std::ostream& out) {
  if (change.kind == ByteChange::Kind::none) return;
  constexpr std::array<std::string_view, 4> kNames{"", "put", "cut", "append"};
  out << "\nthen in the " << name_of_file(change.file) << ": "
      << kNames[static_cast<std::size_t>(change.kind)] << " byte " << unsigned{change.byte}
      << " at " << change.at << (change.from_end ? " from the end" : "");
}

// --- values and documents ------------------------------------------------------------------------

reference::doc_values::Packing packing_of(const PackedShape& shape) {
  reference::doc_values::Packing packing{
      .width = shape.packed == Packed::constant ? 0U : shape.width,
      .minimum = shape.minimum,
      .factor = shape.factor,
      .table = {},
      .block_shift = {},
      .block_widths = {}};
  if (shape.packed == Packed::table) {
    for (std::uint64_t i = 0; i < shape.table_size; ++i) {
      packing.table.push_back(static_cast<std::int64_t>(mixed(i)));
    }
  }
  if (shape.packed == Packed::blocks) {
    packing.block_shift = shape.block_shift;
    packing.block_widths.push_back(shape.width);
    packing.block_widths.insert(packing.block_widths.end(), kBlockWidths.begin(),
                                kBlockWidths.end());
  }
  return packing;
}

std::uint64_t mixed(std::uint64_t number) {
  number = (number + 1) * 0x9E37'79B9'7F4A'7C15;
  number = (number ^ number >> 31) * 0xD6E8'FEB8'6659'FD93;
  return number ^ number >> 32;
}

std::vector<std::uint64_t> mixed_values(std::size_t count, std::uint64_t below) {
  std::vector<std::uint64_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = below == 0 ? mixed(i) : mixed(i) % below;
  return values;
}

std::vector<std::int32_t> ids_in_runs(std::uint32_t count, std::uint32_t first, std::uint32_t run,
                                      std::uint32_t gap) {
  std::vector<std::int32_t> ids;
  ids.reserve(count);
  constexpr std::uint64_t kBehindLast = 2'147'483'647;
  std::uint64_t document = first;
  while (ids.size() < count && document < kBehindLast) {
    ids.push_back(static_cast<std::int32_t>(document));
    document += ids.size() % run == 0 ? 1 + std::uint64_t{gap} : 1;
  }
  return ids;
}

}  // namespace touchstone::contracts
