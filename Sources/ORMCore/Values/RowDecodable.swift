/// A type that can be decoded from a row of raw SQL's result.
///
/// Each ``DatabaseTable``, each other ``Selection``, and ``Row`` conform to it. Do not implement
/// the requirements by hand.
public protocol RowDecodable: Sendable {
  /// Returns the positions in a result of the columns that ``init(decoding:columnNames:)`` reads,
  /// in the order in which it reads them.
  ///
  /// - Parameter names: The names of the result's columns.
  /// - Throws: ``RowDecodingError`` if a column is missing, or occurs more than once.
  static func columnPositions(in names: [String]) throws -> [Int]

  /// Decodes a row whose columns are at the positions that ``columnPositions(in:)`` returns.
  ///
  /// - Parameter columnNames: The names of the result's columns.
  /// - Throws: ``RowDecodingError``
  init<Reader: RowReader & ~Copyable>(
    decoding row: borrowing Reader, columnNames: [String]
  ) throws
}

extension Row: RowDecodable {
  public static func columnPositions(in names: [String]) -> [Int] { Array(names.indices) }

  public init<Reader: RowReader & ~Copyable>(
    decoding row: borrowing Reader, columnNames: [String]
  ) throws {
    var values: [SQLValue] = []
    values.reserveCapacity(columnNames.count)
    for index in columnNames.indices { values.append(try row.sqlValue(at: index)) }
    self.init(columnNames: columnNames, values: values)
  }
}

extension Error {
  /// Returns the error with this table, if it is a decoding error without a table.
  @usableFromInline
  @inline(never)
  package func naming(table: String) -> any Error {
    guard var error = self as? RowDecodingError, error.table == nil else { return self }
    error.table = table
    return error
  }
}
