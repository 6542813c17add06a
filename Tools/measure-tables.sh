#!/usr/bin/env bash
# Prints how long a debug build of many tables takes, without the library that they stand on.
#
#   Tools/measure-tables.sh [tables] [columns]
#   Tools/measure-tables.sh 100 10
set -euo pipefail

tables=${1:-100}
columns=${2:-10}
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source "$repository/Tools/write-tables.sh"
mkdir -p "$work/Sources/Tables"

cat >"$work/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tables",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ORM", path: "$repository")],
  targets: [.target(name: "Tables", dependencies: [.product(name: "ORM", package: "ORM")])])
SWIFT

build() {
  swift build --package-path "$work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

echo "import ORM" >"$work/Sources/Tables/Empty.swift"
build
write_tables "$tables" "$columns" "$work/Sources/Tables"
# What the processor worked tells how much of the wait was for other programs.
TIMEFORMAT="$tables tables of $columns columns: %0R s (%0U s of processor time)"
time build
