/// A table with properties that have no column. Raw SQL can fill them.
///
/// ```swift
/// @Table struct Place {
///   var id: Int?
///   var latitude: Double
///   @Column(queryOnly: true) var distance: Double?
/// }
///
/// let near = try await db.fetch(
///   Place.self, sql: "SELECT *, abs(latitude - \(here)) AS distance FROM place ORDER BY distance")
/// ```
///
/// The macro generates the requirements.
@_documentation(visibility: internal)
public protocol QueryFilled: DatabaseTable {
  /// The names of the properties' columns in a result.
  static var queryOnlyColumns: [String] { get }

  /// Sets a property.
  ///
  /// - Parameters:
  ///   - column: The position of its name in ``queryOnlyColumns``.
  ///   - index: The position of its value in the row.
  /// - Throws: ``RowDecodingError``
  mutating func readQueryOnly<Reader: RowReader & ~Copyable>(
    _ column: Int, from row: borrowing Reader, at index: Int
  ) throws
}

extension QueryFilled {
  /// Returns the positions of the table's columns, then the positions of the query-only columns
  /// that the result has.
  ///
  /// - Throws: ``RowDecodingError``
  public static func columnPositions(in names: [String]) throws -> [Int] {
    let columns = try selectedColumns.map { column in
      guard let position = try position(of: column, in: names) else {
        throw RowDecodingError(table: tableName, column: column, reason: .missingColumn)
      }
      return position
    }
    return try columns + queryOnlyColumns.compactMap { try position(of: $0, in: names) }
  }

  /// Decodes the table's columns, and the query-only columns that the result has.
  ///
  /// - Throws: ``RowDecodingError``
  public init<Reader: RowReader & ~Copyable>(
    decoding row: borrowing Reader, columnNames: [String]
  ) throws {
    do {
      try self.init(row: row)
      var index = Self.columnCount
      for (column, name) in Self.queryOnlyColumns.enumerated()
      where try columnNames.position(of: name) != nil {
        try readQueryOnly(column, from: row, at: index)
        index += 1
      }
    } catch {
      throw error.naming(Self.self, in: row)
    }
  }

  private static func position(of column: String, in names: [String]) throws -> Int? {
    do throws(RowDecodingError) {
      return try names.position(of: column)
    } catch {
      throw RowDecodingError(table: tableName, column: column, reason: error.reason)
    }
  }
}
