extension [String] {
  /// Returns the position of the column with this name, or nil if there is none.
  ///
  /// - Throws: ``RowDecodingError`` if several columns have the name.
  func position(of name: String) throws(RowDecodingError) -> Int? {
    var position: Int?
    for (index, other) in enumerated() where other.isSameName(as: name) {
      if position != nil { throw RowDecodingError(column: name, reason: .ambiguousColumn) }
      position = index
    }
    return position
  }
}
