#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Facts about files, from the file system.
enum FileFacts {
  static func exists(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// The size of a file in bytes; nil if it does not exist.
  static func size(_ path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
  }

  static func remove(_ path: String) { unlink(path) }
}
