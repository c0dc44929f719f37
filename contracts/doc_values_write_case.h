// The Case of the doc values write contract: values and documents by rule, those that the plan was
// made for where these are others, and what room there is.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "harness/contract.h"
#include "reference/numeric_writer.h"

namespace touchstone::contracts {

/// Values by rule: base + step * n, or base - step * n, modulo 2^64.
struct ValuesRule {
  enum class Kind : std::uint8_t {
    few,          ///< n is 0, 1 .. distinct - 2, and distinct - 1 + stretch
    spread,       ///< n is any number of `bits` bits; of `other_bits` in every other block
    window,       ///< spread, from where it hangs on one value whether there is a factor
    nine_tenths,  ///< spread, such that blocks take about 0.9 of the bits
  } kind = Kind::spread;
  std::uint32_t count = 0;
  std::uint16_t distinct = 1;
  std::uint64_t stretch = 0;
  std::uint8_t bits = 8;
  std::uint8_t other_bits = 8;
  std::uint32_t drift = 0;  ///< from block to block n grows by so much
  std::int64_t base = 0;
  std::uint64_t step = 1;
  bool falls = false;

  bool operator==(const ValuesRule&) const = default;
};

/// Documents by rule, one for each value: runs of `run`, `gap` apart.
struct DocumentsRule {
  enum class Kind : std::uint8_t { all, some, none } kind = Kind::all;
  std::uint32_t first = 0;
  std::uint32_t run = 1;
  std::uint32_t gap = 0;
  std::uint32_t behind = 0;  ///< documents of the segment behind the last

  bool operator==(const DocumentsRule&) const = default;
};

/// What the plan was made for.
enum class Plan : std::uint8_t { own, of_as_many, of_any };

struct DocValuesWriteCase {
  ValuesRule values;
  DocumentsRule documents;
  Plan plan = Plan::own;
  ValuesRule planned_values;        ///< where the plan is not the values' own
  DocumentsRule planned_documents;  ///< the same; as many as planned values
  bool other_documents = false;     ///< the documents' plan is that of planned_documents
  std::uint64_t values_at = 0;      ///< offsets in the files
  std::uint64_t documents_at = 0;
  std::int8_t spare_values = 0;  ///< bytes of output more (or fewer) than were planned
  std::int8_t spare_documents = 0;
  std::int8_t spare_entry = 0;
  kit::Placement input_at;
  kit::Placement output_at;

  bool operator==(const DocValuesWriteCase&) const = default;
};

void draw_doc_values_write_case(kit::Draw& d, DocValuesWriteCase& c);
void describe_doc_values_write_case(const DocValuesWriteCase& c, std::ostream& out);
void doc_values_write_seeds(kit::Seeds<DocValuesWriteCase>& seeds);

/// What a Case speaks of, and what is true of it.
struct DocValuesWriteTruth {
  std::vector<std::int64_t> values;
  std::vector<std::int32_t> documents;
  std::vector<std::int64_t> planned_values;
  std::vector<std::int32_t> planned_documents;
  std::uint64_t of = 0;  ///< documents of the segment that the plan is of

  reference::doc_values::ChosenValues plan;
  reference::doc_values::ChosenDocuments documents_plan;
  std::optional<std::vector<std::uint8_t>> data;
  std::optional<std::vector<std::uint8_t>> doc_set;
  std::vector<std::uint8_t> entry;
};

/// It stays until the next call.
const DocValuesWriteTruth& truth_of(const DocValuesWriteCase& c);

/// Bytes of output for what takes `size`.
std::size_t room_for(std::uint64_t size, std::int8_t spare);

}  // namespace touchstone::contracts
