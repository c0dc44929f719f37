// Who is tested by the vInt tests: the reference, and the codec through a span and every input
// kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "codecs/error.h"
#include "props/subject_name.h"
#include "reference/vint.h"

namespace touchstone::props {

/// A reader of single variable-length integers under test.
struct VintSubject {
  std::string name;
  std::function<Expected<reference::Decoded<std::uint32_t>>(Bytes)> decode_vint;
  /// One vLong at `position` of `stream`. A reader with a buffer refills it after `window` bytes,
  /// so that any value can be made to cross an edge; one that reads memory ignores the window.
  std::function<Expected<reference::Decoded<std::uint64_t>>(Bytes stream, std::size_t position,
                                                            std::size_t window)>
      decode_vlong;
};

/// Subjects that read an io::Input also check that a refused value leaves the position alone.
std::vector<VintSubject> vint_subjects();

inline void PrintTo(const VintSubject& subject, std::ostream* out) { *out << subject.name; }

}  // namespace touchstone::props
