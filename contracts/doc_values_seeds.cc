// Seeds of the doc values contract, made by rule.
#include <array>
#include <limits>
#include <string>

#include "contracts/doc_values_case.h"
#include "contracts/seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = kit::Seeds<DocValuesCase>;
using Kind = reference::doc_values::Documents::Kind;

DocValuesCase field(Packed packed, unsigned width, std::uint32_t count) {
  DocValuesCase c;
  c.packed = packed;
  c.width = static_cast<std::uint8_t>(width);
  c.count = count;
  c.size = static_cast<std::uint16_t>(count < 400 ? count : 400);
  c.small = packed == Packed::table;
  c.table_size =
      packed == Packed::table && width <= 8 ? static_cast<std::uint16_t>(1U << width) : 1;
  return c;
}

DocValuesCase sparse(DocValuesCase c, std::uint32_t first, std::uint32_t run, std::uint32_t gap) {
  c.documents = Kind::some;
  c.first_document = first;
  c.run = run;
  c.gap = gap;
  c.ask = Ask::documents;
  c.missing = -77;
  return c;
}

DocValuesCase asking(DocValuesCase c, Ask ask, std::uint64_t first, std::size_t size,
                     unsigned step = 1) {
  c.ask = ask;
  c.first = first;
  c.size = static_cast<std::uint16_t>(size);
  c.step = static_cast<std::uint8_t>(step);
  return c;
}

DocValuesCase changed(DocValuesCase c, unsigned file, std::size_t at, unsigned byte,
                      bool from_end = false) {
  c.changes[0] = {.kind = Change::Kind::put,
                  .file = static_cast<std::uint8_t>(file),
                  .from_end = from_end,
                  .at = static_cast<std::uint16_t>(at),
                  .byte = static_cast<std::uint8_t>(byte)};
  return c;
}

DocValuesCase cut(DocValuesCase c, unsigned file, std::size_t from_end) {
  c = changed(c, file, from_end, 0, true);
  c.changes[0].kind = Change::Kind::cut;
  return c;
}

// --- fields as they are --------------------------------------------------------------------------

void add_packings(Seeds& seeds) {
  for (const unsigned width : {1U, 2U, 4U, 8U, 12U, 16U, 20U, 24U, 28U, 32U, 40U, 48U, 56U, 64U}) {
    DocValuesCase c = field(Packed::plain, width, 133);
    seeds.add(seed_name("width", two_digits(width), "by-rank"), c);
    c.minimum = -3;
    seeds.add(seed_name("width", two_digits(width), "minimum"), asking(c, Ask::documents, 5, 120));
    c.factor = 1000;
    seeds.add(seed_name("width", two_digits(width), "factor-and-minimum"),
              asking(c, Ask::documents, 1, 131));
    seeds.add(seed_name("width", two_digits(width), "every-third-document"),
              asking(c, Ask::documents, 2, 40, 3));
  }
  for (const unsigned width : {1U, 2U, 4U, 8U}) {
    seeds.add(seed_name("table-of", 1U << width),
              asking(field(Packed::table, width, 300), Ask::documents, 7, 200));
  }
  DocValuesCase three = field(Packed::table, 2, 60);
  three.table_size = 3;
  seeds.add("table-of-3-at-2-bits", three);
  three.small = false;
  seeds.add("table-of-3-with-index-3", three);
  // Factor and minimum, and yet no wider than the values themselves.
  DocValuesCase even = field(Packed::plain, 12, 700);
  even.small = true;
  even.table_size = 250;
  even.minimum = 1;
  seeds.add("minimum-costs-no-bit", even);
  even.factor = 2;
  seeds.add("minimum-costs-no-bit-but-factor", even);
  seeds.add("constant", field(Packed::constant, 8, 500));
  DocValuesCase huge = field(Packed::constant, 8, 9);
  huge.minimum = std::numeric_limits<std::int64_t>::min();
  huge.factor = 0;
  seeds.add("constant-factor-0", huge);
}

// Modulo 2^64: minimum and factor at their ends, 64-bit values.
void add_wrapping(Seeds& seeds) {
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  std::size_t number = 0;
  for (const std::int64_t minimum : {kLeast, kMost, std::int64_t{-1}}) {
    for (const std::int64_t factor : {kLeast, kMost, std::int64_t{0}, std::int64_t{-1}}) {
      DocValuesCase c = field(Packed::plain, number % 2 == 0 ? 64 : 40, 20);
      c.minimum = minimum;
      c.factor = factor;
      seeds.add(seed_name("wraps", two_digits(number++)), c);
    }
  }
}

