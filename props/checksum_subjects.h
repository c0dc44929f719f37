// Who is tested by the CRC-32 tests: the reference, Boost and zlib where they are installed, and
// the codec at every tier of this CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "codecs/checksum/crc32.h"
#include "codecs/tier.h"
#include "props/subject_name.h"
#include "reference/crc32.h"
#include "reference/upstream/crc32.h"

namespace touchstone::props {

struct ChecksumSubject {
  std::string name;
  std::function<std::uint32_t(Bytes, std::uint32_t before)> crc32;
  bool is_codec =
      false;  ///< ours, and fast: tests that are long or about one tier take these alone
};

/// Of the codec alone.
inline std::vector<ChecksumSubject> checksum_tiers() {
  std::vector<ChecksumSubject> subjects;
  for (const checksum::Kernels& kernels : checksum::kernels()) {
    if (!cpu_supports(kernels.tier)) continue;
    subjects.push_back({std::string(name_of(kernels.tier)),
                        [&kernels](Bytes bytes, std::uint32_t before) {
                          return checksum::crc32(bytes, before, kernels);
                        },
                        true});
  }
  return subjects;
}

inline std::vector<ChecksumSubject> checksum_subjects() {
  std::vector<ChecksumSubject> subjects = checksum_tiers();
  subjects.push_back({"reference", reference::crc32});
  if (reference::upstream::boost_crc::available()) {
    subjects.push_back({"boost", reference::upstream::boost_crc::crc32});
  }
  if (reference::upstream::zlib::available()) {
    subjects.push_back({"zlib", reference::upstream::zlib::crc32});
  }
  return subjects;
}

inline void PrintTo(const ChecksumSubject& subject, std::ostream* out) { *out << subject.name; }

}  // namespace touchstone::props
