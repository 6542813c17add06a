import ORM
import Testing

/// Expects the whole text of a query, its arguments, and its rows in a database.
func expect<Query: SelectStatement>(
  _ query: Query, _ sql: String, _ arguments: [SQLValue] = [], in db: Database,
  rows: [Query.Output], sourceLocation: SourceLocation = #_sourceLocation
) async throws where Query.Output: Equatable {
  let found = try await rowsOf(query, sql, arguments, in: db, sourceLocation)
  #expect(found == rows, sourceLocation: sourceLocation)
}

/// Expects the whole text of a query, its arguments, and its rows in a database.
func expect<Query: SelectStatement, A: Equatable, B: Equatable>(
  _ query: Query, _ sql: String, _ arguments: [SQLValue] = [], in db: Database,
  rows: [(A, B)], sourceLocation: SourceLocation = #_sourceLocation
) async throws where Query.Output == (A, B) {
  let found = try await rowsOf(query, sql, arguments, in: db, sourceLocation)
  let isExpected = found.elementsEqual(rows, by: ==)
  #expect(isExpected, "\(found)", sourceLocation: sourceLocation)
}

private func rowsOf<Query: SelectStatement>(
  _ query: Query, _ sql: String, _ arguments: [SQLValue], in db: Database,
  _ sourceLocation: SourceLocation
) async throws -> [Query.Output] {
  let statement = try query.statement()
  #expect(statement.sql == sql, sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  return try await db.fetch(query)
}

extension Database {
  /// The text of what the schema has under a name.
  func schemaSQL(of name: String) async throws -> String? {
    try await value(String?.self, sql: "SELECT sql FROM sqlite_schema WHERE name = \(name)")
  }
}
