// CRC-32 of whole spans: each tier beside the reference, the libraries that others use, and the
// limits.
#include <memory>
#include <random>
#include <utility>

#include "bench/checksum_table.h"
#include "bench/row.h"
#include "codecs/checksum/crc32.h"
#include "reference/crc32.h"

#if defined(TOUCHSTONE_PEER_ZLIB)
#include <zlib.h>
#endif
#if defined(TOUCHSTONE_PEER_LIBDEFLATE)
#include <libdeflate.h>
#endif
#if defined(TOUCHSTONE_PEER_ISAL)
#include <isa-l/crc.h>
#endif

namespace touchstone::bench {
namespace {

// One span, the same at each call. Items are bytes.
struct SpanCase {
  explicit SpanCase(std::size_t size) : bytes(size), copy(size), crc(1) {
    std::minstd_rand random(static_cast<std::uint32_t>(size));
    for (std::uint8_t& byte : bytes.span()) byte = static_cast<std::uint8_t>(random() >> 8);
    expected.push_back(reference::crc32(bytes.span()));
  }

  std::span<const std::uint8_t> in() const { return std::as_const(bytes).span(); }

  Buffer<std::uint8_t> bytes;
  Buffer<std::uint8_t> copy;
  Buffer<std::uint32_t> crc;
  std::vector<std::uint32_t> expected;
};

// `crc32(bytes)` gives the CRC.
template <typename Crc32>
Row span_row(const std::string& name, std::vector<Claim> claims, std::shared_ptr<SpanCase> c,
             Crc32 crc32) {
  return verified_row(name, std::move(claims), c->in().size(), c->crc.span(),
                      std::span<const std::uint32_t>(c->expected),
                      [c, crc32] { c->crc.span()[0] = crc32(c->in()); });
}

void add_peers([[maybe_unused]] std::vector<Row>& rows, [[maybe_unused]] const std::string& block,
               [[maybe_unused]] const std::shared_ptr<SpanCase>& c) {
#if defined(TOUCHSTONE_PEER_ZLIB)
  rows.push_back(span_row(block + "zlib", {}, c, [](auto in) {
    return static_cast<std::uint32_t>(crc32_z(0, in.data(), in.size()));
  }));
#endif
#if defined(TOUCHSTONE_PEER_LIBDEFLATE)
  rows.push_back(span_row(block + "libdeflate", {}, c,
                          [](auto in) { return libdeflate_crc32(0, in.data(), in.size()); }));
#endif
#if defined(TOUCHSTONE_PEER_ISAL)
  rows.push_back(span_row(block + "isal", {}, c,
                          [](auto in) { return crc32_gzip_refl(0, in.data(), in.size()); }));
#endif
}

// `limit` reads the bytes and does nothing else, `copy limit` writes as many too.
void add_limits(std::vector<Row>& rows, const std::string& block,
                const std::shared_ptr<SpanCase>& c) {
  const std::size_t size = c->in().size();
  auto read = [c](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(touch(c->in(), {}));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(c->in().size()));
  };
  rows.push_back({block + "limit", {}, read});
  rows.push_back(limit_row(block + "copy limit", size, c->copy.span(), 1,
                           [c](std::size_t) { return std::pair(c->in(), c->copy.span()); }));
}

}  // namespace

void add_span_rows(std::vector<Row>& rows) {
  for (const std::size_t size :
       std::initializer_list<std::size_t>{1, 8, 80, 1024, 8000, 65536, 800000}) {
    const std::string block = "checksum/span of bytes/" + std::to_string(size) + "/";
    const auto c = std::make_shared<SpanCase>(size);
    rows.push_back(
        span_row(block + "reference", {}, c, [](auto in) { return reference::crc32(in); }));
    for (const checksum::Kernels& k : checksum::kernels()) {
      if (!cpu_supports(k.tier)) continue;
      const std::string tier(name_of(k.tier));
      rows.push_back(span_row(block + tier, {{"crc32", tier}}, c,
                              [&k](auto in) { return checksum::crc32(in, 0, k); }));
    }
    add_peers(rows, block, c);
    add_limits(rows, block, c);
  }
}

}  // namespace touchstone::bench
