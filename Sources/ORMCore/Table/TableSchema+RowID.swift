extension TableSchema {
  /// The columns that tell rows apart: the key's, or one of the names of the rowid that no column
  /// has taken; see <https://www.sqlite.org/lang_createtable.html#rowid>.
  package var rowIdentifier: [String] {
    primaryKey.isEmpty ? [rowidName] : primaryKey
  }

  /// The name of the rowid that no column has taken.
  package var rowidName: String {
    let taken = columns.map(\.name)
    return ["rowid", "_rowid_", "oid"].first { !taken.contains(name: $0) } ?? "rowid"
  }
}
