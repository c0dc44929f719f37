// Contract: the primitives vInt, vLong, zInt and zLong: a run of values read from every kind of
// input, and one value written into any room.
#include <algorithm>
#include <ostream>

#include "contracts/touched.h"
#include "contracts/vint_calls.h"
#include "harness/any_contract.h"

namespace touchstone::contracts {
namespace {

using namespace vint_calls;
using kit::Result;
using kit::Stage;

// --- runs ----------------------------------------------------------------------------------------

// What came of reading a run: as many values as there were before the first error.
struct Run {
  std::size_t values = 0;
  std::uint64_t position = 0;
  std::optional<Error> error;
};

Result result_of(const Run& run, std::span<const Value> out) {
  Result result = run.error ? Result::rejected(name_of(*run.error)) : Result::ok();
  return result.gave(out.first(run.values)).also("position afterwards", run.position);
}

// `decode` reads one value off the front of the bytes it is given.
template <typename Decode>
Run run_over_bytes(const VintCase& c, Bytes in, std::span<Value> out, Decode decode) {
  Run run{.values = 0, .position = c.start, .error = {}};
  for (Value& value : out) {
    const Expected<Taken> taken =
        decode(c.kind, in.subspan(std::min<std::size_t>(run.position, in.size())));
    if (!taken) {
      run.error = taken.error();
      break;
    }
    value = taken->value;
    run.position += taken->bytes;
    run.values += 1;
  }
  return run;
}

Run run_over_input(const VintCase& c, io::Input& in, std::span<Value> out) {
  Run run;
  if (auto there = in.seek(c.start); !there) run.error = there.error();
  for (std::size_t i = 0; i < out.size() && !run.error; ++i) {
    const Expected<Value> value = codec_read(c.kind, in);
    if (value) {
      out[i] = *value;
      run.values += 1;
    } else {
      run.error = value.error();
    }
  }
  run.position = in.position();
  return run;
}

// An encoder touches no byte behind the value, and none on error.
template <typename Encode>
Result run_encode(const VintCase& c, Stage& stage, Encode encode) {
  const auto out = stage.output<std::uint8_t>(room(c), c.output_at);
  const auto written = stage.call([&] { return encode(c.kind, c.value, out); });
  // A size larger than the room is the encoder's lie: it shows as such and is not believed.
  const std::size_t told = written.value_or(0);
  const std::size_t size = std::min(told, out.size());
  Result result = written ? Result::ok() : Result::rejected(name_of(written.error()));
  return result.gave(out.first(size))
      .also("size", told)
      .also("bytes touched behind", touched(out.subspan(size), stage.fill()));
}

Result run_reference(const VintCase& c, Stage& stage) {
  if (c.encoding) return run_encode(c, stage, reference_encode);
  const auto in = stage.input(c.bytes, {});
  const auto out = stage.output<Value>(c.lengths.size(), {});
  return result_of(stage.call([&] { return run_over_bytes(c, in, out, reference_decode); }), out);
}

Result run_codec(const VintCase& c, Stage& stage) {
  if (c.encoding) return run_encode(c, stage, codec_encode);
  PlacedInput placed(c.source, c.bytes, stage);
  const auto out = stage.output<Value>(c.lengths.size(), {});
  if (c.source.kind == SourceKind::span) {
    const Bytes in = placed.span();
    return result_of(stage.call([&] { return run_over_bytes(c, in, out, codec_decode); }), out);
  }
  io::Input& in = placed.input();
  return result_of(stage.call([&] { return run_over_input(c, in, out); }), out);
}

// --- relations -----------------------------------------------------------------------------------

// The size is foretold; in exactly so many bytes a value is written, and read back the same.
std::optional<std::string> there_and_back(VintKind kind, std::uint64_t value, Stage& stage) {
  const std::size_t foretold = stage.call([&] { return codec_size(kind, value); });
  if (foretold == 0) return std::nullopt;
  if (foretold > io::kMaxZlongBytes) return "a size is foretold that no form has";
  const auto out = stage.output<std::uint8_t>(foretold, {});
  const auto written = stage.call([&] { return codec_encode(kind, value, out); });
  const std::string what = std::string(name_of(kind)) + ' ' + std::to_string(value) + ", ";
  if (!written)
    return what + "in the foretold room, is refused: " + std::string(name_of(written.error()));
  if (*written != foretold) return what + "has another size than foretold";
  const auto back = stage.call([&] { return codec_decode(kind, out); });
  if (!back) return what + "written, is refused: " + std::string(name_of(back.error()));
  if (back->bytes != *written) return what + "written, is not read to its end";
  const Value sent =
      kind == VintKind::zint ? static_cast<std::int32_t>(value) : static_cast<Value>(value);
  if (back->value != sent) return what + "written, is read back as another value";
  return std::nullopt;
}

// What was read is written shortest, in no more bytes than it was read from, and is the same again.
std::optional<std::string> round_trip(const VintCase& c, Stage& stage) {
  if (c.encoding) return there_and_back(c.kind, c.value, stage);
  const auto in = stage.input(c.bytes, {});
  const auto taken = stage.call([&] { return codec_decode(c.kind, in.subspan(c.start)); });
  if (!taken) return std::nullopt;
  const auto value = static_cast<std::uint64_t>(taken->value);
  if (stage.call([&] { return codec_size(c.kind, value); }) > taken->bytes) {
    return "a value's shortest form is longer than the form it was read from";
  }
  return there_and_back(c.kind, value, stage);
}

// A read that failed fails again, and the run that went before can be read again from its start.
std::optional<std::string> again_after_error(const VintCase& c, Stage& stage) {
  Source source = c.source;
  if (source.kind == SourceKind::span) source.kind = SourceKind::memory;
  PlacedInput placed(source, c.bytes, stage);
  const auto first = stage.output<Value>(c.lengths.size(), {});
  const auto second = stage.output<Value>(c.lengths.size(), {});
  io::Input& in = placed.input();
  const Run once = stage.call([&] { return run_over_input(c, in, first); });
  if (once.error) {
    const auto repeated = stage.call([&] { return codec_read(c.kind, in); });
    if (repeated) return "a value that was refused is read the second time";
    if (repeated.error() != *once.error)
      return "a refused value is refused otherwise the second time";
  }
  const Run again = stage.call([&] { return run_over_input(c, in, second); });
  if (again.values != once.values || again.position != once.position || again.error != once.error) {
    return "the run ends elsewhere when it is read again from its start";
  }
  if (!std::ranges::equal(first.first(once.values), second.first(once.values))) {
    return "the run has other values when it is read again from its start";
  }
  return std::nullopt;
}

// --- reach ---------------------------------------------------------------------------------------

enum class Reach : std::uint8_t {
  read_1,
  read_2,
  read_3,
  read_4,
  read_5,
  read_6,
  read_7,
  read_8,
  read_9,
  read_10,
  wrote_1,
  wrote_2,
  wrote_3,
  wrote_4,
  wrote_5,
  wrote_6,
  wrote_7,
  wrote_8,
  wrote_9,
  wrote_10,
  longer_than_needed,
  over_long_vint,
  over_long_vlong,
  over_long_zint,
  over_long_zlong,
  cut_inside,
  nothing_left,
  error_behind_values,
  nothing_asked,
  starts_inside,
  ends_with_input,
  room_in_window,
  window_ends,
  straddles_chunk,
  both_ways,
  above_int_in_window,
  above_int_straddling,
  bit_31,
  bit_62,
  largest_vlong,
  smallest_zint,
  largest_zint,
  smallest_zlong,
  largest_zlong,
  negative_vlong,
  exact_room,
  room_behind,
  too_small,
  too_small_by_one,
  no_room,
  by_span,
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

void survey_value(VintKind kind, std::uint64_t value, Marks& m) {
  const auto as_int = static_cast<std::int32_t>(value);
  const auto as_long = static_cast<std::int64_t>(value);
  switch (kind) {
    case VintKind::vint:
      m.mark_if((value >> 31 & 1) != 0, Reach::bit_31);
      break;
    case VintKind::vlong:
      m.mark_if(value >> 62 == 1, Reach::bit_62);
      m.mark_if(as_long == INT64_MAX, Reach::largest_vlong);
      break;
    case VintKind::zint:
      m.mark_if(as_int == INT32_MIN, Reach::smallest_zint);
      m.mark_if(as_int == INT32_MAX, Reach::largest_zint);
      break;
    case VintKind::zlong:
      m.mark_if(as_long == INT64_MIN, Reach::smallest_zlong);
      m.mark_if(as_long == INT64_MAX, Reach::largest_zlong);
      break;
  }
}

// One value that the truth has read, from `at` on. True when it lies across chunks.
bool survey_read(const VintCase& c, std::size_t at, const Taken& taken, Marks& m) {
  const std::size_t total = c.bytes.size();
  const auto value = static_cast<std::uint64_t>(taken.value);
  const std::size_t window = c.source.window(at, total);
  const bool straddles = c.source.splits(at, taken.bytes);
  const bool above_int = shortest(c.kind, value) > 5;
  m.mark(offset(Reach::read_1, taken.bytes - 1));
  m.mark_if(taken.bytes > shortest(c.kind, value), Reach::longer_than_needed);
  m.mark_if(at + taken.bytes == total, Reach::ends_with_input);
  m.mark_if(window >= most_bytes(c.kind), Reach::room_in_window);
  m.mark_if(!straddles && taken.bytes == window && window < total - at, Reach::window_ends);
  m.mark_if(straddles, Reach::straddles_chunk);
  m.mark_if(above_int, straddles ? Reach::above_int_straddling : Reach::above_int_in_window);
  survey_value(c.kind, value, m);
  return straddles;
}

void survey_decoding(const VintCase& c, const Result& truth, Marks& m) {
  std::size_t at = c.start;
  std::size_t across = 0;
  for (std::size_t i = 0; i < truth.produced(); ++i) {
    const auto taken = reference_decode(c.kind, Bytes(c.bytes).subspan(at));
    if (survey_read(c, at, *taken, m)) ++across;
    at += taken->bytes;
  }
  m.mark_if(across > 0 && across < truth.produced(), Reach::both_ways);
  m.mark_if(c.lengths.empty(), Reach::nothing_asked);
  m.mark_if(c.start > 0 && truth.produced() > 0, Reach::starts_inside);
  if (truth.produced() > 0) {
    m.mark(offset(Reach::by_span, static_cast<std::size_t>(c.source.kind)));
    m.mark_if(c.source.is_slice(), Reach::by_slice);
  }
  if (truth.is_ok()) return;
  m.mark_if(truth.produced() > 0, Reach::error_behind_values);
  if (truth.status() == name_of(Error::malformed_vint)) {
    m.mark(offset(Reach::over_long_vint, static_cast<std::size_t>(c.kind)));
  } else {
    m.mark(at == c.bytes.size() ? Reach::nothing_left : Reach::cut_inside);
  }
}

void survey_encoding(const VintCase& c, const Result& truth, Marks& m) {
  const bool small = truth.status() == name_of(Error::output_too_small);
  m.mark_if(truth.status() == name_of(Error::value_out_of_range), Reach::negative_vlong);
  m.mark_if(small, Reach::too_small);
  m.mark_if(small && c.spare == -1, Reach::too_small_by_one);
  m.mark_if(small && room(c) == 0, Reach::no_room);
  if (!truth.is_ok()) return;
  m.mark(offset(Reach::wrote_1, truth.produced() - 1));
  m.mark(c.spare == 0 ? Reach::exact_room : Reach::room_behind);
  survey_value(c.kind, c.value, m);
}

// --- the contract --------------------------------------------------------------------------------

struct Vint {
  using Case = VintCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "vint";
  static constexpr std::string_view kClaim =
      "vInt, vLong, zInt and zLong are read from any bytes and any kind of input, and written into "
      "any "
      "room, as by a codec that takes one byte after the other: values, sizes, position and error";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_vint_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_vint_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { vint_seeds(seeds); }

