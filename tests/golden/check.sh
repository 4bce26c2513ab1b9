#!/usr/bin/env bash
# Runs transcripts and compares what their commands print, byte for byte.
#
# A transcript is a line "$ COMMAND", and below it exactly what the command prints, standard output and
# standard error together, then "[N]" if it exits with N other than 0. It ends at the next command, at a
# line that begins with "# ", or at the end. A .golden file is all transcripts; of a .md file the
# parts count that stand between "```console" and "```".
#
# usage: check.sh [--update] LAYOUTQ FILE...
#   Run it in the repository's root. LAYOUTQ is the binary that the commands find as `layoutq`; they run in a
#   folder that has copies of tests/data and tests/oracle/views. --update writes what was printed into the
#   files instead: look at the difference before you believe it.
set -u

update=no
if [ "${1-}" = --update ]; then
  update=yes
  shift
fi
if [ $# -lt 2 ]; then
  echo "usage: check.sh [--update] LAYOUTQ FILE..." >&2
  exit 2
fi
binary=$(realpath "$1") || exit 2
shift
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/work"
cp tests/data/*.ttgir "$scratch/work"
cp -r tests/oracle/views "$scratch/work"
ln -s "$binary" "$scratch/bin/layoutq"

# Prints what the command $1 prints, then its exit code, unless that is 0.
run_command() {
  local code
  (
    cd "$scratch/work" || exit 2
    unset NO_COLOR
    LC_ALL=C TERM=xterm PATH="$scratch/bin:$PATH" exec bash -c "$1" 2>&1 </dev/null
  )
  code=$?
  [ "$code" -eq 0 ] || echo "[$code]"
}

# Prints the file $1 anew, each command followed by what it prints now.
renew() {
  local line in_transcript=yes
  [[ $1 == *.md ]] && in_transcript=no
  while IFS= read -r line; do
    if [ "$line" = '```console' ]; then
      in_transcript=yes
    elif [ "$line" = '```' ]; then
      in_transcript=no
    elif [ $in_transcript = yes ]; then
      if [[ $line == '$ '* ]]; then
        printf '%s\n' "$line"
        run_command "${line#\$ }"
        continue
      fi
      [[ $line == '# '* ]] || continue
    fi
    printf '%s\n' "$line"
  done <"$1"
}

failed=0
for file in "$@"; do
  if ! grep -q '^\$ ' "$file"; then
    echo "$file: no command in it" >&2
    failed=1
    continue
  fi
  renew "$file" >"$scratch/renewed"
  if [ $update = yes ]; then
    cp "$scratch/renewed" "$file"
  elif ! diff -u --label expected --label printed "$file" "$scratch/renewed"; then
    echo "$file: not as expected" >&2
    failed=1
  fi
done
exit $failed
