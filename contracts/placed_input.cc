#include "contracts/placed_input.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>
#include <string>

#include "harness/bytes.h"
#include "harness/check.h"

namespace touchstone::contracts {
namespace {

// The smallest chunk a mapping can have on the usual page size: straddling it takes a slice that
// lies across it, which `before` provides.
constexpr std::uint64_t kMappedChunk = 4096;

template <typename T>
T made(Expected<T> input) {
  TOUCHSTONE_CHECK(input.has_value(), "an input over good arguments was refused");
  return *std::move(input);
}

// An anonymous file and its mapping, kept from run to run: the subjects of one Case read the same
// bytes, and a file costs system calls to write, to map and to map anew.
class ScratchFile {
 public:
  ScratchFile() : descriptor_(memfd_create("touchstone-case", MFD_CLOEXEC)) {
    TOUCHSTONE_CHECK(descriptor_ >= 0, "no anonymous file for the inputs that read files");
  }
  bool holds(std::span<const std::uint8_t> bytes) const {
    return bytes.size() == content_.size() &&
           kit::same_bytes(bytes.data(), content_.data(), bytes.size());
  }
  void fill(std::span<const std::uint8_t> bytes) {
    mapped_.reset();
    const auto size = static_cast<off_t>(bytes.size());
    const bool done = pwrite(descriptor_, bytes.data(), bytes.size(), 0) == size &&
                      ftruncate(descriptor_, size) == 0;
    TOUCHSTONE_CHECK(done, "the scratch file could not be written");
    content_.assign(bytes.begin(), bytes.end());
  }
  int descriptor() const { return descriptor_; }

  io::MappedInput& mapped() {
    if (!mapped_) {
      const std::filesystem::path path = "/proc/self/fd/" + std::to_string(descriptor_);
      mapped_ = made(io::MappedInput::open(path, {.chunk_bytes = kMappedChunk}));
    }
    return *mapped_;
  }

