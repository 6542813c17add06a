import ORM

/// Migrates databases from each version of a history, and collects the issues.
struct HistoryTrial {
  let history: SchemaHistory
  let versions: [HistoryVersion]
  let rows: [String: String]
  let configuration: Configuration

  private var issues: [String] = []
  /// The issues by their causes. Each cause is reported once.
  private var found: Set<[String]> = []

  init(
    history: SchemaHistory, versions: [HistoryVersion], rows: [String: String],
    configuration: Configuration
  ) {
    self.history = history
    self.versions = versions
    self.rows = rows
    self.configuration = configuration
  }

  private var newest: HistoryVersion { versions[versions.count - 1] }

  /// Migrates databases of a version.
  ///
  /// - Returns: The database that was migrated at once; nil if that failed.
  mutating func run(from start: Int) async throws -> Database? {
    guard let stepped = try await database(at: start) else { return nil }
    guard try await step(stepped, from: start), let atOnce = try await database(at: start) else {
      try await stepped.close()
      return nil
    }
    do {
      try await atOnce.migrate(history)
    } catch {
      try check(error, start, newest.name, "at once")
      try await stepped.close()
      try await atOnce.close()
      return nil
    }
    for db in [stepped, atOnce] { try await check(db, start) }
    try await compare(atOnce, stepped, start)
    try await stepped.close()
    return atOnce
  }

  // MARK: - Databases of a version

  /// Creates a database of a version, with rows.
  private mutating func database(at place: Int) async throws -> Database? {
    let version = versions[place]
    let db = try Database.inMemory(configuration: configuration)
    do {
      try await db.migrate(history.through(place, schema: version.schema))
    } catch {
      try rethrow(error)
      add("a database of \(version.words) can't be created: \(error)", about: "create", "\(error)")
      return nil
    }
    let (given, script) = self.script(at: place)
    let generator = RowGenerator(version.schema)
    do {
      let empty = try await db.transaction { tx in
        try tx.execute("PRAGMA defer_foreign_keys = ON")
        if let script { try tx.execute(script: SQL(stringLiteral: script)) }
        return try generator.fill(on: tx)
      }
      for table in empty {
        add(
          """
          the table \(table.table) can't be filled at \(version.words): \(table.reason); pass \
          rows: [\(version.name.debugDescription): "INSERT INTO \(table.table) …"]
          """, about: "fill", table.table)
      }
    } catch {
      try rethrow(error)
      let cause =
        script == nil
        ? "can't be filled"
        : "can't be filled with the rows for \(given.debugDescription); pass rows for this version"
      add("a database of \(version.words) \(cause): \(error)", about: "rows", "\(error)")
    }
    return db
  }

  /// Returns the SQL that inserts the program's rows at a version, and the version that it was
  /// given for.
  private func script(at place: Int) -> (version: String, sql: String?) {
    for version in versions[...place].reversed() {
      for (name, sql) in rows where name.hasSameBytes(as: version.name) { return (name, sql) }
    }
    return ("", nil)
  }

  // MARK: - The way

  /// Migrates a database through each version in turn.
  ///
  /// - Returns: Whether it has reached the newest version.
  private mutating func step(_ db: Database, from start: Int) async throws -> Bool {
    for place in versions.indices.dropFirst(start + 1) {
      let (before, after) = (versions[place - 1], versions[place])
      let counts = try await counts(of: before.schema, in: db)
      do {
        try await db.migrate(history.through(place, schema: after.schema))
      } catch {
        try check(error, start, after.name, "version by version")
        return false
      }
      try await checkCounts(counts, db, start, place)
    }
    return true
  }

  /// Adds an issue for an error that a migration threw.
  private mutating func check(
    _ error: any Error, _ start: Int, _ version: String, _ way: String
  ) throws {
    try rethrow(error)
    add(
      "\(versions[start].from) to version \(version.debugDescription), \(way): \(error)",
      about: "error", version, "\(type(of: error))")
  }

  private func counts(
    of schema: Schema, in db: Database
  ) async throws -> [SQLName: Int] {
    var counts: [SQLName: Int] = [:]
    for table in schema.tables {
      counts[SQLName(table.name)] = try await count("SELECT count(*) FROM", table.name, db)
    }
    return counts
  }

  private func count(
    _ select: String, _ table: String, _ db: Database, _ rest: String = ""
  ) async throws -> Int {
    let sql = "\(select) main.\(table.quotedIdentifier)\(rest)"
    return try await db.fetch(Int.self, sql: SQL(stringLiteral: sql)).first ?? 0
  }

