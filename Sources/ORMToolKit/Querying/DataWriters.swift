import ORMCore
import ORMSQLite

/// Writes rows as CSV of RFC 4180, but with `\n` at the end of a line. NULL is an empty field, an
/// empty text is `""`, and a BLOB is an SQL literal: `x'0102'`. Texts that look like numbers or
/// BLOBs are in quotes.
struct CSVWriter: RowWriter {
  private let output: ByteOutput
  private let forms: [FormedColumn?]
  private var line: [UInt8] = []

  init(_ columns: [String], _ forms: [FormedColumn?], to output: ByteOutput) throws {
    self.output = output
    self.forms = forms
    for (place, name) in columns.enumerated() {
      if place > 0 { line.append(0x2c) }
      var name = output.isTerminal ? SafeText.line(name) : name
      name.withUTF8 { Self.append(UnsafeRawBufferPointer($0), to: &line) }
    }
    line.append(0x0a)
    try output.write(line)
  }

  mutating func write(_ row: borrowing DynamicStatement) throws {
    line.removeAll(keepingCapacity: true)
    for column in 0..<row.columnCount {
      if column > 0 { line.append(0x2c) }
      if let form = forms[column], append(row, column, form) { continue }
      switch row.storageClass(column) {
      case .null: break
      case .text where !output.isTerminal:
        row.withBytes(column) { Self.append($0, to: &line) }
      case .text:
        var text = SafeText.line(row.value(column).shown())
        text.withUTF8 { Self.append(UnsafeRawBufferPointer($0), to: &line) }
      case .integer: line.append(contentsOf: "\(row.integer(column))".utf8)
      case .real: line.append(contentsOf: "\(row.real(column))".utf8)
      case .blob:
        line.append(contentsOf: "x'".utf8)
        row.withBytes(column) { EncodedBytes.appendHex($0, to: &line) }
        line.append(0x27)
      }
    }
    line.append(0x0a)
    try output.write(line)
  }

  mutating func end() throws {}

  /// Writes a value in the form of its column, or so that it is not read as a value of the form.
  ///
  /// - Returns: false if the value has to be written as in a column without a form.
  private mutating func append(
    _ row: borrowing DynamicStatement, _ column: Int, _ form: FormedColumn
  ) -> Bool {
    if let shown = form.form.shown(row.value(column), in: form.column) {
      line.append(contentsOf: shown.words.utf8)
      return true
    }
    switch row.storageClass(column) {
    case .text where !output.isTerminal:
      return row.withBytes(column) { text in
        guard form.form.read(text) != nil else { return false }
        line.append(0x22)
        line.append(contentsOf: text)
        line.append(0x22)
        return true
      }
    case .real:
      guard let number = form.exponentText(row.real(column)) else { return false }
      line.append(contentsOf: number.utf8)
      return true
    default: return false
    }
  }

  /// Appends a text, in quotes if it is empty, or has a comma, a quote or a line break.
  private static func append(_ text: UnsafeRawBufferPointer, to line: inout [UInt8]) {
    var needsQuotes = text.isEmpty
    var hasQuote = false
    for byte in text where byte <= 0x2c {
      needsQuotes = needsQuotes || byte == 0x2c || byte == 0x22 || byte == 0x0a || byte == 0x0d
      hasQuote = hasQuote || byte == 0x22
    }
    // Some programs trim leading and trailing blanks.
    needsQuotes = needsQuotes || text.first == 0x20 || text.last == 0x20
    // Readers skip a byte order mark at the beginning of a file.
    needsQuotes = needsQuotes || text.starts(with: [0xef, 0xbb, 0xbf])
    needsQuotes = needsQuotes || NumberText.isOtherThanText(text)
    if needsQuotes { line.append(0x22) }
    if hasQuote {
      for byte in text {
        if byte == 0x22 { line.append(0x22) }
        line.append(byte)
      }
    } else {
      line.append(contentsOf: text)
    }
    if needsQuotes { line.append(0x22) }
  }
}

/// Writes rows as JSON objects, in one array or one in each line. If columns have the same name,
/// `_2` is appended to the second one.
struct JSONWriter: RowWriter {
  private let output: ByteOutput
  private let isLines: Bool
  private let forms: [FormedColumn?]
  /// The names in quotes, with the colon.
  private let names: [[UInt8]]
  private var count = 0
  private var line: [UInt8] = []

  init(_ columns: [String], _ forms: [FormedColumn?], isLines: Bool, to output: ByteOutput) {
    self.output = output
    self.forms = forms
    self.isLines = isLines
    var taken: [ExactText: Int] = [:]
    names = columns.map { name in
      let number = (taken[ExactText(name)] ?? 0) + 1
      taken[ExactText(name)] = number
      var bytes: [UInt8] = []
      JSONValue.write(number == 1 ? name : "\(name)_\(number)", to: &bytes)
      return bytes + [0x3a, 0x20]
    }
  }

  mutating func write(_ row: borrowing DynamicStatement) throws {
    line.removeAll(keepingCapacity: true)
    if !isLines { line.append(contentsOf: (count == 0 ? "[\n  " : ",\n  ").utf8) }
    count += 1
    line.append(0x7b)
    for (column, name) in names.enumerated() {
      if column > 0 { line.append(contentsOf: ", ".utf8) }
      line.append(contentsOf: name)
      if let form = forms[column] {
        let value = JSONValue(row, column, form, isLine: isLines || output.isTerminal)
        value.write(to: &line, level: nil)
      } else {
        append(row, column)
      }
    }
    line.append(0x7d)
    if isLines { line.append(0x0a) }
    try output.write(line)
  }

  /// Writes a value as ``JSONValue`` does, without a copy.
  private mutating func append(_ row: borrowing DynamicStatement, _ column: Int) {
    switch row.storageClass(column) {
    case .null: line.append(contentsOf: "null".utf8)
    case .integer: line.append(contentsOf: "\(row.integer(column))".utf8)
    case .real: JSONValue.write(row.real(column), to: &line)
    case .text: row.withBytes(column) { JSONValue.write($0, to: &line) }
    case .blob:
      line.append(contentsOf: #"{"blob": ""#.utf8)
      row.withBytes(column) { EncodedBytes.appendBase64($0, to: &line) }
      line.append(contentsOf: #""}"#.utf8)
    }
  }

  mutating func end() throws {
    if !isLines { try output.write(count == 0 ? "[]\n" : "\n]\n") }
  }
}
