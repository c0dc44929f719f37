// Rows that read a field batch after batch into one output, as an aggregation does.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bench/numeric_streams.h"
#include "bench/row.h"

namespace touchstone::bench {

/// Batches of so many values, from value `start` on.
struct Batches {
  std::size_t size = 1024;
  std::size_t start = 0;
  std::size_t values = PackedValues::kCount;  ///< of which batches are made

  std::size_t count() const { return (values - start) / size; }
  std::size_t first(std::size_t batch) const { return start + batch * size; }
};

/// A row that fills one output batch after batch: `make_read()` gives the function that is called
/// with the first value of each and the output. Before it is timed each batch is compared with
/// `expect(i)`, the value that element i of all of them together must have.
template <typename Element = std::uint64_t, typename Read, typename Expect>
Row batch_row(const std::string& name, std::vector<Claim> claims, Batches batches, Read make_read,
              Expect expect) {
  auto time = [=](benchmark::State& state) {
    const auto read = make_read();
    const std::span<Element> out(reinterpret_cast<Element*>(shared_output().data()), batches.size);
    std::vector<Element> expected(batches.size);
    for (std::size_t b = 0; b < batches.count(); ++b) {
      read(batches.first(b), out);
      for (std::size_t i = 0; i < batches.size; ++i) {
        expected[i] = static_cast<Element>(expect(batches.first(b) + i));
      }
      if (!std::ranges::equal(out, expected)) kill_run(name, "in one of its batches");
    }
    time_verified(state, name, batches.count() * batches.size, out,
                  std::span<const Element>(expected), [&] {
                    for (std::size_t b = 0; b < batches.count(); ++b) {
                      read(batches.first(b), out);
                      benchmark::ClobberMemory();
                    }
                  });
  };
  return {name, std::move(claims), std::move(time)};
}

}  // namespace touchstone::bench
