#!/usr/bin/env bash
# Prints the numbers of instructions and allocations for a row or a call, in C and in ORM, and the ratio to C.
#
#   Tools/count-instructions.sh [--only W3,W5] [--contestants c,orm,swift,grdb]
#   Tools/count-instructions.sh --check    # fails if a ratio has grown by more than 3 %
#   Tools/count-instructions.sh --update   # writes the file that --check compares with
#   Tools/count-instructions.sh --verbs    # each verb of the library, the most expensive first; also with --check
#
# Counts are the same in each run, even on a busy machine, so this is the gate against regressions. The
# ratios to C of the same run are compared, because the counts depend on SQLite's build.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
file=Benchmarks/instructions.json

options=()
[[ " $* " == *" --verbs "* ]] && file=Benchmarks/verbs.json
for option in "$@"; do
  case "$option" in
  --check) options+=(--check "$file") ;;
  --update) options+=(--json "$file") ;;
  *) options+=("$option") ;;
  esac
done
Tools/setup.sh valgrind

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "the benchmarks are built, in release" >&2
source Tools/packages.sh
build=(swift build --package-path Benchmarks "${shared[@]}" -c release)
"${build[@]}" --product Instructions >"$log" 2>&1 || {
  cat "$log"
  exit 1
}
products=$("${build[@]}" --show-bin-path)
"$products/Instructions" count "${options[@]}"
