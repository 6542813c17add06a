import ORMCore

/// Reads JSON objects: one from each line, or all of an array or a document. See
/// <https://jsonlines.org> and <https://www.rfc-editor.org/rfc/rfc8259>.
final class JSONReader: RecordReader {
  /// The layout of the records in a file.
  enum Layout {
    /// One object in each line.
    case lines
    /// One array of objects, or objects with blanks between them.
    case document
  }

  let buffer: RecordBuffer
  let unescaped = UnescapedBytes()
  let fields = ImportedFields()
  private(set) var names: [String]
  /// Returns the problem with a name that is not known; nil if each name is accepted.
  private let unknown: ((String) -> String)?
  private var places: [SQLName: Int] = [:]
  /// The names' bytes, and the number of each member's name in the last record: objects of a file
  /// mostly have the same names in the same order.
  private var nameBytes: [[UInt8]] = []
  private var guesses: [Int] = []
  /// Whether any record had the name, for each name.
  private(set) var areSeen: [Bool] = []
  private var nextPlace: (place: Int, lines: Int)
  private let layout: Layout
  private var document = DocumentPlace.start

  /// The next part of a document to read.
  private enum DocumentPlace {
    case start
    case array(isFirst: Bool)
    /// Between objects that are not in an array.
    case objects
    case end
  }

  /// - Parameters:
  ///   - names: The names that are known.
  ///   - unknown: Returns the problem with another name; nil if other names are added.
  init(
    _ buffer: RecordBuffer, _ layout: Layout, names: [String], unknown: ((String) -> String)?
  ) throws {
    self.buffer = buffer
    self.layout = layout
    self.names = []
    self.unknown = unknown
    nextPlace = (0, 0)
    try skipByteOrderMark()
    nextPlace = (buffer.start, 0)
    for name in names { add(name) }
  }

  private func add(_ name: String) {
    places[SQLName(name)] = names.count
    names.append(name)
    areSeen.append(false)
    nameBytes.append(Array(name.utf8))
  }

  func next() throws -> Bool {
    switch layout {
    case .lines: try nextLine()
    case .document: try nextOfDocument()
    }
  }

  // MARK: - Lines

  private func nextLine() throws -> Bool {
    while true {
      buffer.advance(to: nextPlace.place, lines: nextPlace.lines)
      nextPlace = (buffer.start, 0)
      guard let end = try lineEnd() else { return false }
      nextPlace = (min(end + 1, buffer.end), 1)
      var scanner = JSONScanner(bytes: buffer.bytes, place: buffer.start, end: end)
      scanner.skipBlanks()
      if scanner.place == end { continue }
      try read(&scanner)
      return true
    }
  }

  /// The end of the record's line; nil after the last one.
  private func lineEnd() throws -> Int? {
    var looked = 0
    while true {
      var place = buffer.start + looked
      while place < buffer.end && buffer.bytes[place] != 0x0a { place += 1 }
      if place < buffer.end { return place }
      looked = place - buffer.start
      if buffer.isAtEnd { return looked == 0 ? nil : place }
      do {
        if try !buffer.fill() && buffer.isSample { return nil }
      } catch is RecordIsTooLong {
        throw tooLong(at: buffer.start, "")
      }
      nextPlace = (buffer.start, 0)
    }
  }

  // MARK: - Documents

  private func nextOfDocument() throws -> Bool {
    buffer.advanceInLine(to: nextPlace.place)
    guard try skipBlanks() != nil else { return try endDocument() }
    if case .start = document {
      document = take(0x5b) ? .array(isFirst: true) : .objects
    }
    switch document {
    case .array(let isFirst):
      guard let byte = try skipBlanks() else { return try endDocument() }
      if byte == 0x5d {
        _ = take(0x5d)
        document = .end
        return try nextOfDocument()
      }
      if !isFirst {
        guard take(0x2c) else { throw last("a comma or ] is missing here") }
        guard try skipBlanks() != nil else { return try endDocument() }
      }
      document = .array(isFirst: false)
    case .end: throw last("there is text after the array")
    case .start, .objects: break
    }
    guard let end = try valueEnd() else { return false }
    nextPlace = (end, 0)
    var scanner = JSONScanner(
      bytes: buffer.bytes, place: buffer.start, end: end, blanksHaveLines: true)
    do {
      try read(&scanner)
    } catch var problem as ImportProblem {
      // A string that is not closed contains the rest of the file.
      problem.isLast = end == buffer.end && buffer.isAtEnd
      throw problem
    }
    return true
  }

