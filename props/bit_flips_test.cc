// Each single bit of small real index files, changed: some call must find it, and the right one.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string_view>

#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/io/memory_input.h"
#include "props/envelope_subjects.h"
#include "props/golden.h"

namespace touchstone::props {
namespace {

using namespace index_files;

const std::filesystem::path kIndexes =
    std::filesystem::path(TOUCHSTONE_CORPUS_DIR) / "golden" / "indexes";

struct RealFile {
  const char* name;  ///< below corpus/golden/indexes
  const char* codec;
  std::int32_t version;
  const char* suffix;
};
constexpr RealFile kFiles[] = {
    {"compound/_0.cfe", "Lucene90CompoundEntries", 0, ""},
    {"compound/_0.si", "Lucene90SegmentInfo", 0, ""},
    {"compound/segments_1", "segments", 11, "1"},
    {"9/_0.fnm", "Lucene94FieldInfos", 1, ""},
    {"mixed/_0_Lucene90_0.dvs", "Lucene90DocValuesSkipIndex", 3, "Lucene90_0"},
};

Checked<std::int32_t> check_header_of(Bytes file, const RealFile& real, const Id& id) {
  io::MemoryInput in(file);
  const ExpectedHeader header{.codec = real.codec, .oldest = real.version, .newest = real.version};
  return check_index_header(in, header, id, real.suffix);
}

Checked<std::uint32_t> check_all_of(Bytes file) {
  io::MemoryInput in(file);
  return check_whole_file(in);
}

// The field of the footer, or the bytes before it, that bit `bit` of byte `at` is in.
Error expected_of_whole(std::size_t at, std::size_t size) {
  const std::size_t from_end = size - at;
  if (from_end > 16) return Error::checksum_mismatch;
  if (from_end > 12) return Error::footer_magic_mismatch;
  if (from_end > 8) return Error::unknown_algorithm;
  if (from_end > 4) return Error::illegal_checksum;
  return Error::checksum_mismatch;
}

// The field of the header that byte `at` is in.
bool fits_field(const EnvelopeFault& fault, std::size_t at, std::size_t name_size) {
  const std::size_t id_at = 4 + 1 + name_size + 4;
  switch (fault.error) {
    case Error::header_magic_mismatch:
      return at < 4;
    case Error::codec_mismatch:
      return at >= 4 && at < 5 + name_size;
    case Error::end_of_input:  // a length above what there is
      return at == 4 || at == id_at + 16;
    case Error::version_too_old:
    case Error::version_too_new:
      return at >= 5 + name_size && at < id_at;
    case Error::id_mismatch:
      return at >= id_at && at < id_at + 16 && fault.position == at;
    case Error::suffix_mismatch:
      return at >= id_at + 16;
    default:
      return false;
  }
}

void PrintTo(const RealFile& real, std::ostream* out) { *out << real.name; }

class BitFlips : public testing::TestWithParam<RealFile> {};

TEST_P(BitFlips, EachSingleBitIsFoundByTheRightCall) {
  const RealFile& real = GetParam();
  auto file = read_bytes(kIndexes / real.name);
  const std::size_t name_size = std::string_view(real.codec).size();
  Id id;
  std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(9 + name_size), id.size(), id.begin());
  ASSERT_TRUE(check_header_of(file, real, id).has_value());
  ASSERT_TRUE(check_all_of(file).has_value());

  const std::size_t header_size = index_header_length(real.codec, real.suffix);
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      file[at] ^= static_cast<std::uint8_t>(1U << bit);
      const auto whole = check_all_of(file);
      const auto header = check_header_of(file, real, id);
      file[at] ^= static_cast<std::uint8_t>(1U << bit);
      ASSERT_FALSE(whole.has_value()) << "byte " << at << " bit " << bit;
      ASSERT_EQ(name_of(whole.error().error), name_of(expected_of_whole(at, file.size())))
          << "byte " << at << " bit " << bit;
      ASSERT_EQ(header.has_value(), at >= header_size) << "byte " << at << " bit " << bit;
      if (header) continue;
      ASSERT_TRUE(fits_field(header.error(), at, name_size))
          << "byte " << at << " bit " << bit << ": " << testing::PrintToString(header.error());
    }
  }
}

TEST_P(BitFlips, EachTruncationIsFound) {
  const auto file = read_bytes(kIndexes / GetParam().name);
  for (std::size_t size = 0; size < file.size(); ++size) {
    const auto whole = check_all_of(Bytes(file).first(size));
    ASSERT_FALSE(whole.has_value()) << size;
    const Error error = whole.error().error;
    ASSERT_TRUE(size < 16 ? error == Error::file_too_small : error == Error::footer_magic_mismatch)
        << size << ": " << name_of(error);
  }
}

INSTANTIATE_TEST_SUITE_P(RealFiles, BitFlips, testing::ValuesIn(kFiles), kSubjectName);

}  // namespace
}  // namespace touchstone::props
