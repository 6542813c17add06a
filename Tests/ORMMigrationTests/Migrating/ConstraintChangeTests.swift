import ORM
import Testing

/// Constraints that a struct has dropped or changed, in databases of each origin.
@Suite("Constraints that a struct has dropped or changed")
struct ConstraintChangeTests {
  enum Origin: CaseIterable, Sendable {
    case created, migrated, foreign

    func make(_ sources: [any TableOrView.Type], in db: Database) async throws {
      let schema = Schema(of: sources)
      switch self {
      case .created: for source in sources { try await db.create(source) }
      case .migrated: try await db.migrate(to: schema)
      case .foreign: for statement in schema.statements { try await db.run(statement) }
      }
    }
  }

  @Test(
    "A database behaves as the struct declares after a constraint has changed",
    arguments: ConstraintChange.all, Origin.allCases)
  func change(_ change: ConstraintChange, _ origin: Origin) async throws {
    let db = try Database.inMemory()
    try await origin.make(change.old, in: db)
    try await db.run(change.rows)
    let schema = Schema(of: change.new)
    var allowed: [PermittedLoss] = []
    switch change.foreign {
    case .contradicts where origin == .foreign:
      let error = await #expect(throws: DataLossError.self) { try await db.migrate(to: schema) }
      let loss = try #require(error?.losses.first)
      #expect(error?.losses.map(\.kind) == [.contradictingConstraint])
      let text = try #require(loss.member)
      let permission = ".droppingConstraint(\"t\", \(text.debugDescription))"
      #expect(error?.description.contains("declare it in the struct") == true)
      #expect(error?.description.contains(permission) == true)
      #expect(try await db.plan(to: schema).losses == error?.losses)
      allowed = [.droppingConstraint("t", text)]
    case .stays where origin == .foreign:
      let plan = try await db.migrate(to: schema)
      let error = await #expect(throws: SchemaMismatchError.self) { try await db.verify(schema) }
      #expect(error?.changes.map(\.action) == [.extra])
      let text = try #require(error?.changes.first?.member)
      let warning = "t: \(text) is only in the database, and stays"
      #expect(plan.warnings.contains { $0.hasPrefix(warning) })
      let second = try await db.plan(to: schema)
      #expect(second.isEmpty && second.warnings.contains { $0.hasPrefix(warning) })
      allowed = [.droppingConstraint("t", text)]
    default: break
    }
    try await db.migrate(to: schema, allowing: allowed)
    try await db.verify(schema)
    for probe in change.probes { try await expect(probe, on: db) }
    if let (sql, texts) = change.result { #expect(try await db.texts(sql) == texts) }
    let second = try await db.plan(to: schema)
    #expect(second.description == "nothing to do")
    #expect(schema.changes(from: try await db.schema()).filter { !$0.isNote }.isEmpty)
  }

  private func expect(_ probe: ConstraintChange.Probe, on db: Database) async throws {
    func run() async throws {
      try await db.transaction { tx in
        for statement in probe.statements { try tx.execute(SQL(stringLiteral: statement)) }
      }
    }
    if probe.isAllowed {
      try await run()
    } else {
      await #expect(throws: DatabaseError.self, "\(probe.statements)") { try await run() }
    }
  }

  // MARK: - After create

  typealias Old = ConstraintChange.TwoStates
  typealias New = ConstraintChange.ThreeStates
  private static let late = "INSERT INTO t VALUES (9, 'late')"

  private static func expectReplaced(_ db: Database) async throws {
    try await db.migrate(to: Schema(of: New.self))
    try await db.run(late)
  }

  private static func expectRefused(_ db: Database) async {
    await #expect(throws: DataLossError.self) { try await db.migrate(to: Schema(of: New.self)) }
  }

  @Test("A table that create finds already created is still recorded as created")
  func createdTwice() async throws {
    let db = try Database.inMemory()
    try await db.create(Old.self)
    try await db.create(ConstraintChange.P.self, Old.self)
    try await Self.expectReplaced(db)
  }

  @Test("A table created in a transaction is recorded, even after an earlier rollback")
  func createdInTransaction() async throws {
    struct Stop: Error {}
    let db = try Database.inMemory()
    await #expect(throws: Stop.self) {
      try await db.transaction { tx in
        try tx.create(Old.self)
        throw Stop()
      }
    }
    try await db.transaction { tx in
      try tx.create(ConstraintChange.Q.self)
      try tx.create(Old.self)
    }
    try await Self.expectReplaced(db)
  }

