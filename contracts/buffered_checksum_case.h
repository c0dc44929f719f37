// The Case of the contract of buffered checksums: a sequence of calls, its drawing, words and
// seeds.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <vector>

#include "harness/contract.h"

namespace touchstone::contracts {

enum class DigestCall : std::uint8_t { byte, u16, u32, u64, bytes, u64s, i64s, value, reset };

std::string_view name_of(DigestCall call);

/// One call. Arrays are parts of the Case's pool of longs.
struct DigestStep {
  DigestCall call = DigestCall::byte;
  std::uint64_t number = 0;  ///< the integer, for calls that take one
  std::uint16_t amount = 0;  ///< bytes or longs of an array
  std::uint16_t behind = 0;  ///< bytes or longs of the pool behind the array: not to be touched

  bool operator==(const DigestStep&) const = default;
};

struct DigestCase {
  std::uint16_t capacity = 1024;
  std::uint64_t noise = 0;  ///< makes the pool: long i is a mix of this and i
  kit::Placement pool_at;
  std::vector<DigestStep> steps;

  bool operator==(const DigestCase&) const = default;
};

/// The capacities that the contract instantiates.
inline constexpr std::array<std::uint16_t, 7> kCapacities{8, 9, 15, 16, 256, 1024, 2048};
inline constexpr std::size_t kPoolLongs = 520;

/// The pool as the longs it is made of, and as the bytes it is in files.
std::vector<std::uint64_t> pool_of(const DigestCase& c);
std::vector<std::uint8_t> pool_bytes(const std::vector<std::uint64_t>& pool);

/// Bytes that the step adds.
std::size_t width_of(const DigestStep& step);

void draw_digest_case(kit::Draw& d, DigestCase& c);
void describe_digest_case(const DigestCase& c, std::ostream& out);
void digest_seeds(kit::Seeds<DigestCase>& seeds);

}  // namespace touchstone::contracts
