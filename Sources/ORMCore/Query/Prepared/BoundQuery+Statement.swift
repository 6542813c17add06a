@_documentation(visibility: internal)
extension BoundQuery {
  @inlinable
  public func bound<Fetcher: RowFetching>(
    asking question: QueryQuestion, on db: isolated Fetcher
  ) throws -> Fetcher.Prepared {
    if let dialect = db.ownDialect {
      var translated = self
      translated.text = text.translated(to: dialect)
      return try translated.boundUnchanged(on: db)
    }
    return try boundUnchanged(on: db)
  }

  @inlinable
  func boundUnchanged<Fetcher: RowFetching>(
    on db: isolated Fetcher
  ) throws -> Fetcher.Prepared {
    // The question is for all rows or for the first one, and the same statement serves both.
    let statement = try db.checkedStatement(text.sql)
    try statement.bind(self, by: QueryParameters<Result, repeat each Value>.self)
    return statement
  }

  @inlinable
  public func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output] {
    try Result.rows(of: statement)
  }

  @inlinable
  public func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output? {
    try Result.firstRow(of: statement)
  }
}

/// The values of a prepared query.
@usableFromInline
struct QueryParameters<Result: SelectResult, each Value: ColumnRepresentation>: ParameterBinder {
  @inlinable
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ query: BoundQuery<Result, repeat each Value>, to parameters: inout Parameters
  ) throws {
    try query.bind(to: &parameters)
  }
}
