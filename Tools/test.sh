#!/usr/bin/env bash
# Installs missing packages, then checks the style, builds, and runs all tests.
#
#   Tools/test.sh
#
# A compiler warning fails the run. The compiler reports a warning only when it compiles the file, so in a
# clone that is already built, only changed files are checked.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
Tools/setup.sh

echo "== style"
swift format lint --strict --parallel --recursive \
  Package.swift Plugins Sources Tests Examples Benchmarks Stress Tools

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Finds text that is compared or cut by Characters, which only the compiler can see.
echo "== text by bytes"
Tools/check-bytes.py

echo "== names"
Tools/check-names.py

# Checks which room uses which, the lengths of lines and functions, and that generated files are up to date.
echo "== house"
Tools/arrows.py
Tools/tidy.py
Tools/generate-overloads.py --check
Tools/draw-benchmarks.py --check

echo "== build"
swift build 2>&1 | tee "$log"
# Parallel tests have up to 1,400 files open, more than the default limit of some systems.
files=$(ulimit -S -n)
[ "$files" = unlimited ] || [ "$files" -ge 8192 ] || ulimit -S -n 8192 || ulimit -S -n "$(ulimit -H -n)"
# With thousands of tests at once, each waits for its turn: on a busy machine longer than the 30 seconds for which a
# task waits for a connection.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}
echo "== test"
swift test 2>&1 | tee -a "$log"

if grep -E '(^|: )warning: ' "$log"; then
  echo "the compiler reported warnings" >&2
  exit 1
fi
