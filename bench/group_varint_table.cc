// Group varint: each tier at several run lengths and mixes, beside the reference, the nearest
// library and the limit.
#include "bench/group_varint_table.h"

#include "bench/group_varint_runs.h"
#include "bench/row.h"
#include "codecs/group_varint/group_varint.h"
#include "harness/check.h"
#include "reference/group_varint.h"

#if defined(TOUCHSTONE_PEER_STREAMVBYTE)
#include <streamvbyte.h>
#endif

namespace touchstone::bench {
namespace {

constexpr Mix kMixed{"mixed 1-4 bytes", 1, 4};
constexpr Mix kSmall{"small 1-2 bytes", 1, 2};
constexpr Mix kMiddling{"middling 2-3 bytes", 2, 3};

// ", MIX/VALUES/": the end of a block's name, and its column.
std::string block_of(const Mix& mix, std::size_t values) {
  std::string name = ", ";
  name.append(mix.name).append("/").append(std::to_string(values)).append("/");
  return name;
}

template <typename T>
struct DecodeCase {
  DecodeCase(const Mix& mix, std::size_t run_values)
      : runs(mix, run_values),
        out(Runs::kValues),
        expected(runs.values.span().begin(), runs.values.span().end()) {}

  std::span<T> out_of(std::size_t run) {
    return out.span().subspan(run * runs.run_values, runs.run_values);
  }

  Runs runs;
  Buffer<T> out;
  std::vector<T> expected;
};

struct EncodeCase {
  EncodeCase(const Mix& mix, std::size_t run_values)
      : runs(mix, run_values), out(group_varint::max_encoded_size(Runs::kValues)) {}

  Runs runs;
  Buffer<std::uint8_t> out;
};

// `decode(bytes, values)` reads one run.
template <typename T, typename Decode>
Row decode_row(const std::string& name, std::vector<Claim> claims, std::shared_ptr<DecodeCase<T>> c,
               Decode decode) {
  return verified_row(name, std::move(claims), Runs::kValues, c->out.span(),
                      std::span<const T>(c->expected), [c, decode] {
                        for (std::size_t run = 0; run < c->runs.count(); ++run) {
                          benchmark::DoNotOptimize(decode(c->runs.from(run), c->out_of(run)));
                        }
                      });
}

// `encode(values, bytes)` writes one run and gives its size, or an error.
template <typename Encode>
Row encode_row(const std::string& name, std::vector<Claim> claims, std::shared_ptr<EncodeCase> c,
               Encode encode) {
  return verified_row(
      name, std::move(claims), Runs::kValues, c->out.span(), c->runs.bytes(), [c, encode] {
        std::size_t at = 0;
        for (std::size_t run = 0; run < c->runs.count(); ++run) {
          at += encode(c->runs.values_of(run), c->out.span().subspan(at)).value_or(0);
        }
      });
}

#if defined(TOUCHSTONE_PEER_STREAMVBYTE)

// Its own format: all flags first, so that no flag waits for the group before it.
struct PeerRuns {
  explicit PeerRuns(const Runs& runs) {
    for (std::size_t run = 0; run < runs.count(); ++run) {
      const auto values = runs.values_of(run);
      const auto count = static_cast<std::uint32_t>(values.size());
      starts.push_back(size);
      size += streamvbyte_encode(values.data(), count, bytes.span().data() + size);
      std::vector<std::uint32_t> back(values.size());
      streamvbyte_decode(bytes.span().data() + starts.back(), back.data(), count);
      TOUCHSTONE_CHECK(std::ranges::equal(back, values), "streamvbyte must read what it wrote");
    }
  }

