import Testing

@Suite("Expansions of @Table for read-only, lazy, converted and ignored properties")
struct CodingExpansionTests {
  @Test("Generated and read-only columns are fetched and never written")
  func readOnly() {
    expectExpansion(
      """
      @Table struct Track {
        let id: Int
        var title: String
        @Column(generated: .virtual("length(title)")) let length: Int
        @Column(readOnly: true) var plays: Int = 0
      }
      """,
      """
      struct Track {
        let id: Int
        var title: String
        let length: Int
        var plays: Int = 0
      }

      nonisolated extension Track: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Track>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Track, Int> { ORM.Column("id", in: source) }
          var title: ORM.Column<Track, String> { ORM.Column("title", in: source) }
          var length: ORM.Column<Track, Int> { ORM.Column("length", in: source) }
          var plays: ORM.Column<Track, Int> { ORM.Column("plays", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var title: String
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.title, to: &parameters, at: 1)
          }
          func stored(rowID write: () throws -> Int64) throws -> Track { try Track(stored: self, rowID: write) }
        }
        static var tableName: String { "track" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "title", "length", "plays" FROM "track""# }
        static var findSQL: String { #"SELECT "id", "title", "length", "plays" FROM "track" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "track" ("title", "id") VALUES ($1, $2)"# }
        static var updateSQL: String { #"UPDATE "track" SET "title" = $1 WHERE "id" = $2"# }
        static var upsertSQL: String { #"INSERT INTO "track" ("title", "id") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title""# }
        static var deleteSQL: String { #"DELETE FROM "track" WHERE "id" = $1"# }
        static var needsReadBack: Bool { true }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("track")
          schema.add("id", Int.self)
          schema.add("title", String.self)
          schema.add("length", Int.self, generated: .virtual("length(title)"))
          schema.add("plays", Int.self, value: 0, readOnly: true)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 4 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let title = try String.read(from: row, at: 1)
          let length = try Int.read(from: row, at: 2)
          let plays = try Int.read(from: row, at: 3)
          self.init(id: id, title: title, length: length, plays: plays)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.title, to: &parameters, at: 1)
          try Int.write(self.id, to: &parameters, at: 2)
        }
        init(stored value: Track, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          throw ORM.RowDecodingError(table: "track", column: "length", reason: .missingColumn)
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("A lazy column is not fetched, and is written only if it is loaded")
  func lazyColumn() {
    expectExpansion(
      """
      @Table struct Photo {
        let id: Int
        @Column(lazy: true) var image: Lazy<Data>
        var thumbnail: ORM.Lazy<Optional<Data>>
      }
      """,
      """
      struct Photo {
        let id: Int
        var image: Lazy<Data>
        var thumbnail: ORM.Lazy<Optional<Data>>
      }

      nonisolated extension Photo: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Photo>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Photo, Int> { ORM.Column("id", in: source) }
          var image: ORM.Column<Photo, Data> { ORM.Column("image", in: source) }
          var thumbnail: ORM.Column<Photo, Data?> { ORM.Column("thumbnail", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var image: ORM.Lazy<Data> = .unloaded
          var thumbnail: ORM.Lazy<Data?> = .unloaded
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            if case .loaded(let value) = self.image {
              try Data.write(value, to: &parameters, at: 1)
            } else {
              parameters.bindNull(at: 1)
            }
            if case .loaded(let value) = self.thumbnail {
              try Data?.write(value, to: &parameters, at: 2)
            } else {
              parameters.bindNull(at: 2)
            }
          }
          func stored(rowID write: () throws -> Int64) throws -> Photo { try Photo(stored: self, rowID: write) }
          var omittedColumns: [Int] {
            var positions: [Int] = []
            if case .unloaded = self.image { positions.append(1) }
            if case .unloaded = self.thumbnail { positions.append(2) }
            return positions
          }
        }
        static var tableName: String { "photo" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id" FROM "photo""# }
        static var findSQL: String { #"SELECT "id" FROM "photo" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "photo" ("image", "thumbnail", "id") VALUES ($1, $2, $3)"# }
        static var updateSQL: String { #"UPDATE "photo" SET "image" = $1, "thumbnail" = $2 WHERE "id" = $3"# }
        static var upsertSQL: String { #"INSERT INTO "photo" ("image", "thumbnail", "id") VALUES ($1, $2, $3) ON CONFLICT ("id") DO UPDATE SET "image" = excluded."image", "thumbnail" = excluded."thumbnail""# }
        static var deleteSQL: String { #"DELETE FROM "photo" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("photo")
          schema.add("id", Int.self)
          schema.add("image", Data.self, lazy: true)
          schema.add("thumbnail", Data?.self, lazy: true)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 1 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          self.init(id: id, image: .unloaded, thumbnail: .unloaded)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          if case .loaded(let value) = self.image {
            try Data.write(value, to: &parameters, at: 1)
          } else {
            parameters.bindNull(at: 1)
          }
          if case .loaded(let value) = self.thumbnail {
            try Data?.write(value, to: &parameters, at: 2)
          } else {
            parameters.bindNull(at: 2)
          }
          try Int.write(self.id, to: &parameters, at: 3)
        }
        init(stored value: Photo, rowID write: () throws -> Int64) throws {
          self.id = value.id
          self.image = .unloaded
          self.thumbnail = .unloaded
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.image = .unloaded
          self.thumbnail = .unloaded
          self.id = try ORM.generatedKey(write())
        }
        var omittedColumns: [Int] {
          var positions: [Int] = []
          if case .unloaded = self.image { positions.append(1) }
          if case .unloaded = self.thumbnail { positions.append(2) }
          return positions
        }
        var unloaded: [Int] {
          var positions: [Int] = []
          if case .unloaded = self.image { positions.append(1) }
          if case .unloaded = self.thumbnail { positions.append(2) }
          return positions
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("A column with a representation is read and written through it")
  func representation() {
    expectExpansion(
      """
      @Table struct Note {
        @Column(as: UUIDText.self) let id: UUID
        @Column(as: JSON.self) var tags: [String] = []
        @Column(as: JSON.self) var links: [String: Link]?
        @Column(as: Celsius.self) var outside: Measurement<UnitTemperature>?
      }
      """,
      """
      struct Note {
        let id: UUID
        var tags: [String] = []
        var links: [String: Link]?
        var outside: Measurement<UnitTemperature>?
      }

      nonisolated extension Note: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 4)
          typealias linksRepresentation = ORM.JSON.Of<[String: Link]>
          typealias outsideRepresentation = ORM.StoredRepresentation<Celsius, Measurement<UnitTemperature>>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Note>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Note, UUIDText> { ORM.Column("id", in: source) }
          var tags: ORM.Column<Note, ORM.JSON.Of<[String]>> { ORM.Column("tags", in: source) }
          var links: ORM.Column<Note, ColumnTypes.linksRepresentation?> { ORM.Column("links", in: source) }
          var outside: ORM.Column<Note, ColumnTypes.outsideRepresentation?> { ORM.Column("outside", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "note" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "tags", "links", "outside" FROM "note""# }
        static var findSQL: String { #"SELECT "id", "tags", "links", "outside" FROM "note" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "note" ("tags", "links", "outside", "id") VALUES ($1, $2, $3, $4)"# }
        static var updateSQL: String { #"UPDATE "note" SET "tags" = $1, "links" = $2, "outside" = $3 WHERE "id" = $4"# }
        static var upsertSQL: String { #"INSERT INTO "note" ("tags", "links", "outside", "id") VALUES ($1, $2, $3, $4) ON CONFLICT ("id") DO UPDATE SET "tags" = excluded."tags", "links" = excluded."links", "outside" = excluded."outside""# }
        static var deleteSQL: String { #"DELETE FROM "note" WHERE "id" = $1"# }
        static var needsReadBack: Bool { ColumnTypes.linksRepresentation.needsReadBack }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("note")
          schema.add("id", UUIDText.self)
          schema.add("tags", ORM.JSON.Of<[String]>.self, value: [])
          schema.add("links", ColumnTypes.linksRepresentation?.self)
          schema.add("outside", ColumnTypes.outsideRepresentation?.self)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 4 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try UUIDText.read(from: row, at: 0)
          let tags = try ORM.JSON.Of<[String]>.read(from: row, at: 1)
          let links = try ColumnTypes.linksRepresentation?.read(from: row, at: 2)
          let outside = try ColumnTypes.outsideRepresentation?.read(from: row, at: 3)
          #sourceLocation(file: "Test.swift", line: 3)
          self.init(id: id, tags: tags, links: links, outside: outside)
          #sourceLocation()
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try ORM.JSON.Of<[String]>.write(self.tags, to: &parameters, at: 1)
          try ColumnTypes.linksRepresentation?.write(self.links, to: &parameters, at: 2)
          try ColumnTypes.outsideRepresentation?.write(self.outside, to: &parameters, at: 3)
          try UUIDText.write(self.id, to: &parameters, at: 4)
        }
        var roundTripsExactly: Bool { if UUIDText.roundTripsExactly(self.id), ORM.JSON.Of<[String]>.roundTripsExactly(self.tags), ColumnTypes.linksRepresentation?.roundTripsExactly(self.links), ColumnTypes.outsideRepresentation?.roundTripsExactly(self.outside) { true } else { false } }
        init(stored value: Note, rowID write: () throws -> Int64) throws {
          self.id = try UUIDText.asStored(value.id)
          self.tags = try ORM.JSON.Of<[String]>.asStored(value.tags)
          self.links = try ColumnTypes.linksRepresentation?.asStored(value.links)
          self.outside = try ColumnTypes.outsideRepresentation?.asStored(value.outside)
          _ = try write()
        }
        var primaryKey: UUID? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: UUID, to parameters: inout Parameters, at position: Int) throws {
          try UUIDText.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("An ignored property is not a column, and has its default in every row")
  func ignored() {
    expectExpansion(
      """
      @Table struct Note {
        var text: String
        @Ignored var isSelected = false
        @Ignored var cache: Cache?
        @Ignored lazy var words = text.split(separator: " ")
        @Ignored let version = 1
      }
      """,
      """
      struct Note {
        var text: String
        var isSelected = false
        var cache: Cache?
        lazy var words = text.split(separator: " ")
        let version = 1
      }

      nonisolated extension Note: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Note>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var text: ORM.Column<Note, String> { ORM.Column("text", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "note" }
        static var selectSQL: String { #"SELECT "text" FROM "note""# }
        static var insertSQL: String { #"INSERT INTO "note" ("text") VALUES ($1)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("note")
          schema.add("text", String.self)
          return schema
        }()
        static var columnCount: Int { 1 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let text = try String.read(from: row, at: 0)
          self.init(text: text)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.text, to: &parameters, at: 1)
        }
        init(stored value: Note, rowID write: () throws -> Int64) throws {
          self.text = value.text
          _ = try write()
        }
      }
      """)
  }
}
