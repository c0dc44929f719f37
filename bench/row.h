// How rows are made: work on buffers that all rows of a case share.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/buffer.h"
#include "bench/limit.h"
#include "bench/table.h"
#include "bench/verified.h"

namespace touchstone::bench {

/// A row that calls `work()`, which fills `out` with `expected` and takes `items` items. What the
/// spans look at lives in what `work` holds on to.
template <typename T, typename Work>
Row verified_row(std::string name, std::vector<Claim> claims, std::size_t items, std::span<T> out,
                 std::span<const T> expected, Work work) {
  auto time = [=](benchmark::State& state) {
    time_verified(state, name, items, out, expected, work);
  };
  return {name, std::move(claims), std::move(time)};
}

/// The row `limit` of a case, in pieces: `piece(i)` gives the input and the output bytes of the
/// i-th of them, which together are `out`.
template <typename Piece>
Row limit_row(const std::string& name, std::size_t items, std::span<std::uint8_t> out,
              std::size_t pieces, Piece piece) {
  const auto filled = std::make_shared<std::vector<std::uint8_t>>(out.size(), kLimitFill);
  return verified_row(name, {}, items, out, std::span<const std::uint8_t>(*filled),
                      [filled, pieces, piece] {
                        for (std::size_t i = 0; i < pieces; ++i) {
                          const auto [from, to] = piece(i);
                          benchmark::DoNotOptimize(touch(from, to));
                        }
                      });
}

/// The bytes of a buffer.
template <typename T>
auto bytes_of(std::span<T> buffer) {
  using Byte = std::conditional_t<std::is_const_v<T>, const std::uint8_t, std::uint8_t>;
  return std::span<Byte>(reinterpret_cast<Byte*>(buffer.data()), buffer.size_bytes());
}

}  // namespace touchstone::bench
