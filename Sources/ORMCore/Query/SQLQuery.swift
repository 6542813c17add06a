/// A raw SQL query whose rows have a Swift type. Columns are matched by name.
///
/// ```swift
/// let totals = SQLQuery<ArtistTotal>(
///   "SELECT count(*) AS albums, artist FROM album WHERE year > \(1990) GROUP BY artist")
/// for total in try await db.fetch(totals) { … }
/// // SELECT "artist", "albums" FROM (SELECT count(*) AS albums, artist FROM album WHERE … )
/// ```
///
/// It is a value like a typed query: it can be stored, streamed, explained, and used to define a
/// ``DatabaseView``.
public struct SQLQuery<Output: Selection>: SelectStatement {
  /// The SQL.
  public let sql: SQL
  /// The names of the view's columns if this is the text of a view; empty if the view lists none.
  package let namesOfView: [String]?

  /// - Parameter sql: A `SELECT` whose result has the columns of `Output`, in any order. Semicolons
  ///   and comments at its end are removed.
  public init(_ sql: SQL, as output: Output.Type = Output.self) {
    self.sql = sql
    namesOfView = nil
  }

  /// Creates the definition of a view whose text is kept verbatim, such as an existing view's.
  ///
  /// ```swift
  /// SQLQuery(verbatim: "SELECT year, count(*) AS albums FROM album GROUP BY year")
  /// // CREATE VIEW "decade" AS SELECT year, count(*) AS albums FROM album GROUP BY year
  /// ```
  ///
  /// If you fetch it directly, it runs like a query that ``init(_:as:)`` creates.
  ///
  /// - Parameters:
  ///   - query: A `SELECT`. Never pass text that comes from outside the program.
  ///   - columns: The names of the view's columns. By default, SQLite names them.
  public init(verbatim query: String, columns: String..., as output: Output.Type = Output.self) {
    self.init(verbatim: query, columns: columns)
  }

  init(verbatim query: String, columns: [String]) {
    sql = SQL("\(raw: query)")
    namesOfView = columns
  }

  public func statement() throws -> Statement { try statement(in: .sqlite) }

  @_documentation(visibility: internal)
  public func statement(in dialect: SQLDialect) throws -> Statement {
    var statement = try sql.statement(in: dialect)
    let query = statement.sql.withoutEnd
    statement.sql = "SELECT \(Output.selectedColumns.identifierList) FROM (\(query))"
    return statement
  }

  @_documentation(visibility: internal)
  public func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Output {
    try WholeRow<Output>.decode(row, at: 0)
  }
}

extension SQLQuery: ViewText {
  package func viewSQL() throws -> String? {
    guard let namesOfView else { return nil }
    let names = namesOfView.isEmpty ? "" : " (\(namesOfView.identifierList))"
    return try names + " AS " + sql.statement().literalSQL.withoutEnd
  }
}

extension String {
  /// The SQL up to its last word, so that SQL can be appended: a comment at the end would hide it,
  /// and a semicolon would end the statement before it.
  package var withoutEnd: Substring {
    var end = startIndex
    for token in SQLTokens(self) where !token.isBlank && !token.isSymbol(";") {
      end = token.text.endIndex
    }
    return self[..<end]
  }
}
