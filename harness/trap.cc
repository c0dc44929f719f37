#include "harness/trap.h"

#include <csetjmp>
#include <csignal>
#include <cstring>

#include <ucontext.h>

#include "harness/check.h"
#include "harness/guard_arena.h"
#include "harness/sanitizers.h"

namespace touchstone::kit {
namespace {

struct Frame {
  sigjmp_buf back;
  Fault fault;
};

thread_local Frame* t_frame = nullptr;

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction g_previous[std::size(kSignals)];

Fault::Access access_of([[maybe_unused]] const void* context) {
#if defined(__x86_64__) && defined(__linux__)
  // Bit 1 of the page-fault error code tells a write.
  const auto* machine = static_cast<const ucontext_t*>(context);
  return (machine->uc_mcontext.gregs[REG_ERR] & 2) != 0 ? Fault::Access::write
                                                        : Fault::Access::read;
#else
  return Fault::Access::unknown;
#endif
}

// Whoever handled the signal before us gets it; without one, the default action ends the process.
void hand_on(int signal, siginfo_t* info, void* context) {
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    if (kSignals[i] != signal) continue;
    const struct sigaction& previous = g_previous[i];
    if ((previous.sa_flags & SA_SIGINFO) != 0 && previous.sa_sigaction != nullptr) {
      previous.sa_sigaction(signal, info, context);
      return;
    }
    if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
      previous.sa_handler(signal);
      return;
    }
  }
  std::signal(signal, SIG_DFL);  // the instruction runs again, and faults for good
}

// Without a sanitizer every fault of a subject is ours to tell; with one, it explains better what
// is not a guard page.
bool is_ours([[maybe_unused]] bool in_guard) {
#if defined(TOUCHSTONE_SANITIZED)
  return in_guard;
#else
  return true;
#endif
}

void on_fault(int signal, siginfo_t* info, void* context) {
  Frame* frame = t_frame;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const bool memory = signal == SIGSEGV || signal == SIGBUS;
  const bool in_guard = memory && is_guard_address(address);
  if (frame == nullptr || !is_ours(in_guard)) return hand_on(signal, info, context);
  frame->fault = {signal, address, memory ? access_of(context) : Fault::Access::unknown, in_guard};
  siglongjmp(frame->back, 1);
}

void install() {
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  // NODEFER: we leave the handler by a jump that does not restore the signal mask, which would cost
  // every trapped call two system calls.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    TOUCHSTONE_CHECK(sigaction(kSignals[i], &action, &g_previous[i]) == 0,
                     "the handler for memory faults could not be installed");
  }
}

}  // namespace

std::optional<Fault> run_trapped(void (*body)(void*), void* context) {
  static const bool installed = (install(), true);
  TOUCHSTONE_CHECK(installed && t_frame == nullptr, "trapped calls must not be nested");
  Frame frame;
  t_frame = &frame;
  if (sigsetjmp(frame.back, 0) != 0) {
    t_frame = nullptr;
    return frame.fault;
  }
  try {
    body(context);
  } catch (...) {
    t_frame = nullptr;
    throw;
  }
  t_frame = nullptr;
  return std::nullopt;
}

}  // namespace touchstone::kit
