import Foundation
import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

struct CreateSQLTests {
  @Test("The SQL of a table contains the columns, keys, indexes and constraints of its struct")
  func wholeTable() async throws {
    #expect(
      Book.createSQL == """
        CREATE TABLE "book" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, \
        "isbn" TEXT NOT NULL UNIQUE COLLATE NOCASE, \
        "title" TEXT NOT NULL DEFAULT 'it''s' CHECK (length(title) > 0), \
        "pages" INTEGER NOT NULL DEFAULT -1, "price" REAL, \
        "added" REAL NOT NULL DEFAULT (unixepoch()), \
        "double" INTEGER NOT NULL GENERATED ALWAYS AS (pages * 2) STORED, \
        "half" INTEGER GENERATED ALWAYS AS (pages / 2) VIRTUAL, \
        "writer" INTEGER NOT NULL, "sequel" INTEGER, \
        FOREIGN KEY ("writer") REFERENCES "writer" ("id") ON DELETE CASCADE ON UPDATE RESTRICT, \
        FOREIGN KEY ("sequel") REFERENCES "book" ("id") ON DELETE SET NULL, \
        CHECK ("price" > 0)) STRICT;
        CREATE INDEX "book_writer_index" ON "book" ("writer");
        CREATE UNIQUE INDEX "one title" ON "book" ("writer", "title") WHERE pages > 0;
        """)
    try await expectCreated(Writer.self, Book.self)
  }

  @Test("Primary keys are rendered for each kind of table, and none for a table without a key")
  func keys() async throws {
    #expect(
      Writer.createSQL
        == #"CREATE TABLE "writer" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT;"#)
    #expect(
      Tag.createSQL == #"CREATE TABLE "tag" ("id" TEXT PRIMARY KEY NOT NULL, "color" BLOB);"#)
    #expect(
      Shelf.createSQL
        == #"CREATE TABLE "shelf" ("room" INTEGER NOT NULL, "number" INTEGER NOT NULL, "#
        + #"PRIMARY KEY ("room", "number")) STRICT, WITHOUT ROWID;"#)
    #expect(
      Room.createSQL
        == #"CREATE TABLE "room" ("id" INTEGER PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;"#)
    #expect(
      Listen.createSQL
        == #"CREATE TABLE "listen" ("song" INTEGER NOT NULL, "day" INTEGER NOT NULL) STRICT;"#)
    try await expectCreated(Writer.self, Tag.self, Shelf.self, Room.self, Listen.self)
  }

  @Test("A primary key in a table constraint is not repeated, and its columns are nullable")
  func writtenKeys() async throws {
    #expect(
      Code.createSQL
        == #"CREATE TABLE "code" ("code" TEXT, "label" TEXT NOT NULL, PRIMARY KEY ("code"));"#)
    #expect(
      Pair.createSQL
        == #"CREATE TABLE "pair" ("a" INTEGER, "b" TEXT, "#
        + #"CONSTRAINT "p" PRIMARY KEY (a, b DESC) ON CONFLICT REPLACE);"#)
    #expect(
      Replaced.createSQL
        == #"CREATE TABLE "replaced" ("id" INTEGER, "name" TEXT NOT NULL, "#
        + #"/* key */ PRIMARY KEY (id) ON CONFLICT REPLACE) STRICT;"#)
    try await expectCreated(Code.self, Pair.self, Replaced.self)
    let db = try Database.inMemory()
    try await db.create(Code.self, Pair.self, Replaced.self)
    try await db.insert(Code(code: "a", label: "A"))
    try await db.update(Code(code: "a", label: "B"))
    #expect(try await db.find(Code.self, "a")?.label == "B")
    try await db.insert(Pair(a: 1, b: "x"))
    try await db.insert(Pair(a: 1, b: "x"))
    #expect(try await db.count(Pair.self) == 1)
    let first = try await db.insert(Replaced(name: "one"))
    try await db.insert(Replaced(id: first.id, name: "two"))
    #expect(try await db.fetch(Replaced.self).map(\.name) == ["two"])
  }

  @Test("Names are quoted in CREATE statements")
  func names() async throws {
    try await expectCreated(Strange.self)
    let statements: [String] = [
      #"CREATE TABLE "say ""hi""" ("group" INTEGER PRIMARY KEY, "a ""b""" INTEGER, "#
        + #"FOREIGN KEY ("a ""b""") REFERENCES "say ""hi""" ("group")) STRICT"#,
      #"CREATE INDEX "say ""hi""_a ""b""_index" ON "say ""hi""" ("a ""b""")"#,
    ]
    #expect(Strange.schema.createStatements() == statements)
  }

  @Test("CREATE and DROP statements can have IF NOT EXISTS and IF EXISTS")
  func existence() {
    let statements = Strange.schema.createStatements(ifNotExists: true)
    let beginnings = statements.map { String($0.prefix(27)) }
    #expect(beginnings == ["CREATE TABLE IF NOT EXISTS ", "CREATE INDEX IF NOT EXISTS "])
    #expect(Book.schema.dropSQL() == #"DROP TABLE "book""#)
    #expect(Strange.schema.dropSQL(ifExists: true) == #"DROP TABLE IF EXISTS "say ""hi""""#)
  }

  @Test(
    "A default that is a literal is recognized as one",
    arguments: [
      "1", "-1.5e3", "+2", "-9e999", "'a''b'", "''", "x'00ff'", "null", "TRUE", "CURRENT_TIMESTAMP",
    ])
  func literalDefaults(sql: String) {
    #expect(sql.isLiteral)
  }

  @Test(
    "A default that is not a literal is recognized as an expression",
    arguments: [
      "'a' || 'b'", "'a''", "'", "1 + 1", "-x", "x", "inf", "nan", "unixepoch()", "",
    ])
  func expressionDefaults(sql: String) {
    #expect(!sql.isLiteral)
  }

  @Test(
    "A default value of each storage class is stored unchanged",
    arguments: [
      .integer(.min), .integer(0), .real(-0.5), .real(.infinity), .text("it's\n\0"), .text(""),
      .blob([]), .blob([0, 255]), .null,
    ] as [SQLValue])
  func storedDefaults(value: SQLValue) async throws {
    var schema = TableSchema("t")
    var column = ColumnSchema("x", type: .any, isNullable: true)
    column.defaultSQL = value.literal
    schema.columns = [column]
    let create = schema.createSQL()
    let isSame = try await Database.inMemory().transaction { connection in
      try connection.execute(script: "\(raw: create); INSERT INTO t DEFAULT VALUES")
      let select = try connection.statement("SELECT x IS $1 AND typeof(x) = typeof($1) FROM t")
      try select.bind([value])
      return try select.scalar(Bool.self)
    }
    #expect(isSame == true)
  }

  /// Expects SQLite to accept the tables and to have their columns as the schema says.
  private func expectCreated(_ tables: any DatabaseTable.Type...) async throws {
    let schemas = tables.map { $0.schema }
    try await Database.inMemory().transaction { connection in
      for schema in schemas { try expectCreated(schema, on: connection) }
    }
  }

  private func expectCreated(_ schema: TableSchema, on connection: isolated Connection) throws {
    for sql in schema.createStatements() { try connection.execute(script: "\(raw: sql)") }
    for column in schema.columns {
      let select = try connection.statement(
        """
        SELECT type = ?3 AND ("notnull" <> ?4 OR pk) AND pk = ?5 AND hidden = ?6
        FROM pragma_table_xinfo(?1) WHERE name = ?2
        """)
      let isKey = schema.primaryKey.firstIndex(of: column.name).map { $0 + 1 } ?? 0
      let hidden = column.generated.map { $0.isStored ? 3 : 2 } ?? 0
      try select.bind([
        .text(schema.name), .text(column.name), .text(column.type.description),
        .integer(column.isNullable ? 1 : 0), .integer(Int64(isKey)), .integer(Int64(hidden)),
      ])
      #expect(try select.scalar(Bool.self) == true, "\(schema.name).\(column.name)")
    }
    let indexes = try connection.statement(
      "SELECT count(*) FROM pragma_index_list($1) WHERE origin = 'c'")
    try indexes.bind([.text(schema.name)])
    #expect(try indexes.scalar(Int.self) == schema.indexes.count)
    let keys = try connection.statement("SELECT count(*) FROM pragma_foreign_key_list($1)")
    try keys.bind([.text(schema.name)])
    #expect(try keys.scalar(Int.self) == schema.foreignKeys.count)
  }
}

