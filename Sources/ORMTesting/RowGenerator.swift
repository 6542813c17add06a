import ORM

/// Fills the tables of a database with rows generated from its schema alone.
///
/// Each table gets a row with all values, one with as few as possible, duplicates if no key forbids
/// them, and a row for each recorded case of an enum. Rows refer to rows that exist.
struct RowGenerator: Sendable {
  /// A table that stays empty.
  struct EmptyTable: Sendable {
    let table: String
    let reason: String
  }

  let schema: Schema
  private let rowCount = 4
  private let attempts = 200

  init(_ schema: Schema) { self.schema = schema }

  /// Fills the tables that have no rows.
  ///
  /// - Returns: The tables that could not be filled.
  func fill(on db: isolated Connection) throws -> [EmptyTable] {
    var empty: [EmptyTable] = []
    var waiting: [(table: Schema.Table, reference: Schema.Reference)] = []
    for table in inOrder() where try count(table.name, db) == 0 {
      let parents = table.references.filter { parent(of: $0) != nil }
      for reference in parents where try keys(of: reference, in: table, db).isEmpty {
        waiting.append((table, reference))
      }
      if let reason = try fill(table, on: db) {
        empty.append(EmptyTable(table: table.name, reason: reason))
      }
    }
    for (table, reference) in waiting { try connect(table, by: reference, on: db) }
    empty += try removeBroken(on: db)
    for table in schema.virtualTables where try isEmpty(table, db) {
      if let reason = try fill(table, on: db) {
        empty.append(EmptyTable(table: table.name, reason: reason))
      }
    }
    return empty
  }

  // MARK: - Order

  private func parent(of reference: Schema.Reference) -> Schema.Table? {
    schema.table(reference.table)
  }

  /// The tables, each after the tables that it refers to. In a cycle of references, a table whose
  /// references may be NULL comes first.
  private func inOrder() -> [Schema.Table] {
    var pending = schema.tables
    var ordered: [Schema.Table] = []
    func open(_ table: Schema.Table) -> [Schema.Reference] {
      table.references.filter { reference in
        !reference.table.isSameName(as: table.name)
          && pending.contains { $0.name.isSameName(as: reference.table) }
      }
    }
    while !pending.isEmpty {
      let place =
        pending.firstIndex { open($0).isEmpty }
        ?? pending.firstIndex { table in open(table).allSatisfy { isNullable($0, in: table) } }
        ?? 0
      ordered.append(pending.remove(at: place))
    }
    return ordered
  }

  private func isNullable(_ reference: Schema.Reference, in table: Schema.Table) -> Bool {
    reference.columns.contains { name in
      table.column(name).map { ColumnValues(of: $0, in: table, schema).isNullable } ?? false
    }
  }

  // MARK: - Rows

  /// - Returns: The reason why the table is still empty; nil if it has rows.
  private func fill(_ table: Schema.Table, on db: isolated Connection) throws -> String? {
    var columns = table.columns.filter { $0.generated == nil }
      .map { ColumnValues(of: $0, in: table, schema) }
    for place in columns.indices {
      try columns[place].evaluate(of: table, count: rowCount + 8) { try rows($0, db) }
    }
    var references: [Parent] = []
    for reference in table.references {
      references.append(
        Parent(
          columns: reference.columns, keys: try keys(of: reference, in: table, db),
          isSelf: reference.table.isSameName(as: table.name)))
    }
    let cases = min(32, columns.map(\.caseCount).max() ?? 0)
    var random = Numbers(table.name)
    var reason: String?
    for row in 0..<(cases > 2 ? rowCount + cases : rowCount) {
      var isInserted = false
      // If even the first row is refused often, so are the others.
      for attempt in 0..<(row == 0 ? attempts : attempts / 4) where !isInserted {
        try Task.checkCancellation()
        let values = self.values(columns, references, row, isFirst: attempt == 0, &random)
        do {
          isInserted = try insert(values, into: table, columns, db)
        } catch let error as DatabaseError {
          reason = error.message
        }
      }
      if row == 0 && !isInserted { break }
    }
    return try count(table.name, db) == 0 ? reason ?? "SQLite left its rows out" : nil
  }