  private func take(_ byte: UInt8) -> Bool {
    guard buffer.start < buffer.end, buffer.bytes[buffer.start] == byte else { return false }
    buffer.advanceInLine(to: buffer.start + 1)
    nextPlace = (buffer.start, 0)
    return true
  }

  private func last(_ words: String) -> ImportProblem {
    var problem = problem(at: buffer.start, words)
    problem.isLast = true
    return problem
  }

  /// Ends a document in which nothing follows.
  private func endDocument() throws -> Bool {
    if case .array = document, buffer.isAtEnd { throw last("] is missing") }
    return false
  }

  /// Skips whitespace.
  ///
  /// - Returns: The byte; nil if nothing follows.
  private func skipBlanks() throws -> UInt8? {
    while true {
      var place = buffer.start
      while place < buffer.end, JSONScanner.isBlank(buffer.bytes[place]) { place += 1 }
      buffer.advanceInLine(to: place)
      nextPlace = (place, 0)
      if place < buffer.end { return buffer.bytes[place] }
      guard try buffer.fill() else { return nil }
      nextPlace = (buffer.start, 0)
    }
  }

  /// Finds the end of the value that begins here, by its brackets and quotes alone.
  ///
  /// - Returns: nil if the value is not completely in a sample.
  private func valueEnd() throws -> Int? {
    var (looked, depth, isInString) = (0, 0, false)
    while true {
      var place = buffer.start + looked
      while place < buffer.end {
        let byte = buffer.bytes[place]
        if isInString {
          if byte == 0x5c { place += 1 }
          if byte == 0x22 { isInString = false }
        } else {
          switch byte {
          case 0x22: isInString = true
          case 0x7b, 0x5b: depth += 1
          case 0x7d, 0x5d: depth -= 1
          case 0x2c where depth == 0: return max(place, buffer.start + 1)
          case _ where depth == 0 && JSONScanner.isBlank(byte): return place
          default: break
          }
          // An unmatched closing bracket belongs to the value only if it is all of it.
          if depth < 0 { return max(place, buffer.start + 1) }
          if depth == 0, byte == 0x7d || byte == 0x5d { return place + 1 }
        }
        place += 1
      }
      looked = place - buffer.start
      if buffer.isAtEnd { return buffer.end }
      do {
        if try !buffer.fill() && buffer.isSample { return nil }
      } catch is RecordIsTooLong {
        throw tooLong(at: buffer.start, "")
      }
      nextPlace = (buffer.start, 0)
    }
  }

  // MARK: - An object

  private func read(_ scanner: inout JSONScanner) throws {
    fields.removeAll()
    unescaped.removeAll()
    for _ in names { fields.append(ImportedField(kind: .absent, start: 0, count: 0, place: 0)) }
    guard scanner.take(0x7b) else {
      throw problem(at: scanner.place, "an object must begin with {")
    }
    scanner.skipBlanks()
    var member = 0
    if !scanner.take(0x7d) {
      repeat {
        try readMember(member, &scanner)
        member += 1
        scanner.skipBlanks()
      } while scanner.take(0x2c)
      guard scanner.take(0x7d) else {
        throw problem(at: scanner.place, "a comma or } is missing here")
      }
    }
    scanner.skipBlanks()
    guard scanner.place == scanner.end else {
      throw problem(at: scanner.place, "there is text after the object: a line has a single object")
    }
  }

