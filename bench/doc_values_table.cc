// Numeric fields as an aggregation reads them: a million documents in batches, of every kind of
// entry, by rank and by document, each tier beside the loop that asks document by document.
#include <array>
#include <functional>
#include <memory>

#include "bench/batches.h"
#include "bench/documents.h"
#include "codecs/numeric/numeric_values.h"
#include "codecs/numeric/numeric_writer.h"
#include "harness/check.h"

namespace touchstone::bench {
namespace {

using numeric::Kernels;
using numeric::NumericValues;

constexpr std::size_t kDocuments = std::size_t{1} << 20;
constexpr std::int64_t kMissing = -1;

std::span<std::int64_t> as_signed(std::span<std::uint64_t> out) {
  return {reinterpret_cast<std::int64_t*>(out.data()), out.size()};
}

// A field as Lucene's writer would lay it out, and the value of each document.
class Field {
 public:
  // `value(document)`, of the documents for which `has(document)`.
  template <typename Value, typename Has>
  Field(NumericValues::Kind kind, Value value, Has has) : expected_(kDocuments, kMissing) {
    std::vector<std::int32_t> documents;
    std::vector<std::int64_t> values;
    for (std::uint64_t d = 0; d < kDocuments; ++d) {
      if (!has(d)) continue;
      documents.push_back(static_cast<std::int32_t>(d));
      values.push_back(static_cast<std::int64_t>(value(d)));
      expected_[d] = values.back();
    }
    entry_ = numeric::plan_values(values, 0);
    data_.resize(entry_.length);
    entry_.documents = numeric::plan_documents(documents, kDocuments, 0);
    sets_.resize(entry_.documents.is_stored() ? static_cast<std::size_t>(entry_.documents.length)
                                              : 0);
    const bool written = numeric::write_values(entry_, values, data_).has_value() &&
                         numeric::write_documents(entry_.documents, documents, sets_).has_value();
    TOUCHSTONE_CHECK(written && open(numeric::best()).kind() == kind, "a field of the kind named");
  }

  NumericValues open(const Kernels& kernels) const {
    return *NumericValues::open(entry_, data_, sets_, kernels);
  }
  std::uint64_t of_document(std::size_t document) const {
    return static_cast<std::uint64_t>(expected_[document]);
  }

