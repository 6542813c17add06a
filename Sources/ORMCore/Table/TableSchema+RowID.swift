extension TableSchema {
  /// The columns that identify a row: the key's columns, or a name of the rowid that no column has;
  /// see <https://www.sqlite.org/lang_createtable.html#rowid>.
  package var rowIdentifier: [String] {
    primaryKey.isEmpty ? [rowidName] : primaryKey
  }

  /// A name of the rowid that no column has.
  package var rowidName: String {
    let taken = columns.map(\.name)
    return ["rowid", "_rowid_", "oid"].first { !taken.contains(name: $0) } ?? "rowid"
  }
}
