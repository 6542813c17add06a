import Testing

@Suite("Expansions of @Embeddable and @Embedded")
struct EmbeddedExpansionTests {
  @Test("The columns of an embeddable struct are generic over the table")
  func embeddable() {
    expectExpansion(
      """
      @Embeddable(naming: .snakeCase) struct Address {
        var street: String
        @Column("CITY", index: true) var city: String?
        @Embedded(prefix: "geo_") var place: Place
        var since: Date
      }
      """,
      """
      struct Address {
        var street: String
        var city: String?
        var place: Place
        var since: Date
      }

      nonisolated extension Address: ORM.Embeddable {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 4)
          typealias place = ORM.EmbeddedGroup<Place>
          #sourceLocation()
        }
        struct Columns<Root>: ORM.EmbeddedColumns {
          private let prefix: String
          private let source: ORM.TableSource
          init(prefix: String, in source: ORM.TableSource) {
            self.prefix = prefix
            self.source = source
          }
          static func nodes(of columns: Self) -> [ORM.SQLNode] {
            Address.nodes(prefix: columns.prefix, in: columns.source)
          }
          #sourceLocation(file: "Test.swift", line: 2)
          var street: ORM.Column<Root, String> { ORM.Column(prefix + "street", in: source) }
          var city: ORM.Column<Root, String?> { ORM.Column(prefix + "CITY", in: source) }
          var place: ColumnTypes.place.Columns<Root> { ColumnTypes.place.Columns(prefix: prefix + "geo_", in: source) }
          var since: ORM.Column<Root, Date> { ORM.Column(prefix + "since", in: source) }
          #sourceLocation()
        }
        static var columnCount: Int { 3 + ColumnTypes.place.columnCount }
        static func addColumns(to schema: inout ORM.TableSchema, prefix: String) {
          schema.add(prefix + "street", String.self)
          schema.add(prefix + "CITY", String?.self)
          schema.index(prefix + "CITY")
          schema.embed(ColumnTypes.place.self, prefix: prefix + "geo_")
          schema.add(prefix + "since", Date.self)
        }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row, at index: Int) throws {
          let street = try String.read(from: row, at: index)
          let city = try String?.read(from: row, at: index + 1)
          let place = try ColumnTypes.place(row: row, at: index + 2)
          let since = try Date.read(from: row, at: index + 2 + ColumnTypes.place.columnCount)
          #sourceLocation(file: "Test.swift", line: 4)
          self.init(street: street, city: city, place: place, since: since)
          #sourceLocation()
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(
          to parameters: inout Parameters, at position: Int
        ) throws {
          try String.write(self.street, to: &parameters, at: position)
          try String?.write(self.city, to: &parameters, at: position + 1)
          try (self.place as ColumnTypes.place).bind(to: &parameters, at: position + 2)
          try Date.write(self.since, to: &parameters, at: position + 2 + ColumnTypes.place.columnCount)
        }
        init(stored value: Address) throws {
          self = value
          self.place = try ColumnTypes.place(stored: value.place)
          self.since = try Date.asStored(value.since)
        }
        static var needsReadBack: Bool { ColumnTypes.place.needsReadBack }
      }
      """)
  }

  @Test("The generated members of a public embeddable struct are public")
  func publicEmbeddable() {
    expectExpansion(
      """
      @Embeddable public struct Money {
        public var prefix: String
        public let amount: Int
      }
      """,
      """
      public struct Money {
        public var prefix: String
        public let amount: Int

        public nonisolated init(prefix: String, amount: Int) {
          self.prefix = prefix
          self.amount = amount
        }
      }

      nonisolated extension Money: ORM.Embeddable {
        public struct Columns<Root>: ORM.EmbeddedColumns {
          private let prefix_: String
          private let source: ORM.TableSource
          public init(prefix: String, in source: ORM.TableSource) {
            self.prefix_ = prefix
            self.source = source
          }
          public static func nodes(of columns: Self) -> [ORM.SQLNode] {
            Money.nodes(prefix: columns.prefix_, in: columns.source)
          }
          #sourceLocation(file: "Test.swift", line: 2)
          public var prefix: ORM.Column<Root, String> { ORM.Column(prefix_ + "prefix", in: source) }
          public var amount: ORM.Column<Root, Int> { ORM.Column(prefix_ + "amount", in: source) }
          #sourceLocation()
        }
        public static var columnCount: Int { 2 }
        public static func addColumns(to schema: inout ORM.TableSchema, prefix: String) {
          schema.add(prefix + "prefix", String.self)
          schema.add(prefix + "amount", Int.self)
        }
        public init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row, at index: Int) throws {
          let prefix = try String.read(from: row, at: index)
          let amount = try Int.read(from: row, at: index + 1)
          self.init(prefix: prefix, amount: amount)
        }
        public func bind<Parameters: ORM.ParameterWriter & ~Copyable>(
          to parameters: inout Parameters, at position: Int
        ) throws {
          try String.write(self.prefix, to: &parameters, at: position)
          try Int.write(self.amount, to: &parameters, at: position + 1)
        }
        public init(stored value: Money) throws {
          self = value
        }
      }
      """)
  }

