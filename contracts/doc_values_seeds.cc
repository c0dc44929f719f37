// Seeds of the doc values contract, made by rule: fields as they are written, and what is asked of
// them.
#include <array>
#include <limits>
#include <string>

#include "contracts/doc_values_seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = DocValuesSeeds;
using Reach = DocValuesReach;
using Kind = reference::doc_values::Documents::Kind;

// --- fields as they are --------------------------------------------------------------------------

void add_packings(Seeds& seeds) {
  for (const unsigned width : {1U, 2U, 4U, 8U, 12U, 16U, 20U, 24U, 28U, 32U, 40U, 48U, 56U, 64U}) {
    const std::string name = seed_name("width", two_digits(width));
    DocValuesCase c = field(Packed::plain, width, 133);
    seeds.add(seed_name(name, "by-rank"), c, Reach::packed);
    c.minimum = -3;
    seeds.add(seed_name(name, "minimum"), asking(c, Ask::documents, 5, 120), Reach::added);
    seeds.add(seed_name(name, "minimum-every-third-document"), asking(c, Ask::documents, 2, 40, 3),
              Reach::added);
    c.factor = 1000;
    seeds.add(seed_name(name, "factor-and-minimum"), asking(c, Ask::documents, 1, 131),
              Reach::multiplied);
    seeds.add(seed_name(name, "every-third-document"), asking(c, Ask::documents, 2, 40, 3),
              Reach::multiplied);
  }
  for (const unsigned width : {1U, 2U, 4U, 8U}) {
    seeds.add(seed_name("table-of", 1U << width),
              asking(field(Packed::table, width, 300), Ask::documents, 7, 200),
              width == 8 ? Reach::table_256 : Reach::table);
  }
  DocValuesCase three = field(Packed::table, 2, 60);
  three.table_size = 3;
  seeds.add("table-of-3-at-2-bits", three, Reach::table);
  three.small = false;
  seeds.add("table-of-3-with-index-3", three, Reach::no_table_entry);
  seeds.add("table-of-3-with-index-3-every-second", asking(three, Ask::documents, 0, 30, 2),
            Reach::no_table_entry);
  // Factor and minimum, and yet no wider than the values themselves.
  DocValuesCase even = field(Packed::plain, 12, 700);
  even.small = true;
  even.table_size = 250;
  even.minimum = 1;
  seeds.add("minimum-costs-no-bit", even, Reach::added);
  even.factor = 2;
  seeds.add("minimum-costs-no-bit-but-factor", even, Reach::multiplied);
}

// Constant fields have no bytes that their number would have to agree with.
void add_constants(Seeds& seeds) {
  seeds.add("constant", field(Packed::constant, 8, 500), Reach::constant);
  DocValuesCase least = field(Packed::constant, 8, 9);
  least.minimum = std::numeric_limits<std::int64_t>::min();
  least.factor = 0;
  seeds.add("constant-factor-0", least, Reach::negative_minimum);
  constexpr std::uint64_t kDocuments = std::uint64_t{1} << 31;
  DocValuesCase huge = asking(field(Packed::constant, 8, 0), Ask::ids, kDocuments - 30, 30);
  huge.inside = false;
  for (const std::uint64_t more : {kDocuments, kDocuments * 2, std::uint64_t{1} << 62}) {
    huge.more = more;
    huge.count = 1;
    const std::string name = seed_name("constant-of-1-more-than", more);
    seeds.add(seed_name(name, "last-documents"), huge, Reach::ids_of_huge_count);
    seeds.add(seed_name(name, "documents-above-all"), asking(huge, Ask::ids, kDocuments - 29, 30),
              Reach::out_of_range);
    seeds.add(seed_name(name, "no-document-above-all"), asking(huge, Ask::ids, kDocuments, 0),
              Reach::nothing_asked);
    seeds.add(seed_name(name, "nothing-above-all"), asking(huge, Ask::ids, kDocuments + 1, 0),
              Reach::out_of_range);
  }
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
      seeds.add(seed_name("wraps", two_digits(number++)), c, Reach::multiplied);
    }
  }
}

