/// The changes that ``SQLConnection/sync(_:as:of:)`` has written.
public struct SyncResult<Row: DatabaseTable>: Sendable {
  /// The inserted rows as a fetch would return them, in the order in which they were passed.
  public let insertedRows: [Row]
  /// The number of rows that were updated because they differed.
  public let updated: Int
  /// The number of rows that were deleted because they were not passed.
  public let deleted: Int

  /// The number of inserted rows.
  public var inserted: Int { insertedRows.count }
  /// Whether anything was written.
  public var isEmpty: Bool { inserted + updated + deleted == 0 }
}

extension SQLConnection {
  /// Replaces the rows of a parent's to-many relation with these rows: deletes the other rows,
  /// updates those that differ, and inserts those that do not exist yet.
  ///
  /// ```swift
  /// let change = try db.sync(albums, as: \.albums, of: artist)
  /// // DELETE FROM "album" WHERE "id" IN ($1)
  /// // UPDATE "album" SET "title" = $1 WHERE "id" = $2
  /// // INSERT INTO "album" ("title", "artistID") VALUES ($1, $2)
  /// print(change.inserted, change.updated, change.deleted)
  /// ```
  ///
  /// This runs in one transaction. A row that equals the stored row is not written, except for its
  /// loaded lazy columns. A row whose key is not in the table is inserted with that key. Rows can
  /// swap the values of a unique column: while a stored row still has the value that another row
  /// gets, its column is set to a temporary value, or to NULL if it is nullable.
  ///
  /// - Parameters:
  ///   - rows: All rows that the relation will have. Each must refer to `parent`.
  ///   - relation: The inverse of a to-one relation, as ``TableColumns/toMany(_:)`` declares it.
  ///   - parent: The row that `rows` refer to.
  /// - Throws: ``SyncError`` if a row refers to another parent or is passed twice;
  ///   ``RowNotFoundError`` if `parent` does not exist; ``RelationError`` if the relation has a
  ///   condition, an order, a limit or a join, so that it can't be written; the errors of inserts,
  ///   updates and deletes. If it throws, nothing is changed.
  @inlinable
  @discardableResult
  public func sync<Parent: KeyedTable, Child: KeyedTable>(
    _ rows: [Child], as relation: KeyPath<Parent.Columns, ToMany<Child>>, of parent: Parent
  ) throws -> SyncResult<Child> {
    try sync(rows, as: Parent.columns[keyPath: relation].rows, of: parent)
  }

  /// Replaces the rows of a parent's to-many relation with these rows and the drafts' new rows.
  ///
  /// ```swift
  /// let new = [Album.Draft(title: "Love Deluxe", artistID: artist.id)]
  /// try db.sync(kept, adding: new, as: \.albums, of: artist)
  /// ```
  ///
  /// - Throws: The errors of ``sync(_:as:of:)``.
  @inlinable
  @discardableResult
  public func sync<Parent: KeyedTable, Draft: TableDraft>(
    _ rows: [Draft.Target], adding drafts: [Draft],
    as relation: KeyPath<Parent.Columns, ToMany<Draft.Target>>, of parent: Parent
  ) throws -> SyncResult<Draft.Target> {
    try sync(rows, adding: drafts, as: Parent.columns[keyPath: relation].rows, of: parent)
  }

  @inlinable
  func sync<Parent: KeyedTable, Draft: TableDraft>(
    _ rows: [Draft.Target], adding drafts: [Draft], as relation: RelatedRows, of parent: Parent
  ) throws -> SyncResult<Draft.Target> {
    try sync(rows, adding: drafts, as: relation, of: parent, by: syncedRows())
  }

  @inlinable
  func sync<Parent: KeyedTable, Child: KeyedTable>(
    _ rows: [Child], as relation: RelatedRows, of parent: Parent
  ) throws -> SyncResult<Child> {
    try sync(rows, as: relation, of: parent, by: syncedRows())
  }

  /// Returns closures that read and write rows. They are compiled in the user's module, in which
  /// they can be specialized.
  @inlinable
  func syncedRows<Child: KeyedTable>() -> SyncedRows<Child, Prepared> {
    SyncedRows(
      values: { try self.storedValues(of: $0, width: $1) },
      rows: { try $0.rows(of: Child.self) },
      differing: { try $0.rows(by: DifferingRows<Child>($1)).compactMap { $0 } })
  }

