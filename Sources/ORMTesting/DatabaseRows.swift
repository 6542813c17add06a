import ORM

/// The rows of all tables of a database.
struct DatabaseRows {
  /// A difference between the rows of two databases.
  struct Difference {
    let table: String
    /// The column in which rows with the same key differ; nil if whole rows do.
    var column: String?
    let words: String

    func isAbout(_ other: Difference) -> Bool {
      guard table.isSameName(as: other.table) else { return false }
      guard let column, let otherColumn = other.column else { return column == nil }
      return column.isSameName(as: otherColumn)
    }
  }

  fileprivate struct Table {
    let name: String
    let columns: [String]
    /// The positions of the primary key's columns; empty if the table has no key.
    let key: [Int]
    let rows: [[SQLValue]]
  }

  private var tables: [Table] = []

  init(of db: Database) async throws {
    let schema = try await db.schema()
    for table in schema.tables {
      let columns = table.columns.map(\.name)
      let key = table.primaryKey?.columns.compactMap(\.column) ?? []
      try await add(table.name, columns, key: key.compactMap { columns.firstIndex(ofName: $0) }, db)
    }
    // The rows of an index with a content table are the rows of that table.
    for table in schema.virtualTables where table.option("content") == nil {
      let sql = "SELECT * FROM main.\(table.name.quotedIdentifier)"
      let rows = try await db.fetch(Row.self, sql: SQL(stringLiteral: sql))
      tables.append(
        Table(
          name: table.name, columns: rows.first?.columnNames ?? [], key: [],
          rows: rows.map(\.values)))
    }
  }

  private mutating func add(
    _ table: String, _ columns: [String], key: [Int], _ db: Database
  ) async throws {
    let sorted = columns.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let sql = "SELECT \(sorted.identifierList) FROM main.\(table.quotedIdentifier)"
    let rows = try await db.fetch(Row.self, sql: SQL(stringLiteral: sql))
    tables.append(
      Table(
        name: table, columns: sorted,
        key: key.compactMap { sorted.firstIndex(ofName: columns[$0]) }, rows: rows.map(\.values)))
  }

  /// Returns the differences between the rows of two databases, at most one for each column.
  func differences(from other: Self) -> [Difference] {
    var differences: [Difference] = []
    for table in tables {
      if let second = other.table(table.name) {
        differences += table.differences(from: second)
      } else {
        let words = "only one database has \(table.name)"
        differences.append(Difference(table: table.name, words: words))
      }
    }
    for table in other.tables where self.table(table.name) == nil {
      let words = "only one database has \(table.name)"
      differences.append(Difference(table: table.name, words: words))
    }
    return differences
  }

  private func table(_ name: String) -> Table? {
    tables.first { $0.name.isSameName(as: name) }
  }
}

extension DatabaseRows.Table {
  fileprivate func differences(from other: Self) -> [DatabaseRows.Difference] {
    guard columns.haveSameBytes(as: other.columns) else {
      return [.init(table: name, words: "\(name) has different columns")]
    }
    let (mine, others) = (byKey, other.byKey)
    var differences: [DatabaseRows.Difference] = []
    let missing = mine.keys.filter { others[$0] == nil } + others.keys.filter { mine[$0] == nil }
    // Without a key, whole rows are compared: a row that differs is missing in both databases.
    if !missing.isEmpty || !mine.allSatisfy({ others[$0]?.count ?? 0 == $1.count }) {
      let keys = missing.map { words(ofKey: $0) }.sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      let rows = key.isEmpty || keys.isEmpty ? "" : ", \(keys.prefix(3).joined(separator: ", "))"
      differences.append(.init(table: name, words: "\(name) has different rows\(rows)"))
    }
    if key.isEmpty { return differences }
    for (place, column) in columns.enumerated() where !key.contains(place) {
      let keys = mine.filter { key, rows in
        guard let other = others[key], rows.count == 1, other.count == 1 else { return false }
        return rows[0][place] != other[0][place]
      }.map { words(ofKey: $0.key) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      guard let first = keys.first else { continue }
      let rest = keys.count == 1 ? "" : " and in \(keys.count - 1) more"
      differences.append(
        .init(
          table: name, column: column,
          words: "\(name).\(column) differs in the row with \(first)\(rest)"))
    }
    return differences
  }

  /// The rows by their keys. Without a key, the whole row is the key.
  private var byKey: [[SQLValue]: [[SQLValue]]] {
    Dictionary(grouping: rows) { row in key.isEmpty ? row : key.map { row[$0] } }
  }

  private func words(ofKey values: [SQLValue]) -> String {
    zip(key, values).map { "\(columns[$0]) \($1.literal)" }.joined(separator: ", ")
  }
}