 private:
  std::vector<std::int64_t> expected_;
  numeric::NumericEntry entry_;
  std::vector<std::uint8_t> data_;
  std::vector<std::uint8_t> sets_;
};

struct Column {
  std::string name;
  bool is_sparse;
  std::function<std::shared_ptr<const Field>()> make;  // when first asked for
};

template <typename Value, typename Has>
Column column(const std::string& name, bool is_sparse, NumericValues::Kind kind, Value value,
              Has has) {
  return {name, is_sparse, [=, made = std::make_shared<std::shared_ptr<const Field>>()] {
            if (*made == nullptr) *made = std::make_shared<const Field>(kind, value, has);
            return *made;
          }};
}

// Sparse: by chance, and in runs.
std::vector<Column> all_columns() {
  using Kind = NumericValues::Kind;
  const auto all = [](std::uint64_t) { return true; };
  const auto delta = [](std::uint64_t d) { return 1'700'000'000'000 + random_bits(d, 12); };
  const auto tenths = [](std::uint64_t part) {
    return [part](std::uint64_t d) { return random_bits(3 * d, 32) % 10 < part; };
  };
  std::vector<Column> columns;
  const auto dense = [&](const std::string& name, Kind kind, auto value) {
    columns.push_back(column(name, false, kind, value, all));
  };
  dense("constant", Kind::constant, [](std::uint64_t) { return 42; });
  dense("delta", Kind::packed, delta);
  dense("gcd", Kind::packed, [=](std::uint64_t d) { return 1000 * delta(d); });
  dense("table of 16", Kind::table,
        [](std::uint64_t d) { return random_bits(random_bits(d, 4), 62); });
  dense("table of 256", Kind::table,
        [](std::uint64_t d) { return random_bits(random_bits(d, 8), 62); });
  dense("blocks", Kind::blocks, [](std::uint64_t d) {
    const std::uint64_t block = d >> 14;
    return (block << 40) + random_bits(d, static_cast<unsigned>(8 + block % 5 * 4));
  });
  columns.push_back(column("1 in 100", true, Kind::packed, delta,
                           [](std::uint64_t d) { return random_bits(3 * d, 32) % 100 == 0; }));
  for (const std::uint64_t part : {1U, 5U, 9U}) {
    columns.push_back(
        column(std::to_string(part) + " in 10", true, Kind::packed, delta, tenths(part)));
  }
  columns.push_back(column("runs of 64", true, Kind::packed, delta,
                           [](std::uint64_t d) { return (d >> 6 & 1) == 0; }));
  return columns;
}

const std::vector<Column>& columns() {
  static const std::vector<Column> all = all_columns();
  return all;
}

// The rows of a case: the loop of single documents, then each tier. `get(field)` and `read(field)`
// give the function that reads a batch.
template <typename Get, typename Read, typename Expect>
void add_rows(std::vector<Row>& rows, const std::string& block, const Column& column,
              Batches batches, Get get, Read read, Expect expect) {
  const auto value = [=](std::size_t i) { return expect(*column.make(), i); };
  const auto add = [&](const std::string& name, std::vector<Claim> claims, const Kernels& kernels,
                       auto reader) {
    const auto make_read = [=, &kernels] { return reader(column.make()->open(kernels)); };
    rows.push_back(
        batch_row(block + column.name + "/" + name, std::move(claims), batches, make_read, value));
  };
  add("loop of get", {}, numeric::best(), get);
  for (const Kernels& kernels : numeric::kernels()) {
    if (!cpu_supports(kernels.tier)) continue;
    const std::string tier(name_of(kernels.tier));
    add(tier, {{"doc_values", tier}}, kernels, read);
  }
}

void add_ranks(std::vector<Row>& rows) {
  const auto get = [](const NumericValues& field) {
    return [field](std::size_t first, std::span<std::uint64_t> out) {
      for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = static_cast<std::uint64_t>(**field.get(static_cast<std::int32_t>(first + i)));
      }
    };
  };
  const auto read = [](const NumericValues& field) {
    return [field](std::size_t first, std::span<std::uint64_t> out) {
      (void)field.read(first, as_signed(out));
    };
  };
  for (const Column& column : columns()) {
    if (column.is_sparse) continue;
    add_rows(rows, "doc_values/by rank/", column, {}, get, read,
             [](const Field& field, std::size_t i) { return field.of_document(i); });
  }
}

void add_lists(std::vector<Row>& rows, const std::string& lie, std::size_t step) {
  const auto documents = std::make_shared<const Documents>(step, kDocuments);
  const auto get = [=](const NumericValues& field) {
    return [=](std::size_t first, std::span<std::uint64_t> out) {
      const auto ids = documents->some(first, out.size());
      for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = static_cast<std::uint64_t>(field.get(ids[i])->value_or(kMissing));
      }
    };
  };
  const auto read = [=](const NumericValues& field) {
    return [=](std::size_t first, std::span<std::uint64_t> out) {
      (void)field.read(documents->some(first, out.size()), as_signed(out), kMissing);
    };
  };
  const auto expect = [=](const Field& field, std::size_t i) {
    return field.of_document(static_cast<std::size_t>(documents->ids[i]));
  };
  for (const Column& column : columns()) {
    add_rows(rows, "doc_values/documents " + lie + "/", column, {.values = documents->ids.size()},
             get, read, expect);
  }
}

}  // namespace

Table doc_values_table() {
  return {.name = "doc_values",
          .about = "numeric fields of every kind: ranks, documents in a row and scattered, sparse",
          .peers = {},
          .rows = [] {
            std::vector<Row> rows;
            add_ranks(rows);
            add_lists(rows, "in a row", 1);
            add_lists(rows, "scattered", 0);
            return rows;
          }};
}

}  // namespace touchstone::bench
