#include "contracts/codec_envelope_case.h"

#include <algorithm>
#include <limits>
#include <ostream>

#include "harness/hex.h"
#include "reference/codec_envelope.h"

namespace touchstone::contracts {
namespace {

constexpr std::size_t kMostBytes = 600;
// Mostly all; otherwise a few sizes that matter.
constexpr std::array<std::int16_t, 24> kKept{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                             -1, -1, 0,  1,  4,  5,  15, 16, 17, 24, 25, 40};
constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();

std::string letters(std::string_view start, std::size_t size, bool accented) {
  std::string text(start.substr(0, size));
  for (std::size_t i = text.size(); i < size; ++i) text += static_cast<char>('a' + i % 26);
  if (accented && !text.empty()) text.back() = '\xE4';
  return text;
}

void put(std::vector<std::uint8_t>& file, std::string_view text) {
  for (const char letter : text) file.push_back(static_cast<std::uint8_t>(letter));
}

// The length of the name as it should be written, and as it should not.
std::vector<std::uint8_t> length_bytes(LengthPlant plant, std::size_t size) {
  const auto low = static_cast<std::uint8_t>(size | 0x80);
  const auto high = static_cast<std::uint8_t>(size >> 7);
  switch (plant) {
    case LengthPlant::longer_form:
      return {low, static_cast<std::uint8_t>(high | 0x80), 0};
    case LengthPlant::over_long:
      return {low, 0x80, 0x80, 0x80, 0x10};
    case LengthPlant::minus_one:
      return {0xFF, 0xFF, 0xFF, 0xFF, 0x0F};
    case LengthPlant::huge:
      return {0xFF, 0xFF, 0xFF, 0xFF, 0x07};
    case LengthPlant::cut:
    case LengthPlant::none:
      break;
  }
  if (size < 0x80) return {static_cast<std::uint8_t>(size)};
  return {low, high};
}

// Written by hand and not by the reference, which refuses names that readers must be asked about.
void put_header(std::vector<std::uint8_t>& file, const EnvelopeCase& c) {
  const std::string name = written_name(c);
  file.insert(file.end(), {0x3F, 0xD7, 0x6C, 0x17});
  const auto length = length_bytes(c.plant, name.size());
  file.insert(file.end(), length.begin(), length.end());
  put(file, name);
  for (const int shift : {24, 16, 8, 0}) {
    file.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(c.version) >> shift));
  }
  const auto id = written_id();
  file.insert(file.end(), id.begin(), id.end());
  const std::string suffix = written_suffix(c);
  file.push_back(static_cast<std::uint8_t>(suffix.size()));
  put(file, suffix.substr(0, 255));
}

void draw_flip(kit::Draw& d, Flip& flip) {
  d.flag(flip.from_end);
  d.edgy(flip.at, std::uint16_t{0}, flip.from_end ? std::uint16_t{40} : std::uint16_t{500});
  d.edgy(flip.bits, std::uint8_t{1}, std::uint8_t{255});
}

// Mostly zero: damage hides what is behind it.
template <typename T>
void seldom(kit::Draw& d, T& x, T low, T high) {
  bool some = x != 0;
  d.one_of(some, std::array{false, false, false, true});
  if (some) {
    d.edgy(x, low, high);
  } else {
    x = 0;
  }
}

// Up to `most`; one in eight is near the longest that may be written.
void draw_size(kit::Draw& d, std::uint16_t& size, std::uint16_t longest, std::uint16_t most) {
  const auto near = static_cast<std::uint16_t>(longest - 1);
  const auto beyond = static_cast<std::uint16_t>(longest + 1);
  bool at_limit = size >= near && size <= beyond;
  d.one_of(at_limit, std::array{false, false, false, false, false, false, false, true});
  if (at_limit) {
    d.uniform(size, near, beyond);
  } else {
    d.edgy(size, std::uint16_t{0}, most);
  }
}

void draw_written(kit::Draw& d, EnvelopeCase& c) {
  using enum LengthPlant;
  draw_size(d, c.name_size, 127, 140);
  draw_size(d, c.suffix_size, 255, 260);
  bool usual = c.version >= 0 && c.version < 4;
  d.one_of(usual, std::array{true, true, true, false});
  if (usual) {
    d.uniform(c.version, std::int32_t{0}, std::int32_t{3});
  } else {
    d.edgy(c.version, kMin, kMax);
  }
  d.one_of(c.accented_name, std::array{false, false, false, true});
  d.one_of(c.accented_suffix, std::array{false, false, false, true});
  d.one_of(c.plant, std::array{none, none, none, none, none, none, none, none, none, longer_form,
                               over_long, minus_one, huge, cut});
}

void draw_expected(kit::Draw& d, EnvelopeCase& c) {
  using enum Differs;
  d.one_of(c.differs, std::array{nowhere, nowhere, nowhere, nowhere, name, name_is_prefix,
                                 name_is_longer, id, suffix, suffix_is_prefix});
  bool usual = c.oldest >= 0 && c.oldest < 3 && c.newest >= 1 && c.newest < 5;
  d.one_of(usual, std::array{true, true, true, false});
  d.edgy(c.oldest, usual ? 0 : kMin, usual ? 2 : kMax);
  d.edgy(c.newest, usual ? 1 : kMin, usual ? 4 : kMax);
}

}  // namespace

