#!/usr/bin/env bash
# Checks which packages each trait makes its user resolve, by path and by version: none without a trait.
#
#   Tools/check-traits.sh
#
# Each time from an empty folder: SwiftPM keeps what an earlier resolution has found. What is checked by
# version is the last commit, not the working tree.
set -euo pipefail

repository=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone --quiet --bare "$repository" "$work/ORM.git"
git -C "$work/ORM.git" tag 0.1.0 HEAD
ln -s "$repository" "$work/ORM"
# The choice is part of what is checked, so nothing may overrule it.
unset ORM_SWIFT_SYNTAX

# Each trait's packages, as README's table says.
logging="swift-log"
metrics="swift-metrics"
tracing="swift-distributed-tracing"
lifecycle="swift-async-algorithms swift-collections swift-log swift-service-lifecycle"
tool="swift-argument-parser"

failures=0
# check "Trait, Trait" "package package"
check() {
  local traits=$1 quoted="" trait
  for trait in ${traits//,/ }; do quoted+="\"$trait\", "; done
  for way in path version; do
    local dependency expected="$2" folder="$work/consumer"
    if [ "$way" = path ]; then
      dependency=".package(name: \"ORM\", path: \"$work/ORM\", traits: [$quoted])"
    else
      dependency=".package(url: \"file://$work/ORM.git\", from: \"0.1.0\", traits: [$quoted])"
      # For the macro, which a dependency by path compiles with the toolchain's modules where it has them.
      expected+=" orm swift-syntax"
    fi
    rm -rf "$folder"
    mkdir -p "$folder/Sources/Consumer"
    echo 'import ORM' >"$folder/Sources/Consumer/main.swift"
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

[ "$failures" -eq 0 ] || {
  echo "$failures of 16 resolved something else: correct README's table, or the manifest" >&2
  exit 1
}
