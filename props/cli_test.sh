#!/usr/bin/env bash
# The touchstone command with the project's own contracts: what it says of wrong requests, and how it
# ends. Usage: cli_test.sh TOUCHSTONE
. "$(dirname "$0")/script_checks.sh"
tool=$1
corpus=$work/corpus
decode=group_varint_decode

# Wrong requests: status 2, and a list of what there is.
expect 2 "no contract named 'nonsense'" group_varint_decode group_varint_encode -- "$tool" replay nonsense
expect 2 "no contract named 'nonsense'" group_varint_encode -- "$tool" sweep nonsense
expect 2 "no contract named 'nonsense'" group_varint_encode -- "$tool" show nonsense "$work"
expect 2 "no contract named 'nonsense'" -- "$tool" adopt "$work/x" --name a-bug --contract nonsense
expect 2 "no contract named 'nonsense'" -- "$tool" minimise nonsense "$work/x" --out "$work/y"
expect 2 "no contract named 'nonsense'" -- "$tool" corpus seeds nonsense --corpus "$corpus"
expect 2 "no contract named 'nonsense'" -- "$tool" corpus merge nonsense "$work" --corpus "$corpus"
expect 2 "unknown tier 'mmx'" "has: scalar" -- "$tool" sweep $decode --cases 1 --tier mmx
expect 2 "unknown tier 'mmx'" "has: scalar" -- "$tool" sweep $decode --cases 1 --require-tiers scalar,mmx
expect 2 "unknown tier 'mmx'" "has: scalar" -- "$tool" replay $decode --tier mmx
expect 2 --frobnicate --cases --seed -- "$tool" sweep --frobnicate
expect 2 replay sweep adopt -- "$tool" frobnicate
expect 2 "subcommand is required" replay sweep -- "$tool"
expect 2 --cases -- "$tool" sweep --cases -5
for wrong in 0 -1 99999999999999999999 1e9 abc 0x10; do
  expect 2 "--cases" "'$wrong' is not a whole number from 1 to" -- "$tool" sweep --cases="$wrong"
  expect 2 "--most" "is not a whole number" -- "$tool" corpus merge $decode "$work" --most="$wrong"
done
expect 2 "--seed" "'-1' is not a whole number from 0 to 18446744073709551615" -- "$tool" sweep --seed=-1
expect 2 "there is no subcommand 'frobnicate'" -- "$tool" frobnicate
expect 2 "there is no subcommand 'frobnicate'" upgrade -- "$tool" corpus frobnicate
expect 2 FILE -- "$tool" show $decode
expect 0 replay sweep adopt show -- "$tool" --help
expect 0 --cases --seed --tier -- "$tool" sweep --help

# Looking.
expect 0 $decode believes proves -- "$tool" list
expect 0 $decode -- "$tool" list --names
expect 0 "scalar     runs here" -- "$tool" tiers

# A corpus that proves nothing.
expect 1 "$corpus: no such folder; say --corpus" -- "$tool" replay $decode --corpus "$corpus"
expect 1 "no such folder" -- "$tool" replay --corpus "$corpus"
expect 1 "no such folder; say --corpus" -- "$tool" corpus lint --corpus "$corpus"
expect 1 "no such folder; say --corpus" -- "$tool" corpus upgrade --corpus "$corpus"
expect 1 "'': no such folder" -- "$tool" corpus lint --corpus ""
mkdir -p "$corpus"
expect 1 "$corpus/$decode: no such folder" -- "$tool" replay $decode --corpus "$corpus"
mkdir -p "$corpus/$decode/seeds"
expect 1 "holds not a single Case" -- "$tool" replay $decode --corpus "$corpus"
expect 1 "holds not a single Case" -- "$tool" corpus lint --corpus "$corpus"
expect 1 "missing, or not what the contract makes" -- "$tool" corpus seeds $decode --check --corpus "$corpus"
put "$corpus/$decode/seeds/empty" 01
expect 1 "never reached" "1 Cases replayed" -- "$tool" replay $decode --corpus "$corpus"

# Single files.
put "$work/case" 01
expect 0 "1 Cases replayed" "tiers: scalar" -- "$tool" replay $decode "$work/case"
expect 0 "truth     ok" "values into 32-bit" -- "$tool" show $decode "$work/case"
expect 1 "$work/nowhere" -- "$tool" replay $decode "$work/nowhere"
expect 1 "$work/nowhere" -- "$tool" replay $decode "$work/case" "$work/nowhere"
expect 1 "not a regular file" -- "$tool" replay $decode "$work"
put "$work/future" ff0102
expect 1 "$work/future" "version" -- "$tool" replay $decode "$work/future"
expect 2 "version 255 is not one that $decode knows" -- "$tool" show $decode "$work/future"
expect 2 "$work/nowhere" -- "$tool" show $decode "$work/nowhere"
expect 2 "not a regular file" -- "$tool" show $decode "$work"

