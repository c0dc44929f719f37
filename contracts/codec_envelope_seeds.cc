// Seeds of the contract of headers and footers, made by rule.
#include <array>
#include <string>

#include "contracts/codec_envelope_case.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<EnvelopeCase>;

Flip flip(int at, unsigned bits = 1) {
  return {.from_end = false,
          .at = static_cast<std::uint16_t>(at),
          .bits = static_cast<std::uint8_t>(bits)};
}

Flip flip_from_end(int at, unsigned bits = 1) {
  Flip f = flip(at, bits);
  f.from_end = true;
  return f;
}

// The file of 61 bytes that the golden table takes apart, read by who expects just that.
EnvelopeCase demo() {
  EnvelopeCase c;
  c.name_size = 12;
  c.suffix_size = 2;
  c.version = 3;
  c.oldest = 1;
  c.newest = 3;
  c.room = 450;
  c.source = source_of(SourceKind::memory);
  c.bytes = {'h', 'e', 'l', 'l', 'o'};
  return c;
}

// The inputs take turns, so that every kind sees many of these.
Source source_in_turn(std::size_t i) {
  switch (i % 6) {
    case 0:
      return source_of(SourceKind::memory);
    case 1:
      return source_of(SourceKind::paged, 23);
    case 2:
      return source_of(SourceKind::file, 140);
    case 3:
      return sliced(source_of(SourceKind::memory), 3, 21);
    case 4:
      return sliced(source_of(SourceKind::mapped), 4096 - 50, 9);
    default:
      return sliced(source_of(SourceKind::paged, 25), 8, 13);
  }
}

void add(Seeds& seeds, const std::string& name, EnvelopeCase c) {
  c.source = source_in_turn(seeds.cases.size());
  seeds.add(name, c);
}

// Each byte of the file with its lowest and its highest bit changed.
void add_flips(Seeds& seeds) {
  for (int at = 0; at < 61; ++at) {
    for (const unsigned bits : {0x01U, 0x80U}) {
      EnvelopeCase c = demo();
      c.flips = {flip(at, bits)};
      add(seeds, seed_name("byte", two_digits(static_cast<std::size_t>(at)), "xor", bits), c);
    }
  }
}

// Cut after each byte, and longer than it was.
void add_lengths(Seeds& seeds) {
  for (int left = 0; left < 61; ++left) {
    EnvelopeCase c = demo();
    c.cut = static_cast<std::int16_t>(61 - left);
    c.length_shift = static_cast<std::int16_t>(61 - left);
    add(seeds, seed_name("cut-to", two_digits(static_cast<std::size_t>(left))), c);
  }
  for (const int more : {1, 8, 15, 16, 17}) {
    EnvelopeCase c = demo();
    c.cut = static_cast<std::int16_t>(-more);
    c.footer_shift = static_cast<std::int16_t>(-more);
    c.length_shift = static_cast<std::int16_t>(-more);
    add(seeds, seed_name("longer-by", more), c);
  }
}

// Where the reader of the footer stands.
void add_positions(Seeds& seeds) {
  for (const int shift : {-3, -1, 0, 1, 15, 16}) {
    for (std::uint8_t error = 0; error < kParsingErrors.size(); ++error) {
      EnvelopeCase c = demo();
      c.footer_shift = static_cast<std::int16_t>(shift);
      c.parsing_error = error;
      std::string name = seed_name("after", name_of(kParsingErrors[error]), "at", 45 + shift);
      for (char& letter : name) letter = letter == '_' ? '-' : letter;
      add(seeds, name, c);
      c.flips = {flip(44)};
      add(seeds, name + "-damaged", c);
    }
  }
}

void add_names(Seeds& seeds) {
  struct Sizes {
    std::uint16_t name;
    std::uint16_t suffix;
  };
  for (const Sizes size : {Sizes{0, 0}, Sizes{1, 0}, Sizes{126, 0}, Sizes{127, 0}, Sizes{128, 0},
                           Sizes{140, 0}, Sizes{12, 127}, Sizes{12, 128}, Sizes{12, 254},
                           Sizes{12, 255}, Sizes{12, 256}, Sizes{12, 260}, Sizes{127, 255}}) {
    EnvelopeCase c = demo();
    c.name_size = size.name;
    c.suffix_size = size.suffix;
    add(seeds, seed_name("name-of", size.name, "suffix-of", size.suffix), c);
  }
  EnvelopeCase c = demo();
  c.accented_name = true;
  add(seeds, "name-not-ascii", c);
  c.accented_name = false;
  c.accented_suffix = true;
  add(seeds, "suffix-not-ascii", c);
  c.suffix_size = 256;
  add(seeds, "suffix-not-ascii-and-too-long", c);
}

