// Who is tested by the group-varint tests: one line a subject, here and nowhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "codecs/error.h"
#include "codecs/group_varint/group_varint.h"
#include "codecs/tier.h"
#include "props/subject_name.h"
#include "reference/group_varint.h"

namespace touchstone::props {

/// A group-varint codec under test, for both widths of value.
struct GroupVarintSubject {
  std::string name;
  std::function<Expected<std::size_t>(Bytes, std::span<std::uint32_t>)> decode_32;
  std::function<Expected<std::size_t>(Bytes, std::span<std::uint64_t>)> decode_64;
  std::function<Expected<std::size_t>(std::span<const std::uint32_t>, std::span<std::uint8_t>)>
      encode_32;
  std::function<Expected<std::size_t>(std::span<const std::uint64_t>, std::span<std::uint8_t>)>
      encode_64;
  /// Whether an encode that fails has written what came before, and nothing else. The codec
  /// promises less: all of its output is then unspecified.
  bool leaves_what_it_refuses = false;
};

/// A subject out of two callables that take either width: decode(in, out) and encode(values, out).
template <typename Decode, typename Encode>
GroupVarintSubject group_varint_subject(std::string name, Decode decode, Encode encode) {
  return {std::move(name), decode, decode, encode, encode, false};
}

/// The reference, and the codec at every tier of this CPU.
inline std::vector<GroupVarintSubject> group_varint_subjects() {
  std::vector<GroupVarintSubject> subjects;
  subjects.push_back(group_varint_subject(
      "reference", [](auto in, auto out) { return reference::group_varint::decode(in, out); },
      [](auto values, auto out) { return reference::group_varint::encode(values, out); }));
  subjects.back().leaves_what_it_refuses = true;
  for (const group_varint::Kernels& kernels : group_varint::kernels()) {
    if (!cpu_supports(kernels.tier)) continue;
    subjects.push_back(group_varint_subject(
        std::string(name_of(kernels.tier)),
        [&kernels](auto in, auto out) { return group_varint::decode(in, out, kernels); },
        [&kernels](auto values, auto out) { return group_varint::encode(values, out, kernels); }));
  }
  return subjects;
}

inline void PrintTo(const GroupVarintSubject& subject, std::ostream* out) { *out << subject.name; }

}  // namespace touchstone::props
