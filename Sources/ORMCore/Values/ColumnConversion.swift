/// A representation of a Swift type by another type that SQLite stores.
///
/// ```swift
/// enum Celsius: ColumnConversion {
///   static func encode(_ value: Measurement<UnitTemperature>) -> Double {
///     value.converted(to: .celsius).value
///   }
///   static func decode(_ stored: Double) -> Measurement<UnitTemperature> {
///     Measurement(value: stored, unit: .celsius)
///   }
/// }
///
/// @Column(as: Celsius.self) var outside: Measurement<UnitTemperature>
/// ```
///
/// The compiler infers `Value` and `Stored` from the two functions; if it can't, write
/// `typealias Value = …` in the conversion.
///
/// An error that `encode` throws is reported as a ``ValueEncodingError``, and an error that
/// `decode` throws as a ``RowDecodingError``, with the name of the column.
public protocol ColumnConversion: ColumnRepresentation {
  /// The Swift type of the property; redeclared here so that it is inferred from `encode` and
  /// `decode`.
  associatedtype Value
  /// The type that is stored.
  associatedtype Stored: ColumnValue

  /// Returns the stored form of the value.
  ///
  /// - Throws: Any error if the value can't be stored; it is reported as a ``ValueEncodingError``.
  static func encode(_ value: Value) throws -> Stored
  /// Returns the value of a stored form.
  ///
  /// Conditions compare stored values with values that ``ColumnConversion/encode(_:)`` returns.
  /// Throw an error for a stored value that `encode` would write differently: otherwise a fetch
  /// returns the row, but no condition finds it.
  ///
  /// - Throws: Any error if the stored form is not valid; it is reported as a ``RowDecodingError``.
  static func decode(_ stored: Stored) throws -> Value
}

@_documentation(visibility: internal)
extension ColumnConversion {
  @inlinable public static var columnType: ColumnType { Stored.columnType }
  @inlinable public static var isNullable: Bool { Stored.isNullable }
  @inlinable public static var isNumberAsText: Bool { Stored.isNumberAsText }
  @inlinable public static var readableValues: ReadableValues { Stored.readableValues }
  @inlinable public static var isComparedInParts: Bool { Stored.isComparedInParts }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Value {
    let stored = try Stored.read(from: row, at: index)
    do {
      return try decode(stored)
    } catch {
      throw row.failure(at: index, as: Value.self, error)
    }
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Value? {
    guard let stored = try Stored.readIfPresent(from: row, at: index) else { return nil }
    do {
      return try decode(stored)
    } catch {
      throw row.failure(at: index, as: Value.self, error)
    }
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Value, to parameters: inout Parameters, at position: Int
  ) throws {
    try Stored.write(encoded(value), to: &parameters, at: position)
  }

  @inlinable
  public static func asStored(_ value: Value) throws -> Value {
    let stored = try Stored.asStored(encoded(value))
    do {
      return try decode(stored)
    } catch {
      throw ValueEncodingError.unreadable(Value.self)
    }
  }

  @inlinable
  static func encoded(_ value: Value) throws -> Stored {
    do {
      return try encode(value)
    } catch {
      throw ValueEncodingError.failure(Value.self, error)
    }
  }
}
