extension Row {
  /// Creates a row from a dictionary of column names and values.
  ///
  /// ```swift
  /// let row = Row(["title": "Promise", "plays": 3])
  /// ```
  ///
  /// The columns are ordered by the bytes of their names.
  public init(_ dictionary: [String: SQLValue]) {
    let columns = dictionary.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    self.init(columnNames: columns.map(\.key), values: columns.map(\.value))
  }

  /// Creates a row from the columns that a write of the value stores. Columns that the database
  /// fills, and lazy columns that were not loaded, are omitted.
  ///
  /// ```swift
  /// let row = try Row(album)
  /// print(row.dictionary["title"] ?? .null)
  /// ```
  ///
  /// The columns are in the table's order.
  ///
  /// - Throws: ``ValueEncodingError``
  public init<T: DatabaseTable>(_ value: T) throws {
    let names = T.schema.writableColumns
    let values = try value.storedValues
    let unloaded = Set(value.unloaded)
    let places = T.schema.columns.compactMap { column in
      names.firstIndex { $0.hasSameBytes(as: column.name) }
    }.filter { !unloaded.contains($0 + 1) }
    self.init(columnNames: places.map { names[$0] }, values: places.map { values[$0] })
  }

  /// Returns a row with the columns of both rows. If both have a column, the other row's value is
  /// used.
  ///
  /// Names are compared as in SQLite.
  public func merging(_ other: Row) -> Row {
    var (names, values) = (columnNames, self.values)
    for (column, value) in other {
      if let place = names.firstIndex(where: { $0.isSameName(as: column) }) {
        values[place] = value
      } else {
        names.append(column)
        values.append(value)
      }
    }
    return Row(columnNames: names, values: values)
  }
}

extension Row {
  /// Decodes the row, which was fetched without a type or made from a dictionary, as a value.
  ///
  /// ```swift
  /// let album = try Row(["id": 1, "title": "Promise"]).decode(Album.self)
  /// ```
  ///
  /// Columns are matched by name; columns without a property are ignored.
  ///
  /// - Throws: ``RowDecodingError`` if a column is missing, occurs twice, or has a value that can't
  ///   be decoded as its property's type.
  public func decode<T: RowDecodable>(_ type: T.Type) throws -> T {
    let places = ColumnPlaces(try T.columnPositions(in: columnNames))
    return try withRow(self, map: places) { try T(decoding: $0, columnNames: columnNames) }
  }
}

extension KeyedTable {
  /// Returns a copy of the value with the columns of a row. The key, and the columns that the row
  /// does not have, are unchanged.
  ///
  /// ```swift
  /// let album = try album.updated(from: Row(["title": "Promise"]))
  /// ```
  ///
  /// Columns that the table does not have are ignored. As in a fetch, ignored properties get their
  /// defaults, and lazy columns are not loaded.
  ///
  /// - Throws: ``RowDecodingError`` if a value can't be decoded as its property's type, or if a
  ///   column that the database fills is not in the row; ``ValueEncodingError``.
  public func updated(from row: Row) throws -> Self {
    let own = try Row(self)
    let key = Set(Self.schema.primaryKey.map { SQLName($0) })
    let given = row.filter { !key.contains(SQLName($0.column)) }
    return try own.merging(Row(columnNames: given.map(\.column), values: given.map(\.value)))
      .decode(Self.self)
  }
}
