import ORM
import ORMXML
import Testing

@Suite("Writing a schema as XML")
struct RoundTripTests {
  /// Writes a schema, reads it again, and validates the XML with the XSD.
  private func roundTrip(_ schema: Schema) throws -> String {
    let xml = try schema.xml()
    #expect(try Schema(xml: xml) == schema, "\(xml)")
    if XMLLint.isInstalled { #expect(try XMLLint.validates([xml]) == [true], "\(xml)") }
    return xml
  }

  private func schema(_ statements: [String]) -> Schema {
    Schema(
      reading: statements.map { Schema.Entry(type: "", name: "", table: "", sql: $0) })
  }

  @Test("The XML looks as if it were written by hand")
  func looks() throws {
    let xml = try roundTrip(
      schema([
        """
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE DEFAULT 'it''s',
          born REAL DEFAULT (1 + 2), CHECK (born < 9)) STRICT
        """,
        "CREATE TABLE part (a TEXT, b varchar(20), PRIMARY KEY (a, b), FOREIGN KEY (a) REFERENCES artist)",
        "CREATE INDEX i ON artist (name)",
      ]))
    #expect(
      xml == """
        <?xml version="1.0" encoding="UTF-8"?>
        <database>
          <table name="artist" strict="1">
            <column name="id" type="INTEGER" primary="1"/>
            <column name="name" type="TEXT" unique="1" not_null="1" default="it's" quote_default="1"/>
            <column name="born" type="REAL" default="(1 + 2)"/>
            <constraint>CHECK (born &lt; 9)</constraint>
          </table>
          <table name="part">
            <column name="a" type="TEXT" primary="1"/>
            <column name="b" type="varchar(20)" keep_type="1" primary="1"/>
            <constraint>FOREIGN KEY ("a") REFERENCES "artist"</constraint>
          </table>
          <statement>CREATE INDEX "i" ON "artist" ("name")</statement>
        </database>

        """)
  }

  @Test(
    "Every kind of table is read back unchanged",
    arguments: [
      "CREATE TABLE t (a INT PRIMARY KEY)", "CREATE TABLE t (a)",
      "CREATE TABLE t (a INTEGER PRIMARY KEY DESC)",
      "CREATE TABLE t (a INTEGER CONSTRAINT k PRIMARY KEY ON CONFLICT IGNORE AUTOINCREMENT)",
      "CREATE TABLE t (a TEXT UNIQUE PRIMARY KEY)",
      "CREATE TABLE t (a TEXT PRIMARY KEY UNIQUE UNIQUE)",
      "CREATE TABLE t (a TEXT, b TEXT, UNIQUE (a), PRIMARY KEY (a, b), UNIQUE (b))",
      "CREATE TABLE t (a TEXT, b TEXT, PRIMARY KEY (b, a))",
      "CREATE TABLE t (a TEXT, b TEXT, PRIMARY KEY (a COLLATE NOCASE, b DESC) ON CONFLICT FAIL)",
      "CREATE TABLE t (a TEXT, b TEXT UNIQUE, CONSTRAINT k PRIMARY KEY (a, b))",
      "CREATE TABLE t (a TEXT, PRIMARY KEY (a))",
      "CREATE TABLE t (a INTEGER, PRIMARY KEY (a AUTOINCREMENT))",
      "CREATE TABLE t (a TEXT CONSTRAINT n NOT NULL ON CONFLICT REPLACE CONSTRAINT d DEFAULT 'x')",
      "CREATE TABLE t (a TEXT DEFAULT '', b DEFAULT \"x\", c DEFAULT CURRENT_TIME, d DEFAULT -1, e DEFAULT NULL)",
      "CREATE TABLE t (a TEXT DEFAULT ((1)), b DEFAULT ('x'), c DEFAULT ('x' || 'y'), d DEFAULT (1 /* x */))",
      "CREATE TABLE t (a TEXT DEFAULT (1 -- x\n), b DEFAULT (- 5), c DEFAULT 'a\nb\tc')",
      "CREATE TABLE t (a TEXT COLLATE NOCASE, b AS (a || '<&>') STORED, c INT GENERATED ALWAYS AS (1))",
      "CREATE TABLE t (a INT CHECK (a > 0) CONSTRAINT c CHECK (a < 9), b INT, CHECK (a < b), CONSTRAINT d CHECK (b))",
      "CREATE TABLE t (a INT CONSTRAINT n NOT NULL CHECK (a > 0))",
      """
      CREATE TABLE t (a INT REFERENCES t ON DELETE SET NULL, b INT CONSTRAINT f REFERENCES u (x) MATCH FULL
        DEFERRABLE INITIALLY DEFERRED, FOREIGN KEY (a, b) REFERENCES u (x, y) ON UPDATE CASCADE NOT DEFERRABLE)
      """,
      "CREATE TABLE t (a TEXT NOT NULL, PRIMARY KEY (a)) STRICT, WITHOUT ROWID",
      "CREATE TABLE \"order \"\"by\"\"\" (\"a<b\" TEXT, \"c'd\ne\" \"weird 'type'\", [x&y] [NOT NULL], \"é\" \"\")",
      "CREATE TABLE t (a VARCHAR ( 20 ), b [a b], c DOUBLE PRECISION, d \"text\", e INT(4), f interval)",
      "CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT UNIQUE ON CONFLICT ROLLBACK, UNIQUE (b, a))",
    ])
  func tables(sql: String) throws {
    let schema = schema([sql])
    try #require(schema.unreadable.isEmpty, "\(schema.unreadable)")
    _ = try roundTrip(schema)
  }

