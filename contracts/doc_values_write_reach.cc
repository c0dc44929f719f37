#include "contracts/doc_values_write_reach.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "reference/numeric.h"

namespace touchstone::contracts::doc_values_write {
namespace {

using Marks = kit::Marks<Reach>;
using Truth = DocValuesWriteTruth;
using reference::numeric::bits_required;

constexpr std::size_t kBlock = 16384;
constexpr std::int64_t kWindow = std::int64_t{1} << 62;

struct Extent {
  explicit Extent(std::span<const std::int64_t> values)
      : least(std::ranges::min(values)), most(std::ranges::max(values)) {}
  std::uint64_t distance() const {
    return static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  }
  std::uint64_t width() const { return least == most ? 0 : bits_required(distance()); }
  std::int64_t least;
  std::int64_t most;
};

void survey_few(const Truth& t, const Extent& all, Marks& m) {
  auto distinct = t.values;
  std::ranges::sort(distinct);
  const auto repeated = std::ranges::unique(distinct);
  distinct.erase(repeated.begin(), repeated.end());
  const bool is_table = !t.plan.table.empty();
  m.mark_if(is_table, Reach::table);
  m.mark_if(t.plan.table.size() == 256, Reach::table_of_256);
  m.mark_if(distinct.size() == 257 && all.width() > 12, Reach::too_many_for_table);
  m.mark_if(distinct.size() <= 256 && !is_table, Reach::table_too_wide);
}

void survey_one_block(const Truth& t, const Extent& all, Marks& m) {
  const bool is_multiplied = t.plan.factor > 1;
  m.mark_if(!is_multiplied && t.plan.minimum > 0, Reach::least_kept);
  m.mark_if(all.least > 0 && t.plan.minimum == 0, Reach::least_dropped);
  m.mark_if(all.least < 0, Reach::least_negative);
  m.mark_if(is_multiplied, Reach::factor);
  m.mark_if(is_multiplied && all.least == -kWindow, Reach::factor_at_lower_bound);
  m.mark_if(is_multiplied && all.most == kWindow - 1, Reach::factor_at_upper_bound);
  m.mark_if(t.values.size() > 1024 && t.plan.width % 8 != 0, Reach::several_chunks);
  m.mark_if(t.values.size() == kBlock, Reach::one_block_whole);
  m.mark_if(t.values.size() == kBlock + 1, Reach::one_value_more_than_a_block);
}

void survey_blocks(const Truth& t, Marks& m) {
  m.mark(Reach::blocks);
  m.mark_if(t.plan.factor > 1, Reach::blocks_with_factor);
  const std::size_t last = t.values.size() % kBlock;
  m.mark(last == 0 ? Reach::last_block_whole : Reach::last_block_short);
}

// How near to nine tenths what blocks would take is.
void survey_decision(const Truth& t, const Extent& all, Marks& m) {
  std::uint64_t in_blocks = 0;
  std::span<const std::int64_t> left = t.values;
  while (!left.empty()) {
    const auto block = left.first(std::min(kBlock, left.size()));
    const std::uint64_t width = Extent(block).width();
    in_blocks += width * block.size();
    m.mark_if(t.plan.in_blocks && width == 0, Reach::constant_block);
    left = left.subspan(block.size());
  }
  const std::uint64_t tenths = 10 * in_blocks;
  const std::uint64_t nine = 9 * all.width() * t.values.size();
  m.mark_if(tenths == nine, Reach::nine_tenths_exactly);
  m.mark_if(tenths < nine && tenths > nine - nine / 1000, Reach::nine_tenths_nearly);
  m.mark_if(tenths > nine && tenths < nine + nine / 1000, Reach::more_than_nine_tenths);
}

void survey_values(const DocValuesWriteCase& c, const Truth& t, Marks& m) {
  m.mark_if(t.values.empty(), Reach::no_values);
  if (t.values.empty()) return;
  const Extent all(t.values);
  if (all.least == all.most) {
    m.mark(t.plan.factor == 1 ? Reach::constant_outside : Reach::constant);
    return;
  }
  survey_few(t, all, m);
  // The factor would be this but for one value.
  const bool has_factor = c.values.step > 1 && c.values.step < 1'000'000 && t.plan.table.empty() &&
                          all.distance() % c.values.step == 0;
  m.mark_if(has_factor && all.least == -kWindow - 1 && all.most < kWindow, Reach::no_factor_below);
  m.mark_if(has_factor && all.least >= -kWindow && all.most == kWindow, Reach::no_factor_above);
  m.mark_if(all.distance() == std::numeric_limits<std::uint64_t>::max(), Reach::whole_range);
  if (t.values.size() > kBlock && t.plan.table.empty()) survey_decision(t, all, m);
  if (t.plan.in_blocks) {
    survey_blocks(t, m);
  } else if (t.plan.table.empty()) {
    survey_one_block(t, all, m);
  }
}

void survey_documents(const Truth& t, Marks& m) {
  m.mark_if(t.documents_plan.offset == -2, Reach::no_document);
  m.mark_if(t.documents_plan.offset == -1, Reach::all_documents);
  if (t.documents_plan.offset < 0) return;
  std::map<std::int32_t, std::size_t> blocks;
  for (const std::int32_t document : t.documents) ++blocks[document / 65536];
  for (const auto& [block, documents] : blocks) {
    m.mark_if(documents <= 4095, Reach::listed);
    m.mark_if(documents == 4095, Reach::listed_4095);
    m.mark_if(documents > 4095 && documents < 65536, Reach::bitmap);
    m.mark_if(documents == 4096, Reach::bitmap_of_4096);
    m.mark_if(documents == 65536, Reach::full_block);
  }
  m.mark_if(blocks.rbegin()->first == 0, Reach::first_doc_block_alone);
  m.mark_if(blocks.size() > 1, Reach::several_doc_blocks);
  m.mark_if(static_cast<std::size_t>(blocks.rbegin()->first) >= blocks.size(),
            Reach::blocks_left_out);
  m.mark_if(t.documents.back() == 2'147'483'646, Reach::last_document);
}

void survey_rooms(const DocValuesWriteCase& c, const Truth& t, Marks& m) {
  m.mark_if(t.plan.length != 0 && c.spare_values == 0, Reach::exact_room);
  m.mark_if(t.plan.length != 0 && c.spare_values > 0, Reach::room_to_spare);
  m.mark_if(t.plan.length != 0 && c.spare_values == -1, Reach::values_one_byte_short);
  m.mark_if(t.documents_plan.length != 0 && c.spare_documents == -1,
            Reach::documents_one_byte_short);
  m.mark_if(c.spare_entry == -1, Reach::entry_one_byte_short);
  m.mark_if(c.values_at > 1ULL << 32 && t.plan.in_blocks, Reach::far_into_files);
}

void survey_stale_values(const Truth& t, Marks& m) {
  if (t.values.size() != t.plan.count) return m.mark(Reach::other_count);
  if (t.data) return m.mark_if(t.values != t.planned_values, Reach::stale_but_fits);
  m.mark(t.plan.in_blocks        ? Reach::stale_blocks
         : !t.plan.table.empty() ? Reach::stale_table
         : t.plan.width == 0     ? Reach::stale_constant
                                 : Reach::stale_one_block);
}

}  // namespace

void survey(const DocValuesWriteCase& c, Marks& m) {
  const Truth& t = truth_of(c);
  survey_rooms(c, t, m);
  if (c.plan == Plan::own) {
    survey_values(c, t, m);
  } else {
    survey_stale_values(t, m);
  }
  if (!c.other_documents) {
    survey_documents(t, m);
  } else if (!t.doc_set) {
    m.mark(t.documents_plan.offset == -2   ? Reach::stale_no_document
           : t.documents_plan.offset == -1 ? Reach::stale_all_documents
                                           : Reach::stale_set);
  }
}

void name_classes(const std::function<void(Reach, std::string)>& name) {
  name(Reach::no_values, "no values");
  name(Reach::constant, "all values alike");
  name(Reach::constant_outside, "all values alike, and too far from 0 for a factor");
  name(Reach::table, "table");
  name(Reach::table_of_256, "table of 256 values");
  name(Reach::too_many_for_table, "257 values, one too many for a table");
  name(Reach::table_too_wide, "few values, and a table that would not be narrower");
  name(Reach::least_kept, "minimum that is kept");
  name(Reach::least_dropped, "minimum above 0 that costs nothing to drop");
  name(Reach::least_negative, "minimum below 0");
  name(Reach::factor, "factor");
  name(Reach::factor_at_lower_bound, "factor, least value -2^62");
  name(Reach::factor_at_upper_bound, "factor, largest value 2^62 - 1");
  name(Reach::no_factor_below, "no factor for a least value of -2^62 - 1");
  name(Reach::no_factor_above, "no factor for a largest value of 2^62");
  name(Reach::whole_range, "from the least of all numbers to the largest");
  name(Reach::several_chunks, "more than 1024 values of no whole bytes or with padding");
  name(Reach::one_block_whole, "16384 values");
  name(Reach::one_value_more_than_a_block, "16385 values in one block");
  name(Reach::blocks, "blocks");
  name(Reach::blocks_with_factor, "blocks with a factor");
  name(Reach::constant_block, "block of one value");
  name(Reach::last_block_short, "last block short");
  name(Reach::last_block_whole, "last block whole");
  name(Reach::nine_tenths_exactly, "blocks take 0.9 of the bits");
  name(Reach::nine_tenths_nearly, "blocks take hardly less than 0.9 of the bits");
  name(Reach::more_than_nine_tenths, "blocks would take hardly more than 0.9 of the bits");
  name(Reach::no_document, "no document");
  name(Reach::all_documents, "all documents");
  name(Reach::listed, "documents in a list");
  name(Reach::listed_4095, "4095 documents, the most that are listed");
  name(Reach::bitmap, "documents in a bitmap");
  name(Reach::bitmap_of_4096, "4096 documents, the fewest in a bitmap");
  name(Reach::full_block, "all documents of a block");
  name(Reach::first_doc_block_alone, "documents of the first block alone, no jump table");
  name(Reach::several_doc_blocks, "documents in several blocks");
  name(Reach::blocks_left_out, "blocks without a document, which have jumps");
  name(Reach::last_document, "the last document there can be");
  name(Reach::far_into_files, "blocks behind 2^32 bytes of other fields");
  name(Reach::exact_room, "output of exactly the size of the values");
  name(Reach::room_to_spare, "output larger than the values");
  name(Reach::values_one_byte_short, "rejected: one byte too few for values");
  name(Reach::documents_one_byte_short, "rejected: one byte too few for documents");
  name(Reach::entry_one_byte_short, "rejected: one byte too few for the entry");
  name(Reach::other_count, "rejected: plan of another number of values");
  name(Reach::stale_constant, "rejected: plan of other values, all alike");
  name(Reach::stale_table, "rejected: plan of other values, table");
  name(Reach::stale_one_block, "rejected: plan of other values, in one block");
  name(Reach::stale_blocks, "rejected: plan of other values, blocks");
  name(Reach::stale_but_fits, "plan of other values that these fit into");
  name(Reach::stale_no_document, "rejected: plan of no document");
  name(Reach::stale_all_documents, "rejected: plan of all documents");
  name(Reach::stale_set, "rejected: plan of other documents");
}

}  // namespace touchstone::contracts::doc_values_write
