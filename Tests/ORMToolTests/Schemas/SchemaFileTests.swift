import Foundation
import ORMSchema
import ORMToolKit
import Testing

@Suite("Schemas from SQL and from packages")
struct SchemaFileTests {
  /// A program that answers as `orm-read` would.
  ///
  /// A shell writes it: as long as a program that another test starts has a file of this process
  /// open for writing, the system refuses to run that file.
  private func reader(_ fixture: borrowing Fixture, _ script: String) throws -> SourceReader {
    let path = fixture.folder + "/reader"
    let written = try ChildProgram("/bin/sh").run(
      ["-c", "cat > \"$0\" && chmod 755 \"$0\"", path], input: Array("#!/bin/sh\n\(script)".utf8))
    #expect(written.code == 0)
    return SourceReader(ChildProgram(path))
  }

  @Test("A schema is read from an SQL script, whatever else the script does")
  func sql() async throws {
    let fixture = try await Fixture()
    let schema = try await SchemaFile.read(fixture.path).schema
    let dump =
      "-- \u{1b}[31m\nPRAGMA foreign_keys=OFF;\nBEGIN;\n\(try SchemaFormat.sql.text(of: schema))"
    for (number, start) in ["", "-- a comment\n", "\u{feff}", "/* */"].enumerated() {
      let path = try fixture.file("\(number).sqlite", start + dump + "COMMIT;")
      #expect(try await SchemaFile.read(path).schema == schema)
    }
    let rows = try fixture.file(
      "rows.sql",
      "CREATE TABLE t (a TEXT DEFAULT \"x\"); INSERT INTO t VALUES (1); ALTER TABLE t RENAME TO u;")
    #expect(try await SchemaFile.read(rows).schema.tables.map(\.name) == ["u"])
    let wrong = try fixture.file("wrong.sql", "CREATE TABLE t (a; CREATE TABLE u (b);")
    let error = await #expect(throws: ToolError.self) { try await SchemaFile.read(wrong) }
    #expect(error?.kind == .data)
  }

  @Test("A package's schema is read, and objects that it leaves open are not compared")
  func packages() async throws {
    let fixture = try await Fixture()
    let schema = try await SchemaFile.read(fixture.path).schema
    let known = Schema(tables: schema.tables.filter { $0.name != "album" }, views: schema.views)
    let answer = SchemaOfSources(
      target: "Music", schema: known, unknown: ["Album"], hasUnnamedTriggers: true,
      problems: ["Album.swift:1:2: Album.x: \u{1b} is not known"])
    _ = try fixture.file("answer", String(decoding: JSONEncoder().encode(answer), as: UTF8.self))
    let reader = try reader(
      fixture,
      "[ \"$1 $3 $4\" = \"package --target Music\" ] && exec cat \"$(dirname \"$0\")/answer\"; exit 1"
    )
    let package = try await SchemaFile.read(fixture.folder, SourcePart(target: "Music"), by: reader)
    #expect(package.schema == known)
    let database = try await SchemaFile.read(fixture.path)
    #expect(SchemaDifference(from: database, to: package).isEmpty)
    #expect(SchemaDifference(from: package, to: database).isEmpty)
    let other = SchemaFile(schema: Schema())
    #expect(SchemaDifference(from: database, to: other).changes.count == 5)
    let written = Written()
    try package.warn(written.output())
    #expect(written.text == "warning: Album.swift:1:2: Album.x: \\u{1b} is not known\n")
  }

