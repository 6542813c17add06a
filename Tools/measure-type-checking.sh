#!/usr/bin/env bash
# Prints the expressions of the library, its tests and the examples that take long to type-check.
#
#   Tools/measure-type-checking.sh [milliseconds]
set -euo pipefail

limit=${1:-50}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

report() {
  swift build "$@" --scratch-path "$work/build" \
    -Xswiftc -Xfrontend -Xswiftc "-warn-long-expression-type-checking=$limit" \
    >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  grep ': warning: expression took' "$work/log" | sed "s|^$PWD/||" | sort -u || true
  rm -rf "$work/build"
}

slow=$(report --build-tests && report --package-path Examples)
echo "${slow:-none over $limit ms}"