 private:
  int descriptor_;
  std::vector<std::uint8_t> content_;
  std::optional<io::MappedInput> mapped_;
};

// One for each content that alternates within a Case: two fills, and the Case made to be refused.
ScratchFile& scratch_file(std::span<const std::uint8_t> bytes) {
  static std::array<ScratchFile, 3> files;
  static std::size_t next = 0;
  for (ScratchFile& file : files) {
    if (file.holds(bytes)) return file;
  }
  ScratchFile& file = files[next++ % files.size()];
  file.fill(bytes);
  return file;
}

// Foreign bytes, the Case's bytes, foreign bytes. Lives until the next run.
std::span<const std::uint8_t> surrounded(const Source& source, std::span<const std::uint8_t> bytes,
                                         std::uint8_t fill) {
  static std::vector<std::uint8_t> whole;
  if (!source.is_slice()) return bytes;
  whole.assign(source.before + bytes.size() + source.behind, fill);
  std::ranges::copy(bytes, whole.begin() + source.before);
  return whole;
}

}  // namespace

std::size_t Source::window(std::size_t offset, std::size_t total) const {
  const std::size_t left = total - offset;
  switch (kind) {
    case SourceKind::paged:
      return std::min<std::size_t>(left, step - (before + offset) % step);
    case SourceKind::mapped:
      return std::min<std::size_t>(left, kMappedChunk - (before + offset) % kMappedChunk);
    case SourceKind::file:  // the buffer starts wherever the reader last needed bytes: at most this
      return std::min<std::size_t>(left, step);
    default:
      return left;
  }
}

bool Source::splits(std::size_t offset, std::size_t size) const {
  return size > 0 && window(offset, offset + size) < size;
}

void draw_source(kit::Draw& d, Source& source) {
  using enum SourceKind;
  // Files cost system calls, so they come less often.
  constexpr std::array kOften{span, memory, paged, span, paged};
  constexpr std::array kSeldom{file, mapped};
  std::uint8_t rarity = source.kind == file || source.kind == mapped ? 0 : 1;
  d.uniform(rarity, std::uint8_t{0}, std::uint8_t{31});
  if (rarity == 0) {
    d.one_of(source.kind, kSeldom);
  } else {
    d.one_of(source.kind, kOften);
  }
  d.placement(source.at);
  if (source.kind == paged || source.kind == file) {
    d.edgy(source.step, std::uint16_t{1}, std::uint16_t{4096});
  } else {
    source.step = 1;
  }
  bool sliced = source.is_slice();
  if (source.kind == span) sliced = false;
  if (source.kind != span) d.flag(sliced);
  if (sliced) {
    d.edgy(source.before, std::uint16_t{0},
           static_cast<std::uint16_t>(source.kind == mapped ? 8192 : 300));
    d.edgy(source.behind, std::uint16_t{0}, std::uint16_t{300});
  } else {
    source.before = source.behind = 0;
  }
}

void limit_chunks(Source& source, std::size_t total) {
  if (source.kind != SourceKind::paged && source.kind != SourceKind::file) return;
  const std::size_t most = source.kind == SourceKind::paged ? 48 : 8;  // a refill is a system call
  const std::size_t whole = source.before + total + source.behind;
  const std::size_t least = (whole + most - 1) / most;
  source.step = static_cast<std::uint16_t>(std::max<std::size_t>(source.step, least));
}

std::ostream& operator<<(std::ostream& out, const Source& source) {
  switch (source.kind) {
    case SourceKind::span:
      out << "a span " << source.at;
      break;
    case SourceKind::memory:
      out << "memory " << source.at;
      break;
    case SourceKind::paged:
      out << "pages of " << source.step << " bytes";
      break;
    case SourceKind::file:
      out << "a file through a buffer of " << source.step << " bytes";
      break;
    case SourceKind::mapped:
      out << "a mapped file";
      break;
  }
  if (source.is_slice()) {
    out << ", a slice with " << source.before << " foreign bytes before and " << source.behind
        << " behind";
  }
  return out;
}

PlacedInput::PlacedInput(const Source& source, std::span<const std::uint8_t> bytes,
                         kit::Stage& stage) {
  const auto whole = surrounded(source, bytes, stage.fill());
  switch (source.kind) {
    case SourceKind::span:
      span_ = stage.input(whole, source.at);
      return;
    case SourceKind::memory:
      whole_ = io::MemoryInput(stage.input(whole, source.at));
      break;
    case SourceKind::paged:
      place_pages(source, whole, stage);
      break;
    case SourceKind::file:
      whole_ = made(io::FileInput::borrow(scratch_file(whole).descriptor(), whole.size(),
                                          stage.output<std::uint8_t>(source.step, {})));
      break;
    case SourceKind::mapped:
      whole_ = made(scratch_file(whole).mapped().slice(0, whole.size()));
      break;
  }
  if (!source.is_slice()) return;
  if (auto* file = std::get_if<io::FileInput>(&whole_)) {
    input_ =
        made(file->slice(source.before, bytes.size(), stage.output<std::uint8_t>(source.step, {})));
  } else if (auto* mapped = std::get_if<io::MappedInput>(&whole_)) {
    input_ = made(mapped->slice(source.before, bytes.size()));
  } else if (auto* paged = std::get_if<io::PagedInput>(&whole_)) {
    input_ = made(paged->slice(source.before, bytes.size()));
  } else {
    input_ = made(std::get<io::MemoryInput>(whole_).slice(source.before, bytes.size()));
  }
}

void PlacedInput::place_pages(const Source& source, std::span<const std::uint8_t> whole,
                              kit::Stage& stage) {
  static std::vector<const std::uint8_t*> table;
  table.clear();
  for (std::size_t at = 0; at < whole.size(); at += source.step) {
    const auto page = whole.subspan(at, std::min<std::size_t>(source.step, whole.size() - at));
    table.push_back(stage.input(page, {}).data());
  }
  whole_ = made(io::PagedInput::create(table, source.step, whole.size()));
}

io::Input& PlacedInput::input() {
  auto& chosen = std::holds_alternative<std::monostate>(input_) ? whole_ : input_;
  return std::visit(
      []<typename T>(T& kind) -> io::Input& {
        if constexpr (std::is_same_v<T, std::monostate>) {
          TOUCHSTONE_CHECK(false, "a span was asked for as an input");
          std::abort();
        } else {
          return kind;
        }
      },
      chosen);
}

}  // namespace touchstone::contracts
