import ORM
import Testing

/// Names of dropped, renamed or kept columns and tables that a different one gets.
@Suite("Names that are used again")
struct ReusedNameTests {
  private static let letters = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT);
    INSERT INTO t VALUES (1, 'a1', 'b1', 'c1'), (2, 'a2', 'b2', NULL);
    """

  /// The schema of statements, with former names of columns and tables.
  private static func schema(
    _ statements: String..., renamed: [(String, String, [String])] = [],
    tables: [(String, [String])] = []
  ) -> Schema {
    var schema = Schema(statements)
    for (table, column, former) in renamed {
      for (place, one) in schema.tables.enumerated() where one.name == table {
        for (index, two) in one.columns.enumerated() where two.name == column {
          schema.tables[place].columns[index].formerNames = former
        }
      }
    }
    for (table, former) in tables {
      for (place, one) in schema.tables.enumerated() where one.name == table {
        schema.tables[place].formerNames = former
      }
    }
    return schema
  }

  /// A database that a script makes, and that a migration has recorded.
  private static func noted(_ script: String, _ statements: String...) async throws -> Fixture {
    let fixture = try await Fixture(script)
    try await fixture.db.migrate(to: Schema(statements))
    return fixture
  }

  private static let chain = schema(
    "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT, c TEXT)",
    renamed: [("t", "b", ["a"]), ("t", "c", ["b"])])
  private static let columns = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT)"

  // MARK: - Names in the way

  @Test("Reusing a dropped column's name is a loss, and the error lists the alternatives")
  func chainIsLoss() async throws {
    let fixture = try await Self.noted(Self.letters, Self.columns)
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Self.chain)
    }
    let losses = try #require(error?.losses)
    #expect(losses.map(\.kind) == [.droppedColumn])
    #expect(losses[0].member == "c")
    #expect(losses[0].count == 1)
    let words = "\(try #require(error))"
    #expect(words.contains(#".droppingColumn("t", "c")"#))
    #expect(words.contains(#"renamedFrom: "c""#))
    #expect(
      try await fixture.texts("SELECT name FROM pragma_table_info('t')") == ["id", "a", "b", "c"])
  }

  @Test("A column can take a dropped column's name if a permission drops the old values")
  func chain() async throws {
    let fixture = try await Self.noted(Self.letters, Self.columns)
    let allowed: [PermittedLoss] = [.droppingColumn("t", "c")]
    let plan = try await fixture.db.migrate(to: Self.chain, allowing: allowed)
    #expect("\(plan)".contains("the old column c of t is named c_orm_1 until it is dropped"))
    #expect("\(plan)".contains("t is rebuilt without its old column c"))
    #expect(!plan.changes.contains { "\($0)".contains("c_orm_1") })
    #expect(try await fixture.texts("SELECT b || c FROM t ORDER BY id") == ["a1b1", "a2b2"])
    try await fixture.db.verify(Self.chain)
    // The permission stays in the program, and is for the column that was dropped.
    #expect(try await fixture.db.migrate(to: Self.chain, allowing: allowed).isEmpty)
    var next = Self.chain
    next.tables[0].columns.append(Schema.Column("d", type: "TEXT"))
    try await fixture.db.migrate(to: next, allowing: allowed)
    #expect(try await fixture.texts("SELECT b || c FROM t ORDER BY id") == ["a1b1", "a2b2"])
  }

  @Test("A column whose name is taken keeps its values under its new name")
  func chainKeepingAll() async throws {
    let fixture = try await Self.noted(Self.letters, Self.columns)
    var schema = Self.chain
    schema.tables[0].columns.append(
      Schema.Column("old", type: "TEXT", formerNames: ["c"]))
    try await fixture.db.migrate(to: schema)
    #expect(
      try await fixture.texts("SELECT b || c || coalesce(old, '-') FROM t ORDER BY id")
        == ["a1b1c1", "a2b2-"])
  }

  @Test("Reusing the name of a table that another program's table refers to is refused")
  func referenceFromElsewhere() async throws {
    let fixture = try await Self.noted(
      """
      CREATE TABLE q (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO q VALUES (1, 'a');
      CREATE TABLE other (id INTEGER PRIMARY KEY, b TEXT); INSERT INTO other VALUES (1, 'b');
      CREATE TABLE c (q INTEGER REFERENCES q); INSERT INTO c VALUES (1);
      """, "CREATE TABLE q (id INTEGER PRIMARY KEY, a TEXT)",
      "CREATE TABLE other (id INTEGER PRIMARY KEY, b TEXT)")
    let schema = Self.schema(
      "CREATE TABLE q (id INTEGER PRIMARY KEY, b TEXT)", tables: [("q", ["other"])])
    let allowed: [PermittedLoss] = [.droppingTable("q"), .breakingReferences(to: "q")]
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(to: schema, allowing: allowed)
    }
    #expect(error?.reason == .nameTaken)
    #expect(error?.message.contains("the table c, which the schema does not have") == true)
    #expect(try await fixture.texts("SELECT a FROM q") == ["a"])
    // The migration is possible if the schema declares the referring table.
    var declaring = schema
    declaring.tables += Schema("CREATE TABLE c (q INTEGER REFERENCES q)").tables
    try await fixture.db.migrate(to: declaring, allowing: allowed)
    #expect(try await fixture.texts("SELECT b FROM q, c WHERE q.id = c.q") == ["b"])
    #expect(try await fixture.check() == [])
  }

  @Test("Rules read a dropped column by its old name, even if the name is reused")
  func rules() async throws {
    let fixture = try await Self.noted(Self.letters, Self.columns)
    var schema = Self.chain
    schema.tables[0].columns.append(Schema.Column("d", type: "TEXT"))
    try await fixture.db.migrate(
      to: schema, allowing: [.droppingColumn("t", "c")],
      fill: [.column("t", "d", sql: "a || coalesce(c, '-')")])
    #expect(try await fixture.texts("SELECT d || c FROM t ORDER BY id") == ["a1c1b1", "a2-b2"])
  }

  @Test("Indexes, checks, views and triggers of a reused column name are for the new column or go")
  func objectsOfColumn() async throws {
    let fixture = try await Self.noted(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT, c TEXT CHECK (c <> ''));
      INSERT INTO t VALUES (1, 'b1', 'c1');
      CREATE INDEX t_c ON t (c); CREATE INDEX extra ON t (c, b);
      CREATE VIEW v AS SELECT c FROM t;
      CREATE TABLE log (what TEXT);
      CREATE TRIGGER tr AFTER UPDATE OF c ON t BEGIN INSERT INTO log VALUES (new.c); END;
      """, "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT, c TEXT CHECK (c <> ''))")
    let schema = Self.schema(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT)", "CREATE INDEX t_c ON t (c)",
      "CREATE VIEW v AS SELECT c FROM t",
      "CREATE TRIGGER tr AFTER UPDATE OF c ON t BEGIN INSERT INTO log VALUES (new.c); END",
      "CREATE TABLE log (what TEXT)", renamed: [("t", "c", ["b"])])
    try await fixture.db.migrate(to: schema, allowing: [.droppingColumn("t", "c")])
    try await fixture.db.verify(schema)
    #expect(try await fixture.texts("SELECT c FROM v") == ["b1"])
    #expect(try await fixture.db.schema().indexes.map(\.name) == ["t_c"])
    #expect(try await fixture.db.schema().table("t")?.checks == [])
    try await fixture.db.run("UPDATE t SET c = 'new'")
    #expect(try await fixture.texts("SELECT what FROM log") == ["new"])
    #expect(try await fixture.check() == [])
  }

  @Test("A view of a dropped column whose name is reused is reported as broken")
  func viewOfOldColumn() async throws {
    let fixture = try await Self.noted(
      Self.letters + "CREATE VIEW v AS SELECT c FROM t;", Self.columns)
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Self.chain, allowing: [.droppingColumn("t", "c")])
    }
    #expect(error?.losses.map(\.kind) == [.brokenReference])
    #expect(error?.losses.map(\.table) == ["v"])
  }

  @Test("A foreign key to a reused column name refers to the new column")
  func referencedColumn() async throws {
    let child = "CREATE TABLE child (id INTEGER PRIMARY KEY, t TEXT REFERENCES t(c))"
    let fixture = try await Self.noted(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT UNIQUE, c TEXT UNIQUE);
      INSERT INTO t VALUES (1, 'x', 'x'), (2, 'b', 'c');
      \(child); INSERT INTO child VALUES (1, 'x');
      """, "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT UNIQUE, c TEXT UNIQUE)", child)
    let schema = Self.schema(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT UNIQUE)", child,
      renamed: [("t", "c", ["b"])])
    try await fixture.db.migrate(to: schema, allowing: [.droppingColumn("t", "c")])
    try await fixture.db.verify(schema)
    #expect(try await fixture.texts("SELECT c FROM t ORDER BY id") == ["x", "b"])
    #expect(try await fixture.check() == [])
    await #expect(throws: DatabaseError.self) {
      try await fixture.db.run("INSERT INTO child VALUES (2, 'c')")
    }
  }

  private static let tables = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT); INSERT INTO p VALUES (1, 'p1'), (2, 'p2');
    CREATE TABLE q (id INTEGER PRIMARY KEY, x TEXT); INSERT INTO q VALUES (1, 'q1');
    CREATE INDEX q_x ON q (x); CREATE TABLE log (what TEXT);
    CREATE TRIGGER q_log AFTER INSERT ON q BEGIN INSERT INTO log VALUES (new.x); END;
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id));
    INSERT INTO c VALUES (1, 2);
    """

  @Test("A table can take a dropped table's name, and references to it follow")
  func table() async throws {
    let fixture = try await Self.noted(
      Self.tables, "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT)",
      "CREATE TABLE q (id INTEGER PRIMARY KEY, x TEXT)", "CREATE TABLE log (what TEXT)",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id))")
    let schema = Self.schema(
      "CREATE TABLE q (id INTEGER PRIMARY KEY, n TEXT)", "CREATE TABLE log (what TEXT)",
      "CREATE TRIGGER q_log AFTER INSERT ON q BEGIN INSERT INTO log VALUES (new.n); END",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES q(id))",
      tables: [("q", ["p"])])
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.losses.map(\.kind) == [.droppedTable])
    #expect(error?.losses.map(\.table) == ["q"])
    #expect(error?.losses.map(\.count) == [1])
    #expect("\(try #require(error))".contains(#".droppingTable("q")"#))
    let plan = try await fixture.db.migrate(to: schema, allowing: [.droppingTable("q")])
    #expect("\(plan)".contains("the old table q is dropped"))
    try await fixture.db.verify(schema)
    #expect(try await fixture.texts("SELECT n FROM q ORDER BY id") == ["p1", "p2"])
    #expect(try await fixture.texts("SELECT n FROM q JOIN c ON c.p = q.id") == ["p2"])
    #expect(try await fixture.db.schema().indexes.isEmpty)
    try await fixture.db.run("INSERT INTO q (n) VALUES ('p3')")
    #expect(try await fixture.texts("SELECT what FROM log") == ["p3"])
    #expect(try await fixture.check() == [])
    #expect(
      try await fixture.db.migrate(to: schema, allowing: [.droppingTable("q")]).isEmpty)
  }

  @Test("Reusing the name of a table that is still referred to is a broken reference")
  func referencedTable() async throws {
    let fixture = try await Self.noted(
      Self.tables + "CREATE TABLE k (id INTEGER PRIMARY KEY, q INTEGER REFERENCES q(id));",
      "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT)",
      "CREATE TABLE q (id INTEGER PRIMARY KEY, x TEXT)")
    let schema = Self.schema(
      "CREATE TABLE q (id INTEGER PRIMARY KEY, n TEXT)", tables: [("q", ["p"])])
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema, allowing: [.droppingTable("q")])
    }
    #expect(error?.losses.map(\.kind) == [.brokenReference])
    #expect(error?.losses.map(\.table) == ["q"])
    #expect(try await fixture.texts("SELECT x FROM q") == ["q1"])
  }

  // MARK: - Names used twice

  private static let one = "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)"
  private static let versions = [
    schema(one),
    schema(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, fullName TEXT)",
      renamed: [("person", "fullName", ["name"])]),
    schema(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, fullName TEXT)",
      renamed: [("person", "fullName", ["name"])]),
    schema(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, nick TEXT, fullName TEXT)",
      renamed: [("person", "nick", ["name"]), ("person", "fullName", ["name"])]),
  ]

  @Test("Two columns that had the same name in turn are ambiguous if a version was skipped")
  func twice() async throws {
    let fixture = try await Self.noted(
      "\(Self.one); INSERT INTO person VALUES (1, 'Ada Lovelace');", Self.one)
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(to: Self.versions[3])
    }
    #expect(error?.reason == .ambiguousRename)
    let message = try #require(error?.message)
    #expect(message.contains("nick and fullName of the columns of person"))
    #expect(message.contains("SchemaHistory"))
    #expect(message.contains(#"renamedFrom: "name""#))
    #expect(try await fixture.texts("SELECT name FROM person") == ["Ada Lovelace"])
    // Version by version, nothing is ambiguous.
    for version in Self.versions.dropFirst() { try await fixture.db.migrate(to: version) }
    #expect(try await fixture.texts("SELECT fullName FROM person") == ["Ada Lovelace"])
    #expect(try await fixture.texts("SELECT nick FROM person") == ["NULL"])
  }

  @Test(
    "Two columns with the same former name are ambiguous in a database without a record",
    arguments: [false, true])
  func twiceByNames(isReversed: Bool) async throws {
    let fixture = try await Fixture("\(Self.one); INSERT INTO person VALUES (1, 'Ada');")
    var schema = Self.versions[3]
    if isReversed { schema.tables[0].columns.reverse() }
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.reason == .ambiguousRename)
  }

  @Test("A shared former name belongs to the column with the longer chain of renames")
  func longerHistory() async throws {
    for isNoted in [false, true] {
      let fixture = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);")
      try await fixture.db.run("INSERT INTO t VALUES (1, 'old')")
      if isNoted {
        try await fixture.db.migrate(to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)"))
      }
      try await fixture.db.migrate(
        to: Self.schema(
          "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT, c TEXT)",
          renamed: [("t", "b", ["a"]), ("t", "c", ["a", "b"])]))
      #expect(try await fixture.texts("SELECT coalesce(b, '-') || c FROM t") == ["-old"])
    }
  }

  @Test("Two columns with one former name are ambiguous if older names are not declared")
  func twiceByFallback() async throws {
    let fixture = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, y TEXT);")
    try await fixture.db.migrate(
      to: Self.schema(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, z TEXT)", renamed: [("t", "z", ["y"])]))
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(
        to: Self.schema(
          "CREATE TABLE t (id INTEGER PRIMARY KEY, p TEXT, q TEXT)",
          renamed: [("t", "p", ["z"]), ("t", "q", ["z"])]))
    }
    #expect(error?.reason == .ambiguousRename)
  }

  @Test("Two tables with the same former name are refused as ambiguous", arguments: [false, true])
  func twiceTables(isNoted: Bool) async throws {
    let fixture = try await Fixture("\(Self.one); INSERT INTO person VALUES (1, 'Ada');")
    if isNoted { try await fixture.db.migrate(to: Schema(Self.one)) }
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(
        to: Self.schema(
          "CREATE TABLE human (id INTEGER PRIMARY KEY, name TEXT)",
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
          tables: [("human", ["person"]), ("user", ["person"])]))
    }
    #expect(error?.reason == .ambiguousRename)
    #expect(error?.message.contains("human and user of the tables") == true)
  }

  @Test("A plan warns of a column that no longer declares its rename if the name is reused")
  func forgotten() async throws {
    let fixture = try await Self.noted("\(Self.one);", Self.one)
    for version in Self.versions.prefix(3).dropFirst() { try await fixture.db.migrate(to: version) }
    let plan = try await fixture.db.plan(
      to: Schema("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, fullName TEXT)"))
    #expect(
      plan.warnings.contains {
        $0.contains("person: column fullName was renamed from name, but no longer declares that")
      }, "\(plan.warnings)")
  }

  // MARK: - Names that return

  private static let empty = "CREATE TABLE person (id INTEGER PRIMARY KEY)"

  /// A database whose column `name` has left the schema and stayed.
  private static func left(_ value: String = "'Ada'") async throws -> Fixture {
    let fixture = try await noted(
      "\(Self.one); INSERT INTO person VALUES (1, \(value));", Self.one)
    try await fixture.db.migrate(to: Schema(empty))
    // A migration in between keeps the record.
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER)"))
    return fixture
  }

  @Test("A column that left the schema and returns needs a permission to use its old values")
  func returned() async throws {
    let fixture = try await Self.left()
    let schema = Schema(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, name TEXT)")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.losses.map(\.kind) == [.returnedColumn])
    #expect(error?.losses.map(\.count) == [1])
    let words = "\(try #require(error))"
    #expect(words.contains(#".reusingColumn("person", "name")"#))
    #expect(words.contains(#".droppingColumn("person", "name")"#))
    #expect(words.contains(#"renamedFrom: "name""#))
    try await fixture.db.migrate(to: schema, allowing: [.reusingColumn("person", "name")])
    #expect(try await fixture.texts("SELECT name FROM person") == ["Ada"])
    // The column is part of the schema again.
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, name TEXT, x TEXT)"))
    #expect(try await fixture.texts("SELECT name FROM person") == ["Ada"])
  }

  @Test("A column that returns starts anew if the old one may be dropped")
  func returnedAnew() async throws {
    let fixture = try await Self.left()
    let schema = Schema(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, name TEXT DEFAULT 'new')")
    let allowed: [PermittedLoss] = [.droppingColumn("person", "name")]
    try await fixture.db.migrate(to: schema, allowing: allowed)
    try await fixture.db.verify(schema)
    #expect(try await fixture.texts("SELECT name FROM person") == ["new"])
    try await fixture.db.run("UPDATE person SET name = 'kept'")
    #expect(try await fixture.db.migrate(to: schema, allowing: allowed).isEmpty)
    #expect(try await fixture.texts("SELECT name FROM person") == ["kept"])
  }

  @Test("A column that returns is new if the old one is renamed in the same migration")
  func returnedByAnotherName() async throws {
    let fixture = try await Self.left()
    try await fixture.db.migrate(
      to: Self.schema(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, name TEXT, oldName TEXT)",
        renamed: [("person", "oldName", ["name"])]))
    #expect(try await fixture.texts("SELECT oldName FROM person") == ["Ada"])
    #expect(try await fixture.texts("SELECT name FROM person") == ["NULL"])
  }

  @Test("A column that returns needs no permission if it is empty or has a rule")
  func returnedWithoutValues() async throws {
    let schema = Schema("CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, name TEXT)")
    let fixture = try await Self.left("NULL")
    try await fixture.db.migrate(to: schema)
    let other = try await Self.left()
    try await other.db.migrate(
      to: schema, converting: [.column("person", "name", sql: "upper(name)")])
    #expect(try await other.texts("SELECT name FROM person") == ["ADA"])
  }

  @Test("A declared column that another program has added is used without a permission")
  func addedByOthers() async throws {
    let fixture = try await Self.noted(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, early TEXT);", Self.empty)
    try await fixture.db.run("ALTER TABLE person ADD late TEXT")
    try await fixture.db.run("INSERT INTO person VALUES (1, 'a', 'b')")
    // A recorded column of another program is not one that has left the schema.
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER)"))
    try await fixture.db.migrate(
      to: Schema(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, early TEXT, late TEXT)"))
    #expect(try await fixture.texts("SELECT early || late FROM person") == ["ab"])
  }

  @Test("A table that left the schema and returns needs a permission to use its old rows")
  func returnedTable() async throws {
    func left() async throws -> Fixture {
      let fixture = try await Self.noted(
        "\(Self.one); INSERT INTO person VALUES (1, 'Ada');", Self.one)
      try await fixture.db.migrate(to: Schema("CREATE TABLE other (id INTEGER PRIMARY KEY)"))
      return fixture
    }
    let schema = Schema("CREATE TABLE other (id INTEGER PRIMARY KEY)", Self.one)
    let fixture = try await left()
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.losses.map(\.kind) == [.returnedTable])
    #expect("\(try #require(error))".contains(#".reusingTable("person")"#))
    try await fixture.db.migrate(to: schema, allowing: [.reusingTable("person")])
    #expect(try await fixture.texts("SELECT name FROM person") == ["Ada"])
    let other = try await left()
    try await other.db.migrate(to: schema, allowing: [.droppingTable("person")])
    try await other.db.verify(schema)
    #expect(try await other.texts("SELECT name FROM person") == [])
  }

  @Test("A migration that undoes an earlier one is refused, and the error says what to do")
  func takenBack() async throws {
    let fixture = try await Self.noted("\(Self.one);", Self.one)
    try await fixture.db.run("INSERT INTO person VALUES (1, 'Ada')")
    try await fixture.db.migrate(to: Schema(Self.empty))
    let error = await #expect(throws: NewerSchemaError.self) {
      try await fixture.db.migrate(to: Schema(Self.one))
    }
    let words = "\(try #require(error))"
    #expect(words.contains("SchemaHistory"))
    #expect(words.contains(".returningFromNewerSchema"))
    try await fixture.db.migrate(to: Schema(Self.one), allowing: [.returningFromNewerSchema])
    #expect(try await fixture.texts("SELECT name FROM person") == ["Ada"])
  }
}
