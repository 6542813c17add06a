/// A struct whose columns are among those of the tables that embed it, as `@Embeddable` describes
/// it.
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
  /// How many columns there are.
  @_documentation(visibility: internal)
  static var columnCount: Int { get }
  /// Whether all of the columns may be NULL.
  @_documentation(visibility: internal)
  static var mayBeAllNull: Bool { get }
  /// Whether a row is read back to know what JSON has kept of the value.
  @_documentation(visibility: internal)
  static var needsReadBack: Bool { get }
  /// Adds the columns to `schema`, each name behind `prefix`.
  @_documentation(visibility: internal)
  static func addColumns(to schema: inout TableSchema, prefix: String)
  /// Reads the columns, the first of them at `index`.
  @_documentation(visibility: internal)
  init<Row: RowReader & ~Copyable>(row: borrowing Row, at index: Int) throws
  /// Writes the columns, the first of them as the parameter at `position`.
  @_documentation(visibility: internal)
  func bind<Parameters: ParameterWriter & ~Copyable>(
    to parameters: inout Parameters, at position: Int
  ) throws
  /// The value as a fetch gives it back.
  @_documentation(visibility: internal)
  init(stored value: Self) throws
}

/// What the generated code does with an embedded property that may be nil.
@_documentation(visibility: internal)
extension Embeddable {
  @inlinable public static var mayBeAllNull: Bool { false }
  @inlinable public static var needsReadBack: Bool { false }

  /// Reads the columns, or gives nil where all of them are NULL.
  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    row: borrowing Row, at index: Int
  ) throws -> Self? {
    for column in index..<index + columnCount where !row.isNull(at: column) {
      return try Self(row: row, at: index)
    }
    return nil
  }

  /// Writes the columns, each of them NULL for nil.
  @inlinable
  public static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ value: Self?, to parameters: inout Parameters, at position: Int
  ) throws {
    if let value { return try value.bind(to: &parameters, at: position) }
    for column in position..<position + columnCount { parameters.bindNull(at: column) }
  }

  /// The value as a fetch gives it back: nil too where every column of a value is NULL.
  public static func asStored(_ value: Self?) throws -> Self? {
    guard let value else { return nil }
    var watch = NullDetector()
    try value.bind(to: &watch, at: 1)
    return watch.sawValue ? try Self(stored: value) : nil
  }
}

/// Takes parameters and notes whether one of them is not NULL.
private struct NullDetector: ParameterWriter, ~Copyable {
  var sawValue = false

  mutating func bindNull(at position: Int) {}
  mutating func bind(_ value: Int64, at position: Int) { sawValue = true }
  mutating func bind(_ value: Double, at position: Int) { sawValue = true }
  mutating func bind(_ value: String, at position: Int) { sawValue = true }
  mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int) { sawValue = true }
}
