@_documentation(visibility: internal)
extension Selection {
  /// Returns the positions in a result of the columns that a fetch reads, which are found by name.
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
  /// The name of a row's source in errors: the table, or the struct if there is none.
  @usableFromInline
  static var sourceName: String {
    (Self.self as? any TableOrView.Type)?.tableName ?? "\(Self.self)"
  }
}

extension Selection {
  /// Returns the key of a row of a table, if it can be read.
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

extension Error {
  /// Returns the error with the table and the key of the row, if it is a decoding error without a
  /// table.
  ///
  /// - Parameter start: The position in the row of the first of the type's columns.
  @usableFromInline
  @inline(never)
  package func naming<T: Selection, Reader: RowReader & ~Copyable>(
    _ type: T.Type, in row: borrowing Reader, at start: Int = 0
  ) -> any Error {
    guard var error = self as? RowDecodingError, error.table == nil else { return self }
    error.table = T.sourceName
    error.key = T.key(in: row, at: start)
    return error
  }
}
