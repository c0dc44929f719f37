// Packed integers: a million values in batches, by range, by documents and in every form, each tier
// beside the loop that fetches value by value and the limit.
#include <functional>
#include <optional>

#include "bench/limit.h"
#include "bench/numeric_streams.h"
#include "bench/table.h"
#include "bench/verified.h"
#include "codecs/numeric/packed.h"
#include "reference/numeric.h"

namespace touchstone::bench {
namespace {

using numeric::Kernels;
using numeric::PackedReader;
using Out = std::span<std::uint64_t>;

// Batches of so many values, from value `start` on. Batch b is read by `read(b's first, out)`.
struct Batches {
  std::size_t size = 1024;
  std::size_t start = 0;
  std::size_t values = PackedValues::kCount;  ///< of which batches are made

  std::size_t count() const { return (values - start) / size; }
  std::size_t first(std::size_t batch) const { return start + batch * size; }
};

// A row that fills one output batch after batch. Before it is timed each of them is compared with
// `expect(i)`, the value that element i of all of them together must have.
template <typename Read, typename Expect>
Row batch_row(const std::string& name, std::vector<Claim> claims, Batches batches, Read make_read,
              Expect expect) {
  auto time = [=](benchmark::State& state) {
    const auto read = make_read();
    const Out out = shared_output().first(batches.size);
    std::vector<std::uint64_t> expected(batches.size);
    for (std::size_t b = 0; b < batches.count(); ++b) {
      read(batches.first(b), out);
      for (std::size_t i = 0; i < batches.size; ++i) expected[i] = expect(batches.first(b) + i);
      if (!std::ranges::equal(out, expected)) kill_run(name, "in one of its batches");
    }
    time_verified(state, name, batches.count() * batches.size, out,
                  std::span<const std::uint64_t>(expected), [&] {
                    for (std::size_t b = 0; b < batches.count(); ++b) {
                      read(batches.first(b), out);
                      benchmark::ClobberMemory();
                    }
                  });
  };
  return {name, std::move(claims), std::move(time)};
}

// The same bytes in, the same bytes out.
Row limit_row(const std::string& name, unsigned width, Batches batches) {
  auto time = [=](benchmark::State& state) {
    const auto bytes = PackedValues::of_width(width).bytes();
    const Out out = shared_output().first(batches.size);
    const std::span<std::uint8_t> to(reinterpret_cast<std::uint8_t*>(out.data()), out.size_bytes());
    const std::vector<std::uint8_t> filled(to.size(), kLimitFill);
    time_verified(state, name, batches.count() * batches.size, to,
                  std::span<const std::uint8_t>(filled), [&] {
                    for (std::size_t b = 0; b < batches.count(); ++b) {
                      const std::size_t from = batches.first(b) * width / 8;
                      const std::size_t size = (batches.size * width + 7) / 8;
                      benchmark::DoNotOptimize(touch(bytes.subspan(from, size), to));
                    }
                  });
  };
  return {name, {}, std::move(time)};
}

PackedReader reader_of(unsigned width, const Kernels& kernels) {
  return *PackedReader::make(PackedValues::of_width(width).bytes(), width, PackedValues::kCount,
                             kernels);
}

auto packed_value(unsigned width) {
  return [width](std::size_t i) { return (i + 1) * 0x9E37'79B9'7F4A'7C15 >> (64 - width); };
}

// The rows of a case: the loop of single values, then each tier. `read(reader)` gives the function
// that reads a batch, `get(reader)` the same by single values.
template <typename Read, typename Get, typename Expect>
void add_tiers(std::vector<Row>& rows, const std::string& block, unsigned width, Batches batches,
               Read read, Get get, Expect expect) {
  rows.push_back(batch_row(
      block + "loop of get", {}, batches, [=] { return get(reader_of(width, numeric::best())); },
      expect));
  for (const Kernels& k : numeric::kernels()) {
    if (!cpu_supports(k.tier)) continue;
    const std::string tier(name_of(k.tier));
    rows.push_back(batch_row(
        block + tier, {{"packed_read", tier}}, batches,
        [=, &k] { return read(reader_of(width, k)); }, expect));
  }
}

auto plain_read(const PackedReader& reader) {
  return [reader](std::size_t first, Out out) { (void)reader.read(first, out); };
}

auto plain_get(const PackedReader& reader) {
  return [reader](std::size_t first, Out out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = *reader.get(first + i);
  };
}

void add_range(std::vector<Row>& rows, const std::string& block, unsigned width, Batches batches) {
  const auto expect = packed_value(width);
  add_tiers(rows, block, width, batches, plain_read, plain_get, expect);
  rows.push_back(limit_row(block + "limit", width, batches));
}

void add_widths(std::vector<Row>& rows) {
  for (const unsigned width : numeric::kWidths) {
    const std::string block = "numeric/batches of 1024/" + std::to_string(width) + "/";
    rows.push_back(batch_row(
        block + "reference", {}, {.values = 16384},
        [width] {
          const auto bytes = PackedValues::of_width(width).bytes();
          return [=](std::size_t first, Out out) {
            (void)reference::numeric::read({bytes, width, PackedValues::kCount}, first, out);
          };
        },
        packed_value(width)));
    add_range(rows, block, width, {});
  }
}

// Short batches, and a start at a nibble or inside a byte.
void add_batches(std::vector<Row>& rows) {
  for (const unsigned width : {1U, 12U, 32U}) {
    for (const std::size_t size : std::initializer_list<std::size_t>{1, 7, 64, 128}) {
      const std::string block =
          "numeric/width " + std::to_string(width) + ", batches of/" + std::to_string(size) + "/";
      add_range(rows, block, width, {.size = size, .values = 131072});
    }
  }
  for (const unsigned width : {1U, 12U, 28U}) {
    const std::string block = "numeric/batches of 1024 from value 1/" + std::to_string(width) + "/";
    add_range(rows, block, width, {.start = 1});
  }
}

template <typename Form, typename Of>
void add_form(std::vector<Row>& rows, const std::string& block, unsigned width, Form form, Of of) {
  const auto value = packed_value(width);
  add_tiers(
      rows, block, width, {},
      [form](const PackedReader& reader) {
        return [=](std::size_t first, Out out) { (void)reader.read(first, out, form); };
      },
      [of](const PackedReader& reader) {
        return [=](std::size_t first, Out out) {
          for (std::size_t i = 0; i < out.size(); ++i) out[i] = of(*reader.get(first + i));
        };
      },
      [=](std::size_t i) { return of(value(i)); });
}

// Beside the block "batches of 1024", which has the plain ones.
void add_forms(std::vector<Row>& rows) {
  static const std::vector<std::uint64_t> table = [] {
    std::vector<std::uint64_t> entries(256);
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = packed_value(64)(7 * i);
    return entries;
  }();
  constexpr numeric::Affine kDelta{1, 1'700'000'000'000};
  constexpr numeric::Affine kGcd{86'400'000, 1'700'000'000'000};
  for (const unsigned width : {1U, 8U, 12U, 40U}) {
    const std::string name = "numeric/width " + std::to_string(width) + " as/";
    const auto apply = [](numeric::Affine form) {
      return [form](std::uint64_t q) { return q * form.factor + form.offset; };
    };
    add_form(rows, name + "delta/", width, kDelta, apply(kDelta));
    add_form(rows, name + "gcd/", width, kGcd, apply(kGcd));
    if (width > 8) continue;
    add_form(rows, name + "table/", width, numeric::Table(table).first(std::size_t{1} << width),
             [](std::uint64_t q) { return table[q]; });
  }
}

// Documents in a row, every third, and with gaps of 1 to 40, as the public proposal has its
// columns.
struct Documents {
  explicit Documents(std::size_t widest_step) {
    std::uint64_t next = 0;
    for (std::size_t i = 0; next < PackedValues::kCount; ++i) {
      ids.push_back(static_cast<std::int32_t>(next));
      const std::uint64_t step = 1 + packed_value(64)(i) % 40;
      next += widest_step == 0 ? step : widest_step;
    }
  }
  std::vector<std::int32_t> ids;
};

void add_documents(std::vector<Row>& rows, const std::string& lie, std::size_t step) {
  const auto documents = std::make_shared<Documents>(step);
  for (const unsigned width : {8U, 16U, 24U, 32U, 40U, 48U, 56U, 64U}) {
    const std::string block = "numeric/documents " + lie + "/" + std::to_string(width) + "/";
    const Batches batches{.values = documents->ids.size()};
    const auto value = packed_value(width);
    add_tiers(
        rows, block, width, batches,
        [documents](const PackedReader& reader) {
          return [=](std::size_t first, Out out) {
            (void)reader.read(std::span(std::as_const(documents->ids)).subspan(first, out.size()),
                              out);
          };
        },
        [documents](const PackedReader& reader) {
          return [=](std::size_t first, Out out) {
            for (std::size_t i = 0; i < out.size(); ++i) {
              out[i] = *reader.get(static_cast<std::uint64_t>(documents->ids[first + i]));
            }
          };
        },
        [=](std::size_t i) { return value(static_cast<std::size_t>(documents->ids[i])); });
    if (step == 1) rows.push_back(limit_row(block + "limit", width, batches));
  }
}

}  // namespace

Table numeric_table() {
  return {.name = "numeric",
          .about = "packed integers of each width: ranges, short batches, forms, documents",
          .peers = {},
          .rows = [] {
            std::vector<Row> rows;
            add_documents(rows, "in a row", 1);
            add_documents(rows, "every third", 3);
            add_documents(rows, "scattered", 0);
            add_widths(rows);
            add_batches(rows);
            add_forms(rows);
            return rows;
          }};
}

}  // namespace touchstone::bench
