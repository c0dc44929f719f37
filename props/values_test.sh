#!/usr/bin/env bash
# `touchstone values` on the golden indexes: every numeric field has the values that Lucene read, and
# what is damaged, newer, or not there is refused. Usage: values_test.sh TOUCHSTONE GOLDEN
. "$(dirname "$0")/script_checks.sh"
tool=$1
golden=$2
indexes=$golden/indexes

# The CRC-32 of what is read, as gzip writes it: eight bytes before the end, least significant first.
crc32() {
  gzip -1 -c | tail -c 8 | od -An -v -tx1 -N4 | awk '{print $4 $3 $2 $1}'
}

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
expect 2 "no field named 'nonsense'" "w01" "multi_single" -- "$tool" values "$indexes/shapes" nonsense
expect 2 "not a numeric field: 'set_multi'" "plain" -- "$tool" values "$indexes/mixed" set_multi
expect 2 "no field named ''" -- "$tool" values "$indexes/shapes" ""
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

# An output that cannot be written.
[ -e /dev/full ] && {
  "$tool" values "$indexes/blocks" blocks >/dev/full 2>"$work/err"
  same "status on a full disk" 1 "$?"
}
finish 280
