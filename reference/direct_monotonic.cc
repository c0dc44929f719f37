#include "reference/direct_monotonic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/numeric.h"

namespace touchstone::reference::direct_monotonic {
namespace {

struct Block {
  std::uint64_t minimum;
  float slope;
  std::uint64_t offset;
  unsigned width;
  std::uint64_t count;
};

std::uint64_t little(std::span<const std::uint8_t> bytes, std::uint64_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i > 0; --i) value = value * 256 + bytes[at + i - 1];
  return value;
}

Block block_at(const Sequence& sequence, std::uint64_t index) {
  const std::uint64_t at = kBlockBytes * index;
  const std::uint64_t size = std::uint64_t{1} << sequence.shift;
  return {
      .minimum = little(sequence.blocks, at, 8),
      .slope = std::bit_cast<float>(static_cast<std::uint32_t>(little(sequence.blocks, at + 8, 4))),
      .offset = little(sequence.blocks, at + 12, 8),
      .width = sequence.blocks[at + 20],
      .count = std::min(size, sequence.count - index * size)};
}

numeric::Stream differences(const Sequence& sequence, const Block& block) {
  return {sequence.data.subspan(block.offset), block.width, block.count};
}

// A product of two singles is exact as a double, so that it is rounded once: to a single. What is
// far beyond a long need not be: Java makes it the largest or the least.
std::int64_t line_at(float slope, std::uint64_t j) {
  const double exact = static_cast<double>(slope) * static_cast<double>(j);
  if (std::isnan(exact)) return 0;
  const double single = std::abs(exact) < 0x1p65 ? static_cast<float>(exact) : exact;
  if (single >= 0x1p63) return std::numeric_limits<std::int64_t>::max();
  if (single <= -0x1p63) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(std::trunc(single));
}

void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

void append_block(Written& out, std::uint64_t minimum, float slope, unsigned width) {
  append(out.blocks, minimum, 8);
  append(out.blocks, std::bit_cast<std::uint32_t>(slope), 4);
  append(out.blocks, out.data.size(), 8);
  append(out.blocks, width, 1);
}

float slope_of(std::span<const std::uint64_t> values) {
  const auto rise = static_cast<std::int64_t>(values.back() - values.front());
  const auto steps = static_cast<double>(std::max<std::size_t>(1, values.size() - 1));
  return static_cast<float>(static_cast<double>(rise) / steps);
}

void write_block(Written& out, std::span<const std::uint64_t> values, const Form& form) {
  const float slope = form.slope ? *form.slope : slope_of(values);
  std::vector<std::uint64_t> rest;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t j = 0; j < values.size(); ++j) {
    rest.push_back(values[j] - static_cast<std::uint64_t>(line_at(slope, j)));
    least = std::min(least, static_cast<std::int64_t>(rest.back()));
  }
  std::uint64_t bits = 0;
  for (std::uint64_t& one : rest) {
    one -= static_cast<std::uint64_t>(least);
    bits |= one;
  }
  const unsigned needed = bits == 0 ? 0 : numeric::bits_required(bits);
  const unsigned width = std::max(needed, form.least_width);
  append_block(out, static_cast<std::uint64_t>(least), slope, width);
  if (width == 0) return;
  const auto packed = numeric::encode(rest, width);
  out.data.insert(out.data.end(), packed->begin(), packed->end());
}

}  // namespace

std::uint64_t blocks_of(std::uint64_t count, unsigned shift) {
  const std::uint64_t size = std::uint64_t{1} << shift;
  return count / size + (count % size != 0 ? 1 : 0);
}

Expected<void> check(const Sequence& sequence) {
  for (std::uint64_t b = 0; b < blocks_of(sequence.count, sequence.shift); ++b) {
    const Block block = block_at(sequence, b);
    if (block.width == 0) continue;
    if (block.offset > sequence.data.size()) return std::unexpected(Error::outside_of_file);
    const auto checked = numeric::check(differences(sequence, block));
    if (!checked) return checked;
  }
  return {};
}

std::uint64_t value(const Sequence& sequence, std::uint64_t index) {
  const std::uint64_t size = std::uint64_t{1} << sequence.shift;
  const Block block = block_at(sequence, index / size);
  const std::uint64_t j = index % size;
  const std::uint64_t difference =
      block.width == 0 ? 0 : *numeric::get(differences(sequence, block), j);
  return block.minimum + static_cast<std::uint64_t>(line_at(block.slope, j)) + difference;
}

Written write(std::span<const std::uint64_t> values, const Form& form) {
  Written out;
  const std::size_t size = std::size_t{1} << form.shift;
  for (std::size_t first = 0; first < values.size(); first += size) {
    write_block(out, values.subspan(first, std::min(size, values.size() - first)), form);
  }
  return out;
}

Written write_line(std::uint64_t count, std::uint64_t step, unsigned shift) {
  Written out;
  for (std::uint64_t b = 0; b < blocks_of(count, shift); ++b) {
    append_block(out, (b << shift) * step, static_cast<float>(step), 0);
  }
  return out;
}

}  // namespace touchstone::reference::direct_monotonic
