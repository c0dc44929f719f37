#include "codecs/numeric/numeric_blocks.h"

#include <algorithm>

#include "codecs/io/little_endian.h"

namespace touchstone::numeric {
namespace {

constexpr std::size_t kConstantHead = 9;  // bits a value, minimum
constexpr std::size_t kPackedHead = 13;   // and length
constexpr std::size_t kJumpBytes = 8;

}  // namespace

struct BlockValues::Block {
  unsigned width;
  std::uint64_t minimum;
  std::span<const std::uint8_t> stream;  // from its first byte on; opening has checked its length
  std::uint64_t first;                   // rank
  std::uint64_t count;
};

BlockValues::Block BlockValues::block(std::uint64_t index) const {
  const std::uint8_t* jump = bytes_.data() + jumps_ + kJumpBytes * index;
  const std::uint64_t at = io::load_little_endian<std::uint64_t>(jump) - offset_;
  const std::uint64_t first = index << shift_;
  const unsigned width = bytes_[at];
  return {.width = width,
          .minimum = io::load_little_endian<std::uint64_t>(&bytes_[at + 1]),
          .stream = bytes_.subspan(at + (width == 0 ? kConstantHead : kPackedHead)),
          .first = first,
          .count = std::min(std::uint64_t{1} << shift_, count_ - first)};
}

// Gives where the next block starts.
Expected<std::size_t> BlockValues::check_block(std::uint64_t index, std::size_t at) const {
  if (jumps_ - at < kConstantHead) return std::unexpected(Error::end_of_input);
  const std::uint8_t* jump = bytes_.data() + jumps_ + kJumpBytes * index;
  if (io::load_little_endian<std::uint64_t>(jump) != offset_ + at) {
    return std::unexpected(Error::malformed_metadata);
  }
  const unsigned width = bytes_[at];
  if (width == 0) return at + kConstantHead;
  if (!is_supported(width)) return std::unexpected(Error::unsupported_width);
  if (jumps_ - at < kPackedHead) return std::unexpected(Error::end_of_input);
  const auto length = io::load_little_endian<std::uint32_t>(&bytes_[at + kConstantHead]);
  const std::uint64_t count = std::min(std::uint64_t{1} << shift_, count_ - (index << shift_));
  if (length != packed_size(count, width)) return std::unexpected(Error::malformed_metadata);
  if (jumps_ - at - kPackedHead < length) return std::unexpected(Error::end_of_input);
  return at + kPackedHead + length;
}

Expected<BlockValues> BlockValues::open(const NumericEntry& entry,
                                        std::span<const std::uint8_t> data_file,
                                        const Kernels& kernels) {
  if (entry.offset > data_file.size() || entry.length > data_file.size() - entry.offset) {
    return std::unexpected(Error::outside_of_file);
  }
  BlockValues values;
  values.bytes_ = data_file.subspan(entry.offset, entry.length);
  values.offset_ = entry.offset;
  values.count_ = entry.values;
  values.shift_ = static_cast<unsigned>(entry.block_shift);
  values.factor_ = static_cast<std::uint64_t>(entry.factor);
  values.kernels_ = &kernels;
  const auto jumps = static_cast<std::uint64_t>(entry.jump_table_offset) - entry.offset;
  if (jumps > entry.length) return std::unexpected(Error::outside_of_file);
  values.jumps_ = jumps;
  const std::uint64_t blocks = entry.values == 0 ? 0 : values.block_count();
  if (blocks >= (entry.length - jumps) / kJumpBytes) return std::unexpected(Error::end_of_input);
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const auto next = values.check_block(i, at);
    if (!next) return std::unexpected(next.error());
    at = *next;
  }
  const std::uint8_t* itself = values.bytes_.data() + jumps + kJumpBytes * blocks;
  const bool ends_there =
      at == jumps && io::load_little_endian<std::uint64_t>(itself) == entry.offset + jumps;
  if (!ends_there) return std::unexpected(Error::malformed_metadata);
  return values;
}

void BlockValues::read(std::uint64_t first, std::span<std::uint64_t> out) const {
  while (!out.empty()) {
    const Block from = block(first >> shift_);
    const std::uint64_t in_block = first - from.first;
    const auto some =
        static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), from.count - in_block));
    if (from.width == 0) {
      std::ranges::fill(out.first(some), from.minimum);
    } else if (some == 1) {  // less than a call costs
      out[0] = value_at(from.stream, from.width, in_block) * factor_ + from.minimum;
    } else {
      const WidthKernels& kernels = kernels_->widths[width_index(from.width)];
      kernels.unpack_affine(from.stream, in_block, out.data(), some, {factor_, from.minimum});
    }
    first += some;
    out = out.subspan(some);
  }
}

std::uint64_t BlockValues::alike_from(std::uint64_t first) const {
  const Block from = block(first >> shift_);
  return from.width == 0 ? from.first + from.count - first : 0;
}

void BlockValues::read(std::span<const std::int32_t> ranks, std::span<std::uint64_t> out) const {
  std::int32_t in_block[256];
  while (!ranks.empty()) {
    const Block from = block(static_cast<std::uint64_t>(ranks[0]) >> shift_);
    std::size_t some = 0;
    while (some < std::min(ranks.size(), std::size(in_block))) {
      const std::uint64_t rank = static_cast<std::uint64_t>(ranks[some]) - from.first;
      if (rank >= from.count) break;
      in_block[some++] = static_cast<std::int32_t>(rank);
    }
    if (from.width == 0) {
      std::ranges::fill(out.first(some), from.minimum);
    } else {
      const WidthKernels& kernels = kernels_->widths[width_index(from.width)];
      kernels.gather(from.stream, in_block, out.data(), some);
      for (std::uint64_t& value : out.first(some)) value = value * factor_ + from.minimum;
    }
    ranks = ranks.subspan(some);
    out = out.subspan(some);
  }
}

}  // namespace touchstone::numeric
