import ORMCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file that keeps the history from one shell to the next: an entry in each line, with line
/// breaks escaped. Only its owner can read it.
///
/// Several shells may write to it: each locks the file while it appends an entry.
struct HistoryFile {
  let path: String
  private let limit: Int
  /// The maximum number of bytes to read.
  private static let longest = 16 << 20

  /// - Returns: nil if the environment names no folder for the file; see the XDG Base Directory
  ///   Specification.
  init?(environment: (String) -> String?, limit: Int = 2000) {
    let state = environment("XDG_STATE_HOME").flatMap { $0.utf8.first == 0x2f ? $0 : nil }
    let home = environment("HOME").flatMap { $0.utf8.first == 0x2f ? $0 + "/.local/state" : nil }
    guard let folder = state ?? home else { return nil }
    path = folder + "/orm/history"
    self.limit = limit
  }

  /// Reads the entries, and creates the file if it does not exist.
  ///
  /// - Throws: ``ToolError`` if the file can't be written: then there is no history.
  func read() throws -> [String] {
    makeFolders()
    return try locked { descriptor in
      let bytes = try Self.bytes(of: descriptor)
      let entries = Self.entries(bytes)
      // The file is truncated only when it has twice the limit, not for each entry.
      guard entries.count > 2 * limit || bytes.count > Self.longest / 2 else { return entries }
      var kept = entries.suffix(limit)
      while kept.reduce(0, { $0 + $1.utf8.count }) > Self.longest / 4 {
        kept = kept.suffix(kept.count / 2)
      }
      guard ftruncate(descriptor, 0) == 0 else { throw failure }
      try Terminal.write(kept.flatMap(Self.line), to: descriptor)
      return Array(kept)
    }
  }

  /// Adds an entry at the end.
  func append(_ entry: String) throws {
    try locked { descriptor in try Terminal.write(Self.line(entry), to: descriptor) }
  }

  // MARK: - Lines

  static func line(_ entry: String) -> [UInt8] {
    var line: [UInt8] = []
    for byte in entry.utf8 {
      switch byte {
      case 0x0a: line += [0x5c, UInt8(ascii: "n")]
      case 0x5c: line += [0x5c, 0x5c]
      default: line.append(byte)
      }
    }
    return line + [0x0a]
  }

  static func entries(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0a).map { line in
      var entry: [UInt8] = []
      var isEscaped = false
      for byte in line {
        if isEscaped {
          entry.append(byte == UInt8(ascii: "n") ? 0x0a : byte)
          isEscaped = false
        } else if byte == 0x5c {
          isEscaped = true
        } else {
          entry.append(byte)
        }
      }
      return String(decoding: entry, as: UTF8.self)
    }
  }

  // MARK: - The file

  private var failure: ToolError {
    ToolError.use("\(path) can't be written: \(String(cString: strerror(errno)))")
  }

  private func makeFolders() {
    var folder = ""
    for part in path.utf8.split(separator: 0x2f).dropLast() {
      folder += "/" + String(Substring(part))
      mkdir(folder, 0o700)
    }
  }

  private func locked<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw failure }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw ToolError.use("\(path) is not a file")
    }
    if facts.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 { throw failure }
    // A shell holds the lock only to write a line. This one waits for at most a second.
    var attempts = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard attempts < 200, errno == EWOULDBLOCK || errno == EINTR else { throw failure }
      attempts += 1
      usleep(5000)
    }
    return try body(descriptor)
  }

  /// Reads the last bytes. The ones before are ignored, in a file that is too long.
  private static func bytes(of descriptor: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = Array(repeating: UInt8(0), count: 1 << 16)
    let size = lseek(descriptor, 0, SEEK_END)
    guard lseek(descriptor, max(0, size - off_t(longest)), SEEK_SET) >= 0 else { return [] }
    while case let count = Terminal.read(descriptor, into: &piece), count > 0 {
      bytes += piece[..<count]
    }
    return bytes
  }
}