void add_blocks(Seeds& seeds) {
  for (const unsigned shift : {1U, 2U, 6U}) {
    DocValuesCase c = field(Packed::blocks, 20, 5U << shift);
    c.block_shift = static_cast<std::uint8_t>(shift);
    c.factor = 7;
    seeds.add(seed_name("blocks-of", 1U << shift, "whole"), c);
    c.count -= 1;
    seeds.add(seed_name("blocks-of", 1U << shift, "last-one-short"),
              asking(c, Ask::documents, 1, c.count / 2 - 1, 2));
    seeds.add(seed_name("blocks-of", 1U << shift, "across-a-seam"),
              asking(c, Ask::ranks, (1U << shift) - 1, 2));
  }
  DocValuesCase real = field(Packed::blocks, 4, 49'000);
  real.block_shift = 14;
  seeds.add("blocks-of-16384-across-a-seam", asking(real, Ask::documents, 16'300, 200));
  DocValuesCase none = field(Packed::blocks, 4, 0);
  seeds.add("blocks-without-a-value", none);
}

// --- documents -----------------------------------------------------------------------------------

void add_documents(Seeds& seeds) {
  const DocValuesCase some = field(Packed::plain, 12, 300);
  seeds.add("sparse-list-every-second", asking(sparse(some, 1, 1, 1), Ask::documents, 0, 300));
  seeds.add("sparse-list-asked-with-gaps", asking(sparse(some, 5, 3, 4), Ask::documents, 0, 90, 7));
  seeds.add("sparse-one-document",
            asking(sparse(field(Packed::constant, 8, 1), 70'000, 1, 0), Ask::documents, 0, 5));
  seeds.add("sparse-last-document-there-is",
            asking(sparse(field(Packed::plain, 8, 2), 2'147'483'645, 1, 0), Ask::ids, 0, 2));
  const DocValuesCase many = field(Packed::plain, 1, 20'000);
  for (const int power : {-1, 7, 9, 15}) {
    DocValuesCase bitmap = sparse(many, 3, 100, 50);
    bitmap.rank_power = static_cast<std::int8_t>(power);
    seeds.add(seed_name("sparse-bitmap-rank-power",
                        power < 0 ? "none" : two_digits(static_cast<std::size_t>(power))),
              asking(bitmap, Ask::documents, 9'900, 700));
    seeds.add(seed_name("sparse-bitmap-with-gaps-rank-power",
                        power < 0 ? "none" : two_digits(static_cast<std::size_t>(power))),
              asking(bitmap, Ask::documents, 90, 300, 77));
  }
  const DocValuesCase most = field(Packed::plain, 1, 70'000);
  seeds.add("sparse-full-block",
            asking(sparse(most, 65'536, 70'000, 0), Ask::documents, 65'500, 80));
  seeds.add("sparse-4095-documents",
            asking(sparse(field(Packed::plain, 1, 4'095), 0, 64, 3), Ask::documents, 4'000, 300));
  seeds.add("sparse-4096-documents",
            asking(sparse(field(Packed::plain, 1, 4'096), 0, 64, 3), Ask::documents, 4'000, 300));
  for (const bool with_jumps : {true, false}) {
    const char* jumps = with_jumps ? "jumps" : "no-jumps";
    DocValuesCase far = sparse(field(Packed::plain, 8, 40), 65'530, 2, 50'000);
    far.with_jumps = with_jumps;
    seeds.add(seed_name("sparse-blocks-with-gaps", jumps, "documents"),
              asking(far, Ask::documents, 0, 100));
    seeds.add(seed_name("sparse-blocks-with-gaps", jumps, "ids"), asking(far, Ask::ids, 7, 30));
  }
  DocValuesCase none = field(Packed::constant, 8, 0);
  none.documents = Kind::none;
  seeds.add("no-document-has-a-value", none);
  none.inside = false;
  none.missing = -9;
  seeds.add("no-document-has-a-value-asked", asking(none, Ask::documents, 3, 10, 2));
  DocValuesCase behind = sparse(some, 10, 1, 0);
  behind.inside = false;
  seeds.add("sparse-asked-behind-the-last", asking(behind, Ask::documents, 400, 50));
}

void add_bad_lists(Seeds& seeds) {
  DocValuesCase c = asking(field(Packed::plain, 16, 100), Ask::documents, 3, 50);
  c.repeated = true;
  seeds.add("documents-one-twice", c);
  c.repeated = false;
  c.inside = false;
  seeds.add("documents-from-a-negative-one", asking(c, Ask::documents, 0xFFFF'FFF0, 50));
  seeds.add("documents-over-the-largest", asking(c, Ask::documents, 0x7FFF'FFF0, 50));
  seeds.add("documents-behind-the-last", asking(c, Ask::documents, 90, 50));
  seeds.add("ranks-behind-the-last", asking(c, Ask::ranks, 51, 50));
  seeds.add("ranks-that-wrap", asking(c, Ask::ranks, ~std::uint64_t{0}, 50));
  seeds.add("ids-behind-the-last", asking(c, Ask::ids, 100, 1));
  seeds.add("nothing-behind-the-last", asking(c, Ask::ranks, 100, 0));
}

// --- damage --------------------------------------------------------------------------------------

// Each byte of an entry set to a value that is mostly wrong.
void add_metadata_bytes(Seeds& seeds) {
  const DocValuesCase plain = field(Packed::plain, 12, 40);
  const DocValuesCase some = sparse(field(Packed::plain, 12, 40), 3, 1, 1);
  for (std::size_t at = 0; at < 72; ++at) {
    seeds.add(seed_name("dense-metadata-byte", two_digits(at), "is-80"),
              changed(plain, 0, at, 0x80));
    seeds.add(seed_name("sparse-metadata-byte", two_digits(at), "is-41"),
              changed(some, 0, at, 0x41));
  }
  for (std::size_t left : {0U, 1U, 18U, 19U, 27U, 30U, 31U, 35U, 39U, 47U, 63U, 71U}) {
    DocValuesCase c = cut(plain, 0, 0);
    c.changes[0].from_end = false;
    c.changes[0].at = static_cast<std::uint16_t>(left);
    seeds.add(seed_name("metadata-of", two_digits(left), "bytes"), c);
  }
  DocValuesCase table = field(Packed::table, 2, 40);
  seeds.add("table-size-257", changed(changed(table, 0, 28, 1), 0, 28, 1));
  table.changes[1] = {.kind = Change::Kind::put, .file = 0, .from_end = false, .at = 27, .byte = 0};
  seeds.add("table-size-0", table);
  seeds.add("width-65", changed(plain, 0, 31, 65));
  seeds.add("width-255-without-blocks", changed(plain, 0, 31, 255));
  seeds.add("width-3", changed(plain, 0, 31, 3));
}

void add_damaged_data(Seeds& seeds) {
  const DocValuesCase plain = field(Packed::plain, 12, 40);
  seeds.add("data-without-padding", cut(plain, 1, 0));
  seeds.add("data-short-by-a-value", cut(plain, 1, 1));
  DocValuesCase blocks = field(Packed::blocks, 12, 40);
  blocks.block_shift = 3;
  for (const std::size_t at : {0U, 1U, 9U, 12U, 26U, 35U}) {
    seeds.add(seed_name("blocks-data-byte", two_digits(at), "is-09"), changed(blocks, 1, at, 9));
  }
  for (const std::size_t at : {0U, 8U, 40U, 47U}) {
    seeds.add(seed_name("blocks-jump-byte", two_digits(at), "from-end-is-77"),
              changed(blocks, 1, at, 0x77, true));
  }
  seeds.add("blocks-jump-table-cut", cut(blocks, 1, 3));
}

void add_damaged_sets(Seeds& seeds) {
  const DocValuesCase list = sparse(field(Packed::plain, 8, 30), 3, 1, 1);
  seeds.add("set-list-does-not-ascend", changed(list, 2, 6, 0));
  seeds.add("set-list-of-another-length", changed(list, 2, 2, 9));
  seeds.add("set-end-cut", cut(list, 2, 0));
  seeds.add("set-without-end", cut(list, 2, 5));
  seeds.add("set-end-is-another-block", changed(list, 2, 0, 0, true));
  DocValuesCase behind = list;
  behind.changes[0] = {.kind = Change::Kind::append, .file = 2};
  behind.changes[1] = {.kind = Change::Kind::put, .at = 8, .byte = 71};  // one more than it has
  seeds.add("set-with-bytes-behind-its-end", behind);
  const DocValuesCase bitmap = sparse(field(Packed::plain, 1, 9'000), 0, 100, 20);
  seeds.add("set-rank-table-wrong", changed(bitmap, 2, 7, 0x55));
  seeds.add("set-bit-lost", changed(bitmap, 2, 300, 0));
  seeds.add("set-bit-too-many", changed(bitmap, 2, 8'440, 1));
  const DocValuesCase far = sparse(field(Packed::plain, 8, 40), 65'530, 2, 50'000);
  for (const std::size_t at : {3U, 7U, 11U, 20U, 90U}) {
    seeds.add(seed_name("set-jump-byte", two_digits(at), "from-end-is-01"),
              changed(far, 2, at, 1, true));
  }
  seeds.add("set-blocks-do-not-ascend", changed(far, 2, 0, 0xFF));
  seeds.add("set-last-block-above-all", changed(far, 2, 1, 0x80));
}

}  // namespace

void doc_values_seeds(Seeds& seeds) {
  add_packings(seeds);
  add_wrapping(seeds);
  add_blocks(seeds);
  add_documents(seeds);
  add_bad_lists(seeds);
  add_metadata_bytes(seeds);
  add_damaged_data(seeds);
  add_damaged_sets(seeds);
}

}  // namespace touchstone::contracts
