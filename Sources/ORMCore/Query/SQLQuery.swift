/// A query in SQL of your own whose rows have a Swift type, their columns found by their names.
///
/// ```swift
/// let totals = SQLQuery<ArtistTotal>(
///   "SELECT count(*) AS albums, artist FROM album WHERE year > \(1990) GROUP BY artist")
/// for total in try await db.fetch(totals) { … }
/// // SELECT "artist", "albums" FROM (SELECT count(*) AS albums, artist FROM album WHERE … )
/// ```
///
/// It is a value like a typed query: it can be stored, streamed, explained, and be the definition
/// of a ``DatabaseView``.
public struct SQLQuery<Output: Selection>: SelectStatement {
  /// The SQL.
  public let sql: SQL
  /// The names of a view's columns, if it is the text of a view; empty if the view has none.
  package let namesOfView: [String]?

  /// - Parameter sql: A `SELECT` whose result has the columns of `Output`, in any order. Semicolons
  ///   and comments at its end are left out.
  public init(_ sql: SQL, as output: Output.Type = Output.self) {
    self.sql = sql
    namesOfView = nil
  }

  /// The text of a view that stays as it is, such as one that a database has already.
  ///
  /// ```swift
  /// SQLQuery(asWritten: "SELECT year, count(*) AS albums FROM album GROUP BY year")
  /// // CREATE VIEW "decade" AS SELECT year, count(*) AS albums FROM album GROUP BY year
  /// ```
  ///
  /// The view's columns have the names that SQLite gives them, unless they are said here. As a
  /// query of its own it is run as ``init(_:as:)`` is.
  ///
  /// - Parameters:
  ///   - query: A `SELECT` without values from outside.
  ///   - columns: The names of the view's columns.
  public init(asWritten query: String, columns: String..., as output: Output.Type = Output.self) {
    sql = SQL("\(raw: query)")
    namesOfView = columns
  }

  public func statement() throws -> Statement {
    var statement = try sql.statement()
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
  /// The SQL without what stands behind its last word: a comment there would hide what follows it,
  /// and a semicolon end the statement.
  package var withoutEnd: Substring {
    var end = startIndex
    for token in SQLTokens(self) where !token.isBlank && !token.isSymbol(";") {
      end = token.text.endIndex
    }
    return self[..<end]
  }
}
