#!/usr/bin/env bash
# Checks that the manual page has every flag that the help lists, and that it is clean roff.
#
# usage: tests/shell/man_page.sh LAYOUTQ   (exits with 77 if mandoc is not installed)
set -u

layoutq=$1
if ! command -v mandoc >/dev/null; then
  echo "skipped: mandoc is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page=$folder/layoutq.1
"$layoutq" --generate man >"$page" || exit 1
status=0

# The page has no date, so that its text does not depend on the day.
problems=$(mandoc -T lint -W warning "$page" | grep -v 'missing date')
if [ -n "$problems" ]; then
  echo "$problems"
  status=1
fi

mapfile -t subcommands < <("$layoutq" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
if [ ${#subcommands[@]} -lt 12 ]; then
  echo "only ${#subcommands[@]} subcommands in the help"
  status=1
fi
for subcommand in "${subcommands[@]}" ''; do
  # The part of the page on this subcommand, as a terminal shows it.
  part=$(mandoc -T utf8 -O width=200 "$page" | col -b |
    awk -v head="layoutq ${subcommand:-LAYOUT}" '/^   layoutq / { on = index($0, head " ") } /^[A-Z]/ { on = 0 } on')
  mapfile -t flags < <("$layoutq" "${subcommand:-#mma}" --help | grep -oE '^  --?[a-z][-a-z, ]*' | grep -oE -- '--?[a-z][-a-z]*')
  if [ ${#flags[@]} -lt 6 ]; then
    echo "$subcommand: only ${#flags[@]} flags in its help"
    status=1
  fi
  for flag in "${flags[@]}"; do
    grep -qE -- "^ +.*$flag( |,|\$)" <<<"$part" && continue
    echo "$subcommand: $flag is not in the manual page"
    status=1
  done
done
exit $status