@Table
private struct Writer {
  let id: Int
  var name: String
}

@Table(constraints: #"CHECK ("price" > 0)"#)
private struct Book {
  @Column(autoincrement: true) let id: Int
  @Column(unique: true, collate: .noCase) var isbn: String
  @Column(check: "length(title) > 0") var title: String = "it's"
  var pages = -1
  var price: Double?
  @Column(default: .sql("unixepoch()")) var added: Date
  @Column(generated: .stored("pages * 2")) var double: Int
  @Column(generated: .virtual("pages / 2")) var half: Int?
  @Column(index: true, references: Writer.self, onDelete: .cascade, onUpdate: .restrict)
  var writer: Int
  @Column(references: \Book.id, onDelete: .setNull) var sequel: Int?
  #Index<Book>(\.writer, \.title, unique: true, where: "pages > 0", name: "one title")
}

@Table(strict: false, constraints: "PRIMARY KEY (\"code\")")
private struct Code {
  @Column(primaryKey: true) let code: String
  var label: String
}

@Table(
  strict: false, constraints: "CONSTRAINT \"p\" PRIMARY KEY (a, b DESC) ON CONFLICT REPLACE")
private struct Pair {
  @Column(primaryKey: true) let a: Int
  @Column(primaryKey: true) let b: String
}

@Table(constraints: "/* key */ PRIMARY KEY (id) ON CONFLICT REPLACE")
private struct Replaced {
  var id: Int?
  var name: String
}

@Table(strict: false)
private struct Tag {
  let id: String
  var color: Data?
}

@Table(withoutRowID: true)
private struct Shelf {
  @Column(primaryKey: true) var room: Int
  @Column(primaryKey: true) var number: Int
}

@Table(withoutRowID: true)
private struct Room {
  @Column(primaryKey: true) var id: Int
}

@Table(#"say "hi""#)
private struct Strange {
  @Column("group", primaryKey: true) var key: Int?
  @Column(#"a "b""#, index: true, references: Strange.self) var order: Int?
}
