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

  /// Whether the path leads to a file, rather than to a folder, a pipe or a device.
  static func isRegular(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// The size of a file in bytes; nil if it does not exist.
  static func size(_ path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
  }

  static func remove(_ path: String) { unlink(path) }

  /// Removes a folder if it is empty.
  static func removeFolder(_ path: String) { rmdir(path) }

  /// Returns the first bytes of a file; nil if it can't be opened.
  static func start(of path: String, count: Int) -> [UInt8]? {
    guard let stream = fopen(path, "rb") else { return nil }
    defer { fclose(stream) }
    var bytes = Array(repeating: UInt8(0), count: count)
    let read = fread(&bytes, 1, count, stream)
    bytes.removeLast(count - read)
    return bytes
  }
}
