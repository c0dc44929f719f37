// `touchstone values`: the numeric fields of an index, or every value of one of them.
#include <algorithm>
#include <cstdio>
#include <set>

#include "tools/commands.h"
#include "tools/values_index.h"
#include "tools/values_walk.h"

namespace touchstone::tools {
namespace {

using numeric::NumericValues;

// What the lines of the list say of a field, over all segments.
struct Summary {
  std::set<std::string> kinds;
  std::set<std::string> types;
  std::set<std::string> widths;
  std::set<std::string> unsupported;
  Extent extent;
};

std::string kind_of(const SegmentField& field) {
  const numeric::NumericEntry& entry = field.entry;
  if (entry.documents.offset == numeric::DocSetEntry::kNone) return "none";
  if (entry.in_blocks()) return entry.factor == 1 ? "blocks" : "blocks+gcd";
  if (entry.bits_per_value == 0) return "constant";
  if (entry.table_size != 0) return "table";
  if (entry.factor != 1) return "gcd";
  return entry.minimum == 0 ? "plain" : "delta";
}

std::string width_of(const SegmentField& field) {
  return field.entry.in_blocks() ? "varies" : std::to_string(field.entry.bits_per_value);
}

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
    summary.kinds.insert(kind_of(*field));
    summary.widths.insert(width_of(*field));
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
  return std::fflush(stdout) == 0 ? 0 : 1;
}

int unknown_field(const OpenIndex& index, const std::string& name) {
  std::string all;
  for (const std::string& known : names_of(index, true)) {
    all += ' ';
    all += printable(known);
  }
  const auto others = names_of(index, false);
  const bool other = std::ranges::find(others, name) != others.end();
  std::fprintf(stderr, "%s '%s'; numeric fields:%s\n",
               other ? "not a numeric field:" : "no field named", printable(name).c_str(),
               all.empty() ? " none" : all.c_str());
  return 2;
}

int print_field(const OpenIndex& index, const ValuesOptions& options) {
  const auto names = names_of(index, true);
  if (std::ranges::find(names, options.field) == names.end()) {
    return unknown_field(index, options.field);
  }
  // Before the first value is out: half a field is worse than none.
  for (const IndexSegment& segment : index.segments) {
    const SegmentField* field = segment.find(options.field);
    if (field == nullptr) continue;
    if (!field->is_numeric() || !field->unsupported.empty()) {
      std::fprintf(stderr, "'%s' is not supported: %s (segment %s)\n",
                   printable(options.field).c_str(),
                   field->is_numeric() ? field->unsupported.c_str() : "not numeric there",
                   segment.name.c_str());
      return 1;
    }
    if (segment.deletions != 0) {
      std::fprintf(stderr, "note: segment %s has %u deleted documents; their values are shown\n",
                   segment.name.c_str(), segment.deletions);
    }
  }
  ValueWriter out(stdout, options.raw ? ValueWriter::Form::raw : ValueWriter::Form::text);
  for (const IndexSegment& segment : index.segments) {
    const SegmentField* field = segment.find(options.field);
    if (field != nullptr) write_values(*field, segment.base, out);
  }
  if (out.flush()) return 0;
  std::fprintf(stderr, "the output cannot be written\n");
  return 1;
}

}  // namespace

int values(const ValuesOptions& options) {
  try {
    const OpenIndex index = open_index(options.index);
    return options.has_field ? print_field(index, options) : list_fields(index);
  } catch (const BadIndex& bad) {
    std::fprintf(stderr, "BAD %s\n", bad.what());
    return 1;
  } catch (const NoIndex& none) {
    std::fprintf(stderr, "%s\n", none.what());
    return 2;
  }
}

}  // namespace touchstone::tools
