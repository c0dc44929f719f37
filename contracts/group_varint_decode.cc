// Contract: group varint decoding of arbitrary bytes, over every kind of input.
#include <algorithm>
#include <ostream>

#include "codecs/group_varint/group_varint.h"
#include "contracts/group_varint_decode_case.h"
#include "harness/any_contract.h"
#include "reference/group_varint.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;
using reference::group_varint::Part;

// The parts of the encoded run that the Case asks for, as far as they are whole.
template <typename Visit>
Expected<std::size_t> walk(const DecodeCase& c, Visit visit) {
  return reference::group_varint::for_each_part(c.bytes, c.count, visit);
}

template <typename T>
Result run_reference(const DecodeCase& c, Stage& stage) {
  const auto in = stage.input(c.bytes, {});
  const auto out = stage.output<T>(c.count, c.output_at);
  const auto taken = stage.call([&] { return reference::group_varint::decode(in, out); });
  if (!taken) return Result::rejected(name_of(taken.error())).also("position afterwards", 0);
  return Result::ok().took(*taken).gave(out).also("position afterwards", *taken);
}

template <typename T>
Result run_span(std::span<const std::uint8_t> in, const group_varint::Kernels& kernels,
                std::span<T> out, Stage& stage) {
  const auto taken = stage.call([&] { return group_varint::decode(in, out, kernels); });
  if (!taken) return Result::rejected(name_of(taken.error())).also("position afterwards", 0);
  return Result::ok().took(*taken).gave(out).also("position afterwards", *taken);
}

template <typename T>
Result run_codec(const DecodeCase& c, const group_varint::Kernels& kernels, Stage& stage) {
  PlacedInput placed(c.source, c.bytes, stage);
  const auto out = stage.output<T>(c.count, c.output_at);
  if (c.source.kind == SourceKind::span) return run_span(placed.span(), kernels, out, stage);
  io::Input& in = placed.input();
  const auto read = stage.call([&] { return group_varint::read(in, out, kernels); });
  if (!read) {
    return Result::rejected(name_of(read.error())).also("position afterwards", in.position());
  }
  return Result::ok().took(in.position()).gave(out).also("position afterwards", in.position());
}

// Reading the first groups and then the rest of one input gives what one read gives.
template <typename T>
std::optional<std::string> split_anywhere(const DecodeCase& c, const group_varint::Kernels& kernels,
                                          Stage& stage) {
  Source source = c.source;
  if (source.kind == SourceKind::span) source.kind = SourceKind::memory;
  PlacedInput placed(source, c.bytes, stage);
  const std::size_t count = c.count;
  const std::size_t first = c.split % (count / 4 + 1) * 4;
  const auto whole = stage.output<T>(count, c.output_at);
  const auto parts = stage.output<T>(count, c.output_at);
  io::Input& in = placed.input();
  const auto once = stage.call([&] { return group_varint::read(in, whole, kernels); });
  if (!once) return std::nullopt;
  const std::uint64_t end = in.position();
  const auto twice = stage.call([&]() -> Expected<void> {
    if (auto back = in.seek(0); !back) return back;
    if (auto read = group_varint::read(in, parts.first(first), kernels); !read) return read;
    return group_varint::read(in, parts.subspan(first), kernels);
  });
  const char* fault = !twice                              ? "is refused"
                      : in.position() != end              ? "ends at another position"
                      : !std::ranges::equal(whole, parts) ? "gives other values than read at once"
                                                          : nullptr;
  if (fault == nullptr) return std::nullopt;
  return "read in two, split after " + std::to_string(first) + " values, " + fault;
}

enum class Reach : std::uint8_t {
  nothing_asked,
  long_run,
  several_rounds,
  branchless,
  careful,
  exactly_17_left,
  exactly_16_left,
  ends_with_input,
  left_over,
  tail_1,
  tail_2,
  tail_3,
  tail_only,
  straddles_chunk,
  wider_than_needed,
  interior_zero,
  top_bit_0,
  top_bit_1,
  top_bit_2,
  top_bit_3,
  top_bit_tail,
  wide_above_int,
  count_exceeds_bytes,
  cut_in_group,
  cut_in_tail,
  over_long,
  by_span,
  by_memory,
  by_pages,
  by_file,
  by_mapping,
  by_slice,
};

