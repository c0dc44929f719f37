// Names of index files, and the table of a real compound file.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/compound_table.h"
#include "codecs/index_files/file_names.h"
#include "codecs/io/memory_input.h"
#include "props/golden.h"
#include "props/subject_name.h"

namespace touchstone::props {
namespace {

using namespace index_files;

const std::filesystem::path kIndexes =
    std::filesystem::path(TOUCHSTONE_CORPUS_DIR) / "golden" / "indexes";

std::string parts_of(std::string_view name) {
  const FileName parsed = parse_file_name(name);
  std::string parts;
  switch (parsed.kind) {
    case NameKind::commit:
      parts = "commit";
      break;
    case NameKind::segment:
      parts = "segment";
      break;
    case NameKind::lock:
      return "lock";
    case NameKind::pending:
      return "pending";
    case NameKind::foreign:
      return "foreign";
  }
  for (const std::string_view part : {parsed.segment, parsed.suffix, parsed.extension}) {
    parts += '|';
    parts += part;
  }
  return parts;
}

TEST(FileNames, AreTakenApart) {
  EXPECT_EQ(parts_of("segments_1z"), "commit||1z|");
  EXPECT_EQ(parts_of("_0.cfs"), "segment|_0||cfs");
  EXPECT_EQ(parts_of("_a9_Lucene90_0.dvd"), "segment|_a9|Lucene90_0|dvd");
  EXPECT_EQ(parts_of("_0_1_Lucene90_0.dvm"), "segment|_0|1_Lucene90_0|dvm");
  EXPECT_EQ(parts_of("_0_2.liv"), "segment|_0|2|liv");
  EXPECT_EQ(parts_of("write.lock"), "lock");
  EXPECT_EQ(parts_of("pending_segments_2"), "pending");
}

TEST(FileNames, OfOtherFilesAreForeign) {
  for (const char* name :
       {"", "_", "_.", "_0", "_0.", "_0_.dvd", "0.cfs", "_A.cfs", "_0x-1.si", "segments",
        "segments_", "segments_1.bak", "notes.txt", ".fnm", "__.x"}) {
    EXPECT_EQ(parts_of(name), "foreign") << name;
  }
}

bool fits(std::string_view name, std::string_view codec) {
  const auto pattern = codec_of(parse_file_name(name));
  return pattern && pattern->matches(codec);
}

TEST(FileNames, TellTheCodecWhereOneIsKnown) {
  EXPECT_TRUE(fits("segments_1", "segments"));
  EXPECT_TRUE(fits("_0.fdt", "Lucene90StoredFieldsFastData"));
  EXPECT_TRUE(fits("_0.fdt", "Lucene90StoredFieldsHighData"));
  EXPECT_TRUE(fits("_0_1_Lucene90_0.dvd", "Lucene90DocValuesData"));
  EXPECT_TRUE(fits("_0_Lucene912_0.doc", "Lucene912PostingsWriterDoc"));
  EXPECT_FALSE(fits("_0_Lucene90_0.dvd", "Lucene90DocValuesMetadata"));
  EXPECT_FALSE(fits("_0.fdt", "Lucene90Data")) << "start and end of the name overlap";
  EXPECT_FALSE(fits("_0.kdd", "Lucene90PointsFormatData2"));
  EXPECT_FALSE(codec_of(parse_file_name("_0_Other_0.dvd"))) << "a format not known here";
  EXPECT_FALSE(codec_of(parse_file_name("_0.xyz")));
  EXPECT_FALSE(codec_of(parse_file_name("notes.txt")));
}

Id id_in(Bytes file, std::size_t name_size) {
  Id id;
  std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(9 + name_size), id.size(), id.begin());
  return id;
}

// Every inner file of a real compound file is where the table says, whole and sound.
TEST(CompoundTableOfARealIndex, LeadsToSoundFiles) {
  const auto table_bytes = read_bytes(kIndexes / "compound" / "_0.cfe");
  const auto data_bytes = read_bytes(kIndexes / "compound" / "_0.cfs");
  const Id id = id_in(table_bytes, std::string_view("Lucene90CompoundEntries").size());
  const io::MemoryInput data(data_bytes);
  io::MemoryInput memory(table_bytes);
  checksum::ChecksummingInput in(memory);
  auto table = CompoundTable::open(in, id);
  ASSERT_TRUE(table.has_value());
  ASSERT_EQ(table->entries_left(), 16U);
  std::array<std::uint8_t, 64> room;
  std::vector<std::string> names;
  while (table->entries_left() > 0) {
    const auto entry = table->next(room);
    ASSERT_TRUE(entry.has_value());
    EXPECT_EQ(entry->offset % 64, 0U);
    auto inner = data.slice(entry->offset, entry->length);
    ASSERT_TRUE(inner.has_value());
    EXPECT_TRUE(check_whole_file(*inner).has_value()) << entry->name;
    names.emplace_back(entry->name);
  }
  EXPECT_TRUE(table->finish().has_value());
  EXPECT_EQ(table->data_length(), data_bytes.size());
  EXPECT_EQ(names.front(), ".fdx");
  EXPECT_EQ(names.back(), ".fdt");
}

// Reads to the end of a table, or to the first fault; gives that.
std::optional<Error> read_all(Bytes bytes, const Id& id) {
  io::MemoryInput memory(bytes);
  checksum::ChecksummingInput in(memory);
  auto table = CompoundTable::open(in, id);
  if (!table) return table.error().error;
  std::array<std::uint8_t, 64> room;
  while (table->entries_left() > 0) {
    if (const auto entry = table->next(room); !entry) return entry.error().error;
  }
  const auto end = table->finish();
  if (!end) return end.error().error;
  return std::nullopt;
}

TEST(CompoundTableOfARealIndex, EachSingleBitAndEachCutIsFound) {
  auto bytes = read_bytes(kIndexes / "compound" / "_0.cfe");
  const Id id = id_in(bytes, std::string_view("Lucene90CompoundEntries").size());
  ASSERT_EQ(read_all(bytes, id), std::nullopt);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      bytes[at] ^= static_cast<std::uint8_t>(1U << bit);
      EXPECT_TRUE(read_all(bytes, id).has_value()) << "byte " << at << " bit " << bit;
      bytes[at] ^= static_cast<std::uint8_t>(1U << bit);
    }
    EXPECT_TRUE(read_all(Bytes(bytes).first(at), id).has_value()) << "cut to " << at;
  }
}

}  // namespace
}  // namespace touchstone::props
