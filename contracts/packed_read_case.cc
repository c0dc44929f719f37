#include "contracts/packed_read_case.h"

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>

#include "harness/hex.h"
#include "reference/numeric.h"

namespace touchstone::contracts {
namespace {

constexpr std::uint16_t kMostValues = 2100;
constexpr std::uint16_t kMostEntries = 300;
constexpr std::array<std::uint8_t, 14> kWidths{1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64};

constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max();
// Counts and positions whose bits, or whose sum with something small, leave 32 or 64 bits.
constexpr std::array<std::uint64_t, 14> kHuge{
    0x7FFF'FFFF,  0x8000'0000, 0xFFFF'FFFF,  0x1'0000'0000, kTop / 64, kTop / 64 + 1, kTop / 8,
    kTop / 8 + 1, kTop / 2,    kTop / 2 + 1, kTop - 7,      kTop - 1,  kTop,          kTop / 12};

void draw_width(kit::Draw& d, PackedReadCase& c) {
  std::uint8_t rarity = reference::numeric::is_width(c.width) ? 1 : 0;
  d.uniform(rarity, std::uint8_t{0}, std::uint8_t{31});
  if (rarity == 0) {
    d.edgy(c.width, std::uint8_t{0}, std::uint8_t{255});
  } else {
    d.one_of(c.width, kWidths);
  }
}

// Mostly what the format grants and what a wide load would want, seldom too little.
void draw_behind(kit::Draw& d, PackedReadCase& c) {
  const auto padding = static_cast<std::int8_t>(reference::numeric::padding(c.width));
  std::uint8_t kind = c.behind == padding ? 0 : c.behind == 0 ? 4 : c.behind < 0 ? 5 : 6;
  d.uniform(kind, std::uint8_t{0}, std::uint8_t{9});
  if (kind < 4) {
    c.behind = padding;
  } else if (kind == 4) {
    c.behind = 0;
  } else if (kind == 5) {
    d.edgy(c.behind, std::int8_t{-3}, std::int8_t{-1});
  } else {
    d.edgy(c.behind, std::int8_t{1}, std::int8_t{80});
  }
}

void draw_claim(kit::Draw& d, PackedReadCase& c) {
  std::uint8_t none = c.count > 0 ? 1 : 0;
  d.uniform(none, std::uint8_t{0}, std::uint8_t{15});
  if (none == 0) {
    c.count = 0;
  } else {
    d.edgy(c.count, std::uint16_t{1}, kMostValues);
  }
  draw_behind(d, c);
  std::uint8_t kind = c.claimed == c.count ? 2 : c.claimed == c.count + 1U ? 1 : 0;
  d.uniform(kind, std::uint8_t{0}, std::uint8_t{31});
  if (kind == 0) {
    d.one_of(c.claimed, kHuge);
  } else {
    c.claimed = c.count + (kind == 1 ? 1U : 0U);
  }
}

// As many as small values need, or as the width allows, or any number.
void draw_entries(kit::Draw& d, PackedReadCase& c) {
  const auto all = static_cast<std::uint16_t>(c.width <= 8 ? 1U << c.width : kMostEntries);
  std::uint8_t kind = c.entries == c.bound ? 0 : c.entries == all ? 1 : 2;
  const bool is_lone = c.content == Content::lone;
  d.uniform(kind, std::uint8_t{0}, is_lone ? std::uint8_t{6} : std::uint8_t{2});
  if (kind > 2) kind = 0;
  if (kind == 2) {
    d.edgy(c.entries, std::uint16_t{0}, kMostEntries);
  } else {
    c.entries = kind == 0 ? c.bound : all;
  }
}

void draw_form(kit::Draw& d, PackedReadCase& c) {
  using enum ReadForm;
  constexpr std::array kForms{plain, plain_u32, affine, table};
  // A lone value is there for tables that lack it.
  constexpr std::array kFormsOfLone{table, table, table, table, plain, plain_u32, affine};
  if (c.content == Content::lone) {
    d.one_of(c.form, kFormsOfLone);
  } else {
    d.one_of(c.form, kForms);
  }
  if (c.form == affine) {
    std::uint8_t kind = c.factor <= 1 ? static_cast<std::uint8_t>(c.factor) : 3;
    d.uniform(kind, std::uint8_t{0}, std::uint8_t{9});
    if (kind <= 2) {
      c.factor = std::min<std::uint64_t>(kind, 1);
    } else {
      d.edgy(c.factor, std::uint64_t{0}, kTop);
    }
    d.edgy(c.offset, std::uint64_t{0}, kTop);
  } else {
    c.factor = 1;
    c.offset = 0;
  }
  if (c.form == table) {
    draw_entries(d, c);
  } else {
    c.entries = 0;
  }
}

void draw_range(kit::Draw& d, PackedReadCase& c) {
  const std::uint64_t count = c.count;
  std::uint8_t kind = c.first > count ? 0 : c.size > count - c.first ? 1 : 2;
  d.uniform(kind, std::uint8_t{0}, std::uint8_t{15});
  if (kind == 0) {
    d.one_of(c.first, kHuge);
    d.edgy(c.size, std::uint16_t{0}, kMostValues);
    return;
  }
  d.edgy(c.first, std::uint64_t{0}, count);
  const auto left = static_cast<std::uint16_t>(count - c.first);
  if (kind == 1) {
    d.edgy(c.size, static_cast<std::uint16_t>(left + 1), static_cast<std::uint16_t>(left + 100));
  } else {
    bool all = c.size == left;
    d.flag(all);
    if (all) {
      c.size = left;
    } else {
      d.edgy(c.size, std::uint16_t{0}, left);
    }
  }
}

void draw_documents(kit::Draw& d, PackedReadCase& c) {
  using enum Lie;
  constexpr std::array kLies{contiguous, one_gap, strided, scattered};
  d.one_of(c.lie, kLies);
  d.edgy(c.stride, std::uint8_t{1}, std::uint8_t{70});
  d.edgy(c.place, std::uint16_t{0}, kMostValues);
  using enum ListFault;
  constexpr std::array kFaults{none, none, none,     none,     none,    none,         none,    none,
                               none, none, negative, repeated, falling, past_the_end, wrapping};
  d.one_of(c.fault, kFaults);
  d.edgy(c.first, std::uint64_t{0}, std::uint64_t{c.count});
  bool many = c.size == c.count;
  d.flag(many);
  if (many) {
    c.size = c.count;
  } else {
    d.edgy(c.size, std::uint16_t{0}, c.count);
  }
}

std::uint64_t value_below(const PackedReadCase& c, std::size_t index) {
  const std::uint64_t most = c.width >= 16 ? 0xFFFF : (1U << c.width) - 1;
  if (c.content == Content::lone && index == c.alone) return std::min<std::uint64_t>(c.bound, most);
  return std::min<std::uint64_t>(mixed(index) % c.bound, most);
}

}  // namespace

void draw_packed_read_case(kit::Draw& d, PackedReadCase& c) {
  draw_width(d, c);
  draw_claim(d, c);
  using enum Content;
  constexpr std::array kContents{noise, noise, ones,  zeros, alternating,
                                 small, small, given, lone,  lone};
  d.one_of(c.content, kContents);
  if (c.content == small || c.content == lone) {
    // A lone value is to be one that the width holds.
    const bool is_narrow = c.content == lone && c.width >= 1 && c.width <= 8;
    d.edgy(c.bound, std::uint16_t{1},
           is_narrow ? static_cast<std::uint16_t>((1U << c.width) - 1) : kMostEntries);
  } else {
    c.bound = 1;
  }
  if (c.content == lone) {
    d.edgy(c.alone, std::uint16_t{0}, kMostValues);
    if (c.count > 0) c.alone = c.alone % c.count;
  } else {
    c.alone = 0;
  }
  draw_form(d, c);
  if (c.form == ReadForm::plain_u32) {
    c.by_documents = false;
  } else {
    d.flag(c.by_documents);
  }
  if (c.by_documents) {
    draw_documents(d, c);
  } else {
    draw_range(d, c);
    c.lie = Lie::contiguous;
    c.stride = 1;
    c.place = 0;
    c.fault = ListFault::none;
  }
  d.uniform(c.split, std::uint8_t{0}, std::uint8_t{255});
  d.placement(c.input_at);
  d.placement(c.documents_at);
  d.placement(c.output_at);
  if (c.content == given) {
    d.rest(c.bytes, 4096);
  } else {
    c.bytes.clear();
  }
}

std::vector<std::uint8_t> stream_of(const PackedReadCase& c) {
  const std::size_t data = (std::size_t{c.count} * c.width + 7) / 8;
  std::vector<std::uint8_t> bytes(data);
  if ((c.content == Content::small || c.content == Content::lone) &&
      reference::numeric::is_width(c.width)) {
    std::vector<std::uint64_t> values(c.count);
    for (std::size_t i = 0; i < c.count; ++i) values[i] = value_below(c, i);
    bytes = *reference::numeric::encode(values, c.width);
    bytes.resize(data);
  }
  for (std::size_t i = 0; i < data; ++i) {
    switch (c.content) {
      case Content::noise:
        bytes[i] = static_cast<std::uint8_t>(mixed(i) >> 13);
        break;
      case Content::ones:
        bytes[i] = 0xFF;
        break;
      case Content::alternating:
        bytes[i] = i % 2 == 0 ? 0x5A : 0xA5;
        break;
      case Content::given:
        bytes[i] = i < c.bytes.size() ? c.bytes[i] : std::uint8_t{0};
        break;
      case Content::zeros:
      case Content::small:
      case Content::lone:
        break;
    }
  }
  const auto size = static_cast<std::ptrdiff_t>(data) + c.behind;
  bytes.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(size, 0)), 0xEE);
  return bytes;
}