void add_expectations(Seeds& seeds) {
  const auto expecting = [&](const char* name, Differs differs) {
    EnvelopeCase c = demo();
    c.differs = differs;
    add(seeds, name, c);
  };
  expecting("other-name", Differs::name);
  expecting("name-starts-with-the-expected-one", Differs::name_is_prefix);
  expecting("expected-name-starts-with-the-name", Differs::name_is_longer);
  expecting("other-id", Differs::id);
  expecting("other-suffix", Differs::suffix);
  expecting("suffix-starts-with-the-expected-one", Differs::suffix_is_prefix);
  const auto versions = [&](const char* name, std::int32_t version, std::int32_t oldest,
                            std::int32_t newest) {
    EnvelopeCase c = demo();
    c.version = version;
    c.oldest = oldest;
    c.newest = newest;
    add(seeds, name, c);
  };
  versions("version-below", 0, 1, 3);
  versions("version-above", 9, 1, 3);
  versions("version-oldest", 1, 1, 3);
  versions("version-minus-1", -1, 0, 3);
  versions("version-smallest", INT32_MIN, INT32_MIN + 1, 3);
  versions("version-largest", INT32_MAX, 0, INT32_MAX);
  versions("version-between-bounds-the-wrong-way-round", 2, 3, 1);
}

void add_length_of_name(Seeds& seeds) {
  const auto planted = [&](const char* name, LengthPlant plant) {
    EnvelopeCase c = demo();
    c.plant = plant;
    add(seeds, name, c);
  };
  planted("length-of-name-in-three-bytes", LengthPlant::longer_form);
  planted("length-of-name-over-long", LengthPlant::over_long);
  planted("length-of-name-minus-1", LengthPlant::minus_one);
  planted("length-of-name-2-to-31-less-1", LengthPlant::huge);
  planted("length-of-name-cut", LengthPlant::cut);
}

// Several faults at once: the first test decides.
void add_order(Seeds& seeds) {
  const auto wrong = [&](const char* name, std::vector<Flip> flips, Differs differs = {}) {
    EnvelopeCase c = demo();
    c.flips = std::move(flips);
    c.differs = differs;
    add(seeds, name, c);
  };
  wrong("magic-before-name", {flip(0), flip(5)});
  wrong("name-before-version", {flip(5), flip(17)});
  wrong("version-before-id", {flip(17), flip(21)});
  wrong("id-before-suffix", {flip(21), flip(38)});
  wrong("all-of-the-header", {flip(0), flip(5), flip(17), flip(21)}, Differs::suffix);
  wrong("footer-magic-before-algorithm", {flip(45), flip(49)});
  wrong("algorithm-before-high-bits", {flip(52), flip(56)});
  wrong("high-bits-before-checksum", {flip(56), flip(60)});
  wrong("high-bits-with-the-right-lower-half", {flip(53, 0x80)});
  wrong("header-and-footer", {flip(3), flip_from_end(15)});
  EnvelopeCase c = demo();
  c.flips = {flip(45)};
  c.footer_shift = 1;
  add(seeds, "too-few-left-before-footer-magic", c);
  c.footer_shift = -1;
  add(seeds, "too-many-left-before-footer-magic", c);
  c.length_shift = -50;
  add(seeds, "expected-length-below-a-footer", c);
}

// LUCENE-9396, LUCENE-9409: the end of a truncated container may be a sound footer, of an inner
// file; and LUCENE-9260: what stands behind the last inner file went unchecked.
void add_published(Seeds& seeds) {
  EnvelopeCase inner = demo();
  inner.free = true;
  EnvelopeCase outer = demo();
  const auto inside = file_of(demo());
  outer.bytes = inside;
  outer.cut = 16;
  outer.length_shift = 16;
  add(seeds, "bug-lucene-9396-cut-ends-in-an-inner-footer", outer);
  outer.cut = outer.length_shift = 0;
  add(seeds, "container-of-one-file", outer);
  outer.flips = {flip_from_end(20)};
  add(seeds, "bug-lucene-9260-last-bytes-of-the-container", outer);
  // The checksum has its top bit set: extended as an int it is never found.
  EnvelopeCase top_bit = demo();
  top_bit.room = 61;
  add(seeds, "bug-b31-checksum-with-top-bit", top_bit);
  inner.bytes = {0xC0, 0x28, 0x93, 0xE8, 0, 0, 0, 0, 0, 0, 0, 0, 0x60, 0x80, 0x07, 0x56};
  add(seeds, "footer-alone", inner);
  inner.bytes.pop_back();
  add(seeds, "fifteen-bytes", inner);
  inner.bytes.clear();
  add(seeds, "no-bytes", inner);
}

void add_rooms(Seeds& seeds) {
  for (const int room : {0, 39, 40, 41}) {
    EnvelopeCase c = demo();
    c.room = static_cast<std::uint16_t>(room);
    add(seeds, seed_name("room-for-a-header-of", room), c);
  }
  for (const int less : {1, 8, 9, 16, 17, 21, 22, 56, 57, 61}) {
    EnvelopeCase c = demo();
    c.short_by = static_cast<std::uint16_t>(less);
    add(seeds, seed_name("output-short-by", less), c);
  }
  EnvelopeCase large = demo();
  for (unsigned i = 0; i < 600; ++i) large.bytes.push_back(static_cast<std::uint8_t>(167 * i + 13));
  large.bytes.resize(600);
  add(seeds, "large", large);
}

}  // namespace

void envelope_seeds(Seeds& seeds) {
  add(seeds, "good", demo());
  add_flips(seeds);
  add_lengths(seeds);
  add_positions(seeds);
  add_names(seeds);
  add_expectations(seeds);
  add_length_of_name(seeds);
  add_order(seeds);
  add_published(seeds);
  add_rooms(seeds);
}

}  // namespace touchstone::contracts
