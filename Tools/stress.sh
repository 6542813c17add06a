#!/usr/bin/env bash
# Runs the programs in Stress/, which inject faults below the library, one after the other.
#
#   Tools/stress.sh             # short runs, for every change
#   Tools/stress.sh long        # at full length
#
# It ends with an error at the first broken promise. The output of each program contains the seed that
# repeats it. See Stress/README.md.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
size=${1:-short}

source Tools/packages.sh
build=(swift build --package-path Stress "${shared[@]}" -c release)
"${build[@]}"
program=$("${build[@]}" --show-bin-path)/Stress
cd Stress

# run NAME OPTION…: runs a program, with the options only in a short run.
run() {
  local name=$1
  shift
  if [[ $size == long ]]; then set --; fi
  printf '\n== %s (%s)\n' "$name $*" "$(date +%T)"
  "$program" "$name" "$@"
}

run kill --kills 40
run contend --seconds 8
run start --rounds 2
run migrate --kills 40 --starts 3 --most 5 --rows 2000
run history --count 12 --seed 1 --kills 20 --fulls 2 --starts 3
run io --most 12 --lengths 1 --lengths 1000000
run full --stride 70001 --real-stride 256
run damage --count 100
run depth --count 60
run power --count 40
run memory --statements 150000 --different 2000
run observers --commits 1000
run schedule --count 300
run unicode --count 40
run values --count 300
run misuse --count 12
