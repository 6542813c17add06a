#!/usr/bin/env bash
# Installs missing packages, then builds and runs an example. The default is QuickStart.
#
#   Tools/run.sh [QuickStart | SeedBank]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
Tools/setup.sh
# The folder of the library's own builds, so that the library is compiled once for both.
swift run --package-path Examples --scratch-path .build "${1:-QuickStart}"
