#!/usr/bin/env bash
# Prints how long a debug build of many tables takes, without the library that they stand on.
#
#   Tools/measure-tables.sh [tables] [columns]
#   Tools/measure-tables.sh 100 10
set -euo pipefail

tables=${1:-100}
columns=${2:-10}
source "$(dirname "${BASH_SOURCE[0]}")/tables-package.sh"
write_package target

echo "import ORM" >"$work/Sources/Tables/Empty.swift"
build debug
write_tables "$tables" "$columns"
# What the processor worked tells how much of the wait was for other programs.
TIMEFORMAT="$tables tables of $columns columns: %0R s (%0U s of processor time)"
time build debug
