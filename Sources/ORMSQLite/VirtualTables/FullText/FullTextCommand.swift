import ORMCore

/// A command for the whole index of a ``FullTextTable``.
///
/// ```swift
/// try await db.run(.optimize, on: ArticleText.self)
/// // INSERT INTO "articleText" ("articleText") VALUES ($1)
/// ```
///
/// See <https://www.sqlite.org/fts5.html#special_insert_commands>.
public struct FullTextCommand: Sendable, Hashable {  // Characters: nothing compares commands
  let name: String
  let value: SQLNode?

  private init(_ name: String, _ value: SQLNode? = nil) {
    self.name = name
    self.value = value
  }

  private init(_ name: String, _ value: Int) {
    self.init(name, .value(.integer(Int64(value))))
  }

  /// Merges the index into one tree, which is the fastest to search, but takes a long time to
  /// build.
  public static let optimize = FullTextCommand("optimize")

  /// Rebuilds the index from the texts.
  public static let rebuild = FullTextCommand("rebuild")

  /// Empties the index of a table that does not store its texts.
  public static let deleteAll = FullTextCommand("delete-all")

  /// Does part of the work of ``optimize``.
  ///
  /// - Parameter pages: The approximate number of pages to write. A negative number begins to merge
  ///   all trees into one. The merge is complete when running the command returns less than 2.
  public static func merge(pages: Int) -> FullTextCommand { FullTextCommand("merge", pages) }

  /// Checks the index, and compares it with the texts. If the texts are in another table, they are
  /// compared only if `withContent` is true.
  ///
  /// If they differ, the command throws a ``DatabaseError`` whose ``DatabaseError/code`` is
  /// ``ResultCode/corrupt``.
  public static func checkIntegrity(withContent: Bool = false) -> FullTextCommand {
    withContent ? FullTextCommand("integrity-check", 1) : FullTextCommand("integrity-check")
  }

  /// Sets the number of trees on one level at which writes begin to merge them gradually. FTS5's
  /// default is 4; 0 turns these merges off.
  public static func automerge(_ count: Int) -> FullTextCommand {
    FullTextCommand("automerge", count)
  }

  /// Sets the number of trees on one level at which a write merges all of them at once. FTS5's
  /// default is 16.
  public static func crisisMerge(_ count: Int) -> FullTextCommand {
    FullTextCommand("crisismerge", count)
  }

  /// Sets the minimum number of trees on one level that ``merge(pages:)`` merges. FTS5's default is
  /// 4.
  public static func userMerge(_ count: Int) -> FullTextCommand {
    FullTextCommand("usermerge", count)
  }

  /// Sets the size of the index's pages, in bytes. FTS5's default is 4,050.
  public static func pageSize(_ bytes: Int) -> FullTextCommand { FullTextCommand("pgsz", bytes) }

  /// Sets the function that computes `rank`, for all later queries.
  ///
  /// ```swift
  /// let title = ArticleText.columns.title
  /// try await db.run(.rank(title.weight(10)), on: ArticleText.self)
  /// // INSERT INTO "articleText" ("articleText", "rank") VALUES ($1, $2)
  /// // ["rank", "bm25(10.0)"]
  /// ```
  public static func rank<T: FullTextTable>(_ weights: ColumnWeight<T>...) -> FullTextCommand {
    FullTextCommand("rank", T.Columns.rankNode(of: weights) { .value(.text($0)) })
  }
}

extension FullTextCommand {
  /// Returns the statement that runs the command.
  ///
  /// - Throws: ``ValueEncodingError`` if a weight is not finite.
  public func statement<T: FullTextTable>(on table: T.Type) throws -> Statement {
    let columns = [T.tableName] + (value == nil ? [] : ["rank"])
    var renderer = SQLRenderer(
      "INSERT INTO \(T.tableName.quotedIdentifier) (\(columns.identifierList)) VALUES (")
    try renderer.append([.value(.text(name))] + (value.map { [$0] } ?? [])) { try $0.append($1) }
    renderer.append(")")
    return renderer.statement
  }
}

extension Connection {
  /// Runs a command for the whole index of a full-text table.
  ///
  /// - Returns: The number of rows written to the index's own tables.
  /// - Throws: ``DatabaseError``, including if FTS5 refuses the command's value;
  ///   ``ValueEncodingError`` if a weight is not finite.
  @discardableResult
  public func run<T: FullTextTable>(_ command: FullTextCommand, on table: T.Type) throws -> Int {
    let before = totalChangeCount
    let insert = try command.statement(on: table)
    let statement = try checkedStatement(insert.sql)
    try statement.bind(insert.arguments)
    do {
      try statement.run()
      // Characters: SQLite's own words
    } catch var error as DatabaseError where error.message == "SQL logic error" {
      // FTS5 adds nothing to SQLite's generic message.
      error.message = "FTS5 refuses the value of the command '\(command.name)'"
      throw error
    }
    return totalChangeCount - before
  }
}

// MARK: - On the database

extension Database {
  /// Runs a command for the whole index of a full-text table; see ``Connection/run(_:on:)``.
  @discardableResult
  public func run<T: FullTextTable>(
    _ command: FullTextCommand, on table: T.Type
  ) async throws -> Int {
    try await writing { try $0.run(command, on: table) }
  }
}
