#!/usr/bin/env bash
# Installs the kit and proves docs/example with it, as a project of somebody else's would.
#   installed_kit_test.sh SOURCE_DIR BUILD_DIR CXX_COMPILER
set -euo pipefail

source_dir=$1 build_dir=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build_dir" --prefix "$work/prefix" > "$work/install.log" || { cat "$work/install.log"; exit 1; }
cp -r "$source_dir/docs/example" "$work/example"
cmake -G Ninja -S "$work/example" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$compiler"
cmake --build "$work/build"
ctest --test-dir "$work/build" --output-on-failure --no-tests=error

# The proof must be able to fail: an example broken by hand has to be caught by the same tests.
sed -i 's/in\[i\] >> 31/in[i] >> 30/' "$work/example/zigzag.h"
grep -q 'in\[i\] >> 30' "$work/example/zigzag.h"
cmake --build "$work/build"
if ctest --test-dir "$work/build" > "$work/broken.log"; then
  cat "$work/broken.log"
  echo "the broken example passed its tests" >&2
  exit 1
fi
grep -q 'property.zigzag' "$work/broken.log"
echo "installed kit: the example is proved, and its broken form refused"
