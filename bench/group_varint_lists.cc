// Lists of 64 values out of each kind of input, and written: group varint at its best tier, a
// branchy reader of the same bytes, and plain vInts.
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "bench/group_varint_runs.h"
#include "bench/group_varint_table.h"
#include "bench/row.h"
#include "codecs/group_varint/group_varint.h"
#include "codecs/io/file_input.h"
#include "codecs/io/mapped_input.h"
#include "codecs/io/memory_input.h"
#include "codecs/io/paged_input.h"
#include "codecs/io/vint.h"
#include "harness/check.h"
#include "reference/group_varint.h"

namespace touchstone::bench {
namespace {

constexpr std::size_t kList = 64;
constexpr std::size_t kPage = 1024;  // also of the file's buffer, as Lucene reads

using Values = std::span<std::uint32_t>;

// Bytes with every kind of input over them. What they read from lives as long as they do.
class Sources {
 public:
  explicit Sources(std::span<const std::uint8_t> bytes)
      : path_(
            std::filesystem::temp_directory_path() /
            ("touchstone-bench-" + std::to_string(getpid()) + "-" + std::to_string(bytes.size()))),
        memory_(bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += kPage) pages_.push_back(bytes.data() + at);
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    add("array", &memory_);
    add("pages", hold(paged_, io::PagedInput::create(pages_, kPage, bytes.size())));
    add("mmap", hold(mapped_, io::MappedInput::open(path_)));
    add("file", hold(file_, io::FileInput::open(path_, buffer_)));
    std::filesystem::remove(path_);  // open and mapped: it lives on without its name
  }
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  struct Named {
    std::string name;
    io::Input* input;
  };
  std::span<const Named> all() const { return all_; }

 private:
  void add(std::string name, io::Input* input) { all_.push_back({std::move(name), input}); }

  template <typename Kind>
  static Kind* hold(std::optional<Kind>& place, Expected<Kind> made) {
    TOUCHSTONE_CHECK(made.has_value(), "the benchmark's temporary file must open");
    return &place.emplace(std::move(*made));
  }

  std::filesystem::path path_;
  std::array<std::uint8_t, kPage> buffer_{};
  std::vector<const std::uint8_t*> pages_;
  io::MemoryInput memory_;
  std::optional<io::PagedInput> paged_;
  std::optional<io::MappedInput> mapped_;
  std::optional<io::FileInput> file_;
  std::vector<Named> all_;
};

bool read_value(io::Input& in, std::size_t bytes, std::uint32_t& value) {
  value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto byte = in.read_byte();
    if (!byte) return false;
    value |= std::uint32_t{*byte} << (8 * i);
  }
  return true;
}

// The reference's way over an input, which it does not know: a branch a byte.
bool read_branchy(io::Input& in, Values out) {
  for (std::size_t i = 0; i < out.size(); i += 4) {
    const auto flag = in.read_byte();
    if (!flag) return false;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t bytes = reference::group_varint::value_length(*flag, k);
      if (!read_value(in, bytes, out[i + k])) return false;
    }
  }
  return true;
}

bool read_vints(io::Input& in, Values out) {
  for (std::uint32_t& value : out) {
    const auto read = io::read_vint(in);
    if (!read) return false;
    value = *read;
  }
  return true;
}

struct Lists {
  Lists() {
    std::size_t at = 0;
    for (const std::uint32_t value : runs.values.span()) {
      at += io::encode_vint(value, vints.span().subspan(at)).value_or(0);
    }
    vint_bytes = std::as_const(vints).span().first(at);
    by_vint.emplace(vint_bytes);
  }

  Runs runs{{"mixed", 1, 4}, kList};
  Buffer<std::uint8_t> vints{Runs::kValues * io::kMaxVintBytes};
  std::span<const std::uint8_t> vint_bytes;
  Buffer<std::uint32_t> out{Runs::kValues};
  Buffer<std::uint8_t> written{Runs::kValues * io::kMaxVintBytes};
  Sources by_group{runs.bytes()};
  std::optional<Sources> by_vint;
};

