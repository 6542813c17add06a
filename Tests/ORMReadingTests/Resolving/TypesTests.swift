import ORMReading
import Testing

@Suite("Types that are declared elsewhere in the sources")
struct DeclaredTypesTests {
  @Test("Raw values, conversions, aliases and embedded structs are found in other files")
  func followed() throws {
    let package = try TemporaryPackage([
      "Sources/App/Album.swift": """
      import ORM
      extension Shop {
        @Table struct Album {
          let id: Int
          var genre: Genre = .soul
          var rank: Rank = .second
          var flags: Flags = [.live, .rare]
          var length: Seconds
          var weight: Shop.Weight
          var artistID: Artist.ID
          @Embedded(prefix: "home_") var home: Address?
        }
      }
      """,
      "Sources/App/Shop.swift": "enum Shop { enum Genre: String { case jazz, soul = \"S\" } }",
      "Sources/App/Genre.swift": """
      extension Shop.Genre: ColumnValue {}
      enum Genre: Int, ColumnValue { case wrong }
      typealias Seconds = Shop.Time
      extension Shop { typealias Time = Double }
      enum Rank: Int, ColumnValue { case first = 4, second }
      struct Flags: OptionSet, ColumnValue {
        let rawValue: Int
        static let live = Flags(rawValue: 1 << 0)
        static let rare = Self(rawValue: 1 << 3)
      }
      """,
      "Sources/App/Others.swift": """
      extension Shop {
        enum Weight: ColumnConversion {
          static func encode(_ value: Measurement<UnitMass>) -> Float { 0 }
          static func decode(_ stored: Float) -> Measurement<UnitMass> { fatalError() }
        }
      }
      struct Artist: Identifiable { var id: UUID }
      @Embeddable struct Address { @Column(index: true) var city: String; var zip: Int = 7 }
      """,
    ])
    let read = try package.read()
    #expect(read.words == [])
    #expect(
      read.sql == [
        #"CREATE TABLE "album" ("id" INTEGER PRIMARY KEY, "genre" TEXT NOT NULL DEFAULT 'S', "#
          + #""rank" INTEGER NOT NULL DEFAULT 5, "flags" INTEGER NOT NULL DEFAULT 9, "#
          + #""length" REAL NOT NULL, "weight" REAL NOT NULL, "artistID" BLOB NOT NULL, "#
          + #""home_city" TEXT, "home_zip" INTEGER DEFAULT 7) STRICT"#
      ])
    #expect(read.schema.indexes.map(\.name) == ["album_home_city_index"])
  }

  @Test("A type of the program hides the system's type of the same name")
  func hiding() throws {
    let read = try TemporaryPackage.read(
      """
      enum Date: String, ColumnValue { case today }
      @Table struct Day { let id: Int; var date: Date; var other: Foundation.Date }
      """)
    #expect(read.words == [])
    #expect(read.schema.table("day")?.columns.map(\.type) == ["INTEGER", "TEXT", "REAL"])
  }

  @Test("A public type of another target is found if the file imports the target")
  func targets() throws {
    let package = try TemporaryPackage([
      "Package.swift": """
      let package = Package(name: "Two", targets: [
        .target(name: "Base", path: "Base", exclude: ["Old"]),
        .target(name: "App", dependencies: [.target(name: "Base")]),
      ])
      """,
      "Base/Base.swift": """
      public enum Genre: String, ColumnValue { case jazz }
      enum Secret: String, ColumnValue { case one }
      """,
      "Base/Old/Old.swift": "public enum Genre: Int, ColumnValue { case wrong }",
      "Sources/App/App.swift": """
      import Base
      @Table struct Album { let id: Int; var genre: Genre; var secret: Secret }
      """,
      "Sources/App/Other.swift": "@Table struct Song { let id: Int; var genre: Genre }",
    ])
    let read = try package.read()
    #expect(
      read.words == [
        "App.swift:2:58: Album.secret: its type 'Secret' is not declared in the sources of this package",
        "Other.swift:1:39: Song.genre: its type 'Genre' is not declared in the sources of this package",
      ])
    let album = try #require(read.declarations.first { $0.name == "album" })
    #expect(album.table?.columns.map(\.type) == [.integer, .text])
    #expect(!album.isKnown)
  }

  @Test("A private type is visible only in its file")
  func privateTypes() throws {
    let package = try TemporaryPackage([
      "Sources/App/A.swift": """
      private enum Kind: String, ColumnValue { case a }
      @Table struct First { let id: Int; private var kind: Kind }
      """,
      "Sources/App/B.swift": """
      private enum Kind: Int, ColumnValue { case a }
      @Table struct Second { let id: Int; private var kind: Kind }
      """,
    ])
    let read = try package.read()
    #expect(read.words == [])
    #expect(read.schema.table("first")?.columns.last?.type == "TEXT")
    #expect(read.schema.table("second")?.columns.last?.type == "INTEGER")
  }
}

