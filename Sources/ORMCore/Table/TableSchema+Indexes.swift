extension TableSchema {
  /// Returns whether the key or an index begins with these columns, in any order, so that SQLite
  /// can find rows by their values.
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
