extension SQLConnection {
  /// Links a row to other rows: inserts a row into the join table for each row that is not linked
  /// yet.
  ///
  /// ```swift
  /// let count = try db.link(album, to: tags, by: \.tags)
  /// // INSERT INTO "tagging" ("albumID", "tagID") SELECT $1, "id" FROM "tag"
  /// //   WHERE "id" IN ($2, $3) AND NOT EXISTS (SELECT 1 FROM "tagging" WHERE …)
  /// ```
  ///
  /// This is one `INSERT` for any number of rows. The join table's other columns get their
  /// defaults.
  ///
  /// - Parameters:
  ///   - row: The row that the relation belongs to.
  ///   - others: The rows to link. A row that occurs twice is linked once.
  ///   - relation: A relation through a join table: `taggings.to { $0.tag }`; see
  ///     ``ToManyQuery/to(_:)``.
  /// - Returns: The number of rows that were not linked before.
  /// - Throws: ``RelationError`` if the relation does not lead through a join table; ``LinkError``
  ///   if other columns of the join table need a value; ``RowNotFoundError`` if one of the rows no
  ///   longer exists; ``MissingPrimaryKeyError`` if a row has no key yet; ``DatabaseError`` if a
  ///   constraint forbids it. If it throws, nothing is linked.
  @discardableResult
  public func link<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, to others: [Other], by relation: KeyPath<Row.Columns, ToMany<Other>>
  ) throws -> Int {
    try link(row, to: others, by: Row.columns[keyPath: relation].rows)
  }

  /// Unlinks a row from other rows: deletes the rows of the join table that link them.
  ///
  /// ```swift
  /// let count = try db.unlink(album, from: tags, by: \.tags)
  /// // DELETE FROM "tagging" WHERE "albumID" = $1 AND "tagID" IN ($2, $3)
  /// ```
  ///
  /// - Parameters:
  ///   - row: The row that the relation belongs to.
  ///   - others: The rows to unlink. Rows that are not linked are ignored.
  ///   - relation: A relation through a join table: `taggings.to { $0.tag }`.
  /// - Returns: The number of rows that were deleted from the join table.
  /// - Throws: ``RelationError`` if the relation does not lead through a join table;
  ///   ``RowNotFoundError`` if `row` no longer exists; ``MissingPrimaryKeyError`` if a row has no
  ///   key yet; ``DatabaseError``.
  @discardableResult
  public func unlink<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, from others: [Other], by relation: KeyPath<Row.Columns, ToMany<Other>>
  ) throws -> Int {
    try unlink(row, from: others, by: Row.columns[keyPath: relation].rows)
  }

  fileprivate func link<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, to others: [Other], by relation: RelatedRows
  ) throws -> Int {
    let link = try relation.linkTable()
    try link.checkColumns()
    return try insertLinks(in: link.table, link, of: row, to: RowKeys(others))
  }

  fileprivate func unlink<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, from others: [Other], by relation: RelatedRows
  ) throws -> Int {
    let link = try relation.linkTable()
    return try deleteLinks(in: link.table, link, of: row, to: RowKeys(others))
  }

  private func insertLinks<Link: DatabaseTable, Row: KeyedTable, Other: KeyedTable>(
    in table: Link.Type, _ link: RelationLink, of row: Row, to others: RowKeys<Other>
  ) throws -> Int {
    if others.isEmpty { return 0 }
    return try transaction {
      let links = LinkRows<Link, Other>(
        link, from: try currentValues(of: row, in: link.toParent.map(\.target)), to: others)
      try withoutWarnings { try links.checkReferences(on: self) }
      return try run(links.insert)
    }
  }

  private func deleteLinks<Link: DatabaseTable, Row: KeyedTable, Other: KeyedTable>(
    in table: Link.Type, _ link: RelationLink, of row: Row, to others: RowKeys<Other>
  ) throws -> Int {
    if others.isEmpty { return 0 }
    return try transaction {
      let links = LinkRows<Link, Other>(
        link, from: try currentValues(of: row, in: link.toParent.map(\.target)), to: others)
      return try delete(links.select)
    }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Links a row to other rows through a join table; see ``SQLConnection/link(_:to:by:)``.
  @discardableResult
  public nonisolated(nonsending) func link<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, to others: [Other], by relation: KeyPath<Row.Columns, ToMany<Other>>
  ) async throws -> Int {
    let related = Row.columns[keyPath: relation].rows
    return try await writing { try $0.link(row, to: others, by: related) }
  }

  /// Unlinks a row from other rows; see ``SQLConnection/unlink(_:from:by:)``.
  @discardableResult
  public nonisolated(nonsending) func unlink<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, from others: [Other], by relation: KeyPath<Row.Columns, ToMany<Other>>
  ) async throws -> Int {
    let related = Row.columns[keyPath: relation].rows
    return try await writing { try $0.unlink(row, from: others, by: related) }
  }
}
