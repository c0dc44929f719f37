// An index of one segment, made of whatever a test wants it to say: every header, footer and
// checksum is right, so that what is refused is refused for what it says.
#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codecs/index_files/codec_header.h"
#include "codecs/index_files/field_infos.h"
#include "codecs/numeric/numeric_entry.h"
#include "codecs/numeric/numeric_writer.h"
#include "props/index_bodies.h"
#include "props/temporary_folder.h"

namespace touchstone::props {

/// Fixed-width integers and texts, behind each other.
class BytesWriter {
 public:
  BytesWriter& little(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    return *this;
  }
  BytesWriter& big(std::uint64_t value, int bytes) {
    for (int i = bytes; i-- > 0;) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    return *this;
  }
  BytesWriter& vint(std::uint32_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::uint8_t>(value | 0x80));
    bytes_.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  BytesWriter& text(std::string_view text) {
    vint(static_cast<std::uint32_t>(text.size()));
    for (const char letter : text) bytes_.push_back(static_cast<std::uint8_t>(letter));
    return *this;
  }
  BytesWriter& bytes(std::span<const std::uint8_t> more) {
    for (const std::uint8_t byte : more) bytes_.push_back(byte);
    return *this;
  }
  const std::vector<std::uint8_t>& get() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// What the metadata say of a field with several values a document, whether it is so or not.
struct MadeSorted {
  numeric::NumericEntry values;
  std::uint32_t documents = 0;
  /// Addresses lie on a straight line in each block of 2^22, which starts where the one before led.
  /// With a slope of its own, the last block starts at 0.
  float slope = 0;
  std::optional<float> last_block_slope = std::nullopt;
};

class MadeIndex {
 public:
  explicit MadeIndex(std::uint32_t documents) : documents_(documents) {}

  /// Where in the data file the next byte comes to stand.
  std::uint64_t data_end() const {
    return index_files::index_header_length("Lucene90DocValuesData", kSuffix) + data_.size();
  }
  void add_data(std::span<const std::uint8_t> bytes) {
    data_.insert(data_.end(), bytes.begin(), bytes.end());
  }

  void add(const std::string& name, const numeric::NumericEntry& entry) {
    name_field(name, index_files::DocValuesKind::numeric);
    record(0, entry);
  }
  void add(const std::string& name, const MadeSorted& sorted) {
    name_field(name, index_files::DocValuesKind::sorted_numeric);
    record(4, sorted.values);
    metadata_.little(sorted.documents, 4);
    if (sorted.documents == sorted.values.values) return;
    metadata_.little(data_end(), 8).vint(kAddressShift);
    const std::uint64_t blocks = (std::uint64_t{sorted.documents} >> kAddressShift) + 1;
    const std::uint64_t size = std::uint64_t{1} << kAddressShift;
    for (std::uint64_t i = 0; i < blocks; ++i) {
      const bool own = i + 1 == blocks && sorted.last_block_slope;
      const float slope = own ? *sorted.last_block_slope : sorted.slope;
      const auto minimum = own ? 0 : static_cast<std::uint64_t>(sorted.slope) * size * i;
      metadata_.little(minimum, 8).little(std::bit_cast<std::uint32_t>(slope), 4);
      metadata_.little(0, 8).little(0, 1);
    }
    metadata_.little(0, 8);
  }

  /// A field whose documents from 0 on have these values, written as Lucene would.
  void add_values(const std::string& name, std::span<const std::int64_t> values) {
    numeric::NumericEntry entry = numeric::plan_values(values, data_end());
    std::vector<std::uint8_t> bytes(entry.length);
    (void)numeric::write_values(entry, values, bytes);
    add_data(bytes);
    add(name, entry);
  }

  /// Adds a set of documents to the data file, and gives what the metadata say of it.
  numeric::DocSetEntry add_documents(std::span<const std::int32_t> documents) {
    const auto entry =
        numeric::plan_documents(documents, std::numeric_limits<std::int32_t>::max(), data_end());
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(entry.length));
    (void)numeric::write_documents(entry, documents, bytes);
    add_data(bytes);
    return entry;
  }

