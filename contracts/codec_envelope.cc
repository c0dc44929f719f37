// Contract: headers and footers of any file, by every entry point.
#include <algorithm>
#include <cstring>
#include <ostream>

#include "codecs/index_files/codec_header.h"
#include "contracts/codec_envelope_calls.h"
#include "contracts/codec_envelope_case.h"
#include "harness/any_contract.h"

namespace touchstone::contracts {
namespace {

using kit::Result;
using kit::Stage;

constexpr std::size_t kNumbers = sizeof(EntrySeen) / sizeof(std::uint64_t);

std::span<std::uint64_t> place(const AllSeen& all, Stage& stage) {
  const auto out = stage.output<std::uint64_t>(kEntries * kNumbers, {});
  std::memcpy(out.data(), all.data(), out.size_bytes());
  return out;
}

Result run_reference(const EnvelopeCase& c, Stage& stage) {
  const auto file = file_of(c);
  const AllSeen all = stage.call([&] { return seen_by_reference(c, file); });
  return Result::ok().gave(place(all, stage));
}

// The output of the writer: exactly the size, or a few bytes less.
std::size_t room_to_write(const EnvelopeCase& c, std::size_t size) {
  return size - std::min<std::size_t>(c.short_by, size);
}

Result run_codec(const EnvelopeCase& c, const checksum::Kernels& kernels, Stage& stage) {
  PlacedInput placed(c.source, file_of(c), stage);
  io::Input& in = placed.input();
  const Expectation expected = expectation_of(c);
  EntrySeen ignored;
  const auto whole = written_by_reference(c, ignored);
  const EnvelopeRooms rooms{
      .header = stage.output<std::uint8_t>(c.room, {}),
      .copy = stage.output<std::uint8_t>(index_files::kMaxIndexHeaderBytes, {}),
      .file = stage.output<std::uint8_t>(room_to_write(c, whole.size()), {})};
  AllSeen all = stage.call([&] { return seen_by_codec(c, expected, in, rooms, kernels); });
  EntrySeen& written = all[static_cast<std::size_t>(Entry::write)];
  if (written.status == 1 + std::uint64_t{static_cast<std::uint8_t>(Error::output_too_small)}) {
    const auto size = static_cast<std::size_t>(written.result);
    const bool prefix =
        size <= rooms.file.size() &&
        std::equal(rooms.file.begin(), rooms.file.begin() + static_cast<std::ptrdiff_t>(size),
                   whole.begin());
    written.result = prefix ? kPrefix : kNoPrefix;
  }
  return Result::ok().gave(place(all, stage));
}

// What was written is read without a complaint, by whoever expects the same.
std::optional<std::string> round_trip(const EnvelopeCase& given, const checksum::Kernels& kernels,
                                      Stage& stage) {
  EnvelopeCase c = given;
  c.short_by = 0;
  c.differs = Differs::nowhere;
  c.oldest = c.newest = c.version;
  c.footer_shift = c.length_shift = 0;
  const Expectation expected = expectation_of(c);
  EntrySeen refused;
  const auto whole = written_by_reference(c, refused);
  if (refused.status != 0) return std::nullopt;
  const EnvelopeRooms rooms{.header = stage.output<std::uint8_t>(450, {}),
                            .copy = stage.output<std::uint8_t>(450, {}),
                            .file = stage.output<std::uint8_t>(whole.size(), {})};
  io::MemoryInput nothing{{}};
  const AllSeen written =
      stage.call([&] { return seen_by_codec(c, expected, nothing, rooms, kernels); });
  if (written[static_cast<std::size_t>(Entry::write)].status != 0) return "is not written";
  io::MemoryInput in(rooms.file);
  const auto again = stage.output<std::uint8_t>(whole.size(), {});
  const EnvelopeRooms others{.header = rooms.header, .copy = rooms.copy, .file = again};
  const AllSeen all = stage.call([&] { return seen_by_codec(c, expected, in, others, kernels); });
  for (std::size_t i = 0; i < kEntries; ++i) {
    if (i == static_cast<std::size_t>(Entry::footer_after_error)) continue;  // gives that error
    if (all[i].status == 0) continue;
    return "what was written is refused by entry point " + std::to_string(i) + ": " +
           std::string(name_of(static_cast<Error>(all[i].status - 1)));
  }
  return std::nullopt;
}

enum class Reach : std::uint8_t {
  header_good,
  index_header_good,
  header_cut,
  header_magic,
  length_over_long,
  length_negative,
  length_huge,
  length_cut,
  length_in_more_bytes,
  name_length,
  name_bytes,
  version_old,
  version_old_negative,
  version_new,
  id_differs,
  suffix_length,
  suffix_bytes,
  wrong_magic_unseen,
  header_read,
  header_no_room,
  header_copied,
  copy_too_small,
  copy_no_room,
  read_through,
  footer_good,
  footer_truncated,
  footer_not_reached,
  footer_magic,
  footer_algorithm,
  footer_illegal,
  footer_mismatch,
  several_wrong,
  after_indeterminate,
  after_damage,
  after_passed,
  after_too_old,
  retrieved_though_damaged,
  file_too_small,
  length_below_footer,
  file_truncated,
  file_too_long,
  written,
  name_refused,
  suffix_refused,
  no_room_to_write,
  name_empty,
  name_127,
  name_above_127,
  suffix_255,
  top_bit,
  file_of_0,
  file_of_15,
  file_of_16,
  free_bytes,
  by_memory,
  by_pages,
  by_file,
  by_mapping,
  by_slice,
};

using Marks = kit::Marks<Reach>;

// What the truth has seen.
class Truth {
 public:
  explicit Truth(const Result& truth) {
    std::memcpy(all_.data(), truth.output().data(), sizeof(all_));
  }
  const EntrySeen& operator[](Entry entry) const { return all_[static_cast<std::size_t>(entry)]; }
  bool good(Entry entry) const { return (*this)[entry].status == 0; }
  bool failed(Entry entry, Error error) const {
    return (*this)[entry].status == 1 + static_cast<std::uint64_t>(error);
  }

