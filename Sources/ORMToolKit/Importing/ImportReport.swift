/// What an import did.
package struct ImportReport: Sendable {
  package var table: String
  /// Whether the table was created.
  package var isNew = false
  package var rowCount = 0
  package private(set) var problems: [ImportProblem] = []
  package private(set) var problemCount = 0
  /// The generated columns that the file has values of, which SQLite calculates.
  package var unread: [String] = []
  /// Whether the rows are in the table now.
  package var isKept = false

  /// How many problems are kept to be named.
  static let named = 100

  init(table: String) { self.table = table }

  mutating func add(_ problem: ImportProblem) {
    problemCount += 1
    if problems.count < Self.named { problems.append(problem) }
  }

  /// A line for each row that was left out, for the stream of errors.
  package var problemLines: String {
    var text = problems.map { SafeText.line($0.text) + "\n" }.joined()
    if problemCount > problems.count {
      text += "… and \((problemCount - problems.count).grouped) more\n"
    }
    return text
  }

  package func text(_ style: Style) -> String {
    let rows = rowCount == 1 ? "1 row" : "\(rowCount.grouped) rows"
    let wrong = problemCount == 1 ? "1 row" : "\(problemCount.grouped) rows"
    let table = style.bold(SafeText.line(table))
    guard isKept else {
      return "nothing was imported: \(wrong) can't go into \(table), \(rows) can\n"
    }
    let place = isNew ? "the new table \(table)" : table
    let left = problemCount == 0 ? "" : "; \(wrong) left out"
    let names = unread.map(SafeText.line).joined(separator: ", ")
    let generated =
      unread.isEmpty ? "" : "; \(names) \(unread.count == 1 ? "is" : "are") generated, and not read"
    return "\(rows) imported into \(place)\(left)\(generated)\n"
  }

  package var json: JSONValue {
    .object([
      ("table", .text(table)), ("created", .bool(isNew && isKept)),
      ("imported", .integer(isKept ? rowCount : 0)), ("wrong", .integer(problemCount)),
      ("problems", .array(problems.map(\.json))), ("generated", .texts(unread)),
    ])
  }
}
