#!/usr/bin/env bash
# Builds the tests with a sanitizer, and runs them.
#
#   Tools/sanitize.sh thread|address [options of swift test, such as --filter Transactions]
#
# A report of the sanitizer ends the run with an error, as a test that fails does. The build is kept in
# .build-thread or .build-address.
#
# What they see of SQLite, which is not built with them: ThreadSanitizer its mutexes and what it does by the
# C library's functions (memcpy and the like), AddressSanitizer these and its allocations.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
sanitizer=${1:?thread or address}
shift
build=".build-$sanitizer"

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The linker says of AddressSanitizer's own symbols that it does not export them.
swift build --build-tests --sanitize="$sanitizer" --scratch-path "$build" 2>&1 \
  | grep -v "Cannot export local symbol" | tee "$log"

case $sanitizer in
thread)
  export TSAN_OPTIONS="halt_on_error=0 exitcode=66"
  if [ "$(uname)" = Linux ]; then
    # No race is suppressed: it is told of the locks that it can't see.
    clang -shared -fPIC -O1 -o "$build/mutex.so" Tools/Sanitizers/mutex.c
    preload="$PWD/$build/mutex.so"
  fi
  ;;
# What is allocated and never freed is looked at over a million statements by `Stress memory`.
address) export ASAN_OPTIONS="detect_leaks=0" ;;
esac
# Swift's own report of a crash would come on top of the sanitizer's.
export SWIFT_BACKTRACE=enable=no

# One test after the other: many at once on slowed-down threads run into their time limits, and a report would
# not tell whose it is. What is left out runs the compiler on programs that import the build's modules, and
# counts the memory of a million rows, which takes longer than its time limit.
LD_PRELOAD=${preload-} swift test --skip-build --no-parallel --sanitize="$sanitizer" --scratch-path "$build" \
  --skip 'MustNotCompile|StreamTests/memory' "$@" 2>&1 | tee "$log" | grep -vE '^(◇|↳|✔ (Test|Suite) ")' || true

grep -q "Test run with .* passed after" "$log" || {
  echo "not all tests have passed" >&2
  exit 1
}
if grep -E "WARNING: ThreadSanitizer|ERROR: AddressSanitizer" "$log"; then exit 1; fi
