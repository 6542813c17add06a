#!/usr/bin/env bash
# Installs missing packages, then builds and runs an example. The default is QuickStart.
#
#   Tools/run.sh [QuickStart | SeedBank]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
Tools/setup.sh
source Tools/packages.sh
swift run --package-path Examples "${shared[@]}" "${1:-QuickStart}"
