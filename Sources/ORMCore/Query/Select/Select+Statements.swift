extension ComposableSelect {
  public func statement() throws -> Statement { try statement(in: .sqlite) }

  @_documentation(visibility: internal)
  public func statement(in dialect: SQLDialect) throws -> Statement {
    try (Self.hasLists ? node.withKeys : node).statement(in: dialect)
  }

  /// The statement that selects only the query's first row.
  ///
  /// ```swift
  /// try Album.order { $0.title }.firstStatement()   // … ORDER BY "title" LIMIT $1
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public func firstStatement() throws -> Statement { try node.first.statement }

  /// The statement that counts the query's rows.
  ///
  /// ```swift
  /// try Album.where { $0.date == nil }.countStatement()
  /// // SELECT count(*) FROM "album" WHERE "date" IS NULL
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public func countStatement() throws -> Statement { try node.count.statement }

  /// The statement that checks whether the query has a row: its result is 1 or 0.
  ///
  /// ```swift
  /// try Album.where { $0.date == nil }.existsStatement()
  /// // SELECT EXISTS (SELECT 1 FROM "album" WHERE "date" IS NULL)
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public func existsStatement() throws -> Statement { try node.exists.statement }
}

extension SelectNode {
  /// The SQL in SQLite's dialect, and its arguments.
  package var statement: Statement {
    get throws { try statement(in: .sqlite) }
  }

  /// The SQL and its arguments.
  package func statement(in dialect: SQLDialect) throws -> Statement {
    try written(of: nil, dialect).statement
  }

  /// The SQL, its arguments, and the positions of the arguments that placeholders fill in later.
  func template(of query: PreparedQueryID, in dialect: SQLDialect) throws -> StatementTemplate {
    try written(of: query, dialect).template
  }

  private func written(of query: PreparedQueryID?, _ dialect: SQLDialect) throws -> SQLRenderer {
    var renderer = SQLRenderer(dialect: dialect, of: query)
    do {
      try renderer.append(self)
    } catch var error as ValueEncodingError {
      if case .table(let name)? = core.sources.first?.table { error.table = error.table ?? name }
      throw error.redacted(in: sourceTypes)
    }
    return renderer
  }

  /// The query that answers the question.
  package func tree(for question: QueryQuestion) -> SelectNode {
    switch question {
    case .rows: self
    case .first: first
    case .count: count
    case .exists: exists
    }
  }

  /// The query that counts this query's rows.
  @usableFromInline package var count: SelectNode {
    var counted = self
    if limit == nil { counted.ordering = [] }
    let count = ResultColumn(.call(FunctionCall(name: "count", arguments: [])))
    if counted.isPlain {
      counted.core.select(count)
      return counted
    }
    if counted.rowsAreTheirOwn { counted.core.select(.one) }
    return SelectNode(SelectCore([count], from: [.anonymous(counted)]))
  }

  /// The query that checks whether this query has a row.
  @usableFromInline package var exists: SelectNode {
    SelectNode(SelectCore([ResultColumn(.exists(asked))]))
  }

  /// The query reduced to what decides whether it has a row, for use inside of `EXISTS`.
  var asked: SelectNode {
    var asked = self
    if limit == nil { asked.ordering = [] }
    if rowsAreTheirOwn {
      asked.core.select(.one)
    } else if limit != nil {
      // EXISTS drops a DISTINCT directly inside of it, even if an OFFSET relies on it (3.40.1).
      return SelectNode(SelectCore([.one], from: [.anonymous(asked)]))
    }
    return asked
  }

  /// Whether the query returns each row that meets the condition exactly once.
  fileprivate var isPlain: Bool {
    limit == nil && rowsAreTheirOwn && core.grouping.isEmpty && core.having.isAlways
  }

  /// Whether the number of rows does not depend on the selection.
  fileprivate var rowsAreTheirOwn: Bool {
    compounds.isEmpty && !core.isDistinct && !core.hasAggregates
  }
}

extension SelectCore {
  fileprivate mutating func select(_ result: ResultColumn) {
    results = [result]
  }

  /// Whether an aggregate may combine all rows into one.
  fileprivate var hasAggregates: Bool {
    grouping.isEmpty && chosen?.allSatisfy { $0.node.isPlainColumn } == false
  }
}

extension SQLNode {
  var isPlainColumn: Bool {
    switch kind {
    case .column, .related: true
    default: false
    }
  }
}

extension ResultColumn {
  fileprivate static let one = ResultColumn(.literal("1"))
}

extension SelectNode {
  /// The statement that selects the query's rows with all of their table's columns.
  package func targetStatement() throws -> Statement {
    var target = self
    target.core.results = [ResultColumn(.raw("*"))]
    return try target.statement
  }
}

extension SelectQuery {
  /// The statement that deletes the query's rows.
  ///
  /// ```swift
  /// try Album.where { $0.artistID == 1 }.deleteStatement()
  /// // DELETE FROM "album" WHERE "artistID" = $1
  /// try Album.order { $0.date }.limit(10).deleteStatement()
  /// // DELETE FROM "album" WHERE "id" IN (SELECT "id" FROM "album" ORDER BY "date" LIMIT $1)
  /// ```
  ///
  /// - Throws: ``MissingConditionError`` if the query is for every row of the table, and
  ///   ``ValueEncodingError``.
  public func deleteStatement<T: DatabaseTable>() throws -> Statement
  where Scope == T.Columns, Result == WholeRow<T> {
    try delete().statement()
  }
}

extension DatabaseTable {
  /// The statement that deletes every row of the table.
  public static var deleteAllStatement: Statement {
    Statement(sql: schema.deleteAllSQL)
  }
}
