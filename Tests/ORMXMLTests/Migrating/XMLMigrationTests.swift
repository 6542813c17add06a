import ORM
import ORMXML
import Testing

@Suite("Migrating to a schema in XML")
struct XMLMigrationTests {
  /// 30 tables, each with a reference to the one before it.
  private static func file(_ table: (Int) -> String) -> String {
    "<database>\n" + (1...30).map(table).joined(separator: "\n") + "\n</database>"
  }

  private static let first = file { number in
    """
    <table name="table \(number)">
      <column name="id" type="int" primary="1"/>
      <column name="title" type="varchar(36)" default="None" quote_default="1"/>
      <column name="group" type="text"/>
      <column name="year" type="int" default="\(2000 + number)"/>
      <column name="before" type="int"/>
      <column name="edited" type="timestamp" default="CURRENT_TIMESTAMP"/>
      <constraint>UNIQUE (title, year) ON CONFLICT REPLACE</constraint>
      <constraint>FOREIGN KEY (before) REFERENCES "table \(max(1, number - 1))" (id) ON DELETE CASCADE</constraint>
    </table>
    """
  }

  /// Every table has a new name, a renamed column, an additional one and another default.
  private static let second = file { number in
    """
    <table name="list \(number)" old_names='"table \(number)"'>
      <column name="id" type="int" primary="1"/>
      <column name="caption" type="varchar(99)" default="None" quote_default="1" old_names="title"/>
      <column name="group" type="text"/>
      <column name="year" type="int" default="1900"/>
      <column name="before" type="int"/>
      <column name="rating" type="int" not_null="1" default="3"/>
      <column name="edited" type="timestamp" default="CURRENT_TIMESTAMP"/>
      <constraint>UNIQUE (caption, year) ON CONFLICT REPLACE</constraint>
      <constraint>FOREIGN KEY (before) REFERENCES "list \(max(1, number - 1))" (id) ON DELETE CASCADE</constraint>
      <constraint>CHECK (rating BETWEEN 0 AND 5)</constraint>
    </table>
    """
  }

  private func fill(_ fixture: Fixture) async throws {
    for number in 1...30 {
      try await fixture.run(
        """
        INSERT INTO "table \(number)" (id, title, "group", before) VALUES
          (1, 'first of \(number)', 'a', NULL), (2, 'second', NULL, 1), (9, 'third', 'b', 2);
        """)
    }
  }

  @Test("A database with 30 tables keeps all rows when the XML changes")
  func thirtyTables() async throws {
    let fixture = try await Fixture()
    let created = try await fixture.db.migrate(to: try Schema(xml: Self.first))
    #expect(!created.isEmpty)
    try await fill(fixture)
    #expect(try await fixture.db.migrate(to: try Schema(xml: Self.first)).isEmpty)

    let schema = try Schema(xml: Self.second)
    try await fixture.db.migrate(to: schema)
    try await fixture.db.verify(schema)
    #expect(try await fixture.db.migrate(to: schema).isEmpty)
    for number in 1...30 {
      #expect(
        try await fixture.texts(
          """
          SELECT id || ' ' || caption || ' ' || coalesce("group", '-') || ' ' || year || ' '
            || coalesce(before, '-') || ' ' || rating FROM "list \(number)" ORDER BY id
          """) == [
            "1 first of \(number) a \(2000 + number) - 3", "2 second - \(2000 + number) 1 3",
            "9 third b \(2000 + number) 2 3",
          ])
    }
    #expect(try await fixture.texts("SELECT integrity_check FROM pragma_integrity_check") == ["ok"])
    #expect(try await fixture.texts("SELECT parent FROM pragma_foreign_key_check") == [])
  }

  @Test("The schema of a database is written as XML that creates the same database")
  func copy() async throws {
    let fixture = try await Fixture()
    try await fixture.db.migrate(to: try Schema(xml: Self.first))
    let xml = try await fixture.db.schema().xml()
    let copy = try await Fixture()
    try await copy.db.migrate(to: try Schema(xml: xml))
    #expect(try await copy.db.schema() == fixture.db.schema())
    #expect(try await copy.db.schema().changes(from: fixture.db.schema()).isEmpty)
  }

  @Test(
    "The XSD accepts the test's XML and written XML",
    .enabled(if: XMLLint.isInstalled, XMLLint.skipped))
  func xsd() throws {
    let written = [try Schema(xml: Self.first).xml(), try Schema(xml: Self.second).xml()]
    #expect(
      try XMLLint.validates([Self.first, Self.second, HostileText.seed] + written)
        == [true, true, true, true, true])
  }

  @Test("Tables that the XML does not name are kept, unless dropping them is allowed")
  func otherTables() async throws {
    let fixture = try await Fixture("CREATE TABLE mine (a TEXT); INSERT INTO mine VALUES ('x');")
    let schema = try Schema(xml: Self.first)
    try await fixture.db.migrate(to: schema)
    #expect(try await fixture.texts("SELECT a FROM mine") == ["x"])
    try await fixture.db.migrate(to: schema, allowing: [.droppingTable("mine")])
    #expect(try await fixture.db.schema().table("mine") == nil)
  }

  @Test("A data loss is refused unless it is allowed, as with structs")
  func refusals() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t VALUES (1, NULL, 'x');"
    )
    func schema(_ columns: String) throws -> Schema {
      try Schema(
        xml:
          "<database><table name='t'><column name='id' type='int' primary='1'/>\(columns)</table></database>"
      )
    }
    let refused = try await #require(throws: DataLossError.self) {
      try await fixture.db.migrate(
        to: try schema("<column name='a' type='text' not_null='1'/><column name='b' type='text'/>"))
    }
    #expect(refused.losses.count == 1)
    // A column that the XML does not name stays.
    try await fixture.db.migrate(to: try schema("<column name='a' type='text'/>"))
    #expect(try await fixture.texts("SELECT b FROM t") == ["x"])
    try await fixture.db.migrate(
      to: try schema("<column name='a' type='text'/>"), allowing: [.droppingColumn("t", "b")])
    #expect(try await fixture.db.schema().table("t")?.column("b") == nil)
    let unknown = try await #require(throws: MigrationError.self) {
      try await fixture.db.migrate(
        to: try schema(
          "<column name='a' type='text' old_names='c'/><column name='c' type='text' old_names='id'/>"
            + "<column name='d' type='text'><constraint>CHECK (nonsense(d))</constraint></column>"))
    }
    #expect(unknown.reason == .missingExtension)
  }

  @Test("A schema in XML has the same plan as equal structs")
  func samePlan() async throws {
    let script = "CREATE TABLE things (id INTEGER PRIMARY KEY, title TEXT) STRICT"
    let fixture = try await Fixture(script)
    let fromXML = try Schema(
      xml: """
        <database><table name="thing" old_names="things" strict="1">
          <column name="id" type="INTEGER" representation="int64" primary="1"/>
          <column name="caption" type="TEXT" representation="text" not_null="1" default="-" quote_default="1" old_names="title"/>
        </table></database>
        """)
    let fromStruct = Schema(of: Thing.self)
    #expect(fromXML == fromStruct)
    let plan = try await fixture.db.plan(to: fromXML)
    #expect(plan.description == (try await fixture.db.plan(to: fromStruct)).description)
    #expect(!plan.isEmpty)
  }
}

@Table("thing", renamedFrom: "things") private struct Thing {
  let id: Int
  @Column(renamedFrom: "title") var caption = "-"
}
