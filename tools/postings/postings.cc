// touchstone_postings: real texts and a real index become Cases of the group-varint contracts.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "harness/any_contract.h"
#include "harness/corpus.h"
#include "tools/postings/lucene_lists.h"

namespace {

namespace fs = std::filesystem;
using namespace touchstone;
using contracts::TermList;

struct Words {
  std::vector<fs::path> texts;
  fs::path doc;
  fs::path terms;
  fs::path out;
  std::size_t most = 20;
};

int fail(const std::string& what) {
  std::fprintf(stderr, "error: %s\n", what.c_str());
  return 1;
}

// Writes CASE as the file of that contract's seeds, if the same Case is drawn back from it.
template <typename Case>
std::string write_case(const fs::path& corpus, const char* contract_name, const std::string& name,
                       Case c, void (*draw)(kit::Draw&, Case&)) {
  const std::string fault = kit::case_name_fault(name);
  if (!fault.empty()) return name + ": " + fault;
  const std::uint8_t version = kit::find_contract(contract_name)->version();
  const Case wanted = c;
  kit::Recorder recorder(version);
  draw(recorder, c);
  const std::vector<std::uint8_t> bytes = recorder.take();
  Case again;
  const std::span<const std::uint8_t> choices(bytes.begin() + 1, bytes.end());
  kit::ByteDraw reader(choices, version);
  draw(reader, again);
  if (again != wanted) return name + ": is drawn back as another Case";
  const fs::path folder = corpus / contract_name / "seeds";
  std::error_code code;
  fs::create_directories(folder, code);
  if (!kit::write_file(folder / name, bytes))
    return (folder / name).string() + ": cannot be written";
  return "";
}

// Both Cases of a list. What was made is read back first: a wrong Case would prove something else.
std::string write_list(const fs::path& corpus, const std::string& name, const TermList& list,
                       std::size_t turn) {
  const auto bytes = contracts::list_bytes(list);
  const std::size_t count = list.documents.size();
  const auto back = reference::decode_postings(bytes, count, list.kept);
  if (!back || back->documents != list.documents || back->consumed != bytes.size()) {
    return name + ": its list does not read back";
  }
  std::string fault =
      write_case(corpus, "group_varint_decode", name, contracts::reading_case(count, bytes, turn),
                 contracts::draw_decode_case);
  if (!fault.empty()) return fault;
  return write_case(corpus, "group_varint_encode", name,
                    contracts::writing_case(contracts::run_values(list), turn),
                    contracts::draw_encode_case);
}

int write_lists(const std::vector<TermList>& lists, const Words& words, bool of_text) {
  for (std::size_t turn = 0; turn < lists.size(); ++turn) {
    TermList list = lists[turn];
    std::string name = "lucene-" + list.term;
    if (of_text) {
      name = "text-" + list.term + '-' + std::to_string(list.documents.size());
      if (turn % 4 == 3) {
        name += "-without-frequencies";
        list.kept = reference::Frequencies::absent;
        list.frequencies.assign(list.documents.size(), 1);
      }
    }
    const std::string fault = write_list(words.out, name, list, turn);
    if (!fault.empty()) return fail(fault);
  }
  std::printf("%zu lists of %s, a Case of each contract from each\n", lists.size(),
              of_text ? "the texts" : "the index");
  return 0;
}

int from_texts(const Words& words) {
  std::vector<std::string> texts;
  for (const fs::path& file : words.texts) {
    auto text = tools::read_text(file);
    if (!text) return fail(text.error());
    if (contracts::lists_of({*text}).empty())
      return fail(file.string() + ": holds not a single word");
    texts.push_back(*std::move(text));
  }
  const auto lists = contracts::spread(contracts::lists_of(texts), words.most);
  if (lists.empty()) {
    return fail("every word of the texts is in more than " +
                std::to_string(contracts::kLongestList) + " lines");
  }
  return write_lists(lists, words, true);
}

// Lists without frequencies are the fewer: a quarter of the Cases are kept for them.
int from_index(const Words& words) {
  auto lists = tools::lucene_lists(words.doc, words.terms);
  if (!lists) return fail(lists.error());
  std::vector<TermList> without;
  std::erase_if(*lists, [&](const TermList& list) {
    if (list.kept == reference::Frequencies::stored) return false;
    without.push_back(list);
    return true;
  });
  auto chosen = contracts::spread(std::move(without), words.most / 4);
  for (TermList& list : contracts::spread(*std::move(lists), words.most - chosen.size())) {
    chosen.push_back(std::move(list));
  }
  return write_lists(chosen, words, false);
}

}  // namespace

int main(int argc, char** argv) {
  Words words;
  CLI::App app{
      "Makes Cases of real postings lists: documents are the lines of the texts, terms their\n"
      "lower-cased words; a term in at most 255 lines becomes a list as Apache Lucene 10.4+ writes "
      "it.\n"
      "Each list is a Case of group_varint_decode and one of group_varint_encode, named\n"
      "text-TERM-DOCUMENTS; from an index, lucene-FIELD-TERM. The lists that are kept are spread\n"
      "over all lengths.\n\n"
      "  touchstone_postings book.txt --out corpus\n"
      "  touchstone_postings --doc _0_Lucene104_0.doc --terms terms.tsv --out corpus"};
  app.add_option("TEXT", words.texts,
                 "Text files: one collection, lines numbered on from file to file");
  CLI::Option* doc = app.add_option("--doc", words.doc, "The .doc file of an index (Lucene 10.4+)");
  CLI::Option* terms =
      app.add_option("--terms", words.terms,
                     "Its terms: rows of field (freqs or docs), term, documents, with tabs");
  doc->needs(terms);
  terms->needs(doc);
  app.add_option("--out", words.out, "The corpus that gets the Cases: CONTRACT/seeds/ below it")
      ->required();
  app.add_option("--most", words.most, "At most so many lists of the texts, and of the index")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100000}))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  if (words.texts.empty() && words.doc.empty()) {
    std::fprintf(stderr, "error: neither a text nor an index; --help says what is wanted\n");
    return 2;
  }
  int status = words.texts.empty() ? 0 : from_texts(words);
  if (status == 0 && !words.doc.empty()) status = from_index(words);
  return status;
}
