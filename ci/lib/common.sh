# What the commands under ci/ share: messages, the machine, building a preset. Sourced, never run.
# Sourcing it moves to the project's root, so every command works from any folder.
# shellcheck shell=bash

started_in=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 1

# Each word given is a line.
say() { printf '%s\n' "$@"; }
warn() { printf '%s\n' "$@" >&2; }

# die STATUS MESSAGE [LINE...]: 1 when something does not hold, 2 when the command was given wrongly.
die() {
  local status=$1
  printf 'error: %s\n' "$2" >&2
  shift 2
  (($# == 0)) || printf '  %s\n' "$@" >&2
  exit "$status"
}

# The text between the two lines of a script that hold only "#help": its --help.
show_help() { sed -n '/^#help$/,/^#help$/{/^#help$/d;s/^# \{0,1\}//;p}' "$1"; }

# need_value OPTION [VALUE...]: refuses an option at the end of the line that wants a value.
need_value() { (($# > 1)) || die 2 "$1 wants a value; see --help"; }

is_positive() { [[ $1 =~ ^[1-9][0-9]{0,8}$ ]]; }

cores() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN; }

have_clang() { command -v clang++-19 >/dev/null 2>&1; }

# A path as the person who typed it meant it, from the folder the command was started in.
from_start() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$started_in/$1" ;;
  esac
}

# configure PRESET: quiet unless it fails.
configure() {
  mkdir -p work/logs
  local log=work/logs/configure-$1.log
  if ! cmake --preset "$1" >"$log" 2>&1; then
    cat "$log" >&2
    die 1 "configuring preset '$1' failed (above, and in $log); a stale build/$1 may be deleted"
  fi
}

# build PRESET [TARGET...]: everything, or these targets.
build() {
  local preset=$1
  shift
  local targets=()
  (($# == 0)) || targets=(--target "$@")
  cmake --build "build/$preset" --parallel "$(cores)" "${targets[@]}" ||
    die 1 "building preset '$preset' failed (above)"
}

# The options under which sanitized programs run: those of the OSS-Fuzz runner, so that what passes
# here passes there. A caller's own settings win, as the last of each name counts.
sanitizer_options() {
  local asan=alloc_dealloc_mismatch=0:allocator_may_return_null=1:allocator_release_to_os_interval_ms=500
  asan+=:check_malloc_usable_size=0:detect_container_overflow=1:detect_odr_violation=0:detect_leaks=1
  asan+=:detect_stack_use_after_return=1:fast_unwind_on_fatal=0:handle_abort=1:handle_segv=1
  asan+=:handle_sigill=1:max_uar_stack_size_log=16:quarantine_size_mb=10:strict_memcmp=1
  asan+=:symbolize=1:use_sigaltstack=1:strip_path_prefix=$root/
  local ubsan=print_stacktrace=1:print_summary=1:silence_unsigned_overflow=1:symbolize=1:strip_path_prefix=$root/
  export ASAN_OPTIONS=$asan${ASAN_OPTIONS:+:$ASAN_OPTIONS}
  export UBSAN_OPTIONS=$ubsan${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}
  local symbolizer
  symbolizer=$(command -v llvm-symbolizer-19 || true)
  if [[ -n $symbolizer ]]; then
    export ASAN_SYMBOLIZER_PATH=${ASAN_SYMBOLIZER_PATH:-$symbolizer}
  fi
}
