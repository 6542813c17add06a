import ORM
import ORMXML
import Testing

@Suite("Schemas in SQLite Kit's XML")
struct RuleTests {
  @Test("a file is read as tables, columns and constraints")
  func example() throws {
    let schema = try Schema(
      xml: """
        <database>
            <table name="objects">
                <column name="object_id" type="varchar" primary="1" />
                <column name="kind" type="varchar" />
                <column name="title" type="varchar" default="None" quote_default="1" />
                <column name="year" type="int" />
                <column name="edited" type="timestamp" default="CURRENT_TIMESTAMP" />
                <constraint>UNIQUE (title, year) ON CONFLICT REPLACE</constraint>
            </table>
        </database>
        """)
    #expect(
      schema.statements == [
        """
        CREATE TABLE "objects" ("object_id" VARCHAR PRIMARY KEY, "kind" VARCHAR, \
        "title" VARCHAR DEFAULT 'None', "year" INTEGER, "edited" TIMESTAMP DEFAULT CURRENT_TIMESTAMP, \
        UNIQUE ("title", "year") ON CONFLICT REPLACE)
        """
      ])
  }

  @Test(
    "a type is read in upper case, without a length, as INTEGER if it begins with INT",
    arguments: [
      ("varchar", "VARCHAR"), ("varchar(36)", "VARCHAR"), ("Decimal (10, 2)", "DECIMAL"),
      ("int", "INTEGER"), ("INT(4)", "INTEGER"), ("integer", "INTEGER"), ("int8", "INTEGER"),
      ("interval", "INTEGER"), ("bigint", "BIGINT"), ("unsigned big int", "UNSIGNED BIG INT"),
      (" text ", "TEXT"), ("", ""), ("straße", "STRAßE"),
    ])
  func types(written: String, read: String) throws {
    #expect(try column("name='a' type='\(written)'").columns[0].type == read)
  }

  @Test("A type is kept unchanged if keep_type is set")
  func keptType() throws {
    #expect(
      try column("name='a' type='varchar(36)' keep_type='1'").columns[0].type == "varchar(36)")
    let table = try column("name='a' type='int' keep_type='yes' primary='1'")
    #expect(table.rowIDColumn == nil)
    #expect(table.sql == "CREATE TABLE \"t\" (\"a\" int PRIMARY KEY)")
  }

  @Test("A primary column of type int is the rowid")
  func rowID() throws {
    let table = try column("name='a' type='int' primary='1'")
    #expect(table.rowIDColumn?.name == "a")
    #expect(table.sql == "CREATE TABLE \"t\" (\"a\" INTEGER PRIMARY KEY)")
  }

  @Test("unique is ignored on a primary column, and applied to any other")
  func unique() throws {
    #expect(
      try column("name='a' type='text' primary='1' unique='1'").sql
        == "CREATE TABLE \"t\" (\"a\" TEXT PRIMARY KEY)")
    #expect(
      try column("name='a' type='text' unique='YES'").sql
        == "CREATE TABLE \"t\" (\"a\" TEXT UNIQUE)")
  }

  @Test("several primary columns form one key")
  func compositeKey() throws {
    let found = try table(
      """
      <table name='t'>
        <column name='a' type='text' primary='1'/><column name='b' type='text'/>
        <column name='c' type='int' primary='1' unique='1'/><constraint>UNIQUE (b)</constraint>
      </table>
      """)
    #expect(
      found.sql
        == """
        CREATE TABLE "t" ("a" TEXT, "b" TEXT, "c" INTEGER, PRIMARY KEY ("a", "c"), UNIQUE ("b"))
        """)
  }

  @Test(
    "A Boolean is read like Objective-C's boolValue",
    arguments: [
      ("1", true), ("YES", true), ("yes", true), ("y", true), ("Y", true), ("true", true),
      ("TRUE", true), ("t", true), ("7", true), ("-1", true), ("+01", true), (" 1 ", true),
      ("0", false), ("NO", false), ("n", false), ("false", false), ("f", false), ("", false),
      ("000", false), ("-0", false),
    ])
  func flags(value: String, isYes: Bool) throws {
    let key = try column("name='a' type='text' primary='\(value)'").primaryKey
    #expect((key != nil) == isYes)
  }

  @Test(
    "An XML flag that is neither yes nor no is refused", arguments: ["on", "ok", "1.0", "ja", "—"])
  func unknownFlag(value: String) throws {
    let error = try failure(
      "<database>\n<table name='t'>\n<column name='a' type='text'\n unique='\(value)'/></table></database>"
    )
    #expect(error.reason == .invalidAttribute)
    #expect(error.line == 4)
    #expect(error.column == 2)
  }

  @Test(
    "A quoted default is a string, and any other is SQL",
    arguments: [
      ("default='None' quote_default='1'", "'None'"),
      ("default=\"it's\" quote_default='1'", "'it''s'"),
      ("default='' quote_default='1'", "''"),
      ("default='CURRENT_TIMESTAMP' quote_default='1'", "'CURRENT_TIMESTAMP'"),
      ("default='&quot;x&quot;' quote_default='y'", "'\"x\"'"),
      ("default='None'", "'None'"),
      ("default='CURRENT_TIMESTAMP'", "CURRENT_TIMESTAMP"),
      ("default='NULL'", "NULL"), ("default='-1.5'", "-1.5"),
      ("default='x&apos;00&apos;'", "x'00'"),
      ("default='(1 + 2)'", "1 + 2"), ("default='1 + 2'", "1 + 2"),
      ("default='(1) + (2)'", "(1) + (2)"), ("default='lower(&quot;A&quot;)'", "lower(\"A\")"),
      ("default='&quot;abc&quot;'", "'abc'"), ("default=\"'a, b'\"", "'a, b'"),
    ])
  func defaults(attributes: String, expression: String) throws {
    let table = try column("name='a' type='text' \(attributes)")
    #expect(table.columns[0].defaultValue?.expression == expression)
  }

  @Test("quote_default without a default has no effect")
  func noDefault() throws {
    #expect(try column("name='a' type='text' quote_default='1'").columns[0].defaultValue == nil)
  }

  @Test(
    "A default that is not a value is refused",
    arguments: [
      "", " ", "(1", "1)", "1, 2", "1; DROP TABLE t", "&apos;a", "?", "\\",
    ])
  func brokenDefault(value: String) throws {
    let error = try failure(
      "<database><table name='t'>\n<column name='a' type='text' default='\(value)'/></table></database>"
    )
    #expect(error.reason == .invalidAttribute)
    #expect(error.line == 2)
  }

  @Test("constraints are read as written, in order")
  func constraints() throws {
    let found = try table(
      """
      <table name='t'>
        <column name='a' type='int'/>
        <constraint>UNIQUE (a)</constraint>
        <constraint>CONSTRAINT "is &lt; 9" CHECK (a &lt; 9 AND a &lt;&gt; ')')</constraint>
        <column name='b' type='int'/>
        <constraint/><constraint> -- nothing
        </constraint>
        <constraint>FOREIGN KEY (b) REFERENCES other (id) ON DELETE CASCADE</constraint>
        <constraint><![CDATA[CHECK (a < b), CHECK (b<5)]]></constraint>
      </table>
      """)
    #expect(
      found.sql
        == """
        CREATE TABLE "t" ("a" INTEGER, "b" INTEGER, UNIQUE ("a"), \
        FOREIGN KEY ("b") REFERENCES "other" ("id") ON DELETE CASCADE, \
        CONSTRAINT "is < 9" CHECK (a < 9 AND a <> ')'), CHECK (a < b), CHECK (b<5))
        """)
  }

  @Test(
    "Invalid SQL in a constraint is refused",
    arguments: [
      "nonsense", "CHECK", "CHECK (a", "CHECK (a))", "CHECK (a) nonsense", "UNIQUE (b)",
      "CHECK (a), \"evil\" INT", "UNIQUE (a); DROP TABLE t", "CONSTRAINT x", "CHECK ('a)",
      "CHECK (a = ?)", "PRIMARY KEY (z)", "FOREIGN KEY (z) REFERENCES t", "UNIQUE (a),",
      "NOT NULL", "CONSTRAINT x, CHECK (a)",
    ])
  func brokenConstraint(sql: String) throws {
    let error = try failure(
      """
      <database><table name='t'>
        <column name='a' type='int'/>
        <constraint>\(sql)</constraint></table></database>
      """)
    #expect(error.reason == .invalidSQL)
    #expect(error.line == 3)
    #expect(error.column == 3)
  }

  @Test("Former names are read, oldest first")
  func formerNames() throws {
    let found = try table(
      """
      <table name='t' old_names='first, "second one" third'>
        <column name='a' type='int' old_names='"x""y"  [z-1]&#10;`ö`'/>
      </table>
      """)
    #expect(found.formerNames == ["first", "second one", "third"])
    #expect(found.columns[0].formerNames == ["x\"y", "z-1", "ö"])
  }

  @Test(
    "An invalid former name is refused",
    arguments: ["a-b", "1a", "\"\"", "'a", "a;b", "ab\"c\""])
  func brokenFormerName(names: String) throws {
    let value = names.replacing("'", with: "&apos;")
    let error = try failure(
      "<database>\n<table name='t' old_names='\(value)'><column name='a' type=''/></table></database>"
    )
    #expect(error.reason == .invalidAttribute)
    #expect(error.line == 2)
  }

  @Test("Attributes of the root element, and attributes with a prefix, are ignored")
  func foreignAttributes() throws {
    let schema = try Schema(
      xml: """
        <database version="2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
          xsi:noNamespaceSchemaLocation="orm-database.xsd" xmlns:x="urn:x">
          <table name="t" x:note="mine"><column name="a" type="int" x:label="A"/></table>
        </database>
        """)
    #expect(schema.tables.map(\.name) == ["t"])
  }

  @Test("NOT NULL, STRICT, column constraints and statements extend SQLite Kit's format")
  func additions() throws {
    let schema = try Schema(
      xml: """
        <database>
          <table name="t" strict="1" without_rowid="1">
            <column name="a" type="int" not_null="1" primary="1"/>
            <column name="b" type="text"><constraint>COLLATE NOCASE</constraint>
              <constraint>CONSTRAINT c CHECK (b &lt;&gt; '')</constraint></column>
          </table>
          <statement>CREATE INDEX i ON t (b DESC) WHERE a > 1;</statement>
          <statement>CREATE VIEW v AS SELECT a FROM t</statement>
          <statement>CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; SELECT 1; END;</statement>
          <statement>CREATE VIRTUAL TABLE f USING fts5(x)</statement>
        </database>
        """)
    #expect(
      schema.statements == [
        """
        CREATE TABLE "t" ("a" INTEGER PRIMARY KEY NOT NULL, "b" TEXT COLLATE "NOCASE" \
        CONSTRAINT "c" CHECK (b <> '')) STRICT, WITHOUT ROWID
        """,
        "CREATE VIRTUAL TABLE \"f\" USING \"fts5\" (x)",
        "CREATE INDEX \"i\" ON \"t\" (\"b\" DESC) WHERE a > 1",
        "CREATE VIEW \"v\" AS SELECT a FROM t",
        "CREATE TRIGGER \"r\" AFTER INSERT ON \"t\" BEGIN DELETE FROM t; SELECT 1; END",
      ])
  }

  @Test(
    "Anything but a statement that creates a schema object is refused",
    arguments: [
      "", "DROP TABLE t", "CREATE TABLE x (a)", "CREATE VIEW v AS SELECT 1; DROP TABLE t",
      "CREATE INDEX i ON t (a); DELETE FROM t;",
      "CREATE TEMP TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END; DELETE FROM t; END",
      "CREATE NONSENSE x",
      "CREATE INDEX", "CREATE VIEW v AS SELECT ?", "CREATE VIEW v AS SELECT 'x",
    ])
  func brokenStatement(sql: String) throws {
    let error = try failure(
      "<database><table name='t'><column name='a' type=''/></table>\n<statement>\(sql)</statement></database>"
    )
    #expect(error.reason == .invalidSQL)
    #expect(error.line == 2)
  }

  @Test("Names can have any character that XML allows")
  func names() throws {
    let found = try table(
      """
      <table name='order &quot;by&quot;'><column name='select' type='int'/>
        <column name='a b&#10;c' type='text'/><column name="it's — é" type='text' unique='1'/></table>
      """)
    #expect(found.name == "order \"by\"")
    #expect(found.columns.map(\.name) == ["select", "a b\nc", "it's — é"])
  }

  @Test("A missing, duplicate, reserved or empty name is refused with its line")
  func namesOnce() throws {
    let column = "<column name='a' type=''/>"
    for (xml, reason, line) in [
      ("\n<table>\(column)</table>", XMLSchemaError.Reason.missingAttribute, 2),
      ("\n<table name=''></table>", .missingAttribute, 2),
      ("<table name='t'>\(column)</table>\n<table name='T'>\(column)</table>", .duplicate, 2),
      ("<table name='t'>\(column)\n\n<column name='A' type=''/></table>", .duplicate, 3),
      (
        "<table name='t'>\(column)</table>\n<statement>CREATE VIEW t AS SELECT 1</statement>",
        .duplicate, 2
      ),
      ("\n<table name='t'></table>", .emptyTable, 2),
      ("\n<table name='SQLITE_x'>\(column)</table>", .reservedName, 2),
      ("\n<table name='orm_schema'>\(column)</table>", .reservedName, 2),
      ("<table name='t'>\n<column name='a'/></table>", .missingAttribute, 2),
      ("<table name='t'>\n<column type='a'/></table>", .missingAttribute, 2),
    ] {
      let error = try failure("<database>\(xml)</database>")
      #expect(error.reason == reason, "\(error)")
      #expect(error.line == line, "\(error)")
    }
    // SQLite ignores case only for ASCII letters.
    let schema = try Schema(
      xml: "<database><table name='é'>\(column)</table><table name='É'>\(column)</table></database>"
    )
    #expect(schema.tables.count == 2)
  }

  @Test("A second primary key is refused")
  func secondKey() throws {
    for (attributes, content, line) in [
      ("primary='1'", "<constraint>PRIMARY KEY (a)</constraint>", 3),
      ("", "<constraint>PRIMARY KEY (a)</constraint><constraint>PRIMARY KEY (a)</constraint>", 3),
    ] {
      let error = try failure(
        "<database><table name='t'>\n<column name='a' type='int' \(attributes)/>\n\(content)</table></database>"
      )
      #expect(error.reason == .duplicate)
      #expect(error.line == line)
    }
  }
}
