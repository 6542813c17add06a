#!/usr/bin/env bash
# Prints how many instructions and allocations a row or call costs, in C and in ORM, with the ratio to C.
#
#   Tools/count-instructions.sh [--only W3,W5] [--contestants c,orm,swift,grdb]
#   Tools/count-instructions.sh --check    # fails where a ratio has grown by over 3 %
#   Tools/count-instructions.sh --update   # writes the file that is checked against
#   Tools/count-instructions.sh --verbs    # each verb of the library, the dearest first; with --check, too
#
# Counts repeat from run to run, on a machine that others use too: this is the gate against growing
# slower. What is compared are ratios to C in the same run: the counts themselves depend on SQLite's build.
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
swift build --package-path Benchmarks -c release --product Instructions >"$log" 2>&1 || {
  cat "$log"
  exit 1
}
products=$(swift build --package-path Benchmarks -c release --show-bin-path)
"$products/Instructions" count "${options[@]}"
