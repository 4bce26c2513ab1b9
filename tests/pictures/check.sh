#!/usr/bin/env bash
# Draws the pictures of pictures.txt and compares them with those in this folder, byte for byte; where
# there is xmllint, each picture has to be well-formed.
#
# usage: check.sh [--update] LAYOUTQ
#   --update writes what was drawn into this folder instead: look at it before you believe it.
set -u

update=no
if [ "${1-}" = --update ]; then
  update=yes
  shift
fi
if [ $# -ne 1 ]; then
  echo "usage: check.sh [--update] LAYOUTQ" >&2
  exit 2
fi
binary=$(realpath "$1") || exit 2
cd "$(dirname "$(readlink -f "$0")")" || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

failed=0
complain() {
  echo "$*" >&2
  failed=1
}

drawn=0
while read -r name arguments; do
  case $name in '' | '#') continue ;; esac
  # The layouts in it have no blanks.
  read -ra words <<<"$arguments"
  picture=$scratch/$name.svg
  # The name of the file sets the format.
  "$binary" "${words[@]}" -o "$picture" || complain "$name: layoutq failed"
  "$binary" "${words[@]}" --format html -o "$scratch/page" || complain "$name: no page of it"
  if command -v xmllint >/dev/null && ! xmllint --noout "$picture"; then
    complain "$name: not well-formed"
  fi
  if [ $update = yes ]; then
    cp "$picture" "$name.svg"
  elif ! diff -u "$name.svg" "$picture" >"$scratch/diff"; then
    head -n 40 "$scratch/diff"
    complain "$name: not as expected"
  fi
  drawn=$((drawn + 1))
done <pictures.txt
[ $drawn -gt 0 ] || complain "pictures.txt has no pictures"

exit $failed