std::string written_name(const EnvelopeCase& c) {
  return letters("Lucene90Demo", c.name_size, c.accented_name);
}

std::string written_suffix(const EnvelopeCase& c) {
  return letters("ab", c.suffix_size, c.accented_suffix);
}

std::string expected_name(const EnvelopeCase& c) {
  std::string name = written_name(c);
  if (c.differs == Differs::name && !name.empty()) name[name.size() / 2] ^= 1;
  if (c.differs == Differs::name_is_prefix && !name.empty()) name.pop_back();
  if (c.differs == Differs::name_is_longer) name += 'x';
  return name;
}

std::string expected_suffix(const EnvelopeCase& c) {
  std::string suffix = written_suffix(c);
  if (c.differs == Differs::suffix && !suffix.empty()) suffix[suffix.size() / 2] ^= 1;
  if (c.differs == Differs::suffix_is_prefix && !suffix.empty()) suffix.pop_back();
  return suffix;
}

std::array<std::uint8_t, 16> written_id() {
  return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}

std::array<std::uint8_t, 16> expected_id(const EnvelopeCase& c) {
  auto id = written_id();
  if (c.differs == Differs::id) id[15] ^= 0x80;
  return id;
}

std::vector<std::uint8_t> file_of(const EnvelopeCase& c) {
  std::vector<std::uint8_t> file;
  if (!c.free) put_header(file, c);
  file.insert(file.end(), c.bytes.begin(), c.bytes.end());
  if (!c.free) (void)reference::envelope::write_footer(file);
  for (const Flip& flip : c.flips) {
    if (flip.at >= file.size()) continue;
    file[flip.from_end ? file.size() - 1 - flip.at : flip.at] ^= flip.bits;
  }
  const auto size = static_cast<std::int64_t>(file.size()) - c.cut;
  file.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, size)));
  if (c.keep >= 0) file.resize(std::min(file.size(), static_cast<std::size_t>(c.keep)));
  // Inside the length of the name, after a byte that says there is more.
  if (c.plant == LengthPlant::cut && file.size() > 4) {
    file.resize(5);
    file[4] |= 0x80;
  }
  return file;
}

std::size_t footer_start(const EnvelopeCase& c, std::size_t length) {
  const auto start = static_cast<std::int64_t>(length) - 16 + c.footer_shift;
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(start, 0, static_cast<std::int64_t>(length)));
}

std::uint64_t expected_length(const EnvelopeCase& c, std::size_t length) {
  return static_cast<std::uint64_t>(
      std::max<std::int64_t>(0, static_cast<std::int64_t>(length) + c.length_shift));
}

void draw_envelope_case(kit::Draw& d, EnvelopeCase& c) {
  d.one_of(c.free, std::array{false, false, false, false, false, false, false, true});
  draw_written(d, c);
  bool damaged = !c.flips.empty();
  d.flag(damaged);
  if (damaged) {
    d.list(c.flips, 4, draw_flip);
  } else {
    c.flips.clear();
  }
  seldom(d, c.cut, std::int16_t{-20}, std::int16_t{700});
  d.one_of(c.keep, kKept);
  draw_expected(d, c);
  seldom(d, c.footer_shift, std::int16_t{-40}, std::int16_t{16});
  seldom(d, c.length_shift, std::int16_t{-700}, std::int16_t{700});
  d.uniform(c.parsing_error, std::uint8_t{0}, static_cast<std::uint8_t>(kParsingErrors.size() - 1));
  d.edgy(c.room, std::uint16_t{0}, std::uint16_t{450});
  seldom(d, c.short_by, std::uint16_t{0}, std::uint16_t{450});
  draw_source(d, c.source);
  if (c.source.kind == SourceKind::span) c.source.kind = SourceKind::memory;
  d.rest(c.bytes, kMostBytes);
  limit_chunks(c.source, 1100);
}

void describe_envelope_case(const EnvelopeCase& c, std::ostream& out) {
  const auto file = file_of(c);
  out << "file of " << file.size() << " bytes of " << c.source << ":\n" << kit::to_hex(file);
  if (!c.free) {
    out << "\nwritten as: codec '" << written_name(c) << "', version " << c.version << ", suffix '"
        << written_suffix(c) << "', " << c.bytes.size() << " bytes, footer; then " << c.flips.size()
        << " bytes changed and " << c.cut << " cut off";
  }
  out << "\nexpected: codec '" << expected_name(c) << "', version " << c.oldest << " to "
      << c.newest << ", id " << kit::to_hex(expected_id(c)) << ", suffix '" << expected_suffix(c)
      << "'\nfooter looked for at " << footer_start(c, file.size()) << ", length expected "
      << expected_length(c, file.size()) << ", after the error "
      << name_of(kParsingErrors[c.parsing_error]) << "; room for a header " << c.room
      << " bytes, output short by " << c.short_by;
}

}  // namespace touchstone::contracts
