// Contract: a checksumming input reads what the wrapped input has, and knows the CRC of it.
#include <algorithm>
#include <ostream>

#include "codecs/checksum/checksumming_input.h"
#include "contracts/checksumming_input_case.h"
#include "harness/any_contract.h"
#include "reference/digesting_reader.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;

constexpr std::uint64_t kFar = ~std::uint64_t{0};

// What a caller sees of one call. Three numbers, so that a run of calls is a list of numbers.
struct Seen {
  std::uint64_t status = 0;  ///< 0, or 1 and the error
  std::uint64_t result = 0;  ///< the value, or a fold of the bytes that were read
  std::uint64_t position = 0;
};
constexpr std::size_t kNumbers = 3;

template <typename T>
void note(Seen& seen, const Expected<T>& result) {
  if (!result) {
    seen.status = 1 + static_cast<std::uint64_t>(result.error());
  } else if constexpr (!std::is_void_v<T>) {
    seen.result = static_cast<std::uint64_t>(*result);
  }
}

// One number for bytes, and for longs as the bytes they are in files.
constexpr std::uint64_t kFoldStart = 0xCBF2'9CE4'8422'2325;
std::uint64_t fold(std::uint64_t folded, std::uint64_t byte) {
  return (folded ^ byte) * 0x0000'0100'0000'01B3;
}

std::uint64_t fold(std::span<const std::uint8_t> bytes) {
  std::uint64_t folded = kFoldStart;
  for (const std::uint8_t byte : bytes) folded = fold(folded, byte);
  return folded;
}

std::uint64_t fold(std::span<const std::uint64_t> longs) {
  std::uint64_t folded = kFoldStart;
  for (const std::uint64_t number : longs) {
    for (int shift = 0; shift < 64; shift += 8) folded = fold(folded, number >> shift & 0xFF);
  }
  return folded;
}

void note_bytes(Seen& seen, const Expected<std::span<const std::uint8_t>>& bytes) {
  if (bytes) {
    seen.result = fold(*bytes);
  } else {
    seen.status = 1 + static_cast<std::uint64_t>(bytes.error());
  }
}

std::uint64_t seek_target(const ReadStep& step, std::uint64_t position, std::uint64_t length) {
  if (step.call == ReadCall::far_seek) return kFar - static_cast<std::uint64_t>(step.number);
  const std::int64_t there = step.call == ReadCall::seek
                                 ? static_cast<std::int64_t>(position) + step.number
                                 : static_cast<std::int64_t>(length) - step.number;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, there));
}

Seen step_reference(reference::DigestingReader& in, const ReadStep& step) {
  const auto number = static_cast<std::uint64_t>(step.number);
  Seen seen;
  switch (step.call) {
    case ReadCall::byte:
      note(seen, in.read_little_endian(1));
      break;
    case ReadCall::u16:
      note(seen, in.read_little_endian(2));
      break;
    case ReadCall::u32:
      note(seen, in.read_little_endian(4));
      break;
    case ReadCall::u64:
      note(seen, in.read_little_endian(8));
      break;
    case ReadCall::bytes:
      note_bytes(seen, in.take(number));
      break;
    case ReadCall::u64s:
      note_bytes(seen, in.take(8 * number));
      break;
    case ReadCall::vint:
      note(seen, in.read_vint());
      break;
    case ReadCall::vlong:
      note(seen, in.read_vlong());
      break;
    case ReadCall::string:
      note_bytes(seen, in.read_string(static_cast<std::size_t>(number)));
      break;
    case ReadCall::skip:
      note(seen, in.skip(number));
      break;
    case ReadCall::far_skip:
      note(seen, in.skip(kFar - number));
      break;
    case ReadCall::seek:
    case ReadCall::from_end:
    case ReadCall::far_seek:
      note(seen, in.seek(seek_target(step, in.position(), in.length())));
      break;
    case ReadCall::value:
      seen.result = in.value();
      break;
    case ReadCall::settle:
      break;
  }
  seen.position = in.position();
  return seen;
}

// Room for arrays: a call is given the end of it, so that a byte too far is one on an unmapped
// page.
struct Room {
  std::span<std::uint8_t> bytes;
  std::span<std::uint64_t> longs;
};

