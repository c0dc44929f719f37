// `touchstone verify`: every file of an index, on all cores.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>

#include "tools/commands.h"
#include "tools/verify_plan.h"

namespace touchstone::tools {
namespace {

// Large enough that a system call costs nothing beside its copy, small enough for the second-level
// cache, where the CRC finds it.
constexpr std::size_t kBufferBytes = std::size_t{256} << 10;

class Run {
 public:
  explicit Run(VerifyPlan plan) : plan_(std::move(plan)) {
    // The longest first: the last file to be finished should be a short one.
    std::ranges::sort(plan_.pieces, std::greater{}, &Piece::bytes);
    for (const Piece& piece : plan_.pieces) total_ += piece.bytes;
  }

  void check_all(unsigned jobs) {
    const auto start = std::chrono::steady_clock::now();
    {
      std::vector<std::jthread> workers;
      const std::size_t most = std::max<std::size_t>(1, plan_.pieces.size());
      for (unsigned i = 0; i < std::min<std::size_t>(jobs, most); ++i) {
        workers.emplace_back([this] { work(); });
      }
      std::jthread ticker;
      if (isatty(STDERR_FILENO) != 0) {
        ticker = std::jthread([this](const std::stop_token& stop) { tick(stop); });
      }
      for (std::jthread& worker : workers) worker.join();
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    seconds_ = taken.count();
  }

  int report() {
    for (const std::string& line : plan_.bad) complain(line);
    for (const std::string& line : unknown_) std::printf("note: %s\n", line.c_str());
    for (const std::string& line : plan_.passed_over) {
      std::printf("note: passed over %s\n", line.c_str());
    }
    std::size_t inner = 0;
    for (const Piece& piece : plan_.pieces) inner += piece.slice ? 1U : 0U;
    std::printf("%zu files checked", plan_.pieces.size() - inner);
    if (inner != 0) std::printf(", and %zu inside compound files", inner);
    const double bytes = static_cast<double>(bytes_.load());
    std::printf("; %.0f bytes in %.3f s", bytes, seconds_);
    if (seconds_ > 0) std::printf(", %.2f GB/s", bytes / seconds_ / 1e9);
    std::printf("; %zu bad\n", bad_);
    return bad_ == 0 ? 0 : 1;
  }

 private:
  void work() {
    std::vector<std::uint8_t> buffer(kBufferBytes);
    for (;;) {
      const std::size_t next = next_.fetch_add(1);
      if (next >= plan_.pieces.size()) return;
      const Piece& piece = plan_.pieces[next];
      const Finding finding = verify_piece(piece, buffer, progress_);
      bytes_ += finding.bytes;
      const std::lock_guard lock(mutex_);
      if (finding.fault) {
        complain(piece.shown + ": " + *finding.fault);
      } else if (!finding.unknown_codec.empty()) {
        unknown_.push_back(piece.shown + ": good, of the codec '" + finding.unknown_codec +
                           "'; its name tells none that is known here");
      }
    }
  }

  // At once, so that a long run tells what it knows.
  void complain(const std::string& line) {
    bad_ += 1;
    if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r\033[K");
    std::printf("BAD %s\n", line.c_str());
    std::fflush(stdout);
  }

  void tick(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, stop, std::chrono::milliseconds(200),
                          [&] { return stop.stop_requested(); })) {
      const double done = static_cast<double>(progress_.load());
      const double all = static_cast<double>(std::max<std::uint64_t>(total_, 1));
      std::fprintf(stderr, "\r\033[K%.1f of %.1f MB, %.0f %%", done / 1e6, all / 1e6,
                   100 * done / all);
    }
    std::fprintf(stderr, "\r\033[K");
  }

  VerifyPlan plan_;
  std::uint64_t total_ = 0;
  double seconds_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::uint64_t> progress_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
  std::mutex mutex_;  // of what follows, and of stdout
  std::vector<std::string> unknown_;
  std::size_t bad_ = 0;
};

}  // namespace

int verify(const VerifyOptions& options) {
  Run run(plan_verify(options.paths));
  run.check_all(options.jobs != 0 ? options.jobs
                                  : std::max(1U, std::thread::hardware_concurrency()));
  return run.report();
}

}  // namespace touchstone::tools
