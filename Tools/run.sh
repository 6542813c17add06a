#!/usr/bin/env bash
# Installs what is missing, then builds and runs an example: QuickStart, unless one is named.
#
#   Tools/run.sh [QuickStart | SeedBank]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
Tools/setup.sh
swift run --package-path Examples "${1:-QuickStart}"
