#!/usr/bin/env bash
# Builds and runs the tests of one layer, with only the modules that they need.
#
#   Tools/quick.sh LAYER [options of swift test]
#   Tools/quick.sh core
#   Tools/quick.sh core --filter EngineTests
#
# SwiftPM builds all test targets of a package for each test run. This script builds only one, in its own folder
# (.build/quick-LAYER). The first run of a layer compiles the modules below it, too.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

layer=${1-}
case $layer in
  core) tests=ORMCoreTests ;;
  schema) tests=ORMSchemaTests ;;
  sqlite) tests=ORMTests ;;
  macros) tests=ORMMacrosTests ;;
  migration) tests=ORMMigrationTests ;;
  reading) tests=ORMReadingTests ;;
  tool) tests=ORMToolTests ;;
  xml) tests=ORMXMLTests ;;
  *)
    echo "usage: Tools/quick.sh core|schema|sqlite|macros|migration|reading|tool|xml [options of swift test]" >&2
    exit 64
    ;;
esac
shift

export ORM_TESTS=$tests ORM_INCREMENTAL=1
swift test --disable-xctest --scratch-path ".build/quick-$layer" "$@"
