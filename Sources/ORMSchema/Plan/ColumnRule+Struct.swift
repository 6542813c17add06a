public import ORMCore

// Rules for the columns of a struct, with values of Swift.

extension ColumnRule {
  /// The same value for all rows, for a column of a struct.
  ///
  /// ```swift
  /// .draft("added", fill: [try .column(Episode.self, \.added, value: Date.distantPast)])
  /// ```
  ///
  /// The value is stored as the column stores it. A version of a ``SchemaHistory`` that has shipped
  /// can't have a rule of a struct, which may change: its error has the text to write instead.
  ///
  /// - Parameters:
  ///   - table: The struct.
  ///   - column: The column.
  ///   - value: The value.
  /// - Throws: ``ValueEncodingError`` if the column can't store the value.
  public static func column<T: DatabaseTable, Representation>(
    _ table: T.Type, _ column: KeyPath<T.Columns, Column<T, Representation>>,
    value: Representation.Value
  ) throws -> Self {
    var rule = Self.column(
      T.tableName, T.columns[keyPath: column].name,
      value: try stored(value, as: Representation.self))
    rule.isOfStruct = true
    return rule
  }

  /// A value that a closure computes from the row before the migration, for a column of a struct.
  ///
  /// ```swift
  /// .draft("initial", fill: [
  ///   .column(Person.self, \.initial) { row in
  ///     String(try row.value("name", as: String.self).prefix(1))
  ///   }
  /// ])
  /// ```
  ///
  /// The closure runs twice for each row, as that of ``column(_:_:from:)`` does. What it throws
  /// ends the migration, and so does a value that the column can't store.
  ///
  /// - Parameters:
  ///   - table: The struct.
  ///   - column: The column.
  ///   - row: Computes the value.
  public static func column<T: DatabaseTable, Representation>(
    _ table: T.Type, _ column: KeyPath<T.Columns, Column<T, Representation>>,
    from row: @escaping @Sendable (MigrationRow) throws -> Representation.Value
  ) -> Self {
    var rule = Self.column(T.tableName, T.columns[keyPath: column].name) { values in
      try stored(try row(values), as: Representation.self)
    }
    rule.isOfStruct = true
    return rule
  }

  private static func stored<Representation: ColumnRepresentation>(
    _ value: Representation.Value, as type: Representation.Type
  ) throws -> SQLValue {
    var collector = ValueCollector()
    try Representation.write(value, to: &collector, at: 1)
    return collector.values.first ?? .null
  }

  /// The rule as a version that has shipped has it.
  package var frozen: String {
    let names = "\(table.debugDescription), \(column.debugDescription)"
    switch source {
    case .sql(let sql): return ".column(\(names), sql: \(sql.debugDescription))"
    case .closure: return ".column(\(names)) { row in … }, with an SQLValue as the column stores it"
    }
  }
}

extension MigrationRow {
  /// Returns the value of a column as a Swift type.
  ///
  /// ```swift
  /// let name = try row.value("name", as: String.self)
  /// let nick = try row.value("nick", as: String?.self)
  /// ```
  ///
  /// - Parameters:
  ///   - column: The name that the column has before the migration.
  ///   - type: The type; an optional one if the value can be NULL.
  /// - Throws: ``RowDecodingError`` if there is no such column, or if its value is not stored as
  ///   the type stores its values.
  public func value<Representation: ColumnRepresentation>(
    _ column: String, as type: Representation.Type
  ) throws -> Representation.Value {
    guard let value = self[column] else {
      throw RowDecodingError(column: column, reason: .missingColumn)
    }
    return try Representation.read(from: MigratedValue(column: column, value: value), at: 0)
  }
}

/// The value of a column before a migration, read as that of a row is.
private struct MigratedValue: RowReader {
  let column: String
  let value: SQLValue

  func storageClass(at index: Int) -> StorageClass { value.storageClass }

  func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    guard case .integer(let number) = value else { throw unexpected("INTEGER") }
    return number
  }

  func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    isNull(at: index) ? nil : try integer(at: index)
  }

  func real(at index: Int) throws(RowDecodingError) -> Double {
    switch value {
    case .real(let number): return number
    case .integer(let number):
      guard let real = Double(exactly: number) else {
        throw error(at: index, .overflow(type: "Double"))
      }
      return real
    default: throw unexpected("REAL")
    }
  }

  func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    isNull(at: index) ? nil : try real(at: index)
  }

  func text(at index: Int) throws(RowDecodingError) -> String {
    guard case .text(let text) = value else { throw unexpected("TEXT") }
    return text
  }

  func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    isNull(at: index) ? nil : try text(at: index)
  }

  func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    guard case .blob(let bytes) = value else { throw unexpected("BLOB") }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try body(UnsafeRawBufferPointer(copy))
  }

  func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError {
    RowDecodingError(column: column, reason: reason)
  }

  private func unexpected(_ expected: String) -> RowDecodingError {
    error(at: 0, .storageClass(expected: expected, found: value.storageClass))
  }
}
