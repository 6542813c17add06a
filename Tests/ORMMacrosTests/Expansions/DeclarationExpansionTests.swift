import Testing

@Suite("Expansions of @Table for unusual members")
struct DeclarationExpansionTests {
  @Test("A default may have several lines")
  func linesOfDefault() {
    expectExpansion(
      #"""
      @Table struct Note {
        let id: Int
        var text = """
          one
            two
          """
      }
      """#,
      #"""
      struct Note {
        let id: Int
        var text = """
          one
            two
          """
      }

      nonisolated extension Note: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \#
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Note>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Note, Int> { ORM.Column("id", in: source) }
          var text: ORM.Column<Note, String> { ORM.Column("text", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var text: String = """
          one
            two
          """
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.text, to: &parameters, at: 1)
          }
          func stored(rowID write: () throws -> Int64) throws -> Note { try Note(stored: self, rowID: write) }
        }
        static var tableName: String { "note" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "text" FROM "note""# }
        static var findSQL: String { #"SELECT "id", "text" FROM "note" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "note" ("text", "id") VALUES ($1, $2)"# }
        static var updateSQL: String { #"UPDATE "note" SET "text" = $1 WHERE "id" = $2"# }
        static var upsertSQL: String { #"INSERT INTO "note" ("text", "id") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text""# }
        static var deleteSQL: String { #"DELETE FROM "note" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("note")
          schema.add("id", Int.self)
          schema.add("text", String.self, value: """
          one
            two
          """)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let text = try String.read(from: row, at: 1)
          self.init(id: id, text: text)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.text, to: &parameters, at: 1)
          try Int.write(self.id, to: &parameters, at: 2)
        }
        var roundTripsExactly: Bool { true }
        init(stored value: Note, rowID write: () throws -> Int64) throws {
          self = value
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.text = draft.text
          self.id = try ORM.generatedKey(write())
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """#)
  }

  @Test("Comments, observers, wrappers, attributes and other members are accepted")
  func otherMembers() {
    expectExpansion(
      """
      /// A table.
      @available(macOS 99, *)
      @Table struct Note: Identifiable {
        /// The key.
        let id: /* the database's */ Int // given
        private(set) var text: String { didSet { count += 1 } }
        @Clamped(0...5) var stars: Int? = 3
        @available(*, deprecated) var old: (Optional<String>)
        var force: Swift.Int!
        static let all = 1
        var length: Int { text.count }
        init() {}
        func f() -> Self { self }
        var kind: Self.Kind
        enum Kind: Int { case a }
      }
      """,
      """
      @available(macOS 99, *)
      struct Note: Identifiable {
        /// The key.
        let id: /* the database's */ Int // given
        private(set) var text: String { didSet { count += 1 } }
        @Clamped(0...5) var stars: Int? = 3
        @available(*, deprecated) var old: (Optional<String>)
        var force: Swift.Int!
        static let all = 1
        var length: Int { text.count }
        init() {}
        func f() -> Self { self }
        var kind: Self.Kind
        enum Kind: Int { case a 
      }
      }

      @available(macOS 99, *)
      nonisolated extension Note: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 14)
          typealias kind = ORM.StoredValue<Note.Kind>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Note>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 5)
          var id: ORM.Column<Note, Int> { ORM.Column("id", in: source) }
          var text: ORM.Column<Note, String> { ORM.Column("text", in: source) }
          var stars: ORM.Column<Note, Int?> { ORM.Column("stars", in: source) }
          var old: ORM.Column<Note, String?> { ORM.Column("old", in: source) }
          var force: ORM.Column<Note, Swift.Int?> { ORM.Column("force", in: source) }
          #sourceLocation(file: "Test.swift", line: 14)
          var kind: ORM.Column<Note, ColumnTypes.kind> { ORM.Column("kind", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          var text: String
          var stars: Int? = 3
          var old: String?
          var force: Swift.Int?
          #sourceLocation(file: "Test.swift", line: 14)
          var kind: Note.Kind
          #sourceLocation()
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try String.write(self.text, to: &parameters, at: 1)
            try Int?.write(self.stars, to: &parameters, at: 2)
            try String?.write(self.old, to: &parameters, at: 3)
            try Swift.Int?.write(self.force, to: &parameters, at: 4)
            try ColumnTypes.kind.write(self.kind, to: &parameters, at: 5)
          }
          func stored(rowID write: () throws -> Int64) throws -> Note { try Note(stored: self, rowID: write) }
        }
        static var tableName: String { "note" }
        static var primaryKeyColumns: [String] { ["id"] }
        static var selectSQL: String { #"SELECT "id", "text", "stars", "old", "force", "kind" FROM "note""# }
        static var findSQL: String { #"SELECT "id", "text", "stars", "old", "force", "kind" FROM "note" WHERE "id" = $1"# }
        static var insertSQL: String { #"INSERT INTO "note" ("text", "stars", "old", "force", "kind", "id") VALUES ($1, $2, $3, $4, $5, $6)"# }
        static var updateSQL: String { #"UPDATE "note" SET "text" = $1, "stars" = $2, "old" = $3, "force" = $4, "kind" = $5 WHERE "id" = $6"# }
        static var upsertSQL: String { #"INSERT INTO "note" ("text", "stars", "old", "force", "kind", "id") VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text", "stars" = excluded."stars", "old" = excluded."old", "force" = excluded."force", "kind" = excluded."kind""# }
        static var deleteSQL: String { #"DELETE FROM "note" WHERE "id" = $1"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("note")
          schema.add("id", Int.self)
          schema.add("text", String.self)
          schema.add("stars", Int?.self, value: 3)
          schema.add("old", String?.self)
          schema.add("force", Swift.Int?.self)
          schema.add("kind", ColumnTypes.kind.self)
          schema.primaryKey = ["id"]
          return schema
        }()
        static var columnCount: Int { 6 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          self.id = try Int.read(from: row, at: 0)
          self.text = try String.read(from: row, at: 1)
          self.stars = try Int?.read(from: row, at: 2)
          self.old = try String?.read(from: row, at: 3)
          self.force = try Swift.Int?.read(from: row, at: 4)
          self.kind = try ColumnTypes.kind.read(from: row, at: 5)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try String.write(self.text, to: &parameters, at: 1)
          try Int?.write(self.stars, to: &parameters, at: 2)
          try String?.write(self.old, to: &parameters, at: 3)
          try Swift.Int?.write(self.force, to: &parameters, at: 4)
          try ColumnTypes.kind.write(self.kind, to: &parameters, at: 5)
          try Int.write(self.id, to: &parameters, at: 6)
        }
        var roundTripsExactly: Bool { if ColumnTypes.kind.roundTripsExactly(self.kind) { true } else { false } }
        init(stored value: Note, rowID write: () throws -> Int64) throws {
          self = value
          self.kind = try ColumnTypes.kind.asStored(value.kind)
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.text = draft.text
          self.stars = draft.stars
          self.old = draft.old
          self.force = draft.force
          self.kind = try ColumnTypes.kind.asStored(draft.kind)
          self.id = try ORM.generatedKey(write())
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }

  @Test("A stored value has its inexact columns as a fetch returns them, and the others unchanged")
  func storedLong() {
    expectExpansion(
      """
      @Table struct Entry {
        let at: Date
        var bytes: [UInt8]
        var ratio: Double?
      }
      """,
      """
      struct Entry {
        let at: Date
        var bytes: [UInt8]
        var ratio: Double?
      }

      nonisolated extension Entry: ORM.DatabaseTable, ORM.TableOrView, ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Entry>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var at: ORM.Column<Entry, Date> { ORM.Column("at", in: source) }
          var bytes: ORM.Column<Entry, [UInt8]> { ORM.Column("bytes", in: source) }
          var ratio: ORM.Column<Entry, Double?> { ORM.Column("ratio", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "entry" }
        static var selectSQL: String { #"SELECT "at", "bytes", "ratio" FROM "entry""# }
        static var insertSQL: String { #"INSERT INTO "entry" ("at", "bytes", "ratio") VALUES ($1, $2, $3)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("entry")
          schema.add("at", Date.self)
          schema.add("bytes", [UInt8].self)
          schema.add("ratio", Double?.self)
          return schema
        }()
        static var columnCount: Int { 3 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let at = try Date.read(from: row, at: 0)
          let bytes = try [UInt8].read(from: row, at: 1)
          let ratio = try Double?.read(from: row, at: 2)
          self.init(at: at, bytes: bytes, ratio: ratio)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try Date.write(self.at, to: &parameters, at: 1)
          try [UInt8].write(self.bytes, to: &parameters, at: 2)
          try Double?.write(self.ratio, to: &parameters, at: 3)
        }
        var roundTripsExactly: Bool { if Date.roundTripsExactly(self.at), Double?.roundTripsExactly(self.ratio) { true } else { false } }
        init(stored value: Entry, rowID write: () throws -> Int64) throws {
          self.at = try Date.asStored(value.at)
          self.bytes = value.bytes
          self.ratio = try Double?.asStored(value.ratio)
          _ = try write()
        }
      }
      """)
  }
}
