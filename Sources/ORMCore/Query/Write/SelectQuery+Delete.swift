/// A `DELETE` as a value.
///
/// ```swift
/// Album.where { $0.artistID == 1 }.delete()      // DELETE FROM "album" WHERE "artistID" = $1
/// Album.order { $0.date }.limit(10).delete()
/// // DELETE FROM "album" WHERE "id" IN (SELECT "id" FROM "album" ORDER BY "date" LIMIT $1)
/// ```
///
/// See <https://www.sqlite.org/lang_delete.html>.
public struct Delete<T: DatabaseTable>: WriteStatement {
  public typealias Target = T

  @usableFromInline let rows: RowsWrite

  @_documentation(visibility: internal)
  public var node: WriteNode { rows.node(of: T.self) }

  @inlinable
  init(_ query: consuming SelectNode, isAll: Bool) {
    rows = RowsWrite(query, isAll: isAll, sets: nil)
  }

  @_documentation(visibility: internal)
  @inlinable
  public func withRows<Value>(_ body: (RowsWrite) throws -> Value?) rethrows -> Value? {
    try body(rows)
  }
}

extension SelectQuery {
  /// The delete of the query's rows.
  ///
  /// If the query is for the whole table, the statement throws ``MissingConditionError``; to delete
  /// all rows, use ``DatabaseTable/deleteAll()``.
  @inlinable
  public consuming func delete<T: DatabaseTable>() -> Delete<T>
  where Scope == T.Columns, Result == WholeRow<T> {
    Delete((consume self).node, isAll: false)
  }
}

extension DatabaseTable {
  /// The delete of every row of the table. It has a separate name, so that a forgotten condition
  /// never deletes all rows.
  ///
  /// ```swift
  /// let rows = try await db.fetch(Album.deleteAll().returning())
  /// // DELETE FROM "album" RETURNING "id", "title", …
  /// ```
  public static func deleteAll() -> Delete<Self> {
    Delete(all.node, isAll: true)
  }

  @available(
    *, unavailable, message: "choose rows with 'where', or delete all with 'deleteAll'"
  )
  public static func delete() -> Delete<Self> { deleteAll() }
}
