// Contract: group varint encoding: the bytes that Lucene writes, and back again.
#include <algorithm>
#include <bit>
#include <ostream>

#include "codecs/group_varint/group_varint.h"
#include "contracts/group_varint_encode_case.h"
#include "contracts/touched.h"
#include "harness/any_contract.h"
#include "reference/group_varint.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;

// The values as elements of type T, in the arena.
template <typename T>
std::span<const T> place_values(const EncodeCase& c, Stage& stage) {
  static std::vector<T> elements;
  elements.assign(c.values.size(), T{});
  std::ranges::transform(c.values, elements.begin(),
                         [](std::uint64_t v) { return static_cast<T>(v); });
  return stage.input<T>(elements, c.input_at);
}

// Bytes behind the encoded form, and behind the scratch an encoder is allowed there, that are no
// longer the fill.
std::uint64_t touched_behind(std::span<const std::uint8_t> behind, std::uint8_t fill) {
  return touched(behind.subspan(std::min(behind.size(), group_varint::kEncodeScratchBytes)), fill);
}

template <typename T, typename Encode>
Result run_encode(const EncodeCase& c, Stage& stage, Encode encode) {
  const auto values = place_values<T>(c, stage);
  const auto out = stage.output<std::uint8_t>(room(c), c.output_at);
  const auto written = stage.call([&] { return encode(values, out); });
  if (!written) return Result::rejected(name_of(written.error())).also("bytes touched behind", 0);
  // Not to be believed, or it would be this contract that reads past the output.
  if (*written > out.size()) return Result::rejected("claims more bytes than the output has");
  return Result::ok()
      .took(values.size_bytes())
      .gave(out.first(*written))
      .also("bytes touched behind", touched_behind(out.subspan(*written), stage.fill()));
}

// What was encoded is decoded to the same values, the size was foretold, and every byte was needed.
template <typename T>
std::optional<std::string> round_trip(const EncodeCase& c, const group_varint::Kernels& kernels,
                                      Stage& stage) {
  const auto values = place_values<T>(c, stage);
  const auto out =
      stage.output<std::uint8_t>(group_varint::max_encoded_size(values.size()), c.output_at);
  const auto written = stage.call([&] { return group_varint::encode(values, out, kernels); });
  if (!written) return std::nullopt;
  if (*written > out.size()) return "claims more bytes than the output has";
  const std::size_t foretold = stage.call([&] { return group_varint::encoded_size(values); });
  if (foretold != *written) return "encoded_size foretold " + std::to_string(foretold) + " bytes";
  if (*written < group_varint::min_encoded_size(values.size()))
    return "fewer bytes than the minimum";
  const auto back = stage.output<T>(values.size(), {});
  const auto read =
      stage.call([&] { return group_varint::decode(out.first(*written), back, kernels); });
  if (!read) return "its bytes are refused: " + std::string(name_of(read.error()));
  if (*read != *written) return "its bytes are not read to their end";
  if (!std::ranges::equal(values, back)) return "its bytes decode to other values";
  return std::nullopt;
}

enum class Reach : std::uint8_t {
  no_values,
  groups,
  tail_1,
  tail_2,
  tail_3,
  tail_only,
  one_byte,
  two_bytes,
  three_bytes,
  four_bytes,
  top_bit_32,
  top_bit_64,
  zero_value,
  exact_room,
  near_end,
  too_small,
  too_small_by_one,
  out_of_range,
  out_of_range_in_tail,
  negative_long,
  long_list,
};

using Marks = kit::Marks<Reach>;

void survey_value(std::uint64_t value, bool wide, Marks& m) {
  const auto bytes = static_cast<std::size_t>(std::bit_width(value | 1) + 7) / 8;
  m.mark_if(bytes == 1, Reach::one_byte);
  m.mark_if(bytes == 2, Reach::two_bytes);
  m.mark_if(bytes == 3, Reach::three_bytes);
  m.mark_if(bytes == 4, Reach::four_bytes);
  m.mark_if(value == 0, Reach::zero_value);
  m.mark_if(bytes == 4 && value >> 31 == 1, wide ? Reach::top_bit_64 : Reach::top_bit_32);
}

struct GroupVarintEncode {
  using Case = EncodeCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "group_varint_encode";
  static constexpr std::string_view kClaim =
      "group varint encoding gives the canonical bytes of a byte-by-byte encoder or its error, "
      "fits "
      "into exactly as many bytes, touches none behind, and decodes to the same values";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_encode_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_encode_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { encode_seeds(seeds); }

