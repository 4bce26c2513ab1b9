#!/usr/bin/env bash
# Checks that a large picture takes no more memory than a small one. Of a program without sanitizers: with
# them, memory that was freed is kept.
#
# usage: memory.sh LAYOUTQ
set -eu

# The most kilobytes of memory that a picture of so many rows and columns takes.
memory_of() {
  python3 - "$1" "$2" <<'EOF'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "map", "--spt", "1,8", "--tpw", "4,8", "--wpc", "4,1", "--format", "svg",
                "--shape", f"{sys.argv[2]},{sys.argv[2]}"], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
EOF
}

small=$(memory_of "$1" 16)
large=$(memory_of "$1" 512)
echo "a picture of 16 x 16 takes $small kB of memory, one of 512 x 512, which is 9 MB, $large kB"
# Which pages are there differs by a few hundred kilobytes.
[ "$large" -lt $((small + 2048)) ]
