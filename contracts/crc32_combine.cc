// Contract: the CRC-32 of two parts out of their CRCs, for any two values and any length.
#include <array>
#include <iomanip>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "codecs/checksum/crc32.h"
#include "contracts/seed_parts.h"
#include "harness/any_contract.h"
#include "reference/crc32.h"
#include "reference/crc32_combine.h"
#include "reference/upstream/crc32.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;
namespace upstream = reference::upstream;

struct CombineCase {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint64_t length = 0;  ///< bytes of the second part
  std::uint64_t split = 0;   ///< how many of them the relation appends first, modulo all

  bool operator==(const CombineCase&) const = default;
};

template <typename Combine>
Result run_combine(const CombineCase& c, Stage& stage, Combine combine) {
  const std::uint32_t crc = stage.call([&] { return combine(c.first, c.second, c.length); });
  return Result::ok().also("crc", crc);
}

// What zlib says, where it promises anything.
std::optional<std::string> as_zlib(const CombineCase& c, Stage& stage) {
  if (!upstream::zlib::can_combine(c.second, c.length)) return std::nullopt;
  const std::uint32_t theirs = upstream::zlib::combine(c.first, c.second, c.length);
  const std::uint32_t ours =
      stage.call([&] { return checksum::combine(c.first, c.second, c.length); });
  if (ours == theirs) return std::nullopt;
  return "zlib's crc32_combine gives another CRC";
}

// Some zeros and then the rest are what all at once are.
std::optional<std::string> in_two_steps(const CombineCase& c, Stage& stage) {
  const std::uint64_t some = c.length == 0 ? 0 : c.split % c.length;
  const bool same = stage.call([&] {
    const std::uint32_t half = checksum::combine(c.first, 0, some);
    return checksum::combine(half, c.second, c.length - some) ==
           checksum::combine(c.first, c.second, c.length);
  });
  if (same) return std::nullopt;
  return "appending " + std::to_string(some) + " bytes first gives another CRC";
}

// A part that exists: so many zeros, their bytes behind the first CRC.
std::optional<std::string> as_real_zeros(const CombineCase& c, Stage& stage) {
  constexpr std::uint64_t kMost = 2048;
  if (c.length > kMost) return std::nullopt;
  const std::vector<std::uint8_t> zeros(c.length);
  const std::uint32_t alone = reference::crc32(zeros);
  const std::uint32_t behind = reference::crc32(zeros, c.first);
  if (stage.call([&] { return checksum::combine(c.first, alone, c.length); }) == behind) {
    return std::nullopt;
  }
  return "another CRC than that of real zeros behind the first part";
}

enum class Reach : std::uint8_t {
  length_0,
  length_1,
  length_below_2_to_11,
  length_to_2_to_31,
  length_2_to_31,
  length_beyond_2_to_32,
  length_period,
  length_2_to_63,
  length_negative,
  first_0,
  first_bit_31,
  second_0,
  second_bit_31,
  second_of_nothing,
};

using Marks = kit::Marks<Reach>;

