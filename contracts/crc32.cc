// Contract: the CRC-32 of any bytes, from any initial value, at any address, cut in any way.
#include <algorithm>
#include <optional>
#include <string>

#include "codecs/checksum/crc32.h"
#include "contracts/crc32_case.h"
#include "harness/any_contract.h"
#include "reference/crc32.h"
#include "reference/upstream/crc32.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;
namespace upstream = reference::upstream;

// `crc32(bytes, before)` of the whole message.
template <typename Crc32>
Result run_whole(const Crc32Case& c, Stage& stage, Crc32 crc32) {
  const auto in = stage.input(message_of(c), c.at);
  const std::uint32_t crc = stage.call([&] { return crc32(in, c.before); });
  return Result::ok().took(in.size()).also("crc", crc);
}

// Copied on the way: the same CRC, the same bytes, and none behind them.
std::optional<std::string> copied(const Crc32Case& c, const checksum::Kernels& k, Stage& stage) {
  const auto from = stage.input(message_of(c), c.at);
  const auto to = stage.output<std::uint8_t>(from.size(), c.at);
  const std::uint32_t crc = stage.call([&] { return k.copy(c.before, from, to.data()); });
  if (crc != checksum::crc32(from, c.before, k)) return "another CRC when it copies";
  if (!std::ranges::equal(from, to)) return "the copy has other bytes";
  return std::nullopt;
}

// Every piece in a buffer of its own that ends or starts at an unmapped page, each call given the
// result of the one before.
std::optional<std::string> any_split(const Crc32Case& c, const checksum::Kernels& k, Stage& stage) {
  const auto message = message_of(c);
  const auto whole = stage.input(message, c.at);
  std::uint32_t crc = c.before;
  std::size_t piece = 0;
  for_each_piece(c, [&](std::size_t at, std::size_t size) {
    const kit::Placement where = piece++ % 2 == 0 ? c.at : kit::Placement{};
    const auto in = stage.input(message.subspan(at, size), where);
    crc = stage.call([&] { return checksum::crc32(in, crc, k); });
  });
  const std::uint32_t at_once = stage.call([&] { return checksum::crc32(whole, c.before, k); });
  if (crc == at_once) return std::nullopt;
  return "another CRC in " + std::to_string(piece) + " pieces than at once";
}

// The first piece and the rest, each on its own, and then put together.
std::optional<std::string> parts_combined(const Crc32Case& c, const checksum::Kernels& k,
                                          Stage& stage) {
  const auto whole = stage.input(message_of(c), c.at);
  const std::size_t cut = c.pieces.empty() ? 0 : std::min<std::size_t>(c.pieces[0], whole.size());
  const auto left = whole.first(cut);
  const auto right = whole.subspan(cut);
  const bool same = stage.call([&] {
    const std::uint32_t both = checksum::combine(checksum::crc32(left, c.before, k),
                                                 checksum::crc32(right, 0, k), right.size());
    return both == checksum::crc32(whole, c.before, k);
  });
  if (same) return std::nullopt;
  return "the CRCs of " + std::to_string(cut) + " and of " + std::to_string(right.size()) +
         " bytes combine to another than that of all";
}

enum class Reach : std::uint8_t {
  size_0,
  size_1,
  size_2,
  size_3,
  size_4_to_7,
  size_8_to_15,
  size_16,
  size_17_to_63,
  size_64,
  size_65_to_255,
  size_256,
  size_257_to_259,
  size_260_to_1023,
  size_1024_and_more,
  size_beyond_4096,
  vectors_whole,
  vectors_one_byte_over,
  crc_over_two_vectors,
  crc_over_two_blocks,
  vectors_behind_0,
  vectors_behind_1,
  vectors_behind_2,
  vectors_behind_3,
  blocks_behind_0,
  blocks_behind_7,
  at_left,
  at_right,
  at_line,
  at_word,
  at_odd,
  before_0,
  before_ones,
  before_bit_31,
  before_small,
  piece_empty,
  piece_of_1,
  pieces_many,
  cut_in_first_4,
  left_part_empty,
  right_part_empty,
  result_bit_31,
};

