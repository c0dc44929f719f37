#!/usr/bin/env bash
# Every runner of a contract that is broken must fail, say why, and keep the Case.
# Usage: broken_runners_test.sh TOOL PROPERTY FUZZER, each linked with broken_toy alone
. "$(dirname "$0")/script_checks.sh"
# An abort must be seen as one: a sanitizer that handles it would end the process with its own status.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_abort=0
tool=$1 property=$2 fuzzer=$3
corpus=$work/corpus crashes=$work/crashes
divergence="DIVERGENCE in broken_toy: toy at tier bad output differs first at index"
smallest="bytes: f1"

# The property run finds it, shrinks it and keeps it; without the broken tier it passes.
expect 1 "$divergence" "$smallest" "expect_holds" "ci/reproduce $crashes/broken_toy/divergence-" \
  -- "$property" --crashes "$crashes"
expect 1 "$divergence" "$smallest" -- "$property" --crashes "$crashes" --seed 99 --tier bad
expect 0 "tiers: good checked (1 of 3); not run: bad (not asked for), absent (not this CPU)" \
  "a byte above 0xf0" "!DIVERGENCE" -- "$property" --tier good
expect 1 "FAILED: required tier absent was not checked" -- "$property" --tier good --require-tiers absent
expect 1 "FAILED: class never reached" -- "$property" --tier good --cases 1
expect 2 "unknown tier 'iron'" "has: good bad absent" -- "$property" --tier iron

# So does the sweep.
expect 1 "$divergence" "$smallest" "found by Case" -- "$tool" sweep --cases 100000 --crashes "$crashes"
expect 0 "tiers: good checked" -- "$tool" sweep --tier good --cases 5000
expect 1 "class never reached" -- "$tool" sweep --tier good --cases 1
expect 1 "required tier absent was not checked" -- "$tool" sweep --tier good --require-tiers absent --cases 5000

# A fuzz target aborts, in the contract's own function, and returns 0 for what holds.
crash=$(ls -d "$crashes"/broken_toy/divergence-* | head -1)
put "$work/good" 01050607
put "$work/future" 630506
export TOUCHSTONE_CRASHES=$work/fuzz-crashes
expect 0 "returned 0 for every input" "2 Cases" "1 inputs of unknown version" \
  -- "$fuzzer" "$work/good" "$work/good" "$work/future"
expect 134 "$divergence" "!returned 0" -- "$fuzzer" "$work/good" "$crash"
[ -n "$(ls "$work/fuzz-crashes/broken_toy" 2>/dev/null)" ] || { echo "FAILED: no crash kept"; failures=1; }
expect 0 "input $crash" "!input --tier" "tiers: good checked" -- "$fuzzer" --tier=good "$crash"
expect 2 "required tier absent cannot run here" -- "$fuzzer" --require-tiers=absent "$work/good"
expect 2 "unknown tier 'iron'" -- "$fuzzer" --tier=iron "$work/good"

# From crash to regression test.
expect 1 "$divergence" -- "$tool" replay broken_toy "$crash"
expect 0 "key" "reaches   a byte above 0xf0" -- "$tool" show broken_toy "$crash"
put "$work/large" 01070102030405f70809f10a0b0c
expect 0 "3 bytes, was 14; it diverges" -- "$tool" minimise broken_toy "$work/large" --out "$work/small"
expect 1 "$divergence" -- "$tool" replay broken_toy "$work/small"
put "$work/deadly" 0107444945010203040506
expect 0 "5 bytes, was 11; it ends the process" \
  -- "$tool" minimise broken_toy "$work/deadly" --out "$work/small-deadly"
expect 0 "2 seeds by rule, 2 written" -- "$tool" corpus seeds --corpus "$corpus"
expect 0 "today it diverges" -- "$tool" adopt "$crash" --name last-byte-flipped --corpus "$corpus"
expect 2 "exists already" -- "$tool" adopt "$work/large" --name last-byte-flipped --contract broken_toy --corpus "$corpus"
expect 0 "is sound" -- "$tool" corpus lint --corpus "$corpus"
expect 1 "$divergence" "regress/last-byte-flipped" -- "$tool" replay --corpus "$corpus"
expect 0 "3 Cases replayed" "!FAILED" -- "$tool" replay --corpus "$corpus" --tier good
rm "$corpus/broken_toy/regress/last-byte-flipped"
expect 1 "FAILED: class never reached: a byte above 0xf0" -- "$tool" replay --corpus "$corpus" --tier good
finish 27
