// Packed integers: a million values in batches, by range, by documents and in every form, each tier
// beside the loop that fetches value by value and the limit.
#include <memory>

#include "bench/batches.h"
#include "bench/documents.h"
#include "codecs/io/little_endian.h"
#include "codecs/numeric/packed.h"
#include "reference/numeric.h"

namespace touchstone::bench {
namespace {

using numeric::Kernels;
using numeric::PackedReader;
using Out = std::span<std::uint64_t>;

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
  return [width](std::size_t i) { return random_bits(i, width); };
}

// The rows of a case: the loop of single values, then each tier. `read(reader)` gives the function
// that reads a batch, `get(reader)` the same by single values.
template <typename Element = std::uint64_t, typename Read, typename Get, typename Expect>
void add_tiers(std::vector<Row>& rows, const std::string& block, unsigned width, Batches batches,
               Read read, Get get, Expect expect) {
  rows.push_back(batch_row<Element>(
      block + "loop of get", {}, batches, [=] { return get(reader_of(width, numeric::best())); },
      expect));
  for (const Kernels& k : numeric::kernels()) {
    if (!cpu_supports(k.tier)) continue;
    const std::string tier(name_of(k.tier));
    rows.push_back(batch_row<Element>(
        block + tier, {{"packed_read", tier}}, batches,
        [=, &k] { return read(reader_of(width, k)); }, expect));
  }
}

auto plain_read(const PackedReader& reader) {
  return [reader](std::size_t first, auto out) { (void)reader.read(first, out); };
}

// A copy of the reader, which no store can change: else each value would ask for it again.
auto plain_get(const PackedReader& reader) {
  return [reader]<typename Element>(std::size_t first, std::span<Element> out) {
    const PackedReader local = reader;
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<Element>(*local.get(first + i));
    }
  };
}

// One value after the other, unchecked: what is left of a call for each value once all is inlined.
Row per_value_row(const std::string& name, unsigned width, Batches batches) {
  const auto make_read = [width] {
    const std::uint8_t* bytes = PackedValues::of_width(width).bytes().data();
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
    return [=](std::size_t first, Out out) {
      for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t bit = (first + i) * width;
        out[i] = io::load_little_endian<std::uint64_t>(bytes + bit / 8) >> (bit % 8) & mask;
      }
    };
  };
  return batch_row(name, {}, batches, make_read, packed_value(width));
}

void add_range(std::vector<Row>& rows, const std::string& block, unsigned width, Batches batches) {
  const auto expect = packed_value(width);
  rows.push_back(per_value_row(block + "per-value loop", width, batches));
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

void add_short_elements(std::vector<Row>& rows) {
  for (const unsigned width : {1U, 8U, 12U, 16U, 24U, 32U}) {
    const std::string block = "numeric/elements of 32 bits/" + std::to_string(width) + "/";
    add_tiers<std::uint32_t>(rows, block, width, {}, plain_read, plain_get, packed_value(width));
  }
}

// `of(q)` is what the form makes of a packed value.
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
          const PackedReader local = reader;
          for (std::size_t i = 0; i < out.size(); ++i) out[i] = of(*local.get(first + i));
        };
      },
      [=](std::size_t i) { return of(value(i)); });
}

// The most entries a table has.
numeric::Table whole_table() {
  static const std::vector<std::uint64_t> table = [] {
    std::vector<std::uint64_t> entries(256);
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = packed_value(64)(7 * i);
    return entries;
  }();
  return table;
}

// Plain, and in each form in the same pass. Factors: days in milliseconds, and the largest there
// can be, for which values span 63 bits.
void add_forms(std::vector<Row>& rows) {
  constexpr std::uint64_t kOffset = 1'700'000'000'000;
  for (const unsigned width : {1U, 4U, 8U, 12U, 16U, 24U, 32U, 40U}) {
    const std::string block = "numeric/width " + std::to_string(width) + " as/";
    add_tiers(rows, block + "it is/", width, {}, plain_read, plain_get, packed_value(width));
    const auto add = [&](const std::string& column, std::uint64_t factor) {
      const numeric::Affine form{factor, kOffset};
      add_form(rows, block + column + "/", width, form,
               [form](std::uint64_t q) { return q * form.factor + form.offset; });
    };
    add("delta", 1);
    add("days", 86'400'000);
    add("largest gcd", (std::uint64_t{1} << (63 - width)) - 1);
    if (width > 8) continue;
    const numeric::Table table = whole_table().first(std::size_t{1} << width);
    add_form(rows, block + "table/", width, table, [table](std::uint64_t q) { return table[q]; });
  }
}

void add_documents(std::vector<Row>& rows, const std::string& lie, std::size_t step) {
  const auto documents = std::make_shared<const Documents>(step, PackedValues::kCount);
  for (const unsigned width : {8U, 16U, 24U, 32U, 40U, 48U, 56U, 64U}) {
    const std::string block = "numeric/documents " + lie + "/" + std::to_string(width) + "/";
    const Batches batches{.values = documents->ids.size()};
    const auto value = packed_value(width);
    add_tiers(
        rows, block, width, batches,
        [documents](const PackedReader& reader) {
          return [=](std::size_t first, Out out) {
            (void)reader.read(documents->some(first, out.size()), out);
          };
        },
        [documents](const PackedReader& reader) {
          return [=](std::size_t first, Out out) {
            const PackedReader local = reader;
            const std::int32_t* ids = documents->ids.data() + first;
            for (std::size_t i = 0; i < out.size(); ++i) {
              out[i] = *local.get(static_cast<std::uint64_t>(ids[i]));
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
            add_short_elements(rows);
            add_forms(rows);
            return rows;
          }};
}

}  // namespace touchstone::bench
