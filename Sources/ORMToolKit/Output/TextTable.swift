/// A table of texts, with columns as wide as their widest text.
package struct TextTable {
  package enum Alignment: Sendable { case left, right }

  private let headers: [String]
  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// - Parameter columns: The headers and alignments; numbers are aligned to the right.
  package init(_ columns: [(header: String, alignment: Alignment)]) {
    headers = columns.map { SafeText.line($0.header) }
    alignments = columns.map(\.alignment)
  }

  /// Adds a row. Unsafe characters are escaped.
  package mutating func add(_ cells: [String]) { rows.append(cells.map(SafeText.line)) }

  /// Returns the lines, indented by this number of spaces.
  package func text(_ style: Style, indent: Int = 0) -> String {
    let widths = headers.indices.map { column in
      rows.reduce(SafeText.width(headers[column])) { max($0, SafeText.width($1[column])) }
    }
    let margin = String(repeating: " ", count: indent)
    func line(_ cells: [String]) -> String {
      var line = margin
      for (column, cell) in cells.enumerated() {
        let isLast = column == cells.count - 1
        line += Self.padded(cell, widths[column], alignments[column], isLast: isLast)
        if !isLast { line += "  " }
      }
      while line.utf8.last == 0x20 { line.unicodeScalars.removeLast() }
      return line
    }
    return ([style.dim(line(headers))] + rows.map(line)).joined(separator: "\n")
  }

  /// Pads a cell to a width. The last cell of a line has no trailing spaces.
  package static func padded(
    _ cell: String, _ width: Int, _ alignment: Alignment, isLast: Bool = false
  ) -> String {
    let blanks = String(repeating: " ", count: max(0, width - SafeText.width(cell)))
    switch alignment {
    case .right: return blanks + cell
    case .left: return isLast ? cell : cell + blanks
    }
  }
}
