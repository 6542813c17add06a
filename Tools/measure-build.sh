#!/usr/bin/env bash
# Prints how long a debug build of the library takes that starts from nothing.
#
#   Tools/measure-build.sh
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the processor worked tells how much of the wait was for other programs.
TIMEFORMAT="swift build, from nothing: %0R s (%0U s of processor time)"
time swift build --scratch-path "$work/build" >"$work/log" 2>&1 || {
  cat "$work/log"
  exit 1
}
