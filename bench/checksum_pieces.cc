// Checksums of what comes piece by piece: arrays of longs, single longs and single bytes, handed
// over or read, beside the CRC of the same bytes in one call.
#include <array>

#include "bench/checksum_table.h"
#include "bench/row.h"
#include "codecs/checksum/buffered_checksum.h"
#include "codecs/checksum/checksumming_input.h"
#include "codecs/io/memory_input.h"
#include "reference/crc32.h"

namespace touchstone::bench {
namespace {

using Longs = std::span<std::uint64_t>;

// The longs of a case, and room for the same and for their checksum behind them.
struct Case {
  explicit Case(std::size_t count) : longs(count), out(count + 1), expected(count + 1) {
    for (std::size_t i = 0; i < count; ++i) {
      longs.span()[i] = expected[i] = (i + 1) * 0x9E37'79B9'7F4A'7C15;
    }
    expected[count] = reference::crc32(bytes());
  }

  std::span<const std::uint64_t> values() const { return longs.span(); }
  std::span<const std::uint8_t> bytes() const { return bytes_of(values()); }
  Longs read() { return out.span().first(longs.span().size()); }
  std::uint64_t& checksum() { return out.span().back(); }

  Buffer<std::uint64_t> longs;
  Buffer<std::uint64_t> out;
  std::vector<std::uint64_t> expected;
};

using Shared = std::shared_ptr<Case>;

// `work(case)` fills in the checksum alone.
template <typename Work>
Row digest_row(const std::string& name, std::vector<Claim> claims, Shared c, Work work) {
  return verified_row(name, std::move(claims), c->values().size(), c->out.span().last(1),
                      std::span<const std::uint64_t>(c->expected).last(1), [c, work] { work(*c); });
}

// `work(case)` fills in the longs and their checksum.
template <typename Work>
Row read_row(const std::string& name, std::vector<Claim> claims, Shared c, Work work) {
  return verified_row(name, std::move(claims), c->values().size(), c->out.span(),
                      std::span<const std::uint64_t>(c->expected), [c, work] { work(*c); });
}

std::string column(const char* block, std::size_t count) {
  return std::string("checksum/") + block + "/" + std::to_string(count) + " longs/";
}

void add_digests(std::vector<Row>& rows, std::size_t count) {
  const auto c = std::make_shared<Case>(count);
  const std::string block = column("handed over", count);
  const std::vector<Claim> claims{
      {"buffered_checksum", std::string(name_of(checksum::best().tier))}};
  rows.push_back(digest_row(block + "array", claims, c, [](Case& k) {
    checksum::BufferedChecksum sum;
    sum.add_u64s(k.values());
    k.checksum() = sum.value();
  }));
  rows.push_back(digest_row(block + "longs", claims, c, [](Case& k) {
    checksum::BufferedChecksum sum;
    for (const std::uint64_t value : k.values()) sum.add_u64(value);
    k.checksum() = sum.value();
  }));
  rows.push_back(digest_row(block + "bytes", claims, c, [](Case& k) {
    checksum::BufferedChecksum sum;
    for (const std::uint8_t byte : k.bytes()) sum.add_byte(byte);
    k.checksum() = sum.value();
  }));
  rows.push_back(digest_row(block + "crc32", {}, c,
                            [](Case& k) { k.checksum() = checksum::crc32(k.bytes()); }));
}

// Each row makes an input and a checksumming input over it: that is how files are opened.
template <typename Read>
void read_through(Case& k, Read read) {
  io::MemoryInput memory(k.bytes());
  checksum::ChecksummingInput in(memory);
  read(in, k.read());
  k.checksum() = in.value();
}

void add_reads(std::vector<Row>& rows, std::size_t count) {
  const auto c = std::make_shared<Case>(count);
  const std::string block = column("read from memory", count);
  const std::vector<Claim> claims{
      {"checksumming_input", std::string(name_of(checksum::best().tier))}};
  using In = checksum::ChecksummingInput;
  rows.push_back(read_row(block + "array", claims, c, [](Case& k) {
    read_through(k, [](In& in, Longs out) { (void)in.read_u64s(out); });
  }));
  rows.push_back(read_row(block + "longs", claims, c, [](Case& k) {
    read_through(k, [](In& in, Longs out) {
      for (std::uint64_t& value : out) value = in.read_u64().value_or(0);
    });
  }));
  rows.push_back(read_row(block + "bytes", claims, c, [](Case& k) {
    read_through(k, [](In& in, Longs out) {
      for (std::uint64_t& value : out) {
        value = 0;
        for (int shift = 0; shift < 64; shift += 8) {
          value |= std::uint64_t{in.read_byte().value_or(0)} << shift;
        }
      }
    });
  }));
  rows.push_back(digest_row(block + "crc32", {}, c,
                            [](Case& k) { k.checksum() = checksum::crc32(k.bytes()); }));
  rows.push_back(limit_row(block + "limit", count, bytes_of(c->read()), 1, [c](std::size_t) {
    return std::pair(c->bytes(), bytes_of(c->read()));
  }));
}

}  // namespace

void add_piece_rows(std::vector<Row>& rows) {
  for (const std::size_t count : std::array<std::size_t, 4>{10, 100, 1000, 100'000}) {
    add_digests(rows, count);
    add_reads(rows, count);
  }
}

}  // namespace touchstone::bench
