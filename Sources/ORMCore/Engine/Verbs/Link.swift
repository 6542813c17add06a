extension SQLConnection {
  /// Links a row to others through the table between them: inserts a row there for each that is not
  /// linked yet.
  ///
  /// ```swift
  /// let count = try db.link(album, to: tags, by: \.tags)
  /// // INSERT INTO "tagging" ("albumID", "tagID") SELECT $1, "id" FROM "tag"
  /// //   WHERE "id" IN ($2, $3) AND NOT EXISTS (SELECT 1 FROM "tagging" WHERE …)
  /// ```
  ///
  /// That is one `INSERT` for any number of rows. The table's other columns get their defaults.
  ///
  /// - Parameters:
  ///   - row: The row that the relation belongs to.
  ///   - others: Rows that it leads to. One that is there twice is linked once.
  ///   - relation: A relation through a table: `taggings.to { $0.tag }`; see ``ToManyQuery/to(_:)``.
  /// - Returns: how many were not linked before.
  /// - Throws: ``RelationError`` if the relation is of another kind; ``LinkError`` if the table has
  ///   columns that need a value; ``RowNotFoundError`` if one of the rows is there no more;
  ///   ``MissingPrimaryKeyError``; ``DatabaseError`` where a constraint forbids it. Nothing is
  ///   linked then.
  @discardableResult
  public func link<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, to others: [Other], by relation: KeyPath<Row.Columns, Many<Other>>
  ) throws -> Int {
    try link(row, to: others, by: Row.columns[keyPath: relation].rows)
  }

  /// Deletes what links a row to others in the table between them.
  ///
  /// ```swift
  /// let count = try db.unlink(album, from: tags, by: \.tags)
  /// // DELETE FROM "tagging" WHERE "albumID" = $1 AND "tagID" IN ($2, $3)
  /// ```
  ///
  /// - Parameters:
  ///   - row: The row that the relation belongs to.
  ///   - others: Rows that it leads to, or does not.
  ///   - relation: A relation through a table: `taggings.to { $0.tag }`.
  /// - Returns: how many rows were deleted from the table between them.
  /// - Throws: ``RelationError`` if the relation is of another kind; ``RowNotFoundError`` if there
  ///   is no such row; ``MissingPrimaryKeyError``; ``DatabaseError``.
  @discardableResult
  public func unlink<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, from others: [Other], by relation: KeyPath<Row.Columns, Many<Other>>
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
  /// Links a row to others through the table between them; see ``SQLConnection/link(_:to:by:)``.
  @discardableResult
  public nonisolated(nonsending) func link<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, to others: [Other], by relation: KeyPath<Row.Columns, Many<Other>>
  ) async throws -> Int {
    let related = Row.columns[keyPath: relation].rows
    return try await writing { try $0.link(row, to: others, by: related) }
  }

  /// Deletes what links a row to others in the table between them; see
  /// ``SQLConnection/unlink(_:from:by:)``.
  @discardableResult
  public nonisolated(nonsending) func unlink<Row: KeyedTable, Other: KeyedTable>(
    _ row: Row, from others: [Other], by relation: KeyPath<Row.Columns, Many<Other>>
  ) async throws -> Int {
    let related = Row.columns[keyPath: relation].rows
    return try await writing { try $0.unlink(row, from: others, by: related) }
  }
}
