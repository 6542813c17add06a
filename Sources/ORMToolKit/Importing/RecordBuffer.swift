#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is read in pieces: only the current record and some of the following ones are in
/// memory.
final class RecordBuffer {
  /// The name of the file, for messages.
  let name: String
  /// The maximum size of a record in bytes.
  let limit: Int
  private let descriptor: Int32
  private let isOwned: Bool
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The place at which the current record begins.
  private(set) var start = 0
  /// The end of the bytes that were read.
  private(set) var end = 0
  /// Whether the end of the file was read.
  private(set) var isAtEnd = false
  /// The number of the line in which the record begins.
  private(set) var line = 1
  /// The number of characters before the record in that line.
  private(set) var columnsBefore = 0
  /// The number of the file's bytes before those in memory.
  private var bytesBefore = 0
  private let progress: Progress
  /// The number of bytes that count as read before this file.
  private let bytesReported: Int
  /// Whether only the bytes that fit into the buffer are read, so that they can be read again.
  private(set) var isSample = false

  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - limit: The maximum size of a record in bytes.
  ///   - progress: The progress to report to.
  ///   - start: The number of bytes that count as read before.
  /// - Throws: ``ToolError`` if the file can't be read.
  init(
    _ path: String, limit: Int, _ progress: Progress, from start: Int = 0
  ) throws {
    self.progress = progress
    bytesReported = start
    let isInput = path.utf8.elementsEqual("-".utf8)
    name = isInput ? "standard input" : path
    self.limit = limit
    isOwned = !isInput
    descriptor = isInput ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ToolError.use("\(path) can't be read: \(String(cString: strerror(errno)))")
    }
    capacity = min(1 << 18, max(limit, 16))
    bytes = .allocate(capacity: capacity)
  }

  /// Opens a file again, from its beginning.
  convenience init(again buffer: RecordBuffer, _ path: String) throws {
    try self.init(
      path, limit: buffer.limit, buffer.progress, from: buffer.bytesReported + (buffer.size ?? 0))
  }

  deinit {
    bytes.deallocate()
    if isOwned { close(descriptor) }
  }

  /// The size of the file; nil if it is not known, as for a pipe.
  var size: Int? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  /// Reports the position in the file.
  @inline(__always)
  func reportPosition() { progress.report(bytesReported + bytesBefore + start) }

  /// Advances to the next record, which begins a line.
  func advance(to place: Int, lines: Int) {
    start = place
    line += lines
  }

  /// Advances to a place in the same line, or in a later one.
  func advanceInLine(to place: Int) {
    for byte in UnsafeRawBufferPointer(start: bytes + start, count: place - start) {
      if byte == 0x0a {
        line += 1
        columnsBefore = 0
      } else if byte & 0xc0 != 0x80 {
        // Continuation bytes of UTF-8 are not counted.
        columnsBefore += 1
      }
    }
    start = place
  }

  /// Reads more bytes after the record that begins at ``start``, which may move.
  ///
  /// - Returns: false at the end of the file or of a sample.
  /// - Throws: ``RecordIsTooLong``; ``ToolError`` if the file can't be read.
  func fill() throws -> Bool {
    if isAtEnd { return false }
    if isSample && end > 0 { return false }
    if start > 0 {
      bytes.update(from: bytes + start, count: end - start)
      bytesBefore += start
      end -= start
      start = 0
    }
    if end == capacity {
      guard capacity < limit else { throw RecordIsTooLong() }
      grow(to: min(capacity * 2, limit))
    }
    let before = end
    // Fill the whole buffer. Otherwise, a long record would be scanned again after each small piece
    // that a pipe delivers.
    while end < capacity && !isAtEnd {
      let count = read(descriptor, bytes + end, capacity - end)
      if count > 0 {
        end += count
      } else if count == 0 {
        isAtEnd = true
      } else if errno != EINTR && errno != EAGAIN {
        throw ToolError.data("\(name) can't be read: \(String(cString: strerror(errno)))")
      }
      try Task.checkCancellation()
    }
    return end > before
  }

  /// Reads only the bytes that fit into the buffer, until ``rewind()``.
  func sample() { isSample = true }

  /// Goes back to the beginning of a sample.
  func rewind() {
    isSample = false
    start = 0
    line = 1
    columnsBefore = 0
  }

  private func grow(to size: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    larger.update(from: bytes, count: end)
    bytes.deallocate()
    bytes = larger
    capacity = size
  }
}

/// A record exceeds the maximum size.
struct RecordIsTooLong: Error {}
