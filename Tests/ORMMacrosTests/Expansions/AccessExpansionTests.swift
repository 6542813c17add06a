import Testing

@Suite("Expansions of @Table for each access level")
struct AccessExpansionTests {
  @Test("The generated members of a public table are public")
  func publicTable() {
    expectExpansion(
      """
      @Table public struct Shelf {
        public let id: Int
        public var name: String = "none"
        public var room: Int?
      }
      """,
      """
      public struct Shelf {
        public let id: Int
        public var name: String = "none"
        public var room: Int?

        public nonisolated init(id: Int, name: String = "none", room: Int? = nil) {
          self.id = id
          self.name = name
          self.room = room
        }
      }

      nonisolated extension Shelf: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        public struct Columns: ORM.TableColumns {
          public typealias SelectedResult = ORM.WholeRow<Shelf>
          public typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          public static func source(of columns: Self) -> ORM.TableSource { columns.source }
          public init(source: ORM.TableSource) { self.source = source }
          #sourceLocation(file: "Test.swift", line: 2)
          public var id: ORM.Column<Shelf, Int> { ORM.Column("id", in: source) }
          public var name: ORM.Column<Shelf, String> { ORM.Column("name", in: source) }
          public var room: ORM.Column<Shelf, Int?> { ORM.Column("room", in: source) }
          #sourceLocation()
        }
        public struct Draft: ORM.TableDraft {
          public var name: String = "none"
          public var room: Int?
          public init(name: String = "none", room: Int? = nil) {
            self.name = name
            self.room = room
          }
          public func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.name, to: &parameters, at: 1)
            try Int?.write(self.room, to: &parameters, at: 2)
          }
          public func stored(rowID write: () throws -> Int64) throws -> Shelf { try Shelf(stored: self, rowID: write) }
        }
        public static var tableName: String { "shelf" }
        public static var primaryKeyColumns: [String] { ["id"] }
        public static var selectSQL: String { #"SELECT "id", "name", "room" FROM "shelf""# }
        public static var findSQL: String { #"SELECT "id", "name", "room" FROM "shelf" WHERE "id" = $1"# }
        public static var insertSQL: String { #"INSERT INTO "shelf" ("name", "room", "id") VALUES ($1, $2, $3)"# }
        public static var updateSQL: String { #"UPDATE "shelf" SET "name" = $1, "room" = $2 WHERE "id" = $3"# }
        public static var upsertSQL: String { #"INSERT INTO "shelf" ("name", "room", "id") VALUES ($1, $2, $3) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "room" = excluded."room""# }
        public static var deleteSQL: String { #"DELETE FROM "shelf" WHERE "id" = $1"# }
        public static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("shelf")
          schema.add("id", Int.self)
          schema.add("name", String.self, value: "none")
          schema.add("room", Int?.self)
          schema.primaryKey = ["id"]
          return schema
        }()
        public static var columnCount: Int { 3 }
        public init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let name = try String.read(from: row, at: 1)
          let room = try Int?.read(from: row, at: 2)
          self.init(id: id, name: name, room: room)
        }
        public func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.name, to: &parameters, at: 1)
          try Int?.write(self.room, to: &parameters, at: 2)
          try Int.write(self.id, to: &parameters, at: 3)
        }
        public var roundTripsExactly: Bool { true }
        public init(stored value: Shelf, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        public init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.name = draft.name
          self.room = draft.room
          self.id = try ORM.generatedKey(write())
        }
        public var primaryKey: Int? { self.id }
        public static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("An error in a property's type is reported at the property, even in initializers")
  func initializersOnTheirLines() {
    let source = expand(
      """
      @Table public struct Shelf {
        public let id: Int
        public var kind: Kind
      }
      """
    ).source
    #expect(
      source.contains(
        """
          #sourceLocation(file: "Test.swift", line: 3)
          public nonisolated init(id: Int, kind: Kind) {
            self.id = id
            self.kind = kind
          }
          #sourceLocation()
        """))
    #expect(
      source.contains(
        """
            #sourceLocation(file: "Test.swift", line: 3)
            public init(kind: Kind) {
              self.kind = kind
            }
            #sourceLocation()
        """))
  }

  @Test("The column of a less visible property is only as visible as the property")
  func mixedAccess() {
    expectExpansion(
      """
      @Table public struct Shelf {
        public let id: Int
        package var name: String
        var room: Int
        private var note: String?
      }
      """,
      """
      public struct Shelf {
        public let id: Int
        package var name: String
        var room: Int
        private var note: String?
      }

      nonisolated extension Shelf: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        public struct Columns: ORM.TableColumns {
          public typealias SelectedResult = ORM.WholeRow<Shelf>
          public typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          public static func source(of columns: Self) -> ORM.TableSource { columns.source }
          public init(source: ORM.TableSource) { self.source = source }
          #sourceLocation(file: "Test.swift", line: 2)
          public var id: ORM.Column<Shelf, Int> { ORM.Column("id", in: source) }
          package var name: ORM.Column<Shelf, String> { ORM.Column("name", in: source) }
          var room: ORM.Column<Shelf, Int> { ORM.Column("room", in: source) }
          fileprivate var note: ORM.Column<Shelf, String?> { ORM.Column("note", in: source) }
          #sourceLocation()
        }
        public struct Draft: ORM.TableDraft {
          package var name: String
          var room: Int
          fileprivate var note: String?
          public func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.name, to: &parameters, at: 1)
            try Int.write(self.room, to: &parameters, at: 2)
            try String?.write(self.note, to: &parameters, at: 3)
          }
          public func stored(rowID write: () throws -> Int64) throws -> Shelf { try Shelf(stored: self, rowID: write) }
        }
        public static var tableName: String { "shelf" }
        public static var primaryKeyColumns: [String] { ["id"] }
        public static var selectSQL: String { #"SELECT "id", "name", "room", "note" FROM "shelf""# }
        public static var findSQL: String { #"SELECT "id", "name", "room", "note" FROM "shelf" WHERE "id" = $1"# }
        public static var insertSQL: String { #"INSERT INTO "shelf" ("name", "room", "note", "id") VALUES ($1, $2, $3, $4)"# }
        public static var updateSQL: String { #"UPDATE "shelf" SET "name" = $1, "room" = $2, "note" = $3 WHERE "id" = $4"# }
        public static var upsertSQL: String { #"INSERT INTO "shelf" ("name", "room", "note", "id") VALUES ($1, $2, $3, $4) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "room" = excluded."room", "note" = excluded."note""# }
        public static var deleteSQL: String { #"DELETE FROM "shelf" WHERE "id" = $1"# }
        public static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("shelf")
          schema.add("id", Int.self)
          schema.add("name", String.self)
          schema.add("room", Int.self)
          schema.add("note", String?.self)
          schema.primaryKey = ["id"]
          return schema
        }()
        public static var columnCount: Int { 4 }
        public init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let name = try String.read(from: row, at: 1)
          let room = try Int.read(from: row, at: 2)
          let note = try String?.read(from: row, at: 3)
          self.init(id: id, name: name, room: room, note: note)
        }
        public func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.name, to: &parameters, at: 1)
          try Int.write(self.room, to: &parameters, at: 2)
          try String?.write(self.note, to: &parameters, at: 3)
          try Int.write(self.id, to: &parameters, at: 4)
        }
        public var roundTripsExactly: Bool { true }
        public init(stored value: Shelf, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        public init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.name = draft.name
          self.room = draft.room
          self.note = draft.note
          self.id = try ORM.generatedKey(write())
        }
        public var primaryKey: Int? { self.id }
        public static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("The generated members of a package table have package access")
  func packageTable() {
    expectExpansion(
      """
      @Table package struct Entry {
        package var text: String
      }
      """,
      """
      package struct Entry {
        package var text: String

        package nonisolated init(text: String) {
          self.text = text
        }
      }

      nonisolated extension Entry: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        package struct Columns: ORM.TableColumns {
          package typealias SelectedResult = ORM.WholeRow<Entry>
          package typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          package static func source(of columns: Self) -> ORM.TableSource { columns.source }
          package init(source: ORM.TableSource) { self.source = source }
          #sourceLocation(file: "Test.swift", line: 2)
          package var text: ORM.Column<Entry, String> { ORM.Column("text", in: source) }
          #sourceLocation()
        }
        package static var tableName: String { "entry" }
        package static var selectSQL: String { #"SELECT "text" FROM "entry""# }
        package static var insertSQL: String { #"INSERT INTO "entry" ("text") VALUES ($1)"# }
        package static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("entry")
          schema.add("text", String.self)
          return schema
        }()
        package static var columnCount: Int { 1 }
        package init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let text = try String.read(from: row, at: 0)
          self.init(text: text)
        }
        package func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.text, to: &parameters, at: 1)
        }
        package var roundTripsExactly: Bool { true }
        package init(stored value: Entry, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
      }
      """)
  }

  @Test("The generated members of a private table are visible in its file")
  func privateTable() {
    expectExpansion(
      """
      @Table private struct Entry {
        var text: String
        fileprivate var note: String
      }
      """,
      """
      private struct Entry {
        var text: String
        fileprivate var note: String
      }

      nonisolated extension Entry: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Entry>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var text: ORM.Column<Entry, String> { ORM.Column("text", in: source) }
          var note: ORM.Column<Entry, String> { ORM.Column("note", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "entry" }
        static var selectSQL: String { #"SELECT "text", "note" FROM "entry""# }
        static var insertSQL: String { #"INSERT INTO "entry" ("text", "note") VALUES ($1, $2)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("entry")
          schema.add("text", String.self)
          schema.add("note", String.self)
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let text = try String.read(from: row, at: 0)
          let note = try String.read(from: row, at: 1)
          self.init(text: text, note: note)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.text, to: &parameters, at: 1)
          try String.write(self.note, to: &parameters, at: 2)
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
