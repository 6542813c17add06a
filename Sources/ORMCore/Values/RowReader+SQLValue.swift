extension RowReader where Self: ~Copyable {
  /// Returns the value at `index` in its own storage class.
  ///
  /// - Throws: ``RowDecodingError`` if a text is not UTF-8.
  package borrowing func sqlValue(at index: Int) throws(RowDecodingError) -> SQLValue {
    switch storageClass(at: index) {
    case .null: .null
    case .integer: .integer(try integer(at: index))
    case .real: .real(try real(at: index))
    case .text: .text(try text(at: index))
    case .blob: try withBlob(at: index) { bytes throws(RowDecodingError) in .blob(Array(bytes)) }
    }
  }
}
