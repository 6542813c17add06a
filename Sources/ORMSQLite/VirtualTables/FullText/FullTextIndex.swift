import ORMCore

/// A ``FullTextTable`` over texts of another table, kept up to date by triggers.
///
/// ```swift
/// @Table struct Article { let id: Int; var title: String; var body: String; var year: Int }
///
/// @Selection struct ArticleText { let title: String; let body: String }
/// extension ArticleText: FullTextIndex { typealias Content = Article }
///
/// try await db.create(Article.self, ArticleText.self)
/// // CREATE VIRTUAL TABLE IF NOT EXISTS "articleText"
/// //   USING fts5("title", "body", content = 'article', content_rowid = 'id')
/// let found = try await db.fetch(
///   Article.search(ArticleText.self, .allTokens(in: input)).order { $1.rank }.limit(20))
/// ```
///
/// The index's columns have the names of the table's columns. Three triggers on the table repeat
/// each write in the index, with one exception: a row that `INSERT OR REPLACE` deletes fires no
/// trigger (<https://www.sqlite.org/lang_conflict.html>), unless `PRAGMA recursive_triggers` is on.
/// When the index is created, it is filled from the existing rows. If the table is dropped, its
/// triggers are dropped, too. After the table is created again, `create` of the index creates the
/// triggers and fills the index again.
///
/// If the table's key is not a single integer, rows are identified by their rowids, which `VACUUM`
/// may change: the index then needs ``FullTextCommand/rebuild``. A `WITHOUT ROWID` table must have
/// a single integer as its key.
public protocol FullTextIndex: FullTextTable {
  /// The table that stores the texts.
  associatedtype Content: DatabaseTable
}

extension FullTextIndex {
  public static var moduleSQL: String {
    get throws {
      let known = Content.schema.columns.map(\.name)
      if let unknown = fullTextColumns.first(where: { !known.contains(name: $0) }) {
        throw mistake("\"\(Content.tableName)\" has no column \"\(unknown)\"")
      }
      guard contentKey != nil || !Content.schema.isWithoutRowID else {
        throw mistake("\"\(Content.tableName)\" has no rowid, so its key must be a single integer")
      }
      var options = fullText
      options.content = .external(table: Content.tableName, rowID: contentRowID)
      return try options.moduleSQL(of: self)
    }
  }

  /// The triggers on ``Content`` that repeat its writes in the index; see
  /// <https://www.sqlite.org/fts5.html#external_content_tables>.
  public static var triggers: [Trigger] {
    [
      Trigger("\(tableName)_insert", after: .insert(Content.self)) { _ in adding },
      Trigger("\(tableName)_delete", after: .delete(Content.self)) { _ in removing },
      Trigger("\(tableName)_update", after: .update(Content.self)) { _, _ in
        removing
        adding
      },
    ]
  }

  /// The column of ``Content`` with the number of each row.
  static var contentRowID: String { contentKey ?? Content.schema.rowidName }

  private static var contentKey: String? {
    let schema = Content.schema
    return schema.columns.first { schema.isWholeKey($0) && $0.type.isInteger }?.name
  }

  private static var adding: Statement {
    Statement(
      sql: "INSERT INTO \(tableName.quotedIdentifier) (\(rowColumns.identifierList))"
        + " VALUES (\(values(of: "new")))")
  }

  private static var removing: Statement {
    Statement(
      sql: "INSERT INTO \(tableName.quotedIdentifier)"
        + " (\(([tableName] + rowColumns).identifierList)) VALUES ('delete', \(values(of: "old")))")
  }

  private static var rowColumns: [String] { ["rowid"] + fullTextColumns }

  private static func values(of row: String) -> String {
    ([contentRowID] + fullTextColumns).map { "\(row).\($0.quotedIdentifier)" }
      .joined(separator: ", ")
  }
}

// MARK: - Searching

extension DatabaseTable {
  /// Returns the rows that a full-text index over the table finds.
  ///
  /// ```swift
  /// Article.search(ArticleText.self, "sqlite").order { $1.rank }
  /// // SELECT "article"."id", … FROM "article" JOIN "articleText"
  /// //   ON "article"."id" = "articleText"."rowid" WHERE "articleText"."articleText" MATCH $1
  /// //   ORDER BY "articleText"."rank"
  /// ```
  ///
  /// The query's closures get the columns of the table and those of the index:
  ///
  /// ```swift
  /// Article.search(ArticleText.self, "sqlite")
  ///   .select { article, text in (article, text.rank, text.body.highlight("<b>", "</b>")) }
  /// ```
  ///
  /// If the table is declared in another file, and the call is the first use of the table in a
  /// file, Swift 6.3.1 may report that `Builtin.TheTupleType` requires `Copyable`. Write
  /// `Article.all.search(` instead, which is equivalent.
  public static func search<Index: FullTextIndex>(
    _ index: Index.Type, _ pattern: MatchPattern
  ) -> SelectQuery<(Columns, Index.Columns), WholeRow<Self>> where Index.Content == Self {
    all.search(index, pattern)
  }
}

extension SelectQuery {
  /// Returns the rows of the query that a full-text index over its table finds; see
  /// ``DatabaseTable/search(_:_:)``.
  public func search<Index: FullTextIndex>(
    _ index: Index.Type, _ pattern: MatchPattern
  ) -> SelectQuery<(Index.Content.Columns, Index.Columns), Result>
  where Scope == Index.Content.Columns, Result == WholeRow<Index.Content> {
    let qualifier = Scope.source(of: scope).qualifier
    var joined = node
    let found = joined.join(TableExpression(index), as: nil, .inner) {
      .binary(.column(qualifier: qualifier, name: Index.contentRowID), .equal, $0.rowID.node)
    }
    joined.select(scope.results)
    joined.narrow(to: found.match(pattern).node)
    return .init(joined, scope: (scope, found))
  }
}
