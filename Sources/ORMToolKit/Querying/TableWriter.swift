import ORMCore
import ORMSQLite

/// Writes rows as a table with aligned columns.
///
/// The first thousand rows, or the first megabyte of rows, determine the widths of the columns. On
/// a terminal, a row is one line: if it does not fit, columns are cut, which `…` marks. If the
/// columns would be too narrow, each value has its own line.
struct TableWriter: RowWriter {
  private struct Cell {
    let text: String
    let isNumeric: Bool
  }

  private let columns: [String]
  private let forms: [FormedColumn?]
  private let output: ByteOutput
  private var waiting: [[Cell]] = []
  private var widths: [Int]?
  private var areNumbers: [Bool] = []
  private var waitingBytes = 0
  private var vertical: VerticalWriter?
  private var isCut = false
  private static let looked = (rows: 1000, bytes: 1 << 20)

  init(_ columns: [String], _ forms: [FormedColumn?], to output: ByteOutput) {
    self.columns = columns.map(SafeText.line)
    self.forms = forms
    self.output = output
  }

  mutating func write(_ row: borrowing DynamicStatement) throws {
    if vertical != nil {
      try vertical?.write(row)
      return
    }
    var cells: [Cell] = []
    for column in columns.indices {
      let value = row.value(column)
      let text = SafeText.line(value.shown(as: forms[column]))
      cells.append(Cell(text: text, isNumeric: value.isNumeric || value == .null))
    }
    if widths != nil { return try write(cells) }
    waiting.append(cells)
    waitingBytes += cells.reduce(0) { $0 + $1.text.utf8.count }
    if waiting.count == Self.looked.rows || waitingBytes > Self.looked.bytes { try begin() }
  }

  mutating func end() throws {
    if widths == nil, vertical == nil { try begin() }
    guard isCut || vertical != nil else { return }
    let words =
      isCut
      ? "columns are cut to fit the terminal: the format vertical shows them whole"
      : "the columns don't fit the terminal: each value has its own line"
    try output.line(output.style.dim(words))
  }

  private mutating func begin() throws {
    let natural = columns.indices.map { column in
      waiting.reduce(SafeText.width(columns[column])) { max($0, SafeText.width($1[column].text)) }
    }
    areNumbers = columns.indices.map { column in
      !waiting.isEmpty && waiting.allSatisfy { $0[column].isNumeric }
    }
    guard let widths = fitted(natural) else {
      var writer = VerticalWriter(columns, forms, to: output)
      for cells in waiting { try writer.write(cells.map(\.text)) }
      vertical = writer
      waiting = []
      return
    }
    self.widths = widths
    try output.line(output.style.bold(line(columns.map { Cell(text: $0, isNumeric: false) })))
    let rules = widths.map { String(repeating: "─", count: $0) }
    try output.line(output.style.dim(rules.joined(separator: "  ")))
    for cells in waiting { try write(cells) }
    waiting = []
  }

  private mutating func write(_ cells: [Cell]) throws { try output.line(line(cells)) }

  private mutating func line(_ cells: [Cell]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let isLast = column == cells.count - 1
      let width = widths?[column] ?? 0
      var text = cell.text
      if output.width != nil, SafeText.width(text) > width {
        text = SafeText.cut(text, to: width)
        isCut = true
      }
      line += TextTable.padded(text, width, areNumbers[column] ? .right : .left, isLast: isLast)
      if !isLast { line += "  " }
    }
    return line
  }

  // MARK: - Widths

  /// The minimum width of a column that is cut.
  private static let leastWidth = 8

  /// Returns widths that fit the terminal; nil if the columns would be too narrow.
  private func fitted(_ natural: [Int]) -> [Int]? {
    guard let limit = output.width else { return natural }
    let room = limit - 2 * (natural.count - 1)
    if natural.reduce(0, +) <= room { return natural }
    // Truncated text is more useful than a truncated number.
    let texts = natural.indices.filter { !areNumbers[$0] }
    return Self.narrowed(natural, texts, room) ?? Self.narrowed(natural, natural.indices, room)
  }

  /// Cuts the widest of these columns until all columns fit.
  private static func narrowed(
    _ natural: [Int], _ columns: some Collection<Int>, _ room: Int
  ) -> [Int]? {
    var rest = room - natural.reduce(0, +) + columns.reduce(0) { $0 + natural[$1] }
    var widths = natural
    var left = columns.count
    // A column that is narrower than its share leaves the rest to wider columns.
    for column in columns.sorted(by: { natural[$0] < natural[$1] }) {
      widths[column] = min(natural[column], rest / left)
      if widths[column] < min(leastWidth, natural[column]) { return nil }
      rest -= widths[column]
      left -= 1
    }
    return left == columns.count ? nil : widths
  }
}
