#!/usr/bin/env bash
# Builds and installs the tool `orm`, with completions for bash, zsh and fish, and a man page; and next to it
# `orm-read`, with which it reads packages and XML.
#
#   Tools/install.sh              # to ~/.local
#   Tools/install.sh PREFIX       # to PREFIX/bin, PREFIX/share
#
# The build needs SQLite's header, of the package libsqlite3-dev. `orm` runs without Swift, whose libraries are linked
# into it. `orm-read` uses the toolchain's libraries, and has to be installed again for each new toolchain.
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

# Swift's libraries are most of the tool's size. The toolchain's linker makes it smaller: symbols are not exported,
# identical functions are merged, the executable is not relocatable, and there are no tables for unwinding.
link=()
[ "$(uname)" = Darwin ] || link=(
  --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=safe
  -Xlinker "$repository/Tools/without-unwinding.ld" -Xswiftc -Xclang-linker -Xswiftc -no-pie)
# A separate folder: the trait is a compilation condition, so builds with it and without it in one folder would
# recompile each file.
options=(
  --package-path "$repository" --scratch-path "$repository/.build/tool"
  --configuration release --traits Tool -Xswiftc -Osize -Xswiftc -gnone "${link[@]}" --product orm)

# `orm-read` uses Swift's libraries dynamically, as the toolchain's parser does. It spends most of its time in them, so it
# is as fast without optimization, and builds sooner. A release build compiles each file once, a debug build twice.
reading=(
  --package-path "$repository" --scratch-path "$repository/.build/tool-read" --configuration release --traits Tool
  -Xswiftc -Onone -Xswiftc -gnone --product orm-read)

# The modules of one program wait for each other, so two builds at once take little longer than one.
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
