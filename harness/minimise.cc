#include "harness/minimise.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace touchstone::kit {
namespace {

using Bytes = std::vector<std::uint8_t>;

// A child's way to say "diverges". Not 1 and not 23: so end the sanitizers, and they mean death.
constexpr int kDiverged = 71;
using Predicate = std::function<bool(const Bytes&)>;

class Minimiser {
 public:
  Minimiser(Bytes bytes, const Predicate& still_fails, std::size_t budget)
      : best_(std::move(bytes)), still_fails_(still_fails), budget_(budget) {}

  Bytes run() {
    for (bool progress = true; progress && budget_ > 0;) {
      progress = cut();
      progress = lower() || progress;
    }
    return std::move(best_);
  }

 private:
  bool accept(Bytes candidate) {
    if (budget_ == 0 || candidate == best_) return false;
    --budget_;
    if (!still_fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  // Removes runs of bytes, long ones first. The version byte stays.
  bool cut() {
    bool progress = false;
    for (std::size_t length = best_.size() / 2 + 1; length > 0; length /= 2) {
      for (std::size_t end = best_.size(); end > length; --end) {
        Bytes shorter = best_;
        const auto from = shorter.begin() + static_cast<std::ptrdiff_t>(end - length);
        shorter.erase(from, from + static_cast<std::ptrdiff_t>(length));
        if (!accept(std::move(shorter))) continue;
        progress = true;
        end = best_.size() + 1;
      }
    }
    return progress;
  }

  // Makes single bytes smaller: to 0, else to half, else by one.
  bool lower() {
    bool progress = false;
    for (std::size_t i = 1; i < best_.size(); ++i) {
      for (bool lowered = best_[i] != 0; lowered && best_[i] != 0;) {
        lowered = false;
        for (const int value : {0, best_[i] / 2, best_[i] - 1}) {
          Bytes smaller = best_;
          smaller[i] = static_cast<std::uint8_t>(value);
          if (!accept(std::move(smaller))) continue;
          lowered = progress = true;
          break;
        }
      }
    }
    return progress;
  }

  Bytes best_;
  const Predicate& still_fails_;
  std::size_t budget_;
};

}  // namespace

Bytes minimise(Bytes bytes, const Predicate& still_fails, std::size_t budget) {
  return Minimiser(std::move(bytes), still_fails, budget).run();
}

Divergence minimised(const Divergence& found, const TierChoice& tiers) {
  Prover prover(*find_contract(found.contract), tiers);
  const auto same_fault = [&](const Bytes& bytes) {
    const auto again = prover.check_file(bytes);
    return again && again->actual == found.actual;
  };
  if (!same_fault(found.bytes)) return found;
  return *prover.check_file(minimise(found.bytes, same_fault));
}

Ending check_in_child(const AnyContract& contract, const Bytes& bytes, unsigned seconds) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    alarm(seconds);
    Prover prover(contract);
    _exit(prover.check_file(bytes) ? kDiverged : 0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return Ending::death;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Ending::clean;
  return WIFEXITED(status) && WEXITSTATUS(status) == kDiverged ? Ending::divergence : Ending::death;
}

}  // namespace touchstone::kit
