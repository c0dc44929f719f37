// Contract: writing packed integers: the bytes that Lucene writes, and back again.
#include <algorithm>
#include <bit>
#include <ostream>

#include "codecs/numeric/packed.h"
#include "contracts/packed_write_case.h"
#include "contracts/touched.h"
#include "harness/any_contract.h"
#include "reference/numeric.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;

std::span<const std::uint64_t> place_values(const PackedWriteCase& c, Stage& stage) {
  return stage.input<std::uint64_t>(values_of(c), c.input_at);
}

// What is behind the stream, or all of the output when it is refused, stays as it was.
Result told(const Expected<std::size_t>& written, std::size_t values, std::span<std::uint8_t> out,
            std::uint8_t fill) {
  if (!written) {
    return Result::rejected(name_of(written.error())).also("bytes touched", touched(out, fill));
  }
  // Not to be believed, or it would be this contract that reads past the output.
  if (*written > out.size()) return Result::rejected("claims more bytes than the output has");
  return Result::ok()
      .took(8 * values)
      .gave(out.first(*written))
      .also("bytes touched", touched(out.subspan(*written), fill));
}

// The reference makes bytes of its own; into an output they go only if they fit.
Expected<std::size_t> write_reference(std::span<const std::uint64_t> values, unsigned width,
                                      std::span<std::uint8_t> out) {
  const auto bytes = reference::numeric::encode(values, width);
  if (!bytes && bytes.error() == Error::unsupported_width) return std::unexpected(bytes.error());
  const std::size_t size = (values.size() * width + 7) / 8 + reference::numeric::padding(width);
  if (size > out.size()) return std::unexpected(Error::output_too_small);
  if (!bytes) return std::unexpected(bytes.error());
  std::ranges::copy(*bytes, out.begin());
  return bytes->size();
}

// What was written is read to the same values, from exactly these bytes; the size was foretold.
std::optional<std::string> round_trip(const PackedWriteCase& c, const numeric::Kernels& kernels,
                                      Stage& stage) {
  const auto values = place_values(c, stage);
  const auto out = stage.output<std::uint8_t>(room(c), c.output_at);
  const auto written = stage.call([&] { return numeric::encode(values, c.width, out); });
  if (!written) return std::nullopt;
  if (*written != numeric::packed_size(values.size(), c.width)) return "another size was foretold";
  std::uint64_t all = 0;
  for (const std::uint64_t value : values) all |= value;
  if (numeric::bits_required(all) > c.width) return "more bits are required than were given";
  const auto back = stage.output<std::uint64_t>(values.size(), {});
  const auto read = stage.call([&]() -> Expected<void> {
    const auto reader =
        numeric::PackedReader::make(out.first(*written), c.width, values.size(), kernels);
    if (!reader) return std::unexpected(reader.error());
    return reader->read(0, back);
  });
  if (!read) return "its bytes are refused: " + std::string(name_of(read.error()));
  if (!std::ranges::equal(values, back)) return "its bytes are read as other values";
  return std::nullopt;
}

enum class Reach : std::uint8_t {
  first_width,  // and the other thirteen
  last_width = first_width + 13,
  no_values,
  lone_nibble,
  part_of_byte,
  part_of_word,
  top_bit,
  long_list,
  exact_room,
  room_to_spare,
  too_small,
  too_small_by_one,
  too_wide,
  too_wide_by_one_bit,
  bad_width,
};

using Marks = kit::Marks<Reach>;

struct PackedWrite {
  using Case = PackedWriteCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "packed_write";
  static constexpr std::string_view kClaim =
      "packed integers of any width are written to the bytes of a bit-by-bit writer, padding "
      "included, into exactly as many as foretold, with none touched behind; what is refused is "
      "refused for the same reason with nothing written; what was written is read back";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_packed_write_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_packed_write_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { packed_write_seeds(seeds); }

