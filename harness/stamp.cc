// Stamps as text.
#include "harness/stamp.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <sstream>

namespace touchstone::kit {
namespace {

constexpr std::string_view kFirst = "touchstone-stamp 1";
constexpr std::string_view kLast = "end";

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// The value behind `key` in the next line.
bool take(std::istream& in, std::string_view key, std::string& value) {
  std::string line;
  if (!std::getline(in, line) || !line.starts_with(key)) return false;
  value = line.substr(std::min(line.size(), key.size() + 1));
  return value.empty() || line[key.size()] == ' ';
}

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

bool is_time(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00T00:00:00Z";
  return std::ranges::equal(text, kShape, [](char c, char shape) {
    return shape == '0' ? c >= '0' && c <= '9' : c == shape;
  });
}

// What no stamp of ours would say, or empty.
std::string fault(const Stamp& s) {
  if (s.kind != "tests" && s.kind != "sanitized") return "no such kind: " + s.kind;
  if (!is_digest(s.digest)) return "no digest: " + s.digest;
  if (s.compiler.empty() || s.sanitizers.empty()) return "no compiler, or no word on sanitizers";
  if (s.passed.empty()) return "not a single check passed";
  if (!is_time(s.time)) return "no time: " + s.time;
  if (s.proved.empty()) return "not a single contract proved";
  return "";
}

}  // namespace

bool Stamp::has_passed(std::string_view check) const {
  return std::ranges::find(passed, check) != passed.end();
}

bool Stamp::proves(std::string_view contract, std::string_view tier) const {
  const auto found = std::ranges::find(proved, contract, &Proved::contract);
  if (found == proved.end()) return false;
  return tier.empty() || std::ranges::find(found->tiers, tier) != found->tiers.end();
}

std::string to_text(const Stamp& s) {
  std::ostringstream out;
  out << kFirst << "\nkind " << s.kind << "\ndigest " << s.digest << "\ncompiler " << s.compiler
      << "\nflags " << s.flags << "\nsanitizers " << s.sanitizers << "\npassed " << joined(s.passed)
      << "\ntime " << s.time << '\n';
  for (const Proved& p : s.proved) {
    out << "proved " << p.contract << (p.tiers.empty() ? "" : " ") << joined(p.tiers) << '\n';
  }
  out << kLast << '\n';
  return out.str();
}

std::expected<Stamp, std::string> parse_stamp(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::string line;
  if (!std::getline(in, line) || line != kFirst) {
    return std::unexpected("its first line is not '" + std::string(kFirst) + "'");
  }
  Stamp s;
  std::string passed;
  const std::array<std::pair<std::string_view, std::string*>, 7> fields{
      {{"kind", &s.kind},
       {"digest", &s.digest},
       {"compiler", &s.compiler},
       {"flags", &s.flags},
       {"sanitizers", &s.sanitizers},
       {"passed", &passed},
       {"time", &s.time}}};
  for (const auto& [key, value] : fields) {
    if (!take(in, key, *value))
      return std::unexpected("no '" + std::string(key) + "' in its place");
  }
  s.passed = words(passed);
  while (std::getline(in, line) && line.starts_with("proved ")) {
    const std::vector<std::string> parts = words(line);
    if (parts.size() < 2) return std::unexpected("'proved' without a contract");
    s.proved.push_back({parts[1], {parts.begin() + 2, parts.end()}});
  }
  if (!in || line != kLast) return std::unexpected("it does not end with 'end': cut short?");
  if (to_text(s) != text) return std::unexpected("there is more in it than a stamp says");
  if (const std::string wrong = fault(s); !wrong.empty()) return std::unexpected(wrong);
  return s;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace touchstone::kit