using Marks = kit::Marks<Reach>;

void survey_size(std::size_t size, Marks& m) {
  using enum Reach;
  m.mark(size < 4      ? static_cast<Reach>(static_cast<std::size_t>(size_0) + size)
         : size < 8    ? size_4_to_7
         : size < 16   ? size_8_to_15
         : size == 16  ? size_16
         : size < 64   ? size_17_to_63
         : size == 64  ? size_64
         : size < 256  ? size_65_to_255
         : size == 256 ? size_256
         : size < 260  ? size_257_to_259
         : size < 1024 ? size_260_to_1023
                       : size_1024_and_more);
  m.mark_if(size > 4096, size_beyond_4096);
  if (size <= 256) return;
  // A long message: where the vectors of 64 and the blocks of 16 bytes lie in it, of which the
  // first may be a partial one, and how many are left over behind the last round of 256 and of 128.
  m.mark_if(size % 64 == 0, vectors_whole);
  m.mark_if(size % 64 == 1, vectors_one_byte_over);
  m.mark_if((size - 1) % 64 < 3, crc_over_two_vectors);
  m.mark_if((size - 1) % 16 < 3, crc_over_two_blocks);
  const std::size_t vectors = (size - 1) / 64 % 4;
  m.mark(static_cast<Reach>(static_cast<std::size_t>(vectors_behind_0) + vectors));
  m.mark_if((size - 1) / 16 % 8 == 0, blocks_behind_0);
  m.mark_if((size - 1) / 16 % 8 == 7, blocks_behind_7);
}

void survey_place(const kit::Placement& at, Marks& m) {
  m.mark_if(at.flush == kit::Flush::left, Reach::at_left);
  m.mark_if(at.flush == kit::Flush::right, Reach::at_right);
  if (at.flush != kit::Flush::aligned) return;
  m.mark(at.alignment == 0       ? Reach::at_line
         : at.alignment % 2 == 1 ? Reach::at_odd
                                 : Reach::at_word);
}

void survey_pieces(const Crc32Case& c, Marks& m) {
  m.mark_if(c.pieces.size() >= 4, Reach::pieces_many);
  for_each_piece(c, [&](std::size_t at, std::size_t size) {
    m.mark_if(size == 0, Reach::piece_empty);
    m.mark_if(size == 1, Reach::piece_of_1);
    m.mark_if(at > 0 && at < 4 && size > 0, Reach::cut_in_first_4);
  });
  if (c.size() == 0) return;
  m.mark_if(c.pieces.empty() || c.pieces[0] == 0, Reach::left_part_empty);
  m.mark_if(!c.pieces.empty() && c.pieces[0] >= c.size(), Reach::right_part_empty);
}

