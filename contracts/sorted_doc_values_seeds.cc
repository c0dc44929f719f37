// Seeds of the sorted doc values contract, made by rule.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string>

#include "contracts/seed_parts.h"
#include "contracts/sorted_doc_values_case.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<SortedDocValuesCase>;
using Kind = reference::doc_values::Documents::Kind;
using What = Claim::What;
using enum SortedAsk;

SortedDocValuesCase asking(SortedDocValuesCase c, SortedAsk ask, std::uint64_t first,
                           std::size_t size, bool is_there = true) {
  c.ask = ask;
  c.first = first;
  c.size = static_cast<std::uint16_t>(size);
  c.within = is_there ? Within::inside : Within::anywhere;
  return c;
}

// Documents with these numbers of values, over and over; asked for all starts.
SortedDocValuesCase field(std::uint32_t documents, std::vector<std::uint8_t> counts,
                          unsigned shift = 16) {
  SortedDocValuesCase c;
  c.count = documents;
  c.list.counts = std::move(counts);
  c.shift = static_cast<std::uint8_t>(shift);
  return asking(c, starts, 0, std::min(documents + 1, 1'200U));
}

SortedDocValuesCase even(std::uint32_t documents, unsigned each_log, unsigned shift = 22) {
  SortedDocValuesCase c;
  c.even = true;
  c.each_log = static_cast<std::uint8_t>(each_log);
  c.count = documents;
  c.shift = static_cast<std::uint8_t>(shift);
  return asking(c, starts, 0, std::min(documents + 1, 100U));
}

SortedDocValuesCase sparse(SortedDocValuesCase c, std::uint32_t first, std::uint32_t run,
                           std::uint32_t gap) {
  c.list.documents = Kind::some;
  c.list.first_document = first;
  c.list.run = run;
  c.list.gap = gap;
  return c;
}

SortedDocValuesCase claiming(SortedDocValuesCase c, What what, std::uint64_t number,
                             unsigned block = 0) {
  c.claim = {.what = what,
             .is_added = false,
             .block = static_cast<std::uint16_t>(block),
             .number = number};
  return c;
}

SortedDocValuesCase adding(SortedDocValuesCase c, What what, std::uint64_t number,
                           unsigned block = 0) {
  c = claiming(c, what, number, block);
  c.claim.is_added = true;
  return c;
}

SortedDocValuesCase changed(SortedDocValuesCase c, unsigned file, std::size_t at, unsigned byte,
                            bool from_end = false) {
  c.changes[0] = {.kind = ByteChange::Kind::put,
                  .file = static_cast<std::uint8_t>(file),
                  .from_end = from_end,
                  .at = static_cast<std::uint16_t>(at),
                  .byte = static_cast<std::uint8_t>(byte)};
  return c;
}

// So many bytes and one are cut off.
SortedDocValuesCase cut(SortedDocValuesCase c, unsigned file, std::size_t from_end) {
  c = changed(c, file, from_end, 0, true);
  c.changes[0].kind = ByteChange::Kind::cut;
  return c;
}

SortedDocValuesCase sloped(SortedDocValuesCase c, float slope) {
  c.list.own_slope = true;
  c.list.slope_bits = std::bit_cast<std::uint32_t>(slope);
  return c;
}

const std::vector<std::uint8_t> kSome{3, 1, 4, 1, 5, 9, 2, 6};

// --- fields as they are --------------------------------------------------------------------------

void add_counts(Seeds& seeds) {
  for (const std::uint32_t documents : {1U, 3U, 50U, 4'000U}) {
    const SortedDocValuesCase one = field(documents, {});
    seeds.add(seed_name("one-each", documents, "starts"), one);
    seeds.add(seed_name("one-each", documents, "values"),
              asking(one, values, 0, std::min(documents, 1'000U)));
    seeds.add(seed_name("one-each", documents, "documents"),
              asking(one, ids, 0, std::min(documents, 1'000U)));
    const SortedDocValuesCase two = field(documents, {2});
    seeds.add(seed_name("two-each", documents, "starts"), two);
    seeds.add(seed_name("two-each", documents, "values"),
              asking(two, values, 1, std::min(documents, 1'000U)));
    seeds.add(seed_name("two-each", documents, "documents"),
              asking(two, ids, 0, std::min(documents, 1'000U)));
    seeds.add(seed_name("some-each", documents, "starts"), field(documents, kSome));
  }
  seeds.add("no-document", field(0, {}));
  SortedDocValuesCase none = field(0, {2});
  none.list.documents = Kind::none;
  seeds.add("no-document-has-a-value", none);
  seeds.add("no-document-has-a-value-documents", asking(none, ids, 0, 0));
  seeds.add("first-document-has-all", field(7, {40, 0, 0, 0, 0, 0, 0}));
  seeds.add("last-document-has-all", field(7, {0, 0, 0, 0, 0, 0, 40}));
  seeds.add("every-second-document-has-none", field(200, {0, 5}));
  seeds.add("as-many-but-not-one-each", field(200, {0, 2}));
  SortedDocValuesCase level = field(200, kSome);
  level.list.is_level = true;
  seeds.add("as-many-on-average", level);
  level.count = 201;
  seeds.add("as-many-on-average-and-one", level);
  seeds.add("more-documents-than-values", field(200, {0, 0, 1}));
  seeds.add("no-value-at-all", field(9, {0}));
}

// Questions that end one behind what there is, in fields with addresses and without.
void add_one_too_many(Seeds& seeds) {
  for (const auto& [each, c] : {std::pair("one-each", field(9, {})),
                                {"two-each", field(9, {2})},
                                {"even", even(2'147'483'647, 4)}}) {
    for (const auto& [name, asked] :
         {std::pair("starts", starts), {"values", values}, {"documents", ids}}) {
      for (const std::size_t size : {0U, 1U, 2U, 7U}) {
        SortedDocValuesCase more = asking(c, asked, 0, size);
        more.within = Within::one_more;
        const std::uint64_t there = asked == starts   ? c.count + std::uint64_t{1}
                                    : asked == values ? field_of(c).values
                                                      : c.count;
        more.first = there + 1 - size;
        seeds.add(seed_name("one-more", each, name, size), more);
      }
    }
  }
}

// A caller asks for a document's two ends, for a stretch, or for the end of all.
void add_questions(Seeds& seeds) {
  const SortedDocValuesCase c = field(100, kSome, 4);
  for (const std::uint64_t document : {0U, 14U, 15U, 16U, 50U, 99U}) {
    seeds.add(seed_name("ends-of-document", two_digits(document)), asking(c, starts, document, 2));
    seeds.add(seed_name("start-of-document", two_digits(document)), asking(c, starts, document, 1));
  }
  seeds.add("end-of-the-last-document", asking(c, starts, 100, 1));
  seeds.add("starts-behind-the-last", asking(c, starts, 101, 1, false));
  seeds.add("starts-one-too-many", asking(c, starts, 0, 102, false));
  seeds.add("starts-one-too-many-at-the-end", asking(c, starts, 100, 2, false));
  seeds.add("starts-into-nothing", asking(c, starts, 0, 0, false));
  seeds.add("starts-into-nothing-behind-the-last", asking(c, starts, 101, 0, false));
  seeds.add("values-one-too-many", asking(c, values, 0, 400, false));
  seeds.add("values-nothing-behind-the-last", asking(field(4, {2}), values, 8, 0, false));
  seeds.add("values-behind-the-last", asking(field(4, {2}), values, 8, 1, false));
  seeds.add("documents-one-too-many", asking(c, ids, 0, 101, false));
  seeds.add("documents-nothing-behind-the-last", asking(c, ids, 100, 0, false));
  seeds.add("documents-behind-the-last", asking(c, ids, 100, 1, false));
  const SortedDocValuesCase one = field(10, {});
  for (const auto& [name, asked] :
       {std::pair("starts", starts), {"values", values}, {"ids", ids}}) {
    for (const std::uint64_t first : {~std::uint64_t{0}, ~std::uint64_t{0} - 9}) {
      const std::size_t size = first == ~std::uint64_t{0} ? 1 : 20;
      seeds.add(seed_name(name, "that-wrap", size), asking(c, asked, first, size, false));
      seeds.add(seed_name("one-each", name, "that-wrap", size),
                asking(one, asked, first, size, false));
    }
  }
  seeds.add("one-each-starts-one-too-many", asking(one, starts, 0, 12, false));
  seeds.add("one-each-end-of-the-last-document", asking(one, starts, 10, 1));
  seeds.add("one-each-documents-one-too-many", asking(one, ids, 1, 10, false));
  seeds.add("one-each-values-one-too-many", asking(one, values, 1, 10, false));
}

void add_packings(Seeds& seeds) {
  SortedDocValuesCase c = asking(field(60, kSome, 3), values, 7, 150);
  for (const unsigned width : {1U, 4U, 12U, 20U, 40U, 64U}) {
    c.list.width = static_cast<std::uint8_t>(width);
    c.minimum = -5;
    c.list.factor = 3;
    seeds.add(seed_name("values-of", two_digits(width), "bits"), c);
  }
  c.list.packed = Packed::constant;
  seeds.add("values-all-alike", c);
  c.list.packed = Packed::table;
  c.list.width = 4;
  c.list.table_size = 13;
  c.list.small = true;
  seeds.add("values-of-a-table", c);
  c.list.small = false;
  seeds.add("values-of-a-table-without-the-entry", c);
  c.list.packed = Packed::blocks;
  c.list.block_shift = 6;
  seeds.add("values-in-blocks", c);
}

// --- addresses -----------------------------------------------------------------------------------

void add_shifts(Seeds& seeds) {
  for (unsigned shift = 0; shift <= 23; ++shift) {
    seeds.add(seed_name("shift", two_digits(shift)), field(300, kSome, shift));
  }
  // The last block has 1 to 4 addresses.
  for (const std::uint32_t documents : {7U, 8U, 9U, 10U, 11U}) {
    seeds.add(seed_name("blocks-of-4-documents", two_digits(documents)),
              field(documents, kSome, 2));
    seeds.add(seed_name("blocks-of-4-end-of-the-last", two_digits(documents)),
              asking(field(documents, kSome, 2), starts, documents, 1));
  }
  for (const auto& [first, size] : {std::pair(3U, 2U), {16U, 16U}, {1U, 70U}}) {
    seeds.add(seed_name("blocks-of-16-from", two_digits(first), size),
              asking(field(100, kSome, 4), starts, first, size));
  }
  const SortedDocValuesCase c = field(20, kSome, 2);
  for (const unsigned more : {0U, 1U, 2U, 3U, 4U}) {
    seeds.add(seed_name("shift-in", 2 + more, "bytes"), claiming(c, What::long_shift, more));
  }
  seeds.add("shift-2-to-the-32-and-2", claiming(c, What::shift, 0x1'0000'0002));
  seeds.add("shift-largest-vint", claiming(c, What::shift, 0xFFFF'FFFF));
  seeds.add("shift-64", claiming(c, What::shift, 64));
  seeds.add("shift-another", claiming(c, What::shift, 3));
}

void add_widths(Seeds& seeds) {
  for (const std::uint8_t width : kWidths) {
    SortedDocValuesCase c = field(120, kSome, 5);
    c.list.least_width = width;
    seeds.add(seed_name("addresses-of", two_digits(width), "bits"), c);
    seeds.add(seed_name("addresses-of", two_digits(width), "bits-last"), asking(c, starts, 120, 1));
  }
  SortedDocValuesCase behind = sparse(field(120, kSome, 5), 9, 2, 1);
  behind.before_entry = 11;
  behind.before_set = 3;
  behind.before_values = 5;
  behind.before_addresses = 13;
  seeds.add("everything-behind-something", behind);
  behind.one_file = false;
  seeds.add("everything-behind-something-two-files", behind);
}

// Whatever the slope, the differences make up for it: but only for the line as it is rounded.
void add_slopes(Seeds& seeds) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::array<std::pair<const char*, float>, 20> kSlopes{
      {{"0", 0.0F},
       {"minus-0", -0.0F},
       {"a-third", 1.0F / 3},
       {"7-tenths", 0.7F},
       {"just-below-1", 0.999'999'94F},
       {"minus-7-tenths", -0.7F},
       {"minus-a-hundred", -100.1F},
       {"16777215", 16'777'215.0F},
       {"11184810", 11'184'810.0F},
       {"2-to-the-61", 0x1p61F},
       {"2-to-the-62", 0x1p62F},
       {"2-to-the-63", 0x1p63F},
       {"below-2-to-the-63", 0x1.fffffep62F},
       {"minus-2-to-the-62", -0x1p62F},
       {"minus-2-to-the-63", -0x1p63F},
       {"largest", std::numeric_limits<float>::max()},
       {"least", std::numeric_limits<float>::denorm_min()},
       {"infinity", kInfinity},
       {"minus-infinity", -kInfinity},
       {"no-number", std::numeric_limits<float>::quiet_NaN()}}};
  for (const auto& [name, slope] : kSlopes) {
    seeds.add(seed_name("slope", name), sloped(field(300, kSome, 7), slope));
    seeds.add(seed_name("slope", name, "to-the-end"),
              asking(sloped(field(4'000, kSome, 12), slope), starts, 3'500, 501));
  }
}

// --- documents -----------------------------------------------------------------------------------

void add_documents(Seeds& seeds) {
  for (const bool one_file : {true, false}) {
    const char* files = one_file ? "one-file" : "two-files";
    SortedDocValuesCase list = sparse(field(150, kSome, 3), 5, 3, 4);
    list.one_file = one_file;
    seeds.add(seed_name("list", files, "starts"), list);
    seeds.add(seed_name("list", files, "documents"), asking(list, ids, 0, 150));
    seeds.add(seed_name("list", files, "values"), asking(list, values, 100, 200));
    list.list.counts.clear();
    seeds.add(seed_name("list", files, "one-each"), asking(list, ids, 70, 80));
    SortedDocValuesCase bitmap = sparse(field(5'000, {1, 2}, 10), 100, 7, 3);
    bitmap.one_file = one_file;
    seeds.add(seed_name("bitmap", files, "documents"), asking(bitmap, ids, 4'000, 1'000));
    seeds.add(seed_name("bitmap", files, "starts"), asking(bitmap, starts, 4'000, 1'001));
    SortedDocValuesCase far = sparse(field(40, {2, 3}, 2), 65'530, 2, 50'000);
    far.one_file = one_file;
    seeds.add(seed_name("blocks", files, "documents"), asking(far, ids, 3, 37));
    far.list.with_jumps = false;
    seeds.add(seed_name("blocks", files, "no-jumps-documents"), asking(far, ids, 0, 40));
  }
  SortedDocValuesCase last = sparse(field(2, {2}), 2'147'483'645, 1, 0);
  last.list.with_jumps = false;
  seeds.add("last-document-there-is", asking(last, ids, 0, 2));
}

// Documents and values without end: addresses near 2^31, 2^32, 2^62 and 2^63.
void add_even(Seeds& seeds) {
  constexpr std::uint32_t kMost = 2'147'483'647;
  for (const unsigned each : {0U, 1U, 2U, 31U, 32U}) {
    const SortedDocValuesCase c = even(kMost, each);
    const std::string name = seed_name("most-documents-2-to-the", two_digits(each));
    seeds.add(seed_name(name, "first"), c);
    seeds.add(seed_name(name, "last"), asking(c, starts, kMost - 20U, 21));
    seeds.add(seed_name(name, "end"), asking(c, starts, kMost, 1));
    seeds.add(seed_name(name, "across-blocks"), asking(c, starts, (1U << 22U) * 300 - 5, 10));
    seeds.add(seed_name(name, "documents"), asking(c, ids, kMost - 20U, 20));
    seeds.add(seed_name(name, "documents-one-too-many"), asking(c, ids, kMost - 20U, 21, false));
    seeds.add(seed_name(name, "last-values"),
              asking(c, values, (std::uint64_t{kMost} << each) - 7, 7));
    seeds.add(seed_name(name, "values-one-too-many"),
              asking(c, values, (std::uint64_t{kMost} << each) - 7, 8, false));
  }
  seeds.add("even-of-one-document", even(1, 32));
  seeds.add("even-seam-above-32-bits", asking(even(70'000, 20, 12), starts, 4'090, 12));
  // As many values as a count can say.
  SortedDocValuesCase most = claiming(even(1, 32), What::values, (std::uint64_t{1} << 63) - 1);
  seeds.add("values-2-to-the-63-less-1-refused", most);
  // The slope becomes 2^63, which as a long is 2^63 - 1.
  most.changes[0] = {.kind = ByteChange::Kind::put, .from_end = true, .at = 17, .byte = 0x5F};
  most.changes[1] = {.kind = ByteChange::Kind::put, .from_end = true, .at = 18, .byte = 0x00};
  seeds.add("values-2-to-the-63-less-1-on-a-line-beyond", asking(most, starts, 0, 2));
}

// --- damage --------------------------------------------------------------------------------------

// Each byte of an entry set to a value that is mostly wrong.
void add_metadata_bytes(Seeds& seeds) {
  const SortedDocValuesCase dense = field(6, kSome, 2);
  const SortedDocValuesCase some = sparse(field(40, kSome, 6), 3, 1, 1);
  for (std::size_t at = 0; at < 135; ++at) {
    std::string digits(at < 100 ? 1 : 0, '0');  // three, so that names sort
    digits += two_digits(at);
    seeds.add(seed_name("metadata-byte", digits, "is-80"), changed(dense, 0, at, 0x80));
    if (at >= 114) continue;
    seeds.add(seed_name("sparse-metadata-byte", digits, "is-41"), changed(some, 0, at, 0x41));
  }
  for (const std::size_t left :
       {0U, 1U, 71U, 72U, 74U, 75U, 76U, 83U, 84U, 85U, 105U, 106U, 126U, 127U, 134U}) {
    SortedDocValuesCase c = changed(dense, 0, left, 0);
    c.changes[0].kind = ByteChange::Kind::cut;
    seeds.add(seed_name("metadata-of", left, "bytes"), c);
  }
  SortedDocValuesCase behind = dense;
  behind.before_entry = 30;
  seeds.add("metadata-cut-before-the-entry", cut(behind, 0, 140));
  SortedDocValuesCase vint = changed(changed(dense, 0, 84, 0xFF), 0, 84, 0xFF);
  for (const std::size_t length : {4U, 5U}) {
    vint.claim = {.what = What::long_shift, .is_added = false, .block = 0, .number = length - 2};
    vint.changes[0].at = static_cast<std::uint16_t>(84 + length - 1);
    vint.changes[0].byte = 0x90;
    seeds.add(seed_name("shift-of", length, "bytes-goes-on"), vint);
  }
  vint.changes[0].byte = 0x10;
  seeds.add("shift-of-5-bytes-beyond-32-bits", vint);
}

void add_claims(Seeds& seeds) {
  constexpr std::uint64_t kMinus1 = ~std::uint64_t{0};
  const SortedDocValuesCase c = field(20, kSome, 2);
  const SortedDocValuesCase one = field(20, {});
  for (const auto& [name, by] : {std::pair("one-more", std::uint64_t{1}), {"one-less", kMinus1}}) {
    seeds.add(seed_name("values", name), adding(c, What::values, by));
    seeds.add(seed_name("documents", name), adding(c, What::documents, by));
    seeds.add(seed_name("values-one-each", name), adding(one, What::values, by));
    seeds.add(seed_name("documents-one-each", name), adding(one, What::documents, by));
    seeds.add(seed_name("offset", name), adding(c, What::offset, by));
    seeds.add(seed_name("length", name), adding(c, What::length, by));
    const SortedDocValuesCase some = sparse(c, 3, 1, 1);
    seeds.add(seed_name("sparse-documents", name), adding(some, What::documents, by));
    SortedDocValuesCase level = some;  // with no addresses that could be wrong
    level.list.packed = Packed::constant;
    level.list.counts = {1};
    seeds.add(seed_name("sparse-one-each-documents", name), adding(level, What::documents, by));
    level.list.counts = {2};
    level.count = 3;
    level.size = 4;
    seeds.add(seed_name("sparse-two-each-documents", name), adding(level, What::documents, by));
    for (const unsigned block : {0U, 2U, 5U}) {
      seeds.add(seed_name("minimum-of-block", block, name),
                adding(c, What::block_minimum, by, block));
      seeds.add(seed_name("offset-of-block", block, name),
                adding(c, What::block_offset, by, block));
      seeds.add(seed_name("slope-of-block", block, name), adding(c, What::block_slope, by, block));
    }
  }
  for (const std::uint64_t count : {std::uint64_t{1} << 31, (std::uint64_t{1} << 31) - 1,
                                    std::uint64_t{0xFFFF'FFFF}, std::uint64_t{0}}) {
    seeds.add(seed_name("documents-are", count), claiming(c, What::documents, count));
    seeds.add(seed_name("documents-of-a-constant-are", count),
              claiming(even(30, 3, 3), What::documents, count));
  }
  for (const std::uint64_t count : {std::uint64_t{1} << 63, (std::uint64_t{1} << 63) - 1, kMinus1,
                                    std::uint64_t{1} << 32, std::uint64_t{0}}) {
    seeds.add(seed_name("values-are", count), claiming(c, What::values, count));
    seeds.add(seed_name("values-of-a-constant-are", count),
              claiming(even(30, 3, 3), What::values, count));
    seeds.add(seed_name("offset-is", count), claiming(c, What::offset, count));
    seeds.add(seed_name("length-is", count), claiming(c, What::length, count));
    seeds.add(seed_name("offset-of-block-is", count), claiming(c, What::block_offset, count, 1));
  }
  for (const std::uint64_t minus : {0U, 1U, 2U, 3U}) {
    seeds.add(seed_name("set-offset-minus", minus), claiming(c, What::set_offset, minus));
    seeds.add(seed_name("set-offset-of-one-each-minus", minus),
              claiming(one, What::set_offset, minus));
    seeds.add(seed_name("set-offset-of-sparse-minus", minus),
              claiming(sparse(c, 3, 1, 1), What::set_offset, minus));
    seeds.add(seed_name("set-offset-of-no-document-minus", minus),
              claiming(field(0, {}), What::set_offset, minus));
  }
  for (const unsigned width : {0U, 1U, 3U, 16U, 64U, 65U, 255U}) {
    seeds.add(seed_name("width-of-block-is", width), claiming(c, What::block_width, width, 2));
    seeds.add(seed_name("width-of-the-last-block-is", width),
              claiming(c, What::block_width, width, 5));
  }
}

// Addresses that only a look at all of them shows to be wrong: inside of a field whose first and
// last one are right.
void add_wrong_addresses(Seeds& seeds) {
  constexpr std::uint64_t kMinus1 = ~std::uint64_t{0};
  const SortedDocValuesCase c = field(20, kSome, 2);
  for (const auto& [name, by] : {std::pair("far-behind", std::uint64_t{1000}),
                                 {"negative", kMinus1 << 40},
                                 {"largest", (std::uint64_t{1} << 63) - 1},
                                 {"descending", kMinus1 - 40}}) {
    const SortedDocValuesCase wrong = adding(c, What::block_minimum, by, 2);
    seeds.add(seed_name("block", name, "all"), wrong);
    seeds.add(seed_name("block", name, "alone"), asking(wrong, starts, 8, 4));
    seeds.add(seed_name("block", name, "into-it"), asking(wrong, starts, 5, 5));
    seeds.add(seed_name("block", name, "out-of-it"), asking(wrong, starts, 11, 2));
    seeds.add(seed_name("block", name, "one-of-it"), asking(wrong, starts, 9, 1));
    seeds.add(seed_name("block", name, "beside-it"), asking(wrong, starts, 12, 5));
  }
  const SortedDocValuesCase into = adding(c, What::block_minimum, 1000, 2);
  seeds.add("block-far-behind-up-to-its-first", asking(into, starts, 3, 6));
  seeds.add("block-far-behind-up-to-its-second", asking(into, starts, 7, 3));
  // By one: the last start is behind the last value, the one behind it is right.
  const SortedDocValuesCase last = field(8, {0, 0, 0, 0, 0, 0, 8, 0}, 3);
  seeds.add("start-one-behind-all-values",
            asking(adding(last, What::block_minimum, 1), starts, 7, 1));
  const SortedDocValuesCase zero = field(9, {0, 0, 0, 0, 0, 0, 0, 9, 0}, 2);
  SortedDocValuesCase behind = adding(zero, What::block_minimum, 1, 1);
  seeds.add("block-all-one-behind-zero", behind);
  const SortedDocValuesCase level = field(9, {20, 0, 0, 0, 0, 0, 0, 0, 0}, 2);
  behind = adding(level, What::block_minimum, 1, 1);
  seeds.add("block-one-behind-all-values", asking(behind, starts, 4, 4));
  seeds.add("block-one-behind-all-values-one", asking(behind, starts, 5, 1));
  behind = adding(level, What::block_minimum, kMinus1, 1);
  seeds.add("block-one-before-all-values", asking(behind, starts, 4, 4));
  seeds.add("block-one-before-all-values-descends", asking(behind, starts, 3, 2));
  // Slopes that make a block descend, or lead beyond a long.
  for (const auto& [name, slope] : {std::pair("falling", -3.0F),
                                    {"steep", 1e6F},
                                    {"beyond-a-long", 1e30F},
                                    {"below-a-long", -1e30F}}) {
    seeds.add(seed_name("block-with-a-slope", name),
              claiming(c, What::block_slope, std::bit_cast<std::uint32_t>(slope), 3));
  }
  SortedDocValuesCase packed = field(20, kSome, 2);
  packed.list.least_width = 8;
  for (const std::size_t at : {0U, 1U, 5U, 9U, 15U, 16U, 20U}) {
    seeds.add(seed_name("difference", two_digits(20 - at), "is-0"),
              changed(packed, 1, at, 0, true));
    seeds.add(seed_name("difference", two_digits(20 - at), "is-ff"),
              changed(packed, 1, at, 0xFF, true));
  }
}

void add_damaged_files(Seeds& seeds) {
  const SortedDocValuesCase c = field(20, kSome, 2);
  seeds.add("data-cut-by-one", cut(c, 1, 0));
  seeds.add("data-cut-by-half", cut(c, 1, 40));
  for (const std::uint8_t width : {std::uint8_t{12}, std::uint8_t{20}, std::uint8_t{64}}) {
    SortedDocValuesCase wide = field(7, kSome, 3);
    wide.list.least_width = width;
    // The length goes with it, so that it is the packed stream that ends early.
    for (const std::uint64_t less : {1U, 2U, 3U}) {
      seeds.add(seed_name("addresses-of", two_digits(width), "bits-short-by", less),
                adding(wide, What::length, ~std::uint64_t{0} - less + 1));
    }
  }
  for (const bool one_file : {true, false}) {
    SortedDocValuesCase some = sparse(field(30, kSome, 3), 3, 1, 1);
    some.one_file = one_file;
    const char* files = one_file ? "one-file" : "two-files";
    seeds.add(seed_name("set", files, "does-not-ascend"), changed(some, 2, 6, 0));
    seeds.add(seed_name("set", files, "of-another-length"), changed(some, 2, 2, 9));
    seeds.add(seed_name("set", files, "cut"), cut(some, 2, 0));
    seeds.add(seed_name("set", files, "is-elsewhere"), changed(some, 0, 0, 2));
  }
  // Wrong in two ways, of which the first that is looked at must be told.
  SortedDocValuesCase both = sparse(field(30, kSome, 3), 3, 1, 1);
  both.one_file = false;
  both.changes[0] = {.kind = ByteChange::Kind::cut, .file = 1, .at = 5};
  both.changes[1] = {.kind = ByteChange::Kind::put, .file = 2, .at = 6};
  seeds.add("values-outside-and-set-does-not-ascend", both);
  both.changes[0] = {.kind = ByteChange::Kind::cut, .file = 1, .from_end = true, .at = 0};
  seeds.add("addresses-outside-and-set-does-not-ascend", both);
  both.changes[1] = {.kind = ByteChange::Kind::put, .file = 0, .at = 72, .byte = 29};
  seeds.add("addresses-outside-and-set-of-another-size", both);
  SortedDocValuesCase blocks = asking(field(30, kSome, 3), values, 0, 40);
  blocks.list.packed = Packed::blocks;
  blocks.list.block_shift = 4;
  seeds.add("blocks-of-values-another-width", changed(blocks, 1, 0, 3));
}

}  // namespace

void sorted_doc_values_seeds(Seeds& seeds) {
  add_counts(seeds);
  add_one_too_many(seeds);
  add_questions(seeds);
  add_packings(seeds);
  add_shifts(seeds);
  add_widths(seeds);
  add_slopes(seeds);
  add_documents(seeds);
  add_even(seeds);
  add_metadata_bytes(seeds);
  add_claims(seeds);
  add_wrong_addresses(seeds);
  add_damaged_files(seeds);
}

}  // namespace touchstone::contracts
