// Mappings, and where a position lies in them.
#include "codecs/io/mapped_input.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "codecs/io/descriptor.h"

namespace touchstone::io {

// All chunks of one file. Each is a mapping of its own, as in Lucene: neighbours in the file need
// not be neighbours in memory.
class MappedInput::Mapping {
 public:
  Mapping(std::uint64_t chunk_bytes, std::uint64_t length)
      : shift_(std::countr_zero(chunk_bytes)), length_(length) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  ~Mapping() {
    for (std::size_t i = 0; i < chunks_.size(); ++i) ::munmap(chunks_[i], bytes_of(i));
  }

  Expected<void> map(const Descriptor& file) {
    const auto count = static_cast<std::size_t>((length_ >> shift_) +
                                                ((length_ & (chunk_bytes() - 1)) != 0 ? 1 : 0));
    chunks_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      void* chunk = ::mmap(nullptr, bytes_of(i), PROT_READ, MAP_PRIVATE, file.value(),
                           static_cast<off_t>(std::uint64_t{i} << shift_));
      if (chunk == MAP_FAILED) return std::unexpected(Error::io_failure);
      chunks_.push_back(chunk);
    }
    return {};
  }

  std::uint64_t length() const { return length_; }
  std::uint64_t chunk_bytes() const { return std::uint64_t{1} << shift_; }

  /// The chunk that holds the byte at `position` of the file, and where that byte is in it.
  std::pair<std::span<const std::uint8_t>, std::size_t> find(std::uint64_t position) const {
    const auto index = static_cast<std::size_t>(position >> shift_);
    return {{static_cast<const std::uint8_t*>(chunks_[index]), bytes_of(index)},
            static_cast<std::size_t>(position & (chunk_bytes() - 1))};
  }

 private:
  std::size_t bytes_of(std::size_t index) const {
    const std::uint64_t start = std::uint64_t{index} << shift_;
    return static_cast<std::size_t>(std::min(chunk_bytes(), length_ - start));
  }

  int shift_;
  std::uint64_t length_;
  std::vector<void*> chunks_;
};

MappedInput::MappedInput(std::shared_ptr<const Mapping> mapping, std::uint64_t base,
                         std::uint64_t length)
    : Input(length), mapping_(std::move(mapping)), base_(base) {}

Expected<MappedInput> MappedInput::open(const std::filesystem::path& path,
                                        const MappedInputOptions& options) {
  const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (!std::has_single_bit(options.chunk_bytes) || options.chunk_bytes < page_bytes) {
    return std::unexpected(Error::invalid_argument);
  }
  const auto file = Descriptor::open_regular_file(path);
  if (!file) return std::unexpected(file.error());
  const auto length = file->file_length();
  if (!length) return std::unexpected(length.error());
  auto mapping = std::make_shared<Mapping>(options.chunk_bytes, *length);
  if (auto mapped = mapping->map(*file); !mapped) return std::unexpected(mapped.error());
  return MappedInput(std::move(mapping), 0, *length);
}

Expected<MappedInput> MappedInput::slice(std::uint64_t offset, std::uint64_t length) const {
  if (!holds(offset, length)) return std::unexpected(Error::position_out_of_range);
  return MappedInput(mapping_, base_ + offset, length);
}

Expected<Input::Chunk> MappedInput::load(std::uint64_t position) {
  const auto [chunk, in_chunk] = mapping_->find(base_ + position);
  // The window's chunk is the mapped one, clipped to the slice at either side.
  const auto before = static_cast<std::size_t>(std::min<std::uint64_t>(in_chunk, position));
  const auto after = static_cast<std::size_t>(
      std::min<std::uint64_t>(chunk.size() - in_chunk, length() - position));
  return Chunk{chunk.subspan(in_chunk - before, before + after), position - before};
}

}  // namespace touchstone::io
