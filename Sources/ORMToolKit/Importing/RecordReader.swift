/// Reads the records of a file one after the other.
protocol RecordReader: AnyObject {
  var buffer: RecordBuffer { get }
  var unescaped: UnescapedBytes { get }
  /// The values of the record: for CSV in their order, for JSON by the number of their name.
  var fields: ImportedFields { get }
  /// The names of the values. A reader of JSON may add names.
  var names: [String] { get }

  /// Reads the next record.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: ``ImportProblem``, after which the next call continues with the next record;
  ///   ``ToolError``.
  func next() throws -> Bool
}

extension RecordReader {
  /// The bytes of a value, which are valid until the next record.
  @inline(__always)
  func bytes(of field: ImportedField) -> UnsafeRawBufferPointer {
    let base = field.isUnescaped ? unescaped.bytes : buffer.bytes
    return UnsafeRawBufferPointer(start: base + field.start, count: field.count)
  }

  /// A problem at a place in the buffer, within the record.
  func problem(at place: Int, _ words: String) -> ImportProblem {
    var (line, lineStart, next) = (buffer.line, buffer.start, buffer.start)
    while next < min(place, buffer.end) {
      if buffer.bytes[next] == 0x0a { (line, lineStart) = (line + 1, next + 1) }
      next += 1
    }
    // Continuation bytes of UTF-8 are not counted.
    var column = line == buffer.line ? 1 + buffer.columnsBefore : 1
    for place in lineStart..<max(lineStart, min(place, buffer.end))
    where buffer.bytes[place] & 0xc0 != 0x80 {
      column += 1
    }
    return ImportProblem(file: buffer.name, line: line, column: column, words: words)
  }

  /// A problem with a record that exceeds the maximum size. Reading does not continue after it.
  func tooLong(at place: Int, _ hint: String) -> ImportProblem {
    var problem = problem(
      at: place,
      "the row that begins here has more than \(buffer.limit.byteSize)\(hint); "
        + "--row-limit allows more")
    problem.isLast = true
    return problem
  }

  /// Advances to the line after the one that contains a place.
  func skipLine(from place: Int) throws {
    var (lines, next, place) = (0, buffer.start, place)
    while true {
      while next < buffer.end {
        let isEnd = buffer.bytes[next] == 0x0a
        next += 1
        if isEnd { lines += 1 }
        if isEnd && next > place { return buffer.advance(to: next, lines: lines) }
      }
      // Skipped bytes are dropped, so the line may have any length.
      buffer.advance(to: next, lines: lines)
      lines = 0
      guard try buffer.fill() else { return }
      (next, place) = (buffer.start, buffer.start)
    }
  }

  /// Skips a byte order mark.
  ///
  /// - Throws: ``ToolError`` if it is a mark of UTF-16.
  func skipByteOrderMark() throws {
    while buffer.end - buffer.start < 3, try buffer.fill() {}
    let first = (0..<min(3, buffer.end - buffer.start)).map { buffer.bytes[buffer.start + $0] }
    if first == [0xef, 0xbb, 0xbf] { return buffer.advance(to: buffer.start + 3, lines: 0) }
    if first.starts(with: [0xff, 0xfe]) || first.starts(with: [0xfe, 0xff]) {
      throw ToolError.data("\(buffer.name) is UTF-16; only UTF-8 can be imported")
    }
  }
}
