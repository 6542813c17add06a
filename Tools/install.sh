#!/usr/bin/env bash
# Builds the tool `orm` and puts it on the PATH, with completions for bash, zsh and fish, and a man page; and
# beside it `orm-read`, which it asks for what packages and XML say.
#
#   Tools/install.sh              # to ~/.local
#   Tools/install.sh PREFIX       # to PREFIX/bin, PREFIX/share
#
# It needs the package of SQLite's header, libsqlite3-dev, and no Swift when it runs: Swift's libraries
# are linked into it. `orm-read` is linked with the toolchain's own, and is to be installed again with another.
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
prefix=${1:-$HOME/.local}
case $prefix in
-*)
  sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
  ;;
esac
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)

# Swift's libraries are the most of what the tool holds: what nobody calls by name isn't exported, functions
# of one code are one, places that are fixed need no table of what to move, and nothing is unwound. The toolchain has
# the linker that can leave that out.
link=()
[ "$(uname)" = Darwin ] || link=(
  --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=safe
  -Xlinker "$repository/Tools/without-unwinding.ld" -Xswiftc -Xclang-linker -Xswiftc -no-pie)
# A folder of its own: the trait is a word that each file is compiled with, so builds with it and without
# it would undo each other's work.
options=(
  --package-path "$repository" --scratch-path "$repository/.build/tool"
  --configuration release --traits Tool -Xswiftc -Osize -Xswiftc -gnone "${link[@]}" --product orm)

# The toolchain's parser brings Swift's libraries along, so those of this one are not linked into it. Most of its time is
# spent in them: it is as fast without optimization, and built sooner. A release looks at each file once, where a debug
# build looks twice.
reading=(
  --package-path "$repository" --scratch-path "$repository/.build/tool-read" --configuration release --traits Tool
  -Xswiftc -Onone -Xswiftc -gnone --product orm-read)

# Each module of a program waits for the one below it, so two programs take little longer than one.
log=$(mktemp)
swift build "${reading[@]}" >"$log" 2>&1 &
beside=$!
trap 'kill "$beside" 2>/dev/null; rm -f "$log"' EXIT
swift build "${options[@]}"
wait "$beside" || {
  cat "$log" >&2
  exit 1
}
trap 'rm -f "$log"' EXIT
built=$(swift build "${options[@]}" --show-bin-path)/orm
reader=$(swift build "${reading[@]}" --show-bin-path)/orm-read

install -d "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
  "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
install -m 755 -s "$built" "$prefix/bin/orm"
install -m 755 -s "$reader" "$prefix/bin/orm-read"
orm=$prefix/bin/orm
"$orm" --generate-completion-script bash >"$prefix/share/bash-completion/completions/orm"
"$orm" --generate-completion-script zsh >"$prefix/share/zsh/site-functions/_orm"
"$orm" --generate-completion-script fish >"$prefix/share/fish/vendor_completions.d/orm.fish"
"$repository/Tools/make-man-page.py" "$orm" >"$prefix/share/man/man1/orm.1"

echo "$orm, $("$orm" --version), $(($(stat -c %s "$orm" 2>/dev/null || stat -f %z "$orm") / 1000000)) MB"
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "$prefix/bin is not on the PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
