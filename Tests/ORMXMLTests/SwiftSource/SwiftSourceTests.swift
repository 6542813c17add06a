import Foundation
import ORM
import ORMXML
import Testing

@Suite("Structs generated from a schema")
struct SwiftSourceTests {
  private static let xml = """
    <database>
      <table name="artist" strict="1">
        <column name="id" type="INTEGER" primary="1"/>
        <column name="name" type="TEXT" not_null="1" unique="1"><constraint>COLLATE NOCASE</constraint></column>
      </table>
      <table name="objects" old_names="things &quot;old things&quot;">
        <column name="OBJECT_ID" type="int" primary="1"/>
        <column name="title" type="varchar(36)" default="it's a &quot;\\(x)&quot;" quote_default="1" not_null="1" old_names="label"/>
        <column name="home_url" type="text" default="'a' || 'b'"/>
        <column name="year" type="int" default="2000" not_null="1"/>
        <column name="weight" type="double" default="1.5" not_null="1"><constraint>CHECK (weight &gt; 0)</constraint></column>
        <column name="price" type="decimal(10,2)"/>
        <column name="edited" type="timestamp" default="CURRENT_TIMESTAMP"/>
        <column name="is hidden" type="boolean" not_null="1" default="0"/>
        <column name="cover" type="blob"/>
        <column name="anything" type=""/>
        <column name="class" type="text"/>
        <column name="artist" type="int"><constraint>REFERENCES artist ON DELETE SET NULL</constraint></column>
        <column name="words" type="int"><constraint>GENERATED ALWAYS AS (length(title)) STORED</constraint></column>
        <constraint>UNIQUE (title, year) ON CONFLICT REPLACE</constraint>
        <constraint>CONSTRAINT "c 1" CHECK (year &gt; 1900)</constraint>
      </table>
      <table name="table" strict="1" without_rowid="1">
        <column name="b" type="TEXT" not_null="1"/>
        <column name="a" type="INTEGER" not_null="1"/>
        <column name="any" type="ANY"/>
        <column name="objectRef" type="INTEGER" not_null="1"/>
        <constraint>PRIMARY KEY (a, b)</constraint>
        <constraint>FOREIGN KEY (objectRef) REFERENCES objects (OBJECT_ID) DEFERRABLE INITIALLY DEFERRED</constraint>
      </table>
      <table name="log"><column name="id" type="text"/><column name="at" type="real" not_null="1"/></table>
      <statement>CREATE INDEX "by year" ON objects (year, title) WHERE year > 1900</statement>
      <statement>CREATE UNIQUE INDEX i2 ON log (at)</statement>
      <statement>CREATE INDEX i3 ON log (at DESC)</statement>
      <statement>CREATE VIEW v AS
        SELECT 1</statement>
    </database>
    """

  /// The schema of the XML, with additional tables that are hard to generate.
  private static var schema: Schema {
    get throws {
      let (first, second) = (try Schema(xml: xml), HardTables.schema)
      return Schema(
        tables: first.tables + second.tables, indexes: first.indexes + second.indexes,
        views: first.views + second.views)
    }
  }

  /// The file, without its line for the formatter.
  private static var file: String {
    get throws {
      let url = URL(filePath: #filePath).deletingLastPathComponent()
      let text = try String(
        contentsOf: url.appending(path: "GeneratedTables.swift"), encoding: .utf8)
      return String(text.drop { $0 != "\n" }.dropFirst())
    }
  }

  @Test("The generated file equals a file that compiles")
  func compiles() throws {
    #expect(HardTables.schema.unreadable.isEmpty)
    #expect(try Self.schema.swiftSource() == Self.file)
  }

  @Test("The generated structs have the same schema, except for its views")
  func same() throws {
    let structs = Schema(of: [
      X.self, Album.self, Albums.self, AnyColumnRow.self, Artist.self, Blobs.self, Class.self,
      ColumnsRow.self, Dates.self, Desc.self, DraftRow.self, ErrorRow.self, IdentifiableRow.self,
      Ints.self, Log.self, Many.self, Many2.self, Names.self, Nn.self, Node.self, Node2.self,
      Objects.self, ResultRow.self, SQLValueRow.self, SQLValue2.self, TableRow.self, Texts.self,
    ])
    let changes = structs.changes(from: try Self.schema).filter { $0.action != .note }
    #expect(
      changes.map(\.description) == [
        "v: the view is only in the database, and stays",
        "w: the view is only in the database, and stays",
      ])
    #expect(structs.table("objects")?.formerNames == ["things", "old things"])
    #expect(structs.table("objects")?.column("title")?.formerNames == ["label"])
  }

