/// Stored as the raw value: an enum, an `OptionSet`, or a struct around one value.
///
/// ```swift
/// enum Genre: String, ColumnValue { case jazz, soul }
/// struct AlbumFlags: OptionSet, ColumnValue { let rawValue: Int }
/// struct Email: RawRepresentable, ColumnValue { let rawValue: String }
/// ```
///
/// Reading a raw value that the type's initializer refuses throws, such as an enum's unknown case.
/// So does reading a number or a text that the initializer replaces with another one, because no
/// condition would find it.
@_documentation(visibility: internal)
extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// `rawValue(int64)`: the type may refuse raw values, so its name differs from the raw value's.
  public static var representationName: String { "rawValue(\(RawValue.representationName))" }
  @inlinable public static var columnType: ColumnType { RawValue.columnType }
  @inlinable public static var isNullable: Bool { RawValue.isNullable }
  @inlinable public static var isNumberAsText: Bool { RawValue.isNumberAsText }
  public static var storedType: any ColumnRepresentation.Type { RawValue.storedType }
  /// The raw values that can be read; for texts, those that the type's initializer accepts.
  @inlinable public static var readableValues: ReadableValues {
    RawValue.self == String.self ? .decoded : RawValue.readableValues
  }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self {
    guard let value = Self(rawValue: try RawValue.read(from: row, at: index)) else {
      throw row.unknownRawValue(at: index, of: Self.self)
    }
    return value
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self? {
    guard let rawValue = try RawValue.readIfPresent(from: row, at: index) else { return nil }
    guard let value = Self(rawValue: rawValue) else {
      throw row.unknownRawValue(at: index, of: Self.self)
    }
    return value
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Self, to parameters: inout Parameters, at position: Int
  ) throws {
    try RawValue.write(value.rawValue, to: &parameters, at: position)
  }

  @inlinable
  public static func asStored(_ value: Self) throws -> Self {
    guard let stored = Self(rawValue: try RawValue.asStored(value.rawValue)) else {
      throw ValueEncodingError.unreadable(Self.self)
    }
    return stored
  }
}

@_documentation(visibility: internal)
extension ColumnValue where Self: RawRepresentable & CaseIterable, RawValue: ColumnValue {
  /// The cases with their raw values. If the type has its own description, the cases have no
  /// names, because the description may be a text for users.
  public static var storedCases: [RepresentationSchema.Case]? {
    let describesItself =
      self is any CustomStringConvertible.Type || self is any CustomDebugStringConvertible.Type
    var cases: [RepresentationSchema.Case] = []
    for value in allCases {
      // A case that can't be stored is never in a column, so it is omitted.
      guard let stored = try? RawValue.sqlValue(of: value.rawValue) else { continue }
      cases.append(
        RepresentationSchema.Case(
          describesItself ? nil : String(describing: value), value: stored.literal))
    }
    return cases
  }

  /// The cases' raw values.
  public static var readableValues: ReadableValues {
    .listed(allCases.compactMap { try? sqlValue(of: $0) })
  }
}

// Integers and texts are stored unchanged, so that `asStored` need not create a new value.

@_documentation(visibility: internal)
extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue & FixedWidthInteger {
  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self {
    let rawValue = try RawValue.read(from: row, at: index)
    guard let value = Self(rawValue: rawValue), value.rawValue == rawValue else {
      throw row.unknownRawValue(at: index, of: Self.self)
    }
    return value
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self? {
    guard let rawValue = try RawValue.readIfPresent(from: row, at: index) else { return nil }
    guard let value = Self(rawValue: rawValue), value.rawValue == rawValue else {
      throw row.unknownRawValue(at: index, of: Self.self)
    }
    return value
  }

  @inlinable public static func asStored(_ value: Self) throws -> Self { value }

  /// Uses ``ColumnRepresentation/asStored(_:)``, which the type may implement itself.
  @inlinable
  public static func roundTripsExactly(_ value: Self) -> Bool {
    (try? asStored(value))?.rawValue == value.rawValue
  }
}

@_documentation(visibility: internal)
extension ColumnValue where Self: RawRepresentable, RawValue == String {
  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self {
    let rawValue = try RawValue.read(from: row, at: index)
    guard let value = Self(rawValue: rawValue), value.rawValue.isSameStoredText(as: rawValue) else {
      throw row.unknownRawValue(at: index, of: Self.self)
    }
    return value
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self? {
    guard let rawValue = try RawValue.readIfPresent(from: row, at: index) else { return nil }
    guard let value = Self(rawValue: rawValue), value.rawValue.isSameStoredText(as: rawValue) else {
      throw row.unknownRawValue(at: index, of: Self.self)
    }
    return value
  }

  @inlinable public static func asStored(_ value: Self) throws -> Self { value }

  /// Uses ``ColumnRepresentation/asStored(_:)``, which the type may implement itself. Texts are
  /// compared by their bytes.
  @inlinable
  public static func roundTripsExactly(_ value: Self) -> Bool {
    (try? asStored(value))?.rawValue.utf8.elementsEqual(value.rawValue.utf8) ?? false
  }
}

extension String {
  /// Returns whether both are the same text in SQL. In Swift, an `é` of two scalars equals an `é`
  /// of one.
  @usableFromInline
  func isSameStoredText(as other: String) -> Bool { hasSameBytes(as: other) }
}

extension RowReader where Self: ~Copyable {
  @usableFromInline
  @inline(never)
  borrowing func unknownRawValue(at index: Int, of type: Any.Type) -> RowDecodingError {
    invalid(at: index, as: type, "no value of this type has the stored raw value")
  }
}
