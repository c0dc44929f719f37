// `touchstone values`: the numeric fields of an index, or every value of one of them.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ranges>
#include <set>

#include "tools/commands.h"
#include "tools/output_failure.h"
#include "tools/values_index.h"
#include "tools/values_walk.h"

namespace touchstone::tools {
namespace {

// What the lines of the list say of a field, over all segments.
struct Summary {
  std::set<std::string> kinds;
  std::set<std::string> types;
  std::set<std::string> widths;
  std::set<std::string> unsupported;
  Extent extent;
};

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ',';
    text += word;
  }
  return text;
}

Summary summary_of(const OpenIndex& index, const std::string& name) {
  Summary summary;
  for (const IndexSegment& segment : index.segments) {
    const SegmentField* field = segment.find(name);
    if (field == nullptr || !field->is_numeric()) continue;
    summary.types.insert(field->kind == index_files::DocValuesKind::numeric ? "numeric"
                                                                            : "sorted-numeric");
    if (!field->unsupported.empty()) {
      summary.unsupported.insert(field->unsupported + " (segment " + segment.name + ")");
      continue;
    }
    summary.kinds.insert(field->packing);
    summary.widths.insert(field->width);
    summary.extent.add(extent_of(*field));
  }
  return summary;
}

// Names in the order in which segments know them first; all numeric ones, or all others.
std::vector<std::string> names_of(const OpenIndex& index, bool numeric) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const IndexSegment& segment : index.segments) {
    for (const auto& field : segment.fields) {
      if (field->is_numeric() == numeric && seen.insert(field->name).second) {
        names.push_back(field->name);
      }
    }
  }
  return names;
}

void print_line(const std::string& name, const Summary& summary) {
  const std::string shown = printable(name);
  if (!summary.unsupported.empty()) {
    std::printf("%s\t%s\tnot supported: %s\n", shown.c_str(), joined(summary.types).c_str(),
                joined(summary.unsupported).c_str());
    return;
  }
  const Extent& extent = summary.extent;
  const auto bound = [&](std::int64_t value) {
    return extent.values == 0 ? std::string("-") : std::to_string(value);
  };
  std::printf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", shown.c_str(), joined(summary.types).c_str(),
              joined(summary.kinds).c_str(), joined(summary.widths).c_str(),
              std::to_string(extent.values).c_str(), std::to_string(extent.documents).c_str(),
              bound(extent.smallest).c_str(), bound(extent.largest).c_str());
}

int list_fields(const OpenIndex& index) {
  std::vector<std::pair<std::string, Summary>> lines;
  for (const std::string& name : names_of(index, true)) {
    lines.emplace_back(name, summary_of(index, name));
  }
  std::printf("field\ttype\tkind\twidth\tvalues\tdocuments\tmin\tmax\n");
  for (const auto& [name, summary] : lines) print_line(name, summary);
  return 0;
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

// What the numeric fields are, as long as a person would read that.
std::string known_fields(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 20;
  if (names.empty()) return "the index has no numeric fields";
  std::string text = "numeric fields:";
  for (const std::string& name : names | std::views::take(kMost)) {
    text += ' ';
    text += printable(name);
  }
  if (names.size() > kMost) {
    text += " and " + std::to_string(names.size() - kMost) +
            " more; without FIELD, `touchstone values` lists them";
  }
  return text;
}

int unknown_field(const OpenIndex& index, const std::string& name) {
  const auto numeric = names_of(index, true);
  const auto others = names_of(index, false);
  const bool is_other = std::ranges::find(others, name) != others.end();
  const auto similar = std::ranges::find_if(
      numeric, [&](const std::string& known) { return same_but_for_case(known, name); });
  std::fprintf(
      stderr, "error: %s '%s'; %s%s\n",
      is_other ? "not a numeric field:" : "no field with doc values is named",
      printable(name).c_str(),
      similar == numeric.end() ? "" : ("did you mean '" + printable(*similar) + "'? ").c_str(),
      known_fields(numeric).c_str());
  return 2;
}

// Before the first value is out: half a field is worse than none.
bool can_be_printed(const OpenIndex& index, const std::string& name) {
  for (const IndexSegment& segment : index.segments) {
    const SegmentField* field = segment.find(name);
    if (field == nullptr) continue;
    if (!field->is_numeric() || !field->unsupported.empty()) {
      std::fprintf(stderr, "error: '%s' is not supported: %s (segment %s)\n",
                   printable(name).c_str(),
                   field->is_numeric() ? field->unsupported.c_str() : "not numeric there",
                   segment.name.c_str());
      return false;
    }
    check_field(*field);
  }
  return true;
}

void note_deletions(const OpenIndex& index, const std::string& name) {
  for (const IndexSegment& segment : index.segments) {
    if (segment.deletions == 0 || segment.find(name) == nullptr) continue;
    std::fprintf(stderr, "note: segment %s has %u deleted documents; their values are shown\n",
                 segment.name.c_str(), segment.deletions);
  }
}

int print_field(const OpenIndex& index, const ValuesOptions& options) {
  const auto names = names_of(index, true);
  if (std::ranges::find(names, options.field) == names.end()) {
    return unknown_field(index, options.field);
  }
  if (!can_be_printed(index, options.field)) return 1;
  note_deletions(index, options.field);
  ValueWriter out(STDOUT_FILENO, options.raw ? ValueWriter::Form::raw : ValueWriter::Form::text);
  for (const IndexSegment& segment : index.segments) {
    const SegmentField* field = segment.find(options.field);
    if (field != nullptr) write_values(*field, segment.base, out);
  }
  out.flush();
  return 0;
}

int values_of(const ValuesOptions& options) {
  if (!options.has_field) return list_fields(open_index(options.index));
  if (options.raw && isatty(STDOUT_FILENO) != 0) {
    std::fprintf(stderr,
                 "error: --raw writes bytes, and not to a terminal: "
                 "send them to a file (> FILE) or a program (| PROGRAM)\n");
    return 2;
  }
  return print_field(open_index(options.index, options.field), options);
}

}  // namespace

int values(const ValuesOptions& options) {
  try {
    return values_of(options);
  } catch (const BadIndex& bad) {
    std::fprintf(stderr, "BAD %s\n", bad.what());
    return 1;
  } catch (const NoIndex& none) {
    std::fprintf(stderr, "error: %s\n", none.what());
    return 2;
  } catch (const OutputFailed& failed) {
    return report_output_failure(failed.code().value());
  }
}

}  // namespace touchstone::tools