  @Test("A table with embedded columns takes its SQL from its schema")
  func embedding() {
    expectExpansion(
      #"""
      @Table struct Customer {
        let id: Int
        @Embedded(prefix: "home_") var home: Address
        @Embedded var work: Address?
        var name: String
        #Index<Customer>(\.name, \.home.city, \.work?.city)
      }
      """#,
      """
      struct Customer {
        let id: Int
        var home: Address
        var work: Address?
        var name: String
      }

      nonisolated extension Customer: ORM.DatabaseTable, ORM.KeyedTable, ORM.TableOrView, \
      ORM.Selection {
        enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 3)
          typealias home = ORM.EmbeddedGroup<Address>
          typealias work = ORM.EmbeddedGroup<Address>
          #sourceLocation()
        }
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Customer>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var id: ORM.Column<Customer, Int> { ORM.Column("id", in: source) }
          var home: ColumnTypes.home.Columns<Customer> { ColumnTypes.home.Columns(prefix: "home_", in: source) }
          var work: ORM.OptionalColumns<ColumnTypes.work.Columns<Customer>> { ORM.OptionalColumns(ColumnTypes.work.Columns(prefix: "", in: source)) }
          var name: ORM.Column<Customer, String> { ORM.Column("name", in: source) }
          #sourceLocation()
        }
        struct Draft: ORM.TableDraft {
          #sourceLocation(file: "Test.swift", line: 3)
          var home: ColumnTypes.home
          var work: ColumnTypes.work?
          var name: String
          #sourceLocation()
          func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
            try (self.home as ColumnTypes.home).bind(to: &parameters, at: 1)
            try ColumnTypes.work.bind(self.work, to: &parameters, at: 1 + ColumnTypes.home.columnCount)
            try String.write(self.name, to: &parameters, at: 1 + ColumnTypes.home.columnCount + ColumnTypes.work.columnCount)
          }
          func stored(rowID write: () throws -> Int64) throws -> Customer { try Customer(stored: self, rowID: write) }
        }
        static var tableName: String { "customer" }
        static var primaryKeyColumns: [String] { ["id"] }
        static let selectSQL = schema.selectSQL
        static let findSQL = schema.findSQL
        static let insertSQL = schema.insertSQL
        static let updateSQL = schema.updateSQL
        static let upsertSQL = schema.upsertSQL
        static let deleteSQL = schema.deleteSQL
        static var needsReadBack: Bool { ColumnTypes.home.needsReadBack || ColumnTypes.work.needsReadBack }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("customer")
          schema.add("id", Int.self)
          schema.embed(ColumnTypes.home.self, prefix: "home_")
          schema.embed(ColumnTypes.work.self, prefix: "", nullable: true)
          schema.add("name", String.self)
          schema.primaryKey = ["id"]
          schema.index("name", columns.home.city.name, columns.work.city.name)
          return schema
        }()
        static var columnCount: Int { 2 + ColumnTypes.home.columnCount + ColumnTypes.work.columnCount }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let id = try Int.read(from: row, at: 0)
          let home = try ColumnTypes.home(row: row, at: 1)
          let work = try ColumnTypes.work.readIfPresent(row: row, at: 1 + ColumnTypes.home.columnCount)
          let name = try String.read(from: row, at: 1 + ColumnTypes.home.columnCount + ColumnTypes.work.columnCount)
          #sourceLocation(file: "Test.swift", line: 3)
          self.init(id: id, home: home, work: work, name: name)
          #sourceLocation()
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try (self.home as ColumnTypes.home).bind(to: &parameters, at: 1)
          try ColumnTypes.work.bind(self.work, to: &parameters, at: 1 + ColumnTypes.home.columnCount)
          try String.write(self.name, to: &parameters, at: 1 + ColumnTypes.home.columnCount + ColumnTypes.work.columnCount)
          try Int.write(self.id, to: &parameters, at: 2 + ColumnTypes.home.columnCount + ColumnTypes.work.columnCount)
        }
        init(stored value: Customer, rowID write: () throws -> Int64) throws {
          self = value
          self.home = try ColumnTypes.home(stored: value.home)
          self.work = try ColumnTypes.work.asStored(value.work)
          _ = try write()
        }
        init(stored draft: Draft, rowID write: () throws -> Int64) throws {
          self.home = try ColumnTypes.home(stored: draft.home)
          self.work = try ColumnTypes.work.asStored(draft.work)
          self.name = draft.name
          self.id = try ORM.generatedKey(write())
        }
        var primaryKey: Int? { self.id }
        static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(key: Int, to parameters: inout Parameters, at position: Int) throws {
          try Int.write(key, to: &parameters, at: position)
        }
      }
      """)
  }
}
