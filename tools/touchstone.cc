// touchstone: the command with which a person looks at contracts, their Cases and the corpus.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "tools/commands.h"
#include "tools/output_failure.h"
#include "tools/printable.h"

namespace {

using namespace touchstone::tools;

// A number as a person writes it: digits. What CLI11 takes for one includes -1, for 2^64 - 1, and
// numbers that do not fit.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto fault = [least, most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec == std::errc() && read.ptr == end && number >= least && number <= most) return "";
    return "'" + text + "' is not a whole number from " + std::to_string(least) + " to " +
           std::to_string(most);
  };
  return CLI::Validator(fault, "");
}
constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

// What is wrong with a command line. CLI11 has nothing to say of a subcommand that it does not know
// but that there is none.
std::string fault_of(const CLI::App& app, const CLI::Error& error) {
  const auto left = app.remaining();
  if (left.empty() || dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) {
    return error.what();
  }
  return "there is no subcommand '" + left.front() + "'";
}

void add_tier_options(CLI::App* app, Common& common, std::string& required) {
  app->add_option("--tier", common.tiers.only, "Check this instruction-set tier alone");
  app->add_option("--require-tiers", required,
                  "Fail unless these tiers were checked, e.g. avx2,avx3");
  app->add_option("--crashes", common.crashes, "Folder that keeps a diverging Case")
      ->capture_default_str();
}

void add_corpus_option(CLI::App* app, Common& common) {
  app->add_option("--corpus", common.corpus, "The corpus: CONTRACT/{seeds,regress}/ below it")
      ->capture_default_str();
}

// What the command line can say, in one place, so that the subcommands below stay short.
struct Words {
  Common common;
  std::string required;
  std::string contract;
  std::vector<std::string> contracts;
  std::vector<std::filesystem::path> files;
  std::filesystem::path file;
  std::filesystem::path out;
  SweepOptions sweep;
  AdoptOptions adopt;
  StampOptions stamp;
  VerifyOptions verify;
  ValuesOptions values;
  bool names = false;
  bool check = false;
  std::size_t most = 50;
  int status = 0;
};

void add_looking(CLI::App& app, Words& w) {
  CLI::App* list_app =
      app.add_subcommand("list", "List the contracts, what each claims, its subjects");
  list_app->add_flag("--names", w.names, "Names only, one a line, for scripts");
  list_app->callback([&w] { w.status = list(w.names); });

  app.add_subcommand("tiers", "Say which instruction-set tiers this CPU runs")->callback([&w] {
    w.status = tiers();
  });

  CLI::App* show_app =
      app.add_subcommand("show", "Tell a Case in words, and what the reference makes of it");
  show_app->add_option("CONTRACT", w.contract, "Name of a contract; `touchstone list` has them")
      ->required();
  show_app->add_option("FILE", w.file, "A corpus file or a crash")->required();
  show_app->callback([&w] { w.status = show(w.contract, w.file); });
}

void add_checking(CLI::App& app, Words& w) {
  CLI::App* replay_app = app.add_subcommand(
      "replay", "Check the corpus of one contract or of all, or single files of one contract");
  replay_app->add_option("CONTRACT", w.contract, "Name of a contract; left out: all of them");
  replay_app->add_option("FILE", w.files, "Check these files instead of the corpus");
  add_tier_options(replay_app, w.common, w.required);
  add_corpus_option(replay_app, w.common);
  replay_app->callback([&w] {
    w.common.tiers.required = touchstone::kit::split_list(w.required);
    if (!w.files.empty()) {
      w.status = replay_files(w.contract, w.files, w.common);
    } else {
      w.status = replay(w.contract.empty() ? w.contracts : std::vector{w.contract}, w.common);
    }
  });

  CLI::App* sweep_app = app.add_subcommand(
      "sweep", "Check random Cases, with no fuzzing engine: for any compiler and any machine");
  sweep_app->add_option("CONTRACT", w.contracts, "Names of contracts; left out: all of them");
  sweep_app->add_option("--cases", w.sweep.cases, "How many Cases for each contract")
      ->check(whole_number(1, kNoLimit))
      ->capture_default_str();
  sweep_app->add_option("--seed", w.sweep.seed, "The same seed makes the same Cases everywhere")
      ->check(whole_number(0, kNoLimit))
      ->capture_default_str();
  add_tier_options(sweep_app, w.common, w.required);
  sweep_app->callback([&w] {
    w.common.tiers.required = touchstone::kit::split_list(w.required);
    w.status = sweep(w.contracts, w.sweep, w.common);
  });
}

