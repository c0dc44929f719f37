#include "codecs/numeric/direct_monotonic.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "codecs/io/little_endian.h"

namespace touchstone::numeric {
namespace {

constexpr float kBeyond = 9223372036854775808.0F;  // 2^63

// Where the line is at j: as Java casts a float to a long, which is defined for all of them.
std::int64_t on_line(float slope, std::uint64_t j) {
  const float product = slope * static_cast<float>(j);
  if (product >= kBeyond) return std::numeric_limits<std::int64_t>::max();
  if (product < -kBeyond) return std::numeric_limits<std::int64_t>::min();
  return product == product ? static_cast<std::int64_t>(product) : 0;  // not a number: 0
}

// Adds to each value the point of the line that it is the distance from. Values are not empty.
void add_line(std::uint64_t minimum, float slope, std::uint64_t first,
              std::span<std::uint64_t> values) {
  // Points grow with j or shrink with it: where the last fits into a long all do, and then a cast
  // is all there is to it. Numbers in a block are below 2^22.
  const float last = slope * static_cast<float>(first + values.size() - 1);
  if (last > -kBeyond && last < kBeyond) {
    auto j = static_cast<std::int32_t>(first);
    for (std::uint64_t& value : values) {
      const auto point = static_cast<std::int64_t>(slope * static_cast<float>(j++));
      value += minimum + static_cast<std::uint64_t>(point);
    }
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] += minimum + static_cast<std::uint64_t>(on_line(slope, first + i));
  }
}

}  // namespace

struct MonotonicReader::Block {
  std::uint64_t minimum;
  float slope;
  std::uint64_t offset;
  unsigned width;
  std::uint64_t count;
};

MonotonicReader::Block MonotonicReader::block(std::uint64_t index) const {
  const std::uint8_t* from = metadata_.data() + kMonotonicBlockBytes * index;
  return {.minimum = io::load_little_endian<std::uint64_t>(from),
          .slope = std::bit_cast<float>(io::load_little_endian<std::uint32_t>(from + 8)),
          .offset = io::load_little_endian<std::uint64_t>(from + 12),
          .width = from[20],
          .count = std::min(std::uint64_t{1} << shift_, count_ - (index << shift_))};
}

Expected<PackedReader> MonotonicReader::differences(const Block& block) const {
  if (block.offset > data_.size()) return std::unexpected(Error::outside_of_file);
  return PackedReader::make(data_.subspan(block.offset), block.width, block.count, *kernels_);
}

Expected<MonotonicReader> MonotonicReader::open(std::span<const std::uint8_t> metadata,
                                                std::span<const std::uint8_t> data,
                                                std::uint64_t count, unsigned shift,
                                                const Kernels& kernels) {
  if (shift < kLeastMonotonicShift || shift > kMostMonotonicShift ||
      metadata.size() % kMonotonicBlockBytes != 0 ||
      metadata.size() / kMonotonicBlockBytes != monotonic_blocks(count, shift)) {
    return std::unexpected(Error::malformed_metadata);
  }
  MonotonicReader reader(metadata, data, count, shift, kernels);
  for (std::uint64_t i = 0; i < metadata.size() / kMonotonicBlockBytes; ++i) {
    const Block block = reader.block(i);
    if (block.width == 0) continue;
    if (auto made = reader.differences(block); !made) return std::unexpected(made.error());
  }
  return reader;
}

// Values that all are in one block.
Expected<void> MonotonicReader::read_in_block(std::uint64_t first,
                                              std::span<std::int64_t> out) const {
  const Block line = block(first >> shift_);
  const std::uint64_t in_block = first & ((std::uint64_t{1} << shift_) - 1);
  const std::span<std::uint64_t> values = as_unsigned(out);
  if (line.width == 0) {
    std::ranges::fill(values, 0);
  } else {
    const auto packed = differences(line);
    if (!packed) return std::unexpected(packed.error());
    if (auto read = packed->read(in_block, values); !read) return read;
  }
  add_line(line.minimum, line.slope, in_block, values);
  return {};
}

Expected<void> MonotonicReader::read(std::uint64_t first, std::span<std::int64_t> out) const {
  if (first > count_ || out.size() > count_ - first) {
    return std::unexpected(Error::position_out_of_range);
  }
  const std::uint64_t block_size = std::uint64_t{1} << shift_;
  while (!out.empty()) {
    const auto some = static_cast<std::size_t>(
        std::min<std::uint64_t>(out.size(), block_size - (first & (block_size - 1))));
    if (auto read = read_in_block(first, out.first(some)); !read) return read;
    first += some;
    out = out.subspan(some);
  }
  return {};
}

}  // namespace touchstone::numeric
