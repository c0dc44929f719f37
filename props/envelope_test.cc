// Headers, footers and checksums of single values: the worked examples of the format, and what only
// a failing disk shows.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codecs/checksum/buffered_checksum.h"
#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/io/memory_input.h"
#include "props/digits.h"
#include "props/envelope_subjects.h"

namespace touchstone::props {
namespace {

constexpr std::string_view kDemo =
    "3fd76c170c4c7563656e65393044656d6f00000003"
    "000102030405060708090a0b0c0d0e0f026162"
    "68656c6c6f"
    "c02893e80000000000000000cb426de9";

class Envelope : public testing::TestWithParam<EnvelopeSubject> {};

TEST_P(Envelope, HeaderHasTheBytesOfTheFormat) {
  EXPECT_EQ(to_hex(GetParam().write_header("X", 1)), "3fd76c17015800000001");
  EXPECT_EQ(to_hex(GetParam().write_header("", -1)), "3fd76c1700ffffffff");
}

TEST_P(Envelope, FileHasTheBytesOfTheFormat) {
  EXPECT_EQ(to_hex(GetParam().write_file("hello")), kDemo);
}

TEST_P(Envelope, FileOfNothingButAFooterIsAFile) {
  const auto footer = from_hex("c02893e8000000000000000060800756");
  EXPECT_EQ(GetParam().check_whole_file(footer), 0x60800756);
  EXPECT_EQ(GetParam().retrieve_checksum(footer), 0x60800756);
  EXPECT_EQ(GetParam().check_footer(footer, 0), 0x60800756);
}

// The expected fault of a verdict.
EnvelopeVerdict fault(Error error, std::uint64_t position, std::uint64_t expected,
                      std::uint64_t found) {
  return std::unexpected(EnvelopeFault{error, position, expected, found});
}

TEST_P(Envelope, DamageIsFoundAtTheTestOfTheFormat) {
  using enum Error;
  const EnvelopeSubject& s = GetParam();
  const auto good = from_hex(kDemo);
  const auto changed = [&good](std::size_t at, std::uint8_t bits) {
    auto bytes = good;
    bytes[at] ^= bits;
    return bytes;
  };
  EXPECT_EQ(s.check_footer(good, 45), 0xCB426DE9);
  EXPECT_EQ(s.retrieve_checksum(good), 0xCB426DE9);
  EXPECT_EQ(s.check_footer(good, 42), fault(footer_not_reached, 42, 16, 19));
  EXPECT_EQ(s.check_footer(good, 46), fault(footer_truncated, 46, 16, 15));

  const auto magic = fault(footer_magic_mismatch, 45, 0xC02893E8, 0xC12893E8);
  EXPECT_EQ(s.check_footer(changed(45, 1), 45), magic);
  EXPECT_EQ(s.retrieve_checksum(changed(45, 1)), magic);
  const auto algorithm = fault(unknown_algorithm, 49, 0, 1);
  EXPECT_EQ(s.check_footer(changed(52, 1), 45), algorithm);
  EXPECT_EQ(s.retrieve_checksum(changed(52, 1)), algorithm);
  const auto illegal = fault(illegal_checksum, 53, 0xFFFFFFFF, 7705095657);
  EXPECT_EQ(s.check_footer(changed(56, 1), 45), illegal);
  EXPECT_EQ(s.retrieve_checksum(changed(56, 1)), illegal);

  EXPECT_EQ(s.check_footer(changed(60, 1), 45),
            fault(checksum_mismatch, 53, 0xCB426DE8, 0xCB426DE9));
  EXPECT_EQ(s.retrieve_checksum(changed(60, 1)), 0xCB426DE8);
  EXPECT_EQ(s.check_footer(changed(44, 1), 45),
            fault(checksum_mismatch, 53, 0xCB426DE9, 0xDC3979AA));
  EXPECT_EQ(s.retrieve_checksum(changed(44, 1)), 0xCB426DE9) << "it looks at the footer alone";
}

TEST_P(Envelope, FileOfAnotherLengthIsRefused) {
  using enum Error;
  auto bytes = from_hex(kDemo);
  bytes.pop_back();
  EXPECT_EQ(GetParam().check_whole_file(bytes),
            fault(footer_magic_mismatch, 44, 0xC02893E8, 1874864275));
  EXPECT_EQ(GetParam().retrieve_of_length(bytes, 61), fault(file_truncated, 0, 61, 60));
  bytes = from_hex(kDemo);
  bytes.push_back(0);
  EXPECT_EQ(GetParam().check_footer(bytes, 45), fault(footer_not_reached, 45, 16, 17));
  EXPECT_EQ(GetParam().retrieve_of_length(bytes, 61), fault(file_too_long, 0, 61, 62));
  EXPECT_EQ(GetParam().retrieve_of_length(bytes, 15), fault(invalid_argument, 0, 16, 15));
}

INSTANTIATE_TEST_SUITE_P(Subjects, Envelope, testing::ValuesIn(envelope_subjects()), kSubjectName);

// --- single values -------------------------------------------------------------------------------

template <typename Add>
std::uint32_t checksum_of(Add add) {
  checksum::BufferedChecksum sum;
  add(sum);
  return sum.value();
}

using Sum = checksum::BufferedChecksum<>;

TEST(BufferedChecksumOfExamples, IntegersAreDigestedLowestByteFirst) {
  EXPECT_EQ(checksum_of([](Sum&) {}), 0U);
  EXPECT_EQ(checksum_of([](Sum& s) {
              s.add_byte(1);
              s.add_byte(2);
              s.add_byte(3);
            }),
            0x55BC801DU);
  EXPECT_EQ(checksum_of([](Sum& s) { s.add_u16(0xFFFE); }), 0xE6E43141U);
  EXPECT_EQ(checksum_of([](Sum& s) { s.add_u32(0x3FD76C17); }), 0xD558FC9BU);
  EXPECT_EQ(checksum_of([](Sum& s) { s.add_u64(0x0102030405060708); }), 0xA5CCED25U);
  const std::array<std::int64_t, 3> longs{0, 1, -1};
  EXPECT_EQ(checksum_of([&](Sum& s) { s.add_i64s(longs); }), 0x49CF5BC4U);
}

TEST(BufferedChecksumOfExamples, ZerosInPiecesOfAnySize) {
  struct Example {
    std::size_t zeros;
    std::uint32_t crc;
  };
  for (const Example example :
       {Example{1024, 0xEFB5AF2E}, Example{1025, 0x0E3B57ED}, Example{1048576, 0xA738EA1C}}) {
    const std::vector<std::uint8_t> zeros(example.zeros);
    for (const std::size_t piece : {1U, 7U, 500U, 1023U, 1024U, 5000U}) {
      Sum sum;
      for (std::size_t at = 0; at < zeros.size(); at += piece) {
        sum.add(Bytes(zeros).subspan(at, std::min(piece, zeros.size() - at)));
      }
      EXPECT_EQ(sum.value(), example.crc) << example.zeros << " zeros by " << piece;
    }
  }
}

// --- a failing disk ------------------------------------------------------------------------------

// Reads well up to some byte and not beyond it.
class FailingInput final : public io::Input {
 public:
  FailingInput(Bytes bytes, std::size_t good) : Input(bytes.size()), bytes_(bytes), good_(good) {}

