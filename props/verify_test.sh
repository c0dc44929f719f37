#!/usr/bin/env bash
# `touchstone verify`: real indexes pass, and every kind of damage is named with its file.
# Usage: verify_test.sh TOUCHSTONE INDEXES
. "$(dirname "$0")/script_checks.sh"
tool=$1
indexes=$2

# fresh NAME: a copy of an index to be damaged.
fresh() {
  rm -rf "$work/index"
  cp -r "$indexes/$1" "$work/index"
  chmod -R u+w "$work/index"
}

# flip FILE BYTE [BITS]: changes bits of one byte, the lowest unless told otherwise.
flip() {
  local byte
  byte=$(od -An -tu1 -j"$2" -N1 "$1")
  printf "$(printf '\\x%02x' $((byte ^ ${3:-1})))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

bad_lines() { "$tool" verify "$@" 2>/dev/null | grep -c '^BAD'; }

# Sound indexes, of both versions; each and all together; single files.
for index in "$indexes"/*/; do
  expect 0 "; 0 bad" "!BAD" "!note" -- "$tool" verify "$index"
done
expect 0 "4 files checked, and 16 inside compound files" -- "$tool" verify "$indexes/compound"
expect 0 "11 files checked;" -- "$tool" verify --jobs 1 "$indexes/9"
expect 0 "; 0 bad" -- "$tool" verify --jobs 7 "$indexes"/*/
expect 0 "1 files checked;" -- "$tool" verify "$indexes/9/_0.kdd"
expect 0 "1 files checked, and 16 inside" -- "$tool" verify "$indexes/compound/_0.cfs"
expect 0 "11 files checked;" "!note" -- bash -c "cd '$indexes/9' && '$(realpath "$tool")' verify *"

# One bit, at the start, in the middle and in each field of the footer.
kdd=$work/index/_0.kdd
damaged_at() { # BYTE WORDS...
  local byte=$1
  shift
  fresh 9
  flip "$kdd" "$byte"
  expect 1 "BAD $kdd: " "$@" "; 1 bad" -- "$tool" verify "$work/index"
}
size=$(stat -c %s "$indexes/9/_0.kdd")
damaged_at 3 header_magic_mismatch "at byte 0 expected 3fd76c17, found 3fd76c16"
damaged_at 7 codec_mismatch "expected 'Lucene90PointsFormatData', found 'Lubene90PointsFormatData'"
damaged_at 40 id_mismatch "at byte 33 expected"
damaged_at 40000 checksum_mismatch "at byte $((size - 8)) expected"
damaged_at $((size - 16)) footer_magic_mismatch "at byte $((size - 16)) expected c02893e8, found c12893e8"
damaged_at $((size - 9)) unknown_algorithm "at byte $((size - 12)) expected 0, found 1"
damaged_at $((size - 5)) illegal_checksum "at byte $((size - 8)) expected ffffffff, found 1"
damaged_at $((size - 1)) checksum_mismatch "at byte $((size - 8)) expected"

fresh 9
flip "$kdd" 29 128
expect 1 "BAD $kdd: version_too_old" "at byte 29 expected 0 or more, found -2147483648" -- "$tool" verify "$work/index"

# Lengths: cut, extended, and files of 0 to 16 bytes.
fresh 9
truncate -s -1 "$kdd"
expect 1 "BAD $kdd: footer_magic_mismatch" truncated "; 1 bad" -- "$tool" verify "$work/index"
fresh 9
printf x >>"$kdd"
expect 1 "BAD $kdd: footer_magic_mismatch" appended "; 1 bad" -- "$tool" verify "$work/index"
for length in 0 1 15 16; do
  fresh 9
  truncate -s "$length" "$kdd"
  expect 1 "BAD $kdd: " "; 1 bad" -- "$tool" verify "$work/index"
done
fresh 9
: >"$kdd"
expect 1 "BAD $kdd: file_too_small" "expected 16, found 0" -- "$tool" verify "$work/index"

# A file of another segment, and one under another's name.
fresh 9
cp "$indexes/mixed/_0_Lucene90_0.dvd" "$work/index/"
expect 1 "_0_Lucene90_0.dvd: id_mismatch" "but its checksum is right" "; 1 bad" -- "$tool" verify "$work/index"
fresh 9
mv "$work/index/_0.kdi" "$work/index/_0.kdm"
expect 1 "_0.kdm: codec_mismatch" "expected 'Lucene90PointsFormatMeta', found 'Lucene90PointsFormatIndex'" \
  "but its checksum is right" -- "$tool" verify "$work/index"
fresh 9
mv "$work/index/segments_1" "$work/index/segments_2"
expect 1 "segments_2: suffix_mismatch" "expected '2', found '1'" -- "$tool" verify "$work/index"

# Compound files: a byte of an inner file, the table, half of the pair.
fresh compound
flip "$work/index/_0.cfs" 5700
expect 1 "_0.cfs/_0.fdt: checksum_mismatch" "_0.cfs: checksum_mismatch" "; 2 bad" -- "$tool" verify "$work/index"
fresh compound
flip "$work/index/_0.cfs" 7923
expect 1 "BAD $work/index/_0.cfs: illegal_checksum" "; 1 bad" "!_0.fdt" -- "$tool" verify "$work/index"
fresh compound
printf xxxx >>"$work/index/_0.cfs"
expect 1 "BAD $work/index/_0.cfs: footer_magic_mismatch" -- "$tool" verify "$work/index"
# Cut so that it ends in the sound footer of an inner file.
fresh compound
truncate -s $((5632 + 2283)) "$work/index/_0.cfs"
expect 1 "BAD $work/index/_0.cfs: checksum_mismatch" "; 1 bad" -- "$tool" verify "$work/index"
fresh compound
truncate -s 3000 "$work/index/_0.cfs"
expect 1 "_0.cfs/_0.fnm: position_out_of_range" "expected 3932, found 3000" -- "$tool" verify "$work/index"
fresh compound
flip "$work/index/_0.cfe" 60
expect 1 "_0.cfe: checksum_mismatch" "its inner files were not checked" -- "$tool" verify "$work/index"
fresh compound
rm "$work/index/_0.cfe"
expect 1 "no _0.cfe beside it" -- "$tool" verify "$work/index"
fresh 9
rm "$work/index/_0.si"
expect 1 "_0.si: missing" "; 1 bad" -- "$tool" verify "$work/index"

# Inner files that share bytes: digesting each would take as long as somebody likes.
fresh compound
cfe=$work/index/_0.cfe
length_at=$((51 + $(od -An -tu1 -j50 -N1 "$cfe") + 8))
poke "$cfe" $((length_at + 1)) 10
restamp "$cfe"
expect 1 "its inner files were not checked: _0.cfe says that '.fdx' and '.kdi' overlap" "; 1 bad" -- "$tool" verify "$work/index"
expect 1 "_0.cfe: '.fdx' and '.kdi' overlap" -- "$tool" values "$work/index"
# An offset that is negative, and one behind the end.
poke "$cfe" $((length_at - 8)) ffffffffffffffff
restamp "$cfe"
expect 1 "_0.cfe is no good" -- "$tool" verify "$work/index"
expect 1 "_0.cfe: position_out_of_range: an inner file reaches beyond its compound file; at byte $((length_at - 8)) expected" -- "$tool" values "$work/index"
poke "$cfe" $((length_at - 8)) ffffff0000000000
restamp "$cfe"
expect 1 "at byte $((length_at - 8)) expected $(stat -c %s "$work/index/_0.cfs"), found 16777215" -- "$tool" values "$work/index"
poke "$cfe" $((length_at - 8)) 4000000000000000ffffff0000000000
restamp "$cfe"
expect 1 "at byte $length_at expected $(($(stat -c %s "$work/index/_0.cfs") - 64)), found 16777215" -- "$tool" values "$work/index"

# Names that a terminal would obey, and places that are no index.
evil=$work/$'a\e[31m\nb'
shown=$work/'a\x1b[31m\x0ab'
expect 1 "BAD $shown: No such file" '!'$'\e' -- "$tool" verify "$evil"
cp -r "$indexes/9" "$evil"
chmod -R u+w "$evil"
: >"$evil"/$'_0_\e[31m.dvd'
expect 1 "BAD $shown/_0_"'\x1b[31m.dvd: file_too_small' '!'$'\e' -- "$tool" verify "$evil"
rm "$evil"/_0_* "$evil"/*.si
expect 1 "BAD $shown/_0.si: missing" '!'$'\e' -- "$tool" verify "$evil"
rm "$evil"/*
expect 1 "BAD $shown: not an index: no segments_N (Elasticsearch" '!'$'\e' -- "$tool" verify "$evil"
ln -s nowhere "$work/broken"
expect 1 "BAD $work/broken: a symbolic link that leads nowhere" -- "$tool" verify "$work/broken"
ln -s loop "$work/loop"
expect 1 "BAD $work/loop: Too many levels" -- "$tool" verify "$work/loop"
expect 1 "BAD '': " -- "$tool" verify ""
expect 1 "the output cannot be written: No space left" -- bash -c "'$tool' verify '$indexes/9' >/dev/full"

# Several bad files: one line for each, and the others are checked all the same.
fresh shapes
: >"$work/index/_0.fdx"
flip "$work/index/_0.si" 70
truncate -s -5 "$work/index/_0_Lucene90_0.dvd"
checks=$((checks + 1))
[ "$(bad_lines "$work/index")" = 3 ] || { echo "FAILED: not 3 bad lines"; failures=$((failures + 1)); }
expect 1 "18 files checked" "; 3 bad" -- "$tool" verify --jobs 3 "$work/index"

# What is no index, and what cannot be read. The run goes on.
expect 1 "BAD $work/nowhere: " "; 1 bad" "11 files checked" -- "$tool" verify "$work/nowhere" "$indexes/9"
mkdir "$work/empty"
expect 1 "BAD $work/empty: not an index: no segments_N" -- "$tool" verify "$work/empty"
fresh 9
rm "$work/index/segments_1"
expect 1 "an index without a commit" "10 files checked" -- "$tool" verify "$work/index"
fresh 9
rm "$kdd"
mkdir "$kdd"
expect 1 "BAD $kdd: " -- "$tool" verify "$work/index"
if [ "$(id -u)" != 0 ]; then
  fresh 9
  chmod 000 "$kdd"
  expect 1 "BAD $kdd: io_failure: cannot be read: Permission denied" -- "$tool" verify "$work/index"
fi
fresh 9
rm "$kdd"
mkfifo "$kdd"
expect 1 "BAD $kdd: io_failure: cannot be read: not a regular file" -- "$tool" verify "$work/index"
fresh 9
rm "$kdd"
ln -s nowhere "$kdd"
expect 1 "BAD $kdd: " "; 1 bad" -- "$tool" verify "$work/index"

# What is left out, and what is checked without its codec being known.
fresh 9
: >"$work/index/write.lock"
printf hello >"$work/index/notes.txt"
cp "$work/index/_0.kdi" "$work/index/_0.xyz"
expect 0 "passed over $work/index/write.lock: the lock" "passed over $work/index/notes.txt" \
  "_0.xyz: good, of the codec 'Lucene90PointsFormatIndex'" "12 files checked" -- "$tool" verify "$work/index"
flip "$work/index/_0.xyz" 100
expect 1 "_0.xyz: checksum_mismatch" -- "$tool" verify "$work/index"
expect 1 "notes.txt: file_too_small" -- "$tool" verify "$work/index/notes.txt"

# Wrong commands.
expect 2 PATH -- "$tool" verify
expect 2 --jobs -- "$tool" verify --jobs 0 "$indexes/9"
expect 2 "--jobs: 'many' is not a whole number from 1 to 1024" -- "$tool" verify --jobs many "$indexes/9"
expect 2 "'99999999999' is not a whole number" -- "$tool" verify --jobs 99999999999 "$indexes/9"
expect 2 "'-1' is not a whole number" -- "$tool" verify --jobs=-1 "$indexes/9"
expect 2 --jobs -- "$tool" verify --frobnicate "$indexes/9"
expect 0 PATH --jobs "Exit status" -- "$tool" verify --help
finish 68