using Marks = kit::Marks<Reach>;

std::uint32_t value_at(const DecodeCase& c, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::uint32_t{c.bytes[at + i]} << (8 * i);
  return value;
}

void survey_value(std::uint32_t value, std::size_t size, std::size_t index, bool wide, Marks& m) {
  const bool top = value >> 31 != 0;
  m.mark_if(top, static_cast<Reach>(static_cast<std::size_t>(Reach::top_bit_0) + index));
  m.mark_if(top && wide, Reach::wide_above_int);
  m.mark_if(size > 1 && value >> (8 * (size - 1)) == 0, Reach::wider_than_needed);
  m.mark_if(size > 2 && (value & 0xFF) != 0 && (value >> 8 & 0xFF) == 0 && value >> 16 != 0,
            Reach::interior_zero);
}

void survey_group(const DecodeCase& c, const Part& part, Marks& m) {
  const std::size_t left = c.bytes.size() - part.offset;
  m.mark(c.source.window(part.offset, c.bytes.size()) >= group_varint::kMaxGroupBytes
             ? Reach::branchless
             : Reach::careful);
  // Where a vector kernel may work with tables: it looks at what is left of the window and the
  // count.
  const bool many_left = part.first_value + 128 <= c.count;
  const bool long_window = c.source.window(part.offset, c.bytes.size()) >= 700;
  m.mark_if(many_left && long_window, Reach::long_run);
  m.mark_if(many_left && long_window && part.offset >= 1200, Reach::several_rounds);
  m.mark_if(left == 17, Reach::exactly_17_left);
  m.mark_if(left == 16, Reach::exactly_16_left);
  m.mark_if(part.bytes == left, Reach::ends_with_input);
  m.mark_if(c.source.splits(part.offset, part.bytes), Reach::straddles_chunk);
  std::size_t at = part.offset + 1;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t size = reference::group_varint::value_length(c.bytes[part.offset], i);
    survey_value(value_at(c, at, size), size, i, c.wide, m);
    at += size;
  }
}

void survey_rejection(const DecodeCase& c, std::string_view status, std::size_t parts, Marks& m) {
  if (status == name_of(Error::malformed_vint)) return m.mark(Reach::over_long);
  const std::size_t count = c.count;
  m.mark(c.bytes.size() < group_varint::min_encoded_size(count) ? Reach::count_exceeds_bytes
         : parts < count / 4                                    ? Reach::cut_in_group
                                                                : Reach::cut_in_tail);
}

struct GroupVarintDecode {
  using Case = DecodeCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "group_varint_decode";
  static constexpr std::string_view kClaim =
      "group varint decoding of any bytes, over any kind of input, gives the values, the end "
      "position "
      "and the error of a byte-by-byte decoder, reads nothing past the input and allocates nothing";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_decode_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_decode_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { decode_seeds(seeds); }