 private:
  Expected<Chunk> load(std::uint64_t position) override {
    if (position >= good_) return std::unexpected(Error::io_failure);
    return Chunk{bytes_.first(good_), 0};
  }

  Bytes bytes_;
  std::size_t good_;
};

TEST(FailingDisk, AReadThatFailsChangesNeitherPositionNorChecksum) {
  const auto bytes = from_hex(kDemo);
  const std::uint32_t before = checksum_of([&](Sum& s) { s.add(Bytes(bytes).first(3)); });
  std::array<std::uint64_t, 4> longs;
  std::array<std::uint8_t, 30> some;
  for (const std::size_t good : {3U, 4U, 9U, 20U}) {
    FailingInput failing(bytes, good);
    checksum::ChecksummingInput in(failing);
    ASSERT_TRUE(in.skip(3).has_value());
    EXPECT_EQ(in.read_u64s(longs).error(), Error::io_failure);
    EXPECT_EQ(in.position(), 3U);
    EXPECT_EQ(in.read_bytes(some).error(), Error::io_failure);
    EXPECT_EQ(in.skip(27).error(), Error::io_failure);
    EXPECT_EQ(in.seek(40).error(), Error::io_failure);
    EXPECT_EQ(in.read_string(some).error(), Error::io_failure) << "of 23 bytes";
    EXPECT_EQ(in.position(), 3U);
    EXPECT_EQ(in.value(), before);
  }
}

TEST(FailingDisk, IsToldFromDamage) {
  const auto bytes = from_hex(kDemo);
  FailingInput failing(bytes, 20);
  const auto whole = index_files::check_whole_file(failing);
  EXPECT_EQ(whole.error(), (EnvelopeFault{Error::io_failure, 0}));
  EXPECT_EQ(failing.position(), 0U);
  EXPECT_EQ(index_files::retrieve_checksum(failing).error(),
            (EnvelopeFault{Error::io_failure, 45}));

  ASSERT_TRUE(failing.seek(0).has_value());
  checksum::ChecksummingInput in(failing);
  const EnvelopeFault parsing{Error::malformed_vint, 9};
  const auto verdict = index_files::check_footer_after(in, parsing);
  EXPECT_EQ(verdict.fault, parsing);
  EXPECT_FALSE(verdict.is_damage);
  EXPECT_EQ(verdict.note, index_files::Verdict::Note::checksum_indeterminate);
}

TEST(FailingDisk, InTheFooterItselfLeavesTheParsingsError) {
  const auto bytes = from_hex(kDemo);
  FailingInput failing(bytes, 50);
  checksum::ChecksummingInput in(failing);
  const EnvelopeFault parsing{Error::version_too_old, 9};
  const auto verdict = index_files::check_footer_after(in, parsing);
  EXPECT_EQ(verdict.fault, parsing);
  EXPECT_EQ(verdict.note, index_files::Verdict::Note::checksum_indeterminate);
}

// --- taking headers apart ------------------------------------------------------------------------

TEST(IndexHeader, IsTakenApartIntoItsFields) {
  const auto bytes = from_hex(kDemo);
  io::MemoryInput in(bytes);
  std::array<std::uint8_t, index_files::kMaxIndexHeaderBytes> room;
  const auto raw = index_files::read_index_header(in, room);
  ASSERT_TRUE(raw.has_value());
  EXPECT_EQ(raw->size(), index_files::index_header_length("Lucene90Demo", "ab"));
  const auto header = index_files::parse_index_header(*raw);
  EXPECT_EQ(header.codec, "Lucene90Demo");
  EXPECT_EQ(header.version, 3);
  EXPECT_EQ(to_hex(header.id), "000102030405060708090a0b0c0d0e0f");
  EXPECT_EQ(header.suffix, "ab");
}

}  // namespace
}  // namespace touchstone::props
