extension Row {
  /// A row of names and values, such as a dictionary that came from elsewhere.
  ///
  /// ```swift
  /// let row = Row(["title": "Promise", "plays": 3])
  /// ```
  ///
  /// The columns are in the order of their names' bytes.
  public init(_ dictionary: [String: SQLValue]) {
    let columns = dictionary.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    self.init(columnNames: columns.map(\.key), values: columns.map(\.value))
  }

  /// The columns of a table's row, as they are written: without those that the database fills, and
  /// without lazy ones that were not loaded.
  ///
  /// ```swift
  /// let row = try Row(album)
  /// print(row.dictionary["title"] ?? .null)
  /// ```
  ///
  /// They are in the table's order.
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

  /// The columns of both; of one that both have, the value of the other.
  ///
  /// Names compare as in SQLite.
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
  /// Reads the row, which was fetched without a type or made of a dictionary, as a value.
  ///
  /// ```swift
  /// let album = try Row(["id": 1, "title": "Promise"]).decode(Album.self)
  /// ```
  ///
  /// The columns are found by their names; others are passed over.
  ///
  /// - Throws: ``RowDecodingError`` if a column is missing, is there twice, or has another value
  ///   than its property expects.
  public func decode<T: RowDecodable>(_ type: T.Type) throws -> T {
    let places = ColumnPlaces(try T.columnPositions(in: columnNames))
    return try withRow(self, map: places) { try T(decoding: $0, columnNames: columnNames) }
  }
}

extension KeyedTable {
  /// The value with the columns that a row gives; it keeps its key, and the columns that the row
  /// does not have.
  ///
  /// ```swift
  /// let album = try album.updated(from: Row(["title": "Promise"]))
  /// ```
  ///
  /// Columns that the table does not have are passed over. Ignored properties get their defaults,
  /// and lazy ones are not loaded, as in a fetch.
  ///
  /// - Throws: ``RowDecodingError`` if a value is another than its property expects, or a column
  ///   that the database fills is not in the row; ``ValueEncodingError``.
  public func updated(from row: Row) throws -> Self {
    let own = try Row(self)
    let key = Set(Self.schema.primaryKey.map { SQLName($0) })
    let given = row.filter { !key.contains(SQLName($0.column)) }
    return try own.merging(Row(columnNames: given.map(\.column), values: given.map(\.value)))
      .decode(Self.self)
  }
}
