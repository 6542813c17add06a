import ORMReading
import ORMSchema
import Testing

@Suite("Triggers and full-text indexes in sources")
struct TriggerReadingTests {
  @Test("Triggers with strings, and with closures of strings, are read")
  func triggers() throws {
    let read = try TemporaryPackage.read(
      ##"""
      @Table("pen") struct Pen {
        let id: Int
        @Column("nib size") var nibSize: Int
        var name: String
        static let triggers: [Trigger] = [
          Trigger(
            "pen_n", after: .insert(Pen.self),
            action: """
              WHEN new.id > 1
              BEGIN UPDATE pen SET name = 'é\n' WHERE id = new.id; END
              """),
          Trigger("pen_o", before: .update(Self.self, of: \.nibSize, \.name), action: "BEGIN SELECT 1; END"),
          Trigger("pen_p", after: .update(Pen.self)) { old, new in
            "DELETE FROM \(Pen.self) WHERE id = \(old.nibSize) AND name = \("it's") AND 1 = \(1)"
            #"SELECT '\n', \#(new.name) -- x"#
          },
          Trigger("pen_q", after: .delete(Pen.self)) { "SELECT \($0.id)" },
          Trigger("pen_t", after: .delete(Pen.self), temporary: true, action: "BEGIN SELECT 1; END"),
        ]
      }
      @Selection struct PenName: DatabaseView {
        let name: String
        static var definition: SQLQuery<PenName> { SQLQuery("SELECT name FROM pen") }
        static let triggers = [
          ORM.Trigger("gone", insteadOf: .delete(PenName.self), action: "BEGIN SELECT 1; END")
        ]
      }
      """##)
    #expect(read.words == [])
    let expected: [String] = [
      #"CREATE TRIGGER "gone" INSTEAD OF DELETE ON "penName" BEGIN SELECT 1; END"#,
      """
      CREATE TRIGGER "pen_n" AFTER INSERT ON "pen" WHEN new.id > 1
      BEGIN UPDATE pen SET name = 'é
      ' WHERE id = new.id; END
      """,
      #"CREATE TRIGGER "pen_o" BEFORE UPDATE OF "nib size", "name" ON "pen" BEGIN SELECT 1; END"#,
      """
      CREATE TRIGGER "pen_p" AFTER UPDATE ON "pen" BEGIN DELETE FROM "pen" WHERE\
       id = "old"."nib size" AND name = 'it''s' AND 1 = 1; SELECT '\\n', "new"."name" -- x
      ; END
      """,
      #"CREATE TRIGGER "pen_q" AFTER DELETE ON "pen" BEGIN SELECT "old"."id"; END"#,
    ]
    #expect(read.schema.triggers.map(\.sql) == expected)
  }

  @Test("A trigger that can't be read is reported, and everything else is read")
  func open() throws {
    let read = try TemporaryPackage.read(
      """
      @Table struct Pen {
        let id: Int
        static let triggers = [
          Trigger("typed", after: .insert(Pen.self)) { new in Pen.where { $0.id < new.id }.delete() },
          Trigger("known", after: .insert(Pen.self), action: "BEGIN SELECT 1; END"),
          Trigger("when", after: .insert(Pen.self), when: { $0.id > 1 }) { _ in "SELECT 1" },
          Trigger("sql", after: .insert(Pen.self), action: sql),
          makeTrigger(),
        ]
      }
      @Table struct Ink { let id: Int; static let triggers = makeTriggers() }
      @Table struct Nib { let id: Int; static let triggers: [Trigger] = [] }
      """)
    #expect(read.schema.tables.map(\.name) == ["ink", "nib", "pen"])
    #expect(read.schema.triggers.map(\.name) == ["known"])
    #expect(read.problems.count == 5 && read.obstacles == [])
    #expect(
      read.declarations.filter { $0.kind == .trigger && !$0.isKnown }.map(\.name)
        == ["typed", "when", "sql", nil, nil])
    #expect(
      read.words.first
        == "App.swift:4:5: trigger typed: the statements of a trigger are computed by the program; its definition in the database is not checked"
    )
  }

  @Test("A full-text index over a table is read with its triggers")
  func fullTextIndex() throws {
    let read = try TemporaryPackage.read(
      """
      @Table struct Article { let id: Int; var title: String; var body: String }
      @Selection struct ArticleText: FullTextIndex {
        typealias Content = Article
        let title: String
        let body: String
        static let fullText = FullTextOptions(tokenizer: .porter())
      }
      @Table struct Note { let rowid: String; @Column(primaryKey: true) var name: String }
      @Selection struct NoteText { let name: String }
      extension NoteText: FullTextIndex { typealias Content = Note }
      @Selection struct Lost { let nothing: String }
      extension Lost: FullTextIndex { typealias Content = Note }
      """)
    #expect(
      read.schema.virtualTables.map(\.sql) == [
        #"CREATE VIRTUAL TABLE "articleText" USING "fts5" ("title", "body", tokenize = 'porter', content = 'article', content_rowid = 'id')"#,
        #"CREATE VIRTUAL TABLE "noteText" USING "fts5" ("name", content = 'note', content_rowid = '_rowid_')"#,
      ])
    #expect(
      read.schema.triggers.filter { $0.table == "article" }.map(\.sql) == [
        #"CREATE TRIGGER "articleText_delete" AFTER DELETE ON "article" BEGIN INSERT INTO "articleText" ("articleText", "rowid", "title", "body") VALUES ('delete', old."id", old."title", old."body"); END"#,
        #"CREATE TRIGGER "articleText_insert" AFTER INSERT ON "article" BEGIN INSERT INTO "articleText" ("rowid", "title", "body") VALUES (new."id", new."title", new."body"); END"#,
        #"CREATE TRIGGER "articleText_update" AFTER UPDATE ON "article" BEGIN INSERT INTO "articleText" ("articleText", "rowid", "title", "body") VALUES ('delete', old."id", old."title", old."body"); INSERT INTO "articleText" ("rowid", "title", "body") VALUES (new."id", new."title", new."body"); END"#,
      ])
    #expect(
      read.words == [
        "App.swift:12:11: Lost: 'note' has no column 'nothing'; its definition in the database is not checked"
      ])
    #expect(read.declarations.filter { !$0.isKnown }.map(\.name).contains("lost_update"))
  }
}

@Suite("Structs of several versions in one target")
struct VersionChoiceTests {
  private static let versions = """
    enum V1 { @Table struct Song { let id: Int; var name: String; var lost: Mystery } }
    enum V2 {
      @Table struct Song { let id: Int; var title: String }
      @Table struct Album { let id: Int }
    }
    @Table struct Song { let id: Int; var caption: String }
    """

  private func read(_ rest: String, schema: String? = nil) throws -> ReadSchema {
    try TemporaryPackage(["Sources/App/A.swift": Self.versions, "Sources/App/B.swift": rest])
      .read(options: ReadingOptions(schema: schema))
  }

  private func columns(_ read: ReadSchema) -> [String]? {
    read.schema.tables.first { $0.name == "song" }?.columns.map(\.name)
  }

  @Test("Without a choice, no version is read, and the problem names the options")
  func undecided() throws {
    let read = try read("")
    #expect(columns(read) == nil && read.schema.tables.map(\.name) == ["album"])
    let twice = read.problems.filter { if case .declaredTwice = $0.kind { true } else { false } }
    #expect(twice.count == 3)
    #expect(
      twice.allSatisfy { $0.message.contains("Schema(of: …)") && $0.message.contains("--schema") })
  }

  @Test(
    "The version that the program lists in a Schema is read",
    arguments: [
      "let schema = Schema(of: Song.self)", "func f() { db.migrate(to: Schema(of: [Song.self])) }",
      "enum V2 { static let old = Schema(of: V1.Song.self) }\nlet h = SchemaHistory([], current: ORM.Schema(of: Song.self))",
    ])
  func listed(_ source: String) throws {
    let read = try read(source)
    #expect(columns(read) == ["id", "caption"])
    #expect(read.words == [])
  }

  @Test("If two lists disagree, no version is read")
  func disagreement() throws {
    let read = try read("let a = Schema(of: Song.self)\nlet b = Schema(of: V1.Song.self)")
    #expect(columns(read) == nil)
  }

  @Test("The schema option chooses a type with its nested tables, or a list")
  func named() throws {
    let lists = """
      extension V2 { static let all = Schema(of: Song.self) }
      let everything = Schema(of: Song.self, V2.Album.self)
      """
    #expect(try columns(read(lists, schema: "V2")) == ["id", "title"])
    #expect(try read(lists, schema: "V2").schema.tables.map(\.name) == ["album", "song"])
    #expect(try read(lists, schema: "V2.all").schema.tables.map(\.name) == ["song"])
    #expect(try columns(read(lists, schema: "V2.all")) == ["id", "title"])
    #expect(try columns(read(lists, schema: "everything")) == ["id", "caption"])
    #expect(try read(lists, schema: "everything").words == [])
    // Only the problems of the chosen schema are reported.
    let old = try read(lists, schema: "V1").problems
    #expect(old.count == 1 && old[0].subject?.hasSuffix("Song.lost") == true)
    #expect(throws: SourcePackageError.noSchema("V3", target: "App")) {
      try read(lists, schema: "V3")
    }
  }
}
