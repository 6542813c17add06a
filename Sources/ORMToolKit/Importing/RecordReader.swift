/// Reads the records of a file one after the other.
protocol RecordReader: AnyObject {
  var buffer: RecordBuffer { get }
  var unescaped: UnescapedBytes { get }
  /// The values of the record: of CSV in their order, of JSON by the number of their name.
  var fields: ImportedFields { get }
  /// The names of the values, which a reader of JSON may find more of.
  var names: [String] { get }

  /// Reads the next record.
  ///
  /// - Returns: whether there is one.
  /// - Throws: ``ImportProblem``, after which the next call goes on behind it; ``ToolError``.
  func next() throws -> Bool
}

extension RecordReader {
  /// The bytes of a value, which are good until the next record.
  @inline(__always)
  func bytes(of field: ImportedField) -> UnsafeRawBufferPointer {
    let base = field.isUnescaped ? unescaped.bytes : buffer.bytes
    return UnsafeRawBufferPointer(start: base + field.start, count: field.count)
  }

  /// A problem with what is at a place in the buffer, within the record.
  func problem(at place: Int, _ words: String) -> ImportProblem {
    var (line, lineStart, next) = (buffer.line, buffer.start, buffer.start)
    while next < min(place, buffer.end) {
      if buffer.bytes[next] == 0x0a { (line, lineStart) = (line + 1, next + 1) }
      next += 1
    }
    // Bytes that go on with a character are not counted.
    var column = line == buffer.line ? 1 + buffer.columnsBefore : 1
    for place in lineStart..<max(lineStart, min(place, buffer.end))
    where buffer.bytes[place] & 0xc0 != 0x80 {
      column += 1
    }
    return ImportProblem(file: buffer.name, line: line, column: column, words: words)
  }

  /// A problem with a record that has more bytes than it may: what follows it is not looked for.
  func tooLong(at place: Int, _ hint: String) -> ImportProblem {
    var problem = problem(
      at: place,
      "the row that begins here has more than \(buffer.limit.byteSize)\(hint); "
        + "--row-limit allows more")
    problem.isLast = true
    return problem
  }

  /// Goes on behind the end of the line that a place is in.
  func skipLine(from place: Int) throws {
    var (lines, next, place) = (0, buffer.start, place)
    while true {
      while next < buffer.end {
        let isEnd = buffer.bytes[next] == 0x0a
        next += 1
        if isEnd { lines += 1 }
        if isEnd && next > place { return buffer.advance(to: next, lines: lines) }
      }
      // What was looked at is of no more use, so a line may be as long as it likes.
      buffer.advance(to: next, lines: lines)
      lines = 0
      guard try buffer.fill() else { return }
      (next, place) = (buffer.start, buffer.start)
    }
  }

  /// Leaves out the mark of the byte order that some programs begin a file with.
  ///
  /// - Throws: ``ToolError`` if it says that the text is none of UTF-8.
  func skipByteOrderMark() throws {
    while buffer.end - buffer.start < 3, try buffer.fill() {}
    let first = (0..<min(3, buffer.end - buffer.start)).map { buffer.bytes[buffer.start + $0] }
    if first == [0xef, 0xbb, 0xbf] { return buffer.advance(to: buffer.start + 3, lines: 0) }
    if first.starts(with: [0xff, 0xfe]) || first.starts(with: [0xfe, 0xff]) {
      throw ToolError.data("\(buffer.name) is UTF-16; it has to be UTF-8")
    }
  }
}
