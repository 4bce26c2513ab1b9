#!/usr/bin/env bash
# The manual page holds every flag that the help tells, and is clean roff.
#
# usage: tests/shell/man_page.sh LAYOUTQ   (exit 77: there is no mandoc)
set -u

layoutq=$1
if ! command -v mandoc >/dev/null; then
  echo "skipped: there is no mandoc"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page=$folder/layoutq.1
"$layoutq" --generate man >"$page" || exit 1
status=0

# It has no date, so that it is the same on every day that it is made.
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
  # The part of the page on it, as a terminal shows it.
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
