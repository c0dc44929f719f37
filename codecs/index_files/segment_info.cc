// The parts of a segment's description, in the order of the file.
#include "codecs/index_files/segment_info.h"

#include "codecs/index_files/body_reader.h"

namespace touchstone::index_files {
namespace {

constexpr std::uint8_t kYes = 1;
constexpr std::uint8_t kNo = 0xFF;

std::uint32_t read_count(internal::BodyReader& in) {
  const std::int32_t count = in.i32();
  in.require(count >= 0);
  return in.ok() ? static_cast<std::uint32_t>(count) : 0;
}

LuceneVersion read_version(internal::BodyReader& in) {
  LuceneVersion version;
  version.major = read_count(in);
  version.minor = read_count(in);
  version.bugfix = read_count(in);
  return version;
}

bool read_yes_or_no(internal::BodyReader& in, std::uint8_t no) {
  const std::uint8_t mark = in.u8();
  in.require(mark == kYes || mark == no);
  return mark == kYes;
}

bool tells_of_blocks(const LuceneVersion& version) {
  return version.major > 9 || (version.major == 9 && version.minor >= 9);
}

}  // namespace

Expected<SegmentInfo> read_segment_info(std::span<const std::uint8_t> body) {
  internal::BodyReader in(body);
  SegmentInfo info;
  info.version = read_version(in);
  info.has_oldest = read_yes_or_no(in, 0);
  if (info.has_oldest) info.oldest = read_version(in);
  info.documents = read_count(in);
  info.is_compound = read_yes_or_no(in, kNo);
  if (tells_of_blocks(info.version)) info.has_blocks = read_yes_or_no(in, kNo);
  info.diagnostics = in.pass_texts(2);
  info.files = in.pass_texts();
  info.attributes = in.pass_texts(2);
  info.sort_fields = in.size();
  if (info.sort_fields == 0) (void)in.at_end();
  if (!in.ok()) return std::unexpected(in.result().error());
  return info;
}

}  // namespace touchstone::index_files
