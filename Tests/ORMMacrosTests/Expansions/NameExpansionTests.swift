import Testing

@Suite("Expansions of @Table for names")
struct NameExpansionTests {
  @Test("A naming strategy derives names in capital letters, and given names stay")
  func namingStrategy() {
    expectExpansion(
      """
      @Table(naming: .screamingSnakeCase) struct MediaFile {
        let id: Int
        var mediaURL: String
        @Column("Artist") var artistID: Int?
      }
      """,
      """
      struct MediaFile {
        let id: Int
        var mediaURL: String
        var artistID: Int?
      }

      nonisolated extension MediaFile: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<MediaFile>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<MediaFile, Int> { ORM.Column("ID", in: source) }
          var mediaURL: ORM.Column<MediaFile, String> { ORM.Column("MEDIA_URL", in: source) }
          var artistID: ORM.Column<MediaFile, Int?> { ORM.Column("Artist", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var mediaURL: String
          var artistID: Int?
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.mediaURL, to: &parameters, at: 1)
            try Int?.write(self.artistID, to: &parameters, at: 2)
          }
          func stored(rowID write: () throws -> Int64) throws -> MediaFile { try MediaFile(stored: self, rowID: write) }
        }
        static var tableName: String { "MEDIA_FILE" }
        static var primaryKeyColumns: [String] { ["ID"] }
        static var selectSQL: String { #"SELECT "ID", "MEDIA_URL", "Artist" FROM "MEDIA_FILE""# }
        static var findSQL: String { #"SELECT "ID", "MEDIA_URL", "Artist" FROM "MEDIA_FILE" WHERE "ID" = $1"# }
        static var insertSQL: String { #"INSERT INTO "MEDIA_FILE" ("MEDIA_URL", "Artist", "ID") VALUES ($1, $2, $3)"# }
        static var updateSQL: String { #"UPDATE "MEDIA_FILE" SET "MEDIA_URL" = $1, "Artist" = $2 WHERE "ID" = $3"# }
        static var upsertSQL: String { #"INSERT INTO "MEDIA_FILE" ("MEDIA_URL", "Artist", "ID") VALUES ($1, $2, $3) ON CONFLICT ("ID") DO UPDATE SET "MEDIA_URL" = excluded."MEDIA_URL", "Artist" = excluded."Artist""# }
        static var deleteSQL: String { #"DELETE FROM "MEDIA_FILE" WHERE "ID" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("MEDIA_FILE")
          schema.add("ID", Int.self)
          schema.add("MEDIA_URL", String.self)
          schema.add("Artist", Int?.self)
          schema.primaryKey = ["ID"]
          return schema
        }()
        static var columnCount: Int { 3 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let mediaURL = try String.read(from: row, at: 1)
          let artistID = try Int?.read(from: row, at: 2)
          self.init(id: id, mediaURL: mediaURL, artistID: artistID)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.mediaURL, to: &parameters, at: 1)
          try Int?.write(self.artistID, to: &parameters, at: 2)
          try Int.write(self.id, to: &parameters, at: 3)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: MediaFile, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.mediaURL = draft.mediaURL
          self.artistID = draft.artistID
          self.id = try ORM.generatedKey(write())
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("Every name is quoted in SQL")
  func quotedNames() {
    expectExpansion(
      #"""
      @Table("order") struct Order {
        @Column("a b", primaryKey: true) let ab: Int32
        @Column("say \"hi\"") var hi: String
        @Column("back\\slash") var slash: Bool
      }
      """#,
      #"""
      struct Order {
        let ab: Int32
        var hi: String
        var slash: Bool
      }

      nonisolated extension Order: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \#
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Order>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var ab: ORM.Column<Order, Int32> { ORM.Column("a b", in: source) }
          var hi: ORM.Column<Order, String> { ORM.Column(#"say "hi""#, in: source) }
          var slash: ORM.Column<Order, Bool> { ORM.Column(#"back\slash"#, in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var hi: String
          var slash: Bool
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.hi, to: &parameters, at: 1)
            try Bool.write(self.slash, to: &parameters, at: 2)
          }
          func stored(rowID write: () throws -> Int64) throws -> Order { try Order(stored: self, rowID: write) }
        }
        static var tableName: String { "order" }
        static var primaryKeyColumns: [String] { ["a b"] }
        static var selectSQL: String { #"SELECT "a b", "say ""hi""", "back\slash" FROM "order""# }
        static var findSQL: String { #"SELECT "a b", "say ""hi""", "back\slash" FROM "order" WHERE "a b" = $1"# }
        static var insertSQL: String { #"INSERT INTO "order" ("say ""hi""", "back\slash", "a b") VALUES ($1, $2, $3)"# }
        static var updateSQL: String { #"UPDATE "order" SET "say ""hi""" = $1, "back\slash" = $2 WHERE "a b" = $3"# }
        static var upsertSQL: String { #"INSERT INTO "order" ("say ""hi""", "back\slash", "a b") VALUES ($1, $2, $3) ON CONFLICT ("a b") DO UPDATE SET "say ""hi""" = excluded."say ""hi""", "back\slash" = excluded."back\slash""# }
        static var deleteSQL: String { #"DELETE FROM "order" WHERE "a b" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("order")
          schema.add("a b", Int32.self)
          schema.add(#"say "hi""#, String.self)
          schema.add(#"back\slash"#, Bool.self)
          schema.primaryKey = ["a b"]
          return schema
        }()
        static var columnCount: Int { 3 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let ab = try Int32.read(from: row, at: 0)
          let hi = try String.read(from: row, at: 1)
          let slash = try Bool.read(from: row, at: 2)
          self.init(ab: ab, hi: hi, slash: slash)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.hi, to: &parameters, at: 1)
          try Bool.write(self.slash, to: &parameters, at: 2)
          try Int32.write(self.ab, to: &parameters, at: 3)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Order, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.hi = draft.hi
          self.slash = draft.slash
          self.ab = try ORM.generatedKey(write())
        }
        var primaryKey: Int32? { self.ab }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int32, to parameters: inout Parameters, at position: Int) throws {
          try Int32.write(key, to: &parameters, at: position)
        }
      }
      """#)
  }

  @Test("Properties may have names that the generated code uses, and names of keywords")
  func freeNames() {
    expectExpansion(
      """
      @Table struct Entry {
        var source: Int
        var row: Row
        var parameters: Parameters?
        var value: String, rowID: Int
        var `default`: Bool
      }
      """,
      """
      struct Entry {
        var source: Int
        var row: Row
        var parameters: Parameters?
        var value: String, rowID: Int
        var `default`: Bool
      }

      nonisolated extension Entry: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 3)
          typealias row = ORM.StoredValue<Row>
          typealias parameters = ORM.StoredValue<Parameters>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Entry>
          typealias OuterScope = ORM.OuterColumns<Self>
          let tableSource: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.tableSource }
          init(source: ORM.TableSource) { self.tableSource = source }
          #sourceLocation(file: "Test.swift", line: 2)
          var source: ORM.Column<Entry, Int> { ORM.Column("source", in: tableSource) }
          var row: ORM.Column<Entry, ColumnTypes.row> { ORM.Column("row", in: tableSource) }
          var parameters: ORM.Column<Entry, ColumnTypes.parameters?> { ORM.Column("parameters", in: tableSource) }
          var value: ORM.Column<Entry, String> { ORM.Column("value", in: tableSource) }
          #sourceLocation(file: "Test.swift", line: 5)
          var rowID: ORM.Column<Entry, Int> { ORM.Column("rowID", in: tableSource) }
          var `default`: ORM.Column<Entry, Bool> { ORM.Column("default", in: tableSource) }
          #sourceLocation()
        }
        static var tableName: String { "entry" }
        static var selectSQL: String { #"SELECT "source", "row", "parameters", "value", "rowID", "default" FROM "entry""# }
        static var insertSQL: String { #"INSERT INTO "entry" ("source", "row", "parameters", "value", "rowID", "default") VALUES ($1, $2, $3, $4, $5, $6)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("entry")
          schema.add("source", Int.self)
          schema.add("row", ColumnTypes.row.self)
          schema.add("parameters", ColumnTypes.parameters?.self)
          schema.add("value", String.self)
          schema.add("rowID", Int.self)
          schema.add("default", Bool.self)
          return schema
        }()
        static var columnCount: Int { 6 }
        init<Row_: ORM.RowReader & ~Copyable>(row: borrowing Row_) throws {
          let source = try Int.read(from: row, at: 0)
          let row_ = try ColumnTypes.row.read(from: row, at: 1)
          let parameters = try ColumnTypes.parameters?.read(from: row, at: 2)
          let value = try String.read(from: row, at: 3)
          let rowID = try Int.read(from: row, at: 4)
          let `default` = try Bool.read(from: row, at: 5)
          #sourceLocation(file: "Test.swift", line: 3)
          self.init(source: source, row: row_, parameters: parameters, value: value, rowID: rowID, default: `default`)
          #sourceLocation()
        }
        func bind<Parameters_: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters_) throws {
          try Int.write(self.source, to: &parameters, at: 1)
          try ColumnTypes.row.write(self.row, to: &parameters, at: 2)
          try ColumnTypes.parameters?.write(self.parameters, to: &parameters, at: 3)
          try String.write(self.value, to: &parameters, at: 4)
          try Int.write(self.rowID, to: &parameters, at: 5)
          try Bool.write(self.`default`, to: &parameters, at: 6)
        }
        var roundTripsExactly: Bool { if ColumnTypes.row.roundTripsExactly(self.row), ColumnTypes.parameters?.roundTripsExactly(self.parameters) { true } else { false } }
        init(stored value: Entry, rowID write: () throws -> Int64) throws {
          self = value
          self.row = try ColumnTypes.row.asStored(value.row)
          self.parameters = try ColumnTypes.parameters?.asStored(value.parameters)
          _ = try write()
        }
      }
      """)
  }
}
