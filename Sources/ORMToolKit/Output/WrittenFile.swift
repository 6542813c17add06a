#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is written piece by piece under a temporary name, and renamed when it is complete.
///
/// An existing pipe or device is written directly. If the path is a symbolic link, its target is
/// written, and the link stays.
package struct WrittenFile: Sendable {
  private let path: String
  /// The temporary name; nil for a pipe or a device.
  private let unfinished: String?
  private let descriptor: Int32

  /// - Parameter read: The file or folder that is read, which must not be overwritten.
  /// - Throws: ``ToolError`` if the file can't be written, or is the file that is read.
  package init(_ path: String, besides read: String) throws {
    var (facts, other) = (stat(), stat())
    let isThere = stat(path, &facts) == 0
    if isThere {
      if facts.st_mode & S_IFMT == S_IFDIR { throw ToolError.use("\(path) is a folder") }
      if stat(read, &other) == 0, facts.st_ino == other.st_ino, facts.st_dev == other.st_dev {
        throw ToolError.use("\(path) is the input file: write to another file")
      }
    }
    if isThere && facts.st_mode & S_IFMT != S_IFREG {
      self.path = path
      unfinished = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      self.path = Self.end(of: path)
      let unfinished = "\(self.path).orm-\(getpid())"
      // A killed program with the same process ID may have left a file.
      unlink(unfinished)
      self.unfinished = unfinished
      // In a folder that others can write to, O_EXCL refuses a file or a link of that name.
      descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      throw ToolError.use("\(path) can't be written: \(String(cString: strerror(errno)))")
    }
    // The new file gets the permissions of the old one.
    if isThere && unfinished != nil { fchmod(descriptor, facts.st_mode & 0o777) }
  }

  /// Replaces the content of a file with a text.
  package static func write(_ text: String, to path: String, besides read: String) throws {
    let file = try WrittenFile(path, besides: read)
    do {
      try Terminal.write(Array(text.utf8), to: file.descriptor)
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
  }

  /// Follows symbolic links, up to 40 of them, and returns the path at their end.
  private static func end(of path: String) -> String {
    var path = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    for _ in 0..<40 {
      let count = readlink(path, &buffer, buffer.count)
      guard count >= 0 else { break }
      let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let isAbsolute = target.utf8.first == UInt8(ascii: "/")
      path = isAbsolute ? target : (slash.map { String(path[...$0]) } ?? "") + target
    }
    return path
  }

  /// An output to the file.
  package var output: ByteOutput {
    ByteOutput { [descriptor] in try Terminal.write($0, to: descriptor) }
  }

  /// Renames the file to its path, which replaces an existing file.
  package func finish() throws {
    let isClosed = close(descriptor) == 0
    guard let unfinished else { return }
    guard isClosed, rename(unfinished, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(unfinished)
      throw ToolError.data("\(path) can't be written: \(reason)")
    }
  }

  /// Deletes what was written, except in a pipe or a device.
  package func discard() {
    close(descriptor)
    if let unfinished { unlink(unfinished) }
  }
}
