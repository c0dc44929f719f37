// Reads golden files: tables that another implementation wrote and that ours must agree with.
//
// A table is text: a header line with the names of the columns, then one line a row; fields are
// separated by tabs, every line ends with a line feed. `-` is an empty field; `*` is one that was
// left out. Reading is strict, because a golden file that is read wrong, cut short or empty proves
// nothing: whatever does not fit throws GoldenError, whose text names the file and the line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::props {

struct GoldenError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One line of a table. Every accessor throws GoldenError when the field is not of that kind.
class GoldenRow {
 public:
  GoldenRow(std::string file, std::size_t line, std::vector<std::string> fields);

  /// "file:line", to be printed beside a failure.
  const std::string& where() const { return where_; }

  bool left_out(std::size_t column) const;
  /// As it stands, but "" for `-`.
  std::string_view text(std::size_t column) const;
  std::uint64_t unsigned_number(std::size_t column) const;  ///< decimal
  std::int64_t signed_number(std::size_t column) const;     ///< decimal
  std::uint32_t hex_number(std::size_t column) const;       ///< exactly eight hex digits
  std::vector<std::uint8_t> bytes(std::size_t column) const;
  /// What stands between commas: none for an empty field.
  std::vector<std::string_view> list(std::size_t column) const;
  std::vector<std::uint64_t> unsigned_list(std::size_t column) const;

  /// Complain about this row: throws GoldenError.
  [[noreturn]] void reject(const std::string& reason) const;

 private:
  std::string where_;
  std::vector<std::string> fields_;
};

/// The rows of a table whose header must name exactly these columns. At least one row.
std::vector<GoldenRow> read_golden(const std::filesystem::path& file,
                                   std::span<const std::string_view> columns);
/// The same from text in memory; `name` stands in for the file in messages.
std::vector<GoldenRow> parse_golden(const std::string& name, std::string_view text,
                                    std::span<const std::string_view> columns);

/// All bytes of a file; GoldenError when it cannot be read or is empty.
std::vector<std::uint8_t> read_bytes(const std::filesystem::path& file);

}  // namespace touchstone::props
