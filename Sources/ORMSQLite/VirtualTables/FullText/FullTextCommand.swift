import ORMCore

/// What is done to the index of a ``FullTextTable`` as a whole.
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

  /// Makes the index one tree, which is the fastest to search and takes long to make.
  public static let optimize = FullTextCommand("optimize")

  /// Builds the index again from the texts.
  public static let rebuild = FullTextCommand("rebuild")

  /// Empties the index of a table that does not keep its texts itself.
  public static let deleteAll = FullTextCommand("delete-all")

  /// Does part of the work of ``optimize``.
  ///
  /// - Parameter pages: How many pages it writes, about; if negative, it begins again and all
  ///   trees are merged in the end. It is done if it changes less than two rows.
  public static func merge(pages: Int) -> FullTextCommand { FullTextCommand("merge", pages) }

  /// Compares the index with the texts; with those of another table only if `withContent` is true.
  ///
  /// They differ if it throws a ``DatabaseError`` whose ``DatabaseError/code`` is
  /// ``ResultCode/corrupt``.
  public static func checkIntegrity(withContent: Bool = false) -> FullTextCommand {
    withContent ? FullTextCommand("integrity-check", 1) : FullTextCommand("integrity-check")
  }

  /// How many trees of one level are merged by writes, little by little; 0 for none.
  public static func automerge(_ count: Int) -> FullTextCommand {
    FullTextCommand("automerge", count)
  }

  /// How many trees of one level are merged at once by the write that makes the last of them.
  public static func crisisMerge(_ count: Int) -> FullTextCommand {
    FullTextCommand("crisismerge", count)
  }

  /// How many trees of one level ``merge(pages:)`` merges at least.
  public static func userMerge(_ count: Int) -> FullTextCommand {
    FullTextCommand("usermerge", count)
  }

  /// How many bytes a page of the index has.
  public static func pageSize(_ bytes: Int) -> FullTextCommand { FullTextCommand("pgsz", bytes) }

  /// What `rank` is from now on.
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
  /// The statement that does it.
  ///
  /// - Throws: ``ValueEncodingError`` where a weight is not finite.
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
  /// Does something to the index of a full-text table as a whole.
  ///
  /// - Returns: how many rows of the index's own tables it wrote.
  /// - Throws: ``DatabaseError``, also where FTS5 refuses the command's value;
  ///   ``ValueEncodingError`` where a weight is not finite.
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
      // FTS5 leaves it at SQLite's words for any error.
      error.message = "FTS5 refuses the value of the command '\(command.name)'"
      throw error
    }
    return totalChangeCount - before
  }
}

// MARK: - On the database

extension Database {
  /// Does something to the index of a full-text table as a whole; see ``Connection/run(_:on:)``.
  @discardableResult
  public func run<T: FullTextTable>(
    _ command: FullTextCommand, on table: T.Type
  ) async throws -> Int {
    try await writing { try $0.run(command, on: table) }
  }
}
