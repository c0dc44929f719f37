#include "contracts/codec_envelope_calls.h"

#include <algorithm>

#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/io/output.h"
#include "reference/codec_envelope.h"

namespace touchstone::contracts {
namespace {

namespace files = index_files;
namespace simple = reference::envelope;

template <typename Fault>
EntrySeen seen_of_fault(const Fault& fault) {
  return {.status = 1 + static_cast<std::uint64_t>(fault.error),
          .position = fault.position,
          .expected = fault.expected,
          .found = fault.found};
}

// Of a version, a checksum, or bytes.
template <typename Checked>
EntrySeen seen_of(const Checked& checked) {
  if (!checked) return seen_of_fault(checked.error());
  if constexpr (requires { std::span<const std::uint8_t>(*checked); }) {
    return {.result = fold_bytes(std::span<const std::uint8_t>(*checked))};
  } else {
    return {.result = static_cast<std::uint64_t>(std::int64_t{*checked})};
  }
}

EntrySeen& at(AllSeen& all, Entry entry) { return all[static_cast<std::size_t>(entry)]; }

}  // namespace

Expectation expectation_of(const EnvelopeCase& c) {
  return {.name = expected_name(c),
          .suffix = expected_suffix(c),
          .name_to_write = written_name(c),
          .suffix_to_write = written_suffix(c),
          .id = expected_id(c)};
}

// --- the reference -------------------------------------------------------------------------------

std::vector<std::uint8_t> written_by_reference(const EnvelopeCase& c, EntrySeen& seen) {
  std::vector<std::uint8_t> out;
  const auto header =
      simple::write_index_header(out, written_name(c), c.version, written_id(), written_suffix(c));
  if (!header) {
    seen = seen_of_fault(header.error());
    return out;
  }
  out.insert(out.end(), c.bytes.begin(), c.bytes.end());
  (void)simple::write_footer(out);
  return out;
}

namespace {

EntrySeen write_seen_by_reference(const EnvelopeCase& c) {
  EntrySeen seen;
  const auto bytes = written_by_reference(c, seen);
  // Short by nothing is enough for what is written before a refusal, too.
  const bool fits = c.short_by == 0 || bytes.empty();
  if (!fits)
    return {.status = 1 + std::uint64_t{static_cast<std::uint8_t>(Error::output_too_small)},
            .result = kPrefix};
  seen.result = fold_bytes(bytes);
  return seen;
}

EntrySeen after_error_by_reference(const EnvelopeCase& c, std::span<const std::uint8_t> file) {
  reference::DigestingReader in(file);
  (void)in.seek(footer_start(c, file.size()));
  const simple::Fault parsing{kParsingErrors[c.parsing_error], 77, 7, 8};
  const simple::Verdict verdict = simple::check_footer_after(in, parsing);
  EntrySeen seen = seen_of_fault(verdict.fault);
  const auto added = static_cast<std::uint64_t>(verdict.added);
  seen.result = added << 32 | verdict.checksum;
  return seen;
}

}  // namespace

AllSeen seen_by_reference(const EnvelopeCase& c, std::span<const std::uint8_t> file) {
  using Reader = reference::DigestingReader;
  const Expectation expected = expectation_of(c);
  const simple::Wanted wanted{.codec = expected.name,
                              .oldest = c.oldest,
                              .newest = c.newest,
                              .id = expected.id,
                              .suffix = expected.suffix};
  AllSeen all;
  Reader from_start(file);
  at(all, Entry::header) = seen_of(simple::check_header(from_start, wanted, true));
  Reader behind_magic(file, std::min<std::size_t>(4, file.size()));
  at(all, Entry::header_behind_magic) = seen_of(simple::check_header(behind_magic, wanted, false));
  Reader through(file);
  const auto index_header = simple::check_index_header(through, wanted);
  at(all, Entry::index_header) = seen_of(index_header);
  at(all, Entry::read_through) = seen_of(index_header);
  if (index_header) {
    if (through.remaining() >= 16) (void)through.seek(file.size() - 16);
    at(all, Entry::read_through) = seen_of(simple::check_footer(through));
  }
  at(all, Entry::read_header) = seen_of(simple::read_index_header(file, c.room));
  Reader copied(file);
  at(all, Entry::copy_header) = seen_of(simple::copy_index_header(copied, expected.id));
  Reader footer(file);
  (void)footer.seek(footer_start(c, file.size()));
  at(all, Entry::footer) = seen_of(simple::check_footer(footer));
  at(all, Entry::footer_after_error) = after_error_by_reference(c, file);
  at(all, Entry::retrieve) = seen_of(simple::retrieve_checksum(file));
  at(all, Entry::retrieve_of_length) =
      seen_of(simple::retrieve_checksum(file, expected_length(c, file.size())));
  at(all, Entry::read_footer) = seen_of(simple::read_footer(file));
  at(all, Entry::whole_file) = seen_of(simple::check_whole_file(file));
  at(all, Entry::write) = write_seen_by_reference(c);
  return all;
}

// --- the codec -----------------------------------------------------------------------------------

namespace {

struct Calls {
  const EnvelopeCase& c;
  const Expectation& expected;
  io::Input& in;
  const checksum::Kernels& kernels;

