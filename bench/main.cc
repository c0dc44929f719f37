// touchstone_bench: times what has been proved, and nothing else.
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <regex>
#include <set>

#include "bench/gate.h"
#include "bench/table.h"
#include "harness/report.h"
#include "harness/tally.h"

namespace touchstone::bench {
namespace {

struct Options {
  bool list = false;
  std::string table;
  std::string filter;
  std::string stamps = TOUCHSTONE_STAMPS;
  std::string out;
  double seconds = 0.03;
  int repetitions = 9;
};

int wrong(const std::string& why) {
  std::fprintf(stderr, "error: %s\n", why.c_str());
  return 2;
}

std::vector<Table> tables() {
  return {checksum_table(), doc_values_table(), group_varint_table(), numeric_table()};
}

int list_tables(std::FILE* to) {
  for (const Table& table : tables()) {
    std::fprintf(to, "  %-14s %s\n", table.name.c_str(), table.about.c_str());
  }
  return 0;
}

// The rows asked for, of the tables asked for.
std::vector<Row> select_rows(const std::vector<Table>& chosen, const std::string& filter) {
  const std::regex pattern(filter);
  std::vector<Row> rows;
  for (const Table& table : chosen) {
    for (Row& row : table.rows()) {
      if (std::regex_search(row.name, pattern)) rows.push_back(std::move(row));
    }
  }
  return rows;
}

bool passes_gate(const kit::BuildInfo& build, const std::vector<Row>& rows,
                 const std::string& stamps) {
  std::set<Claim> distinct;
  for (const Row& row : rows) distinct.insert(row.claims.begin(), row.claims.end());
  const std::vector<Claim> claims(distinct.begin(), distinct.end());
  const auto refused = refusal(build, stamps, claims);
  if (refused) {
    std::fprintf(stderr, "refused: %s; nothing is timed\n  run: %s\n", refused->reason.c_str(),
                 refused->command.c_str());
  }
  return !refused;
}

void add_context(const kit::BuildInfo& build, const std::vector<Table>& chosen) {
  std::string installed;
  std::string absent;
  for (const Table& table : chosen) {
    for (const Peer& peer : table.peers) {
      std::string& list = peer.installed ? installed : absent;
      list += (list.empty() ? "" : " ") + peer.name;
    }
  }
  benchmark::AddCustomContext("cpu", kit::cpu_name());
  benchmark::AddCustomContext("digest", build.digest);
  benchmark::AddCustomContext("compiler", build.compiler);
  benchmark::AddCustomContext("flags", build.flags);
  benchmark::AddCustomContext("peers", installed);
  benchmark::AddCustomContext("peers_absent", absent);
}

// Results go to the file only; ci/bench reads it and makes tables.
struct Silent final : benchmark::BenchmarkReporter {
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

void run(const std::vector<Row>& rows, const Options& options, const std::string& out) {
  std::vector<std::string> words{"touchstone_bench",
                                 "--benchmark_out=" + out,
                                 "--benchmark_out_format=json",
                                 "--benchmark_enable_random_interleaving=true",
                                 "--benchmark_repetitions=" + std::to_string(options.repetitions),
                                 "--benchmark_min_time=" + std::to_string(options.seconds)};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  for (const Row& row : rows) benchmark::RegisterBenchmark(row.name.c_str(), row.time);
  Silent silent;
  benchmark::RunSpecifiedBenchmarks(&silent);
}

int bench(const Options& options) {
  if (options.out.empty()) return wrong("--out: say where the results go");
  std::vector<Table> chosen = tables();
  if (!options.table.empty()) {
    std::erase_if(chosen, [&](const Table& table) { return table.name != options.table; });
  }
  if (chosen.empty()) {
    wrong("no table named '" + options.table + "'; there are:");
    list_tables(stderr);
    return 2;
  }
  std::vector<Row> rows;
  try {
    rows = select_rows(chosen, options.filter);
  } catch (const std::regex_error&) {
    return wrong("--filter " + options.filter + ": not a regular expression");
  }
  if (rows.empty()) return wrong("--filter " + options.filter + ": no row has a name like that");
  const kit::BuildInfo build = kit::this_build();
  if (!passes_gate(build, rows, options.stamps)) return 1;
  // Beside its target until it is whole: a run that is killed leaves no half of a table.
  const std::string partial = options.out + ".partial";
  if (!std::ofstream(partial)) return wrong("--out " + options.out + ": cannot be written");
  std::printf("timing %zu rows, %d x %.3g s each, in random order\n", rows.size(),
              options.repetitions, options.seconds);
  std::fflush(stdout);
  add_context(build, chosen);
  run(rows, options, partial);
  std::error_code code;
  std::filesystem::rename(partial, options.out, code);
  if (!code) return 0;
  const std::string reason = code.message();
  std::filesystem::remove(partial, code);
  return wrong("--out " + options.out + ": cannot be written: " + reason);
}

}  // namespace
}  // namespace touchstone::bench

int main(int argc, char** argv) {
  touchstone::bench::Options options;
  CLI::App app{
      "Times what has been proved: refuses unless ci/test and ci/fuzz passed on these sources.\n"
      "ci/bench runs it and prints tables."};
  app.add_flag("--list", options.list, "List the tables");
  app.add_option("--table", options.table, "This table alone; left out: all of them");
  app.add_option("--filter", options.filter, "Only rows whose name matches this expression");
  app.add_option("--stamps", options.stamps, "Folder of the stamps")->capture_default_str();
  app.add_option("--out", options.out, "Where the results go, as JSON");
  app.add_option("--seconds", options.seconds, "Time for each repetition of a row")
      ->check(CLI::Range(1e-4, 60.0))
      ->capture_default_str();
  app.add_option("--repetitions", options.repetitions, "Repetitions of each row, interleaved")
      ->check(CLI::Range(2, 1000))
      ->capture_default_str();
  app.failure_message(CLI::FailureMessage::help);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (options.list) return touchstone::bench::list_tables(stdout);
  return touchstone::bench::bench(options);
}
