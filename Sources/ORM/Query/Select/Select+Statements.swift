extension Select {
  /// The query's text and arguments.
  ///
  /// - Throws: ``ValueEncodingError``
  public func statement() throws -> Statement {
    try render(Self.selectSQL(distinct: clauses.isDistinct), clauses)
  }

  /// The query for its first row alone.
  ///
  /// ```swift
  /// try Album.order { $0.title }.firstStatement()   // … ORDER BY "title" LIMIT $1
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public func firstStatement() throws -> Statement {
    try render(Self.selectSQL(distinct: clauses.isDistinct), clauses.first)
  }

  /// The number of rows that the query has.
  ///
  /// ```swift
  /// try Album.where { $0.date == nil }.countStatement()
  /// // SELECT count(*) FROM "album" WHERE "date" IS NULL
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public func countStatement() throws -> Statement {
    var counted = clauses
    counted.ordering = []
    if !counted.isDistinct && !counted.picksRows {
      return try render("SELECT count(*) FROM \(T.tableName.quotedIdentifier)", counted)
    }
    return try render("SELECT count(*) FROM (\(innerSQL)", counted, ")")
  }

  /// Whether the query has a row: 1 or 0.
  ///
  /// ```swift
  /// try Album.where { $0.date == nil }.existsStatement()
  /// // SELECT EXISTS (SELECT 1 FROM "album" WHERE "date" IS NULL)
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public func existsStatement() throws -> Statement {
    var asked = clauses
    asked.ordering = []
    if asked.isDistinct && asked.picksRows {
      // EXISTS drops a DISTINCT right inside of it, also where an OFFSET counts on it (3.40.1).
      return try render("SELECT EXISTS (SELECT 1 FROM (\(innerSQL)", asked, "))")
    }
    return try render("SELECT EXISTS (SELECT 1 FROM \(T.tableName.quotedIdentifier)", asked, ")")
  }

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
  public func deleteStatement() throws -> Statement {
    let delete = "DELETE FROM \(T.tableName.quotedIdentifier)"
    if clauses.picksRows {
      let key = T.schema.rowIdentifier
      let columns = key.map(\.quotedIdentifier).joined(separator: ", ")
      let row = key.count == 1 ? columns : "(\(columns))"
      return try render(
        "\(delete) WHERE \(row) IN (SELECT \(columns) FROM \(T.tableName.quotedIdentifier)",
        clauses, ")")
    }
    if clauses.condition == .always { throw MissingConditionError(table: T.tableName) }
    var deleted = clauses
    deleted.ordering = []
    return try render(delete, deleted)
  }

  /// The rows that the query has, with whatever columns their table has.
  func targetStatement() throws -> Statement {
    try render("SELECT * FROM \(T.tableName.quotedIdentifier)", clauses)
  }

  /// What stands in a subquery of which only the number of rows matters.
  private var innerSQL: String {
    clauses.isDistinct
      ? Self.selectSQL(distinct: true) : "SELECT 1 FROM \(T.tableName.quotedIdentifier)"
  }

  private static func selectSQL(distinct: Bool) -> String {
    distinct ? "SELECT DISTINCT" + T.selectSQL.dropFirst("SELECT".count) : T.selectSQL
  }

  private func render(
    _ head: String, _ clauses: SelectClauses, _ tail: String = ""
  ) throws -> Statement {
    var renderer = SQLRenderer(head)
    do {
      try renderer.append(clauses)
    } catch var error as ValueEncodingError {
      error.table = error.table ?? T.tableName
      throw error
    }
    renderer.append(tail)
    return renderer.statement
  }
}

extension Table {
  /// Deletes every row of the table.
  public static var deleteAllStatement: Statement {
    Statement(sql: "DELETE FROM \(tableName.quotedIdentifier)")
  }
}

extension TableSchema {
  /// The columns that tell rows apart: the key's, or one of the names of the rowid that no column
  /// has taken; see <https://www.sqlite.org/lang_createtable.html#rowid>.
  var rowIdentifier: [String] {
    if !primaryKey.isEmpty { return primaryKey }
    let taken = Set(columns.map { $0.name.lowercased() })
    return [["rowid", "_rowid_", "oid"].first { !taken.contains($0) } ?? "rowid"]
  }
}