Room room_of(const ReadingCase& c, Stage& stage) {
  std::size_t bytes = 0;
  std::size_t longs = 0;
  for (const ReadStep& step : c.steps) {
    const auto number = static_cast<std::size_t>(std::max<std::int16_t>(0, step.number));
    if (step.call == ReadCall::bytes || step.call == ReadCall::string) {
      bytes = std::max(bytes, number);
    } else if (step.call == ReadCall::u64s) {
      longs = std::max(longs, number);
    }
  }
  return {.bytes = stage.output<std::uint8_t>(bytes, {}),
          .longs = stage.output<std::uint64_t>(longs, {})};
}

template <typename T, typename Read>
void note_filled(Seen& seen, std::span<T> out, Read read) {
  const auto filled = read(out);
  note(seen, filled);
  if (!filled) return;
  if constexpr (std::is_void_v<typename std::decay_t<decltype(filled)>::value_type>) {
    seen.result = fold(out);
  } else {
    seen.result = fold(out.first(std::min<std::size_t>(*filled, out.size())));
  }
}

void step_array(Seen& seen, checksum::ChecksummingInput& in, const ReadStep& step,
                const Room& room) {
  const auto number = static_cast<std::size_t>(step.number);
  switch (step.call) {
    case ReadCall::bytes:
      return note_filled(seen, room.bytes.last(number),
                         [&in](std::span<std::uint8_t> out) { return in.read_bytes(out); });
    case ReadCall::u64s:
      return note_filled(seen, room.longs.last(number),
                         [&in](std::span<std::uint64_t> out) { return in.read_u64s(out); });
    default:
      return note_filled(seen, room.bytes.last(number),
                         [&in](std::span<std::uint8_t> out) { return in.read_string(out); });
  }
}

Seen step_codec(checksum::ChecksummingInput& in, const ReadStep& step, const Room& room) {
  const auto number = static_cast<std::uint64_t>(step.number);
  Seen seen;
  switch (step.call) {
    case ReadCall::byte:
      note(seen, in.read_byte());
      break;
    case ReadCall::u16:
      note(seen, in.read_u16());
      break;
    case ReadCall::u32:
      note(seen, in.read_u32());
      break;
    case ReadCall::u64:
      note(seen, in.read_u64());
      break;
    case ReadCall::bytes:
    case ReadCall::u64s:
    case ReadCall::string:
      step_array(seen, in, step, room);
      break;
    case ReadCall::vint:
      note(seen, in.read_vint());
      break;
    case ReadCall::vlong:
      note(seen, in.read_vlong());
      break;
    case ReadCall::skip:
      note(seen, in.skip(number));
      break;
    case ReadCall::far_skip:
      note(seen, in.skip(kFar - number));
      break;
    case ReadCall::seek:
    case ReadCall::from_end:
    case ReadCall::far_seek:
      note(seen, in.seek(seek_target(step, in.position(), in.length())));
      break;
    case ReadCall::value:
      seen.result = in.value();
      break;
    case ReadCall::settle:
      in.settle();
      break;
  }
  seen.position = in.position();
  return seen;
}

using Numbers = std::span<std::uint64_t>;

void put(Numbers out, std::size_t step, const Seen& seen) {
  out[kNumbers * step] = seen.status;
  out[kNumbers * step + 1] = seen.result;
  out[kNumbers * step + 2] = seen.position;
}

Result run_reference(const ReadingCase& c, Stage& stage) {
  const auto content = content_of(c);
  const auto out = stage.output<std::uint64_t>(kNumbers * c.steps.size(), {});
  return stage.call([&] {
    reference::DigestingReader in(content, c.start);
    for (std::size_t i = 0; i < c.steps.size(); ++i) put(out, i, step_reference(in, c.steps[i]));
    return Result::ok()
        .gave(out)
        .also("checksum afterwards", in.value())
        .also("position of the wrapped input", in.position());
  });
}

Result run_codec(const ReadingCase& c, const checksum::Kernels& kernels, Stage& stage) {
  PlacedInput placed(c.source, content_of(c), stage);
  const auto out = stage.output<std::uint64_t>(kNumbers * c.steps.size(), {});
  const Room room = room_of(c, stage);
  io::Input& wrapped = placed.input();
  return stage.call([&] {
    (void)wrapped.seek(c.start);
    checksum::ChecksummingInput in(wrapped, kernels);
    for (std::size_t i = 0; i < c.steps.size(); ++i) put(out, i, step_codec(in, c.steps[i], room));
    const std::uint32_t checksum = in.value();
    return Result::ok()
        .gave(out)
        .also("checksum afterwards", checksum)
        .also("position of the wrapped input", wrapped.position());
  });
}

