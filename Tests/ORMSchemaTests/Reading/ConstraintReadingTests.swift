import ORMSchema
import Testing

@Suite("Reading of constraints")
struct ConstraintReadingTests {
  @Test("Keys are in the order in which SQLite numbers their indexes")
  func keys() throws {
    let table = try Schema.Table(
      of: """
        CREATE TABLE t (a INT UNIQUE ON CONFLICT ignore CONSTRAINT p PRIMARY KEY DESC, b, c,
          CONSTRAINT "u 1" UNIQUE ('b' COLLATE [nocase] desc, (c)) ON CONFLICT ROLLBACK, UNIQUE (c))
        """)
    #expect(
      table.keys == [
        Schema.Key(.unique, [Schema.IndexedColumn("a")], conflict: .ignore, isOnColumn: true),
        Schema.Key(
          .primary, [Schema.IndexedColumn("a", isDescending: true)], name: "p", isOnColumn: true),
        Schema.Key(
          .unique,
          [
            Schema.IndexedColumn("b", collation: "nocase", isDescending: true),
            Schema.IndexedColumn("c"),
          ], name: "u 1", conflict: .rollback),
        Schema.Key(.unique, [Schema.IndexedColumn("c")]),
      ])
  }

  @Test(
    "The rowid column is the one that SQLite chooses",
    arguments: [
      ("id INTEGER PRIMARY KEY", true), ("id integer PRIMARY KEY NOT NULL", true),
      ("id \"INTEGER\" PRIMARY KEY", true),
      ("id INTEGER, PRIMARY KEY (id)", true), ("id INTEGER, PRIMARY KEY (id DESC)", true),
      ("id INTEGER, PRIMARY KEY (id AUTOINCREMENT)", true),
      ("id INTEGER PRIMARY KEY ASC AUTOINCREMENT", true),
      ("id INTEGER PRIMARY KEY DESC", false), ("id INT PRIMARY KEY", false),
      ("id INTEGER(8) PRIMARY KEY", false),
      ("id BIGINT PRIMARY KEY", false), ("id INTEGER UNIQUE", false),
      ("id INTEGER, x, PRIMARY KEY (id, x)", false),
    ])
  func rowID(definitions: String, isRowID: Bool) throws {
    let table = try Schema.Table(of: "CREATE TABLE t (\(definitions))")
    #expect((table.rowIDColumn?.name == "id") == isRowID)
    let engine = try Engine()
    try engine.execute(table.sql)
    try engine.execute("INSERT INTO t (rowid) VALUES (7)")
    #expect((try engine.rows("SELECT id FROM t")[0][0] == "7") == isRowID)
  }

  @Test("AUTOINCREMENT is read wherever it is written")
  func autoincrement() throws {
    let column = try Schema.Table(
      of: "CREATE TABLE t (id INTEGER PRIMARY KEY ON CONFLICT FAIL AUTOINCREMENT)")
    #expect(column.primaryKey?.isAutoincrement == true && column.primaryKey?.conflict == .fail)
    let table = try Schema.Table(
      of: "CREATE TABLE t (id INTEGER, PRIMARY KEY (id DESC AUTOINCREMENT))")
    #expect(table.primaryKey?.isAutoincrement == true)
    #expect(table.primaryKey?.columns == [Schema.IndexedColumn("id", isDescending: true)])
  }

  @Test(
    "A check ends at its closing parenthesis, despite others in strings and comments",
    arguments: [
      "value <> ')' AND flag = 1", "\"a)\" > 0", "a IN (1, (2)) -- )", "[a)] /* ) */ = ')'",
      "x'' IS NOT `)`",
      "a > 0 -- trailing",
    ])
  func checks(expression: String) throws {
    let table = try Schema.Table(
      of:
        "CREATE TABLE t (a CHECK (\(expression)\n), \"a)\", value, flag, [)], CONSTRAINT c CHECK( \(expression) \n) ON CONFLICT FAIL)"
    )
    #expect(
      table.checks == [
        Schema.Check(expression, column: "a"), Schema.Check(expression, name: "c"),
      ])
  }

  @Test(
    "A check's name is the one in SQLite's error",
    arguments: [
      ("a INT CONSTRAINT x NOT NULL CHECK (a > 0)", "x"),
      ("a INT CHECK (a > 0) CONSTRAINT x NOT NULL", nil),
      ("a INT CONSTRAINT x NOT NULL, CHECK (a > 0)", "x"),
      ("a INT CONSTRAINT x NOT NULL, UNIQUE (a), CHECK (a > 0)", nil),
      ("a INT, CONSTRAINT x UNIQUE (a) CHECK (a > 0)", "x"),
      ("a INT, CONSTRAINT x UNIQUE (a), CHECK (a > 0)", nil),
      ("a INT CONSTRAINT x CONSTRAINT y CHECK (a > 0)", "y"),
      ("a INT CONSTRAINT x, b CHECK (a > 0)", nil),
      ("b CONSTRAINT x UNIQUE, a INT CONSTRAINT \"y z\" DEFAULT 5 CHECK (a > 0) NOT NULL", "y z"),
      ("a INT, CONSTRAINT x CONSTRAINT y CHECK (a > 0)", "y"),
      ("a INT CHECK (a > 0), b CONSTRAINT x NOT NULL", nil),
    ])
  func checkNames(definitions: String, name: String?) throws {
    let table = try Schema.Table(of: "CREATE TABLE t (\(definitions))")
    #expect(table.checks.map(\.name) == [name])
    for sql in ["CREATE TABLE t (\(definitions))", table.sql] {
      let engine = try Engine()
      try engine.execute(sql)
      let error = #expect(throws: EngineError.self) {
        try engine.execute(
          "INSERT INTO t (a\(definitions.contains("b") ? ", b" : "")) VALUES (-1\(definitions.contains("b") ? ", 1" : ""))"
        )
      }
      #expect(error?.message == "CHECK constraint failed: \(name ?? "a > 0")")
    }
  }

  @Test("A check without a name is printed without one, whatever comes before it")
  func unnamedCheck() throws {
    var table = Schema.Table(
      "t", columns: [Schema.Column("a", notNull: Schema.NotNull(name: "n"))],
      checks: [Schema.Check("a > 0")])
    let engine = try Engine()
    try engine.execute(table.sql)
    let error = #expect(throws: EngineError.self) {
      try engine.execute("INSERT INTO t VALUES (-1)")
    }
    #expect(error?.message == "CHECK constraint failed: a > 0")
    table.keys = [Schema.Key(.unique, [Schema.IndexedColumn("a")])]
    #expect(try Schema(of: table.sql).tables == [table])
  }

  @Test("A foreign key is read with all its options")
  func references() throws {
    let table = try Schema.Table(
      of: """
        CREATE TABLE c (a CONSTRAINT f REFERENCES "p x" ON DELETE SET NULL ON UPDATE CASCADE MATCH full
          NOT DEFERRABLE INITIALLY IMMEDIATE, b REFERENCES p (k) ON DELETE RESTRICT ON DELETE NO ACTION,
          d INT NOT NULL DEFERRABLE INITIALLY DEFERRED,
          CONSTRAINT g FOREIGN KEY (a, [b]) REFERENCES p ("x y", z) ON UPDATE SET DEFAULT DEFERRABLE)
        """)
    #expect(
      table.references == [
        Schema.Reference(
          ["a"], to: "p x", onDelete: .setNull, onUpdate: .cascade, match: "full", deferral: .never,
          name: "f", isOnColumn: true),
        // A deferral at a column without a reference belongs to the reference before it.
        Schema.Reference(["b"], to: "p", columns: ["k"], deferral: .deferred, isOnColumn: true),
        Schema.Reference(
          ["a", "b"], to: "p", columns: ["x y", "z"], onUpdate: .setDefault, deferral: .immediate,
          name: "g"),
      ])
  }

  @Test("A reference is deferred even if DEFERRABLE is written at the next column")
  func deferred() throws {
    let sql = "CREATE TABLE c (a REFERENCES p, b INT DEFERRABLE INITIALLY DEFERRED)"
    for sql in [sql, try Schema.Table(of: sql).sql] {
      let engine = try Engine()
      try engine.execute(
        "PRAGMA foreign_keys = 1; CREATE TABLE p (k INTEGER PRIMARY KEY); \(sql); BEGIN; INSERT INTO c VALUES (1, 1)"
      )
    }
  }

  @Test("Table options are read in upper and lower case")
  func options() throws {
    let table = try Schema.Table(of: "CREATE TABLE t (a TEXT PRIMARY KEY) without RowID, Strict")
    #expect(table.isStrict && table.isWithoutRowID)
    #expect(!(try Schema.Table(of: "CREATE TABLE t (strict)")).isStrict)
  }

  @Test("Table constraints need no commas between them")
  func noCommas() throws {
    let table = try Schema.Table(
      of:
        "CREATE TABLE t (a, b, UNIQUE (a) UNIQUE (b) CHECK (a > b) FOREIGN KEY (a) REFERENCES t (b))"
    )
    #expect(table.keys.count == 2 && table.checks.count == 1 && table.references.count == 1)
  }
}
