/// A column of a statement's result, as SQLite describes it without running the statement.
public struct StatementColumn: Sendable, Hashable {  // Characters: a description
  /// The name in the result: the name after `AS`, or else one that SQLite chooses.
  public let name: String
  /// The type with which the table's column is declared; nil for an expression, and for a column
  /// without a type. The stored values can have other types.
  public let declaredType: String?
  /// The name under which the table's database is attached: `main`. Like ``table`` and ``column``,
  /// it is nil for an expression, and if SQLite was built without `SQLITE_ENABLE_COLUMN_METADATA`.
  public let database: String?
  /// The table that the column comes from, through views and subqueries.
  public let table: String?
  /// The column's name in its table.
  public let column: String?
}
