import ORM

/// A generated history, with the rows of databases that walk through it.
struct HistoryWalk {
  let versions: [ModelVersion]
  let schemas: [Schema]
  private let recorded: [Schema.Version]

  static var configuration: Configuration {
    var configuration = Configuration(readerCount: 1)
    // Triggers keep a full-text index up to date.
    configuration.trustedSchema = true
    configuration.busyTimeout = .seconds(60)
    return configuration
  }

  init(_ versions: [ModelVersion]) throws {
    self.versions = versions
    let schemas = versions.map(\.schema.declared)
    self.schemas = schemas
    recorded = try versions.indices.map { place in
      Schema.Version(
        versions[place].name, after: place == 0 ? nil : versions[place - 1].name,
        try schemas[place].json())
    }
  }

  /// Opens a file, migrates it and closes it.
  static func migrate(
    _ path: String, _ history: SchemaHistory, vfs: String? = nil
  ) async throws -> [MigrationPlan] {
    var configuration = configuration
    if let vfs { configuration.vfs = vfs }
    let db = try Database(path, configuration: configuration)
    do {
      let plans = try await db.migrate(history)
      try await db.close()
      return plans
    } catch {
      try await db.close()
      throw error
    }
  }

  /// The history as the program of a version has it.
  func history(through count: Int) -> SchemaHistory {
    let entries = (0..<count).map { place in
      let (version, old) = (versions[place], versions[max(0, place - 1)].schema)
      let steps =
        version.stepsBefore.enumerated().map {
          ORM.Step("before \($0)", before: .schema, sql: $1.sql(in: old))
        }
        + version.stepsBetween.enumerated().map {
          ORM.Step("between \($0)", before: .removals, sql: $1.sql(in: version.schema))
        }
        + version.stepsAfter.enumerated().map {
          ORM.Step("after \($0)", sql: $1.sql(in: version.schema))
        }
      return SchemaHistory.Entry.version(
        recorded[place], fill: rules(of: version, isFill: true),
        converting: rules(of: version, isFill: false), allowing: version.allowed, steps: steps)
    }
    return SchemaHistory(entries, current: schemas[count - 1])
  }

  private func rules(of version: ModelVersion, isFill: Bool) -> [ColumnRule] {
    version.rules.filter { $0.isFill == isFill }.compactMap { rule in
      guard let table = version.schema.table(rule.table), let column = table.column(rule.column)
      else { return nil }
      if !rule.isClosure { return .column(table.name, column.name, sql: rule.rule.sql) }
      return .column(
        table.name, column.name,
        from: { row in
          rule.rule.value { name in row[name] ?? .null }
        })
    }
  }

  /// Inserts rows as a program of a version does, by SQLite's own functions.
  func insert(
    _ rows: inout HistoryRows, at place: Int, into path: String,
    _ generator: inout HistoryGenerator, most: Int = 6
  ) throws {
    let schema = versions[place].schema
    let raw = try RawSQLite(path)
    try raw.rows("BEGIN IMMEDIATE")
    for table in schema.tables.sorted(by: { $0.id < $1.id }) {
      for _ in 0..<Int.random(in: 0..<most, using: &generator.random) {
        guard let row = row(of: table, in: schema, rows, &generator) else { continue }
        let columns = table.columns.filter { $0.source == nil }
        let names = columns.map(\.name.quotedIdentifier).joined(separator: ", ")
        let values = columns.map { (row[$0.id] ?? .null).literal }.joined(separator: ", ")
        try raw.rows(
          "INSERT INTO \(table.name.quotedIdentifier) (\(names)) VALUES (\(values))")
        rows.tables[table.id, default: [:]][row[table.key.id] ?? .null] = row
        if table.isLogged { rows.journal[table.id, default: 0] += 1 }
      }
    }
    try raw.rows("COMMIT")
  }

  /// A row that a table takes; nil if one can't be found.
  private func row(
    of table: TableModel, in schema: HistoryModel, _ rows: HistoryRows,
    _ generator: inout HistoryGenerator
  ) -> [Int: SQLValue]? {
    let others = rows.tables[table.id] ?? [:]
    var row: [Int: SQLValue] = [:]
    var number = others.count + 1
    let isText = table.key.kind == .text
    func key() -> SQLValue { isText ? .text("k\(number)") : .integer(Int64(number)) }
    while others[key()] != nil { number += 1 }
    row[table.key.id] = key()
    if table.kind == .composite { row[table.columns[1].id] = .integer(Int64(number % 3)) }
    for column in table.plain {
      var value = generator.value(column.kind)
      if let parent = column.reference {
        let keys = (rows.tables[parent] ?? [:]).keys.sorted { "\($0)" < "\($1)" }
        let chosen = keys.randomElement(using: &generator.random)
        value = column.isNotNull || generator.chance(0.8) ? chosen ?? .null : .null
        if column.isNotNull, value == .null { return nil }
      } else if !column.isNotNull, generator.chance(0.25) {
        value = .null
      }
      let isUnique = table.indexes.contains { $0.column == column.id && $0.isUnique }
      if isUnique, others.values.contains(where: { $0[column.id] == value }) {
        if column.isNotNull { return nil }
        value = .null
      }
      row[column.id] = value
    }
    return row
  }

  /// Checks a database at a version by SQLite's own functions: rows, schema, references, indexes.
  func check(_ path: String, _ rows: HistoryRows, at place: Int, _ note: String) throws {
    let version = versions[place]
    let raw = try RawSQLite(path)
    let found = try HistoryRows.lines(version.schema, of: raw)
    let expected = rows.lines(version.schema)
    if found.sorted() != expected.sorted() {
      let (found, expected) = (Set(found), Set(expected))
      throw BrokenPromise(
        "\(note): rows differ at \(version.name)\n  found:    "
          + found.subtracting(expected).sorted().prefix(6).joined(separator: "\n            ")
          + "\n  expected: "
          + expected.subtracting(found).sorted().prefix(6).joined(separator: "\n            "))
    }
    let report = try raw.rows("PRAGMA integrity_check")
    try promise(report == [[.text(Array("ok".utf8))]], "\(note): the file is sound: \(report)")
    try promise(
      try raw.rows("PRAGMA foreign_key_check").isEmpty, "\(note): each reference is to a row")
    if let search = version.schema.search {
      try raw.rows(
        "INSERT INTO \(search.name) (\(search.name), rank) VALUES ('integrity-check', 1)")
    }
    for view in version.schema.views { try raw.rows("SELECT x FROM \(view.name)") }
    let entries = try raw.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        + " AND name NOT LIKE 'orm\\_%' ESCAPE '\\'"
    ).map { row in
      let texts = row.map { $0.text ?? "" }
      return Schema.Entry(type: texts[0], name: texts[1], table: texts[2], sql: texts[3])
    }
    let changes = schemas[place].changes(from: Schema(reading: entries)).filter { change in
      // The representations are in a table of the library.
      !change.isNote
    }
    try promise(changes.isEmpty, "\(note): the schema is that of \(version.name): \(changes)")
  }
}
