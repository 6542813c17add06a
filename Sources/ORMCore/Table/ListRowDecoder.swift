/// Decodes the rows of lists; some rows may be in no list.
package protocol ListRowDecoder: RowDecoder {
  /// The number of selected columns; the keys come after them.
  var columnCount: Int { get }
  /// For each parent row, the index of its list, or -1 if it has none. Nil if each parent row has
  /// its own list.
  var listsOfRows: [Int]? { get }

  /// Returns the index of the list that contains a row, if any.
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
