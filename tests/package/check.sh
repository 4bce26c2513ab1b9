#!/usr/bin/env bash
# Makes the packages, checks their content, and runs the program in a root folder that contains nothing else.
#
# usage: check.sh
set -eu

cd "$(dirname "$(readlink -f "$0")")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

failed=0
complain() {
  echo "tests/package: $*" >&2
  failed=1
}

# Everybody can read the files, whatever the umask of whoever packs them.
(umask 077 && scripts/package) >/dev/null
debs=(build/package/*.deb)
tars=(build/package/*.tar.gz)
[ "${#debs[@]} ${#tars[@]} $(find build/package | wc -l)" = "1 1 3" ] || complain "more than a .deb and a .tar.gz"
deb=${debs[0]}
tar=${tars[0]}

expected="bin/layoutq
share/bash-completion/completions/layoutq
share/doc/layoutq/README.md
share/fish/vendor_completions.d/layoutq.fish
share/man/man1/layoutq.1.gz
share/zsh/vendor-completions/_layoutq"
root=$scratch/root
dpkg-deb -x "$deb" "$root"
mkdir "$scratch/unpacked"
tar -xzf "$tar" -C "$scratch/unpacked"
# Each package has all of its files in one folder.
for folder in "$root"/* "$scratch/unpacked"/*; do
  (cd "$folder" && find . -type f -perm -444 -printf '%P\n' | sort) >"$scratch/files"
  diff -u --label expected --label "$folder" - "$scratch/files" <<<"$expected" || complain "the files differ from those expected"
  (cd "$folder" && find . ! -type f ! -type d -o -type d ! -perm -555) >"$scratch/odd"
  [ ! -s "$scratch/odd" ] || complain "not a readable file or folder: $(cat "$scratch/odd")"
done

field() {
  dpkg-deb -f "$deb" "$1"
}
[ "$(field Package) $(field Architecture) $(field Section)" = "layoutq $(dpkg --print-architecture) devel" ] ||
  complain "not layoutq of this architecture in devel"
[ -z "$(field Depends)$(field Pre-Depends)$(field Recommends)" ] || complain "the package depends on others"
[ "$(dpkg-deb -I "$deb" | grep -cE '(preinst|postinst|prerm|postrm)')" = 0 ] || complain "the package runs scripts"
[ -n "$(field Maintainer)" ] || complain "the package names no maintainer"

# The manual page and the completions are there, each in its own language.
share=$root/usr/share
gzip -dc "$share/man/man1/layoutq.1.gz" | grep -qE '^\.(TH|Dt) ' || complain "no manual page"
bash -n "$share/bash-completion/completions/layoutq" || complain "bash cannot read its completions"
grep -q '^complete ' "$share/bash-completion/completions/layoutq" || complain "no completions for bash"
head -n 1 "$share/zsh/vendor-completions/_layoutq" | grep -q '^#compdef .*layoutq' || complain "no completions for zsh"
grep -q '^complete .*layoutq' "$share/fish/vendor_completions.d/layoutq.fish" || complain "no completions for fish"

binary=$root/usr/bin/layoutq
[ -x "$binary" ] || complain "the binary is not executable"
readelf -lWd "$binary" >"$scratch/segments"
! grep -E 'INTERP|NEEDED' "$scratch/segments" || complain "the binary is not static"
readelf -SW "$binary" >"$scratch/sections"
! grep -E '\.(symtab|debug)' "$scratch/sections" || complain "the binary is not stripped"
size=$(stat -c %s "$binary")
[ "$size" -lt 3500000 ] || complain "the binary has $size bytes: it must stay under 3,500,000"

# Runs the program with nothing but the package: no library, locale, /dev, /proc or environment.
alone() {
  env -i "$chroot" "$root" /usr/bin/layoutq "$@"
}
if chroot=$(command -v chroot) && chroot / true 2>/dev/null; then
  version=$(field Version)
  [ "$(alone --version)" = "layoutq $version" ] || complain "alone in a root folder, it is not layoutq $version"
  alone owners --spt 1,4 --tpw 8,4 --wpc 2,1 9,6 --csv >"$scratch/printed" || complain "alone in a root folder, it fails"
  printf 'dim0,dim1,warp,lane,register,thread\n9,6,1,5,2,37\n' | diff -u --label expected --label alone - "$scratch/printed" ||
    complain "alone in a root folder, it prints something else"
else
  echo "tests/package: not tested whether the program runs alone, since chroot does not work here" >&2
fi
exit $failed
