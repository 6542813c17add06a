/// A struct that a row of a result decodes into, with its columns in the order of its properties.
///
/// Every table is one. The macro writes every requirement; nothing here is meant to be written by
/// hand.
public protocol Selection: RowDecodable, NamedColumns {
  /// The columns, each with its type: what a closure of a query sees as `$0`.
  associatedtype Columns: TableColumns where Columns.SelectedResult.Output == Self

  /// How many columns ``init(row:)`` reads.
  @_documentation(visibility: internal)
  static var columnCount: Int { get }
  /// The names of the columns that ``init(row:)`` reads, in its order.
  @_documentation(visibility: internal)
  static var selectedColumns: [String] { get }

  /// Reads the columns, each at its position.
  ///
  /// - Throws: ``RowDecodingError``
  @_documentation(visibility: internal)
  init<Row: RowReader & ~Copyable>(row: borrowing Row) throws
}
