import Testing

@Suite("Expansions of @Table for special kinds of keys")
struct SpecialKeyExpansionTests {
  @Test("A table that has only a key has nothing to update")
  func keyAlone() {
    expectExpansion(
      """
      @Table struct Tag {
        let id: String
      }
      """,
      """
      struct Tag {
        let id: String
      }

      nonisolated extension Tag: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Tag>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Tag, String> { ORM.Column("id", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "tag" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id" FROM "tag""# }
        static var findSQL: String { #"SELECT "id" FROM "tag" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "tag" ("id") VALUES ($1)"# }
        static var updateSQL: String { "" }
        static var upsertSQL: String { #"INSERT INTO "tag" ("id") VALUES ($1) ON CONFLICT ("id") DO NOTHING"# }
        static var deleteSQL: String { #"DELETE FROM "tag" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("tag")
          schema.add("id", String.self)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 1 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try String.read(from: row, at: 0)
          self.init(id: id)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.id, to: &parameters, at: 1)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Tag, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        var primaryKey: String? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: String, to parameters: inout Parameters, at position: Int) throws {
          try String.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("autoincrement makes the database generate a key of any type")
  func autoincrement() {
    expectExpansion(
      """
      @Table struct Artist {
        @Column(autoincrement: true) let id: ArtistID
        var name: String
      }
      """,
      """
      struct Artist {
        let id: ArtistID
        var name: String
      }

      nonisolated extension Artist: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 2)
          typealias id = ORM.StoredValue<ArtistID>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Artist>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Artist, ColumnTypes.id> { ORM.Column("id", in: source) }
          var name: ORM.Column<Artist, String> { ORM.Column("name", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var name: String
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.name, to: &parameters, at: 1)
          }
          func stored(rowID write: () throws -> Int64) throws -> Artist { try Artist(stored: self, rowID: write) }
        }
        static var tableName: String { "artist" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "name" FROM "artist""# }
        static var findSQL: String { #"SELECT "id", "name" FROM "artist" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "artist" ("name", "id") VALUES ($1, $2)"# }
        static var updateSQL: String { #"UPDATE "artist" SET "name" = $1 WHERE "id" = $2"# }
        static var upsertSQL: String { #"INSERT INTO "artist" ("name", "id") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name""# }
        static var deleteSQL: String { #"DELETE FROM "artist" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("artist")
          schema.add("id", ColumnTypes.id.self)
          schema.add("name", String.self)
          schema.primaryKey = ["id"]
          schema.autoincrement = true
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try ColumnTypes.id.read(from: row, at: 0)
          let name = try String.read(from: row, at: 1)
          #sourceLocation(file: "Test.swift", line: 2)
          self.init(id: id, name: name)
          #sourceLocation()
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.name, to: &parameters, at: 1)
          try ColumnTypes.id.write(self.id, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { if ColumnTypes.id.roundTripsExactly(self.id) { true } else { false } }
        init(stored value: Artist, rowID write: () throws -> Int64) throws {
          self.id = try ColumnTypes.id.asStored(value.id)
          self.name = value.name
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.name = draft.name
          self.id = try ORM.generatedKey(write(), as: ColumnTypes.id.self)
        }
        var primaryKey: ArtistID? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: ArtistID, to parameters: inout Parameters, at position: Int) throws {
          try ColumnTypes.id.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("autoincrement makes the database generate an optional key of any type")
  func optionalAutoincrement() {
    expectExpansion(
      """
      @Table struct Artist {
        @Column(autoincrement: true) var id: ArtistID?
        let name: String
      }
      """,
      """
      struct Artist {
        var id: ArtistID?
        let name: String
      }

      nonisolated extension Artist: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 2)
          typealias id = ORM.StoredValue<ArtistID>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Artist>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Artist, ColumnTypes.id?> { ORM.Column("id", in: source) }
          var name: ORM.Column<Artist, String> { ORM.Column("name", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "artist" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "name" FROM "artist""# }
        static var findSQL: String { #"SELECT "id", "name" FROM "artist" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "artist" ("name", "id") VALUES ($1, $2)"# }
        static var updateSQL: String { #"UPDATE "artist" SET "name" = $1 WHERE "id" = $2"# }
        static var upsertSQL: String { #"INSERT INTO "artist" ("name", "id") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name""# }
        static var deleteSQL: String { #"DELETE FROM "artist" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("artist")
          schema.add("id", ColumnTypes.id?.self)
          schema.add("name", String.self)
          schema.primaryKey = ["id"]
          schema.autoincrement = true
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try ColumnTypes.id?.read(from: row, at: 0)
          let name = try String.read(from: row, at: 1)
          #sourceLocation(file: "Test.swift", line: 2)
          self.init(id: id, name: name)
          #sourceLocation()
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.name, to: &parameters, at: 1)
          try ColumnTypes.id?.write(self.id, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { if ColumnTypes.id?.roundTripsExactly(self.id) { true } else { false } }
        var needsGeneratedKey: Bool { self.id == nil }
        mutating func acceptGeneratedKey(_ rowID: Int64) throws { self.id = try ORM.generatedKey(rowID, as: ColumnTypes.id.self) }
        init(stored value: Artist, rowID write: () throws -> Int64) throws {
          self.name = value.name
          let rowID = try write()
          self.id = try value.id ?? ORM.generatedKey(rowID, as: ColumnTypes.id.self)
        }
        var primaryKey: ArtistID? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: ArtistID, to parameters: inout Parameters, at position: Int) throws {
          try ColumnTypes.id.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("A .database default can generate a key")
  func defaultKey() {
    expectExpansion(
      """
      @Table struct Artist {
        @Column(default: .database("(uuid())")) var id: UUID?
        var name: String
      }
      """,
      """
      struct Artist {
        var id: UUID?
        var name: String
      }

      nonisolated extension Artist: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Artist>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Artist, UUID?> { ORM.Column("id", in: source) }
          var name: ORM.Column<Artist, String> { ORM.Column("name", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "artist" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "name" FROM "artist""# }
        static var findSQL: String { #"SELECT "id", "name" FROM "artist" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "artist" ("name", "id") VALUES ($1, $2)"# }
        static var updateSQL: String { #"UPDATE "artist" SET "name" = $1 WHERE "id" = $2"# }
        static var upsertSQL: String { #"INSERT INTO "artist" ("name", "id") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name""# }
        static var deleteSQL: String { #"DELETE FROM "artist" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("artist")
          schema.add("id", UUID?.self, default: .database("(uuid())"))
          schema.add("name", String.self)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try UUID?.read(from: row, at: 0)
          let name = try String.read(from: row, at: 1)
          self.init(id: id, name: name)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.name, to: &parameters, at: 1)
          try UUID?.write(self.id, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Artist, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        var omittedColumns: [Int] {
          var positions: [Int] = []
          if self.id == nil { positions.append(2) }
          return positions
        }
        var primaryKey: UUID? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: UUID, to parameters: inout Parameters, at position: Int) throws {
          try UUID.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("The key of a table WITHOUT ROWID comes from the caller")
  func withoutRowID() {
    expectExpansion(
      """
      @Table(strict: false, withoutRowID: true, constraints: #"CHECK ("id" > 0)"#, "CHECK (1)")
      struct Slot {
        let id: Int
        var note: String?
      }
      """,
      """
      struct Slot {
        let id: Int
        var note: String?
      }

      nonisolated extension Slot: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Slot>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 3)
          var id: ORM.Column<Slot, Int> { ORM.Column("id", in: source) }
          var note: ORM.Column<Slot, String?> { ORM.Column("note", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "slot" }
        static var isStrict: Bool { false }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "note" FROM "slot""# }
        static var findSQL: String { #"SELECT "id", "note" FROM "slot" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "slot" ("note", "id") VALUES ($1, $2)"# }
        static var updateSQL: String { #"UPDATE "slot" SET "note" = $1 WHERE "id" = $2"# }
        static var upsertSQL: String { #"INSERT INTO "slot" ("note", "id") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "note" = excluded."note""# }
        static var deleteSQL: String { #"DELETE FROM "slot" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("slot")
          schema.add("id", Int.self)
          schema.add("note", String?.self)
          schema.primaryKey = ["id"]
          schema.constraints = [#"CHECK ("id" > 0)"#, "CHECK (1)"]
          schema.isStrict = false
          schema.isWithoutRowID = true
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let note = try String?.read(from: row, at: 1)
          self.init(id: id, note: note)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String?.write(self.note, to: &parameters, at: 1)
          try Int.write(self.id, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Slot, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }
}