  @Test("Two databases of one file that create a table at the same time record it once")
  func createdByTwo() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (try Database(folder.file()), try Database(folder.file()))
    async let one: Void = first.create(Old.self)
    async let two: Void = second.create(Old.self, ConstraintChange.P.self)
    _ = try await (one, two)
    try await Self.expectReplaced(second)
    try await first.run(Self.late.replacing("9", with: "10"))
  }

  @Test("A table that create finds in another program's database is not recorded as created")
  func foundByCreate() async throws {
    let db = try Database.inMemory()
    for statement in Schema(of: Old.self).statements { try await db.run(statement) }
    try await db.create(Old.self)
    await Self.expectRefused(db)
  }

  @Test("A created table that another program alters is no longer recorded as created")
  func altered() async throws {
    let db = try Database.inMemory()
    try await db.create(Old.self)
    try await db.run("ALTER TABLE t ADD COLUMN x INTEGER CHECK (x > 0)")
    await Self.expectRefused(db)
  }

  @Test("VACUUM does not record a created table again after another program has altered it")
  func alteredAndVacuumed() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Old.self)
    try await db.run("ALTER TABLE t ADD COLUMN x INTEGER CHECK (x > 0)")
    try await db.vacuum()
    await Self.expectRefused(db)
  }

  @Test("A created table stays recorded as created after VACUUM and recordRepresentations")
  func vacuumed() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(ConstraintChange.P.self, Old.self)
    try await db.vacuum()
    try await db.transaction { try $0.recordRepresentations(of: Old.self) }
    try await Self.expectReplaced(db)
  }

  @Test("A created table stays recorded as created after migrations that don't have it")
  func otherMigration() async throws {
    let db = try Database.inMemory()
    try await db.create(Old.self, ConstraintChange.P.self)
    try await db.migrate(to: Schema(of: ConstraintChange.P.self))
    try await db.migrate(to: Schema(of: ConstraintChange.P.self, ConstraintChange.Q.self))
    try await Self.expectReplaced(db)
  }

  @Test("A table that is dropped and made again by other SQL is not recorded as created")
  func dropped() async throws {
    let db = try Database.inMemory()
    try await db.create(Old.self)
    try await db.drop(Old.self)
    try await db.run(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('open')))")
    await Self.expectRefused(db)
  }

  @Table("t") struct Indexed { let id: Int; @Column(index: true) var n: Int }

  @Test("An index made by create is dropped with its declaration, and another program's stays")
  func indexes() async throws {
    let db = try Database.inMemory()
    try await db.create(Indexed.self)
    try await db.run("CREATE INDEX theirs ON t (n)")
    try await db.migrate(to: Schema(of: ConstraintChange.Plain.self))
    #expect(try await db.schema().indexes.map(\.name) == ["theirs"])
  }

  @Table("t") struct Triggered {
    let id: Int
    var n: Int

    static let triggers = [
      Trigger(
        "ours", after: .insert(Triggered.self), action: "BEGIN UPDATE t SET n = n + 1; END")
    ]
  }

  @Test("A trigger made by create is dropped with its declaration, and another program's stays")
  func triggers() async throws {
    let db = try Database.inMemory()
    try await db.create(Triggered.self)
    try await db.run("CREATE TRIGGER theirs AFTER DELETE ON t BEGIN UPDATE t SET n = 0; END")
    try await db.migrate(to: Schema(of: ConstraintChange.Plain.self))
    #expect(try await db.schema().triggers.map(\.name) == ["theirs"])
  }

  // MARK: - In databases of other programs

  private static func migrate(
    _ script: String, to statements: String..., allowing: [PermittedLoss] = []
  ) async throws -> (db: Database, plan: MigrationPlan) {
    let db = try Database.inMemory()
    try await db.run(script)
    return (db, try await db.migrate(to: Schema(statements), allowing: allowing))
  }

  @Test(
    "A constraint that does not contradict the struct stays, and the plan warns of it",
    arguments: [
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT CHECK (n <> ''))",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT NOT NULL)", "CHECK (n <> '')"
      ),
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT CHECK (a > 0), b INT)",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b INT CHECK (b > 0))", "CHECK (a > 0)"
      ),
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT CHECK (a > 0) CHECK (a < 9))",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT CHECK (a > 0))", "CHECK (a < 9)"
      ),
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT CHECK (a IN (1, 2, 3)))",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT CHECK (\"a\" in (3, 1)))",
        "CHECK (a IN (1, 2, 3))"
      ),
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT UNIQUE, b INT UNIQUE)",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT UNIQUE, b INT)", #"UNIQUE ("b")"#
      ),
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b INT, UNIQUE (a, b))",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT UNIQUE, b INT)", #"UNIQUE ("a", "b")"#
      ),
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT REFERENCES u REFERENCES v)",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT REFERENCES u)",
        #"FOREIGN KEY ("a") REFERENCES "v""#
      ),
    ])
  func stays(_ old: String, _ new: String, _ text: String) async throws {
    let (db, plan) = try await Self.migrate(
      "CREATE TABLE u (id INTEGER PRIMARY KEY); CREATE TABLE v (id INTEGER PRIMARY KEY);" + old,
      to: new)
    let warning = """
      t: \(text) is only in the database, and stays; to keep it, declare it in the struct; to drop \
      it, allow .droppingConstraint("t", \(text.debugDescription))
      """
    #expect(plan.warnings == [warning])
    #expect(try await db.plan(to: Schema(new)).description == "WARNING: \(warning)")
    let error = await #expect(throws: SchemaMismatchError.self) { try await db.verify(Schema(new)) }
    #expect(error?.description.contains(warning) == true)
    try await db.migrate(to: Schema(new), allowing: [.droppingConstraint("t", text)])
    try await db.verify(Schema(new))
  }

  @Test("The error for a unique index that contradicts the schema names its permission")
  func uniqueIndex() async throws {
    let old =
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b INT); CREATE UNIQUE INDEX i ON t (a);"
    let new = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b INT, UNIQUE (a, b))"
    let error = await #expect(throws: DataLossError.self) { try await Self.migrate(old, to: new) }
    #expect(error?.losses.map(\.kind) == [.contradictingIndex])
    #expect(error?.description.contains(#".droppingIndex("i")"#) == true)
    let (db, _) = try await Self.migrate(old, to: new, allowing: [.droppingIndex("i")])
    try await db.run("INSERT INTO t VALUES (1, 1, 1), (2, 1, 2)")
    try await db.verify(Schema(new))
  }

  @Test(
    "A redundant unique index is neither a warning nor a mismatch",
    arguments: ["a INT UNIQUE, b INT", "a INT PRIMARY KEY, b INT"])
  func repeatedIndex(_ columns: String) async throws {
    let table = "CREATE TABLE t (\(columns))"
    let (db, plan) = try await Self.migrate(
      table + "; CREATE UNIQUE INDEX i ON t (a)", to: table)
    #expect(plan.warnings == [] && plan.losses == [])
    try await db.verify(Schema(table))
    #expect(try await db.plan(to: Schema(table)).description == "nothing to do")
    #expect(try await db.schema().indexes.map(\.name) == ["i"])
  }

  @Test("A unique index that becomes a UNIQUE constraint still refuses equal values")
  func indexBecomesKey() async throws {
    let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT"
    for key in [" UNIQUE)", ", UNIQUE (a))", " UNIQUE CHECK (a > 0))"] {
      let db = try Database.inMemory()
      try await db.migrate(to: Schema("\(table))", "CREATE UNIQUE INDEX i ON t (a)"))
      try await db.run("INSERT INTO t VALUES (1, 5)")
      let new = Schema("\(table)\(key)")
      for allowed in [[], [PermittedLoss.droppingIndex("i")]] {
        try await db.migrate(to: new, allowing: allowed)
        try await db.verify(new)
        #expect(try await db.plan(to: new).description == "nothing to do")
        await #expect(throws: DatabaseError.self) {
          try await db.run("INSERT INTO t VALUES (2, 5)")
        }
      }
    }
  }

  @Test("A plan with all losses allowed drops constraints that contradict the schema")
  func everything() async throws {
    let db = try Database.inMemory()
    for statement in Schema(of: Old.self).statements { try await db.run(statement) }
    let plan = try await db.plan(to: Schema(of: New.self))
    try await db.migrate(plan, allowing: .everything)
    try await db.run(Self.late)
    try await db.verify(Schema(of: New.self))
  }

  @Test("A constraint of a column that the schema doesn't have is not a mismatch")
  func extraColumn() async throws {
    let (db, plan) = try await Self.migrate(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, x INT UNIQUE CHECK (x > 0))",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT NOT NULL)")
    #expect(plan.warnings.count == 2)
    try await db.verify(Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INT NOT NULL)"))
  }

  // MARK: - Options of tables and columns

  @Test("A removed WITHOUT ROWID or collation is reported with the declaration that keeps it")
  func options() async throws {
    let db = try Database.inMemory()
    try await db.run(
      "CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, n TEXT COLLATE NOCASE) WITHOUT ROWID")
    let schema = Schema("CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, n TEXT)")
    let words = [
      "t: the WITHOUT ROWID of the table changes from yes to no; to keep it, declare"
        + " @Table(withoutRowID: true)",
      "t: the collation of column n changes from NOCASE to none; to keep it, declare"
        + " @Column(collate: .noCase)",
    ]
    #expect(schema.changes(from: try await db.schema()).map(\.description) == words)
    let error = await #expect(throws: SchemaMismatchError.self) { try await db.verify(schema) }
    for word in words { #expect(error?.description.contains(word) == true) }
    #expect(try await db.plan(to: schema).warnings == words)
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}
