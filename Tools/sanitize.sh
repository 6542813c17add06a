#!/usr/bin/env bash
# Builds the tests with a sanitizer, and runs them.
#
#   Tools/sanitize.sh thread|address [options of swift test, such as --filter Transactions]
#
# A report of the sanitizer ends the run with an error, as a failed test does. The build is kept in .build-thread or
# .build-address.
#
# SQLite is not built with the sanitizers. Of it, ThreadSanitizer sees the mutexes and the calls of C library functions
# (such as memcpy), and AddressSanitizer sees these calls and the allocations.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
sanitizer=${1:?thread or address}
shift
build=".build-$sanitizer"

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The linker warns that it does not export AddressSanitizer's own symbols.
swift build --build-tests --sanitize="$sanitizer" --scratch-path "$build" 2>&1 \
  | grep -v "Cannot export local symbol" | tee "$log"

case $sanitizer in
thread)
  export TSAN_OPTIONS="halt_on_error=0 exitcode=66"
  if [ "$(uname)" = Linux ]; then
    # No race is suppressed. ThreadSanitizer is notified of the locks that it can't see.
    clang -shared -fPIC -O1 -o "$build/mutex.so" Tools/Sanitizers/mutex.c
    preload="$PWD/$build/mutex.so"
  fi
  ;;
# `Stress memory` checks for leaks, over a million statements.
address) export ASAN_OPTIONS="detect_leaks=0" ;;
esac
# Swift's own crash report would be added to the sanitizer's report.
export SWIFT_BACKTRACE=enable=no

# Tests run one after the other: many at once, on slow threads, exceed their time limits, and a report would not name
# its test. The skipped tests run the compiler on programs that import the build's modules, and count the memory of a
# million rows, which takes longer than the time limit.
LD_PRELOAD=${preload-} swift test --skip-build --no-parallel --sanitize="$sanitizer" --scratch-path "$build" \
  --skip 'MustNotCompile|StreamTests/memory' "$@" 2>&1 | tee "$log" | grep -vE '^(◇|↳|✔ (Test|Suite) ")' || true

grep -q "Test run with .* passed after" "$log" || {
  echo "not all tests have passed" >&2
  exit 1
}
if grep -E "WARNING: ThreadSanitizer|ERROR: AddressSanitizer" "$log"; then exit 1; fi
