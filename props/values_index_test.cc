// `touchstone values` on indexes that no golden one is: put together out of golden ones, so that
// their values stay known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "props/golden.h"
#include "props/index_bodies.h"
#include "props/temporary_folder.h"
#include "tools/values_index.h"
#include "tools/values_walk.h"

namespace touchstone::props {
namespace {

namespace fs = std::filesystem;
using tools::OpenIndex;
using Bytes = std::vector<std::uint8_t>;

const fs::path kIndexes = fs::path(TOUCHSTONE_CORPUS_DIR) / "golden" / "indexes";

void put_big(Bytes& to, std::uint64_t value, int bytes) {
  for (int i = bytes; i-- > 0;) to.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
void put_little(Bytes& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
void put_text(Bytes& to, std::string_view text) {
  to.push_back(static_cast<std::uint8_t>(text.size()));
  to.insert(to.end(), text.begin(), text.end());
}
void put(Bytes& to, std::span<const std::uint8_t> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

// Updates of single documents of these fields, one for each.
void put_overlays(Bytes& to, const std::vector<std::uint32_t>& fields) {
  put_big(to, fields.size(), 4);
  for (const std::uint32_t field : fields) {
    put_big(to, field, 4);
    put_big(to, ~std::uint64_t{0}, 8);
    put_big(to, 1, 4);
    put_big(to, 3, 8);
  }
}

// An index of golden segments: the files of one as those of "_0", of the next as those of "_1".
class Assembled {
 public:
  void add(const std::string& golden) {
    std::string name(1, '_');
    name += std::to_string(segments_.size());
    for (const auto& entry : fs::directory_iterator(kIndexes / golden)) {
      const std::string file = entry.path().filename().string();
      if (file.starts_with("_0")) fs::copy_file(entry.path(), path() / (name + file.substr(2)));
    }
    segments_.push_back({name, "Lucene104", -1, {}});
  }

  struct Segment {
    std::string name;
    std::string codec;
    std::int64_t field_infos_generation;
    std::vector<std::uint32_t> overlaid;
  };
  std::vector<Segment>& segments() { return segments_; }
  const fs::path& path() const { return folder_.path(); }
  FileBody file(const std::string& name) const { return FileBody(path() / name); }

  // Writes segments_N with all of them.
  OpenIndex open(const std::string& generation = "2", std::int32_t version = 11,
                 std::span<const std::uint8_t> id = {}) const {
    Bytes body{10, 6, 0, 9};
    put_big(body, 4, 8);
    body.push_back(1);
    put_big(body, segments_.size(), 4);
    if (!segments_.empty()) body.insert(body.end(), {9, 12, 3});
    for (const Segment& segment : segments_) {
      put_text(body, segment.name);
      if (id.empty()) {
        put(body, file(segment.name + ".si").id());
      } else {
        put(body, id);
      }
      put_text(body, segment.codec);
      put_big(body, ~std::uint64_t{0}, 8);
      put_big(body, 0, 4);
      put_big(body, static_cast<std::uint64_t>(segment.field_infos_generation), 8);
      put_big(body, ~std::uint64_t{0}, 8);
      put_big(body, 0, 4);
      body.insert(body.end(), {0, 0});
      put_big(body, 0, 4);
      if (version >= 11) put_overlays(body, segment.overlaid);
    }
    body.push_back(0);
    write_file(path() / ("segments_" + generation), "segments", version, Bytes(16, 7), generation,
               body);
    return tools::open_index(path());
  }

  // The file again, with another body.
  void change(const std::string& name, const std::string& codec, const std::string& suffix,
              const std::function<void(Bytes&)>& how) const {
    const FileBody old = file(name);
    Bytes body(old.body().begin(), old.body().end());
    const Bytes id(old.id().begin(), old.id().end());
    how(body);
    write_file(path() / name, codec, old.version(), id, suffix, body);
  }

  // Moves all files of a segment but its .si into a compound file.
  void make_compound(const std::string& segment) const {
    const FileBody about = file(segment + ".si");
    const Bytes id(about.id().begin(), about.id().end());
    Bytes data;
    (void)reference::envelope::write_index_header(data, "Lucene90CompoundData", 0, id, "");
    const std::size_t header = data.size();
    Bytes table{0};
    std::vector<fs::path> inner;
    for (const auto& entry : fs::directory_iterator(path())) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(segment) || name.ends_with(".si")) continue;
      data.resize((data.size() + 63) / 64 * 64);
      const Bytes bytes = read_bytes(entry.path());
      put_text(table, name.substr(segment.size()));
      put_little(table, data.size(), 8);
      put_little(table, bytes.size(), 8);
      put(data, bytes);
      table[0] = static_cast<std::uint8_t>(table[0] + 1);
      inner.push_back(entry.path());
    }
    for (const fs::path& moved : inner) fs::remove(moved);
    write_file(path() / (segment + ".cfs"), "Lucene90CompoundData", 0, id, "",
               std::span(data).subspan(header));
    write_file(path() / (segment + ".cfe"), "Lucene90CompoundEntries", 0, id, "", table);
    change(segment + ".si", "Lucene90SegmentInfo", "", [](Bytes& body) { body[29] = 1; });
  }

 private:
  TemporaryFolder folder_;
  std::vector<Segment> segments_;
};

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// What the command would print.
std::string printed(const OpenIndex& index, const std::string& name,
                    tools::ValueWriter::Form form) {
  const std::unique_ptr<std::FILE, Closer> file(std::tmpfile());
  tools::ValueWriter out(fileno(file.get()), form);
  for (const tools::IndexSegment& segment : index.segments) {
    const tools::SegmentField* field = segment.find(name);
    if (field != nullptr) tools::write_values(*field, segment.base, out);
  }
  out.flush();
  std::rewind(file.get());
  std::string text;
  for (int c = std::fgetc(file.get()); c != EOF; c = std::fgetc(file.get())) {
    text += static_cast<char>(c);
  }
  return text;
}

std::string raw(const OpenIndex& index, const std::string& name) {
  return printed(index, name, tools::ValueWriter::Form::raw);
}
std::string lines(const OpenIndex& index, const std::string& name) {
  return printed(index, name, tools::ValueWriter::Form::text);
}

std::string golden_raw(const std::string& index, const std::string& name) {
  return raw(tools::open_index(kIndexes / index), name);
}

std::string complaint(const std::function<void()>& call) {
  try {
    call();
  } catch (const tools::BadIndex& bad) {
    return bad.what();
  }
  return "none";
}

TEST(ValuesOfIndex, OfACompoundFileAreThoseOfItsFiles) {
  Assembled index;
  index.add("shapes");
  index.make_compound("_0");
  const OpenIndex open = index.open();
  const OpenIndex apart = tools::open_index(kIndexes / "shapes");
  std::size_t compared = 0;
  for (const auto& field : apart.segments.at(0).fields) {
    if (!field->is_numeric()) continue;
    EXPECT_EQ(lines(open, field->name), lines(apart, field->name)) << field->name;
    compared += 1;
  }
  EXPECT_EQ(compared, 26U);
}

// Some bytes belong to files that are not read, or to none; any other one is missed.
TEST(ValuesOfIndex, OfADamagedCompoundFileAreRightOrNone) {
  Assembled index;
  index.add("mixed");
  index.make_compound("_0");
  const std::string right = raw(index.open(), "numbers") + raw(index.open(), "skipped");
  const Bytes whole = read_bytes(index.path() / "_0.cfs");
  std::size_t refused = 0;
  std::size_t tried = 0;
  for (std::size_t at = 0; at < whole.size(); at += 499) {
    Bytes damaged = whole;
    damaged[at] ^= 0x20;
    std::ofstream(index.path() / "_0.cfs", std::ios::binary)
        .write(reinterpret_cast<const char*>(damaged.data()),
               static_cast<std::streamsize>(damaged.size()));
    std::string found;
    const std::string said = complaint([&] {
      const OpenIndex open = tools::open_index(index.path());
      found = raw(open, "numbers") + raw(open, "skipped");
    });
    tried += 1;
    refused += said == "none" ? 0U : 1U;
    EXPECT_TRUE(said != "none" || found == right) << at;
  }
  EXPECT_GT(refused, tried / 3);  // the .dvd is most of it
}

TEST(ValuesOfIndex, OfSeveralSegmentsFollowEachOther) {
  Assembled index;
  for (const char* golden : {"mixed", "shapes", "mixed", "9"}) index.add(golden);
  index.make_compound("_2");
  const OpenIndex open = index.open();
  EXPECT_EQ(open.segments.at(1).base, 3000U);
  EXPECT_EQ(open.segments.at(2).base, 3700U);
  EXPECT_EQ(open.segments.at(3).base, 6700U);
  const std::string once = golden_raw("mixed", "plain");
  ASSERT_EQ(once.size(), 3000U * 8);
  EXPECT_EQ(raw(open, "plain"), once + once);
  const std::string text = lines(open, "plain");
  EXPECT_NE(text.find("\n2999 "), std::string::npos);
  EXPECT_EQ(text.find("\n3000 "), std::string::npos);
  EXPECT_NE(text.find("\n3700 "), std::string::npos);
  EXPECT_NE(text.find("\n6699 "), std::string::npos);
  EXPECT_EQ(lines(open, "bitmap").substr(0, 14), "6701 1\n6702 2\n");
  EXPECT_EQ(lines(open, "multi").substr(0, 5), "3000 ");
}

TEST(ValuesOfIndex, AreOfTheLatestCommit) {
  Assembled index;
  (void)index.open("z");
  index.add("mixed");
  EXPECT_EQ(index.open("10").segments.size(), 1U);  // 36, after 35
  index.add("mixed");
  EXPECT_EQ(index.open("2").segments.size(), 1U);
}

TEST(ValuesOfIndex, UpdatedAndOtherFormatsAreNotSupported) {
  Assembled index;
  index.add("mixed");
  // Of the first field: name, number, bits, options, kind, skip index; then the generation.
  index.change("_0.fnm", "Lucene94FieldInfos", "", [](Bytes& body) {
    for (std::size_t i = 12; i < 20; ++i) body.at(i) = i == 12 ? 3 : 0;
    const std::string_view kFormat = "Lucene90";
    // Of the last field, "numbers", the format.
    const auto at = std::find_end(body.begin(), body.end(), kFormat.begin(), kFormat.end());
    at[7] = '1';
  });
  const OpenIndex open = index.open();
  const auto* plain = open.segments.at(0).find("plain");
  const auto* numbers = open.segments.at(0).find("numbers");
  ASSERT_TRUE(plain != nullptr && numbers != nullptr);
  EXPECT_NE(plain->unsupported.find("updated"), std::string::npos);
  EXPECT_EQ(numbers->unsupported, "the format 'Lucene91'");
  EXPECT_EQ(raw(open, "plain"), "");
  EXPECT_EQ(raw(open, "skipped"), golden_raw("mixed", "skipped"));
}

TEST(ValuesOfIndex, UpdatesOfSingleDocumentsAreNotSupported) {
  Assembled index;
  index.add("mixed");
  index.segments()[0].overlaid = {9, 0};
  const OpenIndex open = index.open();
  EXPECT_NE(open.segments.at(0).find("plain")->unsupported, "");
  EXPECT_NE(open.segments.at(0).find("numbers")->unsupported, "");
  EXPECT_EQ(open.segments.at(0).find("skipped")->unsupported, "");
}

TEST(ValuesOfIndex, LaterFieldNamesStandBesideTheCompoundFile) {
  Assembled index;
  index.add("mixed");
  const FileBody names = index.file("_0.fnm");
  Bytes body(names.body().begin(), names.body().end());
  const Bytes id(names.id().begin(), names.id().end());
  index.make_compound("_0");
  body.at(2) = 'q';  // "plain" is called "qlain" now
  write_file(index.path() / "_0_11.fnm", "Lucene94FieldInfos", 2, id, "11", body);
  index.segments()[0].field_infos_generation = 37;
  EXPECT_EQ(raw(index.open(), "qlain"), golden_raw("mixed", "plain"));
}

TEST(ValuesOfIndex, DisagreementOfSoundFilesIsDamage) {
  const auto with_names = [](const std::function<void(Bytes&)>& how) {
    Assembled index;
    index.add("mixed");
    index.change("_0.fnm", "Lucene94FieldInfos", "", how);
    return complaint([&] { (void)index.open(); });
  };
  EXPECT_EQ(with_names([](Bytes&) {}), "none");
  EXPECT_NE(with_names([](Bytes& body) { body.at(10) = 2; }).find("disagrees"), std::string::npos);
  EXPECT_NE(with_names([](Bytes& body) { body.at(10) = 0; }).find("without doc values"),
            std::string::npos);
  EXPECT_NE(with_names([](Bytes& body) { body.at(7) = 1; }).find("twice"), std::string::npos);
  EXPECT_NE(with_names([](Bytes& body) { body.at(7) = 77; }).find("number 0"), std::string::npos);
  EXPECT_NE(with_names([](Bytes& body) { body.push_back(0); }).find("footer_not_reached"),
            std::string::npos);

  // All documents have a value, and there is one fewer; some have, and the last is not there.
  for (const char* golden : {"mixed", "9"}) {
    Assembled index;
    index.add(golden);
    index.change("_0.si", "Lucene90SegmentInfo", "", [](Bytes& body) { body.at(26) ^= 1; });
    EXPECT_NE(complaint([&] { (void)index.open(); }).find(" in a segment of "), std::string::npos)
        << golden;
  }
}

TEST(ValuesOfIndex, MetadataThatTellsMoreOrLessIsDamage) {
  // The record of "plain": number 0, type 0, and an entry of a field that all documents have.
  constexpr std::ptrdiff_t kRecord = 4 + 1 + 72;
  const auto plain_in = [&](Bytes& body) {
    Bytes start;
    put_little(start, 0, 5);
    put_little(start, ~std::uint64_t{0}, 8);
    put_little(start, 0, 8);
    put_little(start, 0x0B'B8FF'FFFF, 5);
    const auto at = std::ranges::search(body, start).begin();
    EXPECT_GT(body.end() - at, kRecord);
    return at;
  };
  const auto with_records = [](const std::function<void(Bytes&)>& how) {
    Assembled index;
    index.add("mixed");
    index.change("_0_Lucene90_0.dvm", "Lucene90DocValuesMetadata", "Lucene90_0", how);
    return complaint([&] { (void)index.open(); });
  };
  EXPECT_EQ(with_records([](Bytes&) {}), "none");
  EXPECT_NE(with_records([&](Bytes& body) {
              const auto at = plain_in(body);
              const Bytes plain(at, at + kRecord);
              body.insert(at, plain.begin(), plain.end());
            }).find("twice"),
            std::string::npos);
  EXPECT_NE(with_records([&](Bytes& body) {
              const auto at = plain_in(body);
              body.erase(at, at + kRecord);
            }).find("says nothing of the field 'plain'"),
            std::string::npos);
  EXPECT_NE(with_records([](Bytes& body) { body.push_back(0); }).find("footer_not_reached"),
            std::string::npos);
}

TEST(ValuesOfIndex, FilesOfDifferentVersionsAreDamage) {
  Assembled index;
  index.add("mixed");
  const FileBody data = index.file("_0_Lucene90_0.dvd");
  const Bytes body(data.body().begin(), data.body().end());
  const Bytes id(data.id().begin(), data.id().end());
  write_file(index.path() / "_0_Lucene90_0.dvd", "Lucene90DocValuesData", 2, id, "Lucene90_0",
             body);
  EXPECT_NE(complaint([&] { (void)index.open(); }).find("another version"), std::string::npos);
}

TEST(ValuesOfIndex, OfACompoundFileNeedASoundTable) {
  Assembled index;
  index.add("mixed");
  index.make_compound("_0");
  EXPECT_EQ(complaint([&] { (void)index.open(); }), "none");
  Bytes table = read_bytes(index.path() / "_0.cfe");
  table.back() ^= 1;
  std::ofstream(index.path() / "_0.cfe", std::ios::binary)
      .write(reinterpret_cast<const char*>(table.data()),
             static_cast<std::streamsize>(table.size()));
  EXPECT_NE(complaint([&] { (void)index.open(); }).find("_0.cfe: checksum_mismatch"),
            std::string::npos);
}

// Each of them would be digested as a whole: of one file as often as somebody likes.
TEST(ValuesOfIndex, FilesThatShareBytesAreDamage) {
  Assembled index;
  index.add("mixed");
  index.make_compound("_0");
  index.change("_0.cfe", "Lucene90CompoundEntries", "", [](Bytes& body) {
    // The first is longer, and ends in the next.
    const std::size_t length_at = std::size_t{2} + body.at(1) + 8;
    for (std::size_t i = length_at, carry = 64; carry != 0; ++i) {
      const std::size_t sum = body.at(i) + carry;
      body.at(i) = static_cast<std::uint8_t>(sum);
      carry = sum >> 8;
    }
  });
  EXPECT_NE(complaint([&] { (void)index.open(); }).find("overlap"), std::string::npos);
}

TEST(ValuesOfIndex, ASegmentThatIsNamedTwiceIsDamage) {
  Assembled index;
  index.add("mixed");
  index.segments().push_back(index.segments()[0]);
  EXPECT_NE(complaint([&] { (void)index.open(); }).find("names the segment '_0' twice"),
            std::string::npos);
}

TEST(ValuesOfIndex, ASegmentWhoseNameLeadsElsewhereIsDamage) {
  Assembled index;
  index.add("mixed");
  const FileBody about = index.file("_0.si");
  for (const char* name : {"_0_/../_0", "../_0", "0", "", "_", "/_0"}) {
    index.segments()[0].name = name;
    // Its id is that of the file it leads to.
    EXPECT_NE(complaint([&] { (void)index.open("2", 11, about.id()); }).find("the segment name"),
              std::string::npos)
        << name;
  }
}

TEST(ValuesOfIndex, AnotherCodecIsNamedAsNotSupported) {
  Assembled index;
  index.add("mixed");
  index.change("_0.fnm", "Lucene90FieldInfos", "", [](Bytes&) {});
  EXPECT_NE(complaint([&] { (void)index.open(); }).find("'Lucene90FieldInfos' is not supported"),
            std::string::npos);
}

TEST(ValuesOfIndex, AnotherVersionOfTheCommitIsNotSupported) {
  Assembled index;
  EXPECT_NE(complaint([&] { (void)index.open("2", 9); }).find("not supported"), std::string::npos);
  EXPECT_NE(complaint([&] { (void)index.open("2", 12); }).find("not supported"), std::string::npos);
  EXPECT_EQ(complaint([&] { (void)index.open("2", 10); }), "none");
}

}  // namespace
}  // namespace touchstone::props