std::vector<std::int32_t> documents_of(const PackedReadCase& c) {
  std::vector<std::int32_t> documents;
  std::uint64_t next = c.first;
  for (std::size_t i = 0; documents.size() < c.size && next < c.count; ++i) {
    documents.push_back(static_cast<std::int32_t>(next));
    const std::uint64_t step = c.lie == Lie::strided                   ? c.stride
                               : c.lie == Lie::scattered               ? 1 + mixed(next) % c.stride
                               : c.lie == Lie::one_gap && i == c.place ? 1 + std::uint64_t{c.stride}
                                                                       : 1;
    next += step;
  }
  if (documents.empty()) return documents;
  const std::size_t at = c.place % documents.size();
  switch (c.fault) {
    case ListFault::none:
      break;
    case ListFault::negative:
      documents[0] = -1 - documents[0];
      break;
    case ListFault::repeated:
      if (at > 0) documents[at] = documents[at - 1];
      break;
    case ListFault::falling:
      std::swap(documents[at], documents[0]);
      break;
    case ListFault::past_the_end:
      documents.back() = std::max(documents.back(), c.count + c.stride - 1);
      break;
    case ListFault::wrapping: {
      // Ids one above the other, over the largest to the smallest: as bits, a range.
      const std::uint32_t start = 0x8000'0000U - static_cast<std::uint32_t>(at) - 1;
      for (std::size_t i = 0; i < documents.size(); ++i) {
        documents[i] = static_cast<std::int32_t>(start + static_cast<std::uint32_t>(i));
      }
      break;
    }
  }
  return documents;
}

