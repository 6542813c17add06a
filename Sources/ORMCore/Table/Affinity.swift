/// The affinity of a column, which its declared type determines; see
/// <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
package enum Affinity {
  case integer, text, none, real, numeric

  package init(_ declared: String) {
    let type = declared.utf8.map { $0 & 0xdf }
    func contains(_ words: String...) -> Bool {
      words.contains { type.firstRange(of: $0.utf8.map { $0 & 0xdf }) != nil }
    }
    // In the order of SQLite's rules: the first match applies.
    if contains("INT") {
      self = .integer
    } else if contains("CHAR", "CLOB", "TEXT") {
      self = .text
    } else if type.isEmpty || contains("BLOB") {
      self = .none
    } else if contains("REAL", "FLOA", "DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }
}
