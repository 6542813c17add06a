#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few operations on files and folders that reading needs.
enum FileSystem {
  /// The file or folder at a path, after following links.
  struct Status {
    var isFolder: Bool
    var isFile: Bool
    var size: Int
    /// The identity of the file, which does not depend on the path.
    var identity: Identity
  }

  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// Returns the file or folder at a path; nil if there is none, or it is not accessible.
  static func status(of path: String) -> Status? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    let kind = found.st_mode & S_IFMT
    return Status(
      isFolder: kind == S_IFDIR, isFile: kind == S_IFREG, size: Int(found.st_size),
      identity: Identity(
        device: UInt64(truncatingIfNeeded: found.st_dev),
        number: UInt64(truncatingIfNeeded: found.st_ino)))
  }

  /// Whether the path is a symbolic link, even a dangling one.
  static func isLink(_ path: String) -> Bool {
    var found = stat()
    return lstat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the path with links resolved; nil if nothing is there.
  static func realPath(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the names in a folder, sorted by bytes; empty if it can't be read.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
        ) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }  // Characters: two names of ASCII
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the bytes of a file; nil if it can't be read or is larger than the limit.
  static func bytes(of path: String, atMost limit: Int) -> [UInt8]? {
    // Opening a pipe must not wait for a writer.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let status = status(of: path), status.isFile, status.size <= limit else { return nil }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: status.size) { buffer, count in
      while count < buffer.count {
        let number = read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        if number < 0, errno == EINTR { continue }
        if number <= 0 { break }
        count += number
      }
      isWhole = count == buffer.count
    }
    return isWhole ? bytes : nil
  }
}