std::vector<std::uint64_t> table_of(const PackedReadCase& c) {
  std::vector<std::uint64_t> table(c.entries);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = mixed(1000 + i);
  return table;
}

namespace {

constexpr std::array<const char*, 7> kContentWords{"noise",
                                                   "ones",
                                                   "zeros",
                                                   "5a and a5 in turn",
                                                   "small values",
                                                   "the bytes below, then zeros",
                                                   "small values and a larger one"};
constexpr std::array<const char*, 4> kLieWords{"in a row", "with one gap", "in equal steps",
                                               "scattered"};
constexpr std::array<const char*, 6> kFaultWords{"in order",         "one negative",
                                                 "one repeated",     "one below its predecessor",
                                                 "one past the end", "wrapping at 2^31"};

template <std::size_t N, typename E>
const char* word_of(const std::array<const char*, N>& words, E e) {
  return words[static_cast<std::size_t>(e)];
}

}  // namespace

void describe_packed_read_case(const PackedReadCase& c, std::ostream& out) {
  out << c.claimed << " values of " << int{c.width} << " bits claimed of bytes that hold "
      << c.count << " and " << int{c.behind} << " bytes more, placed " << c.input_at
      << "\ncontent: " << word_of(kContentWords, c.content);
  if (c.content == Content::small) out << " below " << c.bound;
  if (c.content == Content::lone) out << " at " << c.alone << ", the others below " << c.bound;
  if (c.content == Content::given) out << "\nbytes: " << kit::to_hex(c.bytes);
  if (c.by_documents) {
    out << "\nasked for: " << documents_of(c).size() << " documents " << word_of(kLieWords, c.lie)
        << " (" << word_of(kFaultWords, c.fault) << ") from " << c.first << ", step "
        << int{c.stride} << ", place " << c.place << ", placed " << c.documents_at;
  } else {
    out << "\nasked for: " << c.size << " values from " << c.first;
  }
  out << ", placed " << c.output_at << "\nform: ";
  if (c.form == ReadForm::plain) out << "plain";
  if (c.form == ReadForm::plain_u32) out << "plain, 32-bit elements";
  if (c.form == ReadForm::affine) out << "times " << c.factor << " plus " << c.offset;
  if (c.form == ReadForm::table) out << "a table of " << c.entries;
  out << "\nrelations: " << int{c.split};
}

}  // namespace touchstone::contracts
