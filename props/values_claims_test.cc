// `touchstone values` on indexes whose every checksum is right, and whose metadata claim what
// cannot be: more documents than the segment has, values without end. They are refused before
// anything is printed, with file, field and reason. And what is unusual, but can be, is read.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "props/made_index.h"
#include "tools/values_index.h"
#include "tools/values_walk.h"

namespace touchstone::props {
namespace {

using numeric::DocSetEntry;
using numeric::NumericEntry;

constexpr std::uint64_t kMost = tools::kMostValuesOfADocument;

NumericEntry constant_of(std::uint64_t values, std::int64_t value = 5) {
  NumericEntry entry;
  entry.values = values;
  entry.minimum = value;
  return entry;
}

// What is said of an index when `look` is given each field; "" where all is well.
std::string complaint_when(const MadeIndex& made,
                           const std::function<void(const tools::SegmentField&)>& look) {
  const TemporaryFolder folder;
  made.write_to(folder.path());
  try {
    const tools::OpenIndex index = tools::open_index(folder.path());
    for (const auto& field : index.segments.at(0).fields) look(*field);
  } catch (const tools::BadIndex& bad) {
    const std::string text = bad.what();
    const std::string path = folder.path().string() + "/";
    EXPECT_TRUE(text.starts_with(path)) << text;
    return text.starts_with(path) ? text.substr(path.size()) : text;
  }
  return "";
}

// Whether its values are to be printed or listed, the complaint is the same.
std::string complaint_of(const MadeIndex& made) {
  const std::string before_printing = complaint_when(made, tools::check_field);
  EXPECT_EQ(complaint_when(made, tools::extent_of), before_printing);
  return before_printing;
}

template <typename Field>
std::string complaint_of(std::uint32_t documents, const Field& field) {
  MadeIndex made(documents);
  made.add("f", field);
  return complaint_of(made);
}

// The first bytes that writing the field gives, and how much that was.
std::string start_of_lines(const tools::SegmentField& field) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  tools::ValueWriter out(fileno(file.get()), tools::ValueWriter::Form::text);
  tools::write_values(field, 0, out);
  out.flush();
  std::rewind(file.get());
  std::string text(64, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  return text;
}

const std::string kContradiction =
    "malformed_metadata: numbers that contradict each other, or the format";
const std::string kAt = "_0_Lucene90_0.dvd: field 'f': ";

TEST(ClaimsOfAField, ValuesOfMoreDocumentsThanTheSegmentHas) {
  EXPECT_EQ(complaint_of(700, constant_of(700)), "");
  EXPECT_EQ(complaint_of(700, constant_of(701)),
            kAt + "701 documents have a value, in a segment of 700");
  EXPECT_EQ(complaint_of(700, constant_of(699)),
            kAt + "699 documents have a value, in a segment of 700");
  constexpr std::uint64_t kHuge = 0x7FFF'FFFF'FFFF'FFFF;
  EXPECT_EQ(complaint_of(700, constant_of(kHuge)),
            kAt + std::to_string(kHuge) + " documents have a value, in a segment of 700");
  EXPECT_EQ(complaint_of(0, constant_of(1)), kAt + "1 documents have a value, in a segment of 0");
}

TEST(ClaimsOfAField, HugeBlocks) {
  NumericEntry entry = constant_of(std::uint64_t{1} << 62);
  for (const std::int32_t shift : {1, 14, 30}) {
    entry.block_shift = shift;
    entry.jump_table_offset = 0;
    EXPECT_EQ(complaint_of(3, entry),
              kAt + std::to_string(entry.values) + " documents have a value, in a segment of 3");
  }
}

TEST(ClaimsOfAField, DocumentsOfASetBehindTheLast) {
  const auto with_set = [](std::uint32_t of, const std::vector<std::int32_t>& documents) {
    MadeIndex made(of);
    NumericEntry entry = constant_of(documents.size());
    entry.documents = made.add_documents(documents);
    made.add("f", entry);
    const std::string single = complaint_of(made);
    MadeIndex again(of);
    entry.documents = again.add_documents(documents);
    again.add("f", MadeSorted{entry, static_cast<std::uint32_t>(documents.size())});
    EXPECT_EQ(complaint_of(again), single);
    return single;
  };
  EXPECT_EQ(with_set(10, {0, 4, 9}), "");
  EXPECT_EQ(with_set(9, {0, 4, 9}), kAt + "document 9 has a value, in a segment of 9");
  EXPECT_EQ(with_set(9, {0, 2'000'000'000}),
            kAt + "document 2000000000 has a value, in a segment of 9");
  EXPECT_EQ(with_set(2, {0, 1, 9}), kAt + "3 documents have a value, in a segment of 2");
  EXPECT_EQ(with_set(0, {0}), kAt + "1 documents have a value, in a segment of 0");
}

TEST(ClaimsOfAField, ASetOfOtherThanItsDocuments) {
  MadeIndex made(10);
  NumericEntry entry = constant_of(4);
  entry.documents = made.add_documents(std::vector<std::int32_t>{0, 4, 9});
  made.add("f", entry);
  EXPECT_EQ(complaint_of(made), kAt + kContradiction);
}

TEST(ClaimsOfAField, NoDocumentAndYetValues) {
  NumericEntry entry = constant_of(3);
  entry.documents.offset = DocSetEntry::kNone;
  EXPECT_EQ(complaint_of(10, entry), kAt + kContradiction);
  EXPECT_EQ(complaint_of(10, MadeSorted{entry, 3}), kAt + kContradiction);
  entry.values = 0;
  EXPECT_EQ(complaint_of(10, entry), "");
  EXPECT_EQ(complaint_of(10, MadeSorted{entry, 0}), "");
}

TEST(ClaimsOfAField, SeveralValuesOfMoreDocumentsThanTheSegmentHas) {
  EXPECT_EQ(complaint_of(700, MadeSorted{constant_of(1400), 700, 2.0F}), "");
  EXPECT_EQ(complaint_of(700, MadeSorted{constant_of(1402), 701, 2.0F}),
            kAt + "701 documents have a value, in a segment of 700");
  EXPECT_EQ(complaint_of(700, MadeSorted{constant_of(1398), 699, 2.0F}),
            kAt + "699 documents have a value, in a segment of 700");
  EXPECT_EQ(complaint_of(700, MadeSorted{constant_of(0x7FFF'FFFF), 0x7FFF'FFFF}),
            kAt + "2147483647 documents have a value, in a segment of 700");
}

// What the entry itself shows is the metadata file's fault.
TEST(ClaimsOfAField, FewerValuesThanDocuments) {
  EXPECT_EQ(complaint_of(700, MadeSorted{constant_of(699), 700, 1.0F}),
            "_0_Lucene90_0.dvm: field 'f': " + kContradiction);
}

TEST(ClaimsOfAField, MoreValuesOfADocumentThanThereCanBe) {
  // Slopes that a float holds and a document may have: 2^31 - 128, and just above, 2^31.
  constexpr std::uint64_t kMany = 0x7FFF'FF80;
  EXPECT_EQ(complaint_of(2, MadeSorted{constant_of(2 * kMany), 2, float{kMany}}), "");
  EXPECT_EQ(complaint_of(2, MadeSorted{constant_of(2 * (kMost + 1)), 2, float{kMost + 1}}),
            kAt + "4294967296 values of 2 documents; each can have 2147483647");
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 62;
  EXPECT_EQ(complaint_of(1, MadeSorted{constant_of(kHuge), 1, float{kHuge}}),
            kAt + "4611686018427387904 values of 1 documents; each can have 2147483647");
  EXPECT_EQ(complaint_of(2, MadeSorted{constant_of(1), 0, 0.0F}),
            kAt + "0 documents have a value, in a segment of 2");
  NumericEntry none = constant_of(1);
  none.documents.offset = DocSetEntry::kNone;
  EXPECT_EQ(complaint_of(2, MadeSorted{none, 0, 0.0F}),
            kAt + "1 values of 0 documents; each can have 2147483647");
}

// Few values a document on the whole, and too many of one.
TEST(ClaimsOfAField, TooManyValuesOfOneDocument) {
  // 2^22 addresses of 0, and one block more that has 2^32 for the last two documents: 0, 2^32.
  constexpr std::uint32_t kDocuments = (std::uint32_t{1} << 22) + 1;
  MadeIndex made(kDocuments);
  made.add("f", MadeSorted{.values = constant_of(std::uint64_t{1} << 32),
                           .documents = kDocuments,
                           .slope = 0,
                           .last_block_slope = 4294967296.0F});
  EXPECT_EQ(complaint_of(made), kAt + "one document has 4294967296 values; it can have 2147483647");
}

TEST(ClaimsOfAField, AddressesThatDescend) {
  MadeIndex made((std::uint32_t{1} << 22) + 1);
  made.add("f", MadeSorted{.values = constant_of(std::uint64_t{1} << 32),
                           .documents = (std::uint32_t{1} << 22) + 1,
                           .slope = 512,
                           .last_block_slope = 4294967296.0F});
  EXPECT_EQ(complaint_of(made), kAt + kContradiction);
}

// A value of a table is looked up when it is read: to look at all of them first is what keeps half
// a field from being printed.
TEST(ClaimsOfAField, AValueThatATableLacks) {
  for (const unsigned last : {2U, 3U}) {
    MadeIndex made(5000);
    NumericEntry entry;
    entry.values = 5000;
    entry.table_size = 3;
    entry.table[2] = 9;
    entry.bits_per_value = 2;
    entry.offset = made.data_end();
    entry.length = 1250;
    std::vector<std::uint8_t> packed(1250, 0);
    packed.back() = static_cast<std::uint8_t>(last << 6);
    made.add_data(packed);
    made.add("f", entry);
    EXPECT_EQ(
        complaint_of(made),
        last == 3
            ? kAt +
                  "no_table_entry: a value that stands for an entry of a table which has none there"
            : "");
  }
}

// 9 bytes and a jump for 2^30 values each: nobody may have to wait for them who asks for the
// bounds.
TEST(FieldsOfAnIndex, HugeBlocksOfOneValueAreReadOnce) {
  constexpr std::uint64_t kBlocks = 2000;
  MadeIndex made(kBlocks);
  NumericEntry entry = constant_of(kBlocks << 30);
  entry.block_shift = 30;
  entry.offset = made.data_end();
  BytesWriter data;
  BytesWriter jumps;
  for (std::uint64_t i = 0; i < kBlocks; ++i) {
    jumps.little(entry.offset + data.get().size(), 8);
    data.little(0, 1).little(i * i, 8);
  }
  entry.jump_table_offset = static_cast<std::int64_t>(entry.offset + data.get().size());
  jumps.little(entry.offset + data.get().size(), 8);
  data.bytes(jumps.get());
  entry.length = data.get().size();
  made.add_data(data.get());
  made.add("f", MadeSorted{entry, kBlocks, float{1U << 30}});
  const TemporaryFolder folder;
  made.write_to(folder.path());
  const tools::OpenIndex index = tools::open_index(folder.path());
  const tools::SegmentField* field = index.segments.at(0).find("f");
  tools::check_field(*field);
  const tools::Extent extent = tools::extent_of(*field);
  EXPECT_EQ(extent.values, kBlocks << 30);
  EXPECT_EQ(extent.documents, kBlocks);
  EXPECT_EQ(extent.smallest, 0);
  EXPECT_EQ(extent.largest, std::int64_t{(kBlocks - 1) * (kBlocks - 1)});
  const auto& values = std::get<numeric::SortedNumericValues>(*field->values);
  EXPECT_EQ(values.alike_from(5), (1U << 30) - 5);
  EXPECT_EQ(values.alike_from(1U << 30), 1U << 30);
  EXPECT_EQ(values.alike_from((kBlocks << 30) - 1), 1U);
}

TEST(FieldsOfAnIndex, OfASegmentWithoutDocuments) {
  MadeIndex made(0);
  made.add("all", constant_of(0));
  NumericEntry none = constant_of(0);
  none.documents.offset = DocSetEntry::kNone;
  made.add("none", none);
  made.add("several", MadeSorted{none, 0});
  const TemporaryFolder folder;
  made.write_to(folder.path());
  const tools::OpenIndex index = tools::open_index(folder.path());
  ASSERT_EQ(index.segments.at(0).fields.size(), 3U);
  for (const auto& field : index.segments[0].fields) {
    EXPECT_EQ(tools::extent_of(*field).values, 0U);
    EXPECT_EQ(start_of_lines(*field), "");
  }
}

TEST(FieldsOfAnIndex, NoneAtAll) {
  const MadeIndex made(5);
  const TemporaryFolder folder;
  made.write_to(folder.path());
  EXPECT_EQ(tools::open_index(folder.path()).segments.at(0).fields.size(), 0U);
}

TEST(FieldsOfAnIndex, AreOpenedOnlyWhenAskedFor) {
  MadeIndex made(3);
  made.add("bad", constant_of(4));
  made.add("good", constant_of(3, -7));
  const TemporaryFolder folder;
  made.write_to(folder.path());
  EXPECT_THROW((void)tools::open_index(folder.path()), tools::BadIndex);
  EXPECT_THROW((void)tools::open_index(folder.path(), "bad"), tools::BadIndex);
  const tools::OpenIndex index = tools::open_index(folder.path(), "good");
  EXPECT_EQ(start_of_lines(*index.segments.at(0).find("good")), "0 -7\n1 -7\n2 -7\n");
  EXPECT_EQ(index.segments.at(0).find("bad")->values, nullptr);
}

TEST(FieldsOfAnIndex, ValuesOfAllLengthsAreWrittenAsTheyAre) {
  std::vector<std::int64_t> values{std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max()};
  for (std::int64_t i = 1; values.size() < 3000;
       i = i > 1'000'000'000'000'000'000 / 7 ? 1 : i * 7) {
    values.push_back(values.size() % 2 == 0 ? i : -i);
  }
  MadeIndex made(static_cast<std::uint32_t>(values.size()));
  made.add_values("f", values);
  const TemporaryFolder folder;
  made.write_to(folder.path());
  const tools::OpenIndex index = tools::open_index(folder.path());
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  tools::ValueWriter out(fileno(file.get()), tools::ValueWriter::Form::text);
  // Documents of 1 to 20 digits, over every carry there is.
  std::string expected;
  for (const std::uint64_t base :
       {std::uint64_t{0}, std::uint64_t{99'999'000}, ~std::uint64_t{5000}}) {
    tools::write_values(*index.segments.at(0).find("f"), base, out);
    for (std::size_t i = 0; i < values.size(); ++i) {
      expected += std::to_string(base + i) + " " + std::to_string(values[i]) + "\n";
    }
  }
  out.flush();
  std::rewind(file.get());
  std::string text(expected.size() + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  EXPECT_TRUE(text == expected);
}

TEST(OutputOfValues, ThatIsNotTakenEndsTheWriting) {
  MadeIndex made(1'000'000);
  made.add("f", constant_of(1'000'000));
  const TemporaryFolder folder;
  made.write_to(folder.path());
  const tools::OpenIndex index = tools::open_index(folder.path());
  for (const auto form : {tools::ValueWriter::Form::text, tools::ValueWriter::Form::raw}) {
    tools::ValueWriter out(-1, form);
    try {
      tools::write_values(*index.segments.at(0).find("f"), 0, out);
      FAIL() << "written to nowhere";
    } catch (const tools::OutputFailed& failed) {
      EXPECT_EQ(failed.code().value(), EBADF);
    }
  }
}

}  // namespace
}  // namespace touchstone::props
