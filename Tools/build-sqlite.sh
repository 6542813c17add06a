#!/usr/bin/env bash
# Builds a SQLite that is tuned for speed, from Debian's source package, into a folder.
#
#   Tools/build-sqlite.sh FOLDER
#   PKG_CONFIG_PATH=FOLDER/lib/pkgconfig LD_LIBRARY_PATH=FOLDER/lib swift test
#   swift run --package-path Benchmarks -c release Benchmarks --tuned FOLDER
#
# It has the version and the features of Debian's library, but does not overwrite deleted bytes (SECURE_DELETE),
# uses lookaside memory, and is built with the options that SQLite recommends
# (https://www.sqlite.org/compile.html#recommended_compile_time_options), except those that programs would notice:
# - THREADSAFE=2: connections have no mutex unless the program asks for one;
# - DEFAULT_MEMSTATUS=0: memory in use is not counted, which needs a lock shared by all threads.
set -euo pipefail

[ $# -eq 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
"$(dirname "${BASH_SOURCE[0]}")/setup.sh" make tclsh:tcl dpkg-source:dpkg-dev
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The source lists are fetched separately from the system's own, whose settings are not changed.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb-src [signed-by=$keyring] http://deb.debian.org/debian $release main" >sources.list
mkdir -p lists/partial
apt() {
  apt-get -qq -o Dir::State::lists="$work/lists" -o Dir::Etc::sourcelist="$work/sources.list" \
    -o Dir::Etc::sourceparts=- -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o APT::Sandbox::User=root "$@"
}
apt update
apt source sqlite3 >log 2>&1 || { cat log; exit 1; }

features=(
  ENABLE_COLUMN_METADATA ENABLE_DBSTAT_VTAB ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS
  ENABLE_FTS3_TOKENIZER ENABLE_FTS4 ENABLE_FTS5 ENABLE_LOAD_EXTENSION ENABLE_MATH_FUNCTIONS
  ENABLE_PREUPDATE_HOOK ENABLE_RTREE ENABLE_SESSION ENABLE_STMTVTAB ENABLE_UNLOCK_NOTIFY
  ENABLE_UPDATE_DELETE_LIMIT SOUNDEX USE_URI MAX_SCHEMA_RETRY=25 MAX_VARIABLE_NUMBER=250000
  ALLOW_ROWID_IN_VIEW HAVE_ISNAN
)
tuning=(
  THREADSAFE=2 DEFAULT_MEMSTATUS=0 DEFAULT_WAL_SYNCHRONOUS=1 LIKE_DOESNT_MATCH_BLOBS
  OMIT_DEPRECATED OMIT_SHARED_CACHE USE_ALLOCA
)
flags=("${features[@]/#/-DSQLITE_}" "${tuning[@]/#/-DSQLITE_}" -DHAVE_USLEEP=1)

cd sqlite3-*/
{ ./configure --disable-tcl && make sqlite3.c "OPTS=-DSQLITE_ENABLE_UPDATE_DELETE_LIMIT=1"; } \
  >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
mkdir -p "$folder/lib/pkgconfig" "$folder/include"
"${CC:-cc}" -O2 -fPIC -shared "${flags[@]}" -Wl,-soname,libsqlite3.so.0 \
  -o "$folder/lib/libsqlite3.so.0" sqlite3.c -lm -ldl -lpthread
ln -sf libsqlite3.so.0 "$folder/lib/libsqlite3.so"
cp sqlite3.h sqlite3ext.h "$folder/include"
version=$(cat VERSION)
cat >"$folder/lib/pkgconfig/sqlite3.pc" <<PC
prefix=$folder
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: SQLite
Description: SQL database engine, tuned
Version: $version
Libs: -L\${libdir} -lsqlite3
Cflags: -I\${includedir}
PC
echo "SQLite $version is in $folder"
