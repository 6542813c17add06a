#!/usr/bin/env bash
# Prints the build cost of the library for a program that depends only on `ORM`, and of many tables: the time of a
# clean build of the library, the time of a build of the tables alone, and the size of the tables' code.
#
#   Tools/measure-tables.sh [tables] [columns] [configuration]...
#   Tools/measure-tables.sh 100 10 debug release
#
# The tables are declared but not used. Their code is the text section of `size`: instructions, constants and
# unwinding tables, in the compiler's object files.
set -euo pipefail

tables=${1:-100}
columns=${2:-10}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- debug
source "$(dirname "${BASH_SOURCE[0]}")/tables-package.sh"
write_package target

# Prints the bytes of code in the tables' object files.
code_of() {
  size "$work/.build/$1"/Tables.build/*.o | awk 'NR > 1 { sum += $1 } END { print sum + 0 }'
}

# The processor time shows how much of the elapsed time was spent waiting for other programs.
for configuration in "$@"; do
  rm -f "$work"/Sources/Tables/*.swift
  echo "import ORM" >"$work/Sources/Tables/Empty.swift"
  TIMEFORMAT="$configuration, the library from nothing: %0R s (%0U s of processor time)"
  time build "$configuration"
  empty=$(code_of "$configuration")
  write_tables "$tables" "$columns"
  TIMEFORMAT="$configuration, $tables tables of $columns columns: %0R s (%0U s of processor time)"
  time build "$configuration"
  code=$(($(code_of "$configuration") - empty))
  [ "$code" -gt 0 ] || { echo "no code of the tables was found" >&2; exit 1; }
  awk -v code="$code" -v tables="$tables" -v configuration="$configuration" 'BEGIN {
    printf "%s, their code: %d KB, %.1f KB a table\n", configuration, code / 1024, code / 1024 / tables
  }'
done
