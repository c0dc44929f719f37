#include "harness/report.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/corpus.h"
#include "harness/hex.h"

namespace touchstone::kit {
namespace {

// `label` in a column of its own, and every further line of `text` under the first.
std::string field(const char* label, const std::string& text) {
  char head[32];
  std::snprintf(head, sizeof head, "  %-11s", label);
  std::string out = head;
  for (const char c : text) {
    out += c;
    if (c == '\n') out += std::string(13, ' ');
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == '\n')) out.pop_back();
  return out + "\n";
}

std::string subject_words(const std::string& name, const std::string& tier) {
  return tier.empty() ? name : name + " at tier " + tier;
}

// "group_varint_decode" -> "GroupVarintDecode", as a GoogleTest suite is called.
std::string camel_case(const std::string& name) {
  std::string out;
  bool upper = true;
  for (const char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return out;
}

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : " ") + item;
  return text;
}

}  // namespace

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown CPU";
}

std::string divergence_name(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a: names only need to differ
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3;
  char name[40];
  std::snprintf(name, sizeof name, "divergence-%016llx", static_cast<unsigned long long>(hash));
  return name;
}

std::string pasteable_test(const Divergence& d) {
  // The first eight digits of the file's name tell tests of one contract apart.
  const std::string name = divergence_name(d.bytes);
  std::string hex = to_hex(d.bytes);
  std::string literal;
  constexpr std::size_t kPerLine = 24 * 3;
  for (std::size_t at = 0; at < hex.size() || at == 0; at += kPerLine) {
    literal += "\n      \"" + hex.substr(at, kPerLine) + "\"";
  }
  return "#include \"harness/gtest.h\"\n"
         "\n"
         "TEST(" +
         camel_case(d.contract) + ", Divergence" + name.substr(name.find('-') + 1, 8) +
         ") {\n"
         "  touchstone::kit::expect_holds(\"" +
         d.contract + "\"," + literal +
         ");\n"
         "}\n";
}

std::string render(const Divergence& d, const std::string& file, bool colour) {
  const std::string actual = subject_words(d.actual, d.tier);
  std::string out;
  out += colour ? "\x1b[1;31m" : "";
  out += "DIVERGENCE in " + d.contract + ": " + actual + " " + d.difference.what;
  out += colour ? "\x1b[0m\n" : "\n";
  out += field("claim", d.claim);
  out += field("believed", d.expected);
  out += field("disagrees", actual);
  out += field("case", d.case_words);
  if (!d.difference.detail.empty()) out += field("window", d.difference.detail);
  out += field("tier",
               (d.tier.empty() ? "none" : d.tier) + " (this CPU runs: " +
                   (d.other_tiers.empty() ? "no tiers of this contract" : joined(d.other_tiers)) +
                   ")");
  out += field("cpu", cpu_name());
  out += field("file", file.empty() ? "(not kept: no folder to write to)" : file);
  if (!file.empty()) out += field("reproduce", "ci/reproduce " + file);
  out += "  as a test:\n\n" + pasteable_test(d);
  return out;
}

std::string keep_divergence(const Divergence& d, const std::string& folder) {
  std::error_code error;
  const std::filesystem::path directory = std::filesystem::path(folder) / d.contract;
  std::filesystem::create_directories(directory, error);
  const std::filesystem::path path = directory / divergence_name(d.bytes);
  return write_file(path, d.bytes) ? path.string() : "";
}

void print_report(const Divergence& divergence, const std::string& file) {
  const bool colour = isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
  std::fflush(stdout);
  const std::string text = render(divergence, file, colour);
  std::fprintf(stderr, "\n%s\n", text.c_str());
}

}  // namespace touchstone::kit
