// The report of a divergence, for a stranger who has never seen the contract.
#pragma once

#include <string>

#include "harness/prover.h"

namespace touchstone::kit {

/// Plain text: who disagrees and how, the Case in words, the window, the tier and the CPU, the
/// file, one command to reproduce, and a GoogleTest to paste. `file` is where the Case was kept
/// (may be empty). `colour` marks the headline, for terminals.
std::string render(const Divergence& divergence, const std::string& file, bool colour);

/// A GoogleTest that fails as long as the divergence exists. Needs `harness/gtest.h`.
std::string pasteable_test(const Divergence& divergence);

/// The CPU's name as the operating system tells it, or "unknown CPU".
std::string cpu_name();

/// A file name that is the same for the same bytes: "divergence-" and 16 hex digits.
std::string divergence_name(std::span<const std::uint8_t> bytes);

/// Keeps the Case under `folder`/<contract>/ and returns the path; empty when it cannot be written.
std::string keep_divergence(const Divergence& divergence, const std::string& folder);

/// Prints the report to standard error, in colour on a terminal.
void print_report(const Divergence& divergence, const std::string& file);

}  // namespace touchstone::kit
