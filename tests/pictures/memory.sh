#!/usr/bin/env bash
# Checks that a large picture takes no more memory than a small one. Of a program without sanitizers: with
# them, memory that was freed is kept.
#
# usage: memory.sh LAYOUTQ
set -eu

# The most kilobytes of memory that a picture of so many rows and columns takes, read off as it is written.
memory_of() {
  python3 - "$1" "$2" <<'EOF'
import re, subprocess, sys
peak = 0
with subprocess.Popen([sys.argv[1], "map", "--spt", "1,8", "--tpw", "4,8", "--wpc", "4,1", "--format", "svg",
                       "--shape", f"{sys.argv[2]},{sys.argv[2]}"], stdout=subprocess.PIPE) as process:
    while process.stdout.read(1 << 14):
        with open(f"/proc/{process.pid}/status") as status:
            now = re.search(r"VmHWM:\s+(\d+)", status.read())
        peak = max(peak, int(now[1]) if now else 0)  # one that has ended has none
print(peak)
EOF
}

small=$(memory_of "$1" 64)
large=$(memory_of "$1" 512)
echo "a picture of 64 x 64 takes $small kB of memory, one of 512 x 512, which is 9 MB, $large kB"
# Which pages are there differs by a few hundred kilobytes.
[ "$small" -gt 0 ] && [ "$large" -lt $((small + 1024)) ]
