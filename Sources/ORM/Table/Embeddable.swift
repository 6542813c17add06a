/// A struct whose columns stand in the tables that embed it, as `@Embeddable` describes it.
///
/// ```swift
/// @Embeddable struct Address { var street: String; var city: String }
///
/// @Table struct Customer {
///   let id: Int
///   @Embedded(prefix: "home_") var home: Address      // "home_street", "home_city"
/// }
/// ```
public protocol Embeddable: Sendable {
  /// The columns, for a table `Root` that embeds this struct.
  associatedtype Columns: Sendable

  /// How many columns there are.
  static var columnCount: Int { get }
  /// Adds the columns to `schema`, each name behind `prefix`.
  static func addColumns(to schema: inout TableSchema, prefix: String, nullable: Bool)
  /// Reads the columns, the first of them at `index`.
  init<Row: RowReader & ~Copyable>(row: borrowing Row, at index: Int) throws
  /// Writes the columns, the first of them as the parameter at `position`.
  func bind<Parameters: ParameterWriter & ~Copyable>(
    to parameters: inout Parameters, at position: Int
  ) throws
  /// The value as a fetch gives it back.
  init(stored value: Self) throws
}