  // The same values with a byte of room too few; for one Case in four.
  static bool spoil(Case& c) {
    if (c.values.size() / 4 % 4 != 1) return false;
    if (room(c) == 0 || c.spare < -39) return false;
    c.spare = static_cast<std::int16_t>(std::min<int>(c.spare, 0) - 1);
    return true;
  }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    const std::size_t count = c.values.size();
    m.mark_if(truth.status() == name_of(Error::output_too_small), Reach::too_small);
    m.mark_if(truth.status() == name_of(Error::output_too_small) && c.spare == -1,
              Reach::too_small_by_one);
    m.mark_if(truth.status() == name_of(Error::value_out_of_range), Reach::out_of_range);
    const bool groups_fine = std::ranges::all_of(std::span(c.values).first(count / 4 * 4),
                                                 [](std::uint64_t v) { return v >> 32 == 0; });
    m.mark_if(truth.status() == name_of(Error::value_out_of_range) && groups_fine,
              Reach::out_of_range_in_tail);
    m.mark_if(c.wide && std::ranges::any_of(c.values, [](std::uint64_t v) { return v >> 63 != 0; }),
              Reach::negative_long);
    if (!truth.is_ok()) return;
    for (const std::uint64_t value : c.values) survey_value(value, c.wide, m);
    m.mark_if(count == 0, Reach::no_values);
    m.mark_if(count >= 4, Reach::groups);
    m.mark_if(count % 4 == 1, Reach::tail_1);
    m.mark_if(count % 4 == 2, Reach::tail_2);
    m.mark_if(count % 4 == 3, Reach::tail_3);
    m.mark_if(count > 0 && count < 4, Reach::tail_only);
    m.mark_if(count >= 128, Reach::long_list);
    m.mark_if(count >= 4 && c.spare == 0, Reach::exact_room);
    m.mark_if(count >= 4 && c.spare > 0 && c.spare < 17, Reach::near_end);
  }

  static void declare(kit::Declaration<GroupVarintEncode>& d) {
    declare_reach(d);
    d.reference("reference::group_varint::encode", [](const Case& c, Stage& stage) {
      const auto encode = [](auto values, auto out) {
        return reference::group_varint::encode(values, out);
      };
      return c.wide ? run_encode<std::uint64_t>(c, stage, encode)
                    : run_encode<std::uint32_t>(c, stage, encode);
    });
    const std::size_t tiers = group_varint::kernels().size();
    for (std::size_t i = 0; i < tiers; ++i) {
      const group_varint::Kernels& k = group_varint::kernels()[i];
      const kit::SubjectInfo info{.name = "group_varint::encode",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      d.subject(info, [&k](const Case& c, Stage& stage) {
        const auto encode = [&k](auto values, auto out) {
          return group_varint::encode(values, out, k);
        };
        return c.wide ? run_encode<std::uint64_t>(c, stage, encode)
                      : run_encode<std::uint32_t>(c, stage, encode);
      });
      // The tiers take turns, by the Case.
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> std::optional<std::string> {
        if ((c.values.size() + room(c)) % tiers != i) return std::nullopt;
        return c.wide ? round_trip<std::uint64_t>(c, k, stage)
                      : round_trip<std::uint32_t>(c, k, stage);
      });
    }
  }

  static void declare_reach(kit::Declaration<GroupVarintEncode>& d) {
    d.reach(Reach::no_values, "no values");
    d.reach(Reach::groups, "at least one whole group");
    d.reach(Reach::tail_1, "tail of 1 vInt");
    d.reach(Reach::tail_2, "tail of 2 vInts");
    d.reach(Reach::tail_3, "tail of 3 vInts");
    d.reach(Reach::tail_only, "tail without any group");
    d.reach(Reach::one_byte, "value of 1 byte");
    d.reach(Reach::two_bytes, "value of 2 bytes");
    d.reach(Reach::three_bytes, "value of 3 bytes");
    d.reach(Reach::four_bytes, "value of 4 bytes");
    d.reach(Reach::top_bit_32, "bit 31 set, from 32-bit elements");
    d.reach(Reach::top_bit_64, "bit 31 set, from 64-bit elements");
    d.reach(Reach::zero_value, "value 0");
    d.reach(Reach::exact_room, "output of exactly the encoded size");
    d.reach(Reach::near_end, "fewer than 17 bytes of output to spare");
    d.reach(Reach::too_small, "rejected: output too small");
    d.reach(Reach::too_small_by_one, "rejected: one byte of output too few");
    d.reach(Reach::out_of_range, "rejected: value above 2^32-1");
    d.reach(Reach::out_of_range_in_tail, "rejected: value above 2^32-1 in the tail");
    d.reach(Reach::negative_long, "64-bit element with its sign bit set");
    d.reach(Reach::long_list, "at least 128 values");
  }
};

TOUCHSTONE_CONTRACT(GroupVarintEncode)

}  // namespace
}  // namespace touchstone::contracts
