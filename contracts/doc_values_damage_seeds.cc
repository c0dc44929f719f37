// Seeds of the doc values contract, made by rule: fields whose bytes were changed. Each comes to
// the error it is named for, not to one that is found before.
#include <array>
#include <limits>
#include <string>

#include "contracts/doc_values_seed_parts.h"

namespace touchstone::contracts {
namespace {

using Seeds = DocValuesSeeds;
using Reach = DocValuesReach;
using Kind = Change::Kind;

// A second byte of the metadata.
DocValuesCase with(DocValuesCase c, std::size_t at, unsigned byte) {
  c.changes[1] = changed(c, 0, at, byte).changes[0];
  return c;
}

// --- metadata ------------------------------------------------------------------------------------

// What becomes of a field with byte `at` of its entry set to 0x80, or to 0x41 if it is sparse. In
// the order of the entry: doc set, number of values, table, width, form, offset and length, jump
// table.
Reach dense_outcome(std::size_t at) {
  if (at < 8 || at == 26 || at == 55 || at == 63) return Reach::malformed_metadata;  // below 0
  if (at < 19) return Reach::damaged_but_read;  // no doc set: the rest of it does not matter
  if (at < 26) return Reach::cut_values;
  if (at < 32) return Reach::malformed_metadata;
  if (at >= 48 && at < 64) return Reach::outside_of_file;
  return Reach::damaged_but_read;
}
Reach sparse_outcome(std::size_t at) {
  if (at == 8 || at == 16 || at == 17) return Reach::cut_doc_set;
  if (at < 16) return Reach::outside_of_file;
  if (at >= 19 && at < 27) return Reach::cut_values;
  if (at < 32) return Reach::malformed_metadata;
  if (at >= 48 && at < 64) return Reach::outside_of_file;
  return Reach::damaged_but_read;
}

// Each byte of an entry set to a value that is mostly wrong.
void add_metadata_bytes(Seeds& seeds) {
  const DocValuesCase plain = field(Packed::plain, 12, 40);
  const DocValuesCase some = sparse(field(Packed::plain, 12, 40), 3, 1, 1);
  for (std::size_t at = 0; at < 72; ++at) {
    seeds.add(seed_name("dense-metadata-byte", two_digits(at), "is-80"),
              changed(plain, 0, at, 0x80), dense_outcome(at));
    seeds.add(seed_name("sparse-metadata-byte", two_digits(at), "is-41"),
              changed(some, 0, at, 0x41), sparse_outcome(at));
  }
  for (const std::size_t left : {0U, 1U, 18U, 19U, 27U, 30U, 31U, 35U, 39U, 47U, 63U, 71U}) {
    seeds.add(seed_name("metadata-of", two_digits(left), "bytes"), cut(plain, 0, left),
              Reach::cut_metadata);
  }
  const DocValuesCase table = field(Packed::table, 2, 40);
  for (const std::size_t left : {31U, 38U, 62U, 63U}) {
    seeds.add(seed_name("table-metadata-of", two_digits(left), "bytes"), cut(table, 0, left),
              Reach::cut_metadata);
  }
}

void add_contradictions(Seeds& seeds) {
  const DocValuesCase plain = field(Packed::plain, 12, 40);
  const DocValuesCase table = field(Packed::table, 2, 40);
  seeds.add("table-size-257", damaged(table, Kind::table_size, 0, 1, 1), Reach::malformed_metadata);
  seeds.add("table-size-259", damaged(table, Kind::table_size, 0, 1, 3), Reach::malformed_metadata);
  seeds.add("table-size-256-of-4", damaged(table, Kind::table_size, 0), Reach::cut_metadata);
  seeds.add("table-size-0", changed(table, 0, 27, 0), Reach::malformed_metadata);
  seeds.add("width-65", changed(plain, 0, 31, 65), Reach::malformed_metadata);
  seeds.add("width-255-without-blocks", changed(plain, 0, 31, 255), Reach::malformed_metadata);
  seeds.add("width-3", changed(plain, 0, 31, 3), Reach::malformed_metadata);
  DocValuesCase blocks = field(Packed::blocks, 12, 40);
  seeds.add("blocks-of-1", changed(blocks, 0, 27, 0xFE), Reach::malformed_metadata);
  seeds.add("blocks-of-2-to-31", changed(blocks, 0, 27, 0xDF), Reach::malformed_metadata);
  seeds.add("blocks-jump-table-below-0", changed(blocks, 0, 71, 0x80), Reach::malformed_metadata);
  blocks.data_before = 9;
  seeds.add("blocks-jump-table-before-the-blocks", changed(blocks, 0, 64, 8),
            Reach::outside_of_file);
  seeds.add("blocks-jump-table-behind-the-end", with(changed(blocks, 0, 64, 0xFF), 65, 1),
            Reach::outside_of_file);
  blocks = field(Packed::blocks, 12, 0);
  seeds.add("no-block-jump-table-behind-the-end", changed(blocks, 0, 64, 9),
            Reach::outside_of_file);
  // As many documents as values, of which constant fields have any number.
  const DocValuesCase constant = sparse(field(Packed::constant, 8, 30), 3, 1, 1);
  seeds.add("set-of-30-for-29-values", changed(constant, 0, 19, 29), Reach::malformed_metadata);
  seeds.add("set-of-30-for-31-values", changed(constant, 0, 19, 31), Reach::malformed_metadata);
  seeds.add("set-of-30-for-0-values", changed(constant, 0, 19, 0), Reach::malformed_metadata);
  for (const unsigned power : {0U, 1U, 5U, 6U, 16U, 17U, 31U, 64U, 127U, 128U, 254U}) {
    seeds.add(seed_name("set-rank-power-byte", power),
              damaged(constant, Kind::rank_power, 0, 1, power), Reach::malformed_metadata);
  }
  for (const unsigned power : {7U, 15U, 255U}) {
    seeds.add(seed_name("set-rank-power-byte", power, "of-a-list"),
              damaged(constant, Kind::rank_power, 0, 1, power), Reach::damaged_but_read);
  }
}

// --- values --------------------------------------------------------------------------------------

void add_damaged_values(Seeds& seeds) {
  const DocValuesCase plain = field(Packed::plain, 12, 40);
  seeds.add("data-without-padding", damaged(plain, Kind::shorten, 1, 1), Reach::damaged_but_read);
  seeds.add("data-short-by-a-byte", damaged(plain, Kind::shorten, 1, 2), Reach::cut_values);
  seeds.add("data-short-by-a-value", damaged(plain, Kind::shorten, 1, 3), Reach::cut_values);
  seeds.add("data-with-bytes-behind-it", damaged(plain, Kind::lengthen, 1, 9, 0x77),
            Reach::damaged_but_read);
  seeds.add("data-file-ends-before-its-data", cut(plain, 1, 0, true), Reach::outside_of_file);
  const DocValuesCase table = field(Packed::table, 4, 41);
  seeds.add("table-data-short-by-a-byte", damaged(table, Kind::shorten, 1, 1), Reach::cut_values);
}

void add_damaged_blocks(Seeds& seeds) {
  DocValuesCase blocks = field(Packed::blocks, 12, 40);
  blocks.block_shift = 3;
  // Of 12, 0, 1, 12 and 24 bits: 26, 9, 14, 26 and 38 bytes; then six jumps.
  const auto head = [&](std::size_t block, std::size_t byte, unsigned is) {
    return damaged(blocks, Kind::block_head, 1, 16 * block + byte + 1, is);
  };
  for (const unsigned width : {3U, 9U, 23U, 65U, 128U, 255U}) {
    for (const std::size_t block : {0U, 1U, 4U}) {
      seeds.add(seed_name("blocks-width", width, "of-block", block), head(block, 0, width),
                Reach::unsupported_width);
    }
  }
  seeds.add("blocks-of-another-width", head(0, 0, 16), Reach::malformed_metadata);
  seeds.add("blocks-of-another-minimum", head(0, 1, 9), Reach::damaged_but_read);
  for (const std::size_t byte : {9U, 10U, 11U, 12U}) {
    seeds.add(seed_name("blocks-length-byte", byte - 9, "is-55"), head(4, byte, 55),
              Reach::malformed_metadata);
  }
  for (const std::size_t at : {0U, 7U, 8U, 40U, 47U}) {
    seeds.add(seed_name("blocks-jump-byte", two_digits(at), "from-end-is-77"),
              changed(blocks, 1, at, 0x77, true), Reach::malformed_metadata);
  }
  for (const std::size_t bytes : {1U, 7U, 8U, 9U, 48U, 49U}) {
    seeds.add(seed_name("blocks-jump-table-short-by", bytes),
              damaged(blocks, Kind::shorten, 1, bytes),
              bytes <= 48 ? Reach::cut_values : Reach::outside_of_file);
  }
  seeds.add("blocks-with-bytes-behind-the-jump-table", damaged(blocks, Kind::lengthen, 1, 8),
            Reach::damaged_but_read);
  // The last block: its values, its length, its minimum, all of it.
  for (const std::size_t bytes : {1U, 24U, 25U, 26U, 28U, 29U, 30U, 37U, 38U}) {
    seeds.add(seed_name("blocks-last-block-short-by", bytes),
              damaged(blocks, Kind::block_end_lost, 1, bytes), Reach::cut_values);
  }
  for (const std::size_t bytes : {1U, 8U, 13U, 64U}) {
    seeds.add(seed_name("blocks-with-bytes-behind-the-last", bytes),
              damaged(blocks, Kind::block_end_grown, 1, bytes), Reach::malformed_metadata);
  }
  blocks.count = blocks.size = 16;  // the last one constant
  for (const std::size_t bytes : {1U, 8U, 9U}) {
    seeds.add(seed_name("blocks-constant-last-block-short-by", bytes),
              damaged(blocks, Kind::block_end_lost, 1, bytes), Reach::cut_values);
  }
}

// --- doc sets ------------------------------------------------------------------------------------

void add_damaged_lists(Seeds& seeds) {
  const DocValuesCase list = sparse(field(Packed::plain, 8, 30), 3, 1, 1);
  seeds.add("set-list-falls", changed(list, 2, 6, 0), Reach::malformed_doc_set);
  seeds.add("set-list-repeats", changed(list, 2, 6, 3), Reach::malformed_doc_set);
  seeds.add("set-list-one-shorter", changed(list, 2, 2, 28), Reach::cut_doc_set);
  seeds.add("set-list-longer-than-the-set", changed(list, 2, 3, 9), Reach::cut_doc_set);
  seeds.add("set-end-cut", damaged(list, Kind::shorten, 2, 1), Reach::cut_doc_set);
  seeds.add("set-end-header-cut", damaged(list, Kind::shorten, 2, 3), Reach::cut_doc_set);
  seeds.add("set-without-end", damaged(list, Kind::shorten, 2, 6), Reach::cut_doc_set);
  seeds.add("set-list-cut", damaged(list, Kind::shorten, 2, 7), Reach::cut_doc_set);
  seeds.add("set-file-ends-before-the-set", cut(list, 2, 0, true), Reach::outside_of_file);
  seeds.add("set-end-is-another-block", changed(list, 2, 0, 0, true), Reach::cut_doc_set);
  seeds.add("set-with-bytes-behind-its-end", damaged(list, Kind::lengthen, 2, 1),
            Reach::malformed_doc_set);
  seeds.add("set-only-block-above-all", changed(list, 2, 1, 0x80), Reach::malformed_doc_set);
}

void add_damaged_bitmaps(Seeds& seeds) {
  const DocValuesCase bitmap = sparse(field(Packed::plain, 1, 9'000), 0, 100, 20);
  // Behind four bytes: 128 ranks, the high byte first.
  for (const std::size_t at : {4U, 5U, 6U, 7U, 258U, 259U}) {
    seeds.add(seed_name("set-rank-table-byte", at - 4, "is-55"), changed(bitmap, 2, at, 0x55),
              Reach::malformed_doc_set);
  }
  seeds.add("set-bit-lost", changed(bitmap, 2, 300, 0), Reach::malformed_doc_set);
  seeds.add("set-bit-too-many", changed(bitmap, 2, 8'440, 1), Reach::malformed_doc_set);
  seeds.add("set-bitmap-cut", damaged(bitmap, Kind::shorten, 2, 7), Reach::cut_doc_set);
  seeds.add("set-bitmap-of-another-number", changed(bitmap, 2, 2, 0x28), Reach::malformed_doc_set);
}

void add_damaged_doc_blocks(Seeds& seeds) {
  const DocValuesCase far = sparse(field(Packed::plain, 8, 40), 65'530, 2, 50'000);
  for (const std::size_t at : {3U, 7U, 11U, 20U, 90U}) {
    seeds.add(seed_name("set-jump-byte", two_digits(at), "from-end-is-01"),
              changed(far, 2, at, 1, true), Reach::malformed_doc_set);
  }
  seeds.add("set-jump-too-many", damaged(far, Kind::jump_more, 2), Reach::malformed_doc_set);
  seeds.add("set-jump-too-few", damaged(far, Kind::jump_less, 2), Reach::malformed_doc_set);
  seeds.add("set-jumps-more-than-bytes", changed(far, 0, 17, 0x70), Reach::cut_doc_set);
  seeds.add("set-blocks-do-not-ascend", changed(far, 2, 0, 0xFF), Reach::malformed_doc_set);
  // Two lists of three documents, ten bytes each, in blocks 0 and 3; then the end.
  for (const bool with_jumps : {true, false}) {
    const char* jumps = with_jumps ? "jumps" : "no-jumps";
    DocValuesCase two = sparse(field(Packed::plain, 8, 6), 0, 3, 0);
    two.blocks_apart = 3;
    two.with_jumps = with_jumps;
    seeds.add(seed_name("set-same-block-twice", jumps), changed(two, 2, 10, 0),
              Reach::malformed_doc_set);
    seeds.add(seed_name("set-first-block-above-all", jumps), changed(two, 2, 1, 0x80),
              Reach::malformed_doc_set);
    seeds.add(seed_name("set-last-block-above-all", jumps), changed(two, 2, 11, 0x80),
              Reach::malformed_doc_set);
    seeds.add(seed_name("set-last-block-is-another", jumps), changed(two, 2, 10, 4),
              with_jumps ? Reach::malformed_doc_set : Reach::damaged_but_read);
    seeds.add(seed_name("set-of-two-blocks-jump-too-many", jumps), damaged(two, Kind::jump_more, 2),
              Reach::malformed_doc_set);
  }
  // One block, which needs no jumps and may have them.
  const DocValuesCase one = sparse(field(Packed::plain, 8, 6), 0, 3, 4);
  seeds.add("set-of-one-block-a-jump", damaged(one, Kind::jump_more, 2), Reach::malformed_doc_set);
}

}  // namespace

void add_damaged_doc_values(Seeds& seeds) {
  add_metadata_bytes(seeds);
  add_contradictions(seeds);
  add_damaged_values(seeds);
  add_damaged_blocks(seeds);
  add_damaged_lists(seeds);
  add_damaged_bitmaps(seeds);
  add_damaged_doc_blocks(seeds);
}

}  // namespace touchstone::contracts