enum class Reach : std::uint8_t {
  read_byte,  // one for each call, in its order, that went well
  refused_first = static_cast<std::uint8_t>(read_byte) + kReadCalls,
  end_in_integer = refused_first,
  end_in_array,
  end_in_vint,
  end_in_string,
  over_long,
  negative_length,
  string_too_long,
  back_by_one,
  back_further,
  skip_too_far,
  seek_too_far,
  overflow,
  goes_on_after_error,
  integer_across,
  array_across,
  vint_across,
  string_across,
  skip_across,
  long_piece,
  seek_to_here,
  seek_to_footer,
  seek_to_end,
  value_between,
  value_twice,
  starts_inside,
  empty_array,
  by_memory,
  by_pages,
  by_file,
  by_mapping,
  by_slice,
};

using Marks = kit::Marks<Reach>;

Reach offset(Reach base, std::size_t by) {
  return static_cast<Reach>(static_cast<std::size_t>(base) + by);
}

struct Step {
  const ReadStep& step;
  Seen seen;
  std::uint64_t before;  ///< the position
};

void survey_refused(const Step& s, Marks& m) {
  const auto error = static_cast<Error>(s.seen.status - 1);
  const ReadCall call = s.step.call;
  m.mark_if(error == Error::malformed_vint, Reach::over_long);
  m.mark_if(error == Error::negative_length, Reach::negative_length);
  m.mark_if(error == Error::output_too_small, Reach::string_too_long);
  if (error == Error::cannot_seek_backwards) {
    const bool by_one = call == ReadCall::seek && s.step.number == -1;
    m.mark(by_one ? Reach::back_by_one : Reach::back_further);
  }
  if (error != Error::end_of_input) return;
  switch (call) {
    case ReadCall::bytes:
    case ReadCall::u64s:
      return m.mark(Reach::end_in_array);
    case ReadCall::vint:
    case ReadCall::vlong:
      return m.mark(Reach::end_in_vint);
    case ReadCall::string:
      return m.mark(Reach::end_in_string);
    case ReadCall::skip:
      return m.mark(Reach::skip_too_far);
    case ReadCall::far_skip:
    case ReadCall::far_seek:
      return m.mark(Reach::overflow);
    case ReadCall::seek:
    case ReadCall::from_end:
      return m.mark(Reach::seek_too_far);
    default:
      return m.mark(Reach::end_in_integer);
  }
}

void survey_across(const ReadingCase& c, const Step& s, Marks& m) {
  const std::size_t moved = static_cast<std::size_t>(s.seen.position - s.before);
  m.mark_if(moved > 8192, Reach::long_piece);
  if (!c.source.splits(static_cast<std::size_t>(s.before), moved)) return;
  switch (s.step.call) {
    case ReadCall::bytes:
    case ReadCall::u64s:
      return m.mark(Reach::array_across);
    case ReadCall::vint:
    case ReadCall::vlong:
      return m.mark(Reach::vint_across);
    case ReadCall::string:
      return m.mark(Reach::string_across);
    case ReadCall::u16:
    case ReadCall::u32:
    case ReadCall::u64:
      return m.mark(Reach::integer_across);
    default:
      return m.mark(Reach::skip_across);
  }
}

void survey_moved(std::uint64_t length, const Step& s, Marks& m) {
  const bool seek = s.step.call == ReadCall::seek || s.step.call == ReadCall::from_end;
  m.mark_if(seek && s.seen.position == s.before, Reach::seek_to_here);
  m.mark_if(seek && s.seen.position + 16 == length, Reach::seek_to_footer);
  m.mark_if(seek && s.seen.position == length, Reach::seek_to_end);
  const bool array = s.step.call == ReadCall::bytes || s.step.call == ReadCall::u64s;
  m.mark_if(array && s.step.number == 0, Reach::empty_array);
}

Seen seen_at(const Result& truth, std::size_t step) {
  Seen seen;
  static_assert(sizeof(seen) == kNumbers * sizeof(std::uint64_t));
  std::memcpy(&seen, truth.output().subspan(step * sizeof(seen), sizeof(seen)).data(),
              sizeof(seen));
  return seen;
}

