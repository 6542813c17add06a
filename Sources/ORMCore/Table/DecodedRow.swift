/// A row of raw SQL as a value of any `Decodable` type, whose keys are the names of columns.
struct DecodedRow<Value: Decodable & Sendable>: RowDecodable {
  let value: Value

  static func columnPositions(in names: [String]) -> [Int] { Array(names.indices) }

  init<Reader: RowReader & ~Copyable>(
    decoding row: borrowing Reader, columnNames: [String]
  ) throws {
    let row = try Row(decoding: row, columnNames: columnNames)
    let decoder = RowValuesDecoder(row: row, type: Value.self)
    do {
      // A date, for example, is read by its default representation, not by its `init(from:)`.
      let isColumn = row.count == 1 && Value.self is any ColumnValue.Type
      value =
        isColumn
        ? try decoder.singleValueContainer().decode(Value.self) : try Value(from: decoder)
    } catch let error as DecodingError {
      throw error.rowDecodingError(of: Value.self, column: "").naming(table: "\(Value.self)")
    } catch {
      throw error.naming(table: "\(Value.self)")
    }
  }
}

/// Decodes the columns of a row.
private struct RowValuesDecoder: Decoder {
  let row: Row
  let type: Any.Type
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ColumnsContainer(row: row))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw RowDecodingError(
      column: row.columnNames.first ?? "",
      reason: .invalid(type: "\(type)", description: "it is an array, but a row has named columns"))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard row.count == 1 else { throw DatabaseError.notOneColumn(row.count, sql: nil) }
    return ColumnDecoder(row: row, place: 0, type: type)
  }
}

/// The columns of a row by their names.
private struct ColumnsContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: Row
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] { row.columnNames.compactMap { Key(stringValue: $0) } }

  /// A missing column is an error of ``decodeNil(forKey:)``: it would be nil otherwise.
  func contains(_ key: Key) -> Bool { true }

  private func place(of key: Key) throws -> Int {
    guard let place = try row.columnNames.position(of: key.stringValue) else {
      throw RowDecodingError(column: key.stringValue, reason: .missingColumn)
    }
    return place
  }

  func decodeNil(forKey key: Key) throws -> Bool { row.isNull(at: try place(of: key)) }

  private func value<Value: ColumnValue>(_ type: Value.Type, _ key: Key) throws -> Value {
    try Value.read(from: row, at: place(of: key))
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(type, key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ColumnDecoder(row: row, place: place(of: key), type: type, key: key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    throw RowDecodingError(column: "super", reason: .missingColumn)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ColumnDecoder(row: row, place: try place(of: key), type: Any.self, key: key)
  }
}

/// Decodes one column of a row.
private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  let row: Row
  let place: Int
  /// The type that the column is decoded as.
  let type: Any.Type
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(row: Row, place: Int, type: Any.Type, key: (any CodingKey)? = nil) {
    self.row = row
    self.place = place
    self.type = type
    codingPath = key.map { [$0] } ?? []
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw refusal("it has its own keys")
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal("it is an array") }

  private func refusal(_ words: String) -> RowDecodingError {
    row.error(
      at: place,
      .invalid(
        type: "\(type)",
        description: "\(words), but a column has one value; select its columns into a @Selection"))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { row.isNull(at: place) }

  private func value<Value: ColumnValue>(_ type: Value.Type) throws -> Value {
    try Value.read(from: row, at: place)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try value(type) }
  func decode(_ type: String.Type) throws -> String { try value(type) }
  func decode(_ type: Double.Type) throws -> Double { try value(type) }
  func decode(_ type: Float.Type) throws -> Float { try value(type) }
  func decode(_ type: Int.Type) throws -> Int { try value(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try value(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try value(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try value(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try value(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try value(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try value(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try value(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try value(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try value(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A date, for example, is read by its default representation, not by its `init(from:)`.
    if let column = type as? any ColumnValue.Type, let value = try value(column) as? Value {
      return value
    }
    do {
      return try Value(
        from: ColumnDecoder(row: row, place: place, type: type, key: codingPath.last))
    } catch let error as DecodingError {
      throw error.rowDecodingError(of: type, column: row.columnNames[place])
    }
  }
}

extension DecodingError {
  /// The error without its message, which can contain the value.
  ///
  /// - Parameter column: The column, if the error has no path.
  fileprivate func rowDecodingError(of type: Any.Type, column: String) -> RowDecodingError {
    let path =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: [] as [any CodingKey]
      }
    return RowDecodingError(
      column: column.isEmpty ? path.last?.stringValue ?? "" : column,
      reason: .invalid(type: "\(type)", description: "its init(from:) refused the stored value"))
  }
}