  Buffer<std::uint8_t> bytes{streamvbyte_max_compressedbytes(Runs::kValues) + Runs::kValues};
  std::vector<std::size_t> starts;
  std::size_t size = 0;
};

void add_peer(std::vector<Row>& rows, const std::string& block,
              std::shared_ptr<DecodeCase<std::uint32_t>> c) {
  const auto peer = std::make_shared<PeerRuns>(c->runs);
  rows.push_back(verified_row(block + "streamvbyte", {}, Runs::kValues, c->out.span(),
                              std::span<const std::uint32_t>(c->expected), [c, peer] {
                                for (std::size_t run = 0; run < c->runs.count(); ++run) {
                                  const auto out = c->out_of(run);
                                  streamvbyte_decode(peer->bytes.span().data() + peer->starts[run],
                                                     out.data(),
                                                     static_cast<std::uint32_t>(out.size()));
                                }
                              }));
}

void add_peer(std::vector<Row>&, const std::string&, std::shared_ptr<DecodeCase<std::uint64_t>>) {}

// Compared with what it wrote before, from which its own decoder had given the values back.
void add_peer(std::vector<Row>& rows, const std::string& block, std::shared_ptr<EncodeCase> c) {
  const auto peer = std::make_shared<PeerRuns>(c->runs);
  const auto out = std::make_shared<Buffer<std::uint8_t>>(peer->bytes.span().size());
  rows.push_back(verified_row(
      block + "streamvbyte", {}, Runs::kValues, out->span(),
      std::span<const std::uint8_t>(peer->bytes.span().first(peer->size)), [c, peer, out] {
        std::size_t at = 0;
        for (std::size_t run = 0; run < c->runs.count(); ++run) {
          const auto values = c->runs.values_of(run);
          at += streamvbyte_encode(values.data(), static_cast<std::uint32_t>(values.size()),
                                   out->span().data() + at);
        }
      }));
}

constexpr bool kHasPeer = true;

#else

template <typename Case>
void add_peer(std::vector<Row>&, const std::string&, std::shared_ptr<Case>) {}

constexpr bool kHasPeer = false;

#endif

template <typename T>
void add_decode(std::vector<Row>& rows, const std::string& block, const Mix& mix,
                std::size_t values) {
  const auto c = std::make_shared<DecodeCase<T>>(mix, values);
  using In = std::span<const std::uint8_t>;
  rows.push_back(decode_row(block + "reference", {}, c, [](In in, std::span<T> out) {
    return reference::group_varint::decode(in, out);
  }));
  for (const group_varint::Kernels& k : group_varint::kernels()) {
    if (!cpu_supports(k.tier)) continue;
    const std::string tier(name_of(k.tier));
    rows.push_back(
        decode_row(block + tier, {{"group_varint_decode", tier}}, c,
                   [&k](In in, std::span<T> out) { return group_varint::decode(in, out, k); }));
  }
  add_peer(rows, block, c);
  rows.push_back(limit_row(
      block + "limit", Runs::kValues, bytes_of(c->out.span()), c->runs.count(),
      [c](std::size_t run) { return std::pair(c->runs.bytes_of(run), bytes_of(c->out_of(run))); }));
}

void add_encode(std::vector<Row>& rows, const std::string& block, const Mix& mix,
                std::size_t values) {
  const auto c = std::make_shared<EncodeCase>(mix, values);
  using In = std::span<const std::uint32_t>;
  using Out = std::span<std::uint8_t>;
  rows.push_back(encode_row(block + "reference", {}, c, [](In in, Out out) {
    return reference::group_varint::encode(in, out);
  }));
  for (const group_varint::Kernels& k : group_varint::kernels()) {
    if (!cpu_supports(k.tier)) continue;
    const std::string tier(name_of(k.tier));
    rows.push_back(encode_row(block + tier, {{"group_varint_encode", tier}}, c,
                              [&k](In in, Out out) { return group_varint::encode(in, out, k); }));
  }
  add_peer(rows, block, c);
  rows.push_back(limit_row(block + "limit", Runs::kValues, c->out.span().first(c->runs.size),
                           c->runs.count(), [c](std::size_t run) {
                             const auto& starts = c->runs.starts;
                             return std::pair(
                                 bytes_of(c->runs.values_of(run)),
                                 c->out.span().subspan(starts[run], starts[run + 1] - starts[run]));
                           }));
}

}  // namespace

void add_kernel_rows(std::vector<Row>& rows) {
  for (const Mix& mix : {kMixed, kSmall, kMiddling}) {
    for (const std::size_t values : std::initializer_list<std::size_t>{64, 128, 1024, 4096}) {
      const std::string block = block_of(mix, values);
      add_decode<std::uint32_t>(rows, "group_varint/decode" + block, mix, values);
      add_encode(rows, "group_varint/encode" + block, mix, values);
    }
  }
  add_decode<std::uint64_t>(rows, "group_varint/decode to 64 bits, mixed 1-4 bytes/4096/", kMixed,
                            4096);
}

Table group_varint_table() {
  return {.name = "group_varint",
          .about = "lists of 64 values by kind of input; each tier at several lengths and mixes",
          .peers = {{"streamvbyte", kHasPeer}},
          .rows = [] {
            std::vector<Row> rows;
            add_list_rows(rows);
            add_kernel_rows(rows);
            return rows;
          }};
}

}  // namespace touchstone::bench
