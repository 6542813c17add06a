/// A type that a row of raw SQL's result is read as.
///
/// Each ``DatabaseTable`` and each other ``Selection`` is one, and so is ``Row``; nothing here is
/// meant to be written by hand.
public protocol RowDecodable: Sendable {
  /// The positions in a result of the columns that ``init(decoding:columnNames:)`` reads, in the
  /// order in which it reads them.
  ///
  /// - Parameter names: The names of the result's columns.
  /// - Throws: ``RowDecodingError`` where a column is missing, or is there more than once.
  static func columnPositions(in names: [String]) throws -> [Int]

  /// Reads a row whose columns stand as ``columnPositions(in:)`` says.
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
  /// The error with the table that the row came from, if it is about a row and names none yet.
  @usableFromInline
  @inline(never)
  package func naming(table: String) -> any Error {
    guard var error = self as? RowDecodingError, error.table == nil else { return self }
    error.table = table
    return error
  }
}
