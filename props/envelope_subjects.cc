#include "props/envelope_subjects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "codecs/checksum/checksumming_input.h"
#include "codecs/checksum/checksumming_output.h"
#include "codecs/index_files/codec_footer.h"
#include "codecs/index_files/codec_header.h"
#include "codecs/io/memory_input.h"
#include "codecs/io/output.h"
#include "reference/codec_envelope.h"

namespace touchstone::props {
namespace {

namespace simple = reference::envelope;
namespace files = index_files;

constexpr std::string_view kCodec = "Lucene90Demo";
constexpr std::string_view kSuffix = "ab";
constexpr files::Id kId{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

template <typename Checked>
EnvelopeVerdict verdict_of(const Checked& checked) {
  if (checked) return std::int64_t{*checked};
  const auto& fault = checked.error();
  return std::unexpected(EnvelopeFault{fault.error, fault.position, fault.expected, fault.found});
}

Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// How many bytes the next read takes: all widths, arrays and skips alternate.
enum class Way : std::uint8_t { byte, u16, u32, u64, bytes, longs, skip };
constexpr std::array<std::size_t, 7> kWidths{1, 2, 4, 8, 13, 8 * 17, 29};

Way way_of(std::size_t step, std::size_t left) {
  const std::size_t way = step * step % kWidths.size();
  return kWidths[way] <= left ? static_cast<Way>(way) : Way::byte;
}

std::uint32_t mix_by_reference(Bytes bytes) {
  reference::DigestingReader in(bytes);
  for (std::size_t step = 0; in.remaining() != 0; ++step) {
    const Way way = way_of(step, in.remaining());
    EXPECT_TRUE(in.take(kWidths[static_cast<std::size_t>(way)]).has_value());
  }
  return in.value();
}

bool read_one(checksum::ChecksummingInput& in, Way way) {
  switch (way) {
    case Way::byte:
      return in.read_byte().has_value();
    case Way::u16:
      return in.read_u16().has_value();
    case Way::u32:
      return in.read_u32().has_value();
    case Way::u64:
      return in.read_u64().has_value();
    case Way::bytes: {
      std::array<std::uint8_t, 13> some;
      return in.read_bytes(some).has_value();
    }
    case Way::longs: {
      std::array<std::uint64_t, 17> some;
      return in.read_u64s(some).has_value();
    }
    case Way::skip:
      return in.skip(29).has_value();
  }
  return false;
}

std::uint32_t mix_by_codec(Bytes bytes, const checksum::Kernels& kernels) {
  io::MemoryInput memory(bytes);
  checksum::ChecksummingInput in(memory, kernels);
  for (std::size_t step = 0; in.remaining() != 0; ++step) {
    EXPECT_TRUE(read_one(in, way_of(step, static_cast<std::size_t>(in.remaining()))));
  }
  return in.value();
}

EnvelopeSubject the_reference() {
  const simple::Wanted wanted{
      .codec = kCodec, .oldest = 1, .newest = 3, .id = kId, .suffix = kSuffix};
  return {
      .name = "reference",
      .check_index_header =
          [wanted](Bytes file) {
            reference::DigestingReader in(file);
            return verdict_of(simple::check_index_header(in, wanted));
          },
      .check_footer =
          [](Bytes file, std::size_t position) {
            reference::DigestingReader in(file);
            EXPECT_TRUE(in.skip(position).has_value());
            return verdict_of(simple::check_footer(in));
          },
      .retrieve_checksum = [](Bytes file) { return verdict_of(simple::retrieve_checksum(file)); },
      .retrieve_of_length =
          [](Bytes file, std::uint64_t length) {
            return verdict_of(simple::retrieve_checksum(file, length));
          },
      .check_whole_file = [](Bytes file) { return verdict_of(simple::check_whole_file(file)); },
      .write_header =
          [](std::string_view codec, std::int32_t version) {
            std::vector<std::uint8_t> out;
            EXPECT_TRUE(simple::write_header(out, codec, version).has_value());
            return out;
          },
      .write_file =
          [](std::string_view payload) {
            std::vector<std::uint8_t> out;
            EXPECT_TRUE(simple::write_index_header(out, kCodec, 3, kId, kSuffix).has_value());
            out.insert(out.end(), payload.begin(), payload.end());
            simple::write_footer(out);
            return out;
          },
      .read_in_a_mix = mix_by_reference};
}

std::vector<std::uint8_t> file_by_codec(std::string_view payload,
                                        const checksum::Kernels& kernels) {
  std::array<std::uint8_t, 1000> room;
  io::MemoryOutput memory(room);
  checksum::ChecksummingOutput out(memory, kernels);
  EXPECT_TRUE(files::write_index_header(out, kCodec, 3, kId, kSuffix).has_value());
  EXPECT_TRUE(out.write(bytes_of(payload)).has_value());
  EXPECT_TRUE(files::write_footer(out).has_value());
  const auto written = memory.bytes();
  return {written.begin(), written.end()};
}

EnvelopeSubject the_codec(const checksum::Kernels& kernels) {
  const files::ExpectedHeader header{.codec = kCodec, .oldest = 1, .newest = 3};
  return {.name = "codec_" + std::string(name_of(kernels.tier)),
          .check_index_header =
              [header, &kernels](Bytes file) {
                io::MemoryInput memory(file);
                checksum::ChecksummingInput in(memory, kernels);
                return verdict_of(files::check_index_header(in, header, kId, kSuffix));
              },
          .check_footer =
              [&kernels](Bytes file, std::size_t position) {
                io::MemoryInput memory(file);
                checksum::ChecksummingInput in(memory, kernels);
                EXPECT_TRUE(in.skip(position).has_value());
                return verdict_of(files::check_footer(in));
              },
          .retrieve_checksum =
              [](Bytes file) {
                io::MemoryInput in(file);
                return verdict_of(files::retrieve_checksum(in));
              },
          .retrieve_of_length =
              [](Bytes file, std::uint64_t length) {
                io::MemoryInput in(file);
                return verdict_of(files::retrieve_checksum(in, length));
              },
          .check_whole_file =
              [&kernels](Bytes file) {
                io::MemoryInput in(file);
                return verdict_of(files::check_whole_file(in, kernels));
              },
          .write_header =
              [](std::string_view codec, std::int32_t version) {
                std::array<std::uint8_t, 200> room;
                io::MemoryOutput out(room);
                EXPECT_TRUE(files::write_header(out, codec, version).has_value());
                return std::vector<std::uint8_t>(out.bytes().begin(), out.bytes().end());
              },
          .write_file =
              [&kernels](std::string_view payload) { return file_by_codec(payload, kernels); },
          .read_in_a_mix = [&kernels](Bytes bytes) { return mix_by_codec(bytes, kernels); }};
}

}  // namespace

std::vector<EnvelopeSubject> envelope_subjects() {
  std::vector<EnvelopeSubject> subjects{the_reference()};
  for (const checksum::Kernels& kernels : checksum::kernels()) {
    if (cpu_supports(kernels.tier)) subjects.push_back(the_codec(kernels));
  }
  return subjects;
}

}  // namespace touchstone::props
