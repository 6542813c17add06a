import ORMCore
import ORMSQLite

/// How the rows of a query are written.
package enum QueryFormat: String, Sendable, CaseIterable {
  /// Columns under each other, for people.
  case table
  /// RFC 4180, with the names in the first line.
  case csv
  /// An array of objects.
  case json
  /// An object a line.
  case jsonl
  /// A table of Markdown.
  case markdown
  /// A line for each value, for rows that are wide.
  case vertical
}

extension QueryFormat {
  /// The format that a file's name ends with; nil if it says none.
  package init?(path: String) {
    let ending = path.utf8.split(separator: 0x2e).last.map { String(Substring($0)).loweredInASCII }
    switch ending.map({ Array($0.utf8) }) {
    case Array("csv".utf8): self = .csv
    case Array("json".utf8): self = .json
    case Array("jsonl".utf8), Array("ndjson".utf8): self = .jsonl
    case Array("md".utf8): self = .markdown
    default: return nil
    }
  }
}

/// Writes rows as they come.
protocol RowWriter {
  /// The row that the statement is at.
  mutating func write(_ row: borrowing DynamicStatement) throws
  /// What comes behind the last row.
  mutating func end() throws
}

extension QueryFormat {
  func writer(_ columns: [String], to output: ByteOutput) throws -> any RowWriter {
    switch self {
    case .table: TableWriter(columns, to: output)
    case .csv: try CSVWriter(columns, to: output)
    case .json: JSONWriter(columns, isLines: false, to: output)
    case .jsonl: JSONWriter(columns, isLines: true, to: output)
    case .markdown: try MarkdownWriter(columns, to: output)
    case .vertical: VerticalWriter(columns, to: output)
    }
  }
}

// MARK: - For people

/// The first thousand rows, or those of the first megabyte, say how wide a column is: what is wider
/// further down moves its line.
struct TableWriter: RowWriter {
  private let columns: [String]
  private let output: ByteOutput
  private var waiting: [[(text: String, isNumber: Bool)]] = []
  private var widths: [Int]?
  private var areNumbers: [Bool] = []
  private var waitingBytes = 0
  private static let looked = (rows: 1000, bytes: 1 << 20)

  init(_ columns: [String], to output: ByteOutput) {
    self.columns = columns.map(SafeText.line)
    self.output = output
  }

  mutating func write(_ row: borrowing DynamicStatement) throws {
    var cells: [(text: String, isNumber: Bool)] = []
    for column in columns.indices {
      let value = row.value(column)
      var text = SafeText.line(value.shown())
      // Nobody reads a text of ten thousand signs in a table on a terminal.
      if output.isTerminal { text = SafeText.cut(text, to: 80) }
      cells.append((text, value.isNumeric || value == .null))
    }
    if widths != nil { return try write(cells) }
    waiting.append(cells)
    waitingBytes += cells.reduce(0) { $0 + $1.text.utf8.count }
    if waiting.count == Self.looked.rows || waitingBytes > Self.looked.bytes { try begin() }
  }

  mutating func end() throws { if widths == nil { try begin() } }

  private mutating func begin() throws {
    widths = columns.indices.map { column in
      waiting.reduce(SafeText.width(columns[column])) { max($0, SafeText.width($1[column].text)) }
    }
    areNumbers = columns.indices.map { column in
      !waiting.isEmpty && waiting.allSatisfy { $0[column].isNumber }
    }
    let header = columns.map { ($0, true) }
    try output.line(output.style.bold(line(header)))
    let rules = (widths ?? []).map { String(repeating: "─", count: $0) }
    try output.line(output.style.dim(rules.joined(separator: "  ")))
    for cells in waiting { try write(cells) }
    waiting = []
  }

  private func write(_ cells: [(text: String, isNumber: Bool)]) throws {
    try output.line(line(cells))
  }

  private func line(_ cells: [(text: String, isNumber: Bool)]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let isLast = column == cells.count - 1
      let width = widths?[column] ?? 0
      line += TextTable.padded(
        cell.text, width, areNumbers[column] ? .right : .left, isLast: isLast)
      if !isLast { line += "  " }
    }
    return line
  }
}

struct VerticalWriter: RowWriter {
  private let columns: [String]
  private let output: ByteOutput
  private var count = 0

  init(_ columns: [String], to output: ByteOutput) {
    let names = columns.map(SafeText.line)
    let width = names.reduce(0) { max($0, SafeText.width($1)) }
    self.columns = names.map { TextTable.padded($0, width, .left) }
    self.output = output
  }

  mutating func write(_ row: borrowing DynamicStatement) throws {
    count += 1
    try output.line(output.style.dim("── row \(count.grouped)"))
    for (column, name) in columns.enumerated() {
      let value = SafeText.line(row.value(column).shown(bytes: 64))
      try output.line("\(output.style.bold(name))  \(value)")
    }
  }

  mutating func end() throws {}
}

struct MarkdownWriter: RowWriter {
  private let output: ByteOutput

  init(_ columns: [String], to output: ByteOutput) throws {
    self.output = output
    try output.line("| " + columns.map(Self.cell).joined(separator: " | ") + " |")
    try output.line("| " + columns.map { _ in "---" }.joined(separator: " | ") + " |")
  }

  mutating func write(_ row: borrowing DynamicStatement) throws {
    let cells = row.values.map { Self.cell($0.shown(bytes: .max)) }
    try output.line("| " + cells.joined(separator: " | ") + " |")
  }

  mutating func end() throws {}

  /// What Markdown, or the HTML in it, would take for something else.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for scalar in SafeText.line(text).unicodeScalars {
      if #"\|`*_<>&[]"#.unicodeScalars.contains(scalar) { cell += "\\" }
      cell.unicodeScalars.append(scalar)
    }
    return cell
  }
}
