#!/usr/bin/env bash
# Prints the expansion of `@Table` for a keyed struct of five columns, and its number of lines.
#
#   Tools/measure-expansion.sh
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/Album.swift" <<'SWIFT'
import Foundation
import ORM

@Table struct Album {
  let id: Int
  var title: String
  var artistID: Int
  var released: Date?
  var plays = 0
}
SWIFT
swift build >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
products=$(swift build --show-bin-path)
# The compiler marks the expansion by comments and lines of dashes, which are not counted.
swiftc -frontend -typecheck -swift-version 6 -module-name Album -dump-macro-expansions \
  -I "$products/Modules" -module-cache-path "$work/modules" \
  -Xcc -fmodule-map-file="$PWD/Sources/CPlatform/module.modulemap" \
  -Xcc -fmodule-map-file="$PWD/Sources/CSQLite/module.modulemap" \
  -load-plugin-executable "$products/ORMMacros-tool#ORMMacros" \
  "$work/Album.swift" 2>&1 | tee "$work/expansion"
grep -cvE '^ *$|^-{10,}$|^@__swiftmacro|^/.*: ' "$work/expansion" | sed 's/$/ non-blank lines/'