  @Test("The generated structs read and write a database of the schema without a migration")
  func rows() async throws {
    let fixture = try await Fixture()
    try await fixture.db.migrate(to: try Schema(xml: Self.xml))
    try await fixture.run(
      """
      INSERT INTO artist (name) VALUES ('Sade');
      INSERT INTO objects (title, price, edited, cover, anything, artist)
        VALUES ('a', 1, '2024-02-29 12:00:00', x'00', 'text', 1), ('b', 1.5, '1970-01-01 00:00:00', NULL, 2, NULL);
      INSERT INTO "table" VALUES ('b', 1, 'any', 1), ('c', 2, 3, 2);
      """)
    try await fixture.db.verify(Schema(of: Artist.self, Objects.self, TableRow.self, Log.self))
    let objects = try await fixture.db.fetch(Objects.self)
    #expect(objects.map(\.title) == ["a", "b"])
    #expect(objects.map(\.price) == [1, 1.5])
    #expect(objects[0].edited == Date(timeIntervalSince1970: 1_709_208_000))
    #expect(objects[1].edited == Date(timeIntervalSince1970: 0))
    #expect(objects.map(\.anything) == [.text("text"), .integer(2)])
    #expect(objects.map(\.words) == [1, 1])
    let rows = try await fixture.db.fetch(TableRow.self)
    #expect(rows.map(\.anyValue) == [.text("any"), .integer(3)])
    var object = objects[0]
    object.anything = .blob([1, 2])
    object.edited = Date(timeIntervalSince1970: 60)
    try await fixture.db.update(object)
    #expect(
      try await fixture.texts(
        "SELECT edited || ' ' || hex(anything) || ' ' || typeof(price) FROM objects")
        == ["1970-01-01 00:01:00 0102 integer", "1970-01-01 00:00:00 32 real"])
  }
}

@Suite("Swift names for names of a database")
struct SwiftNameTests {
  private func source(table: String = "t", column: String) -> String {
    Schema(tables: [Schema.Table(table, columns: [Schema.Column(column, type: "TEXT")])])
      .swiftSource()
  }

  @Test(
    "A column's name becomes a Swift property name",
    arguments: [
      ("title", "var title"), ("artistID", "var artistID"), ("artist_id", "var artistID"),
      ("ARTIST_ID", "var artistID"), ("ArtistId", "var artistId"), ("home_url", "var homeURL"),
      ("URL", "var url"), ("URLString", "var urlString"), ("is hidden?", "var isHidden"),
      ("1st", "var n1st"), ("-", "var column"), ("_x", "var x"),
      ("größe", "var größe"), ("日本", "var 日本"), ("class", "var classValue"),
      ("primaryKey", "var primaryKeyValue"), ("id", "var idValue"),
    ])
  func columns(name: String, property: String) {
    #expect(source(column: name).contains("\(property): String?\n"))
  }

  @Test(
    "A table's name becomes a Swift type name",
    arguments: [
      ("artist", "Artist"), ("test_table", "TestTable"), ("ORDER DETAILS", "OrderDetails"),
      ("url_list", "URLList"), ("string", "StringRow"), ("2024", "T2024"), ("!", "RowRow"),
    ])
  func tables(name: String, type: String) {
    #expect(source(table: name, column: "a").contains("struct \(type): Sendable {"))
  }

  @Test("Each Swift name is used once, and texts become string literals")
  func once() {
    let schema = Schema(
      tables: [
        Schema.Table(
          "a b",
          columns: ["x_y", "x y", "xY", "a\"\\(b)\n"].map { Schema.Column($0, type: "REAL") }),
        Schema.Table("A_B", columns: [Schema.Column("a")]),
      ])
    let source = schema.swiftSource()
    for line in [
      "@Table(\"a b\", strict: false)", "struct AB: Sendable {", "struct ABRow: Sendable {",
      "  @Column(\"x_y\") var xY: Double?", "  @Column(\"x y\") var xYValue: Double?",
      "  @Column(\"xY\") var xY2: Double?", "  @Column(\"a\\\"\\\\(b)\\n\") var aB: Double?",
    ] {
      #expect(source.contains("\n\(line)\n"), "\(line) in \(source)")
    }
  }
}