  private struct Parent {
    let columns: [String]
    let keys: [[SQLValue]]
    let isSelf: Bool
  }

  private func values(
    _ columns: [ColumnValues], _ references: [Parent], _ row: Int, isFirst: Bool,
    _ random: inout Numbers
  ) -> [SQLValue] {
    var chosen: [SQLName: SQLValue] = [:]
    for reference in references where !reference.keys.isEmpty {
      let own = reference.columns.map { SQLName($0) }
      let keys = reference.keys.filter { key in
        zip(own, key).allSatisfy { chosen[$0] == nil || chosen[$0] == $1 }
      }
      let ends = columns.filter { column in own.contains(SQLName(column.column.name)) }
      let mayBeNull = ends.contains(where: \.isNullable)
      let isUnique = ends.contains(where: \.isUnique)
      let place =
        isFirst ? (row == 2 && !isUnique ? 0 : row) : Int(random.next(below: keys.count + 1))
      if keys.isEmpty || (mayBeNull && (isFirst ? row == 1 : place == keys.count)) {
        for column in ends where column.isNullable { chosen[SQLName(column.column.name)] = .null }
        continue
      }
      for (name, value) in zip(own, keys[place % keys.count]) { chosen[name] = value }
    }
    // If there is no row to refer to yet, only NULL is possible.
    for reference in references where reference.keys.isEmpty {
      for column in columns
      where column.isNullable && reference.columns.contains(name: column.column.name) {
        chosen[SQLName(column.column.name)] = .null
      }
    }
    return columns.map { column in
      chosen[SQLName(column.column.name)] ?? column.value(ofRow: row, isFirst: isFirst, &random)
    }
  }

  private func insert(
    _ values: [SQLValue], into table: Schema.Table, _ columns: [ColumnValues],
    _ db: isolated Connection
  ) throws -> Bool {
    let before = try count(table.name, db)
    let names = columns.map(\.column.name).identifierList
    let list = values.map(\.literal).joined(separator: ", ")
    try run("INSERT INTO main.\(table.name.quotedIdentifier) (\(names)) VALUES (\(list))", db)
    return try count(table.name, db) > before
  }

  // MARK: - References

  /// The columns that a reference refers to.
  private func targets(of reference: Schema.Reference) -> [String] {
    if !reference.tableColumns.isEmpty { return reference.tableColumns }
    return parent(of: reference)?.primaryKey?.columns.compactMap(\.column) ?? []
  }

  /// The keys that a reference can refer to.
  private func keys(
    of reference: Schema.Reference, in table: Schema.Table, _ db: isolated Connection
  ) throws -> [[SQLValue]] {
    let targets = targets(of: reference)
    guard let parent = parent(of: reference), targets.count == reference.columns.count,
      targets.allSatisfy({ parent.column($0) != nil })
    else { return [] }
    let isNotNull = targets.map { "\($0.quotedIdentifier) IS NOT NULL" }
    return try rows(
      "SELECT \(targets.identifierList) FROM main.\(parent.name.quotedIdentifier)"
        + " WHERE \(isNotNull.joined(separator: " AND ")) ORDER BY \(targets.identifierList)", db)
  }

  /// Sets a reference in rows that were inserted before the rows that it refers to.
  private func connect(
    _ table: Schema.Table, by reference: Schema.Reference, on db: isolated Connection
  ) throws {
    let keys = try keys(of: reference, in: table, db)
    guard !keys.isEmpty, let identity = identity(of: table) else { return }
    let name = table.name.quotedIdentifier
    let isNullable = isNullable(reference, in: table)
    let found = try rows("SELECT \(identity.joined(separator: ", ")) FROM main.\(name)", db)
    // The first row keeps NULL, if the columns accept it.
    for (place, row) in found.enumerated() where place > 0 || !isNullable {
      let condition = zip(identity, row).map { "\($0) IS \($1.literal)" }
        .joined(separator: " AND ")
      for attempt in keys.indices {
        // A row of the same table refers to the one before it.
        let key = keys[(place + attempt + keys.count - (isNullable ? 1 : 0)) % keys.count]
        let values = zip(reference.columns, key).map { "\($0.quotedIdentifier) = \($1.literal)" }
          .joined(separator: ", ")
        do {
          try run("UPDATE main.\(name) SET \(values) WHERE \(condition)", db)
          break
        } catch is DatabaseError {
          continue
        }
      }
    }
  }