  @Test("Indexes, views, triggers and virtual tables are written as statements")
  func statements() throws {
    let xml = try roundTrip(
      schema([
        "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)",
        "CREATE UNIQUE INDEX i ON t (b COLLATE NOCASE DESC, lower(b)) WHERE a > 1 AND b <> '<'",
        "CREATE VIEW v (x, y) AS SELECT a, b FROM t -- all of it",
        "CREATE TRIGGER r INSTEAD OF UPDATE OF x ON v WHEN new.x > 1 BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 1; END",
        "CREATE VIRTUAL TABLE f USING fts5(a, content='t', content_rowid='a')",
      ]))
    #expect(xml.matches(of: /<statement>/).count == 4)
  }

  @Test("Former names are written")
  func formerNames() throws {
    let table = Schema.Table(
      "t",
      columns: [
        Schema.Column("a", type: "TEXT", formerNames: ["b", "c d", "e\"f", "1", "select", "x,y"])
      ],
      formerNames: ["old", "äö", " "])
    let xml = try roundTrip(Schema(tables: [table]))
    #expect(
      xml.contains(
        "old_names=\"b &quot;c d&quot; &quot;e&quot;&quot;f&quot; &quot;1&quot; select &quot;x,y&quot;\""
      ))
  }

  @Test("A meaning is written next to the representation, and refused without one")
  func meanings() throws {
    let xml = try roundTrip(Schema(of: Painting.self, Painter.self))
    #expect(
      xml.contains("representation=\"double\" meaning=\"inches &amp; &quot;more&quot;\""))
    let error = #expect(throws: XMLSchemaError.self) {
      try Schema(
        xml:
          "<database><table name='t'><column name='a' type='INT' meaning='m'/></table></database>")
    }
    #expect(error?.reason == .missingAttribute)
  }

  @Test("The schema of structs survives a round trip")
  func structs() throws {
    let schema = Schema(of: Painting.self, Painter.self)
    _ = try roundTrip(schema)
    #expect(schema.tables.count == 2)
  }

  @Test("A schema that XML can't represent completely is refused")
  func refused() throws {
    let unreadable = Schema(
      tables: [],
      unreadable: [Schema.Unreadable(type: "table", name: "t", sql: "CREATE", reason: "it ends")])
    let first = try #require(throws: XMLWritingError.self) { try unreadable.xml() }
    #expect(first.message == "the table t can't be read: it ends")
    let name = Schema(tables: [Schema.Table("a\u{1}", columns: [Schema.Column("b")])])
    let second = try #require(throws: XMLWritingError.self) { try name.xml() }
    #expect(second.message == "'a\u{1}' has the character U+1, which XML forbids")
    let empty = Schema(tables: [Schema.Table("a", columns: [])])
    #expect(throws: XMLWritingError.self) { try empty.xml() }
    let broken = Schema(
      tables: [Schema.Table("a", columns: [Schema.Column("b")], checks: [Schema.Check("1) --")])])
    #expect(throws: XMLWritingError.self) { try broken.xml() }
  }
}

@Table("painter", renamedFrom: "artist") private struct Painter {
  let id: Int
  @Column(renamedFrom: "title", unique: true, collate: .noCase) var name: String
  @Column(default: .sql("CURRENT_TIMESTAMP")) var added: String?
}

@Table(withoutRowID: true, constraints: "CHECK (\"width\" < \"height\")") private struct Painting {
  @Column(primaryKey: true) var painterID: Int
  @Column(primaryKey: true) var title: String
  @Column(check: "width > 0", meaning: "inches & \"more\"") var width: Double
  var height = 1.5
  @Column(index: true, references: Painter.self, onDelete: .cascade) var ownerID: Int?
  @Column(generated: .virtual("width * height")) var area: Double?

  #Index<Painting>(\.title, \.width, where: "width > 9")
}