void add_blocks(Seeds& seeds) {
  for (const unsigned shift : {1U, 2U, 6U}) {
    DocValuesCase c = field(Packed::blocks, 20, 5U << shift);
    c.block_shift = static_cast<std::uint8_t>(shift);
    c.factor = 7;
    seeds.add(seed_name("blocks-of", 1U << shift, "whole"), c, Reach::several_blocks);
    c.count -= 1;
    seeds.add(seed_name("blocks-of", 1U << shift, "last-one-short"),
              asking(c, Ask::documents, 1, c.count / 2 - 1, 2), Reach::several_blocks);
    seeds.add(seed_name("blocks-of", 1U << shift, "across-a-seam"),
              asking(c, Ask::ranks, (1U << shift) - 1, 2), Reach::several_blocks);
  }
  DocValuesCase real = field(Packed::blocks, 4, 49'000);
  real.block_shift = 14;
  seeds.add("blocks-of-16384-across-a-seam", asking(real, Ask::documents, 16'300, 200),
            Reach::several_blocks);
  const DocValuesCase none = field(Packed::blocks, 4, 0);
  seeds.add("blocks-without-a-value", none, Reach::nothing_asked);
}

// --- documents -----------------------------------------------------------------------------------

void add_lists(Seeds& seeds) {
  const DocValuesCase some = field(Packed::plain, 12, 300);
  seeds.add("sparse-list-every-second", asking(sparse(some, 1, 1, 1), Ask::documents, 0, 300),
            Reach::sparse_list);
  seeds.add("sparse-list-asked-with-gaps", asking(sparse(some, 5, 3, 4), Ask::documents, 0, 90, 7),
            Reach::sparse_list);
  seeds.add("sparse-one-document",
            asking(sparse(field(Packed::constant, 8, 1), 70'000, 1, 0), Ask::documents, 0, 5),
            Reach::sparse_list);
  seeds.add("sparse-4095-documents",
            asking(sparse(field(Packed::plain, 1, 4'095), 0, 64, 3), Ask::documents, 4'000, 300),
            Reach::sparse_list);
  DocValuesCase behind = sparse(some, 10, 1, 0);
  behind.inside = false;
  seeds.add("sparse-asked-behind-the-last", asking(behind, Ask::documents, 400, 50),
            Reach::all_missing);
  seeds.add("sparse-asked-with-gaps-behind-the-last", asking(behind, Ask::documents, 200, 90, 7),
            Reach::some_missing);
  // Every rest of a step that spreads values, up to the end of the output.
  for (std::size_t size = 1; size <= 18; ++size) {
    seeds.add(seed_name("sparse-list-every-second-of", two_digits(size), "documents"),
              asking(sparse(some, 1, 1, 1), Ask::documents, 0, size), Reach::sparse_list);
    seeds.add(seed_name("sparse-list-two-of-three-of", two_digits(size), "documents"),
              asking(sparse(some, 1, 2, 1), Ask::documents, 0, size), Reach::sparse_list);
  }
  // Behind a list comes the number of the next block: documents that it must not be taken for.
  for (const unsigned apart : {1U, 2U, 3U}) {
    DocValuesCase next = sparse(field(Packed::plain, 8, 2 * apart), 0, apart, 0);
    next.blocks_apart = static_cast<std::uint8_t>(apart);
    const std::string name = seed_name("sparse-list-of", apart, "before-block", apart);
    seeds.add(seed_name(name, "in-a-row"), asking(next, Ask::documents, 0, 5), Reach::some_missing);
    seeds.add(seed_name(name, "every-second"), asking(next, Ask::documents, apart % 2, 5, 2),
              apart == 1 ? Reach::all_missing : Reach::some_missing);
    // And behind the last list that of the end, 32767.
    next.inside = false;
    const std::uint64_t end = 65'536 * apart + 32'767;
    seeds.add(seed_name(name, "and-the-end"), asking(next, Ask::documents, end - 2, 4),
              Reach::all_missing);
    seeds.add(seed_name(name, "and-the-end-every-second"),
              asking(next, Ask::documents, end - 4, 4, 2), Reach::all_missing);
  }
}

void add_bitmaps(Seeds& seeds) {
  const DocValuesCase many = field(Packed::plain, 1, 20'000);
  for (const int power : {-1, 7, 9, 15}) {
    DocValuesCase bitmap = sparse(many, 3, 100, 50);
    bitmap.rank_power = static_cast<std::int8_t>(power);
    const std::string name = power < 0 ? "none" : two_digits(static_cast<std::size_t>(power));
    const Reach reach = power < 0 ? Reach::no_rank_table : Reach::sparse_bitmap;
    seeds.add(seed_name("sparse-bitmap-rank-power", name),
              asking(bitmap, Ask::documents, 9'900, 700), reach);
    seeds.add(seed_name("sparse-bitmap-with-gaps-rank-power", name),
              asking(bitmap, Ask::documents, 90, 300, 77), reach);
    seeds.add(seed_name("sparse-bitmap-ids-rank-power", name), asking(bitmap, Ask::ids, 9'000, 300),
              reach);
  }
  seeds.add("sparse-bitmap-from-its-first-document-to-its-last",
            asking(sparse(many, 0, 100, 250), Ask::documents, 0, 258, 255), Reach::jumps);
  seeds.add("sparse-4096-documents",
            asking(sparse(field(Packed::plain, 1, 4'096), 0, 64, 3), Ask::documents, 4'000, 300),
            Reach::sparse_bitmap);
  const DocValuesCase most = field(Packed::plain, 1, 70'000);
  seeds.add("sparse-full-block",
            asking(sparse(most, 65'536, 70'000, 0), Ask::documents, 65'500, 80),
            Reach::sparse_full);
  seeds.add("sparse-full-block-behind-another-every-third",
            asking(sparse(most, 61'536, 70'000, 0), Ask::documents, 4'100, 80, 3),
            Reach::sparse_full);
}

void add_doc_blocks(Seeds& seeds) {
  // As many jumps as there can be: more than a Java short counts.
  seeds.add("sparse-last-document-there-is",
            asking(sparse(field(Packed::plain, 8, 2), 2'147'483'645, 1, 0), Ask::ids, 0, 2),
            Reach::ids);
  constexpr std::uint64_t kLargest = 2'147'483'647;
  for (const bool with_jumps : {true, false}) {
    const char* jumps = with_jumps ? "jumps" : "no-jumps";
    const Reach reach = with_jumps ? Reach::jumps : Reach::no_jumps;
    DocValuesCase far = sparse(field(Packed::plain, 8, 40), 65'530, 2, 50'000);
    far.with_jumps = with_jumps;
    seeds.add(seed_name("sparse-blocks-with-gaps", jumps, "documents"),
              asking(far, Ask::documents, 0, 100), reach);
    seeds.add(seed_name("sparse-blocks-with-gaps", jumps, "ids"), asking(far, Ask::ids, 7, 30),
              reach);
    far.inside = false;
    seeds.add(seed_name("sparse-blocks-with-gaps", jumps, "behind-the-last"),
              asking(far, Ask::documents, 3'000'000, 50), Reach::all_missing);
    seeds.add(seed_name("sparse-blocks-with-gaps", jumps, "behind-the-last-every-third"),
              asking(far, Ask::documents, 3'000'000, 50, 3), Reach::all_missing);
    // The end of a set is kept as the largest document there is, which it is not.
    seeds.add(seed_name("sparse-blocks-with-gaps", jumps, "up-to-the-largest"),
              asking(far, Ask::documents, kLargest - 9, 10), Reach::up_to_largest);
    seeds.add(seed_name("sparse-blocks-with-gaps", jumps, "every-third-up-to-the-largest"),
              asking(far, Ask::documents, kLargest - 27, 10, 3), Reach::up_to_largest);
    // In a row, of blocks every second of which is absent.
    DocValuesCase absent = sparse(field(Packed::plain, 8, 400), 0, 100, 0);
    absent.blocks_apart = 2;
    absent.with_jumps = with_jumps;
    absent.run_asked = 2;
    absent.lead = 30;
    seeds.add(seed_name("sparse-from-an-absent-block", jumps),
              asking(absent, Ask::documents, 0, 90), Reach::from_absent_block);
    seeds.add(seed_name("sparse-from-an-absent-block", jumps, "every-second"),
              asking(absent, Ask::documents, 0, 90, 2), reach);
    absent.inside = false;
    seeds.add(seed_name("sparse-into-an-absent-block", jumps),
              asking(absent, Ask::documents, 65'500, 90), Reach::all_missing);
  }
}

void add_documentless(Seeds& seeds) {
  DocValuesCase none = field(Packed::constant, 8, 0);
  none.documents = Kind::none;
  seeds.add("no-document-has-a-value", none, Reach::nothing_asked);
  none.inside = false;
  none.missing = -9;
  seeds.add("no-document-has-a-value-asked", asking(none, Ask::documents, 3, 10, 2),
            Reach::no_value);
  seeds.add("no-document-has-a-value-but-there-is-one", changed(none, 0, 19, 1),
            Reach::malformed_metadata);
}

void add_bad_lists(Seeds& seeds) {
  constexpr std::uint64_t kTop = ~std::uint64_t{0};
  DocValuesCase c = asking(field(Packed::plain, 16, 100), Ask::documents, 3, 50);
  c.repeated = true;
  seeds.add("documents-one-twice", c, Reach::not_increasing);
  c.repeated = false;
  c.inside = false;
  seeds.add("documents-from-a-negative-one", asking(c, Ask::documents, 0xFFFF'FFF0, 50),
            Reach::not_increasing);
  seeds.add("documents-over-the-largest", asking(c, Ask::documents, 0x7FFF'FFF0, 50),
            Reach::not_increasing);
  for (const Packed packed : {Packed::plain, Packed::constant, Packed::table, Packed::blocks}) {
    constexpr std::array<const char*, 4> kNames{"constant", "plain", "table", "blocks"};
    const std::string name = kNames[static_cast<std::size_t>(packed)];
    DocValuesCase of = field(packed, 8, 100);
    of.block_shift = 5;
    of.inside = false;
    const auto add = [&](const char* what, Ask ask, std::uint64_t first, std::size_t size,
                         unsigned step = 1) {
      seeds.add(seed_name(name, what), asking(of, ask, first, size, step), Reach::out_of_range);
    };
    add("documents-behind-the-last", Ask::documents, 90, 50);
    add("documents-up-to-behind-the-last", Ask::documents, 80, 21);
    add("documents-with-gaps-behind-the-last", Ask::documents, 92, 5, 2);
    add("ranks-behind-the-last", Ask::ranks, 51, 50);
    add("ranks-that-wrap", Ask::ranks, kTop, 50);
    add("ranks-that-wrap-to-the-first", Ask::ranks, kTop - 49, 50);
    add("nothing-far-behind-the-last", Ask::ranks, 101, 0);
    add("ids-behind-the-last", Ask::ids, 51, 50);
    add("ids-that-wrap", Ask::ids, kTop, 50);
  }
  DocValuesCase held = asking(sparse(field(Packed::plain, 16, 100), 7, 3, 2), Ask::ids, 51, 50);
  held.inside = false;
  seeds.add("sparse-ids-behind-the-last", held, Reach::out_of_range);
  seeds.add("sparse-ids-that-wrap", asking(held, Ask::ids, kTop, 50), Reach::out_of_range);
  seeds.add("ids-behind-the-last", asking(c, Ask::ids, 100, 1), Reach::out_of_range);
  seeds.add("nothing-behind-the-last", asking(c, Ask::ranks, 100, 0), Reach::nothing_asked);
}

}  // namespace

void doc_values_seeds(Seeds& seeds) {
  add_packings(seeds);
  add_constants(seeds);
  add_wrapping(seeds);
  add_blocks(seeds);
  add_lists(seeds);
  add_bitmaps(seeds);
  add_doc_blocks(seeds);
  add_documentless(seeds);
  add_bad_lists(seeds);
  add_damaged_doc_values(seeds);
}

}  // namespace touchstone::contracts
