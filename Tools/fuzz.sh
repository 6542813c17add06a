#!/usr/bin/env bash
# Builds the fuzzers, and runs each for a number of seconds.
#
#   Tools/fuzz.sh [SECONDS [HARNESS…]]     the default is 30 seconds, and sql, rows and changesets
#   Tools/fuzz.sh again HARNESS FILE       runs one input again
#
# A finding (a crash, a hang of 20 s, an error of another type, a broken promise) ends the run with an error; its
# input is printed and kept in .build-fuzz/found. Inputs that reach new code are kept in .build-fuzz/corpus, with
# which the next run begins.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
built="$PWD/.build-fuzz"

# The library is built with libFuzzer's counters and AddressSanitizer; see Stress/Fuzz/Package.swift. The linker
# warns that it does not export AddressSanitizer's own symbols.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift build --package-path Stress/Fuzz --scratch-path "$built" --sanitize=address \
  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp,indirect-calls \
  >"$log" 2>&1 || { grep -v "Cannot export local symbol" "$log"; exit 1; }
fuzz="$(swift build --package-path Stress/Fuzz --scratch-path "$built" --show-bin-path)/Fuzz"

# Swift's own crash report would run before libFuzzer keeps the input.
export SWIFT_BACKTRACE=enable=no
# Leak detection stops all threads at each input, and takes minutes at the end. `Stress memory` checks the memory
# over a million statements.
export ASAN_OPTIONS=detect_leaks=0

if [ "${1-}" = again ]; then
  exec "$fuzz" "$2" "$3"
fi

seconds=${1:-30}
shift || true
[ $# -gt 0 ] || set -- sql rows changesets
status=0
for harness; do
  echo "== $harness: $seconds s"
  corpus="$built/corpus/$harness"
  mkdir -p "$corpus" "$built/found"
  if "$fuzz" "$harness" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -detect_leaks=0 \
    -print_final_stats=1 -artifact_prefix="$built/found/$harness-" "$corpus" >"$log" 2>&1
  then
    grep -E "^Done|^stat::(number_of_executed|peak_rss)|DONE" "$log"
  else
    cat "$log"
    status=1
  fi
done
exit $status
