#!/usr/bin/env bash
# `touchstone values` on the golden indexes: every numeric field has the values that Lucene read, and
# what is damaged, newer, or not there is refused. Usage: values_test.sh TOUCHSTONE GOLDEN
. "$(dirname "$0")/script_checks.sh"
tool=$1
golden=$2
indexes=$golden/indexes

same() {
  checks=$((checks + 1))
  [ "$2" = "$3" ] && return
  failures=$((failures + 1))
  printf 'FAILED: %s\n  expected %s\n  found    %s\n' "$1" "$2" "$3"
}

# fields INDEX TABLE COLUMN_OF_CRC: each row's values, raw, and their lines.
fields() {
  local index=$1 row values documents crc
  while IFS= read -r row; do
    IFS=$'\t' read -r -a row <<<"$row"
    documents=${row[2]}
    values=$documents
    [ "$3" = 4 ] && values=${row[3]}
    crc=${row[$3]}
    "$tool" values --raw "$indexes/$index" "${row[0]}" >"$work/raw" || same "${row[0]}" 0 "$?"
    same "$index ${row[0]}: values" "$crc" "$(crc32 <"$work/raw")"
    "$tool" values "$indexes/$index" "${row[0]}" >"$work/lines"
    same "$index ${row[0]}: lines" "$values $documents" \
      "$(awk '{ n++; if ($1 != last || n == 1) d++; if ($1 < last) d = "descending"; last = $1 }
              END { print n, d }' "$work/lines")"
    same "$index ${row[0]}: lines as raw" "$(od -An -v -td8 -w8 "$work/raw" | tr -d ' ' | cksum)" \
      "$(cut -d' ' -f2 "$work/lines" | cksum)"
    same "$index ${row[0]}: list" "$values $documents" \
      "$("$tool" values "$indexes/$index" | awk -F'\t' -v f="${row[0]}" '$1 == f { print $5, $6 }')"
    read -r low high <<<"$(cut -d' ' -f2 "$work/lines" | sort -n | sed -n '1p;$p' | tr '\n' ' ')"
    same "$index ${row[0]}: bounds" "$low $high" \
      "$("$tool" values "$indexes/$index" | awk -F'\t' -v f="${row[0]}" '$1 == f { print $7, $8 }')"
    met=$((met + 1))
  done < <(tail -n +2 "$golden/$2")
}
met=0
fields shapes index-shapes-fields.tsv 3
fields shapes index-shapes-multi-fields.tsv 4
fields blocks index-blocks-fields.tsv 3
fields 9 index-9-fields.tsv 3
fields mixed index-mixed-fields.tsv 4
same "fields with known values" 35 "$met"

# Which documents: the rules by which these fields were made.
same "documents of bitmap" "$(awk 'BEGIN { for (d = 0; d < 66500; d++) if (d % 5) print d, d % 3 }' | cksum)" \
  "$("$tool" values "$indexes/9" bitmap | cksum)"
same "documents of multi" "$(awk 'BEGIN { for (d = 0; d < 700; d++) { print d; if (d % 2 == 0) print d } }' | cksum)" \
  "$("$tool" values "$indexes/shapes" multi | cut -d' ' -f1 | cksum)"

# The list: kinds of packing, and nothing but numeric fields.
expect 0 $'w01\tnumeric\tplain\t1\t700\t700\t0\t1' $'multi\tsorted-numeric\t' \
  -- "$tool" values "$indexes/shapes"
expect 0 $'blocks\tnumeric\tblocks\tvaries\t70000' $'blocks_gcd\tnumeric\tblocks+gcd' \
  -- "$tool" values "$indexes/blocks"
expect 0 $'plain\tnumeric' $'numbers\tsorted-numeric' '!set_multi' '!binary' '!sorted_skipped' \
  -- "$tool" values "$indexes/mixed"
expect 0 $'numeric\t' -- "$tool" values "$indexes/compound"

# Wrong commands: status 2, and what there is.
expect 2 "no field with doc values is named 'nonsense'" " w01 " -- "$tool" values "$indexes/shapes" nonsense
expect 2 "not a numeric field: 'set_multi'" "plain" -- "$tool" values "$indexes/mixed" set_multi
expect 2 "no field with doc values is named ''" -- "$tool" values "$indexes/shapes" ""
expect 2 "No such file" -- "$tool" values "$work/nowhere"
expect 2 "Not a directory" -- "$tool" values "$indexes/shapes/_0.si"
mkdir "$work/empty"
expect 2 "no segments_N" -- "$tool" values "$work/empty"
expect 2 INDEX -- "$tool" values
expect 2 "requires FIELD" -- "$tool" values --raw "$indexes/shapes"

