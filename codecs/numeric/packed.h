// Packed integers: Apache Lucene's streams of unsigned values that all take the same number of
// bits.
//
// Format (Apache Lucene 9.0..10.x, DirectWriter and DirectReader): one string of bits, least
// significant bit first. Value i takes the bits [i * width, (i + 1) * width); bit k of the string
// is bit k % 8 of byte k / 8. Unused bits of the last byte are 0. Behind them stand 0 to 3 zero
// bytes of padding, so that a reader may fetch any value by one load of 2, 4 or 8 bytes. Width and
// count are not stored. Only fourteen widths exist.
//
// A reader is a view: it is cheap to make and to copy, and its slice must outlive it. Any bytes
// are a valid stream; every value is zero-extended. All kernels give the same results and errors.
// Nothing here throws, allocates or locks.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "codecs/error.h"
#include "codecs/io/little_endian.h"
#include "codecs/numeric/kernels.h"
#include "codecs/tier.h"

namespace touchstone::numeric {

/// Whether a stream can have this many bits a value.
constexpr bool is_supported(unsigned width) { return width_index(width) < kWidths.size(); }

/// The narrowest width that holds every value up to `maximum`: 1 for 0, 64 from 2^56 on.
constexpr unsigned bits_required(std::uint64_t maximum) {
  const auto needed = static_cast<unsigned>(std::bit_width(maximum | 1));
  return *std::ranges::find_if(kWidths, [needed](unsigned width) { return width >= needed; });
}

/// Zero bytes behind the values: what a load of 16, 32 or 64 bits, whichever holds a value, takes
/// more than the value. 0 for a width that is not supported.
constexpr std::size_t padding(unsigned width) {
  if (!is_supported(width) || width <= 8) return 0;
  return (std::bit_ceil(width) - width + 7) / 8;
}

/// Bytes of `count` values without padding. Saturates where 64 bits do not suffice.
constexpr std::uint64_t data_size(std::uint64_t count, unsigned width) {
  const std::uint64_t groups = count / 8;  // of eight values: exactly `width` bytes
  constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t rest = (count % 8 * width + 7) / 8;
  return width != 0 && groups > (kTop - rest) / width ? kTop : groups * width + rest;
}

/// Bytes of a whole stream with its padding. Saturates where 64 bits do not suffice.
constexpr std::uint64_t packed_size(std::uint64_t count, unsigned width) {
  const std::uint64_t size = data_size(count, width);
  const std::uint64_t behind = padding(width);
  return size > std::numeric_limits<std::uint64_t>::max() - behind
             ? std::numeric_limits<std::uint64_t>::max()
             : size + behind;
}

/// A packed stream, read by value, by range and by list of documents.
///
/// Errors of all reads; on any of them nothing is written:
///   position_out_of_range   a value at or behind count(); a range that wraps
///   documents_not_increasing  an id is negative, or not above the one before it
///   no_table_entry          a value is no index of the table
///   unsupported_width       32-bit elements, and values of more than 32 bits
///   invalid_argument        a list of documents is longer or shorter than `out`
/// The order: arguments, width, the order of the documents, the range, the table.
///
/// No read touches a byte behind the slice, which may end with the last value: padding may be
/// missing.
class PackedReader {
 public:
  /// A reader of `count` values at the front of `slice`. Errors: unsupported_width; end_of_input if
  /// the slice ends before the last value does. Bytes behind that, padding or not, do not matter.
  static Expected<PackedReader> make(std::span<const std::uint8_t> slice, unsigned width,
                                     std::uint64_t count, const Kernels& kernels = best()) {
    const std::size_t index = width_index(width);
    if (index >= kWidths.size()) return std::unexpected(Error::unsupported_width);
    if (data_size(count, width) > slice.size()) return std::unexpected(Error::end_of_input);
    return PackedReader(slice, width, count, kernels, kernels.widths[index]);
  }

  unsigned width() const { return width_; }
  std::uint64_t count() const { return count_; }

  /// One value. Error: position_out_of_range.
  Expected<std::uint64_t> get(std::uint64_t index) const {
    if (index >= count_) return std::unexpected(Error::position_out_of_range);
    return value(index);
  }