  /// Checks that a version has deleted no rows, unless it allows that.
  private mutating func checkCounts(
    _ counts: [SQLName: Int], _ db: Database, _ start: Int, _ place: Int
  ) async throws {
    let (before, after) = (versions[place - 1].schema, versions[place])
    let renames = try RenamePlan(
      from: before, to: after.schema, record: before, isNextVersion: true)
    for table in renames.tables {
      let old = counts[SQLName(table.found)] ?? 0
      let new = try await count("SELECT count(*) FROM", table.wanted, db)
      let isAllowed = [table.wanted, table.found].contains {
        history.entries[place].allows(.removingRows($0))
      }
      if new >= old || isAllowed { continue }
      add(
        """
        \(versions[start].from): \(after.words) deletes \(old - new) of \(old) rows of \
        \(table.wanted); if this is intended, write allowing: [.removingRows(\
        \(table.wanted.debugDescription))] at that version
        """, about: "deleted", after.name, table.wanted)
    }
  }

  // MARK: - The result

  /// Checks a database that was migrated to the newest version.
  private mutating func check(_ db: Database, _ start: Int) async throws {
    let from = versions[start].from
    do {
      try await db.verify(history.current)
    } catch let error as SchemaMismatchError {
      add("\(from): \(error)", about: "schema", "\(error)")
    }
    let damage = try await db.checkIntegrity()
    if !damage.isEmpty {
      add("\(from): integrity_check reports \(damage.joined(separator: "; "))", about: "damage")
    }
    for reference in try await db.checkForeignKeys() {
      add(
        "\(from): rows of \(reference.table) refer to missing rows of \(reference.parentTable)",
        about: "reference", reference.table, reference.parentTable)
    }
    let sql = "SELECT version FROM orm_schema ORDER BY id DESC LIMIT 1"
    let recorded = try await db.fetch(String?.self, sql: SQL(stringLiteral: sql)).first ?? nil
    if !recorded.hasSameBytes(as: newest.name) {
      add(
        "\(from): the table orm_schema records \(recorded?.debugDescription ?? "no version"), not"
          + " \(newest.name.debugDescription)", about: "ledger")
    }
    if try await !db.migrate(history).allSatisfy(\.isEmpty) {
      add("\(from): a second migration to the newest version is not empty", about: "again")
    }
    for table in history.current.tables {
      for column in table.columns {
        let name = column.name.quotedIdentifier
        guard let condition = column.representation?.unreadable(name) else { continue }
        let count = try await count("SELECT count(*) FROM", table.name, db, " WHERE \(condition)")
        if count == 0 { continue }
        add(
          """
          \(from): the structs can't read \(count) \(count == 1 ? "value" : "values") of \
          \(table.name).\(column.name) as \(column.representation?.name ?? "")
          """, about: "unreadable", table.name, column.name)
      }
    }
  }

  /// Checks that both migrations end with the same rows.
  private mutating func compare(
    _ atOnce: Database, _ stepped: Database, _ start: Int
  ) async throws {
    let (first, second) = (
      try await DatabaseRows(of: atOnce), try await DatabaseRows(of: stepped)
    )
    var differences = first.differences(from: second)
    if differences.isEmpty { return }
    // Values from a clock or a random generator differ in each migration.
    if let again = try await database(at: start) {
      try await again.migrate(history)
      let chance = first.differences(from: try await DatabaseRows(of: again))
      differences.removeAll { difference in chance.contains { $0.isAbout(difference) } }
      try await again.close()
    }
    for difference in differences {
      add(
        "\(versions[start].from), the migrations at once and version by version have different"
          + " results: \(difference.words)",
        about: "rows", difference.table, difference.column ?? "")
    }
  }

  // MARK: - Issues

  /// Returns the issues that were found since the last call.
  mutating func takeIssues() -> [String] {
    defer { issues = [] }
    return issues
  }

  private mutating func add(_ issue: String, about words: String...) {
    if found.insert(words).inserted { issues.append(issue) }
  }

  /// Rethrows an error that is not about the history: a cancellation or a deadline.
  private func rethrow(_ error: any Error) throws {
    if error is CancellationError || error is DeadlineError { throw error }
  }
}

extension HistoryVersion {
  fileprivate var words: String { "version \(name.debugDescription)" }

  fileprivate var from: String { "from version \(name.debugDescription)" }
}