  files::ExpectedHeader header() const {
    return {.codec = expected.name, .oldest = c.oldest, .newest = c.newest};
  }

  io::Input& from(std::uint64_t position) const {
    (void)in.seek(std::min(position, in.length()));
    return in;
  }

  EntrySeen read_through() const {
    checksum::ChecksummingInput through(from(0), kernels);
    const auto version = files::check_index_header(through, header(), expected.id, expected.suffix);
    if (!version) return seen_of(version);
    if (through.remaining() >= files::kFooterBytes) {
      (void)through.seek(through.length() - files::kFooterBytes);
    }
    return seen_of(files::check_footer(through));
  }

  EntrySeen copy_header(std::span<std::uint8_t> room) const {
    io::MemoryOutput out(room);
    const auto copied = files::copy_index_header(from(0), out, expected.id);
    return copied ? EntrySeen{.result = fold_bytes(out.bytes())} : seen_of_fault(copied.error());
  }

  EntrySeen footer() const {
    checksum::ChecksummingInput read(from(0), kernels);
    (void)read.seek(footer_start(c, static_cast<std::size_t>(read.length())));
    return seen_of(files::check_footer(read));
  }

  EntrySeen footer_after_error() const {
    checksum::ChecksummingInput read(from(0), kernels);
    (void)read.seek(footer_start(c, static_cast<std::size_t>(read.length())));
    const files::EnvelopeFault parsing{kParsingErrors[c.parsing_error], 77, 7, 8};
    const files::Verdict verdict = files::check_footer_after(read, parsing);
    EntrySeen seen = seen_of_fault(verdict.fault);
    std::uint64_t added = 0;  // in the reference's numbers: nothing, passed, the parsing error
    if (verdict.note == files::Verdict::Note::checksum_passed) added = 1;
    if (verdict.is_damage) added = 2;
    if (verdict.note == files::Verdict::Note::checksum_indeterminate) added = 3;
    seen.result = added << 32 | verdict.checksum;
    return seen;
  }

  // Where the input stood it must stand again: told in the place of the result.
  EntrySeen whole_file() const {
    const std::uint64_t before = from(c.room).position();
    const EntrySeen seen = seen_of(files::check_whole_file(in, kernels));
    return in.position() == before ? seen : EntrySeen{.status = ~std::uint64_t{0}};
  }

  EntrySeen write(std::span<std::uint8_t> room) const {
    io::MemoryOutput memory(room);
    checksum::ChecksummingOutput out(memory, kernels);
    const auto fault = [&]() -> files::Checked<void> {
      const auto header = files::write_index_header(out, expected.name_to_write, c.version,
                                                    written_id(), expected.suffix_to_write);
      if (!header) return header;
      if (const auto body = out.write(c.bytes); !body) {
        return std::unexpected(files::EnvelopeFault{body.error(), out.position()});
      }
      const auto footer = files::write_footer(out);
      if (!footer) return std::unexpected(footer.error());
      return {};
    }();
    EntrySeen seen = fault ? EntrySeen{} : seen_of_fault(fault.error());
    seen.result = fold_bytes(memory.bytes());
    if (!fault && fault.error().error == Error::output_too_small) {
      // Which of the writer's steps no longer fits is its own affair.
      seen.position = seen.expected = seen.found = 0;
      seen.result = memory.bytes().size();
    }
    return seen;
  }
};

}  // namespace

AllSeen seen_by_codec(const EnvelopeCase& c, const Expectation& expected, io::Input& in,
                      const EnvelopeRooms& rooms, const checksum::Kernels& kernels) {
  const Calls calls{c, expected, in, kernels};
  AllSeen all;
  at(all, Entry::header) = seen_of(files::check_header(calls.from(0), calls.header()));
  at(all, Entry::header_behind_magic) =
      seen_of(files::check_header_behind_magic(calls.from(4), calls.header()));
  at(all, Entry::index_header) = seen_of(
      files::check_index_header(calls.from(0), calls.header(), expected.id, expected.suffix));
  at(all, Entry::read_through) = calls.read_through();
  at(all, Entry::read_header) = seen_of(files::read_index_header(calls.from(c.room), rooms.header));
  at(all, Entry::copy_header) = calls.copy_header(rooms.copy);
  at(all, Entry::footer) = calls.footer();
  at(all, Entry::footer_after_error) = calls.footer_after_error();
  at(all, Entry::retrieve) = seen_of(files::retrieve_checksum(calls.from(c.room)));
  at(all, Entry::retrieve_of_length) = seen_of(files::retrieve_checksum(
      calls.from(c.room), expected_length(c, static_cast<std::size_t>(in.length()))));
  at(all, Entry::read_footer) = seen_of(files::read_footer(calls.from(c.room)));
  at(all, Entry::whole_file) = calls.whole_file();
  at(all, Entry::write) = calls.write(rooms.file);
  return all;
}

}  // namespace touchstone::contracts