  /// The values from `first` on, as many as `out` has elements; elements of 32 bits for widths up
  /// to 32. Cost: what storing them costs, with the best kernels.
  Expected<void> read(std::uint64_t first, std::span<std::uint64_t> out) const {
    if (!holds(first, out.size())) return std::unexpected(Error::position_out_of_range);
    if (out.size() == 1) {  // less than a call costs
      out[0] = value(first);
    } else {
      kernels_->unpack(in_, first, out.data(), out.size());
    }
    return {};
  }
  Expected<void> read(std::uint64_t first, std::span<std::uint32_t> out) const {
    if (width_ > 32) return std::unexpected(Error::unsupported_width);
    if (!holds(first, out.size())) return std::unexpected(Error::position_out_of_range);
    kernels_->unpack_u32(in_, first, out.data(), out.size());
    return {};
  }

  /// The same, each value q as q * factor + offset modulo 2^64, in the same pass.
  Expected<void> read(std::uint64_t first, std::span<std::uint64_t> out, Affine form) const {
    if (!holds(first, out.size())) return std::unexpected(Error::position_out_of_range);
    if (out.size() == 1) {
      out[0] = value(first) * form.factor + form.offset;
    } else {
      kernels_->unpack_affine(in_, first, out.data(), out.size(), form);
    }
    return {};
  }

  /// The same, each value q as table[q]. `out` must not overlap the table. A table that lacks some
  /// of the indexes a value could be costs a look at all values beforehand: next to nothing up to 8
  /// bits, as much as decoding them above.
  Expected<void> read(std::uint64_t first, std::span<std::uint64_t> out, Table table) const;

  /// The values of these documents, whose ids must be strictly increasing: document d has value d.
  /// Ids without a gap are read as a range.
  Expected<void> read(std::span<const std::int32_t> documents, std::span<std::uint64_t> out) const;
  Expected<void> read(std::span<const std::int32_t> documents, std::span<std::uint64_t> out,
                      Affine form) const;
  Expected<void> read(std::span<const std::int32_t> documents, std::span<std::uint64_t> out,
                      Table table) const;

 private:
  friend class NumericValues;  // looks at documents itself

  // The values of scattered documents, which ascend and are below count().
  void gather(std::span<const std::int32_t> documents, std::span<std::uint64_t> out) const {
    kernels_->gather(in_, documents.data(), out.data(), out.size());
  }
  void gather(std::span<const std::int32_t> documents, std::span<std::uint64_t> out,
              Affine form) const {
    gather(documents, out);
    for (std::uint64_t& value : out) value = value * form.factor + form.offset;
  }
  // Error: no_table_entry, nothing is written.
  Expected<void> gather(std::span<const std::int32_t> documents, std::span<std::uint64_t> out,
                        Table table) const;

  PackedReader(Stream in, unsigned width, std::uint64_t count, const Kernels& all,
               const WidthKernels& kernels)
      : in_(in),
        count_(count),
        mask_(~std::uint64_t{0} >> (64 - width)),
        whole_bits_(in.size() < 8 ? 0 : 8 * (std::uint64_t{in.size()} - 7)),
        all_(&all),
        kernels_(&kernels),
        width_(width) {}

  bool holds(std::uint64_t first, std::uint64_t values) const {
    return first <= count_ && values <= count_ - first;
  }

  // One below count().
  std::uint64_t value(std::uint64_t index) const {
    const std::uint64_t bit = index * width_;
    if (bit >= whole_bits_) [[unlikely]]
      return last_value_at(in_, width_, index);
    return io::load_little_endian<std::uint64_t>(in_.data() + bit / 8) >> (bit % 8) & mask_;
  }

  Stream in_;
  std::uint64_t count_;
  std::uint64_t mask_;
  std::uint64_t whole_bits_;  // a value that starts below has eight bytes from there on
  const Kernels* all_;
  const WidthKernels* kernels_;
  unsigned width_;
};

/// The elements of a Java long[] as the reads above want them: the same bits.
inline std::span<std::uint64_t> as_unsigned(std::span<std::int64_t> values) {
  return {reinterpret_cast<std::uint64_t*>(values.data()), values.size()};
}
inline Table as_unsigned(std::span<const std::int64_t> values) {
  return {reinterpret_cast<const std::uint64_t*>(values.data()), values.size()};
}

/// Writes `values` and their padding to the front of `out` and gives the number of bytes,
/// packed_size(values.size(), width). Touches no byte of `out` behind those.
///
/// Errors, in this order, and nothing is written: unsupported_width; output_too_small;
/// value_out_of_range for a value of more than `width` bits.
Expected<std::size_t> encode(std::span<const std::uint64_t> values, unsigned width,
                             std::span<std::uint8_t> out);

}  // namespace touchstone::numeric