  /// The SQL columns that identify a row of a table; nil if there are none.
  private func identity(of table: Schema.Table) -> [String]? {
    if table.isWithoutRowID {
      return table.primaryKey?.columns.compactMap { $0.column?.quotedIdentifier }
    }
    return ["rowid", "_rowid_", "oid"].first { table.column($0) == nil }.map { [$0] }
  }

  /// Deletes rows with broken references until no reference is broken.
  private func removeBroken(on db: isolated Connection) throws -> [EmptyTable] {
    var empty: [EmptyTable] = []
    for _ in 0...schema.tables.count {
      let broken = try rows("PRAGMA main.foreign_key_check", db)
      if broken.isEmpty { break }
      for row in broken {
        guard case .text(let name) = row[0], case .text(let parent) = row[2],
          let table = schema.table(name)
        else { continue }
        let quoted = name.quotedIdentifier
        if case .integer(let id) = row[1], let identity = identity(of: table) {
          try run("DELETE FROM main.\(quoted) WHERE \(identity[0]) = \(id)", db)
        } else {
          try run("DELETE FROM main.\(quoted)", db)
        }
        if try count(name, db) == 0, !empty.contains(where: { $0.table.isSameName(as: name) }) {
          empty.append(
            EmptyTable(table: name, reason: "its rows would refer to missing rows of \(parent)"))
        }
      }
    }
    return empty
  }

  // MARK: - Virtual tables

  /// Whether a virtual table that stores rows has none yet.
  private func isEmpty(_ table: Schema.VirtualTable, _ db: isolated Connection) throws -> Bool {
    guard table.isFullText || table.isRTree, table.option("content") == nil else { return false }
    return try count(table.name, db) == 0
  }

  private func fill(_ table: Schema.VirtualTable, on db: isolated Connection) throws -> String? {
    let name = table.name.quotedIdentifier
    let columns = table.columnNames
    do {
      for row in 1...rowCount {
        let values = columns.indices.map { place in
          table.isRTree ? "\(row * 10 + place)" : "\(columns[place]) \(row)".literal
        }
        try run(
          "INSERT INTO main.\(name) (\(columns.identifierList))"
            + " VALUES (\(values.joined(separator: ", ")))", db)
      }
      return nil
    } catch let error as DatabaseError {
      return error.message
    }
  }

  // MARK: - Statements

  private func rows(_ sql: String, _ db: isolated Connection) throws -> [[SQLValue]] {
    try db.fetch(Row.self, sql: SQL(stringLiteral: sql)).map(\.values)
  }

  private func run(_ sql: String, _ db: isolated Connection) throws {
    _ = try db.execute(SQL(stringLiteral: sql))
  }

  private func count(_ table: String, _ db: isolated Connection) throws -> Int {
    let rows = try rows("SELECT count(*) FROM main.\(table.quotedIdentifier)", db)
    guard case .integer(let count)? = rows.first?.first else { return 0 }
    return Int(count)
  }
}

extension RowGenerator {
  /// A pseudorandom generator (SplitMix64) seeded with the table's name, so that runs repeat.
  struct Numbers {
    private var state: UInt64

    init(_ table: String) {
      state = table.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    mutating func next(below bound: Int) -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return (mixed ^ (mixed >> 31)) % UInt64(max(1, bound))
    }
  }
}

extension Schema.VirtualTable {
  fileprivate var isFullText: Bool { ["fts3", "fts4", "fts5"].contains(name: module) }

  fileprivate var isRTree: Bool { ["rtree", "rtree_i32"].contains(name: module) }

  /// The names of the columns, without the module's options.
  fileprivate var columnNames: [String] {
    arguments.compactMap { argument in
      let tokens = SQLTokens(argument).filter { !$0.isBlank && !$0.isSymbol("+") }
      guard let name = tokens.first, !(tokens.dropFirst().first?.isSymbol("=") ?? false) else {
        return nil
      }
      return name.unquoted
    }
  }
}

extension String {
  fileprivate var literal: String { SQLValue.text(self).literal }
}
