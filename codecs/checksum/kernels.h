// What the table of kernels and the kernels need to know of each other. Internal to the checksum.
#pragma once

#include <cstdint>
#include <span>

namespace touchstone::checksum {

/// The kernel in plain C++, in the form that Highway gives the others: a namespace per target.
namespace scalar {
std::uint32_t update(std::uint32_t before, std::span<const std::uint8_t> bytes);
}  // namespace scalar

}  // namespace touchstone::checksum