struct Crc32Combine {
  using Case = CombineCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "crc32_combine";
  static constexpr std::string_view kClaim =
      "the CRC-32 of two parts is made of any two CRCs and any length as by appending zeros";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) {
    d.edgy(c.first, std::uint32_t{0}, ~std::uint32_t{0});
    d.edgy(c.second, std::uint32_t{0}, ~std::uint32_t{0});
    d.edgy(c.length, std::uint64_t{0}, ~std::uint64_t{0});
    d.edgy(c.split, std::uint64_t{0}, ~std::uint64_t{0});
  }

  static void describe(const Case& c, std::ostream& out) {
    out << std::hex << std::setfill('0') << "CRC " << std::setw(8) << c.first << ", then CRC "
        << std::setw(8) << c.second << std::dec << " of " << c.length
        << " bytes\nin two steps: after " << (c.length == 0 ? 0 : c.split % c.length);
  }

  static void survey(const Case& c, const Result&, Marks& m) {
    using enum Reach;
    m.mark_if(c.length == 0, length_0);
    m.mark_if(c.length == 1, length_1);
    m.mark_if(c.length > 1 && c.length < 2048, length_below_2_to_11);
    m.mark_if(c.length >= 2048 && c.length < 1ULL << 31, length_to_2_to_31);
    m.mark_if(c.length == 1ULL << 31, length_2_to_31);
    m.mark_if(c.length > 1ULL << 32 && c.length < 1ULL << 63, length_beyond_2_to_32);
    m.mark_if(c.length != 0 && c.length % 0xFFFF'FFFF == 0, length_period);
    m.mark_if(c.length == 1ULL << 63, length_2_to_63);
    m.mark_if(c.length > 1ULL << 63, length_negative);
    m.mark_if(c.first == 0, first_0);
    m.mark_if(c.first >> 31 != 0, first_bit_31);
    m.mark_if(c.second == 0, second_0);
    m.mark_if(c.second >> 31 != 0, second_bit_31);
    m.mark_if(c.length == 0 && c.second != 0, second_of_nothing);
  }

  static void declare(kit::Declaration<Crc32Combine>& d) {
    d.reach(Reach::length_0, "length 0");
    d.reach(Reach::length_1, "length 1");
    d.reach(Reach::length_below_2_to_11, "length below 2^11");
    d.reach(Reach::length_to_2_to_31, "length from 2^11 to 2^31");
    d.reach(Reach::length_2_to_31, "length 2^31: no int");
    d.reach(Reach::length_beyond_2_to_32, "length beyond 2^32");
    d.reach(Reach::length_period, "length a multiple of 2^32 - 1: no change");
    d.reach(Reach::length_2_to_63, "length 2^63: no long");
    d.reach(Reach::length_negative, "length beyond 2^63: negative elsewhere");
    d.reach(Reach::first_0, "first CRC 0");
    d.reach(Reach::first_bit_31, "first CRC with bit 31 set");
    d.reach(Reach::second_0, "second CRC 0");
    d.reach(Reach::second_bit_31, "second CRC with bit 31 set");
    d.reach(Reach::second_of_nothing, "second CRC not 0, of length 0");
    d.reference("reference::crc32_combine", [](const Case& c, Stage& stage) {
      return run_combine(c, stage, reference::crc32_combine);
    });
    const kit::SubjectInfo ours{.name = "checksum::combine"};
    d.subject(ours,
              [](const Case& c, Stage& stage) { return run_combine(c, stage, checksum::combine); });
    d.relation(ours, in_two_steps);
    d.relation(ours, as_real_zeros);
    d.relation({.name = "zlib crc32_combine", .available = upstream::zlib::available()}, as_zlib);
  }

  static void seeds(kit::Seeds<Case>& seeds);
};

// madler/zlib#904, #659, zlib-ng#2398: endless on a negative length, a length of 0 not looked at;
// zlib-ng#1262: values with bit 31 set were extended.
void Crc32Combine::seeds(kit::Seeds<Case>& seeds) {
  struct Length {
    const char* name;
    std::uint64_t bytes;
  };
  constexpr std::array<Length, 14> kLengths{{{"0", 0},
                                             {"1", 1},
                                             {"7", 7},
                                             {"2047", 2047},
                                             {"2-to-31-less-1", (1ULL << 31) - 1},
                                             {"2-to-31", 1ULL << 31},
                                             {"2-to-32-less-1", (1ULL << 32) - 1},
                                             {"2-to-32", 1ULL << 32},
                                             {"2-to-32-and-5", (1ULL << 32) + 5},
                                             {"2-to-61", 1ULL << 61},
                                             {"2-to-63-less-1", (1ULL << 63) - 1},
                                             {"2-to-63", 1ULL << 63},
                                             {"minus-7", ~0ULL - 6},
                                             {"minus-1", ~0ULL}}};
  for (const Length& length : kLengths) {
    const std::string name = seed_name("bug-b35-s24-length", length.name);
    seeds.add(name, {.first = 0xCBF4'3926, .second = 0, .length = length.bytes, .split = 3});
    seeds.add(name + "-second-abcdefg",
              {.first = 0xCBF4'3926, .second = 0x312A'6AA6, .length = length.bytes, .split = 5});
    seeds.add(name + "-first-0",
              {.first = 0, .second = 0xFFFF'FFFF, .length = length.bytes, .split = 1});
  }
  for (const std::uint32_t first : {0x8000'0000U, 0xFFFF'FFFFU, 0x7FFF'FFFFU, 1U}) {
    seeds.add(seed_name("bug-b31-first", first),
              {.first = first, .second = 0x8000'0001, .length = 1000, .split = 400});
  }
}

TOUCHSTONE_CONTRACT(Crc32Combine)

}  // namespace
}  // namespace touchstone::contracts
