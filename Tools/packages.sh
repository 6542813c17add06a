# The options of a build of a package next to the library, to be sourced in the repository's folder.
#
# They share a folder, so that the library is compiled once for all of them in each configuration. SwiftPM keeps
# the last plan of a folder, and would use it for the next package.
shared=(--scratch-path "$PWD/.build/packages" --disable-build-manifest-caching)
