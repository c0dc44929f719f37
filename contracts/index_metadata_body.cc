// Bodies of metadata files by rule: a writer that takes what it may choose from the Case, so that
// every part of every layout is met, and puts one number in a wrong way when told to.
#include <algorithm>
#include <string>

#include "contracts/index_metadata_case.h"

namespace touchstone::contracts {
namespace {

class BodyWriter {
 public:
  BodyWriter(const IndexMetadataCase& c, Plant plant, std::size_t plant_at)
      : case_(c), plant_(plant), plant_at_(plant_at) {}

  std::vector<std::uint8_t> bytes;
  std::size_t numbers = 0;

  const IndexMetadataCase& of() const { return case_; }
  std::uint64_t choice() { return next_ < case_.choices.size() ? case_.choices[next_++] : 0; }
  /// Leans to the largest and the smallest, beside which the faults are.
  std::uint32_t below(std::uint32_t bound) {
    const std::uint64_t chosen = choice();
    if (chosen % 4 == 3) return bound - 1;
    if (chosen % 4 == 2) return 0;
    return static_cast<std::uint32_t>(chosen / 4 % bound);
  }

  void u8(std::uint64_t value) { little(value, 1); }
  void i32(std::uint64_t value) { little(value, 4); }
  void i64(std::uint64_t value) { little(value, 8); }
  void size() { i64(choice() >> 1); }  // an offset or a length
  void big(std::uint64_t value, std::size_t width) {
    value = planted(value, width);
    for (std::size_t i = width; i-- > 0;) put(value >> (8 * i));
  }
  void little(std::uint64_t value, std::size_t width) {
    value = planted(value, width);
    for (std::size_t i = 0; i < width; ++i) put(value >> (8 * i));
  }
  void vint(std::uint64_t value) { sevens(value, 4, 6); }
  void vlong(std::uint64_t value) { sevens(value, 8, 10); }
  void text(std::string_view text) {
    vint(text.size());
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  void letters() { text(std::string_view("abcdefghijklmnopqrstuvwxyz").substr(0, below(9))); }
  void texts(std::uint32_t each) {
    const std::uint32_t count = below(3);
    vint(count);
    for (std::uint32_t i = 0; i < count * each; ++i) letters();
  }
  void zeros(std::size_t count) { bytes.insert(bytes.end(), count, 0); }

 private:
  void put(std::uint64_t byte) { bytes.push_back(static_cast<std::uint8_t>(byte)); }

  std::uint64_t planted(std::uint64_t value, std::size_t width) {
    if (plant_ == Plant::none || numbers++ != plant_at_) return value;
    const std::uint64_t top = std::uint64_t{1} << (8 * width - 1);
    switch (plant_) {
      case Plant::none:
        return value;
      case Plant::all_ones:
        return ~std::uint64_t{0};
      case Plant::top_bit:
        return value | top;
      case Plant::huge:
        return top - 1;
      case Plant::one_more:
        return value + 1;
      case Plant::one_less:
        return value - 1;
      case Plant::over_long:
        return 64;
    }
    return value;
  }

  void sevens(std::uint64_t value, std::size_t width, std::size_t over_long) {
    if (plant_ == Plant::over_long && numbers == plant_at_) {
      bytes.insert(bytes.end(), over_long - 1, 0xFF);
    }
    value = planted(value, width);
    if (width == 4) value &= 0xFFFF'FFFF;
    for (; value >= 0x80; value >>= 7) put(value | 0x80);
    put(value);
  }

  const IndexMetadataCase& case_;
  Plant plant_;
  std::size_t plant_at_;
  std::size_t next_ = 0;
};

// --- names of fields, commits, segments ----------------------------------------------------------

void put_attributes(BodyWriter& out) {
  const std::uint32_t kind = out.below(4);
  out.vint(kind);
  if (kind == 1) {
    out.letters();
    out.letters();
  }
  if (kind >= 2) {
    out.text("PerFieldDocValuesFormat.format");
    out.text("Lucene90");
    out.text("PerFieldDocValuesFormat.suffix");
    out.text(kind == 2 ? "0" : "12");
  }
  if (kind == 3) {  // the same key again
    out.text("PerFieldDocValuesFormat.format");
    out.letters();
  }
}

void put_field(BodyWriter& out) {
  const std::int32_t version = out.of().version;
  out.letters();
  out.vint(out.below(300));
  out.u8(out.below(version <= 0 ? 16 : version == 1 ? 32 : 64));
  out.u8(out.below(5));
  const std::uint32_t values = out.below(6);
  out.u8(values);
  if (version >= 2) out.u8(values == 0 || values == 2 ? 0 : out.below(2));
  out.i64(values == 0 || out.below(4) != 3 ? ~std::uint64_t{0} : out.choice() >> 1);
  put_attributes(out);
  const std::uint32_t dimensions = out.below(17);
  out.vint(dimensions);
  if (dimensions > 0) {
    out.vint(1 + out.below(std::min(dimensions, 8U)));
    out.vint(1 + out.below(16));
  }
  out.vint(out.below(2000));
  out.u8(out.below(2));
  out.u8(out.below(4));
}

void put_generation(BodyWriter& out) {
  out.big(out.below(2) == 0 ? ~std::uint64_t{0} : out.choice() >> 1, 8);
}

void put_segment_commit(BodyWriter& out) {
  out.letters();
  out.zeros(16);
  out.letters();
  put_generation(out);
  out.big(out.below(100), 4);
  put_generation(out);
  put_generation(out);
  out.big(out.below(100), 4);
  const std::uint32_t with_id = out.below(2);
  out.u8(with_id);
  if (with_id == 1) out.zeros(16);
  out.texts(1);
  const std::uint32_t updates = out.below(3);
  out.big(updates, 4);
  for (std::uint32_t i = 0; i < updates; ++i) {
    out.big(out.below(1000), 4);
    out.texts(1);
  }
  if (out.of().version < 11) return;
  const std::uint32_t overlays = out.below(3);
  out.big(overlays, 4);
  for (std::uint32_t i = 0; i < overlays; ++i) {
    out.big(out.below(1000), 4);
    put_generation(out);
    const std::uint32_t generations = out.below(3);
    out.big(generations, 4);
    out.zeros(std::size_t{8} * generations);
  }
}

void put_commit(BodyWriter& out) {
  for (int i = 0; i < 4; ++i) out.vint(out.below(200));
  out.big(out.choice(), 8);
  out.vlong(out.choice() >> 1);
  const std::uint32_t segments = out.below(4);
  out.big(segments, 4);
  if (segments > 0) {
    for (int i = 0; i < 3; ++i) out.vint(out.below(200));
  }
  for (std::uint32_t i = 0; i < segments; ++i) put_segment_commit(out);
  out.texts(2);
}

void put_segment_info(BodyWriter& out) {
  const std::uint32_t major = 9 + out.below(2);
  const std::uint32_t minor = out.below(13);
  for (const std::uint32_t part : {major, minor, 0U}) out.i32(part);
  const std::uint32_t with_oldest = out.below(2);
  out.u8(with_oldest);
  for (std::uint32_t i = 0; i < 3 * with_oldest; ++i) out.i32(out.below(20));
  out.i32(out.below(1'000'000));
  out.u8(out.below(2) == 0 ? 0xFF : 1);
  if (major > 9 || minor >= 9) out.u8(out.below(2) == 0 ? 0xFF : 1);
  out.texts(2);
  out.texts(1);
  out.texts(2);
  const std::uint32_t sort = out.below(4) == 3 ? 1 : 0;
  out.vint(sort);
  if (sort != 0) out.zeros(5);
}

// --- doc values ----------------------------------------------------------------------------------

void put_doc_set(BodyWriter& out) {
  const std::uint32_t kind = out.below(3);
  if (kind == 0) {
    out.i64(out.choice() >> 1);
    out.size();
    out.little(out.below(100), 2);
    out.u8(9);
    return;
  }
  out.i64(~std::uint64_t{0} - (kind - 1));
  out.i64(0);
  out.little(0xFFFF, 2);
  out.u8(0xFF);
}

void put_table(BodyWriter& out, std::uint32_t form) {
  if (form == 0) {
    const std::uint32_t size = 1 + out.below(out.below(8) == 7 ? 256 : 8);
    out.i32(size);
    for (std::uint32_t i = 0; i < size; ++i) out.i64(out.choice());
  } else {
    // None, or blocks of 2^1 to 2^30 values.
    out.i32(~std::uint64_t{0} - (form == 1 ? 0 : 2 + out.below(30)));
  }
}

void put_entry(BodyWriter& out, std::uint64_t values) {
  constexpr std::uint8_t kBits[] = {0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64};
  put_doc_set(out);
  out.i64(values);
  const std::uint32_t form = out.below(3);
  put_table(out, form);
  out.u8(form == 2 ? 0xFF : kBits[out.below(15)]);
  out.i64(out.choice());
  out.i64(out.choice());
  out.size();
  out.size();
  out.i64(form == 2 ? out.choice() >> 1 : ~std::uint64_t{0});
}

void put_blocks(BodyWriter& out, std::uint64_t count, std::uint32_t shift) {
  out.zeros(21 * static_cast<std::size_t>((count + (std::uint64_t{1} << shift) - 1) >> shift));
}

void put_addresses(BodyWriter& out, std::uint64_t documents) {
  out.size();
  const std::uint32_t shift = 2 + out.below(21);
  out.vint(shift);
  put_blocks(out, documents + 1, shift);
  out.size();
}

void put_entry_of_several(BodyWriter& out) {
  const std::uint64_t documents = out.below(50);
  const std::uint64_t more = out.below(2) * std::uint64_t{out.below(1000)};
  put_entry(out, documents + more);
  out.i32(documents);
  if (more != 0) put_addresses(out, documents);
}

void put_terms(BodyWriter& out) {
  const std::uint64_t terms = out.below(600);
  out.vlong(terms);
  const std::uint32_t shift = 2 + out.below(21);
  out.i32(shift);
  put_blocks(out, (terms + 63) / 64, shift);
  out.i32(out.below(1000));
  out.i32(out.below(1000));
  for (int i = 0; i < 4; ++i) out.size();
  const std::uint32_t term_shift = out.below(31);
  out.i32(term_shift);
  const std::uint64_t step = std::uint64_t{1} << term_shift;
  put_blocks(out, 1 + (terms + step - 1) / step, shift);
  for (int i = 0; i < 4; ++i) out.size();
}

void put_binary(BodyWriter& out) {
  out.size();
  out.size();
  put_doc_set(out);
  const std::uint32_t documents = out.below(50);
  out.i32(documents);
  const std::uint32_t shortest = out.below(10);
  const std::uint32_t longest = out.below(20);
  out.i32(shortest);
  out.i32(longest);
  if (longest > shortest) put_addresses(out, documents);
}

void put_skip_index(BodyWriter& out) {
  out.size();
  out.size();
  out.i64(out.choice());
  out.i64(out.choice());
  out.i32(out.below(1000));
  out.i32(std::uint64_t{out.below(1000)} - 1);
  if (out.of().version >= 2) out.i32(out.below(10));
}

void put_record(BodyWriter& out) {
  const std::uint32_t number = out.below(200);
  const std::uint32_t type = out.below(5);
  out.i32(number);
  out.u8(type);
  if (has_skip_index(out.of(), number)) put_skip_index(out);
  if (type == 0) put_entry(out, out.choice() >> 1);
  if (type == 1) put_binary(out);
  if (type == 2) {
    put_entry(out, out.below(1000));
    put_terms(out);
  }
  if (type == 3) {
    const std::uint32_t several = out.below(2);
    out.u8(several);
    if (several == 0) {
      put_entry(out, out.below(1000));
    } else {
      put_entry_of_several(out);
    }
    put_terms(out);
  }
  if (type == 4) put_entry_of_several(out);
}

void put_body(BodyWriter& out) {
  switch (out.of().kind) {
    case MetadataKind::field_infos: {
      const std::uint32_t fields = out.below(4);
      out.vint(fields);
      for (std::uint32_t i = 0; i < fields; ++i) put_field(out);
      return;
    }
    case MetadataKind::commit:
      return put_commit(out);
    case MetadataKind::segment_info:
      return put_segment_info(out);
    case MetadataKind::doc_values:
      for (std::uint32_t records = out.below(4); records > 0; --records) put_record(out);
      out.i32(~std::uint64_t{0});
      return;
  }
}

}  // namespace

std::size_t numbers_of(const IndexMetadataCase& c) {
  BodyWriter out(c, Plant::one_more, ~std::size_t{0});  // at no number there is
  put_body(out);
  return out.numbers;
}

std::vector<std::uint8_t> body_of(const IndexMetadataCase& c) {
  std::vector<std::uint8_t> body = c.bytes;
  if (!c.free) {
    const bool plants = c.plant != Plant::none;
    BodyWriter out(c, c.plant, plants ? c.plant_at % numbers_of(c) : 0);
    put_body(out);
    body = std::move(out.bytes);
  }
  const auto size = static_cast<std::int64_t>(body.size()) - c.cut;
  body.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, size)), 0);
  return body;
}

}  // namespace touchstone::contracts