# Names with control characters, which a terminal would obey, and with bytes that are no text.
evil=$work/$'a\e[31m\nb\x9b\xc2\x9bc'
shown='a\x1b[31m\x0ab\x9b\xc2\x9bc'
expect 2 "no contract named '$shown'" '!'$'\e' -- "$tool" replay "${evil##*/}"
expect 2 "$shown" '!'$'\e' -- "$tool" show $decode "$evil"
expect 1 "$shown" '!'$'\e' -- "$tool" replay $decode "$evil"
expect 2 "$shown" '!'$'\e' -- "$tool" minimise $decode "$evil" --out "$work/small"
expect 2 "$shown" '!'$'\e' -- "$tool" adopt "$evil" --name a-bug --contract $decode --corpus "$corpus"
expect 1 "$shown" '!'$'\e' -- "$tool" corpus lint --corpus "$evil"
expect 2 "$shown" '!'$'\e' -- "$tool" corpus merge $decode "$evil" --corpus "$corpus"
expect 2 "there is no subcommand '$shown'" '!'$'\e' -- "$tool" "${evil##*/}"
expect 2 "$shown" '!'$'\e' -- "$tool" list "${evil##*/}"
ln -s nowhere "$work/broken"
expect 2 "$work/broken: No such file" -- "$tool" show $decode "$work/broken"

# An output that is not taken: everything was for nothing.
for command in --help list "list --names" tiers "replay $decode $work/case" "show $decode $work/case"; do
  expect 1 "the output cannot be written: No space left" -- bash -c "'$tool' $command >/dev/full"
  expect 1 "the output cannot be written: Bad file" -- bash -c "'$tool' $command >&-"
done

# Keeping.
expect 2 "$work/nowhere" -- "$tool" minimise $decode "$work/nowhere" --out "$work/small"
expect 1 "nothing to minimise" -- "$tool" minimise $decode "$work/case" --out "$work/small"
expect 2 "names no contract" -- "$tool" adopt "$work/nowhere" --name a-bug --corpus "$corpus"
expect 2 "$work/nowhere" -- "$tool" adopt "$work/nowhere" --name a-bug --contract $decode --corpus "$corpus"
expect 2 "lower-case words" -- "$tool" adopt "$work/case" --name A_Bug --contract $decode --corpus "$corpus"
expect 2 "unknown version" "is it a Case of $decode?" -- "$tool" adopt "$work/future" --name a-bug --contract $decode --corpus "$corpus"
[ ! -e "$corpus/$decode/regress/a-bug" ] || { echo "FAILED: adopted in spite of errors"; failures=$((failures + 1)); }
expect 2 "no such folder" -- "$tool" corpus merge $decode "$work/nowhere" --corpus "$corpus"

# A corrupt file is named by lint.
for contract in $("$tool" list --names); do
  mkdir -p "$corpus/$contract/seeds"
done
expect 0 "seeds by rule" -- "$tool" corpus seeds --corpus "$corpus"
expect 0 "0 written" -- "$tool" corpus seeds --check --corpus "$corpus"
rm -f "$corpus/$decode/seeds/empty"
expect 0 "is sound" -- "$tool" corpus lint --corpus "$corpus"
put "$corpus/$decode/seeds/corrupt" 7f00112233
expect 1 "seeds/corrupt: unknown version 127" "1 faults" -- "$tool" corpus lint --corpus "$corpus"
expect 1 "seeds/corrupt" -- "$tool" corpus upgrade --corpus "$corpus"
expect 1 "seeds/corrupt" -- "$tool" replay $decode --corpus "$corpus"
put "$corpus/$decode/seeds/corrupt" 01ffffffffffff
expect 1 "seeds/corrupt: the Case it draws is recorded differently" -- "$tool" corpus lint --corpus "$corpus"
expect 0 "1 files rewritten" "seeds/corrupt" -- "$tool" corpus upgrade --corpus "$corpus"
expect 0 "is sound" -- "$tool" corpus lint --corpus "$corpus"

# Each contract aborts in a function of its own: crash deduplication tells them apart by its address.
contracts=$("$tool" list --names | wc -l)
addresses=$(nm "$tool" | grep -o '^[0-9a-f]* [tT] .*touchstone_divergence_in_' | sort -u | wc -l)
checks=$((checks + 1))
[ "$contracts" -ge 2 ] && [ "$addresses" = "$contracts" ] ||
  { echo "FAILED: $contracts contracts, $addresses abort symbols"; failures=$((failures + 1)); }
finish 88
