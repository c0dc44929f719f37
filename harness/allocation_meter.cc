// Two ways to count. Under a sanitizer, its runtime owns malloc and offers hooks. Elsewhere on
// glibc, malloc and its kin are defined here and forward to glibc's own; operator new of the
// standard library ends in them, so it is counted once. On any other C library only operator new is
// counted.
#include "harness/allocation_meter.h"

#include <cerrno>
#include <cstdlib>
#include <new>

#include "harness/check.h"
#include "harness/sanitizers.h"

namespace touchstone::kit {
namespace {

constinit thread_local std::uint64_t t_allocations = 0;

}  // namespace
}  // namespace touchstone::kit

#if defined(TOUCHSTONE_SANITIZED)

// As the runtimes of both compilers define it; gcc ships no header that declares it.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*,
                                                                           std::size_t),
                                                         void (*on_free)(const volatile void*));

namespace touchstone::kit {
namespace {

void on_malloc(const volatile void*, std::size_t) { ++t_allocations; }
void on_free(const volatile void*) {}

bool install_hooks() { return __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0; }

}  // namespace

std::uint64_t allocations_so_far() {
  static const bool installed = install_hooks();
  TOUCHSTONE_CHECK(installed, "the sanitizer has no free slot for an allocation hook");
  return t_allocations;
}

}  // namespace touchstone::kit

#elif defined(__GLIBC__)

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++touchstone::kit::t_allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++touchstone::kit::t_allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++touchstone::kit::t_allocations;
  return __libc_realloc(block, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++touchstone::kit::t_allocations;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++touchstone::kit::t_allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  ++touchstone::kit::t_allocations;
  void* got = __libc_memalign(alignment, size);
  if (got == nullptr) return ENOMEM;
  *block = got;
  return 0;
}

}  // extern "C"

namespace touchstone::kit {
std::uint64_t allocations_so_far() { return t_allocations; }
}  // namespace touchstone::kit

#else

void* operator new(std::size_t size) {
  ++touchstone::kit::t_allocations;
  if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace touchstone::kit {
std::uint64_t allocations_so_far() { return t_allocations; }
}  // namespace touchstone::kit

#endif

namespace touchstone::kit {

void check_allocation_meter() {
  const std::uint64_t before = allocations_so_far();
  void* volatile raw = std::malloc(1);
  const std::uint64_t after_malloc = allocations_so_far();
  // A direct call: the compiler may leave out the allocation of a new-expression.
  void* volatile object = ::operator new(1);
  const std::uint64_t after_new = allocations_so_far();
  ::operator delete(object);
  std::free(raw);
#if defined(TOUCHSTONE_SANITIZED) || defined(__GLIBC__)
  TOUCHSTONE_CHECK(after_malloc > before, "the allocation meter does not see malloc");
#endif
  TOUCHSTONE_CHECK(after_new > after_malloc, "the allocation meter does not see operator new");
}

}  // namespace touchstone::kit
