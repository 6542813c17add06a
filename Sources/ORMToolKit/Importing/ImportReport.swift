/// The report of an import.
package struct ImportReport: Sendable {
  package var table: String
  /// Whether the table was created.
  package var isNew = false
  package var conflict = ImportConflict.abort
  package var insertedCount = 0
  package var updatedCount = 0
  /// The number of records that changed no row, because a row had their key.
  package var skippedCount = 0
  /// The number of rows that records have replaced.
  package var replacedCount = 0
  package private(set) var problems: [ImportProblem] = []
  package private(set) var problemCount = 0
  /// The generated columns whose values in the file were not read, because SQLite computes them.
  package var unread: [String] = []
  /// Whether the import was committed.
  package var isKept = false

  /// The maximum number of problems to report.
  static let named = 100

  /// The number of records that inserted or updated a row.
  package var rowCount: Int { insertedCount + updatedCount }
  /// The number of valid records.
  var recordCount: Int { rowCount + skippedCount }

  init(table: String) { self.table = table }

  mutating func add(_ problem: ImportProblem) {
    problemCount += 1
    if problems.count < Self.named { problems.append(problem) }
  }

  /// A line for each invalid row, for standard error.
  package var problemLines: String {
    var text = problems.map { SafeText.line($0.text) + "\n" }.joined()
    if problemCount > problems.count {
      text += "… and \((problemCount - problems.count).grouped) more\n"
    }
    return text
  }

  package func text(_ style: Style) -> String {
    let wrong = Self.rows(problemCount)
    let table = style.bold(SafeText.line(table))
    guard isKept else {
      return
        "nothing was imported: \(wrong) can't go into \(table), \(Self.rows(recordCount)) can\n"
    }
    let place = isNew ? "the new table \(table)" : table
    let left = problemCount == 0 ? "" : "; \(wrong) left out"
    let names = unread.map(SafeText.line).joined(separator: ", ")
    let generated =
      unread.isEmpty ? "" : "; not imported, because generated: \(names)"
    return "\(counts) \(place)\(left)\(generated)\n"
  }

  private var counts: String {
    let skipped = skippedCount == 0 ? "" : ", \(skippedCount.grouped) skipped"
    switch conflict {
    case .abort: return "\(Self.rows(insertedCount)) imported into"
    case .ignore: return "\(Self.rows(insertedCount)) inserted\(skipped) in"
    case .replace:
      let replaced = replacedCount == 0 ? "" : ", \(replacedCount.grouped) replaced"
      return "\(Self.rows(insertedCount)) inserted\(replaced) in"
    case .upsert:
      return "\(Self.rows(insertedCount)) inserted, \(updatedCount.grouped) updated\(skipped) in"
    }
  }

  private static func rows(_ count: Int) -> String {
    count == 1 ? "1 row" : "\(count.grouped) rows"
  }

  package var json: JSONValue {
    func count(_ count: Int) -> JSONValue { .integer(isKept ? count : 0) }
    return .object([
      ("table", .text(table)), ("created", .bool(isNew && isKept)), ("imported", count(rowCount)),
      ("inserted", count(insertedCount)), ("updated", count(updatedCount)),
      ("skipped", count(skippedCount)), ("replaced", count(replacedCount)),
      ("wrong", .integer(problemCount)), ("problems", .array(problems.map(\.json))),
      ("generated", .texts(unread)),
    ])
  }
}
