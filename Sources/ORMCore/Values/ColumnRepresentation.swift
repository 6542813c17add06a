/// The form in which values of a Swift type are stored in a column.
///
/// Most types are their own representation (``ColumnValue``). `@Column(as:)` chooses another one;
/// to write your own, conform to ``ColumnConversion``.
public protocol ColumnRepresentation: SendableMetatype {
  /// The Swift type of the property.
  associatedtype Value: Sendable
  /// The representation of optionals of these values: an optional of this type, or this type if it
  /// is an optional itself.
  associatedtype Nullable: ColumnRepresentation = Self?

  /// The declared type of the column.
  static var columnType: ColumnType { get }
  /// Whether the column may hold NULL.
  static var isNullable: Bool { get }
  /// The stable name of the stored form. A migration compares it with the name that the database
  /// has recorded; if the names differ, the stored values have to be converted.
  ///
  /// The default is the type's name with its enclosing types, and without its module:
  /// `Money.Cents`. A name that was recorded without the enclosing types, `Cents`, counts as the
  /// same. Set it to the old name if you rename the type, and to a new name if the stored form of
  /// the type changes:
  ///
  /// ```swift
  /// enum Temperature: ColumnConversion {
  ///   static let representationName = "celsius"
  ///   …
  /// }
  /// ```
  static var representationName: String { get }
  /// The stored values of an enum that is `CaseIterable`, with the names of its cases, unless the
  /// enum is `CustomStringConvertible`; nil for any other type.
  static var storedCases: [RepresentationSchema.Case]? { get }
  /// Whether the stored form is the text of a number, which SQL would order by its characters: '10'
  /// before '9'. Queries compare it by the collation `decimal` if order matters. The default is
  /// false.
  static var isNumberAsText: Bool { get }
  /// The values that can be read, among all values that SQL can compute. The default is
  /// ``ReadableValues/all``.
  static var readableValues: ReadableValues { get }
  /// The type that determines the form of the stored values, regardless of optionals, raw-value
  /// types and the width of integers. A column can refer to another column only if both have the
  /// same stored type.
  @_documentation(visibility: internal)
  static var storedType: any ColumnRepresentation.Type { get }
  /// Whether equal values can be stored in several forms, as JSON can. If so, operators such as
  /// `==` refuse the whole value.
  static var isComparedInParts: Bool { get }

  /// Reads the value at `index` (from 0).
  static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Value

  /// Reads the value at `index`, or nil for NULL.
  static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Value?

  /// Writes the value as the parameter at `position` (from 1).
  ///
  /// - Throws: ``ValueEncodingError`` if the value can't be stored unchanged.
  static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Value, to parameters: inout Parameters, at position: Int
  ) throws

  /// Returns the value as a fetch would return it: unchanged, unless the stored form is less
  /// precise.
  static func asStored(_ value: Value) throws -> Value
  /// Returns whether a fetch would return exactly this value; false if finding out would take
  /// longer than calling ``ColumnRepresentation/asStored(_:)``.
  static func roundTripsExactly(_ value: Value) -> Bool
}

@_documentation(visibility: internal)
extension ColumnRepresentation {
  @inlinable public static var isNullable: Bool { false }
  @inlinable public static var isNumberAsText: Bool { false }
  public static var representationName: String { TypeName.qualified(Self.self) }
  public static var storedCases: [RepresentationSchema.Case]? { nil }
  @inlinable public static var readableValues: ReadableValues { .all }
  public static var storedType: any ColumnRepresentation.Type { Self.self }
  @inlinable public static var isComparedInParts: Bool { false }
  @inlinable public static var needsReadBack: Bool { false }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Value? {
    if row.isNull(at: index) { return nil }
    return try read(from: row, at: index)
  }

  @inlinable public static func asStored(_ value: Value) throws -> Value { value }
  @inlinable public static func roundTripsExactly(_ value: Value) -> Bool { false }

  /// Returns the value as SQLite stores it.
  ///
  /// - Throws: ``ValueEncodingError``
  @inlinable
  public static func sqlValue(of value: Value) throws -> SQLValue {
    var single = SingleValue()
    try write(value, to: &single, at: 1)
    return single.value
  }
}

/// A Swift type that is its own representation in a column.
///
/// An enum with a raw value, an `OptionSet` and any other `RawRepresentable` type with a storable
/// raw value only has to declare the conformance:
///
/// ```swift
/// enum Genre: String, ColumnValue { case jazz, soul }
/// struct AlbumFlags: OptionSet, ColumnValue { let rawValue: Int }
/// ```
///
/// If the raw values are integers, write the number of each case, as in `case low = 1`. Otherwise,
/// reordering the cases changes the numbers that are stored for them. If the enum is
/// `CaseIterable`, the names of its cases are recorded, and a migration converts the numbers. If it
/// is also `CustomStringConvertible` or `CustomDebugStringConvertible`, its cases have no names at
/// run time: a migration can't detect that they were reordered, and its plan says so.
public protocol ColumnValue: ColumnRepresentation, Sendable where Value == Self {}