struct ChecksummingInput {
  using Case = ReadingCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "checksumming_input";
  static constexpr std::string_view kClaim =
      "a checksumming input over any kind of input gives what a reader gives that takes and "
      "digests "
      "one byte after the other: values, positions, errors, and the checksum at any time, also "
      "after calls that were refused";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_reading_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_reading_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { reading_seeds(seeds); }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    std::uint64_t before = c.start;
    bool refused = false;
    for (std::size_t i = 0; i < c.steps.size(); ++i) {
      const Step s{.step = c.steps[i], .seen = seen_at(truth, i), .before = before};
      before = s.seen.position;
      const bool asks = s.step.call == ReadCall::value;
      m.mark_if(asks && i + 1 < c.steps.size(), Reach::value_between);
      m.mark_if(asks && i > 0 && c.steps[i - 1].call == ReadCall::value, Reach::value_twice);
      if (s.seen.status != 0) {
        survey_refused(s, m);
        refused = true;
        continue;
      }
      m.mark_if(refused && s.seen.position != s.before, Reach::goes_on_after_error);
      m.mark(offset(Reach::read_byte, static_cast<std::size_t>(s.step.call)));
      survey_across(c, s, m);
      survey_moved(c.padding + c.bytes.size(), s, m);
    }
    if (before == c.start) return;
    m.mark_if(c.start != 0, Reach::starts_inside);
    m.mark(offset(Reach::by_memory, static_cast<std::size_t>(c.source.kind) - 1));
    m.mark_if(c.source.is_slice(), Reach::by_slice);
  }

  static void declare(kit::Declaration<ChecksummingInput>& d) {
    declare_reach(d);
    d.reference("reference::DigestingReader", run_reference);
    for (const checksum::Kernels& k : checksum::kernels()) {
      d.subject({.name = "checksum::ChecksummingInput",
                 .tier = std::string(name_of(k.tier)),
                 .available = cpu_supports(k.tier)},
                [&k](const Case& c, Stage& stage) { return run_codec(c, k, stage); });
    }
  }

  static void declare_reach(kit::Declaration<ChecksummingInput>& d) {
    for (std::size_t i = 0; i < kReadCalls; ++i) {
      const auto call = static_cast<ReadCall>(i);
      // Nothing is that long, so these two are always refused.
      if (call == ReadCall::far_seek || call == ReadCall::far_skip) continue;
      d.reach(offset(Reach::read_byte, i), "call that goes well: " + std::string(name_of(call)));
    }
    d.reach(Reach::end_in_integer, "rejected: input ends inside an integer");
    d.reach(Reach::end_in_array, "rejected: input ends inside an array");
    d.reach(Reach::end_in_vint, "rejected: input ends inside a vInt or vLong");
    d.reach(Reach::end_in_string, "rejected: input ends inside a string");
    d.reach(Reach::over_long, "rejected: over-long vInt or vLong");
    d.reach(Reach::negative_length, "rejected: string of a negative length");
    d.reach(Reach::string_too_long, "rejected: string longer than the room for it");
    d.reach(Reach::back_by_one, "rejected: seek backwards by one");
    d.reach(Reach::back_further, "rejected: seek further backwards");
    d.reach(Reach::skip_too_far, "rejected: skip beyond the end");
    d.reach(Reach::seek_too_far, "rejected: seek beyond the end");
    d.reach(Reach::overflow, "rejected: seek or skip so far that positions overflow");
    d.reach(Reach::goes_on_after_error, "reading goes on after a refused call");
    d.reach(Reach::integer_across, "integer across the border of two chunks");
    d.reach(Reach::array_across, "array across the border of two chunks");
    d.reach(Reach::vint_across, "vInt or vLong across the border of two chunks");
    d.reach(Reach::string_across, "string across the border of two chunks");
    d.reach(Reach::skip_across, "skip or seek across the border of two chunks");
    d.reach(Reach::long_piece, "more than 8192 bytes in one call");
    d.reach(Reach::seek_to_here, "seek to where one stands");
    d.reach(Reach::seek_to_footer, "seek to 16 bytes before the end");
    d.reach(Reach::seek_to_end, "seek to the end");
    d.reach(Reach::value_between, "checksum asked for in between");
    d.reach(Reach::value_twice, "checksum asked for twice");
    d.reach(Reach::starts_inside, "wrapped in the middle of the input");
    d.reach(Reach::empty_array, "array of nothing");
    d.reach(Reach::by_memory, "bytes of a memory input");
    d.reach(Reach::by_pages, "bytes of pages");
    d.reach(Reach::by_file, "bytes of a buffered file");
    d.reach(Reach::by_mapping, "bytes of a mapped file");
    d.reach(Reach::by_slice, "bytes of a slice of a larger input");
  }
};

TOUCHSTONE_CONTRACT(ChecksummingInput)

}  // namespace
}  // namespace touchstone::contracts
