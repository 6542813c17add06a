#!/usr/bin/env bash
# Prints the size that 1, 10 and 100 tables of 10 columns add to a release binary, and the time of a debug build.
#
#   Tools/measure-size.sh [tables]...
#
# The program creates each table, and fetches, finds, inserts, updates and deletes its rows. The baseline is the same
# program without tables, which links the library as well.
set -euo pipefail

[ $# -gt 0 ] || set -- 1 10 100
source "$(dirname "${BASH_SOURCE[0]}")/tables-package.sh"
write_package executableTarget

# Prints the size of the program in bytes, without symbols and debug information.
size_of() {
  local program=$work/.build/release/Tables
  strip -o "$work/stripped" "$program"
  stat -c %s "$work/stripped"
}

# Writes a program that uses this number of tables.
write_program() {
  rm -f "$work"/Sources/Tables/*.swift
  write_tables "$1" 10
  {
    printf 'import ORM\n\nlet db = try Database.inMemory()\n'
    for ((table = 0; table < $1; table++)); do
      printf 'try await use%d(db)\n' "$table"
    done
  } >"$work/Sources/Tables/main.swift"
  for ((table = 0; table < $1; table++)); do
    cat <<SWIFT
import ORM

func use$table(_ db: Database) async throws {
  try await db.create(Table$table.self)
  for row in try await db.fetch(Table$table.self) {
    try await db.insert(row)
    try await db.update(row)
    try await db.delete(row)
  }
  _ = try await db.find(Table$table.self, 1)
}
SWIFT
  done >"$work/Sources/Tables/Uses.swift"
}

write_program 0
build release
empty=$(size_of)
build debug
echo "without a table: $((empty / 1024)) KB"
TIMEFORMAT="%0R s (%0U s of processor time)"
for count in "$@"; do
  write_program "$count"
  build release
  size=$(size_of)
  printf '%d tables of 10 columns: %d KB more in release, %d KB a table; debug build: ' \
    "$count" $(((size - empty) / 1024)) $(((size - empty) / 1024 / count))
  time build debug
done
