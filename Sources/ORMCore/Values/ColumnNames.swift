extension [String] {
  /// Where the column of this name stands, or nil where there is none.
  ///
  /// - Throws: ``RowDecodingError`` where there are several: which of them is meant can't be known.
  func position(of name: String) throws(RowDecodingError) -> Int? {
    var position: Int?
    for (index, other) in enumerated() where other.isSameName(as: name) {
      if position != nil { throw RowDecodingError(column: name, reason: .ambiguousColumn) }
      position = index
    }
    return position
  }
}
