#!/usr/bin/env bash
# Checks which packages a dependency with each trait resolves, by path and by version (none without a trait),
# and that `swift package orm` works with the trait Tool, by path, and reports what is missing without it.
#
#   Tools/check-traits.sh
#   Tools/check-traits.sh --plugin-by-version   # builds swift-syntax, too: some minutes
#
# Each check starts from an empty folder, because SwiftPM keeps the results of earlier resolutions. Checks by
# version use the last commit, not the working tree.
set -euo pipefail

repository=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone --quiet --bare "$repository" "$work/ORM.git"
git -C "$work/ORM.git" tag 0.1.0 HEAD
ln -s "$repository" "$work/ORM"
# The environment must not override the choice that is checked.
unset ORM_SWIFT_SYNTAX

# The packages of each trait, as in the README's table.
logging="swift-log"
metrics="swift-metrics"
tracing="swift-distributed-tracing"
lifecycle="swift-async-algorithms swift-collections swift-log swift-service-lifecycle"
tool="swift-argument-parser"

failures=0
folder="$work/consumer"
# make_consumer path|version "Trait, Trait"
make_consumer() {
  local traits=$2 quoted="" trait dependency
  for trait in ${traits//,/ }; do quoted+="\"$trait\", "; done
  if [ "$1" = path ]; then
    dependency=".package(name: \"ORM\", path: \"$work/ORM\", traits: [$quoted])"
  else
    dependency=".package(url: \"file://$work/ORM.git\", from: \"0.1.0\", traits: [$quoted])"
  fi
  rm -rf "$folder"
  mkdir -p "$folder/Sources/Consumer"
  printf 'import ORM\n@Table struct Album { var id: Int }\n' >"$folder/Sources/Consumer/main.swift"
  cat >"$folder/Package.swift" <<PACKAGE
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Consumer", platforms: [.macOS(.v15)],
  dependencies: [$dependency],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "ORM", package: "ORM")])
  ])
PACKAGE
}

# check "Trait, Trait" "package package"
check() {
  local traits=$1
  for way in path version; do
    local expected="$2"
    # The macro needs swift-syntax; for a dependency by path, it is compiled with the toolchain's modules if there are any.
    [ "$way" = path ] || expected+=" orm swift-syntax"
    make_consumer "$way" "$traits"
    swift package --package-path "$folder" --cache-path "$work/cache" resolve >"$work/log" 2>&1 || {
      cat "$work/log" >&2
      exit 1
    }
    local found=""
    if [ -f "$folder/Package.resolved" ]; then
      found=$(sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$folder/Package.resolved")
    fi
    found=$(tr ' ' '\n' <<<"$found" | sed '/^$/d' | LC_ALL=C sort -u | xargs)
    expected=$(tr ' ' '\n' <<<"$expected" | sed '/^$/d' | LC_ALL=C sort -u | xargs)
    if [ "$found" = "$expected" ]; then
      echo "by $way, traits [$traits]: ${found:-nothing}"
    else
      echo "by $way, traits [$traits]: resolved [$found], expected [$expected]" >&2
      failures=$((failures + 1))
    fi
  done
}

check "" ""
check "Logging" "$logging"
check "Metrics" "$metrics"
check "Tracing" "$tracing"
check "ServiceLifecycle" "$lifecycle"
check "Logging, Tracing" "$logging $tracing"
check "Tool" "$tool"
check "Logging, Metrics, Tracing, ServiceLifecycle, Tool" "$logging $metrics $tracing $lifecycle $tool"

# orm EXPECTED-CODE EXPECTED-TEXT ARGUMENT…: checks the exit code and the output of the plugin, on either stream.
orm() {
  local code=0 expected=$1 text=$2
  shift 2
  (cd "$folder" && swift package --cache-path "$work/cache" orm "$@") >"$work/log" 2>&1 || code=$?
  if [ "$code" = "$expected" ] && grep -qF -- "$text" "$work/log"; then
    echo "swift package orm $*, by $way: $code, $text"
  else
    cat "$work/log" >&2
    echo "swift package orm $*, by $way: it exited with $code; expected $expected, and: $text" >&2
    failures=$((failures + 1))
  fi
}

for way in path version; do
  make_consumer "$way" ""
  orm 1 'traits: ["Tool"]' diff . .
  orm 0 "new-migration" --help
  # Without the trait, no part of the tool is compiled.
  built=$(find "$folder/.build" -not -path '*/checkouts/*' \( -name 'ORMTool*' -o -name 'ORMReadTool*' \))
  [ -z "$built" ] || {
    echo "$built" >&2
    echo "part of the tool was built without the trait" >&2
    failures=$((failures + 1))
  }
  if [ "$way" = version ] && [ "${1:-}" != --plugin-by-version ]; then continue; fi
  make_consumer "$way" "Tool"
  orm 0 'CREATE TABLE "album" ("id" INTEGER PRIMARY KEY) STRICT;' export-schema .
  echo 'CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT) STRICT' >"$folder/schema.sql"
  orm 1 "+ album: column title" diff . schema.sql
  orm 0 "Steps/" new-migration 'add "titles"' --from . --to schema.sql --steps Steps
  orm 1 "there is no file none" check none
  orm 1 "is not a command of the plugin" import a b c
done

[ "$failures" -eq 0 ] || {
  echo "$failures checks failed; if the resolved packages differ, correct README's table or the manifest" >&2
  exit 1
}
