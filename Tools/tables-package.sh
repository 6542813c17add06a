# A package of tables, for measurements, to be sourced. Its folder is $work, which is deleted when the script ends.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/Sources/Tables"

# write_package target|executableTarget: writes the package, without sources.
write_package() {
  local repository
  repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  cat >"$work/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tables",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ORM", path: "$repository")],
  targets: [.$1(name: "Tables", dependencies: [.product(name: "ORM", package: "ORM")])])
SWIFT
}

# build debug|release
build() {
  swift build --package-path "$work" -c "$1" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

# write_tables COUNT COLUMNS: writes tables, ten in a file; each has a key, and columns of the most common
# types.
write_tables() {
  local types=("String" "Int?" "Double" "Date?" "Bool" "Data?" "String?" "Int" "UUID?")
  local table column file
  for ((table = 0; table < $1; table++)); do
    file="$work/Sources/Tables/Tables$((table / 10)).swift"
    [ -f "$file" ] || printf 'import Foundation\nimport ORM\n' >"$file"
    {
      printf '\n@Table struct Table%d {\n  let id: Int\n' "$table"
      for ((column = 1; column < $2; column++)); do
        printf '  var column%d: %s\n' "$column" "${types[(column - 1) % ${#types[@]}]}"
      done
      printf '}\n'
    } >>"$file"
  done
}
