// What a command says and how it ends when its output is not taken.
#pragma once

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace touchstone::tools {

/// Gives the status of a command that could not tell all it had to. A reader that has gone, such as
/// `head`, has what it wanted: that is no news to anybody. (Mostly the signal is quicker: SIGPIPE
/// ends a command, unless whoever started it ignores that.)
inline int report_output_failure(int reason) {
  if (reason != EPIPE) {
    std::fprintf(
        stderr, "error: the output cannot be written: %s\n",
        reason == 0 ? "it was refused before" : std::generic_category().message(reason).c_str());
  }
  return 1;
}

}  // namespace touchstone::tools
