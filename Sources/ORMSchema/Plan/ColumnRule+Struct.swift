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
    let stored = try stored(value, as: Representation.self)
    var rule = Self.column(T.tableName, T.columns[keyPath: column].name, value: stored)
    rule.frozen = ".column(\(rule.names), value: \(stored.source))"
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
  /// The closure runs twice for each row, as in ``column(_:_:back:from:)``. An error that it throws
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
    rule.frozen =
      ".column(\(rule.names)) { row in … }, whose closure returns the SQLValue that is stored"
    return rule
  }

  private static func stored<Representation: ColumnRepresentation>(
    _ value: Representation.Value, as type: Representation.Type
  ) throws -> SQLValue {
    var collector = ValueCollector()
    try Representation.write(value, to: &collector, at: 1)
    return collector.values.first ?? .null
  }

  /// The names of its table and column, as Swift literals.
  private var names: String { "\(table.debugDescription), \(column.debugDescription)" }
}

extension SQLValue {
  /// The value as Swift source, where an `SQLValue` is expected.
  fileprivate var source: String {
    switch self {
    case .null: "nil"
    case .integer(let value): "\(value)"
    case .real(let value): ".real(\(value))"
    case .text(let value): value.debugDescription
    case .blob(let value): ".blob(\(value))"
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
    return try Representation.read(from: ValueRow(column: column, value: value), at: 0)
  }
}
