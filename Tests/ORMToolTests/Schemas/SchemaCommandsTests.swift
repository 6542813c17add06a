import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("Schemas in commands")
struct SchemaCommandsTests {
  @Test("A schema is read from a database or JSON, whatever the file is called")
  func sources() async throws {
    let fixture = try await Fixture()
    let schema = try await SchemaFile.read(fixture.path).schema
    #expect(schema.tables.map(\.name) == ["album", "artist", "pair"])
    let json = try fixture.file("schema.sqlite", "\n  " + SchemaFormat.json.text(of: schema))
    #expect(try await SchemaFile.read(json).schema == schema)
  }

  @Test(
    "A file that is neither a database nor a schema is refused",
    arguments: ["{", "{}x", "hello", "[]"])
  func neither(text: String) async throws {
    let fixture = try await Fixture()
    let path = try fixture.file("x.json", text)
    let error = await #expect(throws: (any Error).self) { try await SchemaFile.read(path) }
    #expect(error.flatMap { Ending($0) }?.code == 3)
    let missing = await #expect(throws: ToolError.self) {
      try await SchemaFile.read(fixture.folder + "/none")
    }
    #expect(missing?.kind == .use)
  }

  @Test("A difference has a line for each change")
  func difference() async throws {
    let first = try await Fixture()
    let second = try await Fixture(
      Fixture.music + """
        ALTER TABLE album ADD COLUMN plays INTEGER; DROP TABLE pair;
        CREATE TABLE "new\u{1b}[31m" (id INTEGER PRIMARY KEY);
        DROP INDEX album_by_artist; CREATE INDEX album_by_artist ON album (artistID, year);
        """)
    let schemas = (
      try await SchemaFile.read(first.path).schema, try await SchemaFile.read(second.path).schema
    )
    let difference = SchemaDifference(from: schemas.0, to: schemas.1)
    let lines = difference.text(.plain).split(separator: "\n").map(String.init).sorted()
    #expect(
      lines == [
        "+ album: column plays", #"+ table new\u{1b}[31m"#, "- table pair",
        #"~ index album_by_artist: CREATE INDEX "album_by_artist" ON "album" ("artistID")"#
          + #" → CREATE INDEX "album_by_artist" ON "album" ("artistID", "year")"#,
      ])
    #expect(difference.json.compact.contains(#""action": "added", "kind": "column""#))
    #expect(SchemaDifference(from: schemas.0, to: schemas.0, notes: true).isEmpty)
    #expect(SchemaDifference(from: schemas.0, to: schemas.0).json.lines == "[]\n")
  }

  @Test("The SQL of a schema creates the same schema")
  func sql() async throws {
    let fixture = try await Fixture()
    let schema = try await SchemaFile.read(fixture.path).schema
    let again = try await Fixture(SchemaFormat.sql.text(of: schema))
    let copy = try await SchemaFile.read(again.path).schema
    #expect(SchemaDifference(from: schema, to: copy, notes: true).isEmpty)
  }

  @Test(
    "Each format escapes control characters for a terminal",
    arguments: SchemaFormat.allCases.filter { $0 != .xml })
  func terminal(format: SchemaFormat) async throws {
    let marks = "\u{7f}\u{9b}31m\u{202e}\u{200b}\u{200d}\u{feff}\u{e0041}\u{1b}]0;x\u{7}"
    let fixture = try await Fixture(
      """
      CREATE TABLE "a\(marks)" (id INTEGER PRIMARY KEY, "b\(marks)" TEXT DEFAULT '\(marks)');
      CREATE VIEW "v\(marks)" AS SELECT '\(marks)' AS x;
      CREATE TRIGGER "t\(marks)" AFTER INSERT ON "a\(marks)" BEGIN
      \tSELECT '\(marks)';
      END;
      """)
    let schema = try await SchemaFile.read(fixture.path).schema
    let text = try format.text(of: schema, isTerminal: true)
    #expect(
      text.unicodeScalars.allSatisfy { !$0.isInvisible || $0 == "\n" || $0 == "\t" }, "\(text)")
    #expect(text.hasSuffix("\n"))
    // The output for programs is not escaped, and JSON is the same for both.
    let piped = try format.text(of: schema)
    if format == .json {
      #expect(piped == text)
      #expect(try Schema(json: piped) == schema)
    } else if format == .sql {
      #expect(piped == schema.description + "\n" && text.contains("--json writes them unchanged"))
    }
  }

  @Test("A schema can be written as structs and as a diagram")
  func structs() async throws {
    let fixture = try await Fixture()
    let schema = try await SchemaFile.read(fixture.path).schema
    #expect(try SchemaFormat.swift.text(of: schema).contains("@Table"))
    #expect(try SchemaFormat.svg.text(of: schema).hasPrefix("<svg"))
    #expect(try SchemaFormat.sql.text(of: Schema()).isEmpty)
  }
}
