import Foundation
import ORM
import Testing

/// A file that goes through versions of a schema, and a new database of each version into which the
/// test itself moves the rows.
struct ModelRun {
  enum Outcome: Hashable { case same, migrated, refused, unsupported }

  let folder: TemporaryFolder
  let path: String
  private let generator: ModelGenerator
  private(set) var outcomes: [Outcome] = []

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    path = folder.file()
    generator = ModelGenerator(seed: seed)
  }

  mutating func run() async throws {
    var schema = generator.schema()
    // A generated schema that SQLite refuses is skipped.
    guard (try? Self.make(schema)) != nil else { return outcomes.append(.unsupported) }
    let configuration = Configuration.forMigrations
    let db = try Database(path, configuration: configuration)
    try db.add(DatabaseCollation("mycoll") { left, right in compareTexts(left, right) })
    try await db.migrate(to: schema.declared)
    try fill(schema)
    for _ in 0..<generator.number(1...5) {
      let next = generator.mutate(schema)
      guard (try? Self.make(next)) != nil else {
        outcomes.append(.unsupported)
        continue
      }
      let outcome = try await migrate(db, schema, next)
      outcomes.append(outcome)
      if outcome == .refused { return }
      schema = next
      if generator.chance(0.5) { try fill(schema) }
    }
  }

  /// One version, and another one that another program might have.
  func runUnrelated() async throws {
    var run = self
    let (first, second) = (try run.schemaThatWorks(), try run.schemaThatWorks())
    let db = try Database(path, configuration: .forMigrations)
    try db.add(DatabaseCollation("mycoll") { left, right in compareTexts(left, right) })
    try await db.migrate(to: first.declared)
    try run.fill(first)
    let before = try dump(RawDatabase(path), first)
    let names = Set((first.tables.map(\.name) + [first.log]).map { $0.lowercased() })
    let isApart = !(second.tables.map(\.name) + [second.log]).contains {
      names.contains($0.lowercased())
    }
    if isApart {
      try await db.migrate(to: second.declared)
      #expect(try dump(RawDatabase(path), first) == before)
    }
    let plan = try await db.plan(to: second.declared, allowing: [.droppingExtras])
    try await db.migrate(plan, allowing: .everything)
    let (raw, expected) = (try RawDatabase(path), try Self.make(second))
    #expect(try structure(raw).sorted() == structure(expected).sorted(), "\(plan)")
    #expect(try raw.texts("PRAGMA integrity_check") == ["ok"], "\(plan)")
    #expect(try raw.rows("PRAGMA foreign_key_check").isEmpty, "\(plan)")
    #expect(try await db.migrate(to: second.declared).isEmpty)
  }

  private mutating func schemaThatWorks() throws -> ModelSchema {
    for _ in 0..<100 {
      let schema = generator.schema()
      if (try? Self.make(schema)) != nil { return schema }
    }
    throw RawError(message: "the generator makes no schema that SQLite takes")
  }

  static func make(_ schema: ModelSchema) throws -> RawDatabase {
    let database = try RawDatabase()
    for statement in schema.statements { try database.run(statement) }
    return database
  }

  // MARK: - Rows

  private mutating func fill(_ schema: ModelSchema) throws {
    let raw = try RawDatabase(path)
    let triggers = schema.tables.flatMap { $0.triggers }
    for trigger in triggers { try raw.run("DROP TRIGGER \(q(trigger.name))") }
    for table in schema.tables {
      for row in 0..<generator.number(0...8) { try insert(row, into: table, schema, raw) }
      let key = q(table.columns[0].name)
      if generator.chance(0.4) {
        try? raw.run(
          "DELETE FROM \(q(table.name)) WHERE \(key) IN (SELECT \(key) FROM \(q(table.name)) LIMIT 1)"
        )
        if generator.chance(0.5), table.kind == .autoincrement {
          try? raw.run(
            "DELETE FROM \(q(table.name)) WHERE \(key) = (SELECT max(\(key)) FROM \(q(table.name)))"
          )
        }
      }
    }
    if let search = schema.search {
      try raw.run("INSERT INTO \(q(search.name)) (\(q(search.name))) VALUES ('rebuild')")
    }
    for statement in schema.triggerStatements { try raw.run(statement) }
  }

  private mutating func insert(
    _ row: Int, into table: ModelTable, _ schema: ModelSchema, _ raw: RawDatabase
  ) throws {
    var values: [String] = []
    let columns = table.columns.filter { $0.source == nil }
    for (place, column) in columns.enumerated() {
      if let reference = table.references.first(where: { $0.column == column.id }),
        let parent = schema.table(reference.table)
      {
        let keys = try raw.texts(
          "SELECT quote(\(q(parent.columns[0].name))) FROM \(q(parent.name))")
        values.append(generator.pick(keys + ["NULL"]))
      } else if place == 0 {
        values.append(key(row, of: table))
      } else {
        values.append(generator.value(column))
      }
    }
    let list = columns.map { q($0.name) }.joined(separator: ", ")
    try? raw.run(
      "INSERT OR ABORT INTO \(q(table.name)) (\(list)) VALUES (\(values.joined(separator: ", ")))")
  }

  private mutating func key(_ row: Int, of table: ModelTable) -> String {
    switch table.kind {
    case .rowID, .autoincrement:
      generator.chance(0.7) ? "NULL" : "\(generator.pick([row + 1, row * 7 - 3, 100 + row]))"
    case .text, .withoutRowID: "'k\(row)'"
    case .none, .int: generator.chance(0.5) ? "NULL" : "\(row)"
    case .composite, .descending: "\(row)"
    }
  }

  // MARK: - One migration

  private func migrate(
    _ db: Database, _ old: ModelSchema, _ new: ModelSchema
  ) async throws -> Outcome {
    let before = try dump(RawDatabase(path), old)
    let expected = try moved(old, new)
    // Two versions may be the same.
    var allowed: [PermittedLoss] = [.returningFromNewerSchema]
    for table in new.tables {
      guard let former = old.table(table.id) else { continue }
      for column in former.columns where table.column(column.id) == nil {
        allowed.append(.droppingColumn(table.name, column.name))
      }
    }
    do {
      let plan = try await db.migrate(to: new.declared, allowing: allowed)
      guard let expected else {
        Issue.record("a loss was not noticed\n\(plan)")
        return .refused
      }
      let raw = try RawDatabase(path)
      #expect(try dump(raw, new) == dump(expected, new), "\(plan)")
      #expect(try structure(raw) == structure(expected), "\(plan)")
      #expect(try raw.texts("PRAGMA integrity_check") == ["ok"], "\(plan)")
      #expect(try raw.rows("PRAGMA foreign_key_check").isEmpty, "\(plan)")
      if let search = new.search {
        #expect(throws: Never.self, "\(plan)") {
          try raw.run(
            "INSERT INTO \(q(search.name)) (\(q(search.name)), rank) VALUES ('integrity-check', 1)")
        }
      }
      return plan.isEmpty ? .same : .migrated
    } catch let error as DataLossError {
      if expected != nil { Issue.record("refused without a loss: \(error)") }
      #expect(try dump(RawDatabase(path), old) == before)
      return .refused
    }
  }

  /// A new database with the rows of the file; nil if some would be lost.
  private func moved(_ old: ModelSchema, _ new: ModelSchema) throws -> RawDatabase? {
    let source = try RawDatabase(path)
    let target = try Self.make(new)
    try target.run("PRAGMA foreign_keys = OFF")
    for trigger in new.tables.flatMap(\.triggers) {
      try target.run("DROP TRIGGER \(q(trigger.name))")
    }
    for row in try source.texts("SELECT quote(what) FROM \(q(old.log))") {
      try target.run("INSERT INTO \(q(new.log)) VALUES (\(row))")
    }
    for table in new.tables {
      guard let former = old.table(table.id) else { continue }
      let pairs = table.columns.filter { $0.source == nil }.compactMap { column in
        former.column(column.id).map { (new: column, old: $0) }
      }
      let rowIDs = former.rowIDName.flatMap { from in table.rowIDName.map { (from: from, to: $0) } }
      let keeps = rowIDs != nil && ![.rowID, .autoincrement].contains(table.kind)
      let from = (keeps ? [rowIDs?.from ?? ""] : []) + pairs.map { q($0.old.name) }
      let to = (keeps ? [rowIDs?.to ?? ""] : []) + pairs.map { q($0.new.name) }
      let values = from.map { "quote(\($0))" }.joined(separator: ", ")
      for row in try source.rows("SELECT \(values) FROM \(q(former.name))") {
        let sql =
          "INSERT OR ABORT INTO \(q(table.name)) (\(to.joined(separator: ", ")))"
          + " VALUES (\(row.joined(separator: ", ")))"
          + " RETURNING \(pairs.map { "quote(\(q($0.new.name)))" }.joined(separator: ", "))"
        guard let stored = try? target.rows(sql).first else { return nil }
        for (place, value) in row.dropFirst(keeps ? 1 : 0).enumerated()
        where try isLost(value, stored[place], target) {
          return nil
        }
      }
      if table.kind == .autoincrement,
        let counter = try source.texts(
          "SELECT max(seq) FROM sqlite_sequence WHERE name = \(SQLValue.text(former.name).literal)"
        ).first, counter != "NULL"
      {
        let name = SQLValue.text(table.name).literal
        try target.run(
          "DELETE FROM sqlite_sequence WHERE name = \(name);"
            + "INSERT INTO sqlite_sequence VALUES (\(name), \(counter))")
      }
    }
    for statement in new.triggerStatements { try target.run(statement) }
    return target
  }

  /// Whether a value can't be turned back.
  private func isLost(_ old: String, _ new: String, _ database: RawDatabase) throws -> Bool {
    if old == new { return false }
    let back =
      "CASE typeof(\(old)) WHEN 'text' THEN CAST(\(new) AS TEXT) WHEN 'integer' THEN"
      + " CAST(\(new) AS INTEGER) WHEN 'real' THEN CAST(\(new) AS REAL) ELSE \(new) END"
    return try database.texts("SELECT (\(back)) IS NOT \(old)") == ["1"]
  }

  // MARK: - What is compared

  private func dump(_ database: RawDatabase, _ schema: ModelSchema) throws -> [String] {
    var lines: [String] = []
    for table in schema.tables {
      let columns = ([table.rowIDName].compactMap(\.self) + table.columns.map { q($0.name) })
        .map { "quote(\($0))" }.joined(separator: " || ',' || ")
      lines += try database.texts("SELECT \(columns) FROM \(q(table.name)) ORDER BY 1")
        .map { "\(table.name): \($0.withoutTime)" }
      if table.kind == .autoincrement {
        let name = SQLValue.text(table.name).literal
        lines += try database.texts(
          "SELECT name || seq FROM sqlite_sequence WHERE seq > 0 AND name = \(name)")
      }
    }
    return try lines + ["log \(database.texts("SELECT count(*) FROM \(q(schema.log))"))"]
  }

  private func structure(_ database: RawDatabase) throws -> [String] {
    let entries = try database.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    ).map { Schema.Entry(type: $0[0], name: $0[1], table: $0[2], sql: $0[3]) }
    let schema = Schema(reading: entries)
    // The order of columns is no part of it.
    return schema.tables.map { table in
      "\(table.name) \(table.columns.map { $0.name }.sorted()) \(table.isStrict) \(table.isWithoutRowID)"
    } + schema.indexes.map(\.sql) + schema.views.map(\.sql) + schema.triggers.map(\.sql)
      + schema.virtualTables.map(\.sql)
  }
}

extension ModelTable {
  /// A name of the rowid that no column has.
  var rowIDName: String? {
    if kind == .withoutRowID { return nil }
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
  }
}

extension String {
  /// The row without the second of a default.
  var withoutTime: String {
    replacing(#/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/#, with: "T")
  }
}

private func compareTexts(_ left: String, _ right: String) -> ComparisonResult {
  let (left, right) = (Array(left.utf8.reversed()), Array(right.utf8.reversed()))
  if left == right { return .orderedSame }
  return left.lexicographicallyPrecedes(right) ? .orderedAscending : .orderedDescending
}
