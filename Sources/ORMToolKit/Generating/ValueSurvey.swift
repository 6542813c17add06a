import ORMCore
import ORMSQLite
import ORMSchema

/// Looks at what is stored in the tables of a database.
struct ValueSurvey {
  /// How many rows of a table are looked at unless all are asked for.
  static let sampleSize = 1000
  /// How many columns one statement asks for.
  private static let columnsAtOnce = 400
  /// How much of a text is looked at: more than a date or a UUID has.
  private static let textLimit = 80

  let db: Questions
  /// Whether all rows are looked at.
  let isFull: Bool
  /// How long the rows of a view may take; nil for any time.
  let viewLimit: Duration?

  /// What is in the columns of a table, or of a view.
  ///
  /// - Throws: ``DatabaseError`` if it can't be read.
  func values(of table: String, columns: [String]) throws -> [SQLName: StoredValues] {
    var found: [SQLName: StoredValues] = [:]
    var rest = columns[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Self.columnsAtOnce))
      rest = rest.dropFirst(part.count)
      for (name, values) in zip(part, try values(of: table, part: part)) {
        found[SQLName(name)] = values
      }
    }
    return found
  }

  private func values(of table: String, part columns: [String]) throws -> [StoredValues] {
    let limit = Self.textLimit
    let terms = columns.map { column in
      let name = column.quotedIdentifier
      // The length is enough for a BLOB that is not a UUID, and the beginning for a long text.
      return "typeof(\(name)), CASE typeof(\(name)) WHEN 'blob'"
        + " THEN iif(length(\(name)) = 16, \(name), length(\(name)))"
        + " WHEN 'text' THEN substr(\(name), 1, \(limit)) ELSE \(name) END"
    }
    let sql =
      "SELECT \(terms.joined(separator: ", ")) FROM main.\(table.quotedIdentifier)"
      + (isFull ? "" : " LIMIT \(Self.sampleSize)")
    var found = Array(repeating: StoredValues(), count: columns.count)
    let statement = try DynamicStatement(sql, on: db.handle)
    while try statement.step() {
      let row = statement.values
      for place in columns.indices where row.count > 2 * place + 1 {
        let value = row[2 * place + 1]
        if row[2 * place].text.map({ $0.hasSameBytes(as: "blob") }) == true {
          if case .blob(let bytes) = value {
            found[place].add(value, length: bytes.count)
          } else {
            found[place].add(.blob([]), length: value.number ?? 0)
          }
        } else {
          let isCut = value.text.map { $0.unicodeScalars.count >= limit } ?? false
          found[place].add(value, isCut: isCut)
        }
      }
    }
    return found
  }

  /// Whether a column of a table has NULL in any row.
  func hasNull(_ column: String, of table: String) throws -> Bool {
    try db.number(
      "SELECT EXISTS (SELECT 1 FROM main.\(table.quotedIdentifier)"
        + " WHERE \(column.quotedIdentifier) IS NULL)") == 1
  }
}
