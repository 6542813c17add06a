import Synchronization

/// The columns that the program's tables declare with `redacted: true`, whose values are never
/// shown in logs and errors.
///
/// They are collected for the whole process, from the schema of each table's type when that is
/// first used: raw SQL uses tables without their types.
package enum RedactedColumns {
  private static let columns = Mutex<[SQLName: Set<SQLName>]>([:])
  private static let count = Atomic(0)

  /// Whether the program has no redacted column.
  package static var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  static func add(_ column: String, of table: String) {
    columns.withLock { columns in
      columns[SQLName(table), default: []].insert(SQLName(column))
      count.store(columns.count, ordering: .releasing)
    }
  }

  /// Whether a column of a table is redacted, or, for nil, any column of the table.
  package static func contains(_ column: String?, of table: String) -> Bool {
    if isEmpty { return false }
    return columns.withLock { columns in
      guard let names = columns[SQLName(table)] else { return false }
      return column.map { names.contains(SQLName($0)) } ?? true
    }
  }

  /// Whether a column of any table with this name is redacted.
  package static func contains(_ column: String) -> Bool {
    if isEmpty { return false }
    let name = SQLName(column)
    return columns.withLock { $0.values.contains { $0.contains(name) } }
  }

  /// Whether SQL contains the name of a redacted column.
  package static func areNamed(in sql: String) -> Bool {
    if isEmpty { return false }
    let sql = Array(sql.loweredInASCII.utf8)
    return columns.withLock { columns in
      columns.values.joined().contains { sql.firstRange(of: $0.text.loweredInASCII.utf8) != nil }
    }
  }

  /// The description of a redacted value.
  package static let text = "(redacted)"
}
