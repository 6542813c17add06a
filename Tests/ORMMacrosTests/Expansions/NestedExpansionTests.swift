import Testing

@Suite("Expansions of @Table for nested and generic structs")
struct NestedExpansionTests {
  @Test("A nested table has aliases of the types that its extension can't see")
  func nestedTable() {
    expectExpansion(
      """
      enum Store {
        enum Genre: String { case jazz }

        @Table struct Album {
          let id: Int
          var genre: Genre = Genre.jazz
          @Column(as: JSON.self) var tags: [Tag]
          @Column(as: Text.self, references: Artist.self) var artist: Date?
        }
      }
      """,
      """
      enum Store {
        enum Genre: String { case jazz 
      }

        struct Album {
          let id: Int
          var genre: Genre = Genre.jazz
          var tags: [Tag]
          var artist: Date?

          enum ColumnTypes {
            #sourceLocation(file: "Test.swift", line: 6)
            typealias genre = ORM.StoredValue<Genre>
            typealias tags = [Tag]
            #sourceLocation(file: "Test.swift", line: 7)
            typealias tagsRepresentation = ORM.JSON.Of<[Tag]>
            typealias artistRepresentation = ORM.StoredRepresentation<Text, Date>
            #sourceLocation(file: "Test.swift", line: 8)
            fileprivate typealias artistParent = ORM.ReferencedTable<Artist>
            #sourceLocation()
          }
        }
      }

      nonisolated extension Store.Album: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Store.Album>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 5)
          var id: ORM.Column<Store.Album, Int> { ORM.Column("id", in: source) }
          var genre: ORM.Column<Store.Album, ColumnTypes.genre> { ORM.Column("genre", in: source) }
          var tags: ORM.Column<Store.Album, ColumnTypes.tagsRepresentation> { ORM.Column("tags", in: source) }
          var artist: ORM.Column<Store.Album, ColumnTypes.artistRepresentation?> { ORM.Column("artist", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          #sourceLocation(file: "Test.swift", line: 6)
          var genre: ColumnTypes.genre = ColumnTypes.genre.jazz
          var tags: ColumnTypes.tags
          var artist: Date?
          #sourceLocation()
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try ColumnTypes.genre.write(self.genre, to: &parameters, at: 1)
            try ColumnTypes.tagsRepresentation.write(self.tags, to: &parameters, at: 2)
            try ColumnTypes.artistRepresentation?.write(self.artist, to: &parameters, at: 3)
          }
          func stored(rowID write: () throws -> Int64) throws -> Store.Album { try Store.Album(stored: self, rowID: write) }
        }
        static var tableName: String { "album" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "genre", "tags", "artist" FROM "album""# }
        static var findSQL: String { #"SELECT "id", "genre", "tags", "artist" FROM "album" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "album" ("genre", "tags", "artist", "id") VALUES ($1, $2, $3, $4)"# }
        static var updateSQL: String { #"UPDATE "album" SET "genre" = $1, "tags" = $2, "artist" = $3 WHERE "id" = $4"# }
        static var upsertSQL: String { #"INSERT INTO "album" ("genre", "tags", "artist", "id") VALUES ($1, $2, $3, $4) ON CONFLICT ("id") DO UPDATE SET "genre" = excluded."genre", "tags" = excluded."tags", "artist" = excluded."artist""# }
        static var deleteSQL: String { #"DELETE FROM "album" WHERE "id" = $1"# }
        static var needsReadBack: Bool { ColumnTypes.tagsRepresentation.needsReadBack }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("album")
          schema.add("id", Int.self)
          schema.add("genre", ColumnTypes.genre.self)
          schema.add("tags", ColumnTypes.tagsRepresentation.self)
          schema.add("artist", ColumnTypes.artistRepresentation?.self)
          #sourceLocation(file: "Test.swift", line: 8)
          schema.reference(from: "artist", ColumnTypes.artistRepresentation?.self, to: ColumnTypes.artistParent.self)
          #sourceLocation()
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 4 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let genre = try ColumnTypes.genre.read(from: row, at: 1)
          let tags = try ColumnTypes.tagsRepresentation.read(from: row, at: 2)
          let artist = try ColumnTypes.artistRepresentation?.read(from: row, at: 3)
          #sourceLocation(file: "Test.swift", line: 6)
          self.init(id: id, genre: genre, tags: tags, artist: artist)
          #sourceLocation()
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try ColumnTypes.genre.write(self.genre, to: &parameters, at: 1)
          try ColumnTypes.tagsRepresentation.write(self.tags, to: &parameters, at: 2)
          try ColumnTypes.artistRepresentation?.write(self.artist, to: &parameters, at: 3)
          try Int.write(self.id, to: &parameters, at: 4)
        }
        var roundTripsExactly: Bool { if ColumnTypes.genre.roundTripsExactly(self.genre), ColumnTypes.tagsRepresentation.roundTripsExactly(self.tags), ColumnTypes.artistRepresentation?.roundTripsExactly(self.artist) { true } else { false } }
        init(stored value: Store.Album, rowID write: () throws -> Int64) throws {
          self.id = value.id
          self.genre = try ColumnTypes.genre.asStored(value.genre)
          self.tags = try ColumnTypes.tagsRepresentation.asStored(value.tags)
          self.artist = try ColumnTypes.artistRepresentation?.asStored(value.artist)
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.genre = try ColumnTypes.genre.asStored(draft.genre)
          self.tags = try ColumnTypes.tagsRepresentation.asStored(draft.tags)
          self.artist = try ColumnTypes.artistRepresentation?.asStored(draft.artist)
          self.id = try ORM.generatedKey(write())
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("A generic table is written with its parameters")
  func genericTable() {
    expectExpansion(
      """
      @Table struct Box<Content: ColumnValue> {
        let id: Int
        var content: Content
      }
      """,
      """
      struct Box<Content: ColumnValue> {
        let id: Int
        var content: Content
      }

      nonisolated extension Box: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 3)
          typealias content = ORM.StoredValue<Content>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Box<Content>>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Box<Content>, Int> { ORM.Column("id", in: source) }
          var content: ORM.Column<Box<Content>, ColumnTypes.content> { ORM.Column("content", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          #sourceLocation(file: "Test.swift", line: 3)
          var content: Content
          #sourceLocation()
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try ColumnTypes.content.write(self.content, to: &parameters, at: 1)
          }
          func stored(rowID write: () throws -> Int64) throws -> Box<Content> { try Box<Content>(stored: self, rowID: write) }
        }
        static var tableName: String { "box" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "content" FROM "box""# }
        static var findSQL: String { #"SELECT "id", "content" FROM "box" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "box" ("content", "id") VALUES ($1, $2)"# }
        static var updateSQL: String { #"UPDATE "box" SET "content" = $1 WHERE "id" = $2"# }
        static var upsertSQL: String { #"INSERT INTO "box" ("content", "id") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "content" = excluded."content""# }
        static var deleteSQL: String { #"DELETE FROM "box" WHERE "id" = $1"# }
        static var schema: ORM.TableSchema {
          var schema = ORM.TableSchema("box")
          schema.add("id", Int.self)
          schema.add("content", ColumnTypes.content.self)
          schema.primaryKey = ["id"]
          return schema
        }
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let content = try ColumnTypes.content.read(from: row, at: 1)
          #sourceLocation(file: "Test.swift", line: 3)
          self.init(id: id, content: content)
          #sourceLocation()
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try ColumnTypes.content.write(self.content, to: &parameters, at: 1)
          try Int.write(self.id, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { if ColumnTypes.content.roundTripsExactly(self.content) { true } else { false } }
        init(stored value: Box<Content>, rowID write: () throws -> Int64) throws {
          self.id = value.id
          self.content = try ColumnTypes.content.asStored(value.content)
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.content = try ColumnTypes.content.asStored(draft.content)
          self.id = try ORM.generatedKey(write())
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("A table in an extension has the extension's access level")
  func inExtension() {
    expectExpansion(
      """
      public extension Store {
        @Table struct Entry {
          public var text: String
        }
      }
      """,
      """
      public extension Store {
        struct Entry {
          public var text: String

          public nonisolated init(text: String) {
            self.text = text
          }
        }
      }

      nonisolated extension Store.Entry: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        public struct Columns: ORM.TableColumns {
          public typealias SelectedResult = ORM.WholeRow<Store.Entry>
          public typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          public static func source(of columns: Self) -> ORM.TableSource { columns.source }
          public init(source: ORM.TableSource) { self.source = source }
          #sourceLocation(file: "Test.swift", line: 3)
          public var text: ORM.Column<Store.Entry, String> { ORM.Column("text", in: source) }
          #sourceLocation()
        }
        public static var tableName: String { "entry" }
        public static var selectSQL: String { #"SELECT "text" FROM "entry""# }
        public static var insertSQL: String { #"INSERT INTO "entry" ("text") VALUES ($1)"# }
        public static var schema: ORM.TableSchema {
          var schema = ORM.TableSchema("entry")
          schema.add("text", String.self)
          return schema
        }
        public static var columnCount: Int { 1 }
        public init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let text = try String.read(from: row, at: 0)
          self.init(text: text)
        }
        public func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.text, to: &parameters, at: 1)
        }
        public var roundTripsExactly: Bool { true }
        public init(stored value: Store.Entry, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
      }
      """)
  }
}
