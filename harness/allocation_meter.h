// The allocation meter: how often this thread has asked for memory, by operator new or by malloc.
#pragma once

#include <cstdint>

namespace touchstone::kit {

/// Allocations of this thread so far. Take the difference around a call.
/// Every form counts: malloc, calloc, realloc, aligned allocation, and operator new above them.
std::uint64_t allocations_so_far();

/// Aborts unless the meter sees an allocation by malloc and one by operator new: a meter that has
/// silently stopped counting would prove everything.
void check_allocation_meter();

}  // namespace touchstone::kit
