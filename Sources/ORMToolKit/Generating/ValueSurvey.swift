import ORMCore
import ORMSQLite
import ORMSchema

/// Surveys the values stored in the tables of a database.
struct ValueSurvey {
  /// The number of columns that one statement reads.
  private static let columnsAtOnce = 400
  /// The number of characters of a text that are examined: more than a date or a UUID has.
  private static let textLimit = 80

  let db: Questions
  /// The time limit for the rows of a table or a view; nil for no limit.
  let limit: Duration?

  /// Surveys the values of a table's columns. If the rows can't be read in time, only their storage
  /// classes are read; if that takes too long as well, the result has all classes that the columns
  /// allow.
  ///
  /// - Throws: ``DatabaseError`` if it can't be read.
  func values(
    of table: Schema.Table
  ) throws -> (values: [SQLName: StoredValues], areAll: Bool) {
    let columns = table.columns.map(\.name)
    if let values = try inTime(limit, { try values(of: table.name, columns: columns) }) {
      return (values, true)
    }
    if let values = try inTime(limit.map { $0 * 5 }, { try classes(of: table.name, columns) }) {
      return (values, false)
    }
    return (
      Dictionary(
        table.columns.map { (SQLName($0.name), StoredValues(ofClasses: table.classes(of: $0))) },
        uniquingKeysWith: { first, _ in first }), false
    )
  }

  /// Surveys the columns of a view; nil if that takes too long.
  func valuesInTime(of view: String, columns: [String]) throws -> [SQLName: StoredValues]? {
    try inTime(limit) { try values(of: view, columns: columns) }
  }

  private func inTime<Result>(_ limit: Duration?, _ body: () throws -> Result) throws -> Result? {
    guard let limit else { return try body() }
    do {
      return try Deadline.$current.withValue(Deadline(start: .now, limit: limit)) { try body() }
    } catch let error as DatabaseError where error.code == .interrupted && !Task.isCancelled {
      return nil
    }
  }

  /// The storage classes of the values in the columns of a table.
  private func classes(of table: String, _ columns: [String]) throws -> [SQLName: StoredValues] {
    let classes: [(name: String, value: SQLValue)] = [
      ("integer", .integer(0)), ("real", .real(0)), ("text", .text("")), ("blob", .blob([])),
      ("null", .null),
    ]
    var found: [SQLName: StoredValues] = [:]
    for start in stride(from: 0, to: columns.count, by: Self.columnsAtOnce) {
      let part = columns[start..<min(start + Self.columnsAtOnce, columns.count)]
      let terms = part.flatMap { column in
        classes.map { "max(typeof(\(column.quotedIdentifier)) = '\($0.name)')" }
      }
      let sql = "SELECT \(terms.joined(separator: ", ")) FROM main.\(table.quotedIdentifier)"
      let row = try db.rows(sql).first ?? []
      for (place, column) in part.enumerated() {
        let here = classes.indices.filter { row[place * classes.count + $0] == .integer(1) }
        found[SQLName(column)] = StoredValues(ofClasses: here.map { classes[$0].value })
      }
    }
    return found
  }

  /// Surveys the columns of a table or a view.
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
      // The length of a BLOB that is not a UUID is enough, and so is the beginning of a long text.
      return "typeof(\(name)), CASE typeof(\(name)) WHEN 'blob'"
        + " THEN iif(length(\(name)) = 16, \(name), length(\(name)))"
        + " WHEN 'text' THEN substr(\(name), 1, \(limit)) ELSE \(name) END"
    }
    let sql = "SELECT \(terms.joined(separator: ", ")) FROM main.\(table.quotedIdentifier)"
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

  /// Whether a column of a table is NULL in any row.
  func hasNull(_ column: String, of table: String) throws -> Bool {
    try db.number(
      "SELECT EXISTS (SELECT 1 FROM main.\(table.quotedIdentifier)"
        + " WHERE \(column.quotedIdentifier) IS NULL)") == 1
  }
}

extension Schema.Table {
  /// A value of each storage class that a column can have.
  fileprivate func classes(of column: Schema.Column) -> [SQLValue] {
    if rowIDColumn?.name.isSameName(as: column.name) == true { return [.integer(0)] }
    let all: [SQLValue] = [.integer(0), .real(0), .text(""), .blob([])]
    guard isStrict else { return all }
    return switch ValueRule(declared: column.type) {
    case .integer: [.integer(0)]
    case .real: [.real(0)]
    case .text: [.text("")]
    case .blob: [.blob([])]
    case .bool, .numeric, .any, .textOrBlob: all
    }
  }
}