// `read(input, values)` reads one list.
template <typename Read>
Row read_row(const std::string& name, std::vector<Claim> claims, std::shared_ptr<Lists> lists,
             io::Input& in, Read read) {
  return verified_row(name, std::move(claims), Runs::kValues, lists->out.span(),
                      std::as_const(lists->runs.values).span(), [lists, &in, read] {
                        if (!in.seek(0)) return;
                        const Values out = lists->out.span();
                        for (std::size_t at = 0; at < out.size(); at += kList) {
                          if (!read(in, out.subspan(at, kList))) return;
                        }
                      });
}

Row read_limit(const std::string& name, std::shared_ptr<Lists> lists) {
  return limit_row(name, Runs::kValues, bytes_of(lists->out.span()), lists->runs.count(),
                   [lists](std::size_t run) {
                     return std::pair(lists->runs.bytes_of(run),
                                      bytes_of(lists->out.span().subspan(run * kList, kList)));
                   });
}

void add_reading(std::vector<Row>& rows, const std::shared_ptr<Lists>& lists) {
  const std::string tier(name_of(group_varint::best().tier));
  for (std::size_t i = 0; i < lists->by_group.all().size(); ++i) {
    const auto& [source, in] = lists->by_group.all()[i];
    const std::string block = "group_varint/lists of 64/read " + source + "/";
    rows.push_back(read_row(
        block + "group varint", {{"group_varint_decode", tier}}, lists, *in,
        [](io::Input& from, Values out) { return group_varint::read(from, out).has_value(); }));
    rows.push_back(read_row(block + "reference", {}, lists, *in, read_branchy));
    rows.push_back(read_row(block + "vInts", {{"vint", ""}}, lists, *lists->by_vint->all()[i].input,
                            read_vints));
    rows.push_back(read_limit(block + "limit", lists));
  }
}

// `encode(values, bytes)` writes one list and gives its size, or an error.
template <typename Encode>
Row write_row(const std::string& name, std::vector<Claim> claims, std::shared_ptr<Lists> lists,
              std::span<const std::uint8_t> expected, Encode encode) {
  return verified_row(
      name, std::move(claims), Runs::kValues, lists->written.span(), expected, [lists, encode] {
        std::size_t at = 0;
        for (std::size_t run = 0; run < lists->runs.count(); ++run) {
          const auto wrote = encode(lists->runs.values_of(run), lists->written.span().subspan(at));
          if (!wrote) return;
          at += *wrote;
        }
      });
}

Expected<std::size_t> write_vints(std::span<const std::uint32_t> values,
                                  std::span<std::uint8_t> out) {
  std::size_t at = 0;
  for (const std::uint32_t value : values) {
    const auto wrote = io::encode_vint(value, out.subspan(at));
    if (!wrote) return wrote;
    at += *wrote;
  }
  return at;
}

void add_writing(std::vector<Row>& rows, const std::shared_ptr<Lists>& lists) {
  using In = std::span<const std::uint32_t>;
  using Out = std::span<std::uint8_t>;
  const std::string tier(name_of(group_varint::best().tier));
  const std::string block = "group_varint/lists of 64/write/";
  rows.push_back(write_row(block + "group varint", {{"group_varint_encode", tier}}, lists,
                           lists->runs.bytes(),
                           [](In in, Out out) { return group_varint::encode(in, out); }));
  rows.push_back(write_row(block + "reference", {}, lists, lists->runs.bytes(), [](In in, Out out) {
    return reference::group_varint::encode(in, out);
  }));
  rows.push_back(write_row(block + "vInts", {{"vint", ""}}, lists, lists->vint_bytes, write_vints));
  rows.push_back(limit_row(
      block + "limit", Runs::kValues, lists->written.span().first(lists->runs.size),
      lists->runs.count(), [lists](std::size_t run) {
        const auto& starts = lists->runs.starts;
        return std::pair(bytes_of(lists->runs.values_of(run)),
                         lists->written.span().subspan(starts[run], starts[run + 1] - starts[run]));
      }));
}

}  // namespace

void add_list_rows(std::vector<Row>& rows) {
  const auto lists = std::make_shared<Lists>();
  add_reading(rows, lists);
  add_writing(rows, lists);
}

}  // namespace touchstone::bench
