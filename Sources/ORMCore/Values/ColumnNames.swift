extension [String] {
  /// Where the column of this name stands, or nil where there is none.
  ///
  /// - Throws: ``RowDecodingError`` where there are several: which of them is meant can't be known.
  func position(of name: String) throws(RowDecodingError) -> Int? {
    var position: Int?
    for (index, other) in enumerated() where other.isSameColumn(as: name) {
      if position != nil { throw RowDecodingError(column: name, reason: .ambiguousColumn) }
      position = index
    }
    return position
  }
}

extension String {
  /// Whether SQLite takes both names for one: it tells all letters apart but upper and lower case of
  /// ASCII's.
  func isSameColumn(as other: String) -> Bool {
    self == other
      || utf8.elementsEqual(other.utf8) { $0.loweredInASCII == $1.loweredInASCII }
  }

  /// The name in the one form that SQLite takes all of its forms for.
  var loweredInASCII: String {
    String(decoding: utf8.map(\.loweredInASCII), as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var loweredInASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
