#!/usr/bin/env bash
# Builds, runs and tests a package that depends on this one by version, as users' packages do.
#
#   Tools/check-consumer.sh [version of swift-syntax | toolchain]...
#   Tools/check-consumer.sh toolchain 600.0.1 603.0.1   # the toolchain first: what a package leaves would hide its modules
#
# A dependency by version uses the swift-syntax package, while this repository's own builds may use the
# toolchain's SwiftSyntax (see Package.swift). This checks that the package works. Each given version is
# built once; the default is the newest one in the manifest's range. `toolchain` builds with the
# toolchain's SwiftSyntax, as users can request. The last commit is checked, not the working tree.
set -euo pipefail

repository=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone --quiet --bare "$repository" "$work/ORM.git"
git -C "$work/ORM.git" tag 0.1.0 HEAD
export ORM_CLONE="file://$work/ORM.git"
# The environment must not override the choice that is checked.
unset ORM_SWIFT_SYNTAX

folder="$work/consumer"
cp -R "$repository/Tools/Consumer" "$folder"

check() {
  echo "== swift-syntax ${1:-newest}"
  # The folder is the same each time, so that the library is compiled once; which versions were chosen is not.
  rm -f "$folder/Package.resolved"
  # A separate cache, because the clone's address would stay in the user's cache.
  local choice=()
  case "${1:-}" in
  "") ;;
  toolchain) choice=(ORM_SWIFT_SYNTAX=toolchain) ;;
  *) choice=("SWIFT_SYNTAX_VERSION=$1") ;;
  esac
  env "${choice[@]}" \
    swift run --disable-build-manifest-caching --package-path "$folder" --cache-path "$work/cache" Consumer
  env "${choice[@]}" \
    swift test --disable-build-manifest-caching --package-path "$folder" --cache-path "$work/cache"
}

if [ $# -eq 0 ]; then check; fi
for version in "$@"; do check "$version"; done
