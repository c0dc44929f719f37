#include "tools/postings/lucene_lists.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;
using contracts::TermList;
using reference::Frequencies;
using Bytes = std::span<const std::uint8_t>;

constexpr std::string_view kMagic = "\x3F\xD7\x6C\x17";
constexpr std::string_view kCodec = "Lucene104PostingsWriterDoc";
constexpr std::size_t kFooterBytes = 16;

// Where the first list starts: behind magic, codec's name with its length, version (4), id (16),
// and a suffix with its length. 0 when the file is none of this kind.
std::size_t header_bytes(std::string_view file) {
  const std::size_t suffix_at = kMagic.size() + 1 + kCodec.size() + 4 + 16;
  if (file.size() < suffix_at + 1 + kFooterBytes || !file.starts_with(kMagic)) return 0;
  if (file.substr(kMagic.size() + 1, kCodec.size()) != kCodec) return 0;
  return suffix_at + 1 + static_cast<std::uint8_t>(file[suffix_at]);
}

struct Row {
  TermList list;  // its term and what it keeps
  std::size_t documents = 0;
};

// "freqs <tab> w11 <tab> 123 <tab> ..."; a wrong row has no term.
Row row_of(std::string_view line) {
  const std::size_t first = line.find('\t');
  const std::size_t second = line.find('\t', std::min(first, line.size() - 1) + 1);
  if (first == line.npos || second == line.npos) return {};
  const std::string_view field = line.substr(0, first);
  if (field != "freqs" && field != "docs") return {};
  Row row;
  const char* const digits = line.data() + second + 1;
  const auto number = std::from_chars(digits, line.data() + line.size(), row.documents);
  if (number.ec != std::errc{} || row.documents == 0) return {};
  row.list.term =
      std::string(field) + '-' + std::string(line.substr(first + 1, second - first - 1));
  row.list.kept = field == "freqs" ? Frequencies::stored : Frequencies::absent;
  return row;
}

std::expected<std::vector<Row>, std::string> read_rows(const fs::path& terms) {
  auto text = read_text(terms);
  if (!text) return std::unexpected(std::move(text.error()));
  std::vector<Row> rows;
  std::string_view rest = *text;
  for (std::size_t line_number = 1; !rest.empty(); ++line_number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line_number == 1) continue;  // the names of the columns
    Row row = line.empty() ? Row{} : row_of(line);
    if (row.list.term.empty()) {
      return std::unexpected(terms.string() + ":" + std::to_string(line_number) +
                             ": not 'freqs' or 'docs', a term and a number of documents");
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// Reads the list at the front of `in` into `row.list`; gives its size, or 0 when it is none.
std::size_t read_list(Bytes in, Row& row) {
  const auto list = reference::decode_postings(in, row.documents, row.list.kept);
  if (!list) return 0;
  row.list.documents = list->documents;
  row.list.frequencies = list->frequencies;
  const bool same = std::ranges::equal(contracts::list_bytes(row.list), in.first(list->consumed));
  return same ? list->consumed : 0;
}

}  // namespace

std::expected<std::string, std::string> read_text(const fs::path& file) {
  std::error_code code;
  const auto status = fs::status(file, code);
  if (!fs::exists(status)) return std::unexpected(file.string() + ": no such file");
  if (!fs::is_regular_file(status)) return std::unexpected(file.string() + ": not a regular file");
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::unexpected(file.string() + ": " + std::strerror(errno));
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return std::unexpected(file.string() + ": cannot be read to its end");
  if (text.empty()) return std::unexpected(file.string() + ": is empty");
  return text;
}

std::expected<std::vector<TermList>, std::string> lucene_lists(const fs::path& doc,
                                                               const fs::path& terms) {
  auto rows = read_rows(terms);
  if (!rows) return std::unexpected(std::move(rows.error()));
  const auto file = read_text(doc);
  if (!file) return std::unexpected(file.error());
  std::size_t at = header_bytes(*file);
  if (at == 0 || at + kFooterBytes > file->size()) {
    return std::unexpected(doc.string() + ": no file of the codec " + std::string(kCodec));
  }
  const Bytes bytes(reinterpret_cast<const std::uint8_t*>(file->data()), file->size());
  const std::size_t end = bytes.size() - kFooterBytes;
  std::vector<TermList> lists;
  for (Row& row : *rows) {
    if (row.documents == 1) continue;  // such a term has no list in the file
    const std::size_t size = read_list(bytes.subspan(at, end - at), row);
    if (size == 0) {
      return std::unexpected(doc.string() + ": no list of " + std::to_string(row.documents) +
                             " documents at byte " + std::to_string(at) + ", where that of " +
                             row.list.term + " should be");
    }
    at += size;
    lists.push_back(std::move(row.list));
  }
  if (at != end) {
    return std::unexpected(doc.string() + ": the lists of " + terms.string() + " end at byte " +
                           std::to_string(at) + ", the footer starts at " + std::to_string(end));
  }
  return lists;
}

}  // namespace touchstone::tools