  std::uint32_t deletions = 0;

  /// Writes all of it into the folder.
  void write_to(const std::filesystem::path& folder) const {
    const std::vector<std::uint8_t> id(16, 9);
    BytesWriter fields;
    fields.vint(field_count_).bytes(fields_.get());
    write_file(folder / "_0.fnm", "Lucene94FieldInfos", 0, id, "", fields.get());
    BytesWriter metadata = metadata_;
    metadata.little(0xFFFF'FFFF, 4);
    const std::string stem = "_0_" + std::string(kSuffix);
    write_file(folder / (stem + ".dvm"), "Lucene90DocValuesMetadata", 0, id, kSuffix,
               metadata.get());
    write_file(folder / (stem + ".dvd"), "Lucene90DocValuesData", 0, id, kSuffix, data_);
    BytesWriter about;
    about.little(9, 4).little(4, 4).little(0, 4).little(0, 1);
    about.little(documents_, 4).little(0xFF, 1).little(0, 4);
    write_file(folder / "_0.si", "Lucene90SegmentInfo", 0, id, "", about.get());
    write_commit(folder, id);
  }

 private:
  static constexpr std::string_view kSuffix = "Lucene90_0";
  static constexpr std::uint32_t kAddressShift = 22;

  void write_commit(const std::filesystem::path& folder, std::span<const std::uint8_t> id) const {
    const std::uint64_t none = ~std::uint64_t{0};
    BytesWriter commit;
    commit.vint(9).vint(4).vint(0).vint(9).big(4, 8).vint(1).big(1, 4);
    commit.vint(9).vint(4).vint(0).text("_0").bytes(id).text("Lucene94");
    commit.big(deletions == 0 ? none : 1, 8).big(deletions, 4).big(none, 8).big(none, 8);
    commit.big(0, 4).big(0, 1).vint(0).big(0, 4).vint(0);
    write_file(folder / "segments_1", "segments", 10, std::vector<std::uint8_t>(16, 7), "1",
               commit.get());
  }

  void name_field(const std::string& name, index_files::DocValuesKind kind) {
    fields_.text(name).vint(field_count_).little(0, 2).little(static_cast<std::uint8_t>(kind), 1);
    fields_.little(~std::uint64_t{0}, 8).vint(2);
    fields_.text("PerFieldDocValuesFormat.format").text("Lucene90");
    fields_.text("PerFieldDocValuesFormat.suffix").text("0");
    fields_.vint(0).vint(0).little(0, 2);
    field_count_ += 1;
  }

  void record(std::uint8_t type, const numeric::NumericEntry& entry) {
    metadata_.little(field_count_ - 1, 4).little(type, 1);
    const auto put = [&](auto value, int bytes) {
      metadata_.little(static_cast<std::uint64_t>(value), bytes);
    };
    put(entry.documents.offset, 8);
    put(entry.documents.length, 8);
    put(entry.documents.jump_table_entries, 2);
    put(entry.documents.dense_rank_power, 1);
    put(entry.values, 8);
    put(entry.in_blocks()       ? -2 - std::int64_t{entry.block_shift}
        : entry.table_size == 0 ? -1
                                : std::int64_t{entry.table_size},
        4);
    for (std::uint32_t i = 0; i < entry.table_size; ++i) put(entry.table[i], 8);
    put(entry.in_blocks() ? 0xFF : int{entry.bits_per_value}, 1);
    put(entry.minimum, 8);
    put(entry.factor, 8);
    put(entry.offset, 8);
    put(entry.length, 8);
    put(entry.jump_table_offset, 8);
  }

  std::uint32_t documents_;
  std::uint32_t field_count_ = 0;
  BytesWriter fields_;
  BytesWriter metadata_;
  std::vector<std::uint8_t> data_;
};

}  // namespace touchstone::props
