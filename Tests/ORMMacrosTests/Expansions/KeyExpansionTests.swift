import Testing

@Suite("What @Table prints for each kind of key")
struct KeyExpansionTests {
  @Test("an integer key comes from the database, and rows without one are drafts")
  func integerKey() {
    expectExpansion(
      """
      @Table struct Artist: Identifiable {
        let id: Int
        var name: String
        var born: Date?
      }
      """,
      """
      struct Artist: Identifiable {
        let id: Int
        var name: String
        var born: Date?
      }

      nonisolated extension Artist: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Artist>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Artist, Int> { ORM.Column("id", in: source) }
          var name: ORM.Column<Artist, String> { ORM.Column("name", in: source) }
          var born: ORM.Column<Artist, Date?> { ORM.Column("born", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var name: String
          var born: Date?
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.name, to: &parameters, at: 1)
            try Date?.write(self.born, to: &parameters, at: 2)
          }
          func stored(rowID write: () throws -> Int64) throws -> Artist { try Artist(stored: self, rowID: write) }
        }
        static var tableName: String { "artist" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "name", "born" FROM "artist""# }
        static var findSQL: String { #"SELECT "id", "name", "born" FROM "artist" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "artist" ("name", "born", "id") VALUES ($1, $2, $3)"# }
        static var updateSQL: String { #"UPDATE "artist" SET "name" = $1, "born" = $2 WHERE "id" = $3"# }
        static var upsertSQL: String { #"INSERT INTO "artist" ("name", "born", "id") VALUES ($1, $2, $3) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "born" = excluded."born""# }
        static var deleteSQL: String { #"DELETE FROM "artist" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("artist")
          schema.add("id", Int.self)
          schema.add("name", String.self)
          schema.add("born", Date?.self)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 3 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let name = try String.read(from: row, at: 1)
          let born = try Date?.read(from: row, at: 2)
          self.init(id: id, name: name, born: born)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.name, to: &parameters, at: 1)
          try Date?.write(self.born, to: &parameters, at: 2)
          try Int.write(self.id, to: &parameters, at: 3)
        }
        var roundTripsExactly: Bool { if Date?.roundTripsExactly(self.born) { true } else { false } }
        init(stored value: Artist, rowID write: () throws -> Int64) throws {
          self = value
          self.born = try Date?.asStored(value.born)
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.name = draft.name
          self.born = try Date?.asStored(draft.born)
          self.id = try ORM.generatedKey(write())
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("an optional integer key comes from the database where it is nil")
  func optionalKey() {
    expectExpansion(
      """
      @Table("albums") struct Album {
        var id: Int64?
        var title: String
        var released: Date?
      }
      """,
      """
      struct Album {
        var id: Int64?
        var title: String
        var released: Date?
      }

      nonisolated extension Album: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Album>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Album, Int64?> { ORM.Column("id", in: source) }
          var title: ORM.Column<Album, String> { ORM.Column("title", in: source) }
          var released: ORM.Column<Album, Date?> { ORM.Column("released", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "albums" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "title", "released" FROM "albums""# }
        static var findSQL: String { #"SELECT "id", "title", "released" FROM "albums" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "albums" ("title", "released", "id") VALUES ($1, $2, $3)"# }
        static var updateSQL: String { #"UPDATE "albums" SET "title" = $1, "released" = $2 WHERE "id" = $3"# }
        static var upsertSQL: String { #"INSERT INTO "albums" ("title", "released", "id") VALUES ($1, $2, $3) ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title", "released" = excluded."released""# }
        static var deleteSQL: String { #"DELETE FROM "albums" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("albums")
          schema.add("id", Int64?.self)
          schema.add("title", String.self)
          schema.add("released", Date?.self)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 3 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int64?.read(from: row, at: 0)
          let title = try String.read(from: row, at: 1)
          let released = try Date?.read(from: row, at: 2)
          self.init(id: id, title: title, released: released)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.title, to: &parameters, at: 1)
          try Date?.write(self.released, to: &parameters, at: 2)
          try Int64?.write(self.id, to: &parameters, at: 3)
        }
        var roundTripsExactly: Bool { if Date?.roundTripsExactly(self.released) { true } else { false } }
        var needsGeneratedKey: Bool { self.id == nil }
        mutating func acceptGeneratedKey(_ rowID: Int64) throws { self.id = try ORM.generatedKey(rowID) }
        init(stored value: Album, rowID write: () throws -> Int64) throws {
          self.title = value.title
          self.released = try Date?.asStored(value.released)
          let rowID = try write()
          self.id = try value.id ?? ORM.generatedKey(rowID)
        }
        var primaryKey: Int64? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int64, to parameters: inout Parameters, at position: Int) throws {
          try Int64.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("a key that is no integer comes from the caller")
  func callersKey() {
    expectExpansion(
      """
      @Table struct Country {
        @Column(primaryKey: true) let code: String
        var name: String
      }
      """,
      """
      struct Country {
        let code: String
        var name: String
      }

      nonisolated extension Country: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Country>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var code: ORM.Column<Country, String> { ORM.Column("code", in: source) }
          var name: ORM.Column<Country, String> { ORM.Column("name", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "country" }
        static var primaryKeyColumns: [String] { ["code"] }
        static var selectSQL: String { #"SELECT "code", "name" FROM "country""# }
        static var findSQL: String { #"SELECT "code", "name" FROM "country" WHERE "code" = $1"# }
        static var insertSQL: String { #"INSERT INTO "country" ("name", "code") VALUES ($1, $2)"# }
        static var updateSQL: String { #"UPDATE "country" SET "name" = $1 WHERE "code" = $2"# }
        static var upsertSQL: String { #"INSERT INTO "country" ("name", "code") VALUES ($1, $2) ON CONFLICT ("code") DO UPDATE SET "name" = excluded."name""# }
        static var deleteSQL: String { #"DELETE FROM "country" WHERE "code" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("country")
          schema.add("code", String.self)
          schema.add("name", String.self)
          schema.primaryKey = ["code"]
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let code = try String.read(from: row, at: 0)
          let name = try String.read(from: row, at: 1)
          self.init(code: code, name: name)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.name, to: &parameters, at: 1)
          try String.write(self.code, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Country, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        var primaryKey: String? { self.code }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: String, to parameters: inout Parameters, at position: Int) throws {
          try String.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("a key of several columns is a tuple in declared order")
  func compositeKey() {
    expectExpansion(
      """
      @Table struct Line {
        @Column(primaryKey: true) let order: Int
        var amount = 0
        @Column(primaryKey: true) let product: String
      }
      """,
      """
      struct Line {
        let order: Int
        var amount = 0
        let product: String
      }

      nonisolated extension Line: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Line>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var order: ORM.Column<Line, Int> { ORM.Column("order", in: source) }
          var amount: ORM.Column<Line, Int> { ORM.Column("amount", in: source) }
          var product: ORM.Column<Line, String> { ORM.Column("product", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "line" }
        static var primaryKeyColumns: [String] { ["order", "product"] }
        static var selectSQL: String { #"SELECT "order", "amount", "product" FROM "line""# }
        static var findSQL: String { #"SELECT "order", "amount", "product" FROM "line" WHERE "order" = $1 AND "product" = $2"# }
        static var insertSQL: String { #"INSERT INTO "line" ("amount", "order", "product") VALUES ($1, $2, $3)"# }
        static var updateSQL: String { #"UPDATE "line" SET "amount" = $1 WHERE "order" = $2 AND "product" = $3"# }
        static var upsertSQL: String { #"INSERT INTO "line" ("amount", "order", "product") VALUES ($1, $2, $3) ON CONFLICT ("order", "product") DO UPDATE SET "amount" = excluded."amount""# }
        static var deleteSQL: String { #"DELETE FROM "line" WHERE "order" = $1 AND "product" = $2"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("line")
          schema.add("order", Int.self)
          schema.add("amount", Int.self, value: 0)
          schema.add("product", String.self)
          schema.primaryKey = ["order", "product"]
          return schema
        }()
        static var columnCount: Int { 3 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let order = try Int.read(from: row, at: 0)
          let amount = try Int.read(from: row, at: 1)
          let product = try String.read(from: row, at: 2)
          self.init(order: order, amount: amount, product: product)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try Int.write(self.amount, to: &parameters, at: 1)
          try Int.write(self.order, to: &parameters, at: 2)
          try String.write(self.product, to: &parameters, at: 3)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Line, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        var primaryKey: (Int, String)? { (self.order, self.product) }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: (Int, String), to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key.0, to: &parameters, at: position)
          try String.write(key.1, to: &parameters, at: position + 1)
        }
      }
      """)
  }

  @Test("a table needs no key")
  func noKey() {
    expectExpansion(
      """
      @Table struct Entry {
        var text: String
        @Column(primaryKey: false) var id: Int
      }
      """,
      """
      struct Entry {
        var text: String
        var id: Int
      }

      nonisolated extension Entry: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Entry>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var text: ORM.Column<Entry, String> { ORM.Column("text", in: source) }
          var id: ORM.Column<Entry, Int> { ORM.Column("id", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "entry" }
        static var selectSQL: String { #"SELECT "text", "id" FROM "entry""# }
        static var insertSQL: String { #"INSERT INTO "entry" ("text", "id") VALUES ($1, $2)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("entry")
          schema.add("text", String.self)
          schema.add("id", Int.self)
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let text = try String.read(from: row, at: 0)
          let id = try Int.read(from: row, at: 1)
          self.init(text: text, id: id)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.text, to: &parameters, at: 1)
          try Int.write(self.id, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Entry, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
      }
      """)
  }
}