  @usableFromInline
  func sync<Parent: KeyedTable, Draft: TableDraft>(
    _ rows: [Draft.Target], adding drafts: [Draft], as relation: RelatedRows, of parent: Parent,
    by coding: SyncedRows<Draft.Target, Prepared>
  ) throws -> SyncResult<Draft.Target> {
    try sync(rows, as: relation, of: parent, by: coding) { collection in
      try drafts.forEach { try collection.check($0, on: self) }
      return drafts
    }
  }

  @usableFromInline
  func sync<Parent: KeyedTable, Child: KeyedTable>(
    _ rows: [Child], as relation: RelatedRows, of parent: Parent,
    by coding: SyncedRows<Child, Prepared>
  ) throws -> SyncResult<Child> {
    try sync(rows, as: relation, of: parent, by: coding) { _ in [Child]() }
  }

  /// - Parameter adding: Checks the drafts or rows to add, and returns them.
  private func sync<Parent: KeyedTable, Child: KeyedTable, Added: Insertable>(
    _ rows: [Child], as relation: RelatedRows, of parent: Parent,
    by coding: SyncedRows<Child, Prepared>,
    adding: (inout SyncedCollection<Parent, Child>) throws -> [Added]
  ) throws -> SyncResult<Child> where Added.StoredForm == Child {
    let references = try relation.references()
    return try transaction {
      var collection = try SyncedCollection<Parent, Child>(references, of: parent, on: self)
      let added = try adding(&collection)
      let difference = try withoutWarnings {
        try collection.difference(to: rows, by: coding, on: self)
      }
      let deleted = try delete(difference.deleted, of: Child.self)
      try updateSwapping(difference.changed)
      var inserted: [Child] = []
      if !difference.new.isEmpty { inserted = try insert(difference.new) }
      if !added.isEmpty { inserted += try Added.inserted(all: added, by: self) }
      return SyncResult(
        insertedRows: inserted, updated: difference.changed.count, deleted: deleted)
    }
  }
}

extension SQLConnection {
  /// Deletes the rows with these keys.
  ///
  /// - Throws: ``RowNotKeptError`` if a trigger ignores the delete.
  fileprivate func delete<Child: KeyedTable>(
    _ keys: [[SQLValue]], of table: Child.Type
  ) throws -> Int {
    if keys.isEmpty { return 0 }
    let rows = RowKeys<Child>(keys: keys).select
    let deleted = try delete(rows)
    // The count may be lower if deleting one of the rows cascades to others.
    if deleted < keys.count, try withoutWarnings({ try exists(rows) }) {
      throw RowNotKeptError(table: Child.tableName)
    }
    return deleted
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Replaces the rows of a parent's to-many relation with these rows; see
  /// ``SQLConnection/sync(_:as:of:)``.
  @discardableResult
  public nonisolated(nonsending) func sync<Parent: KeyedTable, Child: KeyedTable>(
    _ rows: [Child], as relation: KeyPath<Parent.Columns, ToMany<Child>>, of parent: Parent
  ) async throws -> SyncResult<Child> {
    let related = Parent.columns[keyPath: relation].rows
    return try await writing { try $0.sync(rows, as: related, of: parent) }
  }

  /// Replaces the rows of a parent's to-many relation with these rows and the drafts' new rows; see
  /// ``SQLConnection/sync(_:adding:as:of:)``.
  @discardableResult
  public nonisolated(nonsending) func sync<Parent: KeyedTable, Draft: TableDraft>(
    _ rows: [Draft.Target], adding drafts: [Draft],
    as relation: KeyPath<Parent.Columns, ToMany<Draft.Target>>, of parent: Parent
  ) async throws -> SyncResult<Draft.Target> {
    let related = Parent.columns[keyPath: relation].rows
    return try await writing { try $0.sync(rows, adding: drafts, as: related, of: parent) }
  }
}

extension RowKeys {
  /// The query for the rows with these keys.
  fileprivate var select: Select<T> {
    let all = T.all
    var node = all.node
    node.narrow(to: contain(T.Columns.source(of: all.scope).place))
    return Select<T>(node, scope: all.scope)
  }
}
