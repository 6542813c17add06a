#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is written piece by piece, and takes its name when it is whole: until then it lies
/// beside it.
///
/// A pipe or a device that has the name is written into, and stays what it is. A link stays one:
/// the file that it names is written.
package struct WrittenFile: Sendable {
  private let path: String
  /// Its name until it is whole; nil for a pipe or a device, which has its name from the start.
  private let unfinished: String?
  private let descriptor: Int32

  /// - Parameter read: A file or folder that must stay, as it is read.
  /// - Throws: ``ToolError`` if it can't be written, or is the one that is read.
  package init(_ path: String, besides read: String) throws {
    var (facts, other) = (stat(), stat())
    let isThere = stat(path, &facts) == 0
    if isThere {
      if facts.st_mode & S_IFMT == S_IFDIR { throw ToolError.use("\(path) is a folder") }
      if stat(read, &other) == 0, facts.st_ino == other.st_ino, facts.st_dev == other.st_dev {
        throw ToolError.use("\(path) is the file that is read: it would be lost")
      }
    }
    if isThere && facts.st_mode & S_IFMT != S_IFREG {
      self.path = path
      unfinished = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      self.path = Self.end(of: path)
      let unfinished = "\(self.path).orm-\(getpid())"
      // What a program left that was killed, and had this one's number.
      unlink(unfinished)
      self.unfinished = unfinished
      // Nobody else makes it, or a link of that name, in a folder that is everyone's.
      descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      throw ToolError.use("\(path) can't be written: \(String(cString: strerror(errno)))")
    }
    // Who may read the old file may read the new one, and nobody else.
    if isThere && unfinished != nil { fchmod(descriptor, facts.st_mode & 0o777) }
  }

  /// Writes a text, in place of what the file had.
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

  /// The path that links lead to from this one. More than the system follows lead nowhere.
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

  /// An output that goes into the file.
  package var output: ByteOutput {
    ByteOutput { [descriptor] in try Terminal.write($0, to: descriptor) }
  }

  /// Gives the file its name, in place of what had it.
  package func finish() throws {
    let isClosed = close(descriptor) == 0
    guard let unfinished else { return }
    guard isClosed, rename(unfinished, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(unfinished)
      throw ToolError.data("\(path) can't be written: \(reason)")
    }
  }

  /// Leaves nothing of what was written, but in a pipe or a device.
  package func discard() {
    close(descriptor)
    if let unfinished { unlink(unfinished) }
  }
}