  // The same bytes, cut one short of what is needed; for one Case in four.
  static bool spoil(Case& c) {
    if (c.split % 4 != 0) return false;
    const auto end = walk(c, [](const Part&) {});
    if (!end || *end == 0) return false;
    c.as_many_as_fit = false;
    c.bytes.resize(*end - 1);
    return true;
  }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    const std::size_t count = c.count;
    std::size_t parts = 0;
    (void)walk(c, [&](const Part& part) {
      ++parts;
      if (part.kind == Part::Kind::group) survey_group(c, part, m);
      m.mark_if(part.kind == Part::Kind::tail_vint && part.bytes == 5 &&
                    (c.bytes[part.offset + 4] & 8) != 0,
                Reach::top_bit_tail);
    });
    if (!truth.is_ok()) return survey_rejection(c, truth.status(), parts, m);
    m.mark_if(count == 0, Reach::nothing_asked);
    m.mark_if(count % 4 == 1, Reach::tail_1);
    m.mark_if(count % 4 == 2, Reach::tail_2);
    m.mark_if(count % 4 == 3, Reach::tail_3);
    m.mark_if(count > 0 && count < 4, Reach::tail_only);
    m.mark_if(truth.consumed() < c.bytes.size(), Reach::left_over);
    if (count == 0) return;
    m.mark(static_cast<Reach>(static_cast<int>(Reach::by_span) + static_cast<int>(c.source.kind)));
    m.mark_if(c.source.is_slice(), Reach::by_slice);
  }

  static void declare(kit::Declaration<GroupVarintDecode>& d) {
    declare_reach(d);
    d.reference("reference::group_varint::decode", [](const Case& c, Stage& stage) {
      return c.wide ? run_reference<std::uint64_t>(c, stage)
                    : run_reference<std::uint32_t>(c, stage);
    });
    const std::size_t tiers = group_varint::kernels().size();
    for (std::size_t i = 0; i < tiers; ++i) {
      const group_varint::Kernels& k = group_varint::kernels()[i];
      const kit::SubjectInfo info{.name = "group_varint::read",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      d.subject(info, [&k](const Case& c, Stage& stage) {
        return c.wide ? run_codec<std::uint64_t>(c, k, stage)
                      : run_codec<std::uint32_t>(c, k, stage);
      });
      // The tiers take turns, by the Case: the relation is of the shared driver more than of a
      // kernel.
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> std::optional<std::string> {
        if (c.split % tiers != i) return std::nullopt;
        return c.wide ? split_anywhere<std::uint64_t>(c, k, stage)
                      : split_anywhere<std::uint32_t>(c, k, stage);
      });
    }
  }

  static void declare_reach(kit::Declaration<GroupVarintDecode>& d) {
    d.reach(Reach::nothing_asked, "no value asked for");
    d.reach(Reach::long_run, "run of 32 and more groups in one window");
    d.reach(Reach::several_rounds, "run of 32 and more groups behind the first 1200 bytes");
    d.reach(Reach::branchless, "group read by the branchless path");
    d.reach(Reach::careful, "group read with care: fewer than 17 bytes in reach");
    d.reach(Reach::exactly_17_left, "group with exactly 17 bytes left");
    d.reach(Reach::exactly_16_left, "group with exactly 16 bytes left");
    d.reach(Reach::ends_with_input, "last byte of a group is the last of the input");
    d.reach(Reach::left_over, "bytes left over behind the last value");
    d.reach(Reach::tail_1, "tail of 1 vInt");
    d.reach(Reach::tail_2, "tail of 2 vInts");
    d.reach(Reach::tail_3, "tail of 3 vInts");
    d.reach(Reach::tail_only, "tail without any group");
    d.reach(Reach::straddles_chunk, "group across the border of two chunks");
    d.reach(Reach::wider_than_needed, "value in more bytes than it needs");
    d.reach(Reach::interior_zero, "value with an interior zero byte");
    d.reach(Reach::top_bit_0, "bit 31 set in value 0 of a group");
    d.reach(Reach::top_bit_1, "bit 31 set in value 1 of a group");
    d.reach(Reach::top_bit_2, "bit 31 set in value 2 of a group");
    d.reach(Reach::top_bit_3, "bit 31 set in value 3 of a group");
    d.reach(Reach::top_bit_tail, "bit 31 set in a tail vInt");
    d.reach(Reach::wide_above_int, "bit 31 set, read into 64 bits");
    d.reach(Reach::count_exceeds_bytes, "rejected: count larger than the bytes allow");
    d.reach(Reach::cut_in_group, "rejected: cut inside a group");
    d.reach(Reach::cut_in_tail, "rejected: cut inside the tail");
    d.reach(Reach::over_long, "rejected: over-long vInt in the tail");
    d.reach(Reach::by_span, "values out of a span");
    d.reach(Reach::by_memory, "values out of a memory input");
    d.reach(Reach::by_pages, "values out of pages");
    d.reach(Reach::by_file, "values out of a buffered file");
    d.reach(Reach::by_mapping, "values out of a mapped file");
    d.reach(Reach::by_slice, "values out of a slice of a larger input");
  }
};

TOUCHSTONE_CONTRACT(GroupVarintDecode)

}  // namespace
}  // namespace touchstone::contracts
