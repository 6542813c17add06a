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
  # A line of a macro expansion counts for the line that uses the macro.
  grep ': warning: expression took' "$work/log" | grep -v '^macro expansion' |
    sed "s|^$PWD/||" | sort -u || true
  rm -rf "$work/build"
}

slow=$(report --build-tests && report --package-path Examples)
echo "${slow:-none over $limit ms}"
# This is not a failure, because a busy machine takes several times as long.
if [[ -n $slow ]]; then
  times=$(sed 's/.*expression took \([0-9]*\)ms.*/\1/' <<<"$slow" | sort -n)
  echo "$(wc -l <<<"$times") over $limit ms, the slowest $(tail -n 1 <<<"$times") ms"
fi

echo "a query of six tables with ten conditions:"
swift build >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
products=$(swift build --show-bin-path)
swiftc -frontend -typecheck -swift-version 6 -module-name SixTables \
  -warn-long-expression-type-checking=1 \
  -I "$products/Modules" -module-cache-path "$work/modules" \
  -Xcc -fmodule-map-file="$PWD/Sources/CPlatform/module.modulemap" \
  -Xcc -fmodule-map-file="$PWD/Sources/CSQLite/module.modulemap" \
  -load-plugin-executable "$products/ORMMacros-tool#ORMMacros" \
  Tests/ORMTests/Query/Joins/SixTables.swift 2>&1 |
  grep 'SixTables.swift.*: warning: expression took' | sed "s|^$PWD/||"