  @Test("A failing reader is reported with its message, exit code or signal")
  func refusals() async throws {
    let fixture = try await Fixture()
    for (script, kind, words) in [
      ("echo '{\"error\": \"no\", \"isWrongUse\": true}'; exit 1", ToolError.Kind.use, "no"),
      ("echo '{\"error\": \"no\", \"isWrongUse\": false}'; exit 1", .data, "no"),
      ("exit 127", .data, "installed again"), ("echo '{'", .data, "a different version"),
      ("kill -9 $$", .data, "signal 9"),
    ] {
      let reader = try reader(fixture, script)
      let error = await #expect(throws: ToolError.self) {
        try await SchemaFile.read(fixture.folder, by: reader)
      }
      #expect(error?.kind == kind && error.map { "\($0)".contains(words) } == true, "\(script)")
    }
    let missing = await #expect(throws: ToolError.self) {
      try await SchemaFile.read(
        fixture.folder, by: SourceReader(ChildProgram(fixture.folder + "/none")))
    }
    #expect(missing.map { "\($0)".contains("can't be started") } == true)
  }

  @Test("More data than a pipe's buffer passes to and from the reader")
  func large() async throws {
    let fixture = try await Fixture()
    let columns = (0..<20_000).map { Schema.Column("a column of a long name \($0)", type: "TEXT") }
    let schema = Schema(tables: [Schema.Table("t", columns: columns)])
    let reader = try reader(fixture, "exec cat")
    #expect(try reader.xml(of: schema) == schema.json())
    #expect(try reader.xml(of: schema).utf8.count > 1 << 20)
    // A reader that ignores its input.
    Terminal.ignoreClosedPipes()
    #expect(try self.reader(fixture, "echo done").xml(of: schema) == "done\n")
  }

  @Test("A pipe is refused, and not waited for", .timeLimit(.minutes(1)))
  func pipe() async throws {
    let fixture = try await Fixture(nil)
    let path = fixture.folder + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let error = await #expect(throws: ToolError.self) { try await SchemaFile.read(path) }
    #expect(error?.description.hasSuffix("is not a regular file") == true)
  }

  @Test("A check compares a database with a schema file, and names the orm plan command")
  func against() async throws {
    let fixture = try await Fixture()
    let file = try DatabaseFile(fixture.path)
    var report = try await CheckReport.read(file)
    let before = report.findings.count
    try await report.compare(file, with: SchemaFile.read(fixture.path), named: ".")
    #expect(report.findings.count == before)
    let wanted = try fixture.file(
      "wanted.sql",
      Fixture.music.split(separator: "INSERT INTO")[0] + "CREATE TABLE new (a INTEGER);")
    try await report.compare(file, with: SchemaFile.read(wanted), named: "wanted.sql")
    let found = report.findings.dropFirst(before)
    #expect(found.map(\.object) == ["new"] && found.map(\.name) == ["differs"])
    #expect(found.first?.cure == "orm plan \(fixture.path) wanted.sql")
    #expect(found.first?.words == "the table is added")
    try await report.compare(
      file, with: SchemaFile.read(wanted), named: "Bob's schema.sql", SourcePart(schema: "V2"))
    #expect(
      report.findings.last?.cure
        == #"orm plan \#(fixture.path) 'Bob'\''s schema.sql' --schema V2"#)
  }

  @Test("A check reports stored values that the declared columns can't read, and suggests a type")
  func unreadableValues() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE visit (id TEXT PRIMARY KEY NOT NULL, at DATETIME NOT NULL, price NUMERIC, note ANY);
      INSERT INTO visit VALUES
        ('e621e1f8-c36c-495a-93fc-0c247a3e6e5f', '2024-02-29 12:30:15', 1.5, 'a'),
        ('e621e1f8-c36c-495a-93fc-0c247a3e6e50', 1709209815.5, '1.5', NULL);
      """)
    let wanted = try fixture.file(
      "wanted.sql",
      """
      CREATE TABLE visit (id BLOB PRIMARY KEY NOT NULL, at REAL NOT NULL, price TEXT, note BLOB) STRICT;
      """)
    let file = try DatabaseFile(fixture.path)
    var report = try await CheckReport.read(file)
    try await report.compare(file, with: SchemaFile.read(wanted), named: "wanted.sql")
    let found = report.findings.filter { $0.name == "unreadable-value" }
    #expect(
      found.map(\.words) == [
        "2 values of id are not BLOB, as the declarations require; declare the column "
          + "@Column(as: LowercaseUUIDText.self)",
        "1 value of at is not REAL, as the declarations require; declare the column "
          + "@Column(as: DateTimeText.self)",
        "1 value of note is not BLOB, as the declarations require",
      ])
    #expect(
      found.first?.cure
        == #"SELECT "id" FROM "visit" WHERE typeof("id") NOT IN ('blob', 'null');"#)
  }
}

@Suite("Diagrams as text")
struct DiagramSourceTests {
  private static let schema = Schema(
    tables: [
      Schema.Table(
        "artist", columns: [Schema.Column("id", type: "INTEGER")],
        keys: [Schema.Key(.primary, [Schema.IndexedColumn("id")], isOnColumn: true)]),
      Schema.Table(
        "a \"b\" <&>",
        columns: [
          Schema.Column("artist id", type: "VARCHAR(20)", notNull: Schema.NotNull()),
          Schema.Column("1\u{1b}"),
        ],
        references: [Schema.Reference(["artist id"], to: "artist")]),
    ])

  @Test("A Mermaid diagram has valid identifiers")
  func mermaid() {
    #expect(
      DiagramSource(Self.schema).mermaid == #"""
        erDiagram
          t0["a 'b' <&>"] {
            VARCHAR_20_ artist_id FK
            ANY _1_ "NULL"
          }
          t1["artist"] {
            INTEGER id PK
          }
          t1 ||--o{ t0 : "artist id"

        """#)
    #expect(DiagramSource(Schema()).mermaid == "erDiagram\n")
  }

  @Test("A Graphviz diagram escapes names in HTML labels")
  func dot() {
    let dot = DiagramSource(Self.schema).dot
    #expect(dot.hasPrefix("digraph schema {\n") && dot.hasSuffix("}\n"))
    #expect(dot.contains("<b>a &quot;b&quot; &lt;&amp;&gt;</b>"))
    #expect(dot.contains(#"port="c1">1\u{1b}</td><td align="left">?</td>"#))
    #expect(
      dot.contains("  t0:c0 -> t1:c0 [dir=both, arrowtail=crowodot, arrowhead=teetee];\n"))
    #expect(!DiagramSource(Self.schema, columns: .keys).dot.contains("c1"))
  }

  @Test("A broken view is reported, and not compared with a package that lacks it")
  func brokenViews() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE gone (x TEXT);
      CREATE VIEW v AS SELECT x FROM gone; CREATE VIEW w AS SELECT id FROM t;
      CREATE TRIGGER v_in INSTEAD OF INSERT ON v BEGIN SELECT 1; END; DROP TABLE gone;
      """)
    let database = try await SchemaFile.read(fixture.path)
    var schema = database.schema
    (schema.views, schema.triggers) = ([], [])
    // A schema from SQL could declare the view.
    let sql = SchemaDifference(from: database, to: SchemaFile(schema: schema))
    #expect(sql.changes.count == 3)
    schema.declared.areInSources = true
    let difference = SchemaDifference(from: database, to: SchemaFile(schema: schema))
    #expect(difference.changes.map(\.object) == ["w"])
    let written = Written()
    try difference.warn(written.output())
    #expect(
      written.text == "not compared: the view v can't be read: no such table: main.gone\n")
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(report.isSerious)
    #expect(report.findings.map(\.name).contains("broken-view"))
    #expect(report.findings.first { $0.name == "broken-view" }?.cure == #"DROP VIEW "v";"#)
  }
}
