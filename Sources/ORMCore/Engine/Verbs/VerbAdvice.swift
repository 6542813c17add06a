// The method names of other libraries, and raw SQL in a `String`. See `ORMCore/Query/Advice`.

@_documentation(visibility: internal)
extension SQLConnection {
  @available(*, unavailable, renamed: "fetch(_:)")
  public func fetchAll<Query: SelectStatement>(_ query: Query) throws -> [Query.Output] { [] }

  @available(*, unavailable, renamed: "fetch(_:)")
  public func fetchAll<T: TableOrView>(_ type: T.Type) throws -> [T] { [] }

  @available(*, unavailable, renamed: "first(_:)")
  public func fetchOne<Query: SelectStatement>(_ query: Query) throws -> Query.Output? { nil }

  @available(*, unavailable, renamed: "first(_:)")
  public func fetchOne<T: TableOrView>(_ type: T.Type) throws -> T? { nil }

  @available(*, unavailable, renamed: "count(_:)")
  public func fetchCount<Query: SelectStatement>(_ query: Query) throws -> Int { 0 }

  @available(
    *, unavailable,
    message: "SQL is a literal: write '\"… = \\(title)\"', or '\"\\(raw: text)\"' for a String"
  )
  @_disfavoredOverload
  public func fetch<T: RowDecodable>(
    _ type: T.Type, sql: String
  ) throws -> [T] { [] }

  @available(
    *, unavailable,
    message: "SQL is a literal: write '\"… = \\(title)\"', or '\"\\(raw: text)\"' for a String"
  )
  @_disfavoredOverload
  public func first<T: RowDecodable>(
    _ type: T.Type, sql: String
  ) throws -> T? { nil }

  @available(
    *, unavailable,
    message: "SQL is a literal: write '\"… = \\(title)\"', or '\"\\(raw: text)\"' for a String"
  )
  @_disfavoredOverload
  @discardableResult
  public func execute(_ sql: String) throws -> Int { 0 }
}

@_documentation(visibility: internal)
extension SQLDatabase {
  @available(*, unavailable, renamed: "fetch(_:)")
  public func fetchAll<Query: SelectStatement>(_ query: Query) async throws -> [Query.Output] { [] }

  @available(*, unavailable, renamed: "fetch(_:)")
  public func fetchAll<T: TableOrView>(_ type: T.Type) async throws -> [T] { [] }

  @available(*, unavailable, renamed: "first(_:)")
  public func fetchOne<Query: SelectStatement>(_ query: Query) async throws -> Query.Output? { nil }

  @available(*, unavailable, renamed: "first(_:)")
  public func fetchOne<T: TableOrView>(_ type: T.Type) async throws -> T? { nil }

  @available(*, unavailable, renamed: "count(_:)")
  public func fetchCount<Query: SelectStatement>(_ query: Query) async throws -> Int { 0 }

  @available(
    *, unavailable,
    message: "SQL is a literal: write '\"… = \\(title)\"', or '\"\\(raw: text)\"' for a String"
  )
  @_disfavoredOverload
  public func fetch<T: RowDecodable>(
    _ type: T.Type, sql: String
  ) async throws -> [T] { [] }

  @available(
    *, unavailable,
    message: "SQL is a literal: write '\"… = \\(title)\"', or '\"\\(raw: text)\"' for a String"
  )
  @_disfavoredOverload
  public func first<T: RowDecodable>(
    _ type: T.Type, sql: String
  ) async throws -> T? { nil }

  @available(
    *, unavailable,
    message: "SQL is a literal: write '\"… = \\(title)\"', or '\"\\(raw: text)\"' for a String"
  )
  @_disfavoredOverload
  @discardableResult
  public func execute(_ sql: String) async throws -> Int { 0 }
}
