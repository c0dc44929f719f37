// From kernels to whole lists: the driver of all decoders.
//
// A kernel may take a group only where 17 bytes are in one window. The driver lets it run through
// each window, takes the whole groups among the last bytes there with loads that end where a value
// ends, and reads the group across the seam of two windows with two exact reads. The tail is plain
// vInts.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codecs/group_varint/group_varint.h"
#include "codecs/group_varint/kernels.h"
#include "codecs/group_varint/scalar_step.h"
#include "codecs/io/vint.h"

namespace touchstone::group_varint {
namespace {

// The whole groups among the last bytes of `in`, from `at` on: fewer than a kernel needs.
template <typename T>
Progress decode_last_groups(std::span<const std::uint8_t> in, std::size_t at, std::span<T> out) {
  Progress progress{0, 0};
  while (4 * progress.groups < out.size() && at < in.size()) {
    const std::uint8_t* flag = &in[at];
    const std::size_t bytes = kGroupBytes[*flag];
    if (in.size() - at < bytes) break;
    T* to = &out[4 * progress.groups];
    if (at >= 2) {  // its loads reach two bytes in front of the flag
      decode_values_backwards(*flag, flag + 1, to);
    } else {
      std::array<std::uint8_t, kMaxGroupBytes> padded{};
      std::copy_n(flag, bytes, padded.begin());
      decode_values(*flag, &padded[1], to);
    }
    at += bytes;
    progress.bytes += bytes;
    ++progress.groups;
  }
  return progress;
}

// One group wherever it lies. Its values are copied to where 16 bytes may be read.
template <typename T>
Expected<void> read_group(io::Input& in, T* out) {
  const auto flag = in.read_byte();
  if (!flag) return std::unexpected(flag.error());
  std::array<std::uint8_t, kMaxGroupBytes - 1> data{};
  const std::size_t bytes = std::size_t{kGroupBytes[*flag]} - 1;
  if (auto read = in.read_bytes(std::span(data).first(bytes)); !read) return read;
  decode_values(*flag, data.data(), out);
  return {};
}

template <typename T>
Expected<void> read_groups(io::Input& in, std::span<T> out, const Kernels& kernels) {
  while (!out.empty()) {
    const auto window = in.window();
    if (!window) return std::unexpected(window.error());
    const Progress progress = window->size() >= kMaxGroupBytes
                                  ? decoder(kernels, T{})(*window, out)
                                  : decode_last_groups(*window, 0, out);
    in.consume(progress.bytes);
    out = out.subspan(4 * progress.groups);
    if (progress.groups != 0) continue;
    if (auto read = read_group(in, out.data()); !read) return read;
    out = out.subspan(4);
  }
  return {};
}

template <typename T>
Expected<void> read_tail(io::Input& in, std::span<T> out) {
  for (T& value : out) {
    const auto vint = io::read_vint(in);
    if (!vint) return std::unexpected(vint.error());
    value = *vint;
  }
  return {};
}

template <typename T>
Expected<void> read_values(io::Input& in, std::span<T> out, const Kernels& kernels) {
  // Refusing early, here and below, gives what a byte-wise reader would find: it cannot complete
  // with fewer bytes than the shortest encoding has, and the one thing it could trip over before
  // the end is a vInt's fifth byte, behind all groups: that takes 5 * groups + 5 bytes, which is
  // more than the shortest encoding's 5 * groups + 3 at most.
  if (in.remaining() < min_encoded_size(out.size())) return std::unexpected(Error::end_of_input);
  const std::uint64_t start = in.position();
  const std::size_t in_groups = out.size() / 4 * 4;
  auto result = read_groups(in, out.first(in_groups), kernels);
  if (result) result = read_tail(in, out.subspan(in_groups));
  if (!result) (void)in.seek(start);  // cannot fail: we came from there
  return result;
}

// The same where all bytes lie side by side: short lists are most lists, and an input object would
// take as long as they do.
template <typename T>
Expected<std::size_t> decode_span(std::span<const std::uint8_t> in, std::span<T> out,
                                  const Kernels& kernels) {
  if (in.size() < min_encoded_size(out.size())) return std::unexpected(Error::end_of_input);
  const std::size_t in_groups = out.size() / 4 * 4;
  const Progress progress = decoder(kernels, T{})(in, out.first(in_groups));
  std::size_t at = progress.bytes;
  std::size_t done = 4 * progress.groups;
  if (done < in_groups) {
    const Progress last = decode_last_groups(in, at, out.subspan(done, in_groups - done));
    at += last.bytes;
    done += 4 * last.groups;
    if (done < in_groups) return std::unexpected(Error::end_of_input);
  }
  for (; done < out.size(); ++done) {
    const auto vint = io::decode_vint(in.subspan(at));
    if (!vint) return std::unexpected(vint.error());
    out[done] = vint->value;
    at += vint->consumed;
  }
  return at;
}

}  // namespace

Expected<void> read(io::Input& in, std::span<std::uint32_t> out, const Kernels& kernels) {
  return read_values(in, out, kernels);
}
Expected<void> read(io::Input& in, std::span<std::uint64_t> out, const Kernels& kernels) {
  return read_values(in, out, kernels);
}
Expected<std::size_t> decode(std::span<const std::uint8_t> in, std::span<std::uint32_t> out,
                             const Kernels& kernels) {
  return decode_span(in, out, kernels);
}
Expected<std::size_t> decode(std::span<const std::uint8_t> in, std::span<std::uint64_t> out,
                             const Kernels& kernels) {
  return decode_span(in, out, kernels);
}

}  // namespace touchstone::group_varint
