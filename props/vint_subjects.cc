#include "props/vint_subjects.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "codecs/io/file_input.h"
#include "codecs/io/mapped_input.h"
#include "codecs/io/memory_input.h"
#include "codecs/io/paged_input.h"
#include "codecs/io/vint.h"
#include "props/print_expected.h"

namespace touchstone::props {
namespace {

using reference::Decoded;

// What is asked of an input, wherever it comes from.
using Use = std::function<void(io::Input&)>;
// Shows `stream` to `use` as an input whose chunks end after `window` bytes.
using Open = void (*)(Bytes stream, std::size_t window, const Use& use);

void open_memory(Bytes stream, std::size_t, const Use& use) {
  io::MemoryInput input(stream);
  use(input);
}

void open_pages(Bytes stream, std::size_t window, const Use& use) {
  std::vector<const std::uint8_t*> pages;
  for (std::size_t at = 0; at < stream.size(); at += window) pages.push_back(stream.data() + at);
  auto input = io::PagedInput::create(pages, window, stream.size());
  ASSERT_TRUE(input.has_value()) << name_of(input.error());
  use(*input);
}

// An anonymous file with this content.
class TemporaryFile {
 public:
  explicit TemporaryFile(Bytes content)
      : descriptor_(memfd_create("touchstone-vint", MFD_CLOEXEC)) {
    const auto size = static_cast<ssize_t>(content.size());
    EXPECT_EQ(pwrite(descriptor_, content.data(), content.size(), 0), size);
  }
  ~TemporaryFile() { close(descriptor_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  int descriptor() const { return descriptor_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void open_file(Bytes stream, std::size_t window, const Use& use) {
  const TemporaryFile file(stream);
  std::vector<std::uint8_t> buffer(window);
  auto input = io::FileInput::borrow(file.descriptor(), stream.size(), buffer);
  ASSERT_TRUE(input.has_value()) << name_of(input.error());
  use(*input);
}

// A mapping's chunks are whole pages, so the stream is a slice that has `window` bytes in the
// first.
void open_mapping(Bytes stream, std::size_t window, const Use& use) {
  const auto chunk = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<std::uint8_t> content(chunk - window, 0x80);
  content.insert(content.end(), stream.begin(), stream.end());
  const TemporaryFile file(content);
  const auto whole = io::MappedInput::open(file.path(), {.chunk_bytes = chunk});
  ASSERT_TRUE(whole.has_value()) << name_of(whole.error());
  auto input = whole->slice(chunk - window, stream.size());
  ASSERT_TRUE(input.has_value()) << name_of(input.error());
  use(*input);
}

// Reads one value at `position`; the bytes it took are told by where the input then stands.
template <typename T, typename Read>
Expected<Decoded<T>> read_at(Open open, Bytes stream, std::size_t position, std::size_t window,
                             Read read) {
  Expected<Decoded<T>> result = std::unexpected(Error::io_failure);
  open(stream, window, [&](io::Input& input) {
    ASSERT_TRUE(input.seek(position).has_value());
    const auto value = read(input);
    if (!value) {
      EXPECT_EQ(input.position(), position) << "a refused value has moved the position";
      result = std::unexpected(value.error());
    } else {
      result = Decoded<T>{static_cast<T>(*value), input.position() - position};
    }
  });
  return result;
}

// Wherever the first chunks end, it must be the same.
Expected<Decoded<std::uint32_t>> read_vint_in_any_window(Open open, Bytes stream) {
  const auto once = read_at<std::uint32_t>(open, stream, 0, 1, io::read_vint);
  for (std::size_t window = 2; window <= 8; ++window) {
    const auto again = read_at<std::uint32_t>(open, stream, 0, window, io::read_vint);
    EXPECT_EQ(again, once) << "chunks end after " << window << " bytes";
  }
  return once;
}

VintSubject through_input(std::string name, Open open) {
  return {std::move(name), [open](Bytes in) { return read_vint_in_any_window(open, in); },
          [open](Bytes stream, std::size_t position, std::size_t window) {
            return read_at<std::uint64_t>(open, stream, position, window, io::read_vlong);
          }};
}

template <typename T, typename From>
Expected<Decoded<T>> as_reference(const Expected<io::Decoded<From>>& decoded) {
  if (!decoded) return std::unexpected(decoded.error());
  return Decoded<T>{static_cast<T>(decoded->value), decoded->consumed};
}

}  // namespace

std::vector<VintSubject> vint_subjects() {
  std::vector<VintSubject> subjects;
  subjects.push_back({"reference", [](Bytes in) { return reference::decode_vint(in); },
                      [](Bytes stream, std::size_t position, std::size_t) {
                        return reference::decode_vlong(stream.subspan(position));
                      }});
  subjects.push_back(
      {"span", [](Bytes in) { return as_reference<std::uint32_t>(io::decode_vint(in)); },
       [](Bytes stream, std::size_t position, std::size_t) {
         return as_reference<std::uint64_t>(io::decode_vlong(stream.subspan(position)));
       }});
  subjects.push_back(through_input("memory", open_memory));
  subjects.push_back(through_input("pages", open_pages));
  subjects.push_back(through_input("file", open_file));
  subjects.push_back(through_input("mapping", open_mapping));
  return subjects;
}

}  // namespace touchstone::props
