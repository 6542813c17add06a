import ORM
import Testing

/// Names that change, are swapped, or are used twice in a history.
extension HistoryTests {
  // `name`; then `fullName`, renamed from it; then a new `name`; then `nick`, renamed from that.
  enum Names {
    @Table("person") struct One {
      var id: Int?
      var name: String
    }
    @Table("person") struct Two {
      var id: Int?
      @Column(renamedFrom: "name") var fullName: String
    }
    @Table("person") struct Three {
      var id: Int?
      @Column(renamedFrom: "name") var fullName: String
      @Column(default: "new") var name: String
    }
    @Table("person") struct Four: Equatable {
      var id: Int?
      @Column(renamedFrom: "name") var fullName: String
      @Column(renamedFrom: "name") var nick: String
    }
  }

  static let nameSchemas = [
    Schema(of: Names.One.self), Schema(of: Names.Two.self), Schema(of: Names.Three.self),
    Schema(of: Names.Four.self),
  ]

  static func names(through count: Int) throws -> SchemaHistory {
    SchemaHistory(
      try (0..<count).map { place in
        .version(
          Schema.Version(
            "v\(place + 1)", after: place == 0 ? nil : "v\(place)", try nameSchemas[place].json()))
      }, current: nameSchemas[count - 1])
  }

  @Test(
    "Columns that had the same name in turn keep their values, from every version",
    arguments: 1...3)
  func namesUsedTwice(version: Int) async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.names(through: version))
    switch version {
    case 1: try await fixture.db.insert(Names.One(name: "Ada Lovelace"))
    case 2: try await fixture.db.insert(Names.Two(fullName: "Ada Lovelace"))
    default: try await fixture.db.insert(Names.Three(fullName: "Ada Lovelace", name: "new"))
    }
    try await fixture.db.migrate(Self.names(through: 4))
    #expect(
      try await fixture.db.fetch(Names.Four.self) == [
        Names.Four(id: 1, fullName: "Ada Lovelace", nick: "new")
      ])
  }

  // A rename, and a swap in the next version. Each declares only the last former name.
  static func swapping(through count: Int, isTable: Bool) throws -> SchemaHistory {
    let former: [[String: [String]]] = [[:], ["b": ["a"]], ["a": ["b"], "b": ["a"]]]
    let schemas = former.enumerated().map { version, names in
      let statements =
        isTable
        ? (version == 0 ? ["a"] : ["a", "b"]).map { "CREATE TABLE \($0) (x TEXT) STRICT" }
        : [
          "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT\(version == 0 ? "" : ", b TEXT")) STRICT"
        ]
      var schema = Schema(statements)
      for table in schema.tables.indices {
        if isTable { schema.tables[table].formerNames = names[schema.tables[table].name] ?? [] }
        for column in schema.tables[table].columns.indices where !isTable {
          let name = schema.tables[table].columns[column].name
          schema.tables[table].columns[column].formerNames = names[name] ?? []
        }
      }
      return schema
    }
    return SchemaHistory(
      try (0..<count).map { place in
        .version(
          Schema.Version(
            "v\(place + 1)", after: place == 0 ? nil : "v\(place)", try schemas[place].json()))
      }, current: schemas[count - 1])
  }

  @Test("Two names can be swapped in the version after a rename", arguments: [false, true], 1...2)
  func swappedAfterRename(isTable: Bool, version: Int) async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.swapping(through: 1, isTable: isTable))
    try await fixture.db.run(
      isTable ? "INSERT INTO a VALUES ('a')" : "INSERT INTO t (a) VALUES ('a')")
    if version == 2 {
      try await fixture.db.migrate(Self.swapping(through: 2, isTable: isTable))
      try await fixture.db.run(isTable ? "INSERT INTO a VALUES ('new')" : "UPDATE t SET a = 'new'")
    }
    try await fixture.db.migrate(Self.swapping(through: 3, isTable: isTable))
    let (a, b) =
      isTable
      ? ("SELECT x FROM a", "SELECT x FROM b") : ("SELECT a FROM t", "SELECT b FROM t")
    #expect(try await fixture.texts(a) == ["a"])
    #expect(try await fixture.texts(b) == (version == 2 ? ["new"] : isTable ? [] : ["NULL"]))
  }

  @Test("A migrate(to:) database is not mistaken for the next version, which only swaps names")
  func plannedBeforeSwap() async throws {
    for version in 2...3 {
      let fixture = try await Fixture("")
      try await fixture.db.migrate(to: Self.swapping(through: version, isTable: false).current)
      try await fixture.db.run("INSERT INTO t (a, b) VALUES ('a', 'b')")
      try await fixture.db.migrate(Self.swapping(through: 3, isTable: false))
      let row = try await fixture.texts("SELECT a || b FROM t")
      #expect(row == [version == 2 ? "ba" : "ab"])
    }
  }

  @Test("A rename in a recorded version applies even if the struct no longer declares it")
  func renameRemovedFromStruct() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.names(through: 1))
    try await fixture.db.insert(Names.One(name: "Ada Lovelace"))
    let history = try Self.names(through: 2)
    let without = SchemaHistory(
      history.entries,
      current: Schema([
        "CREATE TABLE person (id INTEGER PRIMARY KEY, fullName TEXT NOT NULL) STRICT"
      ]))
    try await fixture.db.migrate(without)
    #expect(try await fixture.texts("SELECT fullName FROM person") == ["Ada Lovelace"])
    #expect(try await fixture.db.migrate(without).isEmpty)
    #expect(try await fixture.texts("SELECT version FROM orm_schema ORDER BY id") == ["v1", "v2"])
    #expect(try await fixture.db.migrate(history).isEmpty)
    #expect(try await fixture.texts("SELECT fullName FROM person") == ["Ada Lovelace"])
  }
}
