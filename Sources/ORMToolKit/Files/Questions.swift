import ORMCore
import ORMSQLite

/// Runs queries on a connection whose statements are known only at run time.
package struct Questions {
  package let handle: OpaquePointer
  /// The collations of the schema that the connection lacks.
  private let collations: UnknownCollations?

  package init(_ handle: OpaquePointer, _ collations: UnknownCollations? = nil) {
    self.handle = handle
    self.collations = collations
  }

  /// The rows of a query.
  package func rows(_ sql: String, _ arguments: SQLValue...) throws -> [[SQLValue]] {
    try rows(sql, arguments, limit: .max)
  }

  /// The first rows of a query.
  package func rows(_ sql: String, _ arguments: [SQLValue], limit: Int) throws -> [[SQLValue]] {
    let statement = try Statements(handle, collations).only(sql)
    for (place, argument) in arguments.enumerated() {
      try statement.bind(argument, at: place + 1)
    }
    var rows: [[SQLValue]] = []
    while rows.count < limit, try statement.step() { rows.append(statement.values) }
    return rows
  }

  /// Sets whether statements may write to `sqlite_schema`.
  func allowWritingSchema(_ isAllowed: Bool) { handle.setDefensive(!isAllowed) }

  /// The first value of the first row as a number.
  package func number(_ sql: String, _ arguments: SQLValue...) throws -> Int? {
    try rows(sql, arguments, limit: 1).first?.first?.number
  }

  /// The first value of the first row as a text.
  package func text(_ sql: String) throws -> String? {
    try rows(sql, [], limit: 1).first?.first?.text
  }
}

extension SQLValue {
  package var number: Int? { if case .integer(let value) = self { Int(value) } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The value for people to read: NULL as `NULL`, a BLOB by its first bytes.
  package func shown(nullAs null: String = "NULL", bytes limit: Int = 16) -> String {
    switch self {
    case .null: return null
    case .integer(let value): return "\(value)"
    case .real(let value): return "\(value)"
    case .text(let text): return text
    case .blob(let bytes):
      let literal = SQLValue.blob(Array(bytes.prefix(limit))).literal
      return bytes.count <= limit ? literal : "\(literal)… \(bytes.count.grouped) bytes"
    }
  }

  package var isNumeric: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }
}
