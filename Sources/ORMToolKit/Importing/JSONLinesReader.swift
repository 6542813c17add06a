import ORMCore

/// Reads an object from each line. See <https://jsonlines.org> and
/// <https://www.rfc-editor.org/rfc/rfc8259>.
final class JSONLinesReader: RecordReader {
  let buffer: RecordBuffer
  let unescaped = UnescapedBytes()
  let fields = ImportedFields()
  private(set) var names: [String]
  /// What a member is called whose name no column has; nil if each name is taken.
  private let unknown: ((String) -> String)?
  private var places: [SQLName: Int] = [:]
  /// The names' bytes, and which of them the member of each place had in the record before:
  /// objects of one file have the same names in the same order.
  private var nameBytes: [[UInt8]] = []
  private var guesses: [Int] = []
  private var nextPlace: (place: Int, lines: Int)

  /// - Parameters:
  ///   - names: The names that are known.
  ///   - unknown: What is wrong with a name that is not one of them; nil if it becomes one.
  init(_ buffer: RecordBuffer, names: [String], unknown: ((String) -> String)?) throws {
    self.buffer = buffer
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
    nameBytes.append(Array(name.utf8))
  }

  func next() throws -> Bool {
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

  /// Where the line ends that the record is: nil behind the last one.
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

  // MARK: - An object

  private func read(_ scanner: inout JSONScanner) throws {
    fields.removeAll()
    unescaped.removeAll()
    for _ in names { fields.append(ImportedField(kind: .absent, start: 0, count: 0, place: 0)) }
    guard scanner.take(0x7b) else { throw problem(at: scanner.place, "an object begins with {") }
    scanner.skipBlanks()
    var member = 0
    if !scanner.take(0x7d) {
      repeat {
        try readMember(member, &scanner)
        member += 1
        scanner.skipBlanks()
      } while scanner.take(0x2c)
      guard scanner.take(0x7d) else { throw problem(at: scanner.place, "here is , or } missing") }
    }
    scanner.skipBlanks()
    guard scanner.place == scanner.end else {
      throw problem(at: scanner.place, "something follows the object: a line has one")
    }
  }

  private func readMember(_ member: Int, _ scanner: inout JSONScanner) throws {
    scanner.skipBlanks()
    let place = scanner.place
    guard let name = try string(&scanner) else {
      throw problem(at: scanner.place, "here is a name missing, in quotes")
    }
    let column = try column(of: name, member, at: place)
    scanner.skipBlanks()
    guard scanner.take(0x3a) else { throw problem(at: scanner.place, "here is : missing") }
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
      guard column < 2000 else { throw problem(at: place, "more than 2,000 names") }
      add(found)
      fields.append(ImportedField(kind: .absent, start: 0, count: 0, place: 0))
    }
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
    guard place < scanner.end else { throw problem(at: place, "here is a value missing") }
    if let text = try string(&scanner) { return text }
    if let bytes = try base64(&scanner) { return bytes }
    let kind = try scan(&scanner) { try $0.skipValue(depth: 0) }
    return ImportedField(kind: kind, start: place, count: scanner.place - place, place: place)
  }

  /// `{"blob": "AP8="}`, as this tool writes bytes; nil if it is anything else.
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
      throw problem(at: start, "what blob has is no base64")
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