# Damage: every file that is read is checked first, and then nothing is printed.
copy() {
  rm -rf "$work/index"
  cp -r "$indexes/$1" "$work/index"
  chmod -R u+w "$work/index"
}
flip() { # FILE OFFSET: another byte there
  local byte
  byte=$(od -An -v -tu1 -j "$2" -N1 "$work/index/$1" | tr -d ' ')
  printf "$(printf '\\x%02x' $((byte ^ 16)))" |
    dd of="$work/index/$1" bs=1 seek="$2" conv=notrunc status=none
}
for file in segments_1 _0.si _0.fnm _0_Lucene90_0.dvm _0_Lucene90_0.dvd _0_Lucene90_0.dvp; do
  size=$(stat -c %s "$indexes/shapes/$file")
  for at in 0 6 30 $((size / 2)) $((size - 17)) $((size - 1)); do
    copy shapes
    flip $file $at
    expect 1 "BAD $work/index/$file" '!w01' -- "$tool" values "$work/index"
    expect 1 "BAD $work/index/$file" -- "$tool" values --raw "$work/index" w01
  done
  copy shapes
  truncate -s -1 "$work/index/$file"
  expect 1 "BAD $work/index/$file" '!w01' -- "$tool" values "$work/index"
  copy shapes
  rm "$work/index/$file"
  [ $file = segments_1 ] || expect 1 "BAD $work/index/$file" "io_failure" -- "$tool" values "$work/index"
done
size=$(stat -c %s "$indexes/compound/_0.cfs")
for damage in "_0.cfe 70" "_0.cfe 30" "_0.cfs 8" "_0.cfs 30" "_0.cfs $((size - 14))"; do
  copy compound
  flip $damage
  expect 1 "BAD $work/index/${damage% *}" '!w01' -- "$tool" values "$work/index"
done
copy compound
truncate -s -1 "$work/index/_0.cfs"
expect 1 "BAD $work/index/_0.cfs" '!w01' -- "$tool" values "$work/index"
# The file of another index: its own checksum is right.
copy shapes
cp "$indexes/mixed/_0_Lucene90_0.dvd" "$work/index"
chmod u+w "$work/index/_0_Lucene90_0.dvd"
expect 1 "_0_Lucene90_0.dvd: id_mismatch" -- "$tool" values "$work/index"
# Files that are not read may be damaged: that is what \`verify\` is for.
copy shapes
flip _0.fdt 100
expect 0 $'w01\t' -- "$tool" values "$work/index"

