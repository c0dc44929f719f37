#include "contracts/real_postings.h"

#include <algorithm>
#include <array>
#include <map>

#include "reference/group_varint.h"
#include "reference/vint.h"

namespace touchstone::contracts {
namespace {

constexpr std::size_t kLongestWord = 64;

using Terms = std::map<std::string, TermList, std::less<>>;

// A letter or digit in lower case, or 0 for what separates words. Not the library's functions: they
// depend on the locale.
char word_letter(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '\0';
}

void count_word(Terms& terms, const std::string& word, std::uint32_t document) {
  TermList& list = terms[word];
  list.term = word;
  if (list.documents.empty() || list.documents.back() != document) {
    list.documents.push_back(document);
    list.frequencies.push_back(0);
  }
  list.frequencies.back() += 1;
}

// Counts the words of one line; gives whether it has any.
bool count_words(Terms& terms, std::string_view line, std::uint32_t document) {
  bool any = false;
  std::string word;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const char letter = i < line.size() ? word_letter(line[i]) : '\0';
    if (letter != '\0') {
      word += letter;
    } else if (!word.empty()) {
      const bool is_word = word.size() <= kLongestWord;
      if (is_word) count_word(terms, word, document);
      any = any || is_word;
      word.clear();
    }
  }
  return any;
}

}  // namespace

std::vector<TermList> lists_of(const std::vector<std::string>& texts) {
  Terms terms;
  std::uint32_t document = 0;
  for (const std::string& text : texts) {
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      if (count_words(terms, rest.substr(0, end), document)) ++document;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  std::vector<TermList> lists;
  for (auto& [term, list] : terms) lists.push_back(std::move(list));
  return lists;
}

std::vector<std::uint32_t> run_values(const TermList& list) {
  std::vector<std::uint32_t> values;
  std::uint32_t before = 0xFFFF'FFFF;  // document -1
  for (std::size_t i = 0; i < list.documents.size(); ++i) {
    const std::uint32_t gap = list.documents[i] - before;
    const bool once = list.frequencies[i] == 1;
    values.push_back(list.kept == reference::Frequencies::stored ? (gap << 1) | (once ? 1 : 0)
                                                                 : gap);
    before = list.documents[i];
  }
  return values;
}

std::vector<std::uint8_t> list_bytes(const TermList& list) {
  const auto values = run_values(list);
  std::vector<std::uint8_t> bytes(reference::group_varint::encoded_size(values));
  (void)reference::group_varint::encode(values, bytes);  // there is exactly enough room
  if (list.kept == reference::Frequencies::absent) return bytes;
  for (const std::uint32_t frequency : list.frequencies) {
    if (frequency != 1) (void)reference::append_vint(frequency, bytes);
  }
  return bytes;
}

std::vector<TermList> spread(std::vector<TermList> lists, std::size_t most) {
  std::map<std::size_t, TermList> by_length;
  for (TermList& list : lists) {
    const std::size_t length = list.documents.size();
    if (length == 0 || length > kLongestList) continue;
    TermList& kept = by_length[length];
    if (kept.term.size() < list.term.size()) kept = std::move(list);
  }
  std::vector<TermList> chosen;
  for (auto& [length, list] : by_length) chosen.push_back(std::move(list));
  if (chosen.size() <= most) return chosen;
  std::vector<TermList> even;
  for (std::size_t i = 0; i < most; ++i) {
    const std::size_t at = most == 1 ? 0 : i * (chosen.size() - 1) / (most - 1);
    even.push_back(std::move(chosen[at]));
  }
  return even;
}

DecodeCase reading_case(std::size_t count, std::vector<std::uint8_t> bytes, std::size_t turn) {
  using enum SourceKind;
  constexpr std::array kKinds{span, memory, paged, file, mapped};
  constexpr std::array<std::uint16_t, 4> kSteps{64, 512, 100, 1024};
  DecodeCase c;
  c.wide = turn % 3 == 2;
  c.count = static_cast<std::uint32_t>(count);
  c.split = static_cast<std::uint8_t>(turn * 7);
  c.source.kind = kKinds[turn % kKinds.size()];
  if (c.source.kind == paged || c.source.kind == file) c.source.step = kSteps[turn % kSteps.size()];
  if (turn % 4 == 3 && c.source.kind != span) {
    c.source.before = c.source.kind == mapped ? 4000 : 90;  // near the end of a chunk, or across it
    c.source.behind = 30;
  }
  c.bytes = std::move(bytes);
  limit_chunks(c.source, c.bytes.size());
  return c;
}

EncodeCase writing_case(const std::vector<std::uint32_t>& values, std::size_t turn) {
  constexpr std::array<std::int16_t, 4> kSpares{0, 0, 5, 17};
  EncodeCase c;
  c.wide = turn % 2 == 1;
  c.spare = kSpares[turn % kSpares.size()];
  c.values.assign(values.begin(), values.end());
  return c;
}

}  // namespace touchstone::contracts
