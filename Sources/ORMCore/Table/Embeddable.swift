/// A struct with `@Embeddable`, whose columns are part of the tables that embed it.
///
/// ```swift
/// @Embeddable struct Address { var street: String; var city: String }
///
/// @Table struct Customer {
///   let id: Int
///   @Embedded(prefix: "home_") var home: Address      // "home_street", "home_city"
/// }
/// ```
///
/// The macro also generates `Columns<Root>`, the typed columns for a table `Root` that embeds them:
/// `$0.home.city`.
public protocol Embeddable: Sendable {
  /// The number of columns.
  @_documentation(visibility: internal)
  static var columnCount: Int { get }
  /// Whether all of the columns may be NULL.
  @_documentation(visibility: internal)
  static var mayBeAllNull: Bool { get }
  /// Whether a written row has to be read back, because a value can change when it is encoded as
  /// JSON.
  @_documentation(visibility: internal)
  static var needsReadBack: Bool { get }
  /// Adds the columns to `schema`, with `prefix` before each name.
  @_documentation(visibility: internal)
  static func addColumns(to schema: inout TableSchema, prefix: String)
  /// Reads the columns, beginning at `index`.
  @_documentation(visibility: internal)
  init<Row: RowReader & ~Copyable>(row: borrowing Row, at index: Int) throws
  /// Writes the columns, beginning with the parameter at `position`.
  @_documentation(visibility: internal)
  func bind<Parameters: ParameterWriter & ~Copyable>(
    to parameters: inout Parameters, at position: Int
  ) throws
  /// Creates the value that a fetch would return.
  @_documentation(visibility: internal)
  init(stored value: Self) throws
}

/// The functions that generated code uses for an optional embedded property.
@_documentation(visibility: internal)
extension Embeddable {
  @inlinable public static var mayBeAllNull: Bool { false }
  @inlinable public static var needsReadBack: Bool { false }

  /// Reads the columns, or returns nil if all of them are NULL.
  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    row: borrowing Row, at index: Int
  ) throws -> Self? {
    for column in index..<index + columnCount where !row.isNull(at: column) {
      return try Self(row: row, at: index)
    }
    return nil
  }

  /// Writes the columns; nil is written as NULL in each of them.
  @inlinable
  public static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ value: Self?, to parameters: inout Parameters, at position: Int
  ) throws {
    if let value { return try value.bind(to: &parameters, at: position) }
    for column in position..<position + columnCount { parameters.bindNull(at: column) }
  }

  /// Returns the value that a fetch would return: nil also if every column of the value is NULL.
  public static func asStored(_ value: Self?) throws -> Self? {
    guard let value else { return nil }
    var watch = NullDetector()
    try value.bind(to: &watch, at: 1)
    return watch.sawValue ? try Self(stored: value) : nil
  }
}

/// A parameter writer that detects whether one of the parameters is not NULL.
private struct NullDetector: ParameterWriter, ~Copyable {
  var sawValue = false

  mutating func bindNull(at position: Int) {}
  mutating func bind(_ value: Int64, at position: Int) { sawValue = true }
  mutating func bind(_ value: Double, at position: Int) { sawValue = true }
  mutating func bind(_ value: String, at position: Int) { sawValue = true }
  mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int) { sawValue = true }
}