void add_keeping(CLI::App& app, Words& w) {
  CLI::App* minimise_app =
      app.add_subcommand("minimise", "Make a failing Case as small as it can be and still fail");
  minimise_app->add_option("CONTRACT", w.contract, "Name of a contract")->required();
  minimise_app->add_option("FILE", w.file, "The failing Case")->required();
  minimise_app->add_option("--out", w.out, "Where the small one goes")->required();
  minimise_app->callback([&w] { w.status = minimise(w.contract, w.file, w.out); });

  CLI::App* adopt_app = app.add_subcommand(
      "adopt", "Minimise a crash and keep it in CONTRACT/regress/, where every replay runs it");
  adopt_app
      ->add_option("CRASH", w.adopt.crash, "The failing Case, e.g. crashes/CONTRACT/divergence-...")
      ->required();
  adopt_app->add_option("--name", w.adopt.name, "Names the bug: lower-case words joined by hyphens")
      ->required();
  adopt_app->add_option("--contract", w.adopt.contract, "When the path does not tell it");
  add_corpus_option(adopt_app, w.common);
  adopt_app->callback([&w] { w.status = adopt(w.adopt, w.common); });

  CLI::App* corpus = app.add_subcommand("corpus", "Look after the checked-in corpus");
  corpus->require_subcommand(1);
  corpus->fallthrough();  // --corpus is understood behind `lint` and the others too
  add_corpus_option(corpus, w.common);
  corpus->add_subcommand("lint", "Name every corpus file that is no good, and why")->callback([&w] {
    w.status = corpus_lint(w.common);
  });
  corpus->add_subcommand("upgrade", "Rewrite Cases of old versions for today's contracts")
      ->callback([&w] { w.status = corpus_upgrade(w.common); });
  CLI::App* seeds = corpus->add_subcommand("seeds", "Write the seeds that contracts make by rule");
  seeds->add_option("CONTRACT", w.contracts, "Names of contracts; left out: all of them");
  seeds->add_flag("--check", w.check, "Write nothing; fail if what is checked in differs");
  seeds->callback([&w] { w.status = corpus_seeds(w.contracts, w.check, w.common); });
  CLI::App* merge = corpus->add_subcommand(
      "merge",
      "Bring Cases that reach new combinations of classes from a working corpus into seeds/");
  merge->add_option("CONTRACT", w.contract, "Name of a contract")->required();
  merge->add_option("FOLDER", w.file, "The working corpus, e.g. work/corpus/CONTRACT")->required();
  merge->add_option("--most", w.most, "At most so many Cases")
      ->check(whole_number(1, kNoLimit))
      ->capture_default_str();
  merge->callback([&w] { w.status = corpus_merge(w.contract, w.file, w.most, w.common); });
}

void add_stamping(CLI::App& app, Words& w) {
  CLI::App* stamp = app.add_subcommand("stamp", "What a check run leaves behind when it passed");
  stamp->require_subcommand(1);
  CLI::App* write = stamp->add_subcommand(
      "write", "Check the corpus, then write which contracts and tiers of these sources held");
  write->add_option("--kind", w.stamp.kind, "Which run")
      ->required()
      ->check(CLI::IsMember({"tests", "sanitized"}));
  write->add_option("--passed", w.stamp.passed, "The checks that passed, e.g. property,replay,unit")
      ->required();
  write->add_option("--out", w.stamp.out, "The stamp")->required();
  add_corpus_option(write, w.common);
  write->callback([&w] { w.status = stamp_write(w.stamp, w.common); });
}

