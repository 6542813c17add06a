import ORMSchema
import Testing

@Suite("Reading of columns")
struct ColumnReadingTests {
  @Test(
    "A column has the type that SQLite reports",
    arguments: [
      ("a", ""), ("a INT", "INT"), ("a \"INTEGER\"", "INTEGER"),
      ("a VARCHAR ( 10 )", "VARCHAR ( 10 )"),
      ("a DECIMAL(10,-2) NOT NULL", "DECIMAL(10,-2)"),
      ("a DOUBLE /* so */ PRECISION", "DOUBLE /* so */ PRECISION"),
      ("a [my type]", "my type"), ("a \"x\" y", "x"), ("a `a,b`", "a,b"), ("a 'it''s'", "it's"),
      ("a INT GENERATED ALWAYS AS (1)", "INT"), ("a GENERATED ALWAYS AS (1)", ""),
      ("a some longer type always", "some longer type"), ("a int always", "int always"),
      ("a x GENERATED  ALWAYS", "x"), ("a KEY ROW action", "KEY ROW action"),
      ("a é\u{301}", "é\u{301}"),
      ("a INT -- why\n NULL", "INT"), ("a 'x' 'y'(3)", "x"),
      ("a [b]/**/GENERATED ALWAYS AS (1)", "b]/**"), ("a \"\"", ""), ("a [b](3)", "b](3"),
    ])
  func types(definition: String, type: String) throws {
    let engine = try Engine()
    try engine.execute("CREATE TABLE t (\(definition), other)")
    let table = try Schema.Table(of: "CREATE TABLE t (\(definition), other)")
    #expect(table.columns.count == 2)
    #expect(table.columns[0].type.utf8.elementsEqual(type.utf8))
    let declared = try engine.rows("SELECT type FROM pragma_table_xinfo('t')")[0][0]
    #expect(declared?.lowercased() == type.lowercased())
  }

  @Test(
    "A column has the default that SQLite inserts",
    arguments: [
      ("1", "1"), ("-1", "-1"), ("+1", "+1"), ("- 1", "- 1"), ("'it''s'", "'it''s'"),
      ("abc", "'abc'"),
      ("\"abc\"", "'abc'"), ("[a'c]", "'a''c'"), ("`abc`", "'abc'"), ("(1)", "1"), ("((1))", "(1)"),
      ("( 1 + /* c */ 2 )", "1 + /* c */ 2"), ("TRUE", "TRUE"), ("\"TRUE\"", "'TRUE'"),
      ("x'AB'", "x'AB'"),
      ("NULL", "NULL"), ("CURRENT_DATE", "CURRENT_DATE"), ("(')' || '(')", "')' || '('"),
      ("1 -- one\n", "1"), ("(1 -- one\n)", "1 -- one"),
      ("(/* unclear: -- */ 1)", "/* unclear: -- */ 1"),
      ("0x10", "0x10"), ("-/* c */5", "-/* c */5"), ("(datetime('now'))", "datetime('now')"),
      ("9e999", "9e999"),
      ("KEY", "'KEY'"), ("+'x'", "+'x'"),
    ])
  func defaults(sql: String, expression: String) throws {
    let create = "CREATE TABLE t (k INT, a DEFAULT \(sql) NOT NULL, b)"
    let table = try Schema.Table(of: create.replacing(" NOT NULL", with: ""))
    let value = try #require(table.columns[1].defaultValue)
    #expect(value.expression.utf8.elementsEqual(expression.utf8))
    var values: [String?] = []
    for sql in [create, table.sql] {
      let engine = try Engine()
      try engine.execute(sql.replacing(" NOT NULL", with: ""))
      try engine.execute("INSERT INTO t (k) VALUES (1)")
      values.append(try engine.rows("SELECT quote(a) FROM t")[0][0])
    }
    #expect(values[0] == values[1])
  }

  @Test("A column has all its constraints, in whatever order they are written")
  func constraints() throws {
    let table = try Schema.Table(
      of: """
        CREATE TABLE t (a TEXT COLLATE [nocase] CONSTRAINT n NOT NULL ON CONFLICT replace
          CONSTRAINT d DEFAULT 'x' NULL, b AS (a || ')') stored, c CONSTRAINT g AS (a), d NOT NULL NOT NULL ON CONFLICT FAIL)
        """)
    #expect(
      table.columns == [
        Schema.Column(
          "a", type: "TEXT", notNull: Schema.NotNull(name: "n", conflict: .replace),
          defaultValue: Schema.Default("'x'", name: "d"), collation: "nocase"),
        Schema.Column("b", generated: Schema.Generated("a || ')'", isStored: true)),
        Schema.Column("c", generated: Schema.Generated("a", name: "g")),
        Schema.Column("d", notNull: Schema.NotNull(conflict: .fail)),
      ])
  }

  @Test("A column's name may be a keyword that is not reserved, or any quoted text")
  func names() throws {
    let table = try Schema.Table(
      of:
        "CREATE TABLE [a \"b] (key, conflict ON_ TEXT, 'x y', \"check\", `primary`, generated, \"\", always INT)"
    )
    #expect(
      table.columns.map(\.name)
        == ["key", "conflict", "x y", "check", "primary", "generated", "", "always"])
    #expect(table.name == "a \"b")
  }

  @Test("Columns that ALTER TABLE has added come last")
  func added() throws {
    let schema = try Schema(
      of: """
        CREATE TABLE t (a, UNIQUE (a) -- the last
        ) WITHOUT ROWID
        """.replacing(" WITHOUT ROWID", with: "")
          + "; ALTER TABLE t ADD COLUMN b INT DEFAULT 5 ;"
          + "ALTER TABLE t ADD COLUMN c REFERENCES t; ALTER TABLE t RENAME COLUMN a TO \"a b\"; ALTER TABLE t RENAME TO u"
    )
    #expect(schema.tables.map(\.name) == ["u"])
    #expect(schema.tables[0].columns.map(\.name) == ["a b", "b", "c"])
    #expect(schema.tables[0].references[0].table == "u")
    #expect(schema.tables[0].columns[1].defaultValue == Schema.Default("5"))
  }
}
