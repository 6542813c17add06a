/// A write with a `RETURNING` clause: its rows can be fetched, and have the type of the selection.
///
/// ```swift
/// let played = Album.where { $0.artistID == 1 }.update { $0.plays += 1 }
/// for (id, plays) in try await db.fetch(played.returning { ($0.id, $0.plays) }) { … }
/// // UPDATE "album" SET "plays" = "plays" + $1 WHERE "artistID" = $2 RETURNING "id", "plays"
/// ```
///
/// The statement returns each row that it inserts, updates or deletes itself, before `AFTER`
/// triggers change it. It does not return rows that triggers change, or that foreign keys or
/// `REPLACE` delete. SQLite guarantees no order; so far it returns inserted rows in the order of
/// the insert. If an update writes to a view, the columns that it does not set are returned as
/// NULL. See <https://www.sqlite.org/lang_returning.html>.
public struct Returning<T: DatabaseTable, Result: SelectResult>: StatementConvertible {
  private enum Write {
    /// A delete, or an update that has only rows and assignments, as most do.
    case rows(RowsWrite)
    /// An insert.
    indirect case insert(InsertNode)
    /// The tree of any other write.
    indirect case other(WriteNode)
  }

  private let write: Write

  package var node: WriteNode {
    switch write {
    case .rows(let rows): rows.node(of: T.self)
    case .insert(let insert): insert.node(of: T.self)
    case .other(let node): node
    }
  }

  var rows: RowsWrite? { if case .rows(let rows) = write { rows } else { nil } }

  var insert: InsertNode? { if case .insert(let insert) = write { insert } else { nil } }

  init(_ write: some WriteStatement<T>, _ results: [ResultColumn]) {
    if let rows = write.withRows({ $0.returning(results) }) {
      self.write = .rows(rows)
    } else if let insert = write.withInsert({ $0.returning(results) }) {
      self.write = .insert(insert)
    } else {
      var node = write.node
      node.results = results
      self.write = .other(node)
    }
  }

  /// The SQL and its arguments.
  ///
  /// - Throws: The errors of ``WriteStatement/statement()``.
  public func statement() throws -> Statement { try node.statement(of: T.self) }

  @_documentation(visibility: internal)
  public func statement(in dialect: SQLDialect) throws -> Statement {
    try node.statement(of: T.self, in: dialect)
  }

  /// The text and the arguments of each statement of the write.
  ///
  /// - Throws: The errors of ``WriteStatement/statements()``.
  public func statements() throws -> [Statement] {
    try node.batches(of: T.self).map(\.statement)
  }
}

extension WriteStatement {
  /// The write with a `RETURNING` clause: it returns all columns that a fetch reads.
  ///
  /// ```swift
  /// let gone = try await db.fetch(Album.where { $0.plays == 0 }.delete().returning())   // [Album]
  /// // DELETE FROM "album" WHERE "plays" = $1 RETURNING "id", "title", "plays"
  /// ```
  public func returning() -> Returning<Target, WholeRow<Target>> {
    let columns = Target.selectedColumns.map {
      ResultColumn(.column(qualifier: Target.tableName, name: $0))
    }
    return Returning(self, columns)
  }

  /// The write with a `RETURNING` clause: it returns a column, an expression, a struct with
  /// `@Selection`, or up to ten columns and expressions, as a tuple or one on each line.
  ///
  /// ```swift
  /// let ids = try await db.fetch(Album.insert(albums).returning { $0.id })
  /// // INSERT INTO "album" … RETURNING "id"
  /// ```
  public func returning<S: Selectable>(
    @SelectionBuilder _ result: (Target.Columns) -> S
  ) -> Returning<Target, S.SelectedResult> where S.SelectedResult: ResultWithoutLists {
    Returning(self, result(Target.ownColumns).results)
  }
}
