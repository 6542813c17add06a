extension SelectNode {
  /// Takes the rows of one more source too, which the condition is about.
  ///
  /// - Returns: the columns of the source where it stands in the query.
  @inlinable
  mutating func join<T: Selection>(
    _ source: RowSource<T>, as alias: String?, _ kind: JoinKind,
    on condition: (T.Columns) -> SQLNode
  ) -> T.Columns {
    let qualifier = unusedQualifier(alias ?? source.name)
    let columns = T.Columns(source: TableSource(qualifier: qualifier))
    join(source.node, as: T.self, qualifier: qualifier, kind, on: condition(columns))
    return columns
  }
}

extension [SourceNode] {
  /// The name, with a number behind it where another table of the query has it.
  func unusedQualifier(_ name: String) -> String {
    var candidate = name
    var number = 2
    // By index, as an iterator copies what it gives.
    while indices.contains(where: { self[$0].qualifier.isSameName(as: candidate) }) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}

extension String {
  /// Whether SQLite takes both for one name.
  fileprivate func isSameName(as other: String) -> Bool {
    // Most names differ in length, which is known, or in the first letter. Case is that of ASCII's letters, to SQLite.
    utf8.count == other.utf8.count
      && utf8.first?.lowercasedASCII == other.utf8.first?.lowercasedASCII
      && utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
  }
}
