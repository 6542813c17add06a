/// What ``SQLConnection/sync(_:as:of:)`` has written.
public struct SyncResult<Row: DatabaseTable>: Sendable {
  /// The rows that were added, as a fetch would return them, in the order in which they were given.
  public let insertedRows: [Row]
  /// How many rows were written because they differed.
  public let updated: Int
  /// How many rows were deleted because they were not given.
  public let deleted: Int

  /// How many rows were added.
  public var inserted: Int { insertedRows.count }
  /// Whether anything was written.
  public var isEmpty: Bool { inserted + updated + deleted == 0 }
}

extension SQLConnection {
  /// Makes these rows the ones that a to-many relation has for a row: the others are deleted, those
  /// that differ are updated, and those that are not there yet are inserted.
  ///
  /// ```swift
  /// let change = try db.sync(albums, as: \.albums, of: artist)
  /// // DELETE FROM "album" WHERE "id" IN ($1)
  /// // UPDATE "album" SET "title" = $1 WHERE "id" = $2
  /// // INSERT INTO "album" ("title", "artistID") VALUES ($1, $2)
  /// print(change.inserted, change.updated, change.deleted)
  /// ```
  ///
  /// It is one transaction. A row that is as it is in the database is not written; a lazy column
  /// that is loaded always is. A row whose key is in no row of the table is inserted with that key.
  /// Rows may swap values that no two may have: one that is in the way gets another value in that
  /// column for a moment, NULL if it may have that.
  ///
  /// - Parameters:
  ///   - rows: All rows that it will have. Each refers to `parent`.
  ///   - relation: The inverse of a to-one relation, as ``TableColumns/many(_:)`` declares it.
  ///   - parent: The row that they refer to.
  /// - Throws: ``SyncError`` where a row refers to another parent or is given twice,
  ///   ``RowNotFoundError`` if there is no such parent, ``RelationError`` if the relation has more
  ///   to it than references: before anything is written. Then as inserts, updates and deletes do;
  ///   nothing is kept.
  @inlinable
  @discardableResult
  public func sync<Parent: KeyedTable, Child: KeyedTable>(
    _ rows: [Child], as relation: KeyPath<Parent.Columns, Many<Child>>, of parent: Parent
  ) throws -> SyncResult<Child> {
    try sync(rows, as: Parent.columns[keyPath: relation].rows, of: parent)
  }

  /// Makes these rows, and those of the drafts, the ones that a to-many relation has for a row.
  ///
  /// ```swift
  /// let new = [Album.Draft(title: "Love Deluxe", artistID: artist.id)]
  /// try db.sync(kept, adding: new, as: \.albums, of: artist)
  /// ```
  ///
  /// - Throws: as ``sync(_:as:of:)``.
  @inlinable
  @discardableResult
  public func sync<Parent: KeyedTable, Draft: TableDraft>(
    _ rows: [Draft.Target], adding drafts: [Draft],
    as relation: KeyPath<Parent.Columns, Many<Draft.Target>>, of parent: Parent
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

  /// How rows are read and written: compiled in the user's module, where their type is known.
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

  /// - Parameter adding: Checks what else is inserted, and returns it.
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
  /// - Throws: ``RowNotKeptError`` if a trigger ignores it.
  fileprivate func delete<Child: KeyedTable>(
    _ keys: [[SQLValue]], of table: Child.Type
  ) throws -> Int {
    if keys.isEmpty { return 0 }
    let rows = RowKeys<Child>(keys: keys).select
    let deleted = try delete(rows)
    // Fewer may be deleted, if others go with one of them.
    if deleted < keys.count, try withoutWarnings({ try exists(rows) }) {
      throw RowNotKeptError(table: Child.tableName)
    }
    return deleted
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Makes these rows the ones that a to-many relation has for a row; see
  /// ``SQLConnection/sync(_:as:of:)``.
  @discardableResult
  public nonisolated(nonsending) func sync<Parent: KeyedTable, Child: KeyedTable>(
    _ rows: [Child], as relation: KeyPath<Parent.Columns, Many<Child>>, of parent: Parent
  ) async throws -> SyncResult<Child> {
    let related = Parent.columns[keyPath: relation].rows
    return try await writing { try $0.sync(rows, as: related, of: parent) }
  }

  /// Makes these rows, and those of the drafts, the ones that a to-many relation has for a row; see
  /// ``SQLConnection/sync(_:adding:as:of:)``.
  @discardableResult
  public nonisolated(nonsending) func sync<Parent: KeyedTable, Draft: TableDraft>(
    _ rows: [Draft.Target], adding drafts: [Draft],
    as relation: KeyPath<Parent.Columns, Many<Draft.Target>>, of parent: Parent
  ) async throws -> SyncResult<Draft.Target> {
    let related = Parent.columns[keyPath: relation].rows
    return try await writing { try $0.sync(rows, adding: drafts, as: related, of: parent) }
  }
}

extension RowKeys {
  /// The rows that have them.
  fileprivate var select: Select<T> {
    let all = T.all
    var node = all.node
    node.narrow(to: contain(T.Columns.source(of: all.scope).place))
    return Select<T>(node, scope: all.scope)
  }
}
