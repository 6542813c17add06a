#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is read in pieces: what is in memory is the record that is looked at, and some that
/// follow it.
final class RecordBuffer {
  /// The file as it was named, for what is said of it.
  let name: String
  /// How many bytes a record may have.
  let limit: Int
  private let descriptor: Int32
  private let isOwned: Bool
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Where the record that is looked at begins.
  private(set) var start = 0
  /// The end of what was read.
  private(set) var end = 0
  /// Whether nothing follows what was read.
  private(set) var isAtEnd = false
  /// The number of the line in which the record begins.
  private(set) var line = 1
  /// The number of characters before the record in that line.
  private(set) var columnsBefore = 0
  /// How many bytes of the file lie before the ones in memory.
  private var bytesBefore = 0
  private let progress: Progress
  /// How many bytes were read before this file was begun.
  private let bytesReported: Int
  /// Whether only what fits into the buffer at once is looked at, so that it can be read again.
  private(set) var isSample = false

  /// - Parameters:
  ///   - path: The file; `-` is the standard input.
  ///   - limit: How many bytes a record may have.
  ///   - progress: Learns how far the file was read.
  ///   - start: How many bytes count as read before.
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

  /// A file from its beginning that was read before.
  convenience init(again buffer: RecordBuffer, _ path: String) throws {
    try self.init(
      path, limit: buffer.limit, buffer.progress, from: buffer.bytesReported + (buffer.size ?? 0))
  }

  deinit {
    bytes.deallocate()
    if isOwned { close(descriptor) }
  }

  /// The size of the file; nil if it has none that is known, as a pipe.
  var size: Int? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  /// Says how far the file was read.
  @inline(__always)
  func reportPosition() { progress.report(bytesReported + bytesBefore + start) }

  /// Goes on to the next record, which begins a line.
  func advance(to place: Int, lines: Int) {
    start = place
    line += lines
  }

  /// Goes on to what follows in the same line, or in a later one.
  func advanceInLine(to place: Int) {
    for byte in UnsafeRawBufferPointer(start: bytes + start, count: place - start) {
      if byte == 0x0a {
        line += 1
        columnsBefore = 0
      } else if byte & 0xc0 != 0x80 {
        // Bytes that go on with a character are not counted.
        columnsBefore += 1
      }
    }
    start = place
  }

  /// Reads more behind the record that begins at ``start``, which may move.
  ///
  /// - Returns: false if there is no more, or no room for it in a sample.
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
    // All that fits: a long record would be looked at again for each small piece of a pipe.
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

  /// Looks only at what fits into the buffer, until ``rewind()``.
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

/// A record has more bytes than it may.
struct RecordIsTooLong: Error {}
