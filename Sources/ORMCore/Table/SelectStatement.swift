/// A statement that returns rows of one Swift type.
///
/// Operations that run a query are generic over it.
public protocol SelectStatement<Output>: StatementConvertible, RowDecoder
where Output: Sendable {
  /// Calls `body` with the tree of the query, without copying it.
  ///
  /// Operations that read rows one by one run the SQL of the tree, if there is one, in place of
  /// ``statement()``. They need not render it if the connection has cached the statement of a query
  /// that differs only in its values.
  ///
  /// - Returns: The result of `body`; nil if the query has no tree, such as raw SQL.
  @_documentation(visibility: internal)
  func withTree<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value?

  /// Returns the statement for a kind of result of the query, with its values bound.
  @_documentation(visibility: internal)
  func bound<Fetcher: RowFetching>(
    asking question: QueryQuestion, on db: isolated Fetcher
  ) throws -> Fetcher.Prepared
  /// Decodes every row of its statement.
  @_documentation(visibility: internal)
  func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output]
  /// Decodes the first row of its statement, if there is one.
  @_documentation(visibility: internal)
  func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output?

  /// Whether lists are selected, which are read by separate statements: operations that run only
  /// one statement refuse the query.
  @_documentation(visibility: internal)
  static var hasLists: Bool { get }
  /// Fetches the rows with their lists, in one transaction.
  ///
  /// - Parameter first: Whether to fetch only the first row.
  @_documentation(visibility: internal)
  func rowsWithLists<Fetcher: RowFetching>(
    first: Bool, on db: isolated Fetcher
  ) throws -> [Output]
  /// Returns a reader of the rows with their lists.
  ///
  /// - Parameter inBatches: Whether rows are read in batches, not all at once.
  /// - Throws: ``RelationError`` if the query can't have lists.
  @_documentation(visibility: internal)
  func listedRows(inBatches: Bool) throws -> any ListedRows<Output>
}

@_documentation(visibility: internal)
extension SelectStatement {
  @inlinable
  public func withTree<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value? { nil }

  @inlinable
  public func bound<Fetcher: RowFetching>(
    asking question: QueryQuestion, on db: isolated Fetcher
  ) throws -> Fetcher.Prepared {
    try db.bound(statement(in: db.dialect))
  }

  @inlinable
  public func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output] {
    try statement.rows(by: self)
  }

  @inlinable
  public func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output? {
    try statement.firstRow(by: self)
  }

  @inlinable public static var hasLists: Bool { false }

  public func rowsWithLists<Fetcher: RowFetching>(
    first: Bool, on db: isolated Fetcher
  ) throws -> [Output] {
    throw RelationError(listOf: Output.self)
  }

  public func listedRows(inBatches: Bool) throws -> any ListedRows<Output> {
    throw RelationError(listOf: Output.self)
  }
}

extension SelectStatement {
  /// Returns the SQL and its arguments, for an operation that runs only this statement.
  ///
  /// - Throws: ``RelationError`` if lists are selected; ``ValueEncodingError``.
  package func flatStatement(in dialect: SQLDialect = .sqlite) throws -> Statement {
    if Self.hasLists { throw listNotSupportedHere }
    return try dialect.isSQLite ? statement() : statement(in: dialect)
  }

  /// The error of an operation that runs only this statement, if lists are selected.
  @usableFromInline var listNotSupportedHere: RelationError {
    withTree { $0.listNotSupportedHere } ?? RelationError(listOf: Output.self)
  }
}

/// A typed query, which other queries can contain.
public protocol ComposableSelect<Output>: SelectStatement {
  /// The result type, which decodes the columns of a row to an `Output`.
  associatedtype Result: SelectResult where Result.Output == Output

  /// The query as a tree.
  @_documentation(visibility: internal)
  var node: SelectNode { get }
}

@_documentation(visibility: internal)
extension ComposableSelect {
  @inlinable
  public func withTree<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value? {
    try body(node)
  }

  @inlinable
  public func bound<Fetcher: RowFetching>(
    asking question: QueryQuestion, on db: isolated Fetcher
  ) throws -> Fetcher.Prepared {
    try db.bound(node, asking: question)
  }

  @inlinable
  public func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output] {
    try Result.rows(of: statement)
  }

  @inlinable
  public func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output? {
    try Result.firstRow(of: statement)
  }

  @inlinable
  public func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Output {
    try Result.decode(row, at: 0)
  }

  @inlinable public static var hasLists: Bool { Result.hasLists }

  @inlinable
  public func rowsWithLists<Fetcher: RowFetching>(
    first: Bool, on db: isolated Fetcher
  ) throws -> [Output] {
    try (first ? node.first : node).rowsWithLists(by: Result.self, on: db)
  }

  public func listedRows(inBatches: Bool) throws -> any ListedRows<Output> {
    try ListedRowsOf<Result>(checked: node, inBatches: inBatches)
  }
}

extension SelectNode {
  @inlinable
  package func rowsWithLists<Result: SelectResult, Fetcher: RowFetching>(
    by result: Result.Type, on db: isolated Fetcher
  ) throws -> [Result.Output] {
    try checkListsAreInPlace()
    return try db.rowsWithLists(of: self, by: result)
  }

  /// - Throws: ``RelationError`` if the query can't have lists.
  @usableFromInline
  func checkListsAreInPlace() throws {
    if mergesRows { throw listNotSupportedHere }
  }

  /// Whether rows no longer correspond to rows of tables, which have keys: they are grouped,
  /// distinct, or from a compound.
  private var mergesRows: Bool {
    !compounds.isEmpty || core.isDistinct || !core.grouping.isEmpty || !core.having.isAlways
  }
}

extension SelectNode {
  /// The error of an operation or a query that does not support lists.
  var listNotSupportedHere: RelationError {
    let lists = (core.wrapped ?? self).lists
    return RelationError(table: lists.first?.table ?? "", reason: .listNotSupportedHere)
  }
}

extension RelationError {
  /// Creates the error for lists whose query is no longer known.
  init<Row>(listOf row: Row.Type) {
    self.init(table: (row as? any TableOrView.Type)?.tableName ?? "", reason: .listNotSupportedHere)
  }
}

extension ListNode {
  /// The table of the rows.
  package var table: String {
    if case .table(let name)? = rows.core.sources.last?.table { name } else { "" }
  }
}

extension RowFetching {
  @inlinable
  func rowsWithLists<Result: SelectResult>(
    of select: SelectNode, by result: Result.Type
  ) throws -> [Result.Output] {
    let decoder = PartDecoder<Result>(ListKeys(of: select))
    let parts = try rows(of: select.withKeys, by: decoder)
    decoder.keys.begin()
    let lists = try Result.lists(&decoder.keys, on: self)
    return parts.indices.map { Result.whole(parts[$0], $0, lists) }
  }
}

/// Decodes rows without their lists.
@usableFromInline
final class PartDecoder<Result: SelectResult>: RowDecoder {
  @exclusivity(unchecked) @usableFromInline var keys: ListKeys

  @inlinable init(_ keys: ListKeys) { self.keys = keys }

  @inlinable
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Result.Part {
    keys.begin()
    return try Result.part(row, at: 0, &keys)
  }
}
