public import ORM
public import Testing

/// Expects the SQL of a query, its arguments, and the rows that it returns.
///
/// ```swift
/// let query = Album.where { $0.title == "Promise" }.select { $0.id }
/// try await expectQuery(
///   query, sql: #"SELECT "id" FROM "album" WHERE "title" = $1"#,
///   arguments: ["Promise"], rows: [1])
/// ```
///
/// Build the query in a separate statement, as here: it compiles faster than within the call.
///
/// - Parameters:
///   - database: The database to run the query on. The default is the test's; see
///     ``DatabaseTrait``.
///   - arguments: The bound values. The default, nil, does not compare them.
/// - Throws: The errors of the query; ``MissingDatabaseError`` if no database is given and the test
///   has none.
public func expectQuery<Query: SelectStatement>(
  _ query: Query, in database: Database? = nil, sql: String, arguments: [SQLValue]? = nil,
  rows: [Query.Output], sourceLocation: SourceLocation = #_sourceLocation
) async throws where Query.Output: Equatable {
  let found = try await rowsOf(query, database, sql, arguments, sourceLocation)
  #expect(found == rows, sourceLocation: sourceLocation)
}

/// Expects the SQL of a query, its arguments, and the rows that it returns, which are tuples.
///
/// - Throws: The errors of the query; ``MissingDatabaseError`` if no database is given and the test
///   has none.
public func expectQuery<Query: SelectStatement, each Value: Equatable>(
  _ query: Query, in database: Database? = nil, sql: String, arguments: [SQLValue]? = nil,
  rows: [(repeat each Value)], sourceLocation: SourceLocation = #_sourceLocation
) async throws where Query.Output == (repeat each Value) {
  let found = try await rowsOf(query, database, sql, arguments, sourceLocation)
  let isExpected = found.elementsEqual(rows, by: areEqual)
  #expect(isExpected, "the rows are \(found)", sourceLocation: sourceLocation)
}

/// Expects the SQL and the arguments of a statement, such as a write, without running it.
///
/// - Parameter arguments: The bound values. The default, nil, does not compare them.
public func expectStatement(
  _ statement: Statement, sql: String, arguments: [SQLValue]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(statement.sql == sql, sourceLocation: sourceLocation)
  if let arguments {
    #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  }
}

private func rowsOf<Query: SelectStatement>(
  _ query: Query, _ database: Database?, _ sql: String, _ arguments: [SQLValue]?,
  _ sourceLocation: SourceLocation
) async throws -> [Query.Output] {
  let database = try database ?? .current
  let statement = try query.statement()
  expectStatement(statement, sql: sql, arguments: arguments, sourceLocation: sourceLocation)
  return try await database.fetch(query)
}

private func areEqual<each Value: Equatable>(
  _ left: (repeat each Value), _ right: (repeat each Value)
) -> Bool {
  for (left, right) in repeat (each left, each right) {
    if left != right { return false }
  }
  return true
}
