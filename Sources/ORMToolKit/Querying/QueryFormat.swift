import ORMCore
import ORMSQLite

/// The format of the rows of a query.
package enum QueryFormat: String, Sendable, CaseIterable {
  /// Aligned columns, for people.
  case table
  /// RFC 4180, with the column names in the first line.
  case csv
  /// An array of objects.
  case json
  /// One object in each line.
  case jsonl
  /// A Markdown table.
  case markdown
  /// A line for each value, for wide rows.
  case vertical
}

extension QueryFormat {
  /// The format of the file name's ending; nil if it is none of these.
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

/// Writes rows one by one.
protocol RowWriter {
  /// Writes the current row of the statement.
  mutating func write(_ row: borrowing DynamicStatement) throws
  /// Writes the end, after the last row.
  mutating func end() throws
}

extension QueryFormat {
  /// Creates a writer of the rows of a statement, in the declared forms.
  func writer(
    of statement: borrowing DynamicStatement, _ declared: DeclaredForms, on handle: OpaquePointer,
    to output: ByteOutput
  ) throws -> any RowWriter {
    let hasObjects = self == .json || self == .jsonl
    let forms = try (hasObjects ? declared : declared.withoutJSON())
      .forms(of: statement, on: handle)
    return try writer(statement.columnNames, forms, to: output)
  }

  func writer(
    _ columns: [String], _ forms: [FormedColumn?], to output: ByteOutput
  ) throws -> any RowWriter {
    switch self {
    case .table: TableWriter(columns, forms, to: output)
    case .csv: try CSVWriter(columns, forms, to: output)
    case .json: JSONWriter(columns, forms, isLines: false, to: output)
    case .jsonl: JSONWriter(columns, forms, isLines: true, to: output)
    case .markdown: try MarkdownWriter(columns, forms, to: output)
    case .vertical: VerticalWriter(columns, forms, to: output)
    }
  }
}

// MARK: - For people

struct VerticalWriter: RowWriter {
  private let columns: [String]
  private let forms: [FormedColumn?]
  private let output: ByteOutput
  private var count = 0

  init(_ columns: [String], _ forms: [FormedColumn?], to output: ByteOutput) {
    let names = columns.map(SafeText.line)
    let width = names.reduce(0) { max($0, SafeText.width($1)) }
    self.columns = names.map { TextTable.padded($0, width, .left) }
    self.forms = forms
    self.output = output
  }

  mutating func write(_ row: borrowing DynamicStatement) throws {
    try write(columns.indices.map { row.value($0).shown(as: forms[$0], bytes: 64) })
  }

  /// Writes a row of texts.
  mutating func write(_ cells: [String]) throws {
    count += 1
    try output.line(output.style.dim("── row \(count.grouped)"))
    for (name, cell) in zip(columns, cells) {
      try output.line("\(output.style.bold(name))  \(SafeText.line(cell))")
    }
  }

  mutating func end() throws {}
}

struct MarkdownWriter: RowWriter {
  private let forms: [FormedColumn?]
  private let output: ByteOutput

  init(_ columns: [String], _ forms: [FormedColumn?], to output: ByteOutput) throws {
    self.forms = forms
    self.output = output
    try output.line("| " + columns.map(Self.cell).joined(separator: " | ") + " |")
    try output.line("| " + columns.map { _ in "---" }.joined(separator: " | ") + " |")
  }

  mutating func write(_ row: borrowing DynamicStatement) throws {
    let cells = forms.indices.map {
      Self.cell(row.value($0).shown(as: forms[$0], bytes: .max))
    }
    try output.line("| " + cells.joined(separator: " | ") + " |")
  }

  mutating func end() throws {}

  /// Escapes characters with a meaning in Markdown or HTML.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for scalar in SafeText.line(text).unicodeScalars {
      if #"\|`*_<>&[]"#.unicodeScalars.contains(scalar) { cell += "\\" }
      cell.unicodeScalars.append(scalar)
    }
    return cell
  }
}
