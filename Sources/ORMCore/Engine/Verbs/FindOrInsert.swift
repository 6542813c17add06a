extension SQLConnection {
  /// Fetches the row with this value's key, or inserts the value if there is no such row.
  ///
  /// ```swift
  /// let norway = try db.findOrInsert(Country(code: "NO", name: "Norway"))
  /// // BEGIN IMMEDIATE
  /// // SELECT "code", "name" FROM "country" WHERE "code" = $1
  /// // INSERT INTO "country" ("name", "code") VALUES ($1, $2)     if there is no such row
  /// // COMMIT
  /// ```
  ///
  /// An existing row is returned unchanged; ``save(_:)-(T)`` overwrites it. Both statements are one
  /// transaction, so that no other connection can insert the row in between. If the key is nil, the
  /// value is inserted.
  ///
  /// - Returns: The existing or the inserted row, as a fetch would return it.
  /// - Throws: The errors of ``fetch(_:)-(T.Type)`` and ``insert(_:)-(T)``.
  @discardableResult
  public func findOrInsert<T: KeyedTable>(_ value: T) throws -> T {
    guard let key = value.primaryKey else { return try insert(value) }
    return try transaction { try find(T.self, key) ?? insert(value) }
  }

  /// Fetches a row that equals the value, a row or a draft, in these columns, or inserts the value
  /// if there is no such row.
  ///
  /// ```swift
  /// let sade = try db.findOrInsert(Artist.Draft(name: "Sade"), by: \.name)     // Artist
  /// // BEGIN IMMEDIATE
  /// // SELECT "id", "name" FROM "artist" WHERE "name" = $1 LIMIT $2
  /// // INSERT INTO "artist" ("name") VALUES ($1)     if there is no such row
  /// // COMMIT
  /// let album = try db.findOrInsert(Album(title: "Love", artistID: 7), by: \.title)
  /// ```
  ///
  /// An existing row is returned unchanged, and its other columns may differ from the value's. Both
  /// statements are one transaction, so that no other connection can insert the row in between. A
  /// nil in a named column finds a row with NULL. The columns should have a unique index, which
  /// also makes the search fast; without one, several rows may match, and any of them is returned.
  ///
  /// - Returns: The existing or the inserted row, as a fetch would return it.
  /// - Throws: The errors of ``fetch(_:)-(T.Type)`` and ``insert(_:)-(T)``; ``DatabaseError`` if
  ///   the value does not set one of the columns, but leaves it to the database;
  ///   ``ValueEncodingError`` if one of the columns contains JSON, whose equal values can have
  ///   different texts.
  @discardableResult
  public func findOrInsert<Row: InsertableRow, Representation, each Other>(
    _ value: Row,
    by column: KeyPath<Row.StoredForm.Columns, Column<Row.StoredForm, Representation>>,
    _ others: repeat KeyPath<Row.StoredForm.Columns, Column<Row.StoredForm, each Other>>
  ) throws -> Row.StoredForm {
    try findOrInsert(value, by: Row.StoredForm.comparableNames(column, repeat each others))
  }

  func findOrInsert<Row: InsertableRow>(_ value: Row, by names: [String]) throws -> Row.StoredForm {
    var collector = ValueCollector()
    do {
      try value.bind(to: &collector)
    } catch {
      throw described(error, of: Row.StoredForm.self) { try value.bind(to: &$0) }
    }
    let query = try Row.StoredForm.matching(
      names, collector.values, except: value.positionsLeftToDatabase)
    return try transaction { try first(query) ?? value.inserted(by: self) }
  }

  @available(
    *, unavailable, message: "a draft has no key: write 'findOrInsert(draft, by: \\.name)'"
  )
  @_documentation(visibility: internal)
  public func findOrInsert<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target {
    try insert(draft)
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Fetches the row with this value's key, or inserts the value if there is no such row; see
  /// ``SQLConnection/findOrInsert(_:)``.
  @discardableResult
  public func findOrInsert<T: KeyedTable>(_ value: T) async throws -> T {
    try await writing { try $0.findOrInsert(value) }
  }

  /// Fetches a row that equals the value in these columns, or inserts the value if there is no such
  /// row; see ``SQLConnection/findOrInsert(_:by:_:)``.
  @discardableResult
  public nonisolated(nonsending) func findOrInsert<Row: InsertableRow, Representation, each Other>(
    _ value: Row,
    by column: KeyPath<Row.StoredForm.Columns, Column<Row.StoredForm, Representation>>,
    _ others: repeat KeyPath<Row.StoredForm.Columns, Column<Row.StoredForm, each Other>>
  ) async throws -> Row.StoredForm {
    let names = try Row.StoredForm.comparableNames(column, repeat each others)
    return try await writing { try $0.findOrInsert(value, by: names) }
  }

  @available(
    *, unavailable, message: "a draft has no key: write 'findOrInsert(draft, by: \\.name)'"
  )
  @_documentation(visibility: internal)
  public func findOrInsert<Draft: TableDraft>(_ draft: Draft) async throws -> Draft.Target {
    try await insert(draft)
  }
}

// MARK: - The query

extension DatabaseTable {
  /// Returns the names of the columns.
  ///
  /// - Throws: ``ValueEncodingError`` if one of them contains JSON, whose equal values can have
  ///   different texts.
  fileprivate static func comparableNames<each Representation>(
    _ paths: repeat KeyPath<Columns, Column<Self, each Representation>>
  ) throws -> [String] {
    let columns = Self.columns
    var names: [String] = []
    func add<Part>(_ column: Column<Self, Part>) throws {
      if Part.isComparedInParts {
        var error = ValueEncodingError.incomparableJSON(Part.Value.self)
        error.table = tableName
        error.column = column.ownName
        throw error
      }
      names.append(column.ownName)
    }
    repeat try add(columns[keyPath: each paths])
    return names
  }

  /// Returns the query of the rows that have these values.
  ///
  /// - Parameters:
  ///   - names: The columns to compare.
  ///   - values: The values that an insert writes, in the order of ``insertSQL``.
  ///   - omitted: The positions in ``insertSQL``, from 1, that have no value.
  /// - Throws: ``DatabaseError`` if a column has no value.
  fileprivate static func matching(
    _ names: [String], _ values: [SQLValue], except omitted: [Int]
  ) throws -> Select<Self> {
    let columns = WrittenColumns.of(self).all
    let all = Self.all
    let place = Columns.source(of: all.scope).place
    var node = all.node
    for name in names {
      guard let index = columns.firstIndex(ofName: name), !omitted.contains(index + 1) else {
        throw DatabaseError(
          extendedCode: .misuse,
          message: "findOrInsert can't find a row of \"\(tableName)\" by \"\(name)\": the value to"
            + " insert does not set this column")
      }
      let (column, value) = (place.column(name), values[index])
      node.narrow(to: value == .null ? .isNull(column) : .binary(column, .equal, .value(value)))
    }
    return all.with(tree: node)
  }
}
