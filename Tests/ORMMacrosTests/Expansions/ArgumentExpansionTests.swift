import Testing

@Suite("Expansions of @Table for the arguments of @Column")
struct ArgumentExpansionTests {
  @Test("The arguments of @Column are added to the schema")
  func columnArguments() {
    expectExpansion(
      #"""
      @Table struct Album {
        @Column(unique: true, collate: .noCase, check: #""t" <> ''"#) var t: String
        @Column(default: "none", index: true) var genre: String?
        @Column(default: .sql("CURRENT_TIMESTAMP"), meaning: "in UTC") var added: String
        @Column(references: Artist.self, onDelete: .cascade, onUpdate: .restrict) var artist: Int
        @Column(references: \Label.name, onDelete: .setNull) var label: String?
      }
      """#,
      """
      struct Album {
        var t: String
        var genre: String?
        var added: String
        var artist: Int
        var label: String?
      }

      nonisolated extension Album: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 5)
          fileprivate typealias artistParent = ORM.ReferencedTable<Artist>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Album>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var t: ORM.Column<Album, String> { ORM.Column("t", in: source) }
          var genre: ORM.Column<Album, String?> { ORM.Column("genre", in: source) }
          var added: ORM.Column<Album, String> { ORM.Column("added", in: source) }
          var artist: ORM.Column<Album, Int> { ORM.Column("artist", in: source) }
          var label: ORM.Column<Album, String?> { ORM.Column("label", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "album" }
        static var selectSQL: String { #"SELECT "t", "genre", "added", "artist", "label" FROM "album""# }
        static var insertSQL: String { #"INSERT INTO "album" ("t", "genre", "added", "artist", "label") VALUES ($1, $2, $3, $4, $5)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("album")
          schema.add("t", String.self, unique: true, collate: .noCase, check: #""t" <> ''"#)
          schema.add("genre", String?.self, default: "none")
          schema.add("added", String.self, default: .sql("CURRENT_TIMESTAMP"), meaning: "in UTC")
          schema.add("artist", Int.self)
          #sourceLocation(file: "Test.swift", line: 5)
          schema.reference(from: "artist", Int.self, to: ColumnTypes.artistParent.self, onDelete: .cascade, onUpdate: .restrict)
          #sourceLocation()
          schema.add("label", String?.self)
          #sourceLocation(file: "Test.swift", line: 6)
          schema.reference(from: "label", String?.self, to: Label.columns.name, onDelete: .setNull)
          #sourceLocation()
          schema.index("genre")
          return schema
        }()
        static var columnCount: Int { 5 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let t = try String.read(from: row, at: 0)
          let genre = try String?.read(from: row, at: 1)
          let added = try String.read(from: row, at: 2)
          let artist = try Int.read(from: row, at: 3)
          let label = try String?.read(from: row, at: 4)
          self.init(t: t, genre: genre, added: added, artist: artist, label: label)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.t, to: &parameters, at: 1)
          try String?.write(self.genre, to: &parameters, at: 2)
          try String.write(self.added, to: &parameters, at: 3)
          try Int.write(self.artist, to: &parameters, at: 4)
          try String?.write(self.label, to: &parameters, at: 5)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Album, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
      }
      """)
  }

  @Test("#Index and #UniqueIndex use the column names of their properties")
  func indexes() {
    expectExpansion(
      #"""
      @Table(naming: .snakeCase) struct Album {
        var artistID: Int
        var title: String
        #Index<Album>(\.artistID, \.title, unique: true)
        #Index<Album>(\.title, where: "title > ''", name: "by title")
        #UniqueIndex<Album>(\.title)
        #Index<Album>(terms: "lower(title)", "title DESC", unique: true, where: "1", name: "terms")
      }
      """#,
      """
      struct Album {
        var artistID: Int
        var title: String
      }

      nonisolated extension Album: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Album>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var artistID: ORM.Column<Album, Int> { ORM.Column("artist_id", in: source) }
          var title: ORM.Column<Album, String> { ORM.Column("title", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "album" }
        static var selectSQL: String { #"SELECT "artist_id", "title" FROM "album""# }
        static var insertSQL: String { #"INSERT INTO "album" ("artist_id", "title") VALUES ($1, $2)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("album")
          schema.add("artist_id", Int.self)
          schema.add("title", String.self)
          schema.index("artist_id", "title", unique: true)
          schema.index("title", where: "title > ''", name: "by title")
          schema.index("title", unique: true)
          schema.index(terms: "lower(title)", "title DESC", unique: true, where: "1", name: "terms")
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let artistID = try Int.read(from: row, at: 0)
          let title = try String.read(from: row, at: 1)
          self.init(artistID: artistID, title: title)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try Int.write(self.artistID, to: &parameters, at: 1)
          try String.write(self.title, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Album, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
      }
      """)
  }

  @Test("A literal default of a property becomes a DEFAULT, and sets a type that is not written")
  func literalDefaults() {
    expectExpansion(
      #"""
      @Table struct Numbers {
        var a = -1, b = 1.5, c = true
        var d = "it's"
        var e: Flags = []
        var f: Flags = [.one, .two]
        var g: Genre = .jazz
        var h: Date = .now
        var i: Int = next()
        var j: Int? = nil
        var k = "\(1)"
        @Column(default: 7) var l = 8
      }
      """#,
      #"""
      struct Numbers {
        var a = -1, b = 1.5, c = true
        var d = "it's"
        var e: Flags = []
        var f: Flags = [.one, .two]
        var g: Genre = .jazz
        var h: Date = .now
        var i: Int = next()
        var j: Int? = nil
        var k = "\(1)"
        var l = 8
      }

      nonisolated extension Numbers: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 4)
          typealias e = ORM.StoredValue<Flags>
          typealias f = ORM.StoredValue<Flags>
          typealias g = ORM.StoredValue<Genre>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Numbers>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var a: ORM.Column<Numbers, Int> { ORM.Column("a", in: source) }
          #sourceLocation(file: "Test.swift", line: 2)
          var b: ORM.Column<Numbers, Double> { ORM.Column("b", in: source) }
          #sourceLocation(file: "Test.swift", line: 2)
          var c: ORM.Column<Numbers, Bool> { ORM.Column("c", in: source) }
          var d: ORM.Column<Numbers, String> { ORM.Column("d", in: source) }
          var e: ORM.Column<Numbers, ColumnTypes.e> { ORM.Column("e", in: source) }
          var f: ORM.Column<Numbers, ColumnTypes.f> { ORM.Column("f", in: source) }
          var g: ORM.Column<Numbers, ColumnTypes.g> { ORM.Column("g", in: source) }
          var h: ORM.Column<Numbers, Date> { ORM.Column("h", in: source) }
          var i: ORM.Column<Numbers, Int> { ORM.Column("i", in: source) }
          var j: ORM.Column<Numbers, Int?> { ORM.Column("j", in: source) }
          var k: ORM.Column<Numbers, String> { ORM.Column("k", in: source) }
          var l: ORM.Column<Numbers, Int> { ORM.Column("l", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "numbers" }
        static var selectSQL: String { #"SELECT "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l" FROM "numbers""# }
        static var insertSQL: String { #"INSERT INTO "numbers" ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("numbers")
          schema.add("a", Int.self, value: -1)
          schema.add("b", Double.self, value: 1.5)
          schema.add("c", Bool.self, value: true)
          schema.add("d", String.self, value: "it's")
          schema.add("e", ColumnTypes.e.self, value: [])
          schema.add("f", ColumnTypes.f.self, value: [.one, .two])
          schema.add("g", ColumnTypes.g.self, value: .jazz)
          schema.add("h", Date.self)
          schema.add("i", Int.self)
          schema.add("j", Int?.self)
          schema.add("k", String.self)
          schema.add("l", Int.self, default: 7)
          return schema
        }()
        static var columnCount: Int { 12 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let a = try Int.read(from: row, at: 0)
          let b = try Double.read(from: row, at: 1)
          let c = try Bool.read(from: row, at: 2)
          let d = try String.read(from: row, at: 3)
          let e = try ColumnTypes.e.read(from: row, at: 4)
          let f = try ColumnTypes.f.read(from: row, at: 5)
          let g = try ColumnTypes.g.read(from: row, at: 6)
          let h = try Date.read(from: row, at: 7)
          let i = try Int.read(from: row, at: 8)
          let j = try Int?.read(from: row, at: 9)
          let k = try String.read(from: row, at: 10)
          let l = try Int.read(from: row, at: 11)
          #sourceLocation(file: "Test.swift", line: 4)
          self.init(a: a, b: b, c: c, d: d, e: e, f: f, g: g, h: h, i: i, j: j, k: k, l: l)
          #sourceLocation()
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try Int.write(self.a, to: &parameters, at: 1)
          try Double.write(self.b, to: &parameters, at: 2)
          try Bool.write(self.c, to: &parameters, at: 3)
          try String.write(self.d, to: &parameters, at: 4)
          try ColumnTypes.e.write(self.e, to: &parameters, at: 5)
          try ColumnTypes.f.write(self.f, to: &parameters, at: 6)
          try ColumnTypes.g.write(self.g, to: &parameters, at: 7)
          try Date.write(self.h, to: &parameters, at: 8)
          try Int.write(self.i, to: &parameters, at: 9)
          try Int?.write(self.j, to: &parameters, at: 10)
          try String.write(self.k, to: &parameters, at: 11)
          try Int.write(self.l, to: &parameters, at: 12)
        }
        var roundTripsExactly: Bool { if Double.roundTripsExactly(self.b), ColumnTypes.e.roundTripsExactly(self.e), ColumnTypes.f.roundTripsExactly(self.f), ColumnTypes.g.roundTripsExactly(self.g), Date.roundTripsExactly(self.h) { true } else { false } }
        init(stored value: Numbers, rowID write: () throws -> Int64) throws {
          self = value
          self.b = try Double.asStored(value.b)
          self.e = try ColumnTypes.e.asStored(value.e)
          self.f = try ColumnTypes.f.asStored(value.f)
          self.g = try ColumnTypes.g.asStored(value.g)
          self.h = try Date.asStored(value.h)
          _ = try write()
        }
      }
      """#)
  }

  @Test("An insert omits a nil value of a column with a .database default")
  func databaseDefault() {
    expectExpansion(
      """
      @Table struct Event {
        let id: Int
        @Column(default: .database("unixepoch()")) let at: Date
        @Column(default: .database) var note: String?
        var kind = 1
      }
      """,
      """
      struct Event {
        let id: Int
        let at: Date
        var note: String?
        var kind = 1
      }

      nonisolated extension Event: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Event>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Event, Int> { ORM.Column("id", in: source) }
          var at: ORM.Column<Event, Date> { ORM.Column("at", in: source) }
          var note: ORM.Column<Event, String?> { ORM.Column("note", in: source) }
          var kind: ORM.Column<Event, Int> { ORM.Column("kind", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var at: Date?
          var note: String?
          var kind: Int = 1
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try Date?.write(self.at, to: &parameters, at: 1)
            try String?.write(self.note, to: &parameters, at: 2)
            try Int.write(self.kind, to: &parameters, at: 3)
          }
          func stored(rowID write: () throws -> Int64) throws -> Event { try Event(stored: self, rowID: write) }
          var omittedColumns: [Int] {
            var positions: [Int] = []
            if self.at == nil { positions.append(1) }
            if self.note == nil { positions.append(2) }
            return positions
          }
        }
        static var tableName: String { "event" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "at", "note", "kind" FROM "event""# }
        static var findSQL: String { #"SELECT "id", "at", "note", "kind" FROM "event" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "event" ("at", "note", "kind", "id") VALUES ($1, $2, $3, $4)"# }
        static var updateSQL: String { #"UPDATE "event" SET "at" = $1, "note" = $2, "kind" = $3 WHERE "id" = $4"# }
        static var upsertSQL: String { #"INSERT INTO "event" ("at", "note", "kind", "id") VALUES ($1, $2, $3, $4) ON CONFLICT ("id") DO UPDATE SET "at" = excluded."at", "note" = excluded."note", "kind" = excluded."kind""# }
        static var deleteSQL: String { #"DELETE FROM "event" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("event")
          schema.add("id", Int.self)
          schema.add("at", Date.self, default: .database("unixepoch()"))
          schema.add("note", String?.self, default: .database)
          schema.add("kind", Int.self, value: 1)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 4 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let at = try Date.read(from: row, at: 1)
          let note = try String?.read(from: row, at: 2)
          let kind = try Int.read(from: row, at: 3)
          self.init(id: id, at: at, note: note, kind: kind)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try Date.write(self.at, to: &parameters, at: 1)
          try String?.write(self.note, to: &parameters, at: 2)
          try Int.write(self.kind, to: &parameters, at: 3)
          try Int.write(self.id, to: &parameters, at: 4)
        }
        var roundTripsExactly: Bool { if Date.roundTripsExactly(self.at) { true } else { false } }
        init(stored value: Event, rowID write: () throws -> Int64) throws {
          self.id = value.id
          self.at = try Date.asStored(value.at)
          self.note = value.note
          self.kind = value.kind
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          guard let at = draft.at else { throw ORM.RowDecodingError(table: "event", column: "at", reason: .missingColumn) }
          self.at = try Date.asStored(at)
          self.note = draft.note
          self.kind = draft.kind
          self.id = try ORM.generatedKey(write())
        }
        var omittedColumns: [Int] {
          var positions: [Int] = []
          if self.note == nil { positions.append(2) }
          return positions
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }
}
