// The reader of golden files: split at tabs and commas, and doubt everything.
#include "props/golden.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "harness/hex.h"

namespace touchstone::props {
namespace {

// All pieces between separators: one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

// The whole text must be the number: no sign before an unsigned one, no space, nothing behind it.
template <typename Number>
bool parse_number(std::string_view text, int base, Number& number) {
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number, base);
  return result.ec == std::errc{} && result.ptr == end;
}

}  // namespace

GoldenRow::GoldenRow(std::string file, std::size_t line, std::vector<std::string> fields)
    : where_(std::move(file) + ":" + std::to_string(line)), fields_(std::move(fields)) {}

void GoldenRow::reject(const std::string& reason) const {
  throw GoldenError(where_ + ": " + reason);
}

bool GoldenRow::left_out(std::size_t column) const { return fields_.at(column) == "*"; }

std::string_view GoldenRow::text(std::size_t column) const {
  if (left_out(column)) reject("field " + std::to_string(column) + " was left out");
  const std::string& field = fields_.at(column);
  if (field == "-") return {};
  return field;
}

std::uint64_t GoldenRow::unsigned_number(std::size_t column) const {
  std::uint64_t number = 0;
  if (!parse_number(text(column), 10, number)) {
    reject("not an unsigned number: '" + fields_[column] + "'");
  }
  return number;
}

std::int64_t GoldenRow::signed_number(std::size_t column) const {
  std::int64_t number = 0;
  if (!parse_number(text(column), 10, number)) reject("not a number: '" + fields_[column] + "'");
  return number;
}

std::uint32_t GoldenRow::hex_number(std::size_t column) const {
  std::uint32_t number = 0;
  if (text(column).size() != 8 || !parse_number(text(column), 16, number)) {
    reject("not eight hex digits: '" + fields_[column] + "'");
  }
  return number;
}

std::vector<std::uint8_t> GoldenRow::bytes(std::size_t column) const {
  auto bytes = kit::from_hex(text(column));
  if (!bytes) reject("not pairs of hex digits: '" + fields_[column] + "'");
  return *std::move(bytes);
}

std::vector<std::string_view> GoldenRow::list(std::size_t column) const {
  if (text(column).empty()) return {};
  return split(text(column), ',');
}

std::vector<std::uint64_t> GoldenRow::unsigned_list(std::size_t column) const {
  std::vector<std::uint64_t> numbers;
  for (const std::string_view item : list(column)) {
    std::uint64_t number = 0;
    if (!parse_number(item, 10, number)) reject("not a number: '" + std::string(item) + "'");
    numbers.push_back(number);
  }
  return numbers;
}

std::vector<GoldenRow> parse_golden(const std::string& name, std::string_view text,
                                    std::span<const std::string_view> columns) {
  if (!text.ends_with('\n')) throw GoldenError(name + ": cut short: no line feed at the end");
  text.remove_suffix(1);

  std::vector<GoldenRow> rows;
  std::size_t line = 0;
  for (const std::string_view whole_line : split(text, '\n')) {
    line += 1;
    const auto pieces = split(whole_line, '\t');
    const GoldenRow row(name, line, std::vector<std::string>(pieces.begin(), pieces.end()));
    if (pieces.size() != columns.size()) {
      row.reject("expected " + std::to_string(columns.size()) + " fields, found " +
                 std::to_string(pieces.size()));
    }
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (pieces[column].empty()) row.reject("nothing between two tabs; empty is written as '-'");
      if (line == 1 && pieces[column] != columns[column]) {
        row.reject("expected the column '" + std::string(columns[column]) + "', found '" +
                   std::string(pieces[column]) + "'");
      }
    }
    if (line > 1) rows.push_back(row);
  }
  if (rows.empty()) throw GoldenError(name + ": no rows");
  return rows;
}

std::vector<GoldenRow> read_golden(const std::filesystem::path& file,
                                   std::span<const std::string_view> columns) {
  const std::vector<std::uint8_t> bytes = read_bytes(file);
  return parse_golden(file.string(), std::string(bytes.begin(), bytes.end()), columns);
}

std::vector<std::uint8_t> read_bytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw GoldenError(file.string() + ": cannot be opened");
  std::vector<std::uint8_t> bytes;
  for (auto at = std::istreambuf_iterator<char>(stream); at != std::istreambuf_iterator<char>();
       ++at) {
    bytes.push_back(static_cast<std::uint8_t>(*at));
  }
  if (stream.bad()) throw GoldenError(file.string() + ": cannot be read");
  if (bytes.empty()) throw GoldenError(file.string() + ": is empty");
  return bytes;
}

}  // namespace touchstone::props