struct Crc32 {
  using Case = Crc32Case;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "crc32";
  static constexpr std::string_view kClaim =
      "the CRC-32 of any bytes behind any CRC is that of a bit-by-bit one, at any address, cut in "
      "any "
      "way, copied, or combined of two parts, and reads nothing outside the bytes";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_crc32_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_crc32_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { crc32_seeds(seeds); }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    survey_size(c.size(), m);
    survey_place(c.at, m);
    survey_pieces(c, m);
    m.mark_if(c.before == 0, Reach::before_0);
    m.mark_if(c.before == ~std::uint32_t{0}, Reach::before_ones);
    m.mark_if(c.before >> 31 != 0, Reach::before_bit_31);
    m.mark_if(c.before != 0 && c.before < 256, Reach::before_small);
    m.mark_if(truth.observations()[0].value >> 31 != 0, Reach::result_bit_31);
  }

  static void declare(kit::Declaration<Crc32>& d) {
    declare_sizes(d);
    declare_rest(d);
    d.reference("reference::crc32", [](const Case& c, Stage& stage) {
      return run_whole(c, stage, [](auto in, auto before) { return reference::crc32(in, before); });
    });
    d.subject({.name = "Boost.CRC", .available = upstream::boost_crc::available()},
              [](const Case& c, Stage& s) { return run_whole(c, s, upstream::boost_crc::crc32); });
    d.subject({.name = "zlib crc32_z", .available = upstream::zlib::available()},
              [](const Case& c, Stage& s) { return run_whole(c, s, upstream::zlib::crc32); });
    for (const checksum::Kernels& k : checksum::kernels()) {
      const kit::SubjectInfo info{.name = "checksum::crc32",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      d.subject(info, [&k](const Case& c, Stage& stage) {
        return run_whole(c, stage,
                         [&k](auto in, auto before) { return checksum::crc32(in, before, k); });
      });
      d.relation(info, [&k](const Case& c, Stage& stage) { return any_split(c, k, stage); });
      d.relation(info, [&k](const Case& c, Stage& stage) { return copied(c, k, stage); });
      d.relation(info, [&k](const Case& c, Stage& stage) { return parts_combined(c, k, stage); });
    }
  }

  static void declare_sizes(kit::Declaration<Crc32>& d) {
    d.reach(Reach::size_0, "no byte");
    d.reach(Reach::size_1, "1 byte");
    d.reach(Reach::size_2, "2 bytes");
    d.reach(Reach::size_3, "3 bytes");
    d.reach(Reach::size_4_to_7, "4 to 7 bytes");
    d.reach(Reach::size_8_to_15, "8 to 15 bytes");
    d.reach(Reach::size_16, "16 bytes: one block");
    d.reach(Reach::size_17_to_63, "17 to 63 bytes");
    d.reach(Reach::size_64, "64 bytes: one vector, two steps in strands");
    d.reach(Reach::size_65_to_255, "65 to 255 bytes");
    d.reach(Reach::size_256, "256 bytes: the longest short message");
    d.reach(Reach::size_257_to_259, "257 to 259 bytes: the shortest long ones");
    d.reach(Reach::size_260_to_1023, "260 to 1023 bytes");
    d.reach(Reach::size_1024_and_more, "1024 bytes and more");
    d.reach(Reach::size_beyond_4096, "more than a page");
    d.reach(Reach::vectors_whole, "long, of whole vectors");
    d.reach(Reach::vectors_one_byte_over, "long, one byte over whole vectors");
    d.reach(Reach::crc_over_two_vectors, "long, the CRC in front lies over two vectors");
    d.reach(Reach::crc_over_two_blocks, "long, the CRC in front lies over two blocks");
    d.reach(Reach::vectors_behind_0, "long, 0 vectors behind the rounds of four");
    d.reach(Reach::vectors_behind_1, "long, 1 vector behind the rounds of four");
    d.reach(Reach::vectors_behind_2, "long, 2 vectors behind the rounds of four");
    d.reach(Reach::vectors_behind_3, "long, 3 vectors behind the rounds of four");
    d.reach(Reach::blocks_behind_0, "long, 0 blocks behind the rounds of eight");
    d.reach(Reach::blocks_behind_7, "long, 7 blocks behind the rounds of eight");
  }

  static void declare_rest(kit::Declaration<Crc32>& d) {
    d.reach(Reach::at_left, "starts behind an unmapped page");
    d.reach(Reach::at_right, "ends before an unmapped page");
    d.reach(Reach::at_line, "starts at a multiple of 64");
    d.reach(Reach::at_word, "starts at an even address");
    d.reach(Reach::at_odd, "starts at an odd address");
    d.reach(Reach::before_0, "behind nothing, or a CRC of 0");
    d.reach(Reach::before_ones, "behind a CRC of all ones");
    d.reach(Reach::before_bit_31, "behind a CRC with bit 31 set");
    d.reach(Reach::before_small, "behind a CRC below 256");
    d.reach(Reach::piece_empty, "cut with an empty piece");
    d.reach(Reach::piece_of_1, "cut with a piece of 1 byte");
    d.reach(Reach::pieces_many, "cut in five pieces and more");
    d.reach(Reach::cut_in_first_4, "cut inside the first four bytes");
    d.reach(Reach::left_part_empty, "combined, left part empty");
    d.reach(Reach::right_part_empty, "combined, right part empty");
    d.reach(Reach::result_bit_31, "a CRC with bit 31 set");
  }
};

TOUCHSTONE_CONTRACT(Crc32)

}  // namespace
}  // namespace touchstone::contracts