 private:
  AllSeen all_;
};

void survey_header(const EnvelopeCase& c, const Truth& t, Marks& m) {
  using enum Entry;
  const EntrySeen& seen = t[index_header];
  m.mark_if(t.good(header), Reach::header_good);
  m.mark_if(t.good(index_header), Reach::index_header_good);
  m.mark_if(t.failed(index_header, Error::end_of_input), Reach::header_cut);
  m.mark_if(t.failed(header, Error::header_magic_mismatch), Reach::header_magic);
  m.mark_if(t.failed(header, Error::malformed_vint), Reach::length_over_long);
  m.mark_if(t.failed(header, Error::negative_length), Reach::length_negative);
  m.mark_if(t.failed(header, Error::end_of_input) && t[header].expected > 0xFFFF,
            Reach::length_huge);
  m.mark_if(t.failed(header, Error::end_of_input) && c.plant == LengthPlant::cut,
            Reach::length_cut);
  m.mark_if(t.good(header) && c.plant == LengthPlant::longer_form, Reach::length_in_more_bytes);
  const bool at_length = seen.position == 4;
  m.mark_if(t.failed(header, Error::codec_mismatch),
            at_length ? Reach::name_length : Reach::name_bytes);
  m.mark_if(t.failed(header, Error::version_too_old),
            t[header].found >> 63 != 0 ? Reach::version_old_negative : Reach::version_old);
  m.mark_if(t.failed(header, Error::version_too_new), Reach::version_new);
  m.mark_if(t.failed(index_header, Error::id_mismatch), Reach::id_differs);
  // A length of its own and a byte of the suffix are told apart by where they are.
  const std::size_t suffix_at = (c.name_size > 127 ? 26U : 25U) + std::size_t{c.name_size};
  m.mark_if(t.failed(index_header, Error::suffix_mismatch),
            seen.position == suffix_at ? Reach::suffix_length : Reach::suffix_bytes);
  m.mark_if(t.good(header_behind_magic) && !t.good(header), Reach::wrong_magic_unseen);
  m.mark_if(t.good(read_header), Reach::header_read);
  m.mark_if(t.failed(read_header, Error::output_too_small), Reach::header_no_room);
  m.mark_if(t.good(copy_header), Reach::header_copied);
  m.mark_if(t.failed(copy_header, Error::file_too_small), Reach::copy_too_small);
  m.mark_if(t.failed(copy_header, Error::output_too_small), Reach::copy_no_room);
  if (!t.good(header)) return;
  m.mark_if(c.name_size == 0, Reach::name_empty);
  m.mark_if(c.name_size == 127, Reach::name_127);
  m.mark_if(c.name_size > 127, Reach::name_above_127);
  m.mark_if(t.good(index_header) && c.suffix_size == 255, Reach::suffix_255);
}

void survey_footer(const EnvelopeCase& c, std::size_t length, const Truth& t, Marks& m) {
  using enum Entry;
  m.mark_if(t.good(read_through), Reach::read_through);
  m.mark_if(t.good(footer), Reach::footer_good);
  m.mark_if(t.failed(footer, Error::footer_truncated), Reach::footer_truncated);
  m.mark_if(t.failed(footer, Error::footer_not_reached), Reach::footer_not_reached);
  m.mark_if(t.failed(footer, Error::footer_magic_mismatch), Reach::footer_magic);
  m.mark_if(t.failed(footer, Error::unknown_algorithm), Reach::footer_algorithm);
  m.mark_if(t.failed(footer, Error::illegal_checksum), Reach::footer_illegal);
  m.mark_if(t.failed(footer, Error::checksum_mismatch), Reach::footer_mismatch);
  m.mark_if(c.flips.size() > 1 && !t.good(whole_file) && !t.good(index_header),
            Reach::several_wrong);
  m.mark_if(t.failed(footer_after_error, Error::checksum_indeterminate),
            Reach::after_indeterminate);
  const std::uint64_t added = t[footer_after_error].result >> 32;
  m.mark_if(added == 2 && !t.failed(footer_after_error, Error::checksum_indeterminate),
            Reach::after_damage);
  m.mark_if(added == 1, Reach::after_passed);
  m.mark_if(added == 0, Reach::after_too_old);
  m.mark_if(t.good(retrieve) && !t.good(whole_file), Reach::retrieved_though_damaged);
  m.mark_if(t.failed(whole_file, Error::file_too_small), Reach::file_too_small);
  m.mark_if(t.failed(retrieve_of_length, Error::invalid_argument), Reach::length_below_footer);
  m.mark_if(t.failed(retrieve_of_length, Error::file_truncated), Reach::file_truncated);
  m.mark_if(t.failed(retrieve_of_length, Error::file_too_long), Reach::file_too_long);
  m.mark_if(t.good(whole_file) && t[whole_file].result >> 31 != 0, Reach::top_bit);
  m.mark_if(length == 0, Reach::file_of_0);
  m.mark_if(length == 15, Reach::file_of_15);
  m.mark_if(length == 16, Reach::file_of_16);
}

struct CodecEnvelope {
  using Case = EnvelopeCase;
  using Reach = contracts::Reach;
  static constexpr std::string_view kName = "codec_envelope";
  static constexpr std::string_view kClaim =
      "headers and footers of any bytes, over any kind of input, are accepted or refused by every "
      "entry point at the test, with the error, position and numbers of a simple parser; what is "
      "written is what the simple writer writes";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) { draw_envelope_case(d, c); }
  static void describe(const Case& c, std::ostream& out) { describe_envelope_case(c, out); }
  static void seeds(kit::Seeds<Case>& seeds) { envelope_seeds(seeds); }