@Suite("Facts that sources don't contain")
struct UnknownTests {
  @Test("An unknown fact is reported with its location, and the table is omitted")
  func places() throws {
    let read = try TemporaryPackage.read(
      """
      import ORM

      @Table struct Album {
        let id: Int
        @Column(collate: .mine) var title: String
        @Column(generated: makeSQL()) var length: Int
        @Column(references: Label.self) var labelID: Int
        var money: Money
        var mood: Mood = .best
        var home: Box<Int>
      }
      enum Mood: String, ColumnValue { case good; static var best: Mood { good ? .good : .good } }
      """)
    #expect(read.schema.tables == [])
    #expect(
      read.words == [
        "App.swift:5:31: Album.title: the collation '.mine' can't be determined",
        "App.swift:6:37: Album.length: the expression 'makeSQL()' of the generated column is not a constant",
        "App.swift:7:39: Album.labelID: 'Label' is not declared in the sources of this package",
        "App.swift:8:7: Album.money: its type 'Money' is not declared in the sources of this package",
        "App.swift:9:7: Album.mood: the value of its default '.best' can't be determined",
        "App.swift:10:7: Album.home: its type 'Box<Int>' is not declared in the sources of this package",
      ])
  }

  @Test("Computed views, computed triggers and generic tables are reported")
  func others() throws {
    let read = try TemporaryPackage.read(
      """
      @Table struct Song { let id: Int }
      @Selection struct Title { let name: String }
      extension Title: DatabaseView {
        static var definition: some SelectStatement<Title> { Song.select { Title.select(name: "") } }
      }
      extension Song {
        static let triggers = [
          Trigger("song_added", after: .insert(Song.self)) { new in
            Song.where { $0.id == new.id }.delete()
          }
        ]
      }
      @Table struct Box<T> { let id: Int }
      """)
    #expect(read.sql == [#"CREATE TABLE "song" ("id" INTEGER PRIMARY KEY) STRICT"#])
    #expect(
      read.words == [
        "App.swift:3:11: Title: the query of a view is computed by the program; its definition in the database is not checked",
        "App.swift:8:5: trigger song_added: the statements of a trigger are computed by the program; its definition in the database is not checked",
        "App.swift:13:15: Box: a generic type is not a table without its arguments",
      ])
    #expect(read.declarations.map(\.kind) == [.table, .view, .trigger])
    #expect(read.declarations.map(\.name) == ["song", "title", "song_added"])
  }

  @Test("A view is read if its query is one SQL string")
  func textOfView() throws {
    let read = try TemporaryPackage.read(
      """
      @Selection struct Decade: DatabaseView {
        let start: Int
        @Column("number of") let albums: Int
        static var definition: SQLQuery<Decade> { SQLQuery("SELECT 1, 2") }
      }
      @Selection struct Open { let start: Int }
      extension Open: DatabaseView {
        static var definition: SQLQuery<Open> { SQLQuery("SELECT \\(1)") }
      }
      """)
    #expect(
      read.schema.views.map(\.sql) == [
        #"CREATE VIEW "decade" ("start", "number of") AS "#
          + #"SELECT "start", "number of" FROM (SELECT 1, 2)"#
      ])
    #expect(
      read.words == [
        "App.swift:7:11: Open: the query of a view is computed by the program; its definition in the database is not checked"
      ])
  }

  @Test("A table name that is declared twice is not in the schema")
  func twice() throws {
    let package = try TemporaryPackage([
      "Sources/App/A.swift": "@Table struct Album { let id: Int }",
      "Sources/App/B.swift": "enum Other { @Table(\"ALBUM\") struct Record { let id: Int } }",
    ])
    let read = try package.read()
    #expect(read.schema.tables == [])
    #expect(read.declarations.map(\.isKnown) == [true, true])
    let problem = try #require(read.problems.first)
    #expect(read.problems.count == 2)
    guard case .declaredTwice(let others) = problem.kind else {
      Issue.record("\(problem)")
      return
    }
    #expect(others.map(\.description) == ["\(package.path)/Sources/App/B.swift:1:37"])
  }

  @Test("A mistake is reported with the message of the macro")
  func mistakes() throws {
    let read = try TemporaryPackage.read(
      "@Table struct Album { let id: Int; var title = makeTitle() }")
    #expect(read.schema.tables == [])
    #expect(read.problems.count == 1)
    guard case .mistake(let text) = read.problems.first?.kind else {
      Issue.record("\(read.problems)")
      return
    }
    #expect(text.hasPrefix("@Table: the type of 'title'"))
    #expect(read.problems.first?.place.column == 40)
  }
}
