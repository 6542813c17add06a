#!/usr/bin/env bash
# Prints the time of a clean debug build of the library.
#
#   Tools/measure-build.sh
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The processor time shows how much of the elapsed time was spent waiting for other programs.
TIMEFORMAT="swift build, from nothing: %0R s (%0U s of processor time)"
time swift build --scratch-path "$work/build" >"$work/log" 2>&1 || {
  cat "$work/log"
  exit 1
}