  static void survey(const Case& c, const Result& result, Marks& m) {
    const Truth t(result);
    const std::size_t length = file_of(c).size();
    survey_header(c, t, m);
    survey_footer(c, length, t, m);
    m.mark_if(t.good(Entry::write), Reach::written);
    m.mark_if(t.failed(Entry::write, Error::output_too_small), Reach::no_room_to_write);
    if (t.failed(Entry::write, Error::invalid_argument)) {
      m.mark(t[Entry::write].expected == 127 ? Reach::name_refused : Reach::suffix_refused);
    }
    m.mark_if(c.free, Reach::free_bytes);
    if (length == 0) return;
    m.mark(static_cast<Reach>(static_cast<std::size_t>(Reach::by_memory) +
                              static_cast<std::size_t>(c.source.kind) - 1));
    m.mark_if(c.source.is_slice(), Reach::by_slice);
  }

  static void declare(kit::Declaration<CodecEnvelope>& d) {
    declare_header(d);
    declare_footer(d);
    d.reference("reference::envelope", run_reference);
    for (const checksum::Kernels& k : checksum::kernels()) {
      const kit::SubjectInfo info{.name = "index_files::codec_header, codec_footer",
                                  .tier = std::string(name_of(k.tier)),
                                  .available = cpu_supports(k.tier)};
      d.subject(info, [&k](const Case& c, Stage& stage) { return run_codec(c, k, stage); });
      d.relation(info, [&k](const Case& c, Stage& stage) { return round_trip(c, k, stage); });
    }
  }

