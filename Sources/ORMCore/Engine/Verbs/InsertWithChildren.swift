extension SQLConnection {
  /// Inserts a parent row, then child rows made from it, all or none of them.
  ///
  /// ```swift
  /// let (artist, albums) = try db.insert(parent: Artist.Draft(name: "Sade")) {
  ///   [Album.Draft(title: "Promise", artistID: $0.id)]
  /// }
  /// // INSERT INTO "artist" ("name") VALUES ($1)
  /// // INSERT INTO "album" ("title", "artistID") VALUES ($1, $2)
  /// ```
  ///
  /// - Parameters:
  ///   - parent: A row, a draft, or an array of rows or drafts.
  ///   - children: Receives the parent as stored, with its key, and returns a row, a draft, or an
  ///     array of rows or drafts.
  /// - Returns: The parent and the children as a fetch would return them, in the order in which
  ///   they were passed.
  /// - Throws: The errors of the insert of one row, and the errors of `children`. If it throws,
  ///   nothing is stored.
  @discardableResult
  public func insert<Parent: Insertable, Children: Insertable>(
    parent: Parent, _ children: (Parent.StoredForm) throws -> Children
  ) throws -> (Parent.StoredForm, Children.StoredForm) {
    try transaction {
      let parent = try parent.inserted(by: self)
      return (parent, try children(parent).inserted(by: self))
    }
  }

  /// Inserts a parent row, then child rows of two tables made from it, all or none of them.
  ///
  /// ```swift
  /// let (album, tracks, taggings) = try db.insert(parent: draft) { album in
  ///   titles.map { Track.Draft(title: $0, albumID: album.id) }
  /// } and: { album in
  ///   tags.map { Tagging(albumID: album.id, tagID: $0.id) }
  /// }
  /// ```
  ///
  /// To insert rows of more tables, or children of the children, call this in a transaction.
  ///
  /// - Parameters:
  ///   - parent: A row, a draft, or an array of rows or drafts.
  ///   - children: Receives the parent as stored, with its key, and returns the children of the
  ///     first table.
  ///   - others: Receives the same, and returns the children of the second table. They are inserted
  ///     after the children of the first table.
  /// - Throws: The errors of ``insert(parent:_:)``.
  @discardableResult
  public func insert<Parent: Insertable, Children: Insertable, Others: Insertable>(
    parent: Parent, _ children: (Parent.StoredForm) throws -> Children,
    and others: (Parent.StoredForm) throws -> Others
  ) throws -> (Parent.StoredForm, Children.StoredForm, Others.StoredForm) {
    try transaction {
      let (parent, children) = try insert(parent: parent, children)
      return (parent, children, try others(parent).inserted(by: self))
    }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Inserts a parent row, then child rows made from it, all or none of them; see
  /// ``SQLConnection/insert(parent:_:)``.
  @discardableResult
  public func insert<Parent: Insertable, Children: Insertable>(
    parent: Parent, _ children: @Sendable (Parent.StoredForm) throws -> Children
  ) async throws -> (Parent.StoredForm, Children.StoredForm) {
    try await writing { try $0.insert(parent: parent, children) }
  }

  /// Inserts a parent row, then child rows of two tables made from it, all or none of them; see
  /// ``SQLConnection/insert(parent:_:and:)``.
  @discardableResult
  public func insert<Parent: Insertable, Children: Insertable, Others: Insertable>(
    parent: Parent, _ children: @Sendable (Parent.StoredForm) throws -> Children,
    and others: @Sendable (Parent.StoredForm) throws -> Others
  ) async throws -> (Parent.StoredForm, Children.StoredForm, Others.StoredForm) {
    try await writing { try $0.insert(parent: parent, children, and: others) }
  }
}

// MARK: - RowInserting

@_documentation(visibility: internal)
extension SQLConnection {
  public func stored<T: DatabaseTable>(row: T) throws -> T { try insert(row) }

  public func stored<Draft: TableDraft>(draft: Draft) throws -> Draft.Target { try insert(draft) }

  public func stored<T: DatabaseTable>(rows: [T]) throws -> [T] { try insert(rows) }

  public func stored<T: KeyedTable>(keyedRows rows: [T]) throws -> [T] { try insert(rows) }

  public func stored<Draft: TableDraft>(drafts: [Draft]) throws -> [Draft.Target] {
    try insert(drafts)
  }
}
