// The trap: a memory fault in a codec becomes a value that can be compared, shrunk and reported.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>

namespace touchstone::kit {

/// A fault that the CPU raised while a subject ran.
struct Fault {
  enum class Access : std::uint8_t { unknown, read, write };
  int signal = 0;
  std::uintptr_t address = 0;  ///< the first byte that could not be touched
  Access access = Access::unknown;
  bool in_guard = false;  ///< the address lies in an unmapped neighbour of a guard arena
};

/// Runs `body(context)`; a fault ends it at once and is returned.
///
/// Faults in guard pages are always caught, whoever else has installed handlers (libFuzzer, a
/// sanitizer): ours are put in front and hand on what is not ours. Other fatal faults of the body
/// are caught too unless a sanitizer is there to explain them better. Must not be nested.
std::optional<Fault> run_trapped(void (*body)(void*), void* context);

template <typename F>
std::optional<Fault> run_trapped(F& body) {
  return run_trapped([](void* f) { (*static_cast<F*>(f))(); }, std::addressof(body));
}

}  // namespace touchstone::kit