  // The same value with a byte of room too few; the same run cut inside its last value.
  static bool spoil(Case& c) {
    if (c.encoding) {
      c.spare = -1;
      return true;
    }
    std::size_t end = c.start;
    for (std::size_t i = 0; i < c.lengths.size(); ++i) {
      const auto taken = reference_decode(c.kind, Bytes(c.bytes).subspan(end));
      if (!taken) return false;
      end += taken->bytes;
    }
    if (c.lengths.empty()) return false;
    c.bytes.resize(end - 1);
    return true;
  }

  static void survey(const Case& c, const Result& truth, Marks& m) {
    if (c.encoding) {
      survey_encoding(c, truth, m);
    } else {
      survey_decoding(c, truth, m);
    }
  }

  static void declare(kit::Declaration<Vint>& d) {
    declare_reading(d);
    declare_writing(d);
    d.reference("reference::vint", run_reference);
    const kit::SubjectInfo info{.name = "io::vint"};
    d.subject(info, run_codec);
    d.relation(info, round_trip);
    d.relation(info, again_after_error);
  }

  static void declare_reading(kit::Declaration<Vint>& d) {
    for (std::size_t n = 1; n <= 10; ++n) {
      d.reach(offset(Reach::read_1, n - 1), "value read from " + std::to_string(n) + " bytes");
    }
    d.reach(Reach::longer_than_needed, "value in more bytes than it needs");
    d.reach(Reach::over_long_vint, "rejected: over-long vInt");
    d.reach(Reach::over_long_vlong, "rejected: over-long vLong, or a negative one");
    d.reach(Reach::over_long_zint, "rejected: over-long zInt");
    d.reach(Reach::over_long_zlong, "rejected: over-long zLong");
    d.reach(Reach::cut_inside, "rejected: input ends inside a value");
    d.reach(Reach::nothing_left, "rejected: input ends before a value");
    d.reach(Reach::error_behind_values, "rejected behind values that were read");
    d.reach(Reach::nothing_asked, "no value asked for");
    d.reach(Reach::starts_inside, "run that does not start with the input");
    d.reach(Reach::ends_with_input, "last byte of a value is the last of the input");
    d.reach(Reach::room_in_window, "window that holds the longest form");
    d.reach(Reach::window_ends, "last byte of a value is the last of its chunk");
    d.reach(Reach::straddles_chunk, "value across the border of two chunks");
    d.reach(Reach::both_ways, "run with values inside chunks and across borders");
    d.reach(Reach::above_int_in_window, "value of more than 5 bytes inside a chunk");
    d.reach(Reach::above_int_straddling, "value of more than 5 bytes across a border");
    d.reach(Reach::by_span, "values out of a span");
    d.reach(Reach::by_memory, "values out of a memory input");
    d.reach(Reach::by_pages, "values out of pages");
    d.reach(Reach::by_file, "values out of a buffered file");
    d.reach(Reach::by_mapping, "values out of a mapped file");
    d.reach(Reach::by_slice, "values out of a slice of a larger input");
  }

  static void declare_writing(kit::Declaration<Vint>& d) {
    for (std::size_t n = 1; n <= 10; ++n) {
      d.reach(offset(Reach::wrote_1, n - 1), "value written in " + std::to_string(n) + " bytes");
    }
    d.reach(Reach::bit_31, "vInt with bit 31 set");
    d.reach(Reach::bit_62, "vLong with bit 62 set");
    d.reach(Reach::largest_vlong, "vLong 2^63-1");
    d.reach(Reach::smallest_zint, "zInt -2^31");
    d.reach(Reach::largest_zint, "zInt 2^31-1");
    d.reach(Reach::smallest_zlong, "zLong -2^63");
    d.reach(Reach::largest_zlong, "zLong 2^63-1");
    d.reach(Reach::negative_vlong, "rejected: negative vLong to write");
    d.reach(Reach::exact_room, "output of exactly the size");
    d.reach(Reach::room_behind, "output with room behind the value");
    d.reach(Reach::too_small, "rejected: output too small");
    d.reach(Reach::too_small_by_one, "rejected: one byte of output too few");
    d.reach(Reach::no_room, "rejected: no output at all");
  }
};

TOUCHSTONE_CONTRACT(Vint)

}  // namespace
}  // namespace touchstone::contracts
