/// A struct that is decoded from a row of a result, whose columns are in the order of its
/// properties.
///
/// Every table conforms to it. The macro generates every requirement. Do not implement them by
/// hand.
public protocol Selection: RowDecodable, NamedColumns {
  /// The typed columns, which a closure of a query receives as `$0`.
  associatedtype Columns: TableColumns where Columns.SelectedResult.Output == Self

  /// The number of columns that ``init(row:)`` reads.
  @_documentation(visibility: internal)
  static var columnCount: Int { get }
  /// The names of the columns that ``init(row:)`` reads, in the order in which it reads them.
  @_documentation(visibility: internal)
  static var selectedColumns: [String] { get }

  /// Reads the columns, each at its position.
  ///
  /// - Throws: ``RowDecodingError``
  @_documentation(visibility: internal)
  init<Row: RowReader & ~Copyable>(row: borrowing Row) throws
}