void add_verifying(CLI::App& app, Words& w) {
  CLI::App* verify_app = app.add_subcommand(
      "verify", "Check the files of a Lucene index (9.x, 10.x): header, footer, every byte");
  verify_app->footer(
      "PATH is the directory of an index, or a single file of one. For compound files (.cfs) the\n"
      "files inside are checked too. The index is only read. What is bad is told in one line "
      "each:\n\n"
      "  BAD FILE: what is wrong; at byte POSITION expected X, found Y\n\n"
      "Exit status: 0 all is good, 1 something is bad or cannot be read, 2 the command was wrong.\n"
      "A bad file cannot be repaired from itself: take it from a backup or a replica.\n\n"
      "  touchstone verify /var/lib/search/index     every file of an index\n"
      "  touchstone verify --jobs 1 index/_0.cfs     one file, and those inside it\n");
  verify_app->add_option("PATH", w.verify.paths, "Directories of indexes, and single files of them")
      ->required();
  verify_app
      ->add_option("--jobs", w.verify.jobs,
                   "Files checked at the same time, 1 to 1024 (default: one for each core)")
      ->check(whole_number(1, 1024));
  verify_app->callback([&w] { w.status = verify(w.verify); });
}

void add_values(CLI::App& app, Words& w) {
  CLI::App* values_app = app.add_subcommand(
      "values", "Show the numeric fields of a Lucene index (9.x, 10.x), or all values of one");
  values_app->footer(
      "Of the latest commit, every segment. Without FIELD: one line a field, what there is of it\n"
      "and how it is packed. With FIELD: one line a value, `document value`; documents count on\n"
      "from segment to segment. Header, footer and checksum of each file are checked before it is\n"
      "read, and a field before its first value is printed: of a damaged one there is none.\n\n"
      "Deleted documents keep their numbers, and their values are shown with those of all others,\n"
      "as long as no merge has thrown them out; a note says where there are any. Fields whose\n"
      "values were updated later are named as not supported.\n\n"
      "Exit status: 0 all is good; 1 damaged, not supported, or the output cannot be written;\n"
      "2 no such index or field, or the command was wrong.\n\n"
      "  touchstone values /var/lib/search/index             the fields\n"
      "  touchstone values /var/lib/search/index price       the values of one\n"
      "  touchstone values --raw index price > price.i64     eight bytes each, little-endian\n"
      "  touchstone values index -- -price                   a name that starts with a hyphen\n");
  values_app->add_option("INDEX", w.values.index, "The directory that holds segments_N")
      ->required();
  CLI::Option* field = values_app->add_option(
      "FIELD", w.values.field, "The name of a field, upper and lower case as they are");
  values_app
      ->add_flag("--raw", w.values.raw, "The values alone, as eight bytes each; not to a terminal")
      ->needs(field);
  values_app->callback([&w, field] {
    w.values.has_field = field->count() > 0;
    w.status = values(w.values);
  });
}

// With stdin, stdout or stderr closed, the next file that is opened would take their place, and be
// written into. What stands there instead refuses, in the same way as nothing would.
void hold_standard_places() {
  for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(place, F_GETFD) != -1) continue;
    if (open("/dev/null", place == STDIN_FILENO ? O_WRONLY : O_RDONLY) != place) std::abort();
  }
}

// Whatever a command found out, it has not said so while its output was not taken.
int end_with(int status) {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return status;
  const int failure = report_output_failure(errno);
  return status == 0 ? failure : status;
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_places();
  Words words;
  CLI::App app{
      "Touchstone proves optimised codecs against simple references.\n"
      "A contract is one claim; a Case is one input of it, kept as a small file.\n\n"
      "  touchstone list                           what is claimed\n"
      "  touchstone replay                         check all of the corpus\n"
      "  touchstone show CONTRACT FILE             a Case in words\n"
      "  touchstone sweep --cases 1000000          random Cases, no fuzzer needed\n"
      "  touchstone adopt CRASH --name what-broke  keep a crash for ever\n"
      "  touchstone verify INDEX                   check the files of a Lucene index\n"
      "  touchstone values INDEX [FIELD]           its numeric fields, the values of one\n"};
  app.require_subcommand(1);
  add_looking(app, words);
  add_checking(app, words);
  add_keeping(app, words);
  add_stamping(app, words);
  add_verifying(app, words);
  add_values(app, words);
  // A wrong option is answered with all there are, and with the status of a wrong command.
  app.failure_message([](const CLI::App* said, const CLI::Error& error) {
    return "error: " + printable(fault_of(*said, error)) + "\n\n" + said->help();
  });
  int status = 0;
  try {
    app.parse(argc, argv);
    status = words.status;
  } catch (const CLI::ParseError& error) {
    status = app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", printable(error.what()).c_str());
    status = 2;
  }
  return end_with(status);
}
