#!/usr/bin/env bash
# Builds the library's documentation, for a static host or for `docc preview`. A warning is an error.
#
#   Tools/make-docs.sh [folder]
#   Tools/make-docs.sh .build/documentation
#
# Users see a single module: the symbols of ORMCore, ORMSchema and ORMSQLite are documented as those of ORM.
# Public declarations for generated code, engines and the compiler are marked
# `@_documentation(visibility: internal)`, which leaves them out.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
output=${1:-.build/documentation}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

swift build --target ORM >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
swift-symbolgraph-extract -module-name ORM -target "$target" \
  -I "$(swift build --show-bin-path)/Modules" \
  -Xcc -fmodule-map-file="$PWD/Sources/CPlatform/module.modulemap" \
  -Xcc -fmodule-map-file="$PWD/Sources/CSQLite/module.modulemap" \
  -minimum-access-level public -skip-synthesized-members \
  -experimental-allowed-reexported-modules=ORMCore,ORMSchema,ORMSQLite -output-dir "$work"
rm -rf "$output"
mkdir -p "$(dirname "$output")"
# The guides link to each other as a forge reads it; DocC has a form of its own for that.
cp -R Sources/ORM/ORM.docc "$work"
sed -i -E 's/\[[^]]+\]\((\w+)\.md\)/<doc:\1>/g' "$work"/ORM.docc/*.md
# An anchor is the heading, with hyphens: it is taken from the link's text.
sed -i -E ':again; s/\[([^] ]+) ([^]]+)\]\((\w+)\.md#/[\1-\2](\3.md#/; t again; s/\[([^]]+)\]\((\w+)\.md#[^)]*\)/<doc:\2#\1>/g' \
  "$work"/ORM.docc/*.md
docc convert "$work/ORM.docc" --additional-symbol-graph-dir "$work" \
  --fallback-bundle-identifier ORM --warnings-as-errors --output-path "$output"
symbols=$(cat "$work"/*.symbols.json | grep -o '"accessLevel":"public"' | wc -l)
echo "the documentation is in $output: $symbols declarations"
