extension ComposableSelect {
  public func statement() throws -> Statement {
    try Self.hasLists ? node.withKeys.statement : node.statement
  }

  /// The query for its first row alone.
  ///
  /// ```swift
  /// try Album.order { $0.title }.firstStatement()   // … ORDER BY "title" LIMIT $1
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public func firstStatement() throws -> Statement { try node.first.statement }

  /// The number of rows that the query has.
  ///
  /// ```swift
  /// try Album.where { $0.date == nil }.countStatement()
  /// // SELECT count(*) FROM "album" WHERE "date" IS NULL
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public func countStatement() throws -> Statement { try node.count.statement }

  /// Whether the query has a row: 1 or 0.
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
  /// The text and its arguments.
  package var statement: Statement {
    get throws { try written(of: nil).statement }
  }

  /// The text, its arguments, and the places of those that placeholders will get later.
  func template(of query: PreparedQueryID) throws -> StatementTemplate {
    try written(of: query).template
  }

  private func written(of query: PreparedQueryID?) throws -> SQLRenderer {
    var renderer = SQLRenderer(of: query)
    do {
      try renderer.append(self)
    } catch var error as ValueEncodingError {
      if case .table(let name)? = core.sources.first?.table { error.table = error.table ?? name }
      throw error
    }
    return renderer
  }

  /// The query whose rows answer what is asked of it.
  package func tree(for question: QueryQuestion) -> SelectNode {
    switch question {
    case .rows: self
    case .first: first
    case .count: count
    case .exists: exists
    }
  }

  /// The query for the number of its rows.
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

  /// The query for whether it has a row.
  @usableFromInline package var exists: SelectNode {
    SelectNode(SelectCore([ResultColumn(.exists(asked))]))
  }

  /// The query of which it only matters whether it has a row.
  var asked: SelectNode {
    var asked = self
    if limit == nil { asked.ordering = [] }
    if rowsAreTheirOwn {
      asked.core.select(.one)
    } else if limit != nil {
      // EXISTS drops a DISTINCT right inside of it, also where an OFFSET counts on it (3.40.1).
      return SelectNode(SelectCore([.one], from: [.anonymous(asked)]))
    }
    return asked
  }

  /// Whether the rows are those that meet the condition, each once.
  fileprivate var isPlain: Bool {
    limit == nil && rowsAreTheirOwn && core.grouping.isEmpty && core.having.isAlways
  }

  /// Whether the number of rows does not depend on what is selected.
  fileprivate var rowsAreTheirOwn: Bool {
    compounds.isEmpty && !core.isDistinct && !core.hasAggregates
  }
}

extension SelectCore {
  fileprivate mutating func select(_ result: ResultColumn) {
    results = [result]
  }

  /// Whether an aggregate makes one row of all.
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
  /// The rows that the query has, with whatever columns their table has.
  package func targetStatement() throws -> Statement {
    var target = self
    target.core.results = [ResultColumn(.raw("*"))]
    return try target.statement
  }
}

extension SelectQuery {
  /// Deletes the rows that the query has.
  ///
  /// ```swift
  /// try Album.where { $0.artistID == 1 }.deleteStatement()
  /// // DELETE FROM "album" WHERE "artistID" = $1
  /// try Album.order { $0.date }.limit(10).deleteStatement()
  /// // DELETE FROM "album" WHERE "id" IN (SELECT "id" FROM "album" ORDER BY "date" LIMIT $1)
  /// ```
  ///
  /// - Throws: ``MissingConditionError`` where the query is every row of the table, and
  ///   ``ValueEncodingError``.
  public func deleteStatement<T: DatabaseTable>() throws -> Statement
  where Scope == T.Columns, Result == WholeRow<T> {
    try delete().statement()
  }
}

extension DatabaseTable {
  /// Deletes every row of the table.
  public static var deleteAllStatement: Statement {
    Statement(sql: schema.deleteAllSQL)
  }
}
