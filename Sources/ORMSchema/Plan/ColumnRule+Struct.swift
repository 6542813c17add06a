public import ORMCore

// Rules for the columns of a struct, with Swift values.

extension ColumnRule {
  /// A rule that sets a struct's column to the same value in all rows.
  ///
  /// ```swift
  /// .draft("added", fill: [try .column(Episode.self, \.added, value: Date.distantPast)])
  /// ```
  ///
  /// The value is stored in the column's representation. A version of a ``SchemaHistory`` that has
  /// shipped can't have a rule that depends on a struct, because the struct may change: the error
  /// contains the source to write instead.
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

  /// A rule that computes the value of a struct's column with a closure, which receives the row as
  /// it was before the migration.
  ///
  /// ```swift
  /// .draft("initial", fill: [
  ///   .column(Person.self, \.initial) { row in
  ///     String(try row.value("name", as: String.self).prefix(1))
  ///   }
  /// ])
  /// ```
  ///
  /// The closure runs twice for each row, as in ``column(_:_:back:from:)``. If it throws, or if the
  /// column can't store the value, the migration fails.
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
  /// The value as Swift source in a context of type `SQLValue`.
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
  ///   - column: The column's name before the migration.
  ///   - type: The type; an optional one if the value can be NULL.
  /// - Throws: ``RowDecodingError`` if the column does not exist, or if its value does not have the
  ///   form in which the type is stored.
  public func value<Representation: ColumnRepresentation>(
    _ column: String, as type: Representation.Type
  ) throws -> Representation.Value {
    guard let value = self[column] else {
      throw RowDecodingError(column: column, reason: .missingColumn)
    }
    return try Representation.read(from: ValueRow(column: column, value: value), at: 0)
  }
}
