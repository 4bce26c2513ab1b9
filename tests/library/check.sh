#!/usr/bin/env bash
# Installs core from a build and builds the program in this folder with it, as users without fmt and CLI11 would: by
# g++ and, if it is installed, by clang++.
#
# usage: check.sh BUILD_FOLDER
set -eu

if [ $# -ne 1 ]; then
  echo "usage: check.sh BUILD_FOLDER" >&2
  exit 2
fi
build=$(realpath "$1")
cd "$(dirname "$(readlink -f "$0")")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

complain() {
  echo "tests/library: $*" >&2
  exit 1
}

# Runs a command and prints its output only if it fails.
quietly() {
  "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2 && complain "failed: $*"; }
}

# The README shows the example that is built here.
shown() {
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" ../../README.md | sed '1d;$d'
}
shown cpp | diff -u --label example.cpp --label README.md example.cpp - || complain "the README shows another example"
sed -n '/^find_package/,$p' CMakeLists.txt | diff -u --label CMakeLists.txt --label README.md - <(shown cmake) ||
  complain "the README shows another CMakeLists.txt"

installed=$scratch/installed
headers=$installed/include/layoutq
quietly cmake --install "$build" --component library --prefix "$installed"
archive=$(find "$installed" -name liblayoutq_core.a)
[ -n "$archive" ] || complain "no archive was installed"
[ ! -e "$installed/bin" ] || complain "the program came with the library"

for compiler in g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  quietly cmake -S . -B "$scratch/$compiler" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$installed" \
    -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'
  quietly cmake --build "$scratch/$compiler"
  "$scratch/$compiler/example" >"$scratch/printed" || complain "by $compiler: the example fails"
  diff -u --label expected --label "by $compiler" - "$scratch/printed" <<<"warp 1, lane 5, register 2" ||
    complain "by $compiler: not as expected"
done

# Compiles every header and links the whole archive, not only what the example uses. -MD lists all files that were read.
(cd "$headers" && find core -name '*.h' | sort | sed 's/.*/#include "&"/') >"$scratch/all.cpp"
grep -q core/layout/layout.h "$scratch/all.cpp" || complain "headers are missing"
echo 'int main() {}' >>"$scratch/all.cpp"
quietly g++ -std=c++20 -I"$headers" -MD -MF "$scratch/read" "$scratch/all.cpp" -o "$scratch/all" \
  -Wl,--whole-archive "$archive" -Wl,--no-whole-archive
! grep -E '/(fmt|CLI)/' "$scratch/read" || complain "headers include more than the standard library"
# Bytecode of link-time optimisation would suit only one version of one compiler.
readelf -SW "$archive" >"$scratch/sections"
! grep -F .gnu.lto_ "$scratch/sections" || complain "the archive holds bytecode"