# Sound files that say what cannot be. The same byte again and a new checksum change nothing.
copy shapes
poke "$work/index/_0.si" 70 bc
restamp "$work/index/_0.si"
same "restamped, unchanged" "$(cksum <"$indexes/shapes/_0.si")" "$(cksum <"$work/index/_0.si")"
documents() { # NUMBER: the index has so many documents
  poke "$work/index/_0.si" 70 "$(printf '%02x%02x0000' $(($1 & 255)) $(($1 >> 8)))"
  restamp "$work/index/_0.si"
}
for few in 699 0; do
  copy shapes
  documents $few
  for what in "" w01 "--raw w01" multi; do
    "$tool" values "$work/index" $what >"$work/out" 2>"$work/err"
    same "documents that are not there, $what: status" 1 "$?"
    same "documents that are not there, $what: output" "" "$(cat "$work/out")"
    # Of all fields the first in the metadata is the first that is found to be wrong.
    field=${what#--raw }
    same "documents that are not there, $what: fault" \
      "BAD $work/index/_0_Lucene90_0.dvd: field '${field:-delta_small}': 700 documents have a value, in a segment of $few" \
      "$(cat "$work/err")"
  done
done
copy 9
poke "$work/index/_0.si" 71 02 # 66500 documents were 103c4, are 102c4
restamp "$work/index/_0.si"
expect 1 "field 'bitmap': document 66499 has a value, in a segment of 66244" '!w01' -- "$tool" values "$work/index" bitmap

# Deleted documents: they and their values are there until a merge.
copy shapes
poke "$work/index/segments_1" 84 000000000000000100000005
restamp "$work/index/segments_1"
"$tool" values "$work/index" w20 >"$work/lines" 2>"$work/err"
same "deletions: status" 0 "$?"
same "deletions: values" "$("$tool" values "$indexes/shapes" w20 | cksum)" "$(cksum <"$work/lines")"
same "deletions: note" "note: segment _0 has 5 deleted documents; their values are shown" "$(cat "$work/err")"
expect 0 "values are shown" "no merge" -- "$tool" values --help
poke "$work/index/segments_1" 92 000002bd
restamp "$work/index/segments_1"
expect 1 "_0.si: 700 documents, of which the commit says that 701 are deleted" -- "$tool" values "$work/index" w20

# A field that was updated later.
name=$(grep -obUa w01 "$indexes/shapes/_0.fnm" | cut -d: -f1)
copy shapes
poke "$work/index/_0.fnm" $((name + 8)) 0200000000000000
restamp "$work/index/_0.fnm"
expect 0 $'w01\tnumeric\tnot supported: its values were updated' $'w02\tnumeric\tplain' -- "$tool" values "$work/index"
expect 1 "'w01' is not supported: its values were updated" '!0 ' -- "$tool" values "$work/index" w01
expect 0 "0 " -- "$tool" values "$work/index" w02

# Another way to write a name, and names that a terminal would obey.
expect 2 "no field with doc values is named 'W01'; did you mean 'w01'?" -- "$tool" values "$indexes/shapes" W01
expect 2 "and 6 more" -- "$tool" values "$indexes/shapes" nonsense
copy shapes
poke "$work/index/_0.fnm" "$name" 1b5b6d
restamp "$work/index/_0.fnm"
expect 0 $'\\x1b[m\tnumeric' '!'$'\e' -- "$tool" values "$work/index"
expect 2 'numeric fields: \x1b[m w02' '!'$'\e' -- "$tool" values "$work/index" w01
expect 0 "0 " -- "$tool" values "$work/index" $'\e[m'
expect 2 '\x1b[m' '!'$'\e' -- "$tool" values "$indexes/shapes" $'\e[m'
evil=$work/$'a\e[31m\nb'
mv "$work/index" "$evil"
truncate -s -1 "$evil/_0_Lucene90_0.dvd"
expect 1 'BAD '"$work"'/a\x1b[31m\x0ab/_0_Lucene90_0.dvd: ' '!'$'\e' -- "$tool" values "$evil"
rm "$evil"/_0.si
expect 1 'a\x1b[31m\x0ab/_0.si: ' '!'$'\e' "No such file" -- "$tool" values "$evil"
expect 2 'a\x1b[31m\x0ab/x: No such file' '!'$'\e' -- "$tool" values "$evil/x"

# Wrong places.
ln -s nowhere "$work/broken"
expect 2 "$work/broken: No such file" -- "$tool" values "$work/broken"
expect 2 "'': No such file" -- "$tool" values ""
expect 2 "segments_1: Not a directory; an index is the directory of its files" -- "$tool" values "$indexes/9/segments_1"
expect 2 "Elasticsearch" -- "$tool" values "$indexes"

# Outputs: none that takes it, one that is full, one whose reader has gone, a terminal.
for what in "values '$indexes/blocks'" "values '$indexes/blocks' blocks" "values --raw '$indexes/blocks' blocks"; do
  expect 1 "error: the output cannot be written: No space left on device" -- bash -c "'$tool' $what >/dev/full"
  expect 1 "error: the output cannot be written: Bad file descriptor" -- bash -c "'$tool' $what >&-"
done
for what in "blocks" "--raw blocks"; do
  "$tool" values "$indexes/blocks" $what 2>"$work/err" | head -c 4 >"$work/out"
  status=${PIPESTATUS[0]}
  # By the signal; or, where whoever started this ignores that, as below.
  [ "$status" = 1 ] || same "$what | head: status" 141 "$status"
  same "$what | head: errors" "" "$(cat "$work/err")"
  same "$what | head: output" 4 "$(stat -c %s "$work/out")"
done
(
  trap '' PIPE
  "$tool" values "$indexes/blocks" blocks 2>"$work/err"
  echo "status $?" >>"$work/err"
) | head -1 >/dev/null
same "a reader that has gone, and no signal" "status 1" "$(cat "$work/err")"
expect 2 "not to a terminal" "> FILE" -- script -qec "'$tool' values --raw '$indexes/blocks' blocks" /dev/null
expect 0 "0 7" -- script -qec "'$tool' values '$indexes/blocks' blocks" /dev/null
finish 342
