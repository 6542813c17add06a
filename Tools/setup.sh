#!/usr/bin/env bash
# Installs what a build needs, if it is missing: git, pkg-config and SQLite's headers.
#
#   Tools/setup.sh [command[:package]]...
#   Tools/setup.sh valgrind tclsh:tcl
#
# The given commands are installed as well, if they are missing, from packages of the same name unless another package
# is given.
#
# For Debian and its derivatives, with an installed Swift toolchain. Run it as root, or as a user who may use sudo. If
# nothing is missing, it does not use the network.
set -euo pipefail

fail() {
  echo "$1" >&2
  exit 1
}

command -v swift >/dev/null || fail "no swift on the PATH: see https://www.swift.org/install"
[ "$(uname -s)" = Linux ] || exit 0 # macOS brings its own SQLite.

missing=()
command -v git >/dev/null || missing+=(git)
if command -v pkg-config >/dev/null; then
  pkg-config --exists sqlite3 || missing+=(libsqlite3-dev)
else
  missing+=(pkg-config libsqlite3-dev)
fi
for tool in "$@"; do command -v "${tool%%:*}" >/dev/null || missing+=("${tool##*:}"); done
[ ${#missing[@]} -gt 0 ] || exit 0

echo "installing ${missing[*]}"
command -v apt-get >/dev/null || fail "no apt-get here: please install ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "please run as root: apt-get install ${missing[*]}"
  as_root=(sudo)
fi
install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends "${missing[@]}"
}
# The package lists are fetched only if the installation fails without that.
install || { "${as_root[@]}" apt-get update && install; }
