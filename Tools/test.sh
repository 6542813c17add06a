#!/usr/bin/env bash
# Installs what is missing, then checks the style, builds, and runs all tests.
#
#   Tools/test.sh
#
# A warning of the compiler fails the run. It is said once, by the build that compiles the file, so
# on a clone that is built already only what has changed is looked at.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
Tools/setup.sh

echo "== style"
swift format lint --strict --parallel --recursive \
  Package.swift Plugins Sources Tests Examples Benchmarks Stress Tools

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# What the compiler sees that no reader does: text that is compared or cut by Characters.
echo "== text by bytes"
Tools/check-bytes.py

echo "== names"
Tools/check-names.py

# Which room knows which, how long lines and functions are, and that generated files are as they are made.
echo "== house"
Tools/arrows.py
Tools/tidy.py
Tools/generate-overloads.py --check

echo "== build"
swift build 2>&1 | tee "$log"
# Tests that run side by side have up to 1,400 files open, more than some systems allow unless they are asked.
files=$(ulimit -S -n)
[ "$files" = unlimited ] || [ "$files" -ge 8192 ] || ulimit -S -n 8192 || ulimit -S -n "$(ulimit -H -n)"
# Thousands of tests at once leave each of them waiting for its turn, on a busy machine for longer than the 30
# seconds for which a task waits for a connection.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}
echo "== test"
swift test 2>&1 | tee -a "$log"

if grep -E '(^|: )warning: ' "$log"; then
  echo "the compiler warned" >&2
  exit 1
fi
