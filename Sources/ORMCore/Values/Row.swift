/// An untyped row of a result.
///
/// ```swift
/// let rows = try await db.fetch(Row.self, sql: "SELECT title, plays FROM album")
/// for row in rows {
///   let title = try row["title", as: String.self]
///   let plays = try row[1, as: Int?.self]
///   print(title, plays ?? 0, row.dictionary)
/// }
/// ```
///
/// The columns have the order and the names of the result; a name can occur twice. Names compare as
/// in SQLite: the case of ASCII letters is ignored.
public struct Row: Sendable, Hashable {
  /// The names of the columns, in the order of the result.
  public let columnNames: [String]
  /// The values, in the order of the result.
  public let values: [SQLValue]

  package init(columnNames: [String], values: [SQLValue]) {
    self.columnNames = columnNames
    self.values = values
  }

  /// The number of columns.
  public var count: Int { values.count }

  /// The values by the columns' names; if a name occurs twice, its first value.
  ///
  /// The keys of a dictionary compare as in Swift: two names that differ only in the encoding of a
  /// letter, which SQLite tells apart, are one key.
  public var dictionary: [String: SQLValue] {
    // Characters: as the comment says
    Dictionary(zip(columnNames, values), uniquingKeysWith: { first, _ in first })
  }
}

extension Row {
  /// Whether names and values are equal, byte for byte.
  public static func == (left: Row, right: Row) -> Bool {
    left.columnNames.haveSameBytes(as: right.columnNames) && left.values == right.values
  }
}

// MARK: - Values

extension Row {
  /// The value at a position, from 0.
  ///
  /// - Throws: ``RowDecodingError`` if there is no column at the position.
  public subscript(position: Int) -> SQLValue {
    get throws(RowDecodingError) {
      guard values.indices.contains(position) else { throw missingColumn("\(position)") }
      return values[position]
    }
  }

  /// The value of a column.
  ///
  /// - Throws: ``RowDecodingError`` if no column or several columns have the name.
  public subscript(column: String) -> SQLValue {
    get throws(RowDecodingError) { values[try position(of: column)] }
  }

  /// The value at a position, from 0, decoded by a representation.
  ///
  /// ```swift
  /// let plays = try row[1, as: Int?.self]
  /// ```
  ///
  /// - Throws: ``RowDecodingError`` if there is no column at the position, or its value can't be
  ///   decoded.
  public subscript<Representation: ColumnRepresentation>(
    position: Int, as representation: Representation.Type
  ) -> Representation.Value {
    get throws {
      guard values.indices.contains(position) else { throw missingColumn("\(position)") }
      return try Representation.read(from: self, at: position)
    }
  }

  /// The value of a column, decoded by a representation.
  ///
  /// ```swift
  /// let title = try row["title", as: String.self]
  /// ```
  ///
  /// - Throws: ``RowDecodingError`` if no column or several columns have the name, or if the value
  ///   can't be decoded.
  public subscript<Representation: ColumnRepresentation>(
    column: String, as representation: Representation.Type
  ) -> Representation.Value {
    get throws { try Representation.read(from: self, at: position(of: column)) }
  }

  private func position(of column: String) throws(RowDecodingError) -> Int {
    guard let position = try columnNames.position(of: column) else { throw missingColumn(column) }
    return position
  }

  private func missingColumn(_ column: String) -> RowDecodingError {
    RowDecodingError(column: column, reason: .missingColumn)
  }
}

extension Row: Sequence {
  /// The columns' names with their values, in the order of the result.
  public func makeIterator() -> some IteratorProtocol<(column: String, value: SQLValue)> {
    zip(columnNames, values).lazy.map { (column: $0, value: $1) }.makeIterator()
  }
}

extension Row: CustomStringConvertible {
  /// The values as SQL literals: `title: 'Promise', plays: 3`. Values of columns with the name of a
  /// redacted one are not shown.
  public var description: String {
    map { column, value in
      "\(column): \(RedactedColumns.contains(column) ? RedactedColumns.text : value.literal)"
    }.joined(separator: ", ")
  }
}

extension Row: CustomReflectable {
  /// The columns' names with their values. Values of columns with the name of a redacted one are
  /// not shown.
  public var customMirror: Mirror {
    let children: [Mirror.Child] = map { column, value in
      (column, RedactedColumns.contains(column) ? RedactedColumns.text : value)
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

// MARK: - RowReader

extension Row: RowReader {
  public func storageClass(at index: Int) -> StorageClass { value(at: index).storageClass }

  public func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    guard case .integer(let value) = value(at: index) else { throw mismatch(at: index, .integer) }
    return value
  }

  public func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    isNull(at: index) ? nil : try integer(at: index)
  }

  public func real(at index: Int) throws(RowDecodingError) -> Double {
    switch value(at: index) {
    case .real(let value): return value
    case .integer(let value):
      guard let real = Double(exactly: value) else { throw overflow(at: index, as: Double.self) }
      return real
    default: throw mismatch(at: index, .real)
    }
  }

  public func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    isNull(at: index) ? nil : try real(at: index)
  }

  public func text(at index: Int) throws(RowDecodingError) -> String {
    guard case .text(let value) = value(at: index) else { throw mismatch(at: index, .text) }
    return value
  }

  public func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    isNull(at: index) ? nil : try text(at: index)
  }

  public func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    guard case .blob(let bytes) = value(at: index) else { throw mismatch(at: index, .blob) }
    // The closure of `withUnsafeBytes` has no typed throws, so the error is returned as a value.
    let result = bytes.withUnsafeBytes { buffer in
      Swift.Result { () throws(RowDecodingError) in try body(buffer) }
    }
    return try result.get()
  }

  public func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError {
    guard columnNames.indices.contains(index) else { return missingColumn("\(index)") }
    return RowDecodingError(column: columnNames[index], reason: reason)
  }

  private func value(at index: Int) -> SQLValue {
    values.indices.contains(index) ? values[index] : .null
  }

  private func mismatch(at index: Int, _ expected: StorageClass) -> RowDecodingError {
    error(at: index, .storageClass(expected: expected.rawValue, found: storageClass(at: index)))
  }
}
