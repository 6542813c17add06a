/// A type that a row of raw SQL's result is read as.
///
/// Each ``DatabaseTable`` and each other ``Selection`` is one, and so is ``Row``; nothing here is meant to be written by hand.
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

extension Selection {
  /// The positions in a result of the columns that a fetch reads, each found by its name.
  ///
  /// - Throws: ``RowDecodingError``
  public static func columnPositions(in names: [String]) throws -> [Int] {
    try selectedColumns.map { column in
      do throws(RowDecodingError) {
        guard let position = try names.position(of: column) else {
          throw RowDecodingError(column: column, reason: .missingColumn)
        }
        return position
      } catch {
        throw RowDecodingError(table: sourceName, column: column, reason: error.reason)
      }
    }
  }

  @inlinable
  public init<Reader: RowReader & ~Copyable>(
    decoding row: borrowing Reader, columnNames: [String]
  ) throws {
    do {
      try self.init(row: row)
    } catch {
      throw error.naming(Self.self, in: row)
    }
  }
}

extension Selection {
  /// What errors call the source of a row: the table, or the struct where there is none.
  @usableFromInline
  static var sourceName: String {
    (Self.self as? any NamedSource.Type)?.tableName ?? "\(Self.self)"
  }
}

extension Selection {
  /// The key of a row of a table, as far as it can be read.
  fileprivate static func key<Reader: RowReader & ~Copyable>(
    in row: borrowing Reader, at start: Int
  ) -> [SQLValue]? {
    guard let table = self as? any DatabaseTable.Type else { return nil }
    var key: [SQLValue] = []
    for name in table.schema.primaryKey {
      guard let position = selectedColumns.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }),
        let value = try? row.sqlValue(at: start + position)
      else { return nil }
      key.append(value)
    }
    return key.isEmpty ? nil : key
  }
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
  /// The error with the table and the key of the row that it is about, where it is about a row and has
  /// none yet.
  ///
  /// - Parameter start: Where the first of the type's columns stands in the row.
  @usableFromInline
  @inline(never)
  func naming<T: Selection, Reader: RowReader & ~Copyable>(
    _ type: T.Type, in row: borrowing Reader, at start: Int = 0
  ) -> any Error {
    guard var error = self as? RowDecodingError, error.table == nil else { return self }
    error.table = T.sourceName
    error.key = T.key(in: row, at: start)
    return error
  }

  /// The error with the table that the row came from, where it is about a row and has none yet.
  @usableFromInline
  @inline(never)
  func naming(table: String) -> any Error {
    guard var error = self as? RowDecodingError, error.table == nil else { return self }
    error.table = table
    return error
  }
}
