/// Reads the rows of lists, of which some may be in none.
package protocol ListRowDecoder: RowDecoder {
  /// How many columns of a row are selected; behind them are keys.
  var columnCount: Int { get }
  /// The number of the list that each row has which the lists belong to, or -1 if it has none. Nil
  /// if each has its own.
  var listsOfRows: [Int]? { get }

  /// The number of the list that a row will be in, if it will be in one.
  func list<Row: RowReader & ~Copyable>(of row: borrowing Row) throws -> Int?
}

extension RowReader where Self: ~Copyable {
  /// Hashes the values of the first columns as they are stored.
  ///
  /// - Throws: ``RowDecodingError`` for text that is not UTF-8.
  package borrowing func hash(into hasher: inout Hasher, columns: Int) throws {
    for column in 0..<columns {
      let type = storageClass(at: column)
      hasher.combine(type)
      switch type {
      case .integer: hasher.combine(try integer(at: column))
      case .real: hasher.combine(try real(at: column).bitPattern)
      case .text:
        var text = try text(at: column)
        text.withUTF8 { bytes in
          hasher.combine(bytes.count)
          hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
      case .blob:
        try withBlob(at: column) { (bytes) throws(RowDecodingError) in
          hasher.combine(bytes.count)
          hasher.combine(bytes: bytes)
        }
      case .null: break
      }
    }
  }
}
