#!/usr/bin/env bash
# Runs transcripts and compares what their commands print, byte for byte.
#
# A transcript is a line "$ COMMAND", followed by exactly what the command prints, standard output and standard error
# together, and by "[N]" if it exits with a code N other than 0. It ends at the next command, at a line that begins with
# "# ", or at the end of the file. A .golden file consists of transcripts; in a .md file they stand between "```console"
# and "```".
#
# usage: check.sh [--update] LAYOUTQ FILE...
#   Run it in the root of the repository. The commands find the program LAYOUTQ as `layoutq`. They run in a temporary
#   folder that has copies of tests/data and tests/oracle/views. As many files are checked side by side as there are
#   cores. --update writes what was printed into the files instead: look at the difference before you commit it.
set -u

arguments=("$@")
update=no
if [ "${1-}" = --update ]; then
  update=yes
  shift
fi
if [ $# -lt 2 ]; then
  echo "usage: check.sh [--update] LAYOUTQ FILE..." >&2
  exit 2
fi
if [ $# -gt 2 ]; then
  files=("${@:2}")
  printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$(nproc)" "$0" "${arguments[@]:0:$((${#arguments[@]} - ${#files[@]}))}"
  exit
fi
binary=$(realpath "$1") || exit 2
file=$2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/work"
cp tests/data/*.ttgir "$scratch/work" || exit 2
cp -r tests/oracle/views "$scratch/work" || exit 2
ln -s "$binary" "$scratch/bin/layoutq"
unset NO_COLOR
export LC_ALL=C TERM=xterm PATH="$scratch/bin:$PATH"

# Prints what the command $1 prints, then its exit code unless that is 0. A subshell runs it, since a new bash for each
# command would take most of the time.
run_command() {
  local code
  (
    cd "$scratch/work" || exit 2
    set +u
    eval "$1"
  ) 2>&1 </dev/null
  code=$?
  [ "$code" -eq 0 ] || echo "[$code]"
}

# Prints the file $1 with the output of each command replaced by what it prints now.
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

if ! grep -q '^\$ ' "$file"; then
  echo "$file: contains no command" >&2
  exit 1
fi
renew "$file" >"$scratch/renewed"
if [ $update = yes ]; then
  cp "$scratch/renewed" "$file"
elif ! diff -u --label "$file" --label printed "$file" "$scratch/renewed"; then
  echo "$file: the commands print something else" >&2
  exit 1
fi
