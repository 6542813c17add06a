#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is written piece by piece, and takes its name when it is whole: until then it lies
/// beside it.
package struct WrittenFile: Sendable {
  private let path: String
  private let unfinished: String
  private let descriptor: Int32

  /// - Throws: ``ToolError`` if it can't be written, or is one of `besides`.
  package init(_ path: String, besides: String) throws {
    var (facts, other) = (stat(), stat())
    if stat(path, &facts) == 0 {
      if facts.st_mode & S_IFMT == S_IFDIR { throw ToolError.use("\(path) is a folder") }
      if stat(besides, &other) == 0, facts.st_ino == other.st_ino, facts.st_dev == other.st_dev {
        throw ToolError.use("\(path) is the database: it would be lost")
      }
    }
    self.path = path
    unfinished = "\(path).orm-\(getpid())"
    descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw ToolError.use("\(path) can't be written: \(String(cString: strerror(errno)))")
    }
  }

  /// An output that goes into the file.
  package var output: ByteOutput {
    ByteOutput { [descriptor] in try Terminal.write($0, to: descriptor) }
  }

  /// Gives the file its name, in place of what had it.
  package func finish() throws {
    guard close(descriptor) == 0, rename(unfinished, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(unfinished)
      throw ToolError.data("\(path) can't be written: \(reason)")
    }
  }

  /// Leaves nothing of what was written.
  package func discard() {
    close(descriptor)
    unlink(unfinished)
  }
}