  private func readMember(_ member: Int, _ scanner: inout JSONScanner) throws {
    scanner.skipBlanks()
    let place = scanner.place
    guard let name = try string(&scanner) else {
      throw problem(at: scanner.place, "a quoted name is missing here")
    }
    let column = try column(of: name, member, at: place)
    scanner.skipBlanks()
    guard scanner.take(0x3a) else { throw problem(at: scanner.place, "a colon is missing here") }
    scanner.skipBlanks()
    guard fields[column].kind == .absent else {
      throw problem(at: place, "the object has \(names[column]) twice")
    }
    fields[column] = try value(&scanner)
  }

  private func column(of name: ImportedField, _ member: Int, at place: Int) throws -> Int {
    let text = bytes(of: name)
    if member < guesses.count {
      let guess = nameBytes[guesses[member]]
      if guess.count == text.count && guess.withUnsafeBytes({ $0.elementsEqual(text) }) {
        return guesses[member]
      }
    }
    let found = String(decoding: text, as: UTF8.self)
    let column: Int
    if let known = places[SQLName(found)] {
      column = known
    } else if let unknown {
      throw problem(at: place, unknown(found))
    } else {
      column = names.count
      guard column < 2000 else { throw problem(at: place, "the object has more than 2,000 names") }
      add(found)
      fields.append(ImportedField(kind: .absent, start: 0, count: 0, place: 0))
    }
    areSeen[column] = true
    if member < guesses.count {
      guesses[member] = column
    } else if member == guesses.count && member < 2000 {
      guesses.append(column)
    }
    return column
  }

  // MARK: - Values

  /// - Returns: nil if no string begins here.
  private func string(_ scanner: inout JSONScanner) throws -> ImportedField? {
    let place = scanner.place
    guard scanner.take(0x22) else { return nil }
    let (start, hasEscapes) = (scanner.place, try scan(&scanner) { try $0.skipString() })
    let end = scanner.place - 1
    if !hasEscapes {
      return ImportedField(kind: .text, start: start, count: end - start, place: place)
    }
    unescaped.reserve(end - start)
    let first = unescaped.count
    var reader = JSONScanner(bytes: buffer.bytes, place: start, end: end)
    try scan(&reader) { try $0.unescape(into: unescaped) }
    return ImportedField(
      kind: .text, isUnescaped: true, start: first, count: unescaped.count - first, place: place)
  }

  private func value(_ scanner: inout JSONScanner) throws -> ImportedField {
    let place = scanner.place
    guard place < scanner.end else { throw problem(at: place, "a value is missing here") }
    if let text = try string(&scanner) { return text }
    if let bytes = try base64(&scanner) { return bytes }
    let kind = try scan(&scanner) { try $0.skipValue(depth: 0) }
    return ImportedField(kind: kind, start: place, count: scanner.place - place, place: place)
  }

  /// Reads `{"blob": "AP8="}`, as this tool writes bytes; returns nil for other values.
  private func base64(_ scanner: inout JSONScanner) throws -> ImportedField? {
    let place = scanner.place
    guard buffer.bytes[place] == 0x7b else { return nil }
    var look = scanner
    _ = look.take(0x7b)
    look.skipBlanks()
    guard look.take(word: "\"blob\"") else { return nil }
    look.skipBlanks()
    guard look.take(0x3a) else { return nil }
    look.skipBlanks()
    let start = look.place + 1
    guard look.take(0x22) else { return nil }
    while look.place < look.end && buffer.bytes[look.place] != 0x22 { look.place += 1 }
    let end = look.place
    guard look.take(0x22) else { return nil }
    look.skipBlanks()
    guard look.take(0x7d) else { return nil }
    let text = UnsafeRawBufferPointer(start: buffer.bytes + start, count: end - start)
    let first = unescaped.count
    guard Base64.append(text, to: unescaped) else {
      throw problem(at: start, "the value of blob is not base64")
    }
    scanner = look
    return ImportedField(
      kind: .blob, isUnescaped: true, start: first, count: unescaped.count - first, place: place)
  }

  private func scan<Result>(
    _ scanner: inout JSONScanner, _ body: (inout JSONScanner) throws -> Result
  ) throws -> Result {
    do {
      return try body(&scanner)
    } catch let failure as JSONScanner.Failure {
      throw problem(at: failure.place, failure.words)
    }
  }
}