  // The same values with a byte of room too few; for one Case in four.
  static bool spoil(Case& c) {
    if (c.values.size() % 4 != 1 || room(c) == 0 || c.spare < -19) return false;
    c.spare = static_cast<std::int16_t>(std::min<int>(c.spare, 0) - 1);
    return true;
  }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    if (!truth.is_ok()) return survey_refusal(c, truth, m);
    const std::size_t count = c.values.size() * c.copies;
    m.mark_if(count == 0, Reach::no_values);
    m.mark_if(c.spare == 0, Reach::exact_room);
    m.mark_if(c.spare > 0, Reach::room_to_spare);
    if (count == 0) return;
    m.mark(static_cast<Reach>(numeric::width_index(c.width)));
    m.mark_if(c.width > 8 && c.width % 8 != 0 && count % 2 == 1, Reach::lone_nibble);
    m.mark_if(c.width < 8 && count * c.width % 8 != 0, Reach::part_of_byte);
    m.mark_if(c.width < 8 && count > 64 / c.width && count % (64 / c.width) != 0,
              Reach::part_of_word);
    m.mark_if(count >= 300, Reach::long_list);
    m.mark_if(c.width >= 28 &&
                  std::ranges::any_of(c.values,
                                      [&](std::uint64_t v) {
                                        return static_cast<unsigned>(std::bit_width(v)) == c.width;
                                      }),
              Reach::top_bit);
  }

  static void survey_refusal(const Case& c, const Result& truth, Marks& m) {
    const bool too_small = truth.status() == name_of(Error::output_too_small);
    const bool too_wide = truth.status() == name_of(Error::value_out_of_range);
    std::uint64_t all = 0;
    for (const std::uint64_t value : c.values) all |= value;
    m.mark_if(too_small, Reach::too_small);
    m.mark_if(too_small && c.spare == -1, Reach::too_small_by_one);
    m.mark_if(too_wide, Reach::too_wide);
    m.mark_if(too_wide && static_cast<unsigned>(std::bit_width(all)) == c.width + 1U,
              Reach::too_wide_by_one_bit);
    m.mark_if(truth.status() == name_of(Error::unsupported_width), Reach::bad_width);
  }

  static void declare(kit::Declaration<PackedWrite>& d) {
    declare_reach(d);
    d.reference("reference::numeric::encode", [](const Case& c, Stage& stage) {
      const auto values = place_values(c, stage);
      const auto out = stage.output<std::uint8_t>(room(c), c.output_at);
      const auto written = stage.call([&] { return write_reference(values, c.width, out); });
      return told(written, values.size(), out, stage.fill());
    });
    d.subject({.name = "numeric::encode"}, [](const Case& c, Stage& stage) {
      const auto values = place_values(c, stage);
      const auto out = stage.output<std::uint8_t>(room(c), c.output_at);
      const auto written = stage.call([&] { return numeric::encode(values, c.width, out); });
      return told(written, values.size(), out, stage.fill());
    });
    const std::size_t tiers = numeric::kernels().size();
    for (std::size_t i = 0; i < tiers; ++i) {
      const numeric::Kernels& k = numeric::kernels()[i];
      const kit::SubjectInfo info{.name = "numeric::PackedReader of numeric::encode",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      // The tiers take turns, by the Case.
      d.relation(info, [&k, i, tiers](const Case& c, Stage& stage) -> std::optional<std::string> {
        if ((c.values.size() + room(c)) % tiers != i) return std::nullopt;
        return round_trip(c, k, stage);
      });
    }
  }

  static void declare_reach(kit::Declaration<PackedWrite>& d) {
    for (std::size_t i = 0; i < numeric::kWidths.size(); ++i) {
      d.reach(static_cast<Reach>(i), "values of width " + std::to_string(numeric::kWidths[i]));
    }
    d.reach(Reach::no_values, "no values");
    d.reach(Reach::lone_nibble, "odd number of values of 12, 20 or 28 bits");
    d.reach(Reach::part_of_byte, "last byte not full");
    d.reach(Reach::part_of_word, "more than one word of small values, the last not full");
    d.reach(Reach::top_bit, "value of 28 and more bits with its top bit set");
    d.reach(Reach::long_list, "at least 300 values");
    d.reach(Reach::exact_room, "output of exactly the stream's size");
    d.reach(Reach::room_to_spare, "output larger than the stream");
    d.reach(Reach::too_small, "rejected: output too small");
    d.reach(Reach::too_small_by_one, "rejected: one byte of output too few");
    d.reach(Reach::too_wide, "rejected: value wider than the width");
    d.reach(Reach::too_wide_by_one_bit, "rejected: value one bit wider than the width");
    d.reach(Reach::bad_width, "rejected: no such width");
  }
};

TOUCHSTONE_CONTRACT(PackedWrite)

}  // namespace
}  // namespace touchstone::contracts