  static void declare_header(kit::Declaration<CodecEnvelope>& d) {
    d.reach(Reach::header_good, "codec header that is good");
    d.reach(Reach::index_header_good, "index header that is good");
    d.reach(Reach::header_cut, "rejected: index header cut short");
    d.reach(Reach::header_magic, "rejected: magic of the header");
    d.reach(Reach::length_over_long, "rejected: over-long length of the name");
    d.reach(Reach::length_negative, "rejected: negative length of the name");
    d.reach(Reach::length_huge, "rejected: name longer than the file, by far");
    d.reach(Reach::length_cut, "rejected: cut inside the length of the name");
    d.reach(Reach::length_in_more_bytes, "length of the name in more bytes than it needs");
    d.reach(Reach::name_length, "rejected: name of another length");
    d.reach(Reach::name_bytes, "rejected: another name of the same length");
    d.reach(Reach::version_old, "rejected: version too old");
    d.reach(Reach::version_old_negative, "rejected: version too old, and negative");
    d.reach(Reach::version_new, "rejected: version too new");
    d.reach(Reach::id_differs, "rejected: another id");
    d.reach(Reach::suffix_length, "rejected: suffix of another length");
    d.reach(Reach::suffix_bytes, "rejected: another suffix of the same length");
    d.reach(Reach::wrong_magic_unseen, "wrong magic, unseen by the check that starts behind it");
    d.reach(Reach::header_read, "index header read without a check");
    d.reach(Reach::header_no_room, "rejected: no room for the index header");
    d.reach(Reach::header_copied, "index header copied");
    d.reach(Reach::copy_too_small, "rejected: file too small to copy its header");
    d.reach(Reach::copy_no_room, "rejected: header to copy with too long a name");
    d.reach(Reach::name_empty, "empty name");
    d.reach(Reach::name_127, "name of 127 bytes");
    d.reach(Reach::name_above_127, "name of 128 bytes and more, its length in two bytes");
    d.reach(Reach::suffix_255, "suffix of 255 bytes");
    d.reach(Reach::written, "file written");
    d.reach(Reach::name_refused, "rejected: name to write too long or not ASCII");
    d.reach(Reach::suffix_refused, "rejected: suffix to write too long or not ASCII");
    d.reach(Reach::no_room_to_write, "rejected: output too small");
    d.reach(Reach::free_bytes, "file of arbitrary bytes");
    d.reach(Reach::by_memory, "file of a memory input");
    d.reach(Reach::by_pages, "file of pages");
    d.reach(Reach::by_file, "buffered file");
    d.reach(Reach::by_mapping, "mapped file");
    d.reach(Reach::by_slice, "slice of a larger input");
  }

  static void declare_footer(kit::Declaration<CodecEnvelope>& d) {
    d.reach(Reach::read_through, "index header and footer of one checksumming input");
    d.reach(Reach::footer_good, "footer that is good");
    d.reach(Reach::footer_truncated, "rejected: fewer bytes left than a footer has");
    d.reach(Reach::footer_not_reached, "rejected: more bytes left than a footer has");
    d.reach(Reach::footer_magic, "rejected: magic of the footer");
    d.reach(Reach::footer_algorithm, "rejected: algorithm of the checksum");
    d.reach(Reach::footer_illegal, "rejected: checksum of more than 32 bits");
    d.reach(Reach::footer_mismatch, "rejected: another checksum");
    d.reach(Reach::several_wrong, "rejected: several things wrong");
    d.reach(Reach::after_indeterminate, "after an error: too far to look at the checksum");
    d.reach(Reach::after_damage, "after an error: damage");
    d.reach(Reach::after_passed, "after an error: checksum passed");
    d.reach(Reach::after_too_old, "after a version too old: checksum passed, not told");
    d.reach(Reach::retrieved_though_damaged, "checksum retrieved from a damaged file");
    d.reach(Reach::file_too_small, "rejected: file smaller than a footer");
    d.reach(Reach::length_below_footer, "rejected: expected length below that of a footer");
    d.reach(Reach::file_truncated, "rejected: file shorter than expected");
    d.reach(Reach::file_too_long, "rejected: file longer than expected");
    d.reach(Reach::top_bit, "checksum with bit 31 set");
    d.reach(Reach::file_of_0, "file of 0 bytes");
    d.reach(Reach::file_of_15, "file of 15 bytes");
    d.reach(Reach::file_of_16, "file of 16 bytes");
  }
};

TOUCHSTONE_CONTRACT(CodecEnvelope)

}  // namespace
}  // namespace touchstone::contracts
