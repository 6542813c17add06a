// The defaults; an engine that reads rows one by one has its own implementations.
extension SQLConnection {
  public func forEach<Query: SelectStatement>(
    _ query: Query, _ body: (Query.Output) throws -> Void
  ) throws {
    for row in try fetch(query) { try body(row) }
  }

  public func forEach<T: RowDecodable>(
    _ type: T.Type, sql: SQL, _ body: (T) throws -> Void
  ) throws {
    for row in try fetch(type, sql: sql) { try body(row) }
  }

  public func forEach<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL,
    _ body: (Representation.Value) throws -> Void
  ) throws {
    for value in try fetch(representation, sql: sql) { try body(value) }
  }
}
