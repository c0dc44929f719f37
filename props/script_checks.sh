# What the scripts that test commands have in common. Sourced, never run.
set -u
export LC_ALL=C NO_COLOR=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
checks=0

# expect STATUS PATTERN... -- COMMAND...: runs the command; its exit status must be STATUS, and what it
# prints must hold every PATTERN as it stands. A pattern that starts with ! must not occur.
expect() {
  local status=$1 patterns=()
  shift
  while [ "$1" != -- ]; do
    patterns+=("$1")
    shift
  done
  shift
  local output got=0
  output=$("$@" 2>&1 </dev/null) || got=$?
  checks=$((checks + 1))
  local wrong=""
  [ "$got" = "$status" ] || wrong="exit status $got, expected $status"
  local pattern
  for pattern in "${patterns[@]}"; do
    case $pattern in
      !*) case $output in *"${pattern#!}"*) wrong="$wrong; says '${pattern#!}'" ;; esac ;;
      *) case $output in *"$pattern"*) ;; *) wrong="$wrong; does not say '$pattern'" ;; esac ;;
    esac
  done
  [ -z "$wrong" ] && return
  failures=$((failures + 1))
  printf 'FAILED: %s\n  %s\n%s\n' "$*" "$wrong" "$output" | head -60
}

# Bytes in hex, as a file.
put() {
  mkdir -p "$(dirname "$1")"
  printf "$(printf '%s' "$2" | sed 's/../\\x&/g')" >"$1"
}

# The CRC-32 of what is read, as gzip writes it: eight bytes before the end, least significant first.
crc32() {
  gzip -1 -c | tail -c 8 | od -An -v -tx1 -N4 | awk '{print $4 $3 $2 $1}'
}

# poke FILE OFFSET HEX: other bytes there.
poke() {
  printf "$(printf '%s' "$3" | sed 's/../\\x&/g')" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# restamp FILE: an index file gets the checksum that its bytes have now.
restamp() {
  poke "$1" $(($(stat -c %s "$1") - 8)) "00000000$(head -c -8 "$1" | crc32)"
}

finish() {
  [ "$checks" -ge "$1" ] || { echo "FAILED: only $checks of $1 checks ran"; exit 1; }
  echo "$checks checks, $failures failed"
  [ "$failures" -eq 0 ]
  exit
}
