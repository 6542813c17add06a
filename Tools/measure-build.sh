#!/usr/bin/env bash
# Prints how long a debug build of the library takes that starts from nothing.
#
#   Tools/measure-build.sh
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

SECONDS=0
swift build --scratch-path "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
echo "swift build, from nothing: $SECONDS s"
