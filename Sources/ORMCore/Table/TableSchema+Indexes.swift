extension TableSchema {
  /// Whether the key or an index begins with these columns, in any order, so that SQLite finds the
  /// rows that have certain values in them.
  func hasIndex(thatLeadsWith names: [String]) -> Bool {
    let indexes =
      [primaryKey] + indexes.filter { $0.condition == nil }.map(\.columns)
      + columns.filter(\.isUnique).map { [$0.name] }
    return indexes.contains { index in
      index.count >= names.count
        && index.prefix(names.count).allSatisfy { names.contains(name: $0) }
    }
  }
}
